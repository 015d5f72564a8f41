"""What the nodes of a grammar mean for linking, where tables cannot say it: one small module a language family.

A module (or package) of this folder is registered by being here: `semantics = "…"` in a `language.toml` names it. It
has one function, `extract(language, source, tree)`, that gives `DeepFacts`. `names` is the one for languages that have
none of their own.
"""
