; import "module"; import def from "module"; import * as all from "module"; import { name as alias } from "module"
(import_statement "import" . source: (string) @import.module) @import
((import_statement (import_clause (identifier) @import.alias) source: (string) @import.module) @import
  (#set! name "default"))
(import_statement
  (import_clause (namespace_import (identifier) @import.alias)) source: (string) @import.module) @import
(import_statement
  (import_clause (named_imports (import_specifier name: _ @import.name alias: (_)? @import.alias)))
  source: (string) @import.module) @import

; export { name as alias } from "module"; export * from "module"; export * as all from "module"
(export_statement
  (export_clause (export_specifier name: _ @import.name alias: _? @import.alias))
  source: (string) @import.module) @import @import.reexport
(export_statement "*" @import.wildcard source: (string) @import.module) @import @import.reexport
(export_statement
  (namespace_export (_) @import.alias) source: (string) @import.module) @import @import.reexport

; require("module") and import("module"), wherever they stand
((call_expression function: (identifier) @_require arguments: (arguments . (string) @import.module .)) @import
  (#eq? @_require "require"))
(call_expression function: (import) arguments: (arguments . (string) @import.module)) @import

; … and the names that they get: const all = require("module"), const { name, other: alias } = require("module"),
; const alias = require("module").name
((variable_declarator
    name: [
      (identifier) @import.alias
      (object_pattern [
        (shorthand_property_identifier_pattern) @import.name
        (object_assignment_pattern left: (_) @import.name)
        (pair_pattern key: (property_identifier) @import.name value: (identifier) @import.alias)])]
    value: [
      (call_expression function: (identifier) @_require arguments: (arguments . (string) @import.module .))
      (member_expression
        object: (call_expression function: (identifier) @_require arguments: (arguments . (string) @import.module .))
        property: (property_identifier) @import.name)
      (await_expression
        (call_expression function: (import) @_require arguments: (arguments . (string) @import.module)))]) @import
  (#any-of? @_require "require" "import"))

; module.exports = require("module"); exports.alias = require("module")
((assignment_expression
    left: (member_expression) @_left
    right: (call_expression
      function: (identifier) @_require arguments: (arguments . (string) @import.module .) @import.wildcard))
  @import @import.reexport
  (#eq? @_left "module.exports") (#eq? @_require "require"))
((assignment_expression
    left: (member_expression
      object: [(identifier) @_exports (member_expression property: (_) @_exports)]
      property: (property_identifier) @import.alias)
    right: (call_expression
      function: (identifier) @_require arguments: (arguments . (string) @import.module .)))
  @import @import.reexport
  (#eq? @_exports "exports") (#eq? @_require "require"))
