; Annotations, calls, functions, classes and constants: what the rules of routes.toml are about.

(annotation name: (identifier) @mark.name arguments: (annotation_argument_list) @mark.arguments) @mark
(marker_annotation name: (identifier) @mark.name) @mark
(method_invocation !object name: (identifier) @call.name arguments: (argument_list) @call.arguments) @call
(method_invocation object: (_) @call.on name: (identifier) @call.name arguments: (argument_list) @call.arguments) @call

(method_declaration name: (identifier) @function.name parameters: (formal_parameters) @function.parameters) @function
(class_declaration name: (identifier) @class.name) @class
(interface_declaration name: (identifier) @class.name) @class
(variable_declarator name: (identifier) @bind.name value: (_) @bind.value) @bind
