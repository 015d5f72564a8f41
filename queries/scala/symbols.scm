; Types. An object and its class share a name; `package object a` is the object `a`.
(class_definition name: (_) @name) @definition.class
(trait_definition name: (_) @name) @definition.interface
(enum_definition name: (_) @name) @definition.enum
[(object_definition name: (_) @name) (package_object name: (_) @name)] @definition.object

; A package with a body holds what stands in it. Without one it is that of the whole file.
(package_clause name: (_) @name.path body: (_)) @definition.namespace

; Cases of an enum.
[(simple_enum_case name: (_) @name) (full_enum_case name: (_) @name)] @definition.enum_member

; Aliases and abstract types. The refinement `Codec { type Out = A }` says which type is used, and defines none.
((type_definition name: (_) @name) @definition.class
  (#set! inside "compilation_unit template_body with_template_body enum_body block indented_block"))
((template_body (type_definition name: (_) @name !type) @definition.class) (#set! flag "abstract"))

; Functions and methods, local ones too. Those without a body only where they are members, again not in refinements.
(function_definition name: (_) @name) @definition.function
((function_declaration name: (_) @name) @definition.function
  (#set! flag "abstract")
  (#set! inside
    "template_body with_template_body enum_body extension_definition type_definition>structural_type"))

; The members of an extension belong to the type that it extends. Of a tuple that is all that is written.
((extension_definition (parameters (parameter type: (_) @receiver)) @_clause) @scope
  (#not-match? @_clause "^[(]\\s*using\\b"))
(extension_definition (parameters (parameter type: (tuple_type) @name))) @scope

; Values and variables of the file, of a package, of a type: those of a block are locals.
([
    (val_definition pattern: [(identifier) (operator_identifier)] @name)
    (var_definition pattern: [(identifier) (operator_identifier)] @name)
  ] @definition.variable
  (#set! inside "compilation_unit template_body with_template_body enum_body extends_clause>structural_type"))

; Several at once: `val a, b = 1`.
([
    (val_definition pattern: (identifiers (identifier) @name))
    (var_definition pattern: (identifiers (identifier) @name))
  ] @definition.variable
  (#set! inside "compilation_unit template_body"))

; `val (a, b) = …`, `val Some(a) = …`, `val head :: tail = …`, two levels deep. What begins with a capital is not bound.
([
    (val_definition pattern: [
      (tuple_pattern [(identifier) @name (_ pattern: (identifier) @name) (tuple_pattern (identifier) @name)])
      (case_class_pattern [(identifier) @name (_ pattern: (identifier) @name)])
      (infix_pattern [(identifier) @name (infix_pattern (identifier) @name)])
      (typed_pattern pattern: (identifier) @name)
      (capture_pattern name: (identifier) @name)])
    (var_definition pattern: (tuple_pattern (identifier) @name))
  ] @definition.variable
  (#match? @name "^[^A-Z]")
  (#set! inside "compilation_unit template_body"))

; Abstract ones.
([(val_declaration name: (_) @name) (var_declaration name: (_) @name)] @definition.variable
  (#set! flag "abstract")
  (#set! inside "template_body type_definition>structural_type"))

; Parameters of a class that are its fields: those with `val` or `var`, and all in the first list of a case class.
(class_parameter ["val" "var"] name: (_) @name) @definition.field
(class_definition "case"
  [(identifier) (operator_identifier) (type_parameters) (annotation) (access_modifier)]
  . class_parameters: (class_parameters (class_parameter name: (_) @name) @definition.field))
(full_enum_case [(identifier) (operator_identifier) (type_parameters)]
  . (class_parameters (class_parameter name: (_) @name) @definition.field))

; Given instances. One without a name is called by its type.
((given_definition name: (_) @name) @definition.variable
  (#set! inside "compilation_unit template_body enum_body"))
((given_definition !name return_type: (_) @name) @definition.variable
  (#set! prefix "given ")
  (#set! inside "compilation_unit template_body enum_body"))
(given_definition name: (_) @name body: [(with_template_body) (template_body)]) @definition.object
((given_definition !name return_type: (_) @name body: [(with_template_body) (template_body)]) @definition.object
  (#set! prefix "given "))

; Members of an anonymous class, under whatever that belongs to.
(instance_expression (template_body
  (function_definition name: (_) @name) @definition.method))
(instance_expression (template_body [
  (val_definition pattern: (identifier) @name)
  (var_definition pattern: (identifier) @name)] @definition.field))
