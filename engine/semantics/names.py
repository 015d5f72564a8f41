"""For languages without semantics of their own: where each name stands and in which role, told from the shape alone.

Grammars name their nodes alike: what calls has `call` or `invocation` in its type, a member access has a field for the
member. So the same few rules give a role, and what stands before the dot, in every language. Nothing here says what a
name means.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from ..deepfacts import NONE, UNREADABLE, Expression, Scope
from .builder import Builder, text_of

if TYPE_CHECKING:
    from collections.abc import Callable

    import tree_sitter

    from ..deepfacts import DeepFacts
    from ..languages import Language

__all__ = ["extract"]

MAX_RECEIVER = 120
MAX_CLIMB = 6
"""How many nodes above a name are asked for its role."""


class _Kind(NamedTuple):
    """What the type of a node tells, looked up once a type."""

    text: bool
    """Whether it is a comment or string, which is not entered."""
    nameless: bool
    """Whether a leaf of it is no name."""
    member: bool
    call: bool
    new: bool
    assign: bool
    around: str
    """The role of a name somewhere in it: `import`, `inherit`, `stop` where what is around does not count, or empty."""
    role: str
    """The role of a leaf of it, where nothing around says more."""


class _Above(NamedTuple):
    """A node above a leaf."""

    node: tree_sitter.Node
    kind: _Kind
    field: str | None
    """The field of its parent that it is; of members alone, since for nothing else it is asked."""
    around: str
    """The role that it, or what is around it, gives to a name; empty where nothing does."""
    distance: int
    """How far above is what gives that role."""


def extract(  # noqa: C901 - one loop over all nodes of a file, where each call counts
    language: Language, source: bytes, tree: tree_sitter.Tree
) -> DeepFacts:
    """The occurrences of one file. Each named leaf is one, unless it is in a comment or string."""
    builder = Builder(source)
    builder.scopes.append(Scope("module", NONE, NONE, 0, tree.root_node.end_point[0], 0))
    owner_fields = _field_ids(language.grammar)
    cursor, kinds = tree.walk(), _KINDS
    path: list[_Above] = []
    push, pop, enter, go_on, leave = (
        *(path.append, path.pop),
        *(cursor.goto_first_child, cursor.goto_next_sibling, cursor.goto_parent),
    )
    around, distance = "", 0
    names: dict[bytes, str] = {}
    while True:
        node = cursor.node
        assert node is not None
        if node.is_named:
            kind = kinds[node.type]
            if not kind.text:
                field = cursor.field_name if kind.member else None
                if enter():
                    distance += 1
                    if kind.around:
                        around, distance = kind.around, 1
                    elif distance > MAX_CLIMB:
                        around = ""
                    push(_Above(node, kind, field, around, distance))
                    continue
            if not kind.nameless and not node.child_count:
                text = node.text or b""
                name = names.get(text)
                if name is None:
                    name = names[text] = text.decode("utf-8", "replace") if _NAME.match(text) else ""
                if name:
                    field = cursor.field_name
                    receiver = _receiver(builder, node, field, path, owner_fields)
                    role = _role(node, field, path, kind)
                    builder.occur(name, node, role, 0, NONE, receiver)
        while not go_on():
            if not leave():
                return builder.finish()._replace(resolvable=False)
            pop()
            around, distance = path[-1][3:] if path else ("", 0)


def _field_ids(grammar: tree_sitter.Language) -> list[int]:
    """Those of the fields that may hold what stands before the dot which the grammar has."""
    ids = (grammar.field_id_for_name(field) for field in _OWNER_FIELDS)
    return [field for field in ids if field is not None]


def _receiver(
    builder: Builder, node: tree_sitter.Node, field: str | None, path: list[_Above], owner_fields: list[int]
) -> int:
    """What stands before the dot (or arrow, or colons) of a member, as far as it is short enough to say something."""
    if not path:
        return NONE
    above = path[-1]
    if not (above.kind.member or (above.kind.call and field in _MEMBER_FIELDS)):
        return NONE
    owner = _owner(node, above, owner_fields)
    if owner is None:
        return NONE
    before = " ".join(text_of(owner).split())
    return builder.expression(Expression("name", before)) if 0 < len(before) <= MAX_RECEIVER else UNREADABLE


def _owner(leaf: tree_sitter.Node, above: _Above, owner_fields: list[int]) -> tree_sitter.Node | None:
    for field in owner_fields:
        owner = above.node.child_by_field_id(field)
        if owner is not None:
            return None if owner == leaf else owner
    first = above.node.named_child(0) if above.kind.member else None
    return None if first == leaf else first


def _role(node: tree_sitter.Node, field: str | None, path: list[_Above], kind: _Kind) -> str:
    above = len(path) - 1
    while above >= 0 and path[above].kind.member and _is_last(node, path[above].node):
        node, field, above = path[above].node, path[above].field, above - 1
    if above >= 0:
        parent = path[above].kind
        if parent.new:
            return "instantiate"
        if parent.call and (field in _CALLEE_FIELDS or (field is None and path[above].node.child(0) == node)):
            return "call"
        if parent.assign and field == "left":
            return "write"
    return path[-1].around if path and path[-1].around in _SAID else kind.role


def _is_last(node: tree_sitter.Node, parent: tree_sitter.Node) -> bool:
    count = parent.named_child_count
    return count > 0 and parent.named_child(count - 1) == node


def _tells(pattern: str) -> Callable[[str], bool]:
    """Whether a type of node has a pattern in it."""
    search = re.compile(pattern).search

    return lambda kind: search(kind) is not None


_NAME = re.compile(rb"[^\W\d]|[_$@~]|[\x80-\xff]")
_NO_NAME = _tells(r"(?i)comment|string|char|number|integer|float|literal|content|escape|text|heredoc|error")
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
_SAID = frozenset({"import", "inherit"})


class _Kinds(dict[str, _Kind]):
    def __missing__(self, kind: str) -> _Kind:
        around = "import" if _IMPORT(kind) else "inherit" if _INHERIT(kind) else "stop" if _STOP(kind) else ""
        role = "type" if kind.startswith("type") else "read"
        found = _Kind(_TEXT(kind), _NO_NAME(kind), _MEMBER(kind), _CALL(kind), _NEW(kind), _ASSIGN(kind), around, role)
        self[kind] = found
        return found


_KINDS = _Kinds()
