"""Moves of other kinds than the common one: a module a family, which `[edit] mover` or `mover_unmarked` names.

There files see the names of their package, or modules give what they have in an object. Each has one function,
`transfers`, from a `Move` to the edits of all files, as `edit/transfer.py` has. What several of them need is in
`moving.py` and `lines.py`.
"""
