; `using A.B;` opens a namespace, `using static A.B;` a type: all of their names. `global` hands them to every file.
(using_directive
  "global"? @import.reexport .
  "using" @import.wildcard
  !name
  [(identifier) (qualified_name) (alias_qualified_name) (generic_name)] @import.module) @import
(using_directive name: (identifier) @import.alias (_) @import.module .) @import
(extern_alias_directive name: (identifier) @import.module) @import
