; Calls, functions, classes, bindings and results: what the rules of routes.toml are about.

(call_expression function: (identifier) @call.name arguments: (arguments) @call.arguments) @call
(call_expression
  function: (member_expression object: (_) @call.on property: (property_identifier) @call.name)
  arguments: (arguments) @call.arguments) @call
(call_expression function: (call_expression) @call.name arguments: (arguments) @call.arguments) @call
(call_expression function: (import) @call.name arguments: (arguments) @call.arguments) @call
(new_expression constructor: (identifier) @call.name arguments: (arguments) @call.arguments) @call
(new_expression
  constructor: (member_expression object: (_) @call.on property: (property_identifier) @call.name)
  arguments: (arguments) @call.arguments) @call

(decorator (call_expression function: (identifier) @mark.name arguments: (arguments) @mark.arguments)) @mark

(function_declaration name: (identifier) @function.name parameters: (_) @function.parameters) @function
(function_expression parameters: (_) @function.parameters) @function
(arrow_function parameters: (_) @function.parameters) @function
(arrow_function parameter: (_) @function.parameters) @function
(method_definition name: (property_identifier) @function.name parameters: (_) @function.parameters) @function
(variable_declarator
  name: (identifier) @function.name
  value: [(arrow_function parameters: (_) @function.parameters) (function_expression parameters: (_) @function.parameters)]
    @function)
(variable_declarator
  name: (identifier) @function.name value: (arrow_function parameter: (_) @function.parameters) @function)
(assignment_expression
  left: (member_expression property: (property_identifier) @function.name)
  right: [(arrow_function parameters: (_) @function.parameters) (function_expression parameters: (_) @function.parameters)]
    @function)
(class_declaration name: (_) @class.name) @class

(variable_declarator name: (identifier) @bind.name value: (_) @bind.value) @bind
(assignment_expression left: [(identifier) (member_expression)] @bind.name right: (_) @bind.value) @bind
(export_statement "default" @bind.name value: (_) @bind.value) @bind
(export_statement "default" @bind.name declaration: (_) @bind.value) @bind

(for_in_statement left: (_) @loop.name right: (_) @loop.over) @loop
((call_expression
    function: (member_expression object: (_) @loop.over property: (property_identifier) @_each)
    arguments: (arguments . (arrow_function parameters: (formal_parameters . (_) @loop.name)))) @loop
  (#any-of? @_each "forEach" "map"))
((call_expression
    function: (member_expression object: (_) @loop.over property: (property_identifier) @_each)
    arguments: (arguments . (arrow_function parameter: (identifier) @loop.name))) @loop
  (#any-of? @_each "forEach" "map"))

(return_statement (_) @return.value) @return
(arrow_function body: (call_expression) @return.value) @return
