; Calls, attributes, functions, bindings and results: what the rules of routes.toml are about.

(call_expression function: (identifier) @call.name arguments: (arguments) @call.arguments) @call
(call_expression
  function: (scoped_identifier path: (_) @call.on name: (identifier) @call.name)
  arguments: (arguments) @call.arguments) @call
(call_expression
  function: (field_expression value: (_) @call.on field: (field_identifier) @call.name)
  arguments: (arguments) @call.arguments) @call

(attribute_item (attribute (identifier) @mark.name arguments: (token_tree) @mark.arguments)) @mark
(attribute_item
  (attribute (scoped_identifier path: (_) @mark.on name: (identifier) @mark.name) arguments: (token_tree) @mark.arguments)) @mark

(function_item name: (identifier) @function.name parameters: (parameters) @function.parameters) @function
(closure_expression parameters: (closure_parameters) @function.parameters) @function
(struct_item name: (type_identifier) @class.name) @class
(impl_item type: (type_identifier) @class.name) @class

(let_declaration pattern: (identifier) @bind.name value: (_) @bind.value) @bind
(const_item name: (identifier) @bind.name value: (_) @bind.value) @bind
(static_item name: (identifier) @bind.name value: (_) @bind.value) @bind
(return_expression (_) @return.value) @return
(function_item body: (block (_) @return.value .)) @return
