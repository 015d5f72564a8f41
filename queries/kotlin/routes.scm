; Calls, annotations, functions, classes and constants: what the rules of routes.toml are about.

(call_expression (simple_identifier) @call.name (call_suffix (value_arguments)? @call.arguments)) @call
(call_expression
  (navigation_expression (_) @call.on (navigation_suffix (simple_identifier) @call.name))
  (call_suffix (value_arguments)? @call.arguments)) @call

(annotation (constructor_invocation (user_type (type_identifier) @mark.name) (value_arguments) @mark.arguments)) @mark
(annotation (user_type (type_identifier) @mark.name)) @mark

(function_declaration (simple_identifier) @function.name (function_value_parameters) @function.parameters) @function
(class_declaration (type_identifier) @class.name) @class
(property_declaration (variable_declaration (simple_identifier) @bind.name) (_) @bind.value .) @bind
