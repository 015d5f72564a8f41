; Macros, also those that stand inside a function.
(preproc_def name: (identifier) @name) @definition.constant
(preproc_function_def name: (identifier) @name value: (_)? @body) @definition.constant

; Functions, with their parameters in the old style too. A type must stand before the name: without one, it is that of a
; macro call in front of a block. `API int (name)(void)` reads as if API were the type, and int had the parameter name.
(function_definition type: (_) declarator: [(function_declarator) (pointer_declarator)] @declarator) @definition.function
(function_definition declarator: (function_declarator declarator: (function_declarator
  parameters: (parameter_list . (parameter_declaration type: (_) @name !declarator) .)))) @definition.function

; Types with a body.
(struct_specifier name: (type_identifier) @name body: (_)) @definition.struct
(union_specifier name: (type_identifier) @name body: (_)) @definition.struct
(enum_specifier name: (type_identifier) @name body: (_)) @definition.enum
(enumerator name: (identifier) @name) @definition.enum_member

; A macro in the head of a type, `struct PACKED header { … }`, makes it look like a function of that type.
(function_definition type: (struct_specifier !body) declarator: (identifier) @name) @definition.struct

; Declarations name each of their declarators. Three cases of what is declared, by the type in front of it:
;   a type that is only mentioned: the statement defines each name;
;   a body without a name of its own: it is that of the first name, under which the fields hang;
;   all other declarators after a body define for themselves, or the body would hang under them.

; Names for types. `typedef struct x { … } x` is one symbol.
(type_definition type: (_ !body) declarator: [
    (type_identifier) (primitive_type) (pointer_declarator) (array_declarator) (function_declarator)
  ] @declarator) @definition.class
; `typedef NTSTATUS (NTAPI *name)(int size);` reads as if NTSTATUS were a macro around a type.
(type_definition type: (_ type: (type_descriptor type: (type_identifier) @name))
  declarator: (parenthesized_declarator)) @definition.class
(type_definition type: (struct_specifier !name body: (_)) @definition.struct . declarator: (_) @declarator)
(type_definition type: (union_specifier !name body: (_)) @definition.struct . declarator: (_) @declarator)
(type_definition type: (enum_specifier !name body: (_)) @definition.enum . declarator: (_) @declarator)
(type_definition type: (_ !name body: (_)) "," . declarator: (_) @declarator @definition.class)
(type_definition type: (_ name: (_) @_tag body: (_))
  declarator: [(type_identifier) @name (_ declarator: (type_identifier) @name)] @definition.class
  (#not-eq? @name @_tag))

; Fields. A struct without a name among them is transparent.
(field_declaration type: (_ !body) declarator: (_) @declarator) @definition.field
(field_declaration type: (_ !name body: (_)) @definition.field . declarator: (_) @declarator)
(field_declaration type: (_ !name body: (_)) "," . declarator: (_) @declarator @definition.field)
(field_declaration type: (_ name: (_) body: (_)) declarator: (_) @declarator @definition.field)
; `BIT(x);` declares what it has between the parentheses.
(field_declaration !declarator type: (_ type: (type_descriptor type: (type_identifier) @name))) @definition.field

; Variables with the body of their type.
(declaration type: (_ !name body: (_)) @definition.variable . declarator: (_) @declarator)
(declaration type: (_ !name body: (_)) "," . declarator: (_) @declarator @definition.variable)
(declaration type: (_ name: (_) body: (_)) declarator: (_) @declarator @definition.variable)

; Other variables and prototypes, where no function is around them: those of functions are many, and not listed. A query
; cannot say "not in a block", so the places are named. ERROR: in the midst of what the grammar does not understand.
((declaration type: (_ !body) declarator: [
    (init_declarator value: (initializer_list) @body)
    (init_declarator)
    (_)] @declarator) @definition.variable
  (#set! inside "translation_unit declaration_list linkage_specification preproc_ifdef preproc_if preproc_else preproc_elif"))
((declaration type: (_ !body) declarator: (function_declarator declarator: (function_declarator
    parameters: (parameter_list . (parameter_declaration type: (_) @name !declarator) .)))) @definition.function
  (#set! inside "translation_unit declaration_list linkage_specification preproc_ifdef preproc_if preproc_else preproc_elif ERROR"))
(ERROR (declaration type: (_ !body)
  declarator: [(function_declarator) (pointer_declarator)] @declarator) @definition.function)

; Types that are only announced.
((struct_specifier name: (type_identifier) @name !body) @definition.struct
  (#set! inside "translation_unit declaration_list preproc_ifdef preproc_if preproc_else"))
((union_specifier name: (type_identifier) @name !body) @definition.struct
  (#set! inside "translation_unit declaration_list preproc_ifdef preproc_if preproc_else"))

; `DEFINE_TEST(x) { … }` defines its x.
((function_definition type: (type_identifier) declarator: (parenthesized_declarator (identifier) @name))
  @definition.function (#set! inside "translation_unit preproc_ifdef"))
