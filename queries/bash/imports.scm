; `source file`, `. file`; the name may hold expansions: `. "$here/file"`.
((command
    name: (command_name (word) @_command) .
    argument: [(word) (string) (raw_string) (concatenation)] @import.module) @import
  (#any-of? @_command "source" ".") (#not-match? @import.module "^\"?\\$\\w+\"?$"))
