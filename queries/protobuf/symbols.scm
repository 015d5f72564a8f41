(message (message_name (identifier) @name) (message_body) @body) @definition.struct
(enum (enum_name (identifier) @name) (enum_body) @body) @definition.enum
(enum_field . (identifier) @name) @definition.enum_member
(service (service_name (identifier) @name)) @definition.interface
(rpc (rpc_name (identifier) @name)) @definition.method

; The names of fields stand behind their types, which are nodes of another kind.
(field (identifier) @name) @definition.field
(map_field (identifier) @name) @definition.field
(oneof_field (identifier) @name) @definition.field
(oneof . (identifier) @name) @definition.field

; What is added to a message elsewhere hangs under its name.
(extend (full_ident) @name) @scope
