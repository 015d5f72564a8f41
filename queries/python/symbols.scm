; Functions and classes, wherever they stand: nested, conditional, decorated.
(function_definition name: (identifier) @name) @definition.function
(class_definition name: (identifier) @name) @definition.class

; Variables of a module and fields of a class; locals are not listed.
(module (assignment left: (identifier) @name) @definition.variable)
(class_definition body: (block (assignment left: (identifier) @name) @definition.variable))
