; What TypeScript has besides JavaScript.

(abstract_class_declaration name: (_) @class.name) @class
(public_field_definition name: (property_identifier) @bind.name value: (_) @bind.value) @bind
