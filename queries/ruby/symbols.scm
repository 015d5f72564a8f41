; Classes and modules. `class << self` says nothing of its own: what is in it hangs under the class.
(class name: (_) @name.path) @definition.class
(module name: (_) @name.path) @definition.module

; Whatever is not at the top of a file is defined in a class, however deep it stands in conditions and blocks.
(method name: (_) @name) @definition.method
(program (method name: (_) @name) @definition.function)
((singleton_method name: (_) @name) @definition.method (#set! flag "static"))
(singleton_class body: (_ (method name: (_) @name) @definition.method) (#set! flag "static"))

; `def Name.x` hangs under Name, unless it stands in Name already.
((singleton_method object: [(constant) (identifier)] @receiver name: (_) @name) @definition.method
  (#set! flag "static"))
([(class name: (constant) @_container
    body: (_ (singleton_method object: (constant) @_object name: (_) @name) @definition.method))
  (module name: (constant) @_container
    body: (_ (singleton_method object: (constant) @_object name: (_) @name) @definition.method))]
  (#set! flag "static") (#eq? @_container @_object))

; What stands in `refine String do`, `Name.class_eval do` and `class << Name` hangs under that name.
((call method: (identifier) @_method arguments: (_ . [(constant) (scope_resolution)] @name.path .)
    block: (_)) @scope
  (#eq? @_method "refine"))
((call receiver: [(constant) (scope_resolution)] @name.path method: (identifier) @_method block: (_)) @scope
  (#any-of? @_method
    "class_eval" "class_exec" "module_eval" "module_exec" "instance_eval" "instance_exec" "singleton_class_eval"))
(program (singleton_class value: [(constant) (scope_resolution) (identifier)] @name.path) @scope)

; Methods by other means: `alias`, `alias_method`, `define_method`. A name with an interpolation is none.
(alias name: [(identifier) (constant) (operator) (setter) (simple_symbol)] @name) @definition.method
((call method: (identifier) @_method arguments: (_ . [(simple_symbol) (string)] @name) block: (_)? @body)
    @definition.method
  (#any-of? @_method "alias_method" "define_method" "define_singleton_method") (#not-match? @name "#\\{"))

; Attributes, one for each name.
((call method: (identifier) @_method
    arguments: (_ (simple_symbol) @name @definition.property))
  (#any-of? @_method
    "attr_reader" "attr_writer" "attr_accessor" "attr"
    "mattr_reader" "mattr_writer" "mattr_accessor" "cattr_reader" "cattr_writer" "cattr_accessor" "class_attribute"))

; Constants are assigned in classes and at the top only, so they need no anchor. The definition is the name, which grows
; to its statement: in `A = B = 1` both stand side by side. Those that are bound to a new class come below.
((assignment
    left: [(constant) @name @definition.constant (scope_resolution) @name.path @definition.constant]
    right: (_) @_value)
  (#not-match? @_value "^(::)?(Class|Module|Struct|Data)\\.(new|define)"))
(assignment left: (left_assignment_list (constant) @name @definition.constant))
(operator_assignment left: [(constant) @name (scope_resolution) @name.path]) @definition.constant

; Constants that are classes: `Point = Struct.new(:x) do … end`, with or without a block, and their members;
; `ORIGIN = Struct.new(:x).new(0)` is none.
((assignment left: [(constant) @name (scope_resolution) @name.path]
    right: (_ receiver: [(constant) (scope_resolution)] @_type method: (identifier) @_method block: (_)? @body))
    @definition.class
  (#any-of? @_type "Class" "Struct" "Data" "::Class" "::Struct" "::Data") (#any-of? @_method "new" "define"))
((assignment left: [(constant) @name (scope_resolution) @name.path]
    right: (_ receiver: [(constant) (scope_resolution)] @_type method: (identifier) @_method block: (_)? @body))
    @definition.module
  (#any-of? @_type "Module" "::Module") (#eq? @_method "new"))
((assignment left: [(constant) @name (scope_resolution) @name.path]
    right: (_ receiver: (_ receiver: [(constant) (scope_resolution)] @_type method: (identifier) @_method)))
    @definition.constant
  (#any-of? @_type "Class" "Module" "Struct" "Data" "::Class" "::Module" "::Struct" "::Data")
  (#any-of? @_method "new" "define"))
([(assignment right: (_ receiver: [(constant) (scope_resolution)] @_type method: (identifier) @_method
    arguments: (_ (simple_symbol) @name @definition.property)))
  (superclass (_ receiver: [(constant) (scope_resolution)] @_type method: (identifier) @_method
    arguments: (_ (simple_symbol) @name @definition.property)))]
  (#any-of? @_type "Struct" "Data" "::Struct" "::Data") (#any-of? @_method "new" "define"))

; Variables with more than a local life, and functions at the top that are bound to a local.
(program (assignment left: (global_variable) @name) @definition.variable)
((assignment left: (class_variable) @name) @definition.field
  (#set! inside "class>body_statement module>body_statement"))
(program (assignment left: (identifier) @name right: (lambda)) @definition.function)

; What is left of a definition that has no end: its name.
(ERROR "class" . [(constant) (scope_resolution)] @name.path @definition.class)
(ERROR "module" . [(constant) (scope_resolution)] @name.path @definition.module)
(ERROR "def" . (identifier) @name @definition.method)
