((command
    name: (command_name (word) @_command) .
    argument: [(word) (string) (raw_string) (concatenation)] @import.module) @import
  (#any-of? @_command "source" "." "load" "bats_load_library") (#not-match? @import.module "^\"?\\$\\w+\"?$"))
