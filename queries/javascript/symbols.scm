; Functions and classes, wherever they stand.
(function_declaration name: (identifier) @name) @definition.function
(generator_function_declaration name: (identifier) @name) @definition.function
(class_declaration name: (_) @name) @definition.class

; Their expressions, where these have a name of their own and no variable or key gives them another. The component
; in `const Button = forwardRef(function Button() {})` is the variable.
(return_statement (function_expression name: (identifier) @name) @definition.function)
(parenthesized_expression (function_expression name: (identifier) @name) @definition.function)
(call_expression
  function: [(identifier) @_callee (member_expression property: (_) @_callee)]
  arguments: (arguments (function_expression name: (identifier) @name) @definition.function)
  (#not-any-of? @_callee "memo" "forwardRef" "observer"))
(return_statement (class name: (_) @name) @definition.class)
(arguments (class name: (_) @name) @definition.class)

; `export default` of what has no name. Where it is an object, its methods stand at the top.
(export_statement "default" @name value: [
  (arrow_function body: (_) @body)
  (function_expression body: (_) @body)
  (generator_function body: (_) @body)]) @definition.function
(export_statement "default" @name value: (class body: (_) @body)) @definition.class

; Methods of classes and of object literals.
(method_definition name: (_) @name) @definition.method
(method_definition ["get" "set"] name: (_) @name) @definition.property
(pair key: (_) @name value: [
  (arrow_function body: (_) @body)
  (function_expression body: (_) @body)
  (generator_function body: (_) @body)]) @definition.method
(pair key: (_) @name value: (class body: (_) @body)) @definition.class

; An object in an object gives its key to the paths of its methods.
(pair key: [(property_identifier) (string) (number)] @name value: (object)) @scope

; Fields; the name of their node differs between grammars.
(class_body (_ property: (_) @name) @definition.field)
(class_body (_ property: (_) @name value: [
  (arrow_function body: (_) @body)
  (function_expression body: (_) @body)]) @definition.method)

; Variables of the module; those of functions and callbacks are not listed, except for what follows below.
(program [
  (lexical_declaration kind: "let" (variable_declarator name: (identifier) @name) @definition.variable)
  (variable_declaration (variable_declarator name: (identifier) @name) @definition.variable)
  (export_statement declaration: [
    (lexical_declaration kind: "let" (variable_declarator name: (identifier) @name) @definition.variable)
    (variable_declaration (variable_declarator name: (identifier) @name) @definition.variable)])])
(program [
  (lexical_declaration kind: "const" (variable_declarator name: (identifier) @name) @definition.constant)
  (export_statement declaration:
    (lexical_declaration kind: "const" (variable_declarator name: (identifier) @name) @definition.constant))])

; … and those in a pattern, two levels deep. `const { a } = require("b")` imports, as `import { a } from "b"` does.
((program (_ (variable_declarator
    name: (object_pattern [
      (shorthand_property_identifier_pattern) @name
      (object_assignment_pattern left: (shorthand_property_identifier_pattern) @name)
      (rest_pattern (identifier) @name)
      (pair_pattern value: [
        (identifier) @name
        (assignment_pattern left: (identifier) @name)
        (object_pattern (shorthand_property_identifier_pattern) @name)])])
    value: (_) @_value) @definition.variable))
  (#not-match? @_value "^require\\b"))
(program (export_statement declaration: (_ (variable_declarator
  name: (object_pattern [
    (shorthand_property_identifier_pattern) @name
    (object_assignment_pattern left: (shorthand_property_identifier_pattern) @name)
    (rest_pattern (identifier) @name)
    (pair_pattern value: [
      (identifier) @name
      (assignment_pattern left: (identifier) @name)
      (object_pattern (shorthand_property_identifier_pattern) @name)])])) @definition.variable)))
(program [
  (_ (variable_declarator name: (array_pattern [
    (identifier) @name
    (assignment_pattern left: (identifier) @name)
    (rest_pattern (identifier) @name)])) @definition.variable)
  (export_statement declaration: (_ (variable_declarator name: (array_pattern [
    (identifier) @name
    (assignment_pattern left: (identifier) @name)
    (rest_pattern (identifier) @name)])) @definition.variable))])

; Functions and classes that a variable names, wherever it stands, and objects with methods. The scope is for objects
; whose methods lie deeper.
(variable_declarator name: (identifier) @name value: [
  (arrow_function body: (_) @body)
  (function_expression body: (_) @body)
  (generator_function body: (_) @body)]) @definition.function
(variable_declarator name: (identifier) @name value: (class body: (_) @body)) @definition.class
(variable_declaration (variable_declarator
  name: (identifier) @name
  value: (object [(method_definition) (pair value: [(arrow_function) (function_expression)])]) @body)
  @definition.variable)
(lexical_declaration (variable_declarator
  name: (identifier) @name
  value: (object [(method_definition) (pair value: [(arrow_function) (function_expression)])]) @body)
  @definition.constant)
(variable_declarator name: (identifier) @name value: (object)) @scope

; … and functions in a call that gives back a function.
(variable_declarator name: (identifier) @name value: (call_expression
  function: [(identifier) @_callee (member_expression property: (_) @_callee)]
  arguments: (arguments . [
    (arrow_function body: (_) @body)
    (function_expression body: (_) @body)]))
  (#any-of? @_callee "memo" "forwardRef" "observer" "useCallback" "debounce" "throttle" "once" "memoize")
) @definition.function

; What is assigned to a property: `exports.f = …`, `Type.prototype.f = …`, `Type.f = …`, `this.f = …`.
((expression_statement (assignment_expression
    left: (member_expression
      object: [
        (identifier) (this)
        (member_expression object: [(identifier) (this) (member_expression object: [(identifier) (this)])])]
      property: [(property_identifier) (private_property_identifier)]) @name.path
    right: [
      (arrow_function body: (_) @body)
      (function_expression body: (_) @body)
      (generator_function body: (_) @body)
      (assignment_expression right: [(arrow_function body: (_) @body) (function_expression body: (_) @body)])])
    @definition.function)
  (#not-eq? @name.path "module.exports"))
((expression_statement (assignment_expression
    left: (member_expression
      object: [(identifier) (this) (member_expression object: (identifier))]
      property: (property_identifier)) @name.path
    right: (class body: (_) @body)) @definition.class)
  (#not-eq? @name.path "module.exports"))
((expression_statement (assignment_expression
    left: (member_expression
      object: [(identifier) (this) (member_expression object: (identifier))]
      property: (property_identifier) @_name) @name.path
    right: (object [(method_definition) (pair value: [(arrow_function) (function_expression)])]) @body)
    @definition.variable)
  (#not-any-of? @_name "exports" "prototype"))

; `module.exports = …` has the name of its function or class, else `exports`. Where it is an object, its methods stand
; at the top.
((expression_statement (assignment_expression
    left: (member_expression property: (property_identifier) @name) @_left
    right: [
      (arrow_function body: (_) @body)
      (function_expression !name body: (_) @body)]) @definition.function)
  (#eq? @_left "module.exports"))
((expression_statement (assignment_expression
    left: (member_expression) @_left
    right: (function_expression name: (identifier) @name body: (_) @body)) @definition.function)
  (#eq? @_left "module.exports"))
((expression_statement (assignment_expression
    left: (member_expression property: (property_identifier) @name) @_left
    right: (class !name body: (_) @body)) @definition.class)
  (#eq? @_left "module.exports"))
((expression_statement (assignment_expression
    left: (member_expression) @_left
    right: (class name: (_) @name body: (_) @body)) @definition.class)
  (#eq? @_left "module.exports"))

; Values that a module exports. `exports.f = f` only exports what is defined elsewhere.
((program (expression_statement (assignment_expression
    left: (member_expression
      object: [(identifier) @_exports (member_expression property: (_) @_exports)]
      property: (property_identifier) @name)
    right: [
      (object) (array) (string) (template_string) (number) (regex) (true) (false) (null)
      (new_expression) (call_expression) (binary_expression)] @_value) @definition.variable))
  (#eq? @_exports "exports")
  (#not-match? @_value "^require\\b"))

; `Type.prototype = { … }` and `Object.assign(Type.prototype, { … })`: the methods are those of the type.
((assignment_expression
    left: (member_expression object: (_) @receiver property: (_) @_prototype)
    right: (object)) @scope
  (#eq? @_prototype "prototype"))
((call_expression arguments: (arguments .
    (member_expression object: (_) @receiver property: (_) @_prototype) . (object))) @scope
  (#eq? @_prototype "prototype"))
