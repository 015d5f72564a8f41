; The grammar has the whole dotted name as one node: `import a.b.C` is the name `C` of the module `a.b.C`.
(import_header (identifier (simple_identifier) @import.name .) @import.module .) @import
(import_header (identifier (simple_identifier) @import.name .) @import.module (import_alias (type_identifier) @import.alias)) @import
(import_header (identifier) @import.module (wildcard_import) @import.wildcard) @import
