; Calls, functions, classes and constants: what the rules of routes.toml are about.

(call !receiver method: (identifier) @call.name arguments: (argument_list)? @call.arguments) @call
(call receiver: (_) @call.on method: (identifier) @call.name arguments: (argument_list)? @call.arguments) @call

(method name: (identifier) @function.name) @function
(class name: (_) @class.name) @class
(assignment left: (_) @bind.name right: (_) @bind.value) @bind
