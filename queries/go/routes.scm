; Calls, functions, bindings and results: what the rules of routes.toml are about.

(call_expression function: (identifier) @call.name arguments: (argument_list) @call.arguments) @call
(call_expression
  function: (selector_expression operand: (_) @call.on field: (field_identifier) @call.name)
  arguments: (argument_list) @call.arguments) @call

(function_declaration
  name: (identifier) @function.name parameters: (parameter_list) @function.parameters result: (_)? @function.result)
  @function
(method_declaration
  receiver: (parameter_list (parameter_declaration type: (_) @function.container))
  name: (field_identifier) @function.name parameters: (parameter_list) @function.parameters result: (_)? @function.result)
  @function
(func_literal parameters: (parameter_list) @function.parameters) @function

(short_var_declaration left: (expression_list . (_) @bind.name) right: (expression_list . (_) @bind.value)) @bind
(assignment_statement left: (expression_list . (_) @bind.name) right: (expression_list . (_) @bind.value)) @bind
(var_spec name: (identifier) @bind.name value: (expression_list . (_) @bind.value)) @bind
(const_spec name: (identifier) @bind.name value: (expression_list . (_) @bind.value)) @bind
(keyed_element . (literal_element (identifier) @bind.name) (literal_element (_) @bind.value)) @bind

(field_declaration name: (field_identifier) @bind.name type: (_) @bind.type) @bind
(parameter_declaration name: (identifier) @bind.name type: (_) @bind.type) @bind

(return_statement (expression_list . (_) @return.value)) @return
