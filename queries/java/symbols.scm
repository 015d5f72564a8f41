; Types, wherever they stand: nested and local ones too. An annotation type is an interface, a record a class.
(class_declaration name: (identifier) @name) @definition.class
(record_declaration name: (identifier) @name) @definition.class
(interface_declaration name: (identifier) @name) @definition.interface
(annotation_type_declaration name: (identifier) @name) @definition.interface
(enum_declaration name: (identifier) @name) @definition.enum
(module_declaration name: (_) @name) @definition.module

; Methods, also those of anonymous classes and of enum constants with a body; elements of annotation types.
(method_declaration name: (identifier) @name) @definition.method
(annotation_type_element_declaration name: (identifier) @name) @definition.method
(constructor_declaration name: (identifier) @name) @definition.constructor
(compact_constructor_declaration name: (identifier) @name) @definition.constructor

(enum_constant name: (identifier) @name) @definition.enum_member

; Fields. `static final` in any order, and every field of an interface, is a constant. Where the value has a body, the
; header ends there.
(field_declaration
  declarator: (variable_declarator name: (identifier) @name) @definition.field)
(field_declaration
  declarator: (variable_declarator
    name: (identifier) @name
    value: [
      (object_creation_expression (class_body) @body)
      (lambda_expression body: (block)) @body
    ]) @definition.field)
(field_declaration
  (modifiers ["static" "final"] ["static" "final"])
  declarator: (variable_declarator name: (identifier) @name) @definition.constant)
(field_declaration
  (modifiers ["static" "final"] ["static" "final"])
  declarator: (variable_declarator
    name: (identifier) @name
    value: [
      (object_creation_expression (class_body) @body)
      (lambda_expression body: (block)) @body
    ]) @definition.constant)
(constant_declaration
  declarator: (variable_declarator name: (identifier) @name) @definition.constant)

; The components of a record are its fields.
(record_declaration
  parameters: (formal_parameters (formal_parameter name: (identifier) @name) @definition.field))
(record_declaration
  parameters: (formal_parameters
    (spread_parameter (variable_declarator name: (identifier) @name)) @definition.field))

; A file of source that has no class (Java 25).
(program (local_variable_declaration
  declarator: (variable_declarator name: (identifier) @name) @definition.field))

; `new X() { … }` makes a class without a name. Where a variable holds it, the members hang under the variable's name:
; a field is a symbol anyway, a local is none, but a part of the path.
(local_variable_declaration
  declarator: (variable_declarator
    name: (identifier) @name
    value: (object_creation_expression (class_body))) @scope)

; Elsewhere they hang under a stand-in.
([
  (argument_list (object_creation_expression (class_body)) @scope)
  (return_statement (object_creation_expression (class_body)) @scope)
  (assignment_expression right: (object_creation_expression (class_body)) @scope)
  (lambda_expression body: (object_creation_expression (class_body)) @scope)
  (expression_statement (object_creation_expression (class_body)) @scope)
  (ternary_expression (object_creation_expression (class_body)) @scope)
  (cast_expression value: (object_creation_expression (class_body)) @scope)
  (parenthesized_expression (object_creation_expression (class_body)) @scope)
  (array_initializer (object_creation_expression (class_body)) @scope)
  (method_invocation object: (object_creation_expression (class_body)) @scope)
  (yield_statement (object_creation_expression (class_body)) @scope)
  (resource value: (object_creation_expression (class_body)) @scope)
] (#set! name "<anonymous>"))
