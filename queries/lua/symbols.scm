; Variables of a file: not what `require` gave, and not locals.
(chunk (variable_declaration (variable_list name: (identifier) @name)) @definition.variable)
((chunk (variable_declaration (assignment_statement
    (variable_list name: (identifier) @name)
    (expression_list . value: (_) @_value)) @definition.variable))
  (#not-match? @_value "^require\\b"))
((chunk (assignment_statement
    (variable_list name: (identifier) @name)
    (expression_list . value: (_) @_value)) @definition.variable)
  (#not-match? @_value "^require\\b"))

; Fields that are added to a table at the top of a file. `Class.__index = Class` names nothing new.
((chunk (assignment_statement
    (variable_list name: (dot_index_expression field: (identifier) @_field) @name.path)
    (expression_list . value: (_))) @definition.field)
  (#not-eq? @_field "__index"))

; A table is the only namespace: `function M.f()`, `function M:f()` hang under M.
(function_declaration name: (identifier) @name) @definition.function
(function_declaration name: (dot_index_expression) @name.path) @definition.function
(function_declaration name: (method_index_expression) @name.path) @definition.method

; Functions by assignment, wherever they stand: `f = function`, `M.f = function`, `M["f"] = function`.
(assignment_statement
  (variable_list . name: [
    (identifier) @name
    (dot_index_expression) @name.path
    (bracket_index_expression table: (_) @receiver field: (string) @name)] .)
  (expression_list . value: (function_definition body: (_)? @body))) @definition.function

; Functions in a table constructor, `{ f = function … }`, and the names of tables in it.
(field name: [(identifier) (string)] @name value: (function_definition body: (_)? @body)) @definition.function
(field name: [(identifier) (string)] @name value: (table_constructor)) @scope

; What is left of a function that has no end: its name.
(ERROR "function" . [
  (identifier) @name @definition.function
  (dot_index_expression) @name.path @definition.function
  (method_index_expression) @name.path @definition.function])
