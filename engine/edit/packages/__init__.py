"""Moves where files are of packages that see each other's names: one module a family, which `[edit] mover` names.

Each has one function, `transfers`, with the parameters of `edit/transfer.py: transfers`. What two of them need is in
`moving.py`, `texts.py` and `lines.py`.
"""
