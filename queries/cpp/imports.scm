; Modules and header units.
(import_declaration name: (module_name) @import.module) @import
(import_declaration header: (_) @import.module) @import

; Names taken over from a namespace; those from a base class, inside a class, are no imports.
(translation_unit (using_declaration (qualified_identifier scope: (_) @import.module name: (identifier) @import.name)) @import)
