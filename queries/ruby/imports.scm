((call method: (identifier) @_method arguments: (argument_list . (string . (string_content) @import.module .))) @import
  (#any-of? @_method "require" "require_relative" "load"))
((call method: (identifier) @_method
    arguments: (argument_list . (simple_symbol) . (string . (string_content) @import.module .))) @import
  (#eq? @_method "autoload"))
