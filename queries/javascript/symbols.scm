; Functions and classes, wherever they stand. What is the value of a variable, property or key is known by that name,
; further down; a name of its own then says nothing to others.
(function_declaration name: (identifier) @name) @definition.function
(generator_function_declaration name: (identifier) @name) @definition.function
(class_declaration name: (_) @name) @definition.class
(function_expression name: (identifier) @name) @definition.function
(generator_function name: (identifier) @name) @definition.function
(class name: (_) @name) @definition.class

; `export default` of what has no name. Where it is an object, its methods stand at the top.
(export_statement "default" @name value: [(arrow_function) (function_expression) (generator_function)] @body.of) @definition.function
(export_statement "default" @name value: (class) @body.of) @definition.class

; Methods of classes and of object literals.
(method_definition name: [
  (property_identifier) (private_property_identifier) (string) (computed_property_name)] @name) @definition.method
(method_definition ["get" "set"] name: (_) @name) @definition.property
(pair key: [(property_identifier) (string)] @name value: [(arrow_function) (function_expression) (generator_function)] @body.of) @definition.method
(pair key: [(property_identifier) (string)] @name value: (class) @body.of) @definition.class

; An object in an object gives its key to the paths of its methods.
(pair key: [(property_identifier) (string) (number)] @name value: (object)) @scope

; Fields; their node has another name in each grammar that has them.
(class_body (_ property: (_) @name) @definition.field)
(class_body (_ property: (_) @name value: [(arrow_function) (function_expression)] @body.of) @definition.method)

; Variables of the module, also those in a pattern, two levels deep; not `const { a } = require("b")`, which imports as
; `import { a } from "b"` does. Variables of functions and callbacks are not listed, except for what follows below.
((program (_ (variable_declarator name: [
    (identifier) @name
    (object_pattern [
      (shorthand_property_identifier_pattern) @name
      (object_assignment_pattern left: (shorthand_property_identifier_pattern) @name)
      (rest_pattern (identifier) @name)
      (pair_pattern value: [
        (identifier) @name
        (assignment_pattern left: (identifier) @name)
        (object_pattern (shorthand_property_identifier_pattern) @name)])])
    (array_pattern [
      (identifier) @name
      (assignment_pattern left: (identifier) @name)
      (rest_pattern (identifier) @name)])]) @definition.variable))
  (#not-match? @definition.variable "^\\{[\\s\\S]*?\\}\\s*=\\s*require\\b"))
((program (export_statement declaration: (_ (variable_declarator name: [
  (identifier) @name
  (object_pattern [
    (shorthand_property_identifier_pattern) @name
    (object_assignment_pattern left: (shorthand_property_identifier_pattern) @name)
    (rest_pattern (identifier) @name)
    (pair_pattern value: [
      (identifier) @name
      (assignment_pattern left: (identifier) @name)
      (object_pattern (shorthand_property_identifier_pattern) @name)])])
  (array_pattern [
    (identifier) @name
    (assignment_pattern left: (identifier) @name)
    (rest_pattern (identifier) @name)])]) @definition.variable)))
  (#set! flag "exported"))

; Functions and classes that a variable names, wherever it stands, and objects with methods. The scope is for objects
; whose methods lie deeper.
(variable_declarator name: (identifier) @name value: [
  (arrow_function) @body.of
  (function_expression) @body.of
  (generator_function) @body.of
  (assignment_expression right: [(arrow_function) (function_expression)] @body.of)])
  @definition.function
(variable_declarator name: (identifier) @name value: (class) @body.of) @definition.class
(variable_declarator
  name: (identifier) @name
  value: (object [(method_definition) (pair value: [(arrow_function) (function_expression)])]) @body)
  @definition.variable
(variable_declarator name: (identifier) @name value: (object)) @scope

; … and functions in a call that gives back a function.
((variable_declarator
    name: (identifier) @name
    value: (call_expression
      function: [(identifier) (member_expression)] @_callee
      arguments: (arguments . [(arrow_function) (function_expression)] @body.of)))
  @definition.function
  (#match? @_callee "(?:^|\\.)(?:memo|forwardRef|observer|useCallback|debounce|throttle|once|memoize)$"))

; Functions and classes that are assigned to a property: of anything at the top of the module or of a function that is
; called right away, elsewhere only of `exports`, a prototype and `this`. One that is all of `module.exports` has its
; own name, else `exports`.
((program (expression_statement (assignment_expression
    left: (member_expression) @name.path
    right: [
      (arrow_function) @body.of
      (function_expression) @body.of
      (generator_function) @body.of
      (assignment_expression right: [(arrow_function) (function_expression)] @body.of)]) @definition.function))
  (#match? @name.path "^(?!this\\.)[\\w$]+(?:\\s*\\.[\\w$]+){1,3}$")
  (#not-match? @definition.function "^module\\.exports\\s*=\\s*(?:async\\s+)?function\\b[\\s*]*[\\w$]"))
((parenthesized_expression (_ body: (statement_block (expression_statement (assignment_expression
    left: (member_expression) @name.path
    right: [(arrow_function) (function_expression)] @body.of) @definition.function))))
  (#match? @name.path "^(?!this\\.)[\\w$]+(?:\\s*\\.[\\w$]+){1,3}$"))
((expression_statement (assignment_expression
    left: (member_expression) @name.path
    right: [(arrow_function) (function_expression)] @body.of) @definition.function)
  (#match? @name.path "^(?:this|(?:[\\w$]+\\.)?(?:exports|prototype))\\s*\\.#?[\\w$]+$"))
((expression_statement (assignment_expression
    left: (member_expression) @name.path
    right: (class) @body.of) @definition.class)
  (#match? @name.path "^(?!this\\.)[\\w$]+(?:\\s*\\.[\\w$]+){1,2}$")
  (#not-match? @definition.class "^module\\.exports\\s*=\\s*class\\s+(?!extends\\b)[\\w$]"))
((assignment_expression
    left: (member_expression) @_left
    right: (function_expression name: (identifier) @name body: (_) @body)) @definition.function
  (#eq? @_left "module.exports"))
((assignment_expression
    left: (member_expression) @_left
    right: (class name: (_) @name body: (_) @body)) @definition.class
  (#eq? @_left "module.exports"))

; An object that is assigned to a property gives its name to the paths of its methods. The methods in
; `module.exports = { … }` stand at the top, those in `Type.prototype = { … }` and in
; `Object.assign(Type.prototype, { … })` are those of the type.
((assignment_expression left: (member_expression) @name.path right: (object)) @scope
  (#match? @name.path "^[\\w$]+(?:\\s*\\.(?!(?:exports|prototype)$)[\\w$]+){1,2}$"))
((assignment_expression
    left: (member_expression object: (_) @receiver property: (_) @_property)
    right: (object)) @scope
  (#eq? @_property "prototype"))
((arguments . (member_expression object: (_) @receiver property: (_) @_property) . (object)) @scope
  (#eq? @_property "prototype"))

; Values that a module exports. `exports.f = f` only exports what is defined elsewhere, `… = require("f")` imports.
((program (expression_statement (assignment_expression
    left: (member_expression property: (property_identifier) @name) @_left
    right: [
      (object) (array) (string) (template_string) (number) (regex) (true) (false) (null)
      (new_expression) (call_expression) (binary_expression)] @_value) @definition.variable))
  (#match? @_left "(?:^|\\.)exports\\s*\\.[\\w$]+$")
  (#not-match? @_value "^require\\b"))
