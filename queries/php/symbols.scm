; Types. A trait is a class that is copied instead of inherited.
(class_declaration name: (name) @name) @definition.class
(interface_declaration name: (name) @name) @definition.interface
(trait_declaration name: (name) @name) @definition.class
(enum_declaration name: (name) @name) @definition.enum
(enum_case name: (name) @name) @definition.enum_member
((anonymous_class) @scope (#set! name "<anonymous>"))

; `namespace A\B { … }`; without a body it holds the rest of the file and is no symbol.
(namespace_definition name: (namespace_name) @name.path body: (compound_statement)) @definition.namespace

; Functions, also those in conditions and in other functions, and methods; `use Trait { f as g; }` defines a method.
(function_definition name: (name) @name) @definition.function
(method_declaration name: (name) @name) @definition.method
(use_as_clause (_) (name) @name .) @definition.method

; Properties, one for each name, also those that a constructor declares by its parameters.
(property_declaration (property_element name: (variable_name (name) @name)) @definition.property
  (property_hook_list)? @body)
(property_promotion_parameter name: (variable_name (name) @name) (property_hook_list)? @body) @definition.property

; Constants of a class, an interface, a namespace; `define("NAME", …)` wherever it stands.
(const_element . (name) @name) @definition.constant
((function_call_expression function: [(name) (qualified_name)] @_function
    arguments: (arguments . (argument [
      (string . (string_content) @name.path .)
      (encapsed_string . (string_content) @name.path .)]))) @definition.constant
  (#any-of? @_function "define" "\\define" "DEFINE"))

; Variables at the top of a file or of a braced namespace; one that holds a closure is a function.
[
  (program (expression_statement
    (assignment_expression left: (variable_name (name) @name)) @definition.variable))
  (program (expression_statement
    (assignment_expression left: (list_literal (variable_name (name) @name) @definition.variable))))
  (namespace_definition body: (compound_statement (expression_statement
    (assignment_expression left: (variable_name (name) @name)) @definition.variable)))
]
[
  (program (expression_statement
    (assignment_expression left: (variable_name (name) @name) right: (anonymous_function body: (_) @body))
    @definition.function))
  (program (expression_statement
    (assignment_expression left: (variable_name (name) @name) right: (arrow_function body: (_) @body))
    @definition.function))
]
