"""Parameters of functions, with a name and without."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...deepfacts import NONE, Parameter
from ..builder import text_of
from ..twofold import visit
from .types import type_of

if TYPE_CHECKING:
    import tree_sitter

    from ..twofold import Walk

__all__ = ["function", "lambda_value", "parameters"]


GIVEN = ("literal", "...", (), (), NONE)
"""What a parameter holds that needs no argument, whatever it is."""


def parameters(walk: Walk, node: tree_sitter.Node | None, outer: int, own: int) -> tuple[Parameter, ...]:
    """Parameters: types are read in `outer`, names bound in `own`."""
    found: list[Parameter] = []
    rest: tree_sitter.Node | None = None
    for child in node.named_children if node is not None else ():
        if child.type == "parameter":
            name = child.child_by_field_name("name")
            kind = type_of(walk, child.child_by_field_name("type"), outer)
            for inner in child.named_children:
                is_named = name is not None and inner.id == name.id
                typed = child.child_by_field_name("type")
                if not is_named and (typed is None or inner.id != typed.id):
                    visit(walk, inner, outer)
            _parameter(walk, name, kind, own, child, "", found)
            if name is not None and name.next_sibling is not None:  # `= default`
                found[-1] = found[-1]._replace(default=walk.builder.expression(GIVEN))
        elif child.type == "identifier":
            _parameter(walk, child, NONE if rest is None else type_of(walk, rest, outer), own, child, "rest", found)
        elif child.type == "attribute_list":
            visit(walk, child, outer)
        else:
            rest = child
    return tuple(found)


def _parameter(
    walk: Walk,
    name: tree_sitter.Node | None,
    kind: int,
    own: int,
    node: tree_sitter.Node,
    form: str,
    found: list[Parameter],
) -> None:
    if name is None:
        return
    text = text_of(name)
    number = len(found)
    found.append(Parameter(text, kind, NONE, form))
    if walk.builder.scopes[own].kind == "function":
        walk.builder.bind((own, NONE), text, "parameter", name, node.start_byte, NONE, kind, number)
    else:
        walk.builder.bind((own, NONE), text, "declare", name, node.start_byte, annotation=kind)


def lambda_value(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    """A function without a name."""
    function(walk, node, scope, NONE, 0)
    return NONE


def function(walk: Walk, node: tree_sitter.Node, scope: int, callee: int, number: int) -> None:
    """A function without a name, handed to a callee as the argument of a number."""
    own = walk.builder.scope("block", scope, node)
    given, body = node.child_by_field_name("parameters"), node.child_by_field_name("body")
    names: list[tree_sitter.Node] = [given] if given is not None and given.type == "implicit_parameter" else []
    if given is not None and not names:
        untyped = [child for child in given.named_children if child.type == "parameter"]
        if all(child.child_by_field_name("type") is None for child in untyped):
            names = [name for child in untyped if (name := child.child_by_field_name("name")) is not None]
        else:
            parameters(walk, given, scope, own)
    for at, name in enumerate(names):
        held = walk.builder.expression(("offered", str(at), (callee,), (), number)) if callee >= 0 else NONE
        walk.builder.bind((own, NONE), text_of(name), "assign", name, node.start_byte, held)
    if body is not None:
        visit(walk, body, own)
