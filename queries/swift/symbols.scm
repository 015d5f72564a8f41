; Types, those inside functions too. One node stands for all of them, and for extensions.
(class_declaration declaration_kind: "class" name: (type_identifier) @name) @definition.class
(class_declaration declaration_kind: "actor" name: (type_identifier) @name) @definition.class
(class_declaration declaration_kind: "struct" name: (type_identifier) @name) @definition.struct
(class_declaration declaration_kind: "enum" name: (type_identifier) @name) @definition.enum
(protocol_declaration name: (type_identifier) @name) @definition.interface
(typealias_declaration name: (type_identifier) @name) @definition.class
(associatedtype_declaration name: (type_identifier) @name) @definition.class

; An extension is no symbol; its members hang under the type, `Outer.Inner` under both.
(class_declaration declaration_kind: "extension" name: (_) @name.path) @scope
(class_declaration declaration_kind: "extension"
  name: [
    (user_type . (type_identifier) @receiver . (type_arguments) .)
    (user_type . (type_identifier) @receiver . (type_identifier) @name . (type_arguments) .)]) @scope

; Functions, wherever they stand. Names of operators are mostly bare tokens; the result has the field `name` as well.
(function_declaration "func" . name: _ @name) @definition.function
(init_declaration name: "init" @name) @definition.constructor
(deinit_declaration "deinit" @name) @definition.method
(subscript_declaration "subscript" @name (computed_property) @body) @definition.property
(macro_declaration (simple_identifier) @name) @definition.function
(macro_declaration (simple_identifier) @name definition: (_) @body) @definition.function

; What a protocol asks for.
((protocol_function_declaration "func" . name: _ @name) @definition.method (#set! flag "abstract"))
((protocol_property_declaration name: (pattern bound_identifier: (simple_identifier) @name)) @definition.property
  (#set! flag "abstract"))
((protocol_body (init_declaration name: "init" @name) @definition.constructor) (#set! flag "abstract"))
((protocol_body (subscript_declaration "subscript" @name) @definition.property) (#set! flag "abstract"))

; Variables of the file and of types. Those of the file are constants where they say `let`. What is stored in a type is
; a field, what is computed is a property.
(source_file (property_declaration
  (value_binding_pattern mutability: "var")
  name: (pattern bound_identifier: (simple_identifier) @name)) @definition.variable)
(source_file (property_declaration
  (value_binding_pattern mutability: "let")
  name: (pattern bound_identifier: (simple_identifier) @name)) @definition.constant)
(source_file (property_declaration
  (value_binding_pattern mutability: "let")
  name: (pattern bound_identifier: (simple_identifier) @name)
  value: (lambda_literal) @body) @definition.constant)
(source_file (property_declaration
  (value_binding_pattern mutability: "var")
  name: (pattern (pattern (simple_identifier) @name))) @definition.variable)
(source_file (property_declaration
  (value_binding_pattern mutability: "let")
  name: (pattern (pattern (simple_identifier) @name))) @definition.constant)
(source_file (property_declaration
  name: (pattern bound_identifier: (simple_identifier) @name)
  computed_value: (_) @body) @definition.property)
([(class_body (property_declaration
    name: (pattern bound_identifier: (simple_identifier) @name)) @definition.field)
  (enum_class_body (property_declaration
    name: (pattern bound_identifier: (simple_identifier) @name)) @definition.field)])
(class_body (property_declaration
  name: (pattern bound_identifier: (simple_identifier) @name)
  [(willset_didset_block) (lambda_literal)] @body) @definition.field)
(class_body (property_declaration
  name: (pattern bound_identifier: (simple_identifier) @name)
  value: (call_expression . (lambda_literal) @body)) @definition.field)
(class_body (property_declaration name: (pattern (pattern (simple_identifier) @name))) @definition.field)
([(class_body (property_declaration
    name: (pattern bound_identifier: (simple_identifier) @name)
    computed_value: (_) @body) @definition.property)
  (enum_class_body (property_declaration
    name: (pattern bound_identifier: (simple_identifier) @name)
    computed_value: (_) @body) @definition.property)])

; The cases of an enum, several on a line.
(enum_entry name: (simple_identifier) @name) @definition.enum_member

; Operators and their precedence.
(operator_declaration "operator" . _ @name) @definition.operator
(precedence_group_declaration (simple_identifier) @name (precedence_group_attributes) @body) @definition.operator
