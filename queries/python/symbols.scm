; Functions and classes, wherever they stand: nested, conditional, decorated.
(function_definition name: (identifier) @name) @definition.function
(class_definition name: (identifier) @name) @definition.class
(type_alias_statement left: (type [(identifier) @name (generic_type . (identifier) @name)])) @definition.class

; Variables of a module and fields of a class, with one name, several, or several in a row (`a = b = 1`).
(module (assignment left: (identifier) @name) @definition.variable)
(module (assignment left: [
  (pattern_list (identifier) @name) (tuple_pattern (identifier) @name) (list_pattern (identifier) @name)]
  ) @definition.variable)
(module (assignment right: (assignment left: (identifier) @name)) @definition.variable)
(class_definition body: (block (assignment left: (identifier) @name) @definition.variable))
(class_definition body: (block (assignment left: [
  (pattern_list (identifier) @name) (tuple_pattern (identifier) @name)]) @definition.variable))

; The same where they depend on something; in a function these are locals, and `kinds.locals` drops them.
(if_statement consequence: (block (assignment left: (identifier) @name) @definition.variable))
(elif_clause consequence: (block (assignment left: (identifier) @name) @definition.variable))
(else_clause body: (block (assignment left: (identifier) @name) @definition.variable))
(try_statement body: (block (assignment left: (identifier) @name) @definition.variable))
(except_clause (block (assignment left: (identifier) @name) @definition.variable))
(finally_clause (block (assignment left: (identifier) @name) @definition.variable))
(with_statement body: (block (assignment left: (identifier) @name) @definition.variable))
