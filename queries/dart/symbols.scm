; Types.
(class_definition name: (identifier) @name) @definition.class
(class_definition (mixin_application_class . (identifier) @name)) @definition.class
(mixin_declaration (mixin) . (identifier) @name (class_body) @body) @definition.class
(enum_declaration name: (identifier) @name) @definition.enum
(enum_constant name: (identifier) @name) @definition.enum_member
(extension_type_declaration name: (identifier) @name) @definition.class
(type_alias [
  ((type_identifier) @name . [(formal_parameter_list) (type_parameters)])
  ((type_identifier) @name . "=")]) @definition.class

; An extension is a symbol by its name, if it has one. Its members belong to the type that it extends.
(extension_declaration name: (identifier) @name) @definition.class
(extension_declaration (type_identifier) @receiver . [(type_arguments) (nullable_type) (extension_body)]) @scope
(extension_declaration "on" [(function_type) (record_type)] @name) @scope

; Functions of the file, and those inside others. The grammar has no node for a whole function: its body is the sibling
; behind its signature. An error in its place is what is left of a broken one.
((function_signature name: (_) @name) @definition.function . (comment)* . [(function_body) (ERROR)] @body)
((function_signature name: (_) @name) @definition.function . (comment)* . (function_body ["async" "async*"]) @body
  (#set! flag "async"))
(program (function_signature name: (_) @name) @definition.function . ";")
([(getter_signature name: (_) @name) (setter_signature name: (_) @name)] @definition.property
  . (comment)* . [(function_body) (ERROR)] @body)
(program [(getter_signature name: (_) @name) (setter_signature name: (_) @name)] @definition.property . ";")

; Members with a body. What has no type before its name is a constructor or a method: the name of the class tells.
((method_signature [
    (function_signature name: (_) @name)
    (constructor_signature . (identifier) @name . (formal_parameter_list))]) @definition.method
  . (comment)* . [(function_body) (ERROR)] @body)
((method_signature [
    (function_signature name: (_) @name)
    (constructor_signature . (identifier) @name . (formal_parameter_list))]) @definition.method
  . (comment)* . (function_body ["async" "async*"]) @body
  (#set! flag "async"))
((method_signature [
    (constructor_signature (identifier) . (identifier) @name . (formal_parameter_list))
    (factory_constructor_signature (identifier) @name . (formal_parameter_list))]) @definition.constructor
  . (comment)* . [(function_body) (ERROR)] @body)
((method_signature [(getter_signature name: (_) @name) (setter_signature name: (_) @name)]) @definition.property
  . (comment)* . [(function_body) (ERROR)] @body)
((method_signature (operator_signature [(binary_operator) "[]" "[]=" "~"] @name)) @definition.operator
  . (comment)* . [(function_body) (ERROR)] @body
  (#set! prefix "operator "))

; Members without one: constructors, and what is abstract unless it is external.
((declaration (function_signature name: (_) @name)) @definition.method (#set! flag "abstract"))
(declaration "external" (function_signature name: (_) @name)) @definition.method
((declaration [(getter_signature name: (_) @name) (setter_signature name: (_) @name)]) @definition.property
  (#set! flag "abstract"))
(declaration "external" [(getter_signature name: (_) @name) (setter_signature name: (_) @name)]) @definition.property
((declaration (operator_signature [(binary_operator) "[]" "[]=" "~"] @name)) @definition.operator
  (#set! prefix "operator ") (#set! flag "abstract"))
(declaration (constructor_signature . (identifier) @name . (formal_parameter_list))) @definition.method
(declaration [
  (constructor_signature (identifier) . (identifier) @name . (formal_parameter_list))
  (constant_constructor_signature (identifier) @name . (formal_parameter_list))
  (factory_constructor_signature (identifier) @name . (formal_parameter_list))
  (redirecting_factory_constructor_signature (identifier) @name . (formal_parameter_list))]) @definition.constructor

; Variables of the file, and fields: these lists hold no locals.
(initialized_identifier_list (initialized_identifier . (identifier) @name) @definition.variable)
(static_final_declaration_list (static_final_declaration . (identifier) @name) @definition.variable)
(identifier_list (identifier) @name @definition.variable)
(declaration (identifier) @name) @definition.field
(declaration (const_builtin)
  (static_final_declaration_list (static_final_declaration . (identifier) @name) @definition.constant))
(program (const_builtin) @_const
  . (type_identifier)? . (type_identifier)? . [(type_arguments) (record_type) (function_type)]? . (nullable_type)?
  . (static_final_declaration_list (static_final_declaration . (identifier) @name) @definition.constant))

; The field of an extension type, and the name of its constructor.
(representation_declaration name: (identifier) @name @definition.field)
(representation_declaration "." . (identifier) @name @definition.constructor)
