(import_spec !name path: (_) @import.module) @import
(import_spec name: [(package_identifier) (blank_identifier)] @import.alias path: (_) @import.module) @import
(import_spec name: (dot) @import.wildcard path: (_) @import.module) @import
