"""A definition or scope on its way from a query match to a symbol: its node, and its name as the language says it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    import tree_sitter

    from ..languages import PatternRole, Rules

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
    if role.inside and ((parent := node.parent) is None or parent.type not in role.inside):
        return None
    draft = Draft(role, order, node)
    named = captures.get("name") or captures.get("name.path")
    if "receiver" in captures:
        draft.receiver = _type_components(rules, text_of(source, captures["receiver"][0]))
    if named:
        draft.name_start, draft.name_end = named[0].start_byte, named[0].end_byte
        if not role.name:
            written = text_of(source, named[0])
            name = _clean(rules, written)
            if (at := written.find(name)) >= 0:
                draft.name_start += len(written[:at].encode())
                draft.name_end = draft.name_start + len(name.encode())
            draft.name = role.prefix + name
        if "name.path" in captures:
            *containers, draft.name = _path_components(rules, draft.name)
            draft.receiver += containers
            draft.name_start = draft.name_end - len(draft.name.encode())
    elif not draft.name and draft.receiver:
        draft.name = draft.receiver.pop()
    if not draft.name:
        return None
    body = captures.get("body")
    draft.body = body[-1] if body else node.child_by_field_name("body")
    if draft.body is not None:
        draft.end = max(draft.end, draft.body.end_byte)
    return draft


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
