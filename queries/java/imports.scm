; `import a.b.C;` and `import static a.b.C.m;`: the module is what the last name is in.
(import_declaration
  (scoped_identifier scope: (_) @import.module name: (identifier) @import.name) .
  ";"
) @import
(import_declaration
  (identifier) @import.module .
  ";"
) @import
(import_declaration [(identifier) (scoped_identifier)] @import.module . (asterisk) @import.wildcard) @import

; In the description of a module. `requires transitive` hands the module on.
(requires_module_directive !modifiers module: (_) @import.module) @import
(requires_module_directive modifiers: (requires_modifier "static") . module: (_) @import.module) @import
(requires_module_directive
  modifiers: (requires_modifier "transitive") @import.reexport .
  module: (_) @import.module) @import
