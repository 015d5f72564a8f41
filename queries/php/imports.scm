; `use A\B\C;`: the module is what the last name is in. Classes, functions and constants alike.
(namespace_use_declaration (namespace_use_clause . [
  (name) @import.module
  (qualified_name prefix: (namespace_name) @import.module (name) @import.name)]
  alias: (name)? @import.alias)) @import

; `use A\{B, C\D as E};`
(namespace_use_declaration (namespace_name) @import.module body: (namespace_use_group (namespace_use_clause . [
  (name) @import.name
  (qualified_name prefix: (namespace_name) @import.module (name) @import.name)]
  alias: (name)? @import.alias))) @import

; Files by their literal name, also behind `__DIR__ .`.
[
  (require_expression [
    (string (string_content) @import.module)
    (encapsed_string . (string_content) @import.module .)
    (binary_expression right: (string (string_content) @import.module))
    (parenthesized_expression [
      (string (string_content) @import.module)
      (encapsed_string . (string_content) @import.module .)
      (binary_expression right: (string (string_content) @import.module))])])
  (require_once_expression [
    (string (string_content) @import.module)
    (encapsed_string . (string_content) @import.module .)
    (binary_expression right: (string (string_content) @import.module))
    (parenthesized_expression [
      (string (string_content) @import.module)
      (encapsed_string . (string_content) @import.module .)
      (binary_expression right: (string (string_content) @import.module))])])
  (include_expression [
    (string (string_content) @import.module)
    (encapsed_string . (string_content) @import.module .)
    (binary_expression right: (string (string_content) @import.module))
    (parenthesized_expression [
      (string (string_content) @import.module)
      (encapsed_string . (string_content) @import.module .)
      (binary_expression right: (string (string_content) @import.module))])])
  (include_once_expression [
    (string (string_content) @import.module)
    (encapsed_string . (string_content) @import.module .)
    (binary_expression right: (string (string_content) @import.module))
    (parenthesized_expression [
      (string (string_content) @import.module)
      (encapsed_string . (string_content) @import.module .)
      (binary_expression right: (string (string_content) @import.module))])])
] @import
