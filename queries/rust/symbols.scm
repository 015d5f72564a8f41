; Functions, those inside functions too; in a type, trait or `impl` they are methods. Macros count as functions.
(function_item name: (identifier) @name) @definition.function
(function_signature_item name: (identifier) @name) @definition.function
((trait_item body: (declaration_list (function_signature_item name: (identifier) @name) @definition.method))
  (#set! flag "abstract"))
(macro_definition name: (identifier) @name) @definition.function
; The grammar has no node around all rules of a macro, so the header ends at the first.
(macro_definition name: (identifier) @name (macro_rule) @body) @definition.function

; Types. A type alias and an associated type name a type as well.
(struct_item name: (type_identifier) @name) @definition.struct
(union_item name: (type_identifier) @name) @definition.struct
(enum_item name: (type_identifier) @name) @definition.enum
(trait_item name: (type_identifier) @name) @definition.interface
(type_item name: (type_identifier) @name) @definition.class
(associated_type name: (type_identifier) @name) @definition.class

; Fields, those of variants too, and variants. The fields of a tuple struct have no names.
(field_declaration name: (field_identifier) @name) @definition.field
(enum_variant name: (identifier) @name) @definition.enum_member

; Constants and statics, wherever they stand: they are items, unlike the variables of a `let`.
(const_item name: (identifier) @name) @definition.constant
(static_item name: (identifier) @name) @definition.constant
(static_item (mutable_specifier) name: (identifier) @name) @definition.variable

(mod_item name: (identifier) @name) @definition.module

; An `impl` puts its members under its type: a tuple, `()` or `fn(A) -> B` as it is written, all others by their name,
; without arguments, references and the trait. A slice or an array goes by its element.
(impl_item type: (_) @name) @scope
(impl_item type: [
  (type_identifier) @receiver
  (primitive_type) @receiver
  (scoped_type_identifier name: (type_identifier) @receiver)
  (generic_type type: [
    (type_identifier) @receiver
    (scoped_type_identifier name: (type_identifier) @receiver)])
  (dynamic_type trait: (_) @receiver)
  (bounded_type . (dynamic_type trait: (_) @receiver))
  (array_type element: (_) @receiver)
  (pointer_type type: (_) @receiver)
  (reference_type type: [
    (type_identifier) @receiver
    (primitive_type) @receiver
    (scoped_type_identifier name: (type_identifier) @receiver)
    (generic_type type: [
      (type_identifier) @receiver
      (scoped_type_identifier name: (type_identifier) @receiver)])
    (dynamic_type trait: (_) @receiver)
    (array_type element: (_) @receiver)])]) @scope
