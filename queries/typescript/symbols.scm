; Types. An alias is a class.
(abstract_class_declaration name: (_) @name) @definition.class
(interface_declaration name: (_) @name) @definition.interface
(type_alias_declaration name: (_) @name) @definition.class
(enum_declaration name: (_) @name) @definition.enum
(enum_body name: (_) @name @definition.enum_member)
(enum_assignment name: (_) @name) @definition.enum_member

; Namespaces and modules with a name or a path, and what is declared to be global.
(internal_module name: (identifier) @name) @definition.namespace
(internal_module name: (nested_identifier) @name.path) @definition.namespace
(module name: (identifier) @name) @definition.namespace
(module name: (nested_identifier) @name.path) @definition.namespace
(module name: (string) @name) @definition.module
(ambient_declaration "global" @name (statement_block) @body) @definition.namespace

; Overloads and what is declared without a body; members of classes, interfaces and type literals. Signatures without a
; name (calls, constructors, indices) are no symbols.
(function_signature name: (_) @name) @definition.function
(method_signature name: (_) @name) @definition.method
(method_signature ["get" "set"] name: (_) @name) @definition.property
(abstract_method_signature name: (_) @name) @definition.method
(abstract_method_signature ["get" "set"] name: (_) @name) @definition.property
(property_signature name: (_) @name) @definition.property
(public_field_definition name: (_) @name) @definition.field
(public_field_definition name: (_) @name value: [(arrow_function) (function_expression)] @body.of) @definition.method

; Fields that a constructor declares by its parameters.
(required_parameter
  [(accessibility_modifier) (override_modifier) "readonly"]
  pattern: (identifier) @name) @definition.field
(optional_parameter
  [(accessibility_modifier) (override_modifier) "readonly"]
  pattern: (identifier) @name) @definition.field

; Variables of namespaces and modules, and declared ones.
(internal_module body: (statement_block [
  (_ (variable_declarator name: (identifier) @name) @definition.variable)
  (export_statement (_ (variable_declarator name: (identifier) @name) @definition.variable))]))
(module body: (statement_block [
  (_ (variable_declarator name: (identifier) @name) @definition.variable)
  (export_statement (_ (variable_declarator name: (identifier) @name) @definition.variable))]))
(ambient_declaration [
  (_ (variable_declarator name: (identifier) @name) @definition.variable)
  (statement_block (_ (variable_declarator name: (identifier) @name) @definition.variable))])

; Values whose type is asserted.
(variable_declarator name: (identifier) @name value: [
  (as_expression . [
    (function_expression) @body.of
    (parenthesized_expression [(arrow_function) (function_expression)] @body.of)])
  (satisfies_expression . [
    (function_expression) @body.of
    (parenthesized_expression [(arrow_function) (function_expression)] @body.of)])])
  @definition.function
(variable_declarator
  name: (identifier) @name
  value: [
    (as_expression . (object [(method_definition) (pair value: [(arrow_function) (function_expression)])]) @body)
    (satisfies_expression .
      (object [(method_definition) (pair value: [(arrow_function) (function_expression)])]) @body)])
  @definition.variable
