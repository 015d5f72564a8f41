(import "public"? @import.reexport path: (string) @import.module) @import
