; The grammar has the whole dotted name as one node: `import a.b.C` is the name `C` at the end of the module. A comment
; behind the last import is part of it.
[
  (import_header (identifier (simple_identifier) @import.name .) @import.module .)
  (import_header (identifier (simple_identifier) @import.name .) @import.module .
    [(line_comment) (multiline_comment)])
] @import
(import_header
  (identifier (simple_identifier) @import.name .) @import.module
  (import_alias (type_identifier) @import.alias)) @import
(import_header (identifier) @import.module (wildcard_import) @import.wildcard) @import
