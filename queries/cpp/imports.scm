; Modules and header units; `#include` comes from C.
(import_declaration name: (module_name) @import.module) @import
(import_declaration header: (_) @import.module) @import

; Names taken over from a namespace; those from a base, inside a class, are no imports.
(translation_unit (using_declaration
  (qualified_identifier scope: (_) @import.module name: (identifier) @import.name)) @import)
(declaration_list (using_declaration
  (qualified_identifier scope: (_) @import.module name: (identifier) @import.name)) @import)
(using_declaration (qualified_identifier name: [
    (qualified_identifier name: (identifier) @import.name)
    (qualified_identifier name: (qualified_identifier name: (identifier) @import.name))]) @import.module) @import
(using_declaration "namespace" . [(identifier) (qualified_identifier)] @import.module @import.wildcard) @import
(namespace_alias_definition name: (_) @import.alias (_) @import.module .) @import
