; import all = require("module"); import alias = Namespace.name
(import_statement (import_require_clause (identifier) @import.alias source: (string) @import.module)) @import
(import_alias (identifier) @import.alias (_) @import.module) @import
