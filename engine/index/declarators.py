"""Finds the name inside a declarator, where what is declared stands around it: `*(*name[3])(int)`."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import tree_sitter

    from ..language_rules import Declarators

__all__ = ["Declared", "declared"]


class Declared(NamedTuple):
    """What a declarator declares."""

    name: tree_sitter.Node
    is_path: bool
    """Whether the name has its containers before it."""
    nearest: str
    """The type of the declarator around it, brackets apart; empty without one."""

    def kind(self, rules: Declarators, kind: str) -> str:
        """The kind of the symbol, where a pattern says `kind`; empty where it is none."""
        for node in (self.name.type, self.nearest):
            if node in rules.kinds and kind in rules.kinds[node]:
                return rules.kinds[node][kind]
        return kind


def declared(rules: Declarators, node: tree_sitter.Node) -> Declared | None:
    """The name in `node`, a declarator or the name itself; None where it holds none, or no valid declaration.

    Each declarator says of the one inside it what using it gives, so that the innermost decides: `*f(void)` is a
    function, `(*f)(void)` a pointer.
    """
    nearest = last = ""
    found: tree_sitter.Node | None = node
    while found is not None:
        kind = found.type
        if kind in rules.names or kind in rules.paths:
            return Declared(found, kind in rules.paths, nearest)
        if kind not in rules.through or (kind == last and kind in rules.once):
            return None
        last = kind
        if kind not in rules.brackets:
            nearest = kind
        found = found.child_by_field_name("declarator") or _inside(rules, found)
    return None


def _inside(rules: Declarators, node: tree_sitter.Node) -> tree_sitter.Node | None:
    """What stands in a declarator whose grammar has no field for it."""
    for child in node.named_children:
        if child.type in rules.through or child.type in rules.names or child.type in rules.paths:
            return child
    return None
