; Functions, and methods under the type of their receiver.
(function_declaration name: (identifier) @name) @definition.function
(method_declaration
  receiver: (parameter_list (parameter_declaration type: (_) @receiver))
  name: (field_identifier) @name) @definition.method

; Types, those inside functions too. `type X …` is a definition as a whole, in `type ( … )` each line is one of its own.
; The grammar has the same nodes for both, so the text tells them apart; the anchor has it looked at once a statement.
((type_declaration . [
    (type_spec name: (type_identifier) @name)
    (type_alias name: (type_identifier) @name)]) @definition.class
  (#not-match? @definition.class "^type\\s*[(]"))
((type_declaration . (type_spec
    name: (type_identifier) @name
    type: (struct_type (field_declaration_list) @body))) @definition.struct
  (#not-match? @definition.struct "^type\\s*[(]"))
((type_declaration . (type_spec name: (type_identifier) @name type: (interface_type))) @definition.interface
  (#not-match? @definition.interface "^type\\s*[(]"))

(type_declaration "(" (type_spec name: (type_identifier) @name) @definition.class)
(type_declaration "(" (type_alias name: (type_identifier) @name) @definition.class)
(type_declaration "("
  (type_spec name: (type_identifier) @name type: (struct_type (field_declaration_list) @body)) @definition.struct)
(type_declaration "(" (type_spec name: (type_identifier) @name type: (interface_type)) @definition.interface)

; Constants and variables of the package, in the same two forms. The names have no field of their own throughout.
(source_file
  ((const_declaration . (const_spec (identifier) @name)) @definition.constant
    (#not-match? @definition.constant "^const\\s*[(]")))
(source_file (const_declaration "(" (const_spec (identifier) @name) @definition.constant))
(source_file (var_declaration (var_spec name: (identifier) @name)) @definition.variable)
(source_file (var_declaration (var_spec_list (var_spec name: (identifier) @name) @definition.variable)))

; The body of the function that a variable holds.
(source_file (var_declaration (var_spec
  name: (identifier) @name value: (expression_list . (func_literal body: (block) @body) .))) @definition.variable)
(source_file (var_declaration (var_spec_list (var_spec
  name: (identifier) @name
  value: (expression_list . (func_literal body: (block) @body) .)) @definition.variable)))

; Fields of a named struct, with those that it embeds, and of structs without a name in a field or variable.
(type_spec type: (struct_type (field_declaration_list
  (field_declaration name: (field_identifier) @name) @definition.field)))
(type_spec type: (struct_type (field_declaration_list (field_declaration !name type: [
    (type_identifier) @name
    (qualified_type name: (type_identifier) @name)
    (generic_type type: (type_identifier) @name)
    (generic_type type: (qualified_type name: (type_identifier) @name))]) @definition.field)))
(field_declaration type: [
  (struct_type (field_declaration_list (field_declaration name: (field_identifier) @name) @definition.field))
  (_ (struct_type (field_declaration_list (field_declaration name: (field_identifier) @name) @definition.field)))])
(var_spec type: (struct_type (field_declaration_list
  (field_declaration name: (field_identifier) @name) @definition.field)))

; Methods of a named interface, and the interfaces that it embeds. Not the unions of a constraint.
(type_spec type: (interface_type (method_elem name: (field_identifier) @name) @definition.method))
(type_spec type: (interface_type (type_elem . [
    (type_identifier) @name
    (qualified_type name: (type_identifier) @name)
    (generic_type type: (type_identifier) @name)
    (generic_type type: (qualified_type name: (type_identifier) @name))] .) @definition.field))
