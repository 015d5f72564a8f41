; `import 'a.dart' show B` names what it takes: one match each. Otherwise one match for the file, with its prefix. Files
; that stand in for it on other platforms count as well, and so do the parts of a library.
(import_specification (configurable_uri (uri) @import.module) . [";" (combinator "hide")]
) @import
(import_specification [(configurable_uri (uri) @import.module) (uri) @import.module]
  . (identifier) @import.alias) @import
(import_specification [(configurable_uri (uri) @import.module) (uri) @import.module]
  (combinator "show" (identifier) @import.name)) @import
(import_specification (configurable_uri (configuration_uri (uri) @import.module))) @import

(library_export "export" @import.reexport (configurable_uri (uri) @import.module) . [";" (combinator "hide")]
) @import
(library_export "export" @import.reexport (configurable_uri (uri) @import.module)
  (combinator "show" (identifier) @import.name)) @import
(library_export "export" @import.reexport (configurable_uri (configuration_uri (uri) @import.module))) @import

(part_directive (uri) @import.module) @import
(part_of_directive [(uri) (dotted_identifier_list)] @import.module) @import
