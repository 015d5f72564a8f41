; `require "m"`, wherever it stands and whatever is done with what it gives; `pcall(require, "m")`
((function_call
    name: (identifier) @_function
    arguments: (arguments . (string content: (_) @import.module))) @import
  (#any-of? @_function "require" "dofile"))
((function_call
    name: (identifier) @_call
    arguments: (arguments . (identifier) @_function . (string content: (_) @import.module))) @import
  (#eq? @_call "pcall") (#eq? @_function "require"))

; With the local name: `local x = require "m"`, of several the first two; `local x = require("m").x`
((assignment_statement
    (variable_list . name: (_) @import.alias)
    (expression_list . value: (function_call
      name: (identifier) @_function
      arguments: (arguments . (string content: (_) @import.module))) @import))
  (#any-of? @_function "require" "dofile"))
((assignment_statement
    (variable_list . name: (_) . name: (_) @import.alias)
    (expression_list . value: (_) . value: (function_call
      name: (identifier) @_function
      arguments: (arguments . (string content: (_) @import.module))) @import))
  (#eq? @_function "require"))
((assignment_statement
    (variable_list . name: (_) @import.alias)
    (expression_list . value: (dot_index_expression
      table: (function_call
        name: (identifier) @_function
        arguments: (arguments . (string content: (_) @import.module)))
      field: (identifier) @import.name) @import))
  (#eq? @_function "require"))
