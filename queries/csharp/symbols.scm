; A namespace with a body is a container, `namespace A.B { … }` two of them: people write `A.B.Type` and mean the
; namespaces by it, however they were opened. `namespace A.B;` holds for the whole file and is no symbol.
(namespace_declaration name: (_) @name.path) @definition.namespace

; Types. A delegate is a named type of functions.
(class_declaration name: (identifier) @name) @definition.class
(record_declaration name: (identifier) @name) @definition.class
(record_declaration "struct" name: (identifier) @name) @definition.struct
(struct_declaration name: (identifier) @name) @definition.struct
(interface_declaration name: (identifier) @name) @definition.interface
(enum_declaration name: (identifier) @name) @definition.enum
(delegate_declaration name: (identifier) @name) @definition.class
(enum_member_declaration name: (identifier) @name) @definition.enum_member

; Methods. The explicit implementation of an interface's member, `void IShape.Draw()`, is a member of its class.
(method_declaration name: (identifier) @name) @definition.method
(constructor_declaration name: (identifier) @name (#not-eq? @name "extension")) @definition.constructor
(local_function_statement name: (identifier) @name) @definition.function
((destructor_declaration name: (identifier) @name) @definition.method (#set! prefix "~"))

; An extension method hangs under the type that it extends.
(method_declaration
  name: (identifier) @name
  parameters: (parameter_list . (parameter (modifier) @_this type: (_) @receiver))
  (#eq? @_this "this")) @definition.method

; So do the members of `extension(Type value) { … }` (C# 14), which the grammar takes for a constructor.
(constructor_declaration
  name: (identifier) @_extension
  parameters: (parameter_list . (parameter type: (_) @receiver))
  (#eq? @_extension "extension")) @scope

; Operators: `operator+` as in C++, `operator true`, and `operator int` for both kinds of conversion.
((operator_declaration operator: _ @name) @definition.operator (#set! prefix "operator"))
((operator_declaration operator: ["true" "false"] @name) @definition.operator (#set! prefix "operator "))
((conversion_operator_declaration type: (_) @name) @definition.operator (#set! prefix "operator "))

; Properties, indexers and events. The header ends before accessors with a body, and has `{ get; set; }` in it.
(property_declaration name: (identifier) @name) @definition.property
(property_declaration
  name: (identifier) @name
  accessors: (accessor_list (accessor_declaration body: (_))) @body) @definition.property
(property_declaration
  name: (identifier) @name
  value: (arrow_expression_clause) @body) @definition.property
((indexer_declaration "this" @name) @definition.property (#set! name "this[]"))
((indexer_declaration
  "this" @name
  [accessors: (accessor_list (accessor_declaration body: (_))) value: (arrow_expression_clause)] @body)
  @definition.property (#set! name "this[]"))
(event_declaration name: (identifier) @name accessors: (accessor_list) @body) @definition.event
(event_field_declaration
  (variable_declaration (variable_declarator name: (identifier) @name) @definition.event))

; The parameters of a record are properties.
(record_declaration
  (parameter_list (parameter name: (identifier) @name) @definition.property))

; Fields. `const` and `static readonly` make constants.
(field_declaration
  (variable_declaration (variable_declarator name: (identifier) @name) @definition.field))
(field_declaration
  (modifier "const")
  (variable_declaration (variable_declarator name: (identifier) @name) @definition.constant))
(field_declaration
  (modifier ["static" "readonly"])
  (modifier ["static" "readonly"])
  (variable_declaration (variable_declarator name: (identifier) @name) @definition.constant))

; Variables of top-level statements.
(global_statement (local_declaration_statement
  (variable_declaration (variable_declarator name: (identifier) @name) @definition.variable)))
(global_statement (local_declaration_statement
  (variable_declaration
    (variable_declarator (tuple_pattern name: (identifier) @name)) @definition.variable)))
