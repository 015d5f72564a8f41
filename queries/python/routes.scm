; Calls, decorators, functions, classes, bindings and results: what the rules of routes.toml are about.

(call function: (identifier) @call.name arguments: (argument_list) @call.arguments) @call
(call
  function: (attribute object: (_) @call.on attribute: (identifier) @call.name)
  arguments: (argument_list) @call.arguments) @call

(decorator (call function: (identifier) @mark.name arguments: (argument_list) @mark.arguments)) @mark
(decorator
  (call
    function: (attribute object: (_) @mark.on attribute: (identifier) @mark.name)
    arguments: (argument_list) @mark.arguments)) @mark

(function_definition name: (identifier) @function.name parameters: (parameters) @function.parameters) @function
(class_definition name: (identifier) @class.name) @class

(assignment left: [(identifier) (attribute)] @bind.name right: (_) @bind.value) @bind
(augmented_assignment left: [(identifier) (attribute)] @bind.name right: (_) @bind.value) @bind @bind.more
(with_item (as_pattern (_) @bind.value alias: (as_pattern_target (identifier) @bind.name))) @bind

(return_statement (_) @return.value) @return

(for_statement left: (_) @loop.name right: (_) @loop.over) @loop
