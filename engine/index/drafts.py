"""A definition or scope on its way from a query match to a symbol: its node, and its name as the language says it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from .declarators import declared

if TYPE_CHECKING:
    from collections.abc import Mapping

    import tree_sitter

    from ..language_patterns import PatternRole
    from ..language_rules import Rules

__all__ = ["FUNCTION_KINDS", "TYPE_KINDS", "Draft", "draft_of", "text_of"]

TYPE_KINDS = frozenset({"class", "struct", "interface", "enum", "object", "enum_member", "type_parameter"})
"""Kinds whose direct functions are methods."""
FUNCTION_KINDS = frozenset({"function", "method", "constructor", "operator", "property"})
"""Kinds whose direct variables are locals."""


class Draft:
    """A definition or scope on its way to become a symbol."""

    __slots__ = (
        "body",
        "children",
        "container",
        "end",
        "kind",
        "name",
        "name_end",
        "name_path",
        "name_start",
        "node",
        "order",
        "outer",
        "parent",
        "position",
        "receiver",
        "role",
        "shared",
        "start",
    )

    def __init__(self, role: PatternRole, order: int, node: tree_sitter.Node) -> None:
        self.role = role
        self.order = order
        self.node = self.outer = node
        self.start = node.start_byte
        self.end = node.end_byte
        self.kind = role.kind
        self.name = role.name
        self.name_start = self.name_end = self.start
        self.receiver: list[str] = []
        self.body: tree_sitter.Node | None = None
        self.container: Draft | None = None
        """The definition or scope directly around this one."""
        self.parent: Draft | None = None
        """The nearest definition around this one."""
        self.children = 0
        self.position = -1
        """Index in the file's list of symbols; -1 for scopes and what is left out."""
        self.name_path = ""
        self.shared = ""
        """What one statement says of all that it declares: `private static int ` of `private static int a, b;`."""


def draft_of(
    rules: Rules, source: bytes, role: PatternRole, order: int, captures: Mapping[str, list[tree_sitter.Node]]
) -> Draft | None:
    """The draft of one match; None where nothing names it. `order` is the number of its pattern."""
    node = captures[role.capture][0]
    if (role.inside or role.within) and not _is_inside(role, node):
        return None
    draft = Draft(role, order, node)
    if "receiver" in captures:
        draft.receiver = _type_components(rules, text_of(source, captures["receiver"][0]))
    _find_name(draft, rules, source, captures)
    if not draft.name:
        return None
    if body := captures.get("body"):
        draft.body = body[-1]
    else:
        draft.body = captures.get("body.of", (node,))[-1].child_by_field_name("body")
    if draft.body is not None:
        draft.end = max(draft.end, draft.body.end_byte)
    return draft


def _find_name(draft: Draft, rules: Rules, source: bytes, captures: Mapping[str, list[tree_sitter.Node]]) -> None:
    """Name the draft; it has none where its pattern captures none, or a declarator that declares no symbol."""
    if named := captures.get("name"):
        _name(draft, rules, source, named[0], is_path=False)
    elif named := captures.get("name.path"):
        _name(draft, rules, source, named[0], is_path=True)
    elif named := captures.get("declarator"):
        found = declared(rules.declarators, named[0])
        if found is not None and (kind := found.kind(rules.declarators, draft.kind)):
            draft.kind = kind
            _name(draft, rules, source, found.name, is_path=found.is_path)
    elif not draft.name and draft.receiver:
        draft.name = draft.receiver.pop()


def _name(draft: Draft, rules: Rules, source: bytes, node: tree_sitter.Node, *, is_path: bool) -> None:
    """Name the draft as the node says, where its pattern does not."""
    draft.name_start, draft.name_end = node.start_byte, node.end_byte
    if not draft.role.name:
        written = text_of(source, node)
        name = _clean(rules, written)
        if name != written and (at := written.find(name)) >= 0:
            draft.name_start += len(written[:at].encode())
            draft.name_end = draft.name_start + len(name.encode())
        draft.name = draft.role.prefix + name
    if is_path:
        *containers, draft.name = _path_components(rules, draft.name)
        draft.receiver += containers
        draft.name_start = draft.name_end - len(draft.name.encode())


def _is_inside(role: PatternRole, node: tree_sitter.Node) -> bool:
    """Whether it stands where its pattern wants it."""
    parent = node.parent
    if parent is None:
        return False
    kind = parent.type
    if kind in role.inside or not role.within:
        return kind in role.inside
    around = parent.parent
    return around is not None and (around.type, kind) in role.within


def text_of(source: bytes, node: tree_sitter.Node) -> str:
    """What a node spans."""
    return source[node.start_byte : node.end_byte].decode("utf-8", "replace")


def _clean(rules: Rules, name: str) -> str:
    if name[:1] in "\"'`" and len(name) > 1 and name[0] == name[-1]:
        name = name[1:-1]
    if rules.strip:
        name = rules.strip.sub("", name)
    return " ".join(name.split()) if "\n" in name or "  " in name else name


_TYPE_NOISE = re.compile(
    r"<(?:[-=]>|[^<>])*>|\[[^\[\]]*\]|\([^()]*\)|[*&?!^]|\b(?:mut|const|dyn|ref|in|out)\s|^\s*'\w+\s"
)


def _type_components(rules: Rules, text: str) -> list[str]:
    """`*pkg.Pool[T]` → `Pool`: the name of a type without arguments, pointers and qualifiers."""
    stripped = None
    while stripped != text:
        stripped, text = text, _TYPE_NOISE.sub("", text)
    parts = [part.strip() for part in rules.separators.split(text)] if rules.separators else [text.strip()]
    return [parts[-1]] if parts[-1] else []


_OPERATOR = re.compile(r"operator\W")


def _path_components(rules: Rules, text: str) -> list[str]:
    """`a::b<T>::operator[]` → `a`, `b`, `operator[]`: the containers lose type arguments, the last part does not."""
    if rules.separators is None:
        return [text]
    depth, start, parts = 0, 0, list[str]()
    last = 0
    for match in rules.separators.finditer(text):
        last = match.start()
        depth = text.count("<", start, last) - text.count(">", start, last)
        if depth <= 0 and not _OPERATOR.match(text, start, last):
            parts.append(text[start:last])
            start = match.end()
    parts.append(text[start:])
    containers = [_TYPE_NOISE.sub("", part).strip() for part in parts[:-1]]
    name = _clean(rules, parts[-1].strip())
    return [*(c for c in containers if c and c not in rules.drop_names), name]
