"""For languages without semantics of their own: where each name stands and in which role, told from the shape alone.

Grammars name their nodes alike: what calls has `call` or `invocation` in its type, a member access has a field for the
member. So the same few rules give a role, and what stands before the dot, in every language. Nothing here says what a
name means.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from ..deepfacts import NONE, UNREADABLE, Expression, Scope
from .builder import Builder, text_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    import tree_sitter

    from ..deepfacts import DeepFacts
    from ..languages import Language

__all__ = ["extract"]

MAX_RECEIVER = 120
MAX_CLIMB = 6
"""How many nodes above a name are asked for its role."""


class _Step(NamedTuple):
    """A node above a leaf, and the field of its parent that it is."""

    node: tree_sitter.Node
    field: str | None


def extract(language: Language, source: bytes, tree: tree_sitter.Tree) -> DeepFacts:
    """The occurrences of one file."""
    del language, source
    builder = Builder()
    builder.scopes.append(Scope("module", NONE, NONE, 0, tree.root_node.end_point[0], 0))
    for leaf, path in _leaves(tree):
        if _NAME.match(leaf.node.text or b"") and not _NO_NAME(leaf.node.type):
            owner = _owner(leaf, path)
            receiver = NONE
            if owner is not None:
                text = " ".join(text_of(owner).split())
                short = 0 < len(text) <= MAX_RECEIVER
                receiver = builder.expression(Expression("name", text)) if short else UNREADABLE
            builder.occur(text_of(leaf.node), leaf.node, _role(leaf, path), 0, NONE, receiver)
    return builder.finish()._replace(resolvable=False)


def _leaves(tree: tree_sitter.Tree) -> Iterator[tuple[_Step, Sequence[_Step]]]:
    """Each named leaf with the nodes above it, outermost first. Comments and strings are not entered."""
    cursor = tree.walk()
    path: list[_Step] = []
    while True:
        node = cursor.node
        assert node is not None
        step = _Step(node, cursor.field_name)
        if node.is_named and not _TEXT(node.type) and cursor.goto_first_child():
            path.append(step)
            continue
        if node.is_named and not node.child_count:
            yield step, path
        while not cursor.goto_next_sibling():
            if not cursor.goto_parent():
                return
            path.pop()


def _owner(leaf: _Step, path: Sequence[_Step]) -> tree_sitter.Node | None:
    """What stands before the dot (or arrow, or colons) of a member."""
    if not path:
        return None
    parent = path[-1].node
    member = _MEMBER(parent.type)
    if member or (leaf.field in _MEMBER_FIELDS and _CALL(parent.type)):
        for field in _OWNER_FIELDS:
            owner = parent.child_by_field_name(field)
            if owner is not None:
                return None if owner == leaf.node else owner
        first = parent.named_children[0] if parent.named_children else None
        if member and first is not None and first != leaf.node:
            return first
    return None


def _role(leaf: _Step, path: Sequence[_Step]) -> str:
    step, above = leaf, len(path) - 1
    while above >= 0 and _MEMBER(path[above].node.type) and _is_last(step.node, path[above].node):
        step, above = path[above], above - 1
    if above >= 0:
        parent = path[above].node
        if _NEW(parent.type):
            return "instantiate"
        called = step.field in _CALLEE_FIELDS or (step.field is None and parent.child(0) == step.node)
        if _CALL(parent.type) and called:
            return "call"
        if step.field == "left" and _ASSIGN(parent.type):
            return "write"
    for outer in reversed(path[-MAX_CLIMB:]):
        if _IMPORT(outer.node.type):
            return "import"
        if _INHERIT(outer.node.type):
            return "inherit"
        if _STOP(outer.node.type):
            break
    return "type" if leaf.node.type.startswith("type") else "read"


def _is_last(node: tree_sitter.Node, parent: tree_sitter.Node) -> bool:
    return parent.named_child_count > 0 and parent.named_children[-1] == node


def _tells(pattern: str) -> Callable[[str], bool]:
    """Whether a type of node has a pattern in it, looked up once a type."""
    search = re.compile(pattern).search

    @cache
    def tells(kind: str) -> bool:
        return search(kind) is not None

    return tells


_NAME = re.compile(rb"[^\W\d]|[_$@~]|[\x80-\xff]")
_NO_NAME = _tells(
    r"(?i)comment|string|char|number|integer|float|literal|content|escape|text|heredoc|error"
)
_TEXT = _tells(r"comment|^(string|string_literal|raw_string_literal|char_literal|character_literal)$")
_MEMBER = _tells(
    r"member|field_expression|field_access|selector|scoped|qualified|navigation|attribute|dot_index|method_index|property"
    r"|scope_resolution|static_|class_constant"
)
_CALL = _tells(r"call|invocation|^command$")
_NEW = _tells(
    r"^new|object_creation|instance_expression|^constructor_(call|invocation)|struct_expression|composite_literal"
)
_ASSIGN = _tells(r"assign")
_IMPORT = _tells(r"import|include|^use_|export_(clause|specifier)|require|preproc_include|package")
_INHERIT = _tells(r"super|heritage|base_(class|list)|extends|delegation_specifier|inheritance|interfaces|implements")
_STOP = _tells(r"block|body|statement|compound|declaration_list|parameters|arguments")
_MEMBER_FIELDS = frozenset({"property", "field", "attribute", "method", "name", "member"})
_OWNER_FIELDS = ("object", "operand", "receiver", "argument", "value", "scope", "path", "expression", "table")
_CALLEE_FIELDS = frozenset({"function", "name", "method", "macro", "constructor", "callee"})
