; The grammar has no node for the `a.b` of `import a.b.C, d.E`: a run of names, dot after dot, is the module. Names end
; with the statement, or with a comma.
(_ ["import" ("export" @import.reexport)]
  ((identifier) @import.module . ".")+ . (identifier) @import.name .) @import
(_ ["import" ("export" @import.reexport)]
  ((identifier) @import.module . ".")+ . (identifier) @import.name . ",") @import
(_ ["import" ("export" @import.reexport)] ((identifier) @import.module . ".")+ . [
  (namespace_wildcard) @import.wildcard
  (as_renamed_identifier name: (_) @import.name alias: (identifier) @import.alias)
  (namespace_selectors [
    (namespace_wildcard) @import.wildcard
    (identifier) @import.name
    (operator_identifier) @import.name
    (type_identifier) @import.name
    (generic_type type: (_) @import.name)
    (arrow_renamed_identifier name: (_) @import.name alias: (identifier) @import.alias)
    (as_renamed_identifier name: (_) @import.name alias: (identifier) @import.alias)])]) @import

; `import a`, `import a as b`.
(_ . "import" . (identifier) @import.module .) @import
(import_declaration . (as_renamed_identifier name: (_) @import.module alias: (identifier) @import.alias)) @import
