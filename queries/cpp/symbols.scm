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

; Functions that return references.
(function_definition type: (_) declarator: (reference_declarator) @declarator) @definition.function

; Functions without a type: constructors, conversions; or, in capitals, a macro call in front of a block, as in
; `TEST(a, b) { … }`.
((function_definition !type
    declarator: [(function_declarator) (operator_cast) (qualified_identifier)] @declarator) @definition.function
  (#not-match? @declarator "^([A-Z][A-Z0-9_]+|foreach|forever)\\s*\\("))

; Outside of its class `= default` reads as an assignment.
(expression_statement (assignment_expression
  left: (call_expression function: (qualified_identifier) @name.path)
  right: (identifier) @_value (#any-of? @_value "default" "delete"))) @definition.function

; Members that are declared. Without a type it is a constructor or, in capitals, a macro call.
((declaration !type declarator: (function_declarator declarator: [(identifier) (destructor_name)] @name)) @definition.method
  (#not-match? @name "^[A-Z][A-Z0-9_]+$")
  (#set! inside "field_declaration_list field_declaration_list>template_declaration field_declaration_list>preproc_ifdef field_declaration_list>preproc_if"))

(friend_declaration (declaration
  declarator: [(function_declarator) (pointer_declarator) (reference_declarator)] @declarator) @definition.function)

; Declarations of operators, of functions that return references, and, outside of their class, of specialisations and
; static members.
(declaration declarator: [
    (operator_cast)
    (qualified_identifier)
    (_ declarator: [
      (operator_name) (qualified_identifier) (template_function)
      (_ declarator: [(operator_name) (qualified_identifier) (template_function)])])
    (reference_declarator [(function_declarator) (qualified_identifier)])
  ] @declarator) @definition.variable

; Declarations of templates, and of what a module exports.
(template_declaration (declaration type: (_) declarator: (_) @declarator) @definition.variable)
(template_declaration (declaration type: (class_specifier !body) declarator: (identifier) @name) @definition.class)
(export_declaration (declaration declarator: (_) @declarator) @definition.variable)

; Variables that take something apart; as in C, where no function is around them.
((declaration declarator: (init_declarator
    declarator: (structured_binding_declarator (identifier) @name))) @definition.variable
  (#set! inside "translation_unit declaration_list"))

; A lambda is the function that its variable names.
((declaration declarator: (init_declarator
    declarator: (identifier) @name value: (lambda_expression) @body.of)) @definition.function
  (#set! inside "translation_unit declaration_list"))
