; One pattern for each depth of groups. The module of a name is what the groups around it say, joined.
(use_declaration (visibility_modifier)? @import.reexport argument: [
  (identifier) @import.module
  (scoped_identifier path: (_) @import.module name: (identifier) @import.name)
  (use_as_clause path: (identifier) @import.module alias: (identifier) @import.alias)
  (use_as_clause
    path: (scoped_identifier path: (_) @import.module name: (_) @import.name)
    alias: (identifier) @import.alias)
  (use_wildcard (_) @import.module) @import.wildcard]) @import

(use_declaration (visibility_modifier)? @import.reexport argument: (use_list [
  (identifier) @import.module
  (scoped_identifier path: (_) @import.module name: (identifier) @import.name)
  (use_as_clause path: (identifier) @import.module alias: (identifier) @import.alias)
  (use_as_clause
    path: (scoped_identifier path: (_) @import.module name: (_) @import.name)
    alias: (identifier) @import.alias)
  (use_wildcard (_) @import.module) @import.wildcard])) @import

(use_declaration (visibility_modifier)? @import.reexport argument: (scoped_use_list
  path: (_) @import.module
  list: (use_list [
    (self) @_self
    (identifier) @import.name
    (scoped_identifier path: (_) @import.module name: (identifier) @import.name)
    (use_as_clause path: (self) alias: (identifier) @import.alias)
    (use_as_clause path: (identifier) @import.name alias: (identifier) @import.alias)
    (use_as_clause
      path: (scoped_identifier path: (_) @import.module name: (_) @import.name)
      alias: (identifier) @import.alias)
    (use_wildcard (_)? @import.module) @import.wildcard]))) @import

(use_declaration (visibility_modifier)? @import.reexport argument: [
  (use_list (scoped_use_list
    path: (_) @import.module
    list: (use_list [
      (self) @_self
      (identifier) @import.name
      (scoped_identifier path: (_) @import.module name: (identifier) @import.name)
      (use_as_clause path: (self) alias: (identifier) @import.alias)
      (use_as_clause path: (identifier) @import.name alias: (identifier) @import.alias)
      (use_as_clause
        path: (scoped_identifier path: (_) @import.module name: (_) @import.name)
        alias: (identifier) @import.alias)
      (use_wildcard (_)? @import.module) @import.wildcard])))
  (scoped_use_list path: (_) @import.module list: (use_list (scoped_use_list
    path: (_) @import.module
    list: (use_list [
      (self) @_self
      (identifier) @import.name
      (scoped_identifier path: (_) @import.module name: (identifier) @import.name)
      (use_as_clause path: (self) alias: (identifier) @import.alias)
      (use_as_clause path: (identifier) @import.name alias: (identifier) @import.alias)
      (use_as_clause
        path: (scoped_identifier path: (_) @import.module name: (_) @import.name)
        alias: (identifier) @import.alias)
      (use_wildcard (_)? @import.module) @import.wildcard]))))]) @import

(use_declaration (visibility_modifier)? @import.reexport argument: [
  (use_list (scoped_use_list path: (_) @import.module list: (use_list (scoped_use_list
    path: (_) @import.module
    list: (use_list [
      (self) @_self
      (identifier) @import.name
      (scoped_identifier path: (_) @import.module name: (identifier) @import.name)
      (use_as_clause path: (identifier) @import.name alias: (identifier) @import.alias)
      (use_wildcard (_)? @import.module) @import.wildcard])))))
  (scoped_use_list path: (_) @import.module list: (use_list (scoped_use_list
    path: (_) @import.module
    list: (use_list (scoped_use_list
      path: (_) @import.module
      list: (use_list [
        (self) @_self
        (identifier) @import.name
        (scoped_identifier path: (_) @import.module name: (identifier) @import.name)
        (use_as_clause path: (identifier) @import.name alias: (identifier) @import.alias)
        (use_wildcard (_)? @import.module) @import.wildcard]))))))]) @import

(extern_crate_declaration
  (visibility_modifier)? @import.reexport
  name: (identifier) @import.module
  alias: (identifier)? @import.alias) @import
