"""`use` and `extern crate`: names that stand for what is elsewhere."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ...deepfacts import NONE, ImportFact, Star
from ..builder import text_of
from .state import member, module, path_name

if TYPE_CHECKING:
    import tree_sitter

    from .state import Walk

__all__ = ["VISITS"]

ROOT = "::"
"""What stands before the name of a crate, where nothing else can be meant."""


class _Prefix(NamedTuple):
    """The part of a path that stands before a name: as text, and as an expression."""

    text: str
    expression: int


NO_PREFIX = _Prefix("", NONE)


def _use(walk: Walk, node: tree_sitter.Node, scope: int) -> None:
    argument = node.child_by_field_name("argument")
    if argument is not None:
        _tree(walk, argument, scope, NO_PREFIX)


def _tree(walk: Walk, node: tree_sitter.Node, scope: int, prefix: _Prefix) -> None:
    form = node.type
    if form == "use_list":
        for child in node.named_children:
            _tree(walk, child, scope, prefix)
    elif form == "scoped_use_list":
        inner = _prefix(walk, node.child_by_field_name("path"), scope, prefix)
        group = node.child_by_field_name("list")
        if group is not None:
            _tree(walk, group, scope, inner)
    elif form == "use_wildcard":
        inner = _prefix(walk, node.named_children[0], scope, prefix) if node.named_children else prefix
        walk.builder.stars.append(Star(scope, inner.text, node.start_byte))
    elif form == "use_as_clause":
        path, alias = node.child_by_field_name("path"), node.child_by_field_name("alias")
        if path is not None:
            _leaf(walk, path, scope, prefix, alias)
    else:
        _leaf(walk, node, scope, prefix, None)


def _leaf(walk: Walk, node: tree_sitter.Node, scope: int, prefix: _Prefix, alias: tree_sitter.Node | None) -> None:
    """One name that is bound: the last part of a path."""
    builder = walk.builder
    name_node: tree_sitter.Node | None = node
    if node.type == "scoped_identifier":
        prefix = _prefix(walk, node.child_by_field_name("path"), scope, prefix, absolute=True)
        name_node = node.child_by_field_name("name")
    if name_node is None:
        return
    name = text_of(name_node).removeprefix("r#")
    bound = text_of(alias).removeprefix("r#") if alias is not None else name
    if name == "self":  # `a::{self}`: the module itself
        text, _, last = prefix.text.rpartition("::")
        fact = ImportFact(text, last, first=False) if text else ImportFact(last, "", first=False)
        if fact.name == "" and fact.module in ("crate", "self", "super"):
            fact = ImportFact(fact.module, "", first=False)
        bound = bound if alias is not None else last
    elif name in ("crate", "super"):
        fact = ImportFact(f"{prefix.text}::{name}" if prefix.text else name, "", first=False)
    else:
        fact = ImportFact(prefix.text, name, first=False) if prefix.text else ImportFact(name, "", first=False)
    builder.imports.append(fact)
    number = len(builder.imports) - 1
    if name not in ("self", "crate", "super"):
        builder.occur(name, name_node, "import", scope, walk.block, number, "import")
    if bound not in ("_", "self", "crate", "super"):
        at = alias if alias is not None else name_node
        builder.bind((scope, walk.block), bound, "import", at, node.start_byte, number=number)


def _prefix(
    walk: Walk, node: tree_sitter.Node | None, scope: int, before: _Prefix, *, absolute: bool = False
) -> _Prefix:
    """A path, its names taken note of."""
    del absolute
    if node is None:
        return before if before.text else _Prefix(ROOT, walk.builder.expression(("module", ROOT, (), (), NONE)))
    if node.type == "scoped_identifier":
        before = _prefix(walk, node.child_by_field_name("path"), scope, before)
        node = node.child_by_field_name("name")
        if node is None:
            return before
    word = text_of(node).removeprefix("r#")
    text = f"{before.text}::{word}" if before.text and before.text != ROOT else f"{before.text}{word}"
    if node.type in ("crate", "self", "super"):
        return _Prefix(
            text, module(walk, word, before.text) if word != "self" or not before.text else before.expression
        )
    if node.type == "metavariable":
        return _Prefix("crate", module(walk, "crate"))
    walk.builder.occur(word, node, "import", scope, walk.block, before.expression)
    if before.expression == NONE:
        return _Prefix(text, path_name(walk, word))
    return _Prefix(text, member(walk, before.expression, word))


def _extern_crate(walk: Walk, node: tree_sitter.Node, scope: int) -> None:
    name, alias = node.child_by_field_name("name"), node.child_by_field_name("alias")
    if name is None:
        return
    builder, word = walk.builder, text_of(name)
    builder.imports.append(ImportFact("crate" if word == "self" else ROOT + word, "", first=False))
    number = len(builder.imports) - 1
    if word != "self":
        builder.occur(word, name, "import", scope, walk.block, number, "import")
    at = alias if alias is not None else name
    if text_of(at) not in ("_", "self"):
        builder.bind((scope, walk.block), text_of(at), "import", at, node.start_byte, number=number)


VISITS = {"use_declaration": _use, "extern_crate_declaration": _extern_crate}
