; What C has comes from there.

; Namespaces. One without a name is transparent.
(namespace_definition name: (namespace_identifier) @name) @definition.namespace
(namespace_definition name: (nested_namespace_specifier) @name.path) @definition.namespace

; Types with a body, their specialisations under the plain name.
(class_specifier name: (type_identifier) @name body: (_)) @definition.class
(class_specifier name: (template_type name: (type_identifier) @name) body: (_)) @definition.class
(class_specifier name: (qualified_identifier) @name.path body: (_)) @definition.class
(struct_specifier name: (template_type name: (type_identifier) @name) body: (_)) @definition.struct
(struct_specifier name: (qualified_identifier) @name.path body: (_)) @definition.struct
(union_specifier name: (template_type name: (type_identifier) @name) body: (_)) @definition.struct
(enum_specifier name: (qualified_identifier) @name.path body: (_)) @definition.enum
(concept_definition name: (identifier) @name) @definition.interface
(alias_declaration name: (type_identifier) @name) @definition.class

; Types that are only announced.
(class_specifier name: (type_identifier) @name !body) @definition.class
(template_declaration (struct_specifier name: (type_identifier) @name !body) @definition.struct)
(field_declaration !declarator type: (struct_specifier name: (type_identifier) @name !body)) @definition.struct

; Functions and methods with a body, those that return references and those of a class. Inside a class,
; a name without a type before it is that of a constructor. In capitals it is that of a macro, as it is in `TEST(a, b)` before a block.
(function_definition type: (_) declarator: [
    (reference_declarator (function_declarator declarator: (identifier) @name))
    (pointer_declarator declarator: (reference_declarator (function_declarator declarator: (identifier) @name)))
  ]) @definition.function
(function_definition declarator: [
    (function_declarator declarator: (template_function name: (identifier) @name))
    (reference_declarator (function_declarator declarator: (template_function name: (identifier) @name)))
    (pointer_declarator declarator: [
      (function_declarator declarator: (template_function name: (identifier) @name))
      (reference_declarator (function_declarator declarator: (template_function name: (identifier) @name)))
      (pointer_declarator declarator: (function_declarator declarator: (template_function name: (identifier) @name)))])
  ]) @definition.function
(function_definition declarator: [
    (function_declarator declarator: [(field_identifier) @name (parenthesized_declarator (field_identifier) @name)])
    (reference_declarator (function_declarator declarator: [(field_identifier) @name (parenthesized_declarator (field_identifier) @name)]))
    (pointer_declarator declarator: [
      (function_declarator declarator: [(field_identifier) @name (parenthesized_declarator (field_identifier) @name)])
      (reference_declarator (function_declarator declarator: [(field_identifier) @name (parenthesized_declarator (field_identifier) @name)]))
      (pointer_declarator declarator: (function_declarator declarator: [(field_identifier) @name (parenthesized_declarator (field_identifier) @name)]))])
  ]) @definition.method
