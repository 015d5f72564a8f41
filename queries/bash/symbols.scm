; Functions of either form, wherever they stand.
(function_definition name: (word) @name) @definition.function

; What is left of a function whose body could not be read: its name.
(ERROR (word) @name @definition.function . "(" . ")")
(program (command . name: (command_name (word) @name) .) @definition.function . (ERROR . "(" . ")"))

; Variables at the top of a file. `x+=…` and `x=1 command` set none, and `export x` alone says nothing new.
(program (variable_assignment name: (variable_name) @name "=") @definition.variable)
(program (variable_assignments (variable_assignment name: (variable_name) @name "=") @definition.variable))
(program (declaration_command ["declare" "typeset"]
  (variable_assignment name: (variable_name) @name "=") @definition.variable))
(program (declaration_command "export" (variable_assignment name: (variable_name) @name "=") @definition.variable)
  (#set! flag "exported"))
(program (declaration_command ["declare" "typeset"] (variable_name) @name @definition.variable))
(program (declaration_command "readonly" (variable_assignment name: (variable_name) @name "=") @definition.constant))
((program (declaration_command
    (word) @_flags
    (variable_assignment name: (variable_name) @name "=") @definition.constant))
  (#match? @_flags "^-[a-zA-Z]*r"))

; Aliases, one for each name.
((command
    name: (command_name (word) @_command)
    argument: [(concatenation . (word) @name) (word) @name] @definition.function)
  (#eq? @_command "alias") (#match? @name "^[^-=].*="))
