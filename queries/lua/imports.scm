; `local x = require "m"`, of several names the first two; `local x = require("m").x`
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

; Whatever else is done with what `require` gives: nothing, called, handed on.
([
  (chunk (function_call
    name: (identifier) @_function arguments: (arguments . (string content: (_) @import.module))) @import)
  (block (function_call
    name: (identifier) @_function arguments: (arguments . (string content: (_) @import.module))) @import)
  (arguments (function_call
    name: (identifier) @_function arguments: (arguments . (string content: (_) @import.module))) @import)
  (return_statement (expression_list (function_call
    name: (identifier) @_function arguments: (arguments . (string content: (_) @import.module))) @import))
  (field value: (function_call
    name: (identifier) @_function arguments: (arguments . (string content: (_) @import.module))) @import)
  (function_call name: (function_call
    name: (identifier) @_function arguments: (arguments . (string content: (_) @import.module))) @import)
  (function_call name: (dot_index_expression table: (function_call
    name: (identifier) @_function arguments: (arguments . (string content: (_) @import.module))) @import))
  (method_index_expression table: (function_call
    name: (identifier) @_function arguments: (arguments . (string content: (_) @import.module))) @import)
] (#any-of? @_function "require" "dofile"))

; `pcall(require, "m")`
((function_call
    name: (identifier) @_call
    arguments: (arguments . (identifier) @_function . (string content: (_) @import.module))) @import
  (#eq? @_call "pcall") (#eq? @_function "require"))
