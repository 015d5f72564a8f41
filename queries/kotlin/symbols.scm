; Types. An annotation class is a class, `fun interface` an interface.
(class_declaration "class" (type_identifier) @name (class_body)? @body) @definition.class
(class_declaration "interface" (type_identifier) @name (class_body)? @body) @definition.interface
(class_declaration "enum" (type_identifier) @name (enum_class_body)? @body) @definition.enum
(object_declaration (type_identifier) @name (class_body)? @body) @definition.object
(type_alias (type_identifier) @name) @definition.class
(enum_entry (simple_identifier) @name (class_body)? @body) @definition.enum_member

; The body after `class A : B by c { … }` is a lambda that `c` is called with, to the grammar.
(class_declaration
  "class" (type_identifier) @name
  (delegation_specifier (explicit_delegation (call_expression (call_suffix (annotated_lambda) @body)))) .)
  @definition.class

; A companion that has no name is called `Companion`.
(companion_object (type_identifier) @name (class_body)? @body) @definition.object
((companion_object "object" @name .) @definition.object (#set! name "Companion"))
((companion_object "object" @name . (class_body) @body) @definition.object (#set! name "Companion"))
((companion_object "object" @name . (delegation_specifier) (class_body)? @body) @definition.object
  (#set! name "Companion"))

; Functions, wherever they stand. An extension hangs under the type that it extends; one of `Type.Companion` under
; `Type`, the name that it is called by.
(function_declaration
  (simple_identifier) @name . (function_value_parameters) (function_body)? @body) @definition.function
(function_declaration
  receiver: (receiver_type) @receiver
  (simple_identifier) @name . (function_value_parameters) (function_body)? @body) @definition.function
(function_declaration
  receiver: (receiver_type (user_type (type_identifier) @receiver . (type_identifier) @_companion .))
  (simple_identifier) @name . (function_value_parameters) (function_body)? @body
  (#eq? @_companion "Companion")) @definition.function
(secondary_constructor "constructor" @name (statements)? @body) @definition.constructor

; Properties of a file or a class; those of a function are no symbols. The header ends before a lambda, the members of
; an object, and a getter. The grammar has an error around a property that is alone in the line of its class's body.
[
  (source_file (property_declaration
    (variable_declaration (simple_identifier) @name)
    [(lambda_literal) @body (object_literal (class_body) @body) (getter) @body]?) @definition.property)
  (class_body (property_declaration
    (variable_declaration (simple_identifier) @name)
    [(lambda_literal) @body (object_literal (class_body) @body) (getter) @body]?) @definition.property)
  (enum_class_body (property_declaration
    (variable_declaration (simple_identifier) @name)
    [(lambda_literal) @body (object_literal (class_body) @body) (getter) @body]?) @definition.property)
  (class_body (ERROR (property_declaration
    (variable_declaration (simple_identifier) @name)) @definition.property))
  (explicit_delegation (call_expression (call_suffix (annotated_lambda (lambda_literal (statements
    (property_declaration (variable_declaration (simple_identifier) @name)) @definition.property))))))
]
(source_file (property_declaration
  !receiver
  (multi_variable_declaration (variable_declaration (simple_identifier) @name))) @definition.property)
[
  (source_file (property_declaration
    (modifiers (property_modifier))
    (variable_declaration (simple_identifier) @name)) @definition.constant)
  (class_body (property_declaration
    (modifiers (property_modifier))
    (variable_declaration (simple_identifier) @name)) @definition.constant)
]

; Extension properties.
(property_declaration
  receiver: (receiver_type) @receiver
  (variable_declaration (simple_identifier) @name) (getter)? @body) @definition.property
(property_declaration
  receiver: (receiver_type (user_type (type_identifier) @receiver . (type_identifier) @_companion .))
  (variable_declaration (simple_identifier) @name) (getter)? @body
  (#eq? @_companion "Companion")) @definition.property

; Properties that the primary constructor declares.
(class_parameter (binding_pattern_kind) . (simple_identifier) @name) @definition.property

; `object : X { … }` makes an object without a name. Where a property holds it, the members hang under the property's
; name, also under that of a local one.
(property_declaration
  (variable_declaration (simple_identifier) @name)
  (object_literal (class_body))) @scope

; Elsewhere they hang under a stand-in.
([
  (value_argument (object_literal (class_body)) @scope)
  (function_body (object_literal (class_body)) @scope)
  (statements (object_literal (class_body)) @scope)
  (jump_expression (object_literal (class_body)) @scope)
  (assignment (object_literal (class_body)) @scope)
  (control_structure_body (object_literal (class_body)) @scope)
  (elvis_expression (object_literal (class_body)) @scope)
  (parenthesized_expression (object_literal (class_body)) @scope)
  (navigation_expression (object_literal (class_body)) @scope)
  (infix_expression (object_literal (class_body)) @scope)
  (call_expression (object_literal (class_body)) @scope)
  (as_expression (object_literal (class_body)) @scope)
  (explicit_delegation (object_literal (class_body)) @scope)
] (#set! name "<anonymous>"))

; What the grammar cannot parse as a declaration is one all the same, since no keyword is a name. After some annotations
; `public class A { … }` is read as calls of infix functions, a function in a broken expression as one without a name.
; The node next to the name stands for the whole.
((infix_expression
  (simple_identifier) @_keyword .
  (call_expression . (simple_identifier) @name (call_suffix (annotated_lambda)? @body)) @definition.class)
  (#any-of? @_keyword "class" "interface" "object"))
((infix_expression (simple_identifier) @_keyword . (simple_identifier) @name . (lambda_literal) @body) @definition.class
  (#any-of? @_keyword "class" "interface" "object"))
((infix_expression (simple_identifier) @_keyword . (simple_identifier)? . (lambda_literal (statements
  (property_declaration (variable_declaration (simple_identifier) @name)) @definition.property)))
  (#any-of? @_keyword "class" "interface" "object"))
((infix_expression (simple_identifier) @_keyword . (simple_identifier) @name .) @definition.class
  (#any-of? @_keyword "class" "interface" "object"))
((infix_expression . (infix_expression (simple_identifier) @definition.class .) . (simple_identifier) @name)
  (#any-of? @definition.class "class" "interface" "object"))
((infix_expression
  (simple_identifier) @_keyword .
  [
    (call_expression . (simple_identifier) @name (call_suffix (annotated_lambda)? @body)) @definition.function
    (ERROR . (call_expression . (simple_identifier) @name) @definition.function)
  ])
  (#eq? @_keyword "fun"))
((infix_expression . (simple_identifier) @_companion . (simple_identifier) @name . (lambda_literal) @body)
  @definition.object
  (#set! name "Companion") (#eq? @_companion "companion") (#eq? @name "object"))
(anonymous_function
  (ERROR (simple_identifier) @name) . (function_value_parameters) (function_body)? @body) @definition.function
(ERROR ["class" "interface" "object"] @definition.class . (simple_identifier) @name)
(ERROR "fun" @definition.function . (simple_identifier) @name . (function_value_parameters))
(ERROR
  "fun" @definition.function
  . (receiver_type) @receiver
  . (simple_identifier) @name
  . (function_value_parameters))