(function_definition declarator: (function_declarator declarator: (destructor_name) @name)) @definition.method
((function_definition !type declarator: (function_declarator declarator: (identifier) @name)) @definition.function
  (#not-match? @name "^([A-Z][A-Z0-9_]+|foreach|forever)$"))

; Members with a body that are defined outside of their class.
(function_definition declarator: [
    (function_declarator declarator: (qualified_identifier) @name.path)
    (reference_declarator (function_declarator declarator: (qualified_identifier) @name.path))
    (pointer_declarator declarator: [
      (function_declarator declarator: (qualified_identifier) @name.path)
      (reference_declarator (function_declarator declarator: (qualified_identifier) @name.path))
      (pointer_declarator declarator: (function_declarator declarator: (qualified_identifier) @name.path))])
  ]) @definition.function

; Outside of a class, `= default` reads as an assignment.
(expression_statement (assignment_expression
  left: (call_expression function: (qualified_identifier) @name.path)
  right: (identifier) @_value (#any-of? @_value "default" "delete"))) @definition.function

; Operators. A conversion has its type for a name.
(function_definition declarator: [
    (function_declarator declarator: (operator_name) @name)
    (reference_declarator (function_declarator declarator: (operator_name) @name))
    (pointer_declarator declarator: [
      (function_declarator declarator: (operator_name) @name)
      (reference_declarator (function_declarator declarator: (operator_name) @name))
      (pointer_declarator declarator: (function_declarator declarator: (operator_name) @name))])
  ]) @definition.operator
(function_definition declarator: [
    (function_declarator declarator: [
      (qualified_identifier name: (operator_name))
      (qualified_identifier name: (qualified_identifier name: (operator_name)))
      (qualified_identifier name: (qualified_identifier name: (qualified_identifier name: (operator_name))))] @name.path)
    (reference_declarator (function_declarator declarator: [
      (qualified_identifier name: (operator_name))
      (qualified_identifier name: (qualified_identifier name: (operator_name)))
      (qualified_identifier name: (qualified_identifier name: (qualified_identifier name: (operator_name))))] @name.path))
    (pointer_declarator declarator: [
      (function_declarator declarator: [
      (qualified_identifier name: (operator_name))
      (qualified_identifier name: (qualified_identifier name: (operator_name)))
      (qualified_identifier name: (qualified_identifier name: (qualified_identifier name: (operator_name))))] @name.path)
      (reference_declarator (function_declarator declarator: [
      (qualified_identifier name: (operator_name))
      (qualified_identifier name: (qualified_identifier name: (operator_name)))
      (qualified_identifier name: (qualified_identifier name: (qualified_identifier name: (operator_name))))] @name.path))
      (pointer_declarator declarator: (function_declarator declarator: [
      (qualified_identifier name: (operator_name))
      (qualified_identifier name: (qualified_identifier name: (operator_name)))
      (qualified_identifier name: (qualified_identifier name: (qualified_identifier name: (operator_name))))] @name.path))])
  ]) @definition.operator
(function_definition declarator: (operator_cast) @name) @definition.operator
(function_definition declarator: [
    (qualified_identifier name: (operator_cast))
    (qualified_identifier name: (qualified_identifier name: (operator_cast)))
  ] @name.path) @definition.operator

; Declarations of members.
(field_declaration declarator: [
    (function_declarator declarator: [(field_identifier) @name (parenthesized_declarator (field_identifier) @name)])
    (reference_declarator (function_declarator declarator: [(field_identifier) @name (parenthesized_declarator (field_identifier) @name)]))
    (pointer_declarator declarator: [
      (function_declarator declarator: [(field_identifier) @name (parenthesized_declarator (field_identifier) @name)])
      (reference_declarator (function_declarator declarator: [(field_identifier) @name (parenthesized_declarator (field_identifier) @name)]))
      (pointer_declarator declarator: (function_declarator declarator: [(field_identifier) @name (parenthesized_declarator (field_identifier) @name)]))])
  ]) @definition.method
(field_declaration declarator: [
    (function_declarator declarator: (operator_name) @name)
    (reference_declarator (function_declarator declarator: (operator_name) @name))
    (pointer_declarator declarator: [
      (function_declarator declarator: (operator_name) @name)
      (reference_declarator (function_declarator declarator: (operator_name) @name))
      (pointer_declarator declarator: (function_declarator declarator: (operator_name) @name))])
  ]) @definition.operator
(field_declaration declarator: [
    (reference_declarator (field_identifier) @name)
    (pointer_declarator declarator: (reference_declarator (field_identifier) @name))
  ]) @definition.field
(declaration declarator: (operator_cast) @name) @definition.operator
(declaration declarator: [
    (function_declarator declarator: (operator_name) @name)
    (reference_declarator (function_declarator declarator: (operator_name) @name))
    (pointer_declarator declarator: [
      (function_declarator declarator: (operator_name) @name)
      (reference_declarator (function_declarator declarator: (operator_name) @name))
      (pointer_declarator declarator: (function_declarator declarator: (operator_name) @name))])
  ]) @definition.operator
(declaration declarator: (function_declarator declarator: (destructor_name) @name)) @definition.method
(field_declaration_list (declaration !type declarator:
  (function_declarator declarator: (identifier) @name)) @definition.method
  (#not-match? @name "^[A-Z][A-Z0-9_]+$"))
(field_declaration_list (template_declaration (declaration !type declarator:
  (function_declarator declarator: (identifier) @name)) @definition.method)
  (#not-match? @name "^[A-Z][A-Z0-9_]+$"))
(field_declaration_list (preproc_ifdef (declaration !type declarator:
  (function_declarator declarator: (identifier) @name)) @definition.method)
  (#not-match? @name "^[A-Z][A-Z0-9_]+$"))
(field_declaration_list (preproc_if (declaration !type declarator:
  (function_declarator declarator: (identifier) @name)) @definition.method)
  (#not-match? @name "^[A-Z][A-Z0-9_]+$"))

; Declarations of functions and variables, outside of functions.
(declaration type: (_) declarator: (reference_declarator
  (function_declarator declarator: (identifier) @name))) @definition.function
(template_declaration (declaration type: (_) declarator: [
    (function_declarator declarator: (identifier) @name)
    (pointer_declarator declarator: (function_declarator declarator: (identifier) @name))
  ]) @definition.function)
(declaration declarator: [
    (function_declarator declarator: [(qualified_identifier) (template_function)] @name.path)
    (reference_declarator (function_declarator declarator: [(qualified_identifier) (template_function)] @name.path))
    (pointer_declarator declarator: [
      (function_declarator declarator: [(qualified_identifier) (template_function)] @name.path)
      (reference_declarator (function_declarator declarator: [(qualified_identifier) (template_function)] @name.path))
      (pointer_declarator declarator: (function_declarator declarator: [(qualified_identifier) (template_function)] @name.path))])
  ]) @definition.function
(template_declaration (declaration declarator: (init_declarator declarator: (identifier) @name)) @definition.variable)
(export_declaration (declaration declarator: [
    (function_declarator declarator: (identifier) @name)
    (pointer_declarator declarator: (function_declarator declarator: (identifier) @name))
  ]) @definition.function)
(export_declaration (declaration declarator: (init_declarator declarator: (identifier) @name)) @definition.variable)
(declaration type: (_) declarator: [
    (qualified_identifier) @name.path
    (array_declarator declarator: (qualified_identifier) @name.path)
    (pointer_declarator declarator: (qualified_identifier) @name.path)
    (init_declarator declarator: [
      (qualified_identifier) @name.path
      (array_declarator declarator: (qualified_identifier) @name.path)
      (pointer_declarator declarator: (qualified_identifier) @name.path)
      (reference_declarator (qualified_identifier) @name.path)])
  ]) @definition.variable
(translation_unit (declaration declarator: (init_declarator declarator: [
    (reference_declarator (identifier) @name)
    (structured_binding_declarator (identifier) @name)])) @definition.variable)
(declaration_list (declaration declarator: (init_declarator declarator: [
    (reference_declarator (identifier) @name)
    (structured_binding_declarator (identifier) @name)])) @definition.variable)

; A lambda is the function that its variable names.
(translation_unit (declaration declarator: (init_declarator
  declarator: (identifier) @name value: (lambda_expression body: (_) @body))) @definition.function)
(declaration_list (declaration declarator: (init_declarator
  declarator: (identifier) @name value: (lambda_expression body: (_) @body))) @definition.function)
(field_declaration declarator: (field_identifier) @name
  default_value: (lambda_expression body: (_) @body)) @definition.method
