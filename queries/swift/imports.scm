; A whole module; `@_exported` passes it on. The keywords that follow `import` hide from anchors.
((import_declaration (identifier) @import.module) @import
  (#not-match? @import "@_exported|import\\s+(struct|class|enum|protocol|typealias|func|let|var)\\s"))
((import_declaration (modifiers) @import.reexport (identifier) @import.module) @import
  (#match? @import.reexport "@_exported"))

; One declaration of a module.
(import_declaration ["struct" "class" "enum" "protocol" "typealias" "func" "let" "var"]
  (identifier . (simple_identifier) @import.module (simple_identifier) @import.name .)) @import
