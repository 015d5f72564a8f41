; `<stdio.h>` keeps its brackets: they say where it is looked for.
(preproc_include path: (_) @import.module) @import
