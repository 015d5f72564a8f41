; What C has comes from there. Here as there, what a function returns stands around its name: references and pointers.

; Namespaces. One without a name is transparent.
(namespace_definition name: (namespace_identifier) @name) @definition.namespace
(namespace_definition name: (nested_namespace_specifier) @name.path) @definition.namespace

; Types with a body; specialisations have the plain name.
(class_specifier name: (type_identifier) @name body: (_)) @definition.class
(class_specifier name: (template_type name: (type_identifier) @name) body: (_)) @definition.class
(class_specifier name: (qualified_identifier) @name.path body: (_)) @definition.class
(struct_specifier name: (template_type name: (type_identifier) @name) body: (_)) @definition.struct
(struct_specifier name: (qualified_identifier) @name.path body: (_)) @definition.struct
(union_specifier name: (template_type name: (type_identifier) @name) body: (_)) @definition.struct
(enum_specifier name: (qualified_identifier) @name.path body: (_)) @definition.enum
(concept_definition name: (identifier) @name (_) @body) @definition.interface
(alias_declaration name: (type_identifier) @name) @definition.class

; `class API Value : public Base { … }` looks like a function, as in C.
(function_definition type: (class_specifier !body) declarator: (identifier) @name) @definition.class

; Types that are only announced.
((class_specifier name: (type_identifier) @name !body) @definition.class
  (#set! inside "translation_unit declaration_list preproc_ifdef template_declaration"))
(template_declaration (struct_specifier name: (type_identifier) @name !body) @definition.struct)
(field_declaration !declarator type: (class_specifier name: (type_identifier) @name !body)) @definition.class
(field_declaration !declarator type: (struct_specifier name: (type_identifier) @name !body)) @definition.struct

; Functions with a body: of a class, specialised, or returning a reference.
(function_definition declarator: [
    (function_declarator declarator: [
      (field_identifier) @name
      (destructor_name) @name
      (parenthesized_declarator (field_identifier) @name)
      (template_function name: (identifier) @name)])
    (reference_declarator (function_declarator declarator: [
      (identifier) @name
      (field_identifier) @name
      (parenthesized_declarator (field_identifier) @name)
      (template_function name: (identifier) @name)]))
    (pointer_declarator declarator: [
      (function_declarator declarator: [
        (field_identifier) @name
        (template_function name: (identifier) @name)])
      (pointer_declarator declarator: (function_declarator declarator: (field_identifier) @name))
      (reference_declarator (function_declarator declarator: [(identifier) @name (field_identifier) @name]))])
  ]) @definition.function

; Without a type it is a constructor; or, in capitals, a macro call in front of a block, as in `TEST(a, b) { … }`.
((function_definition !type declarator: (function_declarator declarator: (identifier) @name)) @definition.function
  (#not-match? @name "^([A-Z][A-Z0-9_]+|foreach|forever)$"))

; `T (max)() { … }` reads as if T had the parameter max.
(function_definition !type declarator: (function_declarator declarator: (function_declarator
  parameters: (parameter_list . (parameter_declaration type: (type_identifier) @name !declarator) .)))
) @definition.function

; Members with a body outside of their class, operators among them (`kinds.header` tells which). There `= default` reads as an assignment.
(function_definition declarator: [
    (function_declarator declarator: (qualified_identifier) @name.path)
    (reference_declarator (function_declarator declarator: (qualified_identifier) @name.path))
    (pointer_declarator declarator: [
      (function_declarator declarator: (qualified_identifier) @name.path)
      (_ (function_declarator declarator: (qualified_identifier) @name.path))])
  ]) @definition.function
(expression_statement (assignment_expression
  left: (call_expression function: (qualified_identifier) @name.path)
  right: (identifier) @_value (#any-of? @_value "default" "delete"))) @definition.function

; Operators; a conversion has its type for a name.
(function_definition declarator: [
    (operator_cast) @name
    (function_declarator declarator: (operator_name) @name)
    (reference_declarator (function_declarator declarator: (operator_name) @name))
    (pointer_declarator declarator: [
      (function_declarator declarator: (operator_name) @name)
      (_ (function_declarator declarator: (operator_name) @name))])
  ]) @definition.operator
(function_definition declarator: [
    (qualified_identifier name: (operator_cast)) @name.path
    (qualified_identifier name: (qualified_identifier name: (operator_cast))) @name.path
  ]) @definition.operator

; Declarations of members. Without a type it is a constructor or, in capitals, a macro call.
(field_declaration declarator: [
    (function_declarator declarator: [
      (field_identifier) @name
      (parenthesized_declarator (field_identifier) @name)])
    (reference_declarator (function_declarator declarator: [
      (field_identifier) @name
      (parenthesized_declarator (field_identifier) @name)]))
    (pointer_declarator declarator: [
      (function_declarator declarator: (field_identifier) @name)
      (_ (function_declarator declarator: (field_identifier) @name))])
  ]) @definition.method
(field_declaration declarator: [
    (function_declarator declarator: (operator_name) @name)
    (reference_declarator (function_declarator declarator: (operator_name) @name))
    (pointer_declarator declarator: [
      (function_declarator declarator: (operator_name) @name)
      (_ (function_declarator declarator: (operator_name) @name))])
  ]) @definition.operator
(field_declaration declarator: [
    (reference_declarator (field_identifier) @name)
    (pointer_declarator declarator: (reference_declarator (field_identifier) @name))
  ]) @definition.field
(declaration declarator: (function_declarator declarator: (destructor_name) @name)) @definition.method
(field_declaration_list (declaration !type
    declarator: (function_declarator declarator: (identifier) @name)) @definition.method
  (#not-match? @name "^[A-Z][A-Z0-9_]+$"))
(field_declaration_list (template_declaration (declaration !type
    declarator: (function_declarator declarator: (identifier) @name)) @definition.method)
  (#not-match? @name "^[A-Z][A-Z0-9_]+$"))
(field_declaration_list (preproc_ifdef (declaration !type
    declarator: (function_declarator declarator: (identifier) @name)) @definition.method)
  (#not-match? @name "^[A-Z][A-Z0-9_]+$"))
(field_declaration_list (preproc_if (declaration !type
    declarator: (function_declarator declarator: (identifier) @name)) @definition.method)
  (#not-match? @name "^[A-Z][A-Z0-9_]+$"))

(friend_declaration (declaration declarator: [
    (function_declarator declarator: (identifier) @name)
    (pointer_declarator declarator: (function_declarator declarator: (identifier) @name))
  ]) @definition.function)

; Declarations of operators, of functions that return references, and of specialisations.
(declaration declarator: [
    (operator_cast) @name
    (function_declarator declarator: (operator_name) @name)
    (reference_declarator (function_declarator declarator: (operator_name) @name))
    (pointer_declarator declarator: (function_declarator declarator: (operator_name) @name))
  ]) @definition.operator
(declaration type: (_) declarator: (reference_declarator
  (function_declarator declarator: (identifier) @name))) @definition.function
(declaration declarator: [
    (function_declarator declarator: [(qualified_identifier) (template_function)] @name.path)
    (_ (function_declarator declarator: [(qualified_identifier) (template_function)] @name.path))
  ]) @definition.function

; Declarations of templates, and of what a module exports.
(template_declaration (declaration type: (_) declarator: [
    (function_declarator declarator: (identifier) @name)
    (pointer_declarator declarator: (function_declarator declarator: (identifier) @name))
  ]) @definition.function)
(template_declaration (declaration
  declarator: (init_declarator declarator: (identifier) @name)) @definition.variable)
(export_declaration (declaration declarator: [
    (function_declarator declarator: (identifier) @name)
    (pointer_declarator declarator: (function_declarator declarator: (identifier) @name))
  ]) @definition.function)
(export_declaration (declaration
  declarator: (init_declarator declarator: (identifier) @name)) @definition.variable)

; Static members outside of their class.
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

; Variables that are references, or that take something apart; as in C, where no function is around them.
((declaration declarator: (init_declarator declarator: [
    (reference_declarator (identifier) @name)
    (structured_binding_declarator (identifier) @name)])) @definition.variable
  (#set! inside "translation_unit declaration_list"))

; A lambda is the function that its variable names.
((declaration declarator: (init_declarator
    declarator: (identifier) @name value: (lambda_expression body: (_) @body))) @definition.function
  (#set! inside "translation_unit declaration_list"))
