; Attributes, calls, functions, classes and bindings: what the rules of routes.toml are about.

(attribute name: (identifier) @mark.name (attribute_argument_list)? @mark.arguments) @mark
(invocation_expression function: (identifier) @call.name arguments: (argument_list) @call.arguments) @call
(invocation_expression
  function: (member_access_expression expression: (_) @call.on name: (identifier) @call.name)
  arguments: (argument_list) @call.arguments) @call
(invocation_expression
  function: (member_access_expression expression: (_) @call.on name: (generic_name (identifier) @call.name))
  arguments: (argument_list) @call.arguments) @call

(method_declaration name: (identifier) @function.name parameters: (parameter_list) @function.parameters) @function
(local_function_statement name: (identifier) @function.name parameters: (parameter_list) @function.parameters) @function
(lambda_expression parameters: (_) @function.parameters) @function
(class_declaration name: (identifier) @class.name) @class

(variable_declarator name: (identifier) @bind.name (_) @bind.value .) @bind
(assignment_expression left: (identifier) @bind.name right: (_) @bind.value) @bind
(return_statement (_) @return.value) @return
