; Calls, functions, classes and constants: what the rules of routes.toml are about.

(scoped_call_expression
  scope: (_) @call.on name: (name) @call.name arguments: (arguments) @call.arguments) @call
(member_call_expression
  object: (_) @call.on name: (name) @call.name arguments: (arguments) @call.arguments) @call
(function_call_expression function: (name) @call.name arguments: (arguments) @call.arguments) @call

(method_declaration name: (name) @function.name parameters: (formal_parameters) @function.parameters) @function
(function_definition name: (name) @function.name parameters: (formal_parameters) @function.parameters) @function
(anonymous_function parameters: (formal_parameters) @function.parameters) @function
(arrow_function parameters: (formal_parameters) @function.parameters) @function
(class_declaration name: (name) @class.name) @class
(assignment_expression left: (variable_name) @bind.name right: (_) @bind.value) @bind
