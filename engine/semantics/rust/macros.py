"""Names in what is handed to macros, and in the rules of macros: a stretch of tokens, read as far as it is plain.

The grammar gives no tree for them. Chains of names (`a.b(c).d`, `A::b`) are read as what they would be in code, since
in most macros they are that; who asks is told so by the block, whose condition names the macro.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ...deepfacts import NONE, UNREADABLE, spaced
from ..builder import text_of
from . import types
from .state import data, member, module, path_name, visit

if TYPE_CHECKING:
    import tree_sitter

    from .state import Walk

__all__ = ["note_invocation", "note_rules", "note_tokens"]


def note_invocation(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    """Take note of a use of a macro and of what it is given; as an expression, a call of it."""
    builder, name_node = walk.builder, node.child_by_field_name("macro")
    if name_node is None:
        return NONE
    owner = NONE
    if name_node.type == "scoped_identifier":
        owner = types.qualified(walk, name_node.child_by_field_name("path"), scope)
        name_node = name_node.child_by_field_name("name") or name_node
        owner = owner if owner != NONE else UNREADABLE
    name = text_of(name_node).removeprefix("r#")
    builder.occur(name, name_node, "call", scope, walk.block, owner, "macro")
    first = NONE
    for child in node.named_children:
        if child.type == "token_tree":
            before, walk.block = walk.block, _handed(walk, name)
            if not _read_as_code(walk, child, scope):
                first = _Tokens(walk, scope).read(child)
            walk.block = before
    callee = builder.expression(("name", spaced("macro", name), (), (), NONE))
    return builder.expression(("call", "", (callee, first) if first != NONE else (callee,), (), NONE))


def _read_as_code(walk: Walk, node: tree_sitter.Node, scope: int) -> bool:
    """Read what a macro is given as code, where names are bound in it and the grammar understands nearly all."""
    text = node.text or b""
    if len(text) < MIN_CODE or b"{" not in text or not _NAMING.search(text):
        return False
    import tree_sitter

    first, last = node.children[0], node.children[-1]
    inside = tree_sitter.Range(first.end_point, last.start_point, first.end_byte, last.start_byte)
    parser = tree_sitter.Parser(walk.grammar, included_ranges=[inside])
    root = parser.parse(walk.source).root_node
    if root.has_error and _broken(root) * MAX_BROKEN > len(text):
        return False
    own = walk.builder.scope("block", scope, node, NONE, walk.block)
    for child in root.named_children:
        visit(walk, child, own)
    return True


def _broken(node: tree_sitter.Node) -> int:
    """Bytes in which the grammar could not read a text."""
    if node.type == "ERROR":
        return node.end_byte - node.start_byte
    return sum(_broken(child) for child in node.children if child.has_error)


def _handed(walk: Walk, name: str) -> int:
    condition = walk.builder.expression(("handed", name, (), (), NONE))
    blocks = walk.builder.blocks
    for number in range(max(len(blocks) - 40, 0), len(blocks)):
        if blocks[number].condition == condition and blocks[number].parent == walk.block:
            return number
    return walk.builder.block(walk.block, condition=condition)


def note_tokens(walk: Walk, node: tree_sitter.Node, scope: int) -> None:
    """Take note of the names in an attribute; what `derive` names are traits."""
    attribute = next((child for child in node.named_children if child.type == "attribute"), None)
    if attribute is None:
        return
    builder = walk.builder
    head = attribute.named_children[0] if attribute.named_children else None
    name = text_of(head) if head is not None else ""
    if name in _PLAIN:
        return
    before, walk.block = walk.block, _handed(walk, f"#{name}")
    if head is not None and head.type == "identifier" and name not in _KNOWN:
        builder.occur(name, head, "decorate", scope, walk.block, NONE, "macro")
    elif head is not None and head.type == "scoped_identifier":
        builder.occur(name.rpartition("::")[2], head.named_children[-1], "decorate", scope, walk.block, UNREADABLE)
    for child in attribute.named_children[1:]:
        if child.type == "token_tree":
            role = "implement" if name == "derive" else "read"
            _Tokens(walk, scope, role).read(child)
    walk.block = before


def note_rules(walk: Walk, node: tree_sitter.Node, scope: int) -> None:
    """Take note of the names in the bodies of a macro's rules: what they mean is decided where it is used."""
    before, walk.block = walk.block, walk.builder.block(walk.block, expanded=True)
    for rule in node.named_children:
        if rule.type == "macro_rule":
            body = rule.child_by_field_name("right")
            if body is not None:
                _Tokens(walk, scope).read(body)
    walk.block = before


class _Tokens:
    """Reads one stretch of tokens."""

    def __init__(self, walk: Walk, scope: int, role: str = "read") -> None:
        self._walk = walk
        self._scope = scope
        self._role = role

    def read(self, tree: tree_sitter.Node, owner: int = NONE) -> int:
        """Take note of the names in a bracketed stretch; the first expression in it. `owner`: whose fields it gives."""
        tokens = tree.children[1:-1]
        if b"::<" in (tree.text or b""):
            tokens, arguments = _without_type_arguments(tokens)
            for each in arguments:
                self._read_row(each, NONE)
        return self._read_row(tokens, owner)

    def _read_row(  # noqa: C901 - a table of tokens, told apart one after the other
        self, children: list[tree_sitter.Node], owner: int
    ) -> int:
        walk, first = self._walk, NONE
        current, before, started = NONE, "", False
        """The chain that is read, the token before, and whether the first expression is still being read."""
        for at, node in enumerate(children):
            form = node.type
            after = children[at + 1].type if at + 1 < len(children) else ""
            if form in _NAMES:
                current = self._name(node, current, before, after, children, at, owner)
            elif form in _MODULES:
                current = self._module(form, node, current, before)
            elif form == "token_tree":
                current = self._group(node, current, before)
            elif form == "token_repetition":
                self.read_repetition(node)
                current = NONE
            elif form in (".", "::", "?") or (form == "!" and before in _NAMES):
                pass
            elif form == "string_literal":
                self._format(node)
                current = walk.builder.expression(("literal", "str", (), (), NONE))
            elif form in ("&", "mutable_specifier"):
                continue
            else:
                current = NONE
                if form in (",", ";"):
                    started = True
            if not started and current != NONE:
                first = current
            before = form
        return first

    def read_repetition(self, node: tree_sitter.Node) -> None:
        """`$( … )*` in the body of a rule."""
        self.read(node)

    def _name(  # noqa: C901 - a table of what stands around a name
        self, node: tree_sitter.Node, current: int, before: str, after: str,
        children: list[tree_sitter.Node], at: int, owner: int,
    ) -> int:  # fmt: skip
        walk, builder, scope = self._walk, self._walk.builder, self._scope
        name = text_of(node).removeprefix("r#")
        following = children[at + 1] if at + 1 < len(children) else None
        is_call = following is not None and following.type == "token_tree" and (following.text or b"")[:1] == b"("
        if before == ".":
            if current == NONE:
                builder.occur(
                    name, node, "call" if is_call else "read", scope, walk.block, UNREADABLE, "" if is_call else "data"
                )
                return NONE
            if is_call:
                builder.occur(name, node, "call", scope, walk.block, current)
                return member(walk, current, name)
            if name == "await":
                return builder.expression(("await", "", (current,), (), NONE))
            builder.occur(name, node, "read", scope, walk.block, current, "data")
            return member(walk, current, data(name))
        if after == "!" and at + 2 < len(children) and children[at + 2].type == "token_tree":
            receiver = current if before == "::" else NONE
            builder.occur(name, node, "call", scope, walk.block, receiver, "macro")
            return builder.expression(("name", spaced("macro", name), (), (), NONE))
        is_prefix = after == "::"
        role = "type" if is_prefix else "call" if is_call else self._role
        if before == "::":
            if current == NONE:
                builder.occur(name, node, role, scope, walk.block, UNREADABLE)
                return NONE
            builder.occur(name, node, role, scope, walk.block, current)
            return member(walk, current, name)
        if owner != NONE and after == ":" and before in ("", ","):
            builder.occur(name, node, "write", scope, walk.block, owner, "data")
            return NONE
        if name == "Self":
            return builder.expression(("self", "class", (), (), walk.own)) if walk.own >= 0 else NONE
        is_type = name[:1].isupper() and not is_call and self._role == "read"
        builder.occur(
            name, node, "type" if is_type and not is_prefix and not _is_constant(name) else role, scope, walk.block
        )
        if is_prefix or is_type:
            return path_name(walk, name)
        return builder.name(name)

    def _module(self, form: str, node: tree_sitter.Node, current: int, before: str) -> int:
        walk = self._walk
        if form == "metavariable":
            return module(walk, "crate") if text_of(node) == "$crate" else NONE
        if form == "self" and before != "::":
            following = node.next_sibling
            if following is None or following.type != "::":
                return walk.builder.expression(("self", "instance", (), (), walk.own)) if walk.own >= 0 else NONE
        if before == "::" and form == "super" and current != NONE:
            found = walk.builder.expression_at(current)
            return module(walk, "super", found.text if found is not None else "")
        return module(walk, form)

    def _group(self, node: tree_sitter.Node, current: int, before: str) -> int:
        """A bracketed stretch: the arguments of what stands before it, the fields of a struct, or something else."""
        builder = self._walk.builder
        opening = (node.text or b"")[:1]
        if before == "!" and current != NONE:
            first = self.read(node)
            return builder.expression(("call", "", (current, first) if first != NONE else (current,), (), NONE))
        if before in _NAMES and current != NONE:
            if opening == b"(":
                self.read(node)
                return builder.expression(("call", "", (current,), (), NONE))
            if opening == b"{":
                self.read(node, current)
                return builder.expression(("new", "", (current,), (), NONE))
            if opening == b"[":
                self.read(node)
                return builder.expression(("subscript", "", (current, NONE), (), NONE))
        first = self.read(node)
        return first if opening == b"(" and before not in _NAMES else NONE

    def _format(self, node: tree_sitter.Node) -> None:
        """Names that a text of `format!` and the like holds in braces."""
        text = node.text or b""
        if b"{" not in text:
            return
        for match in _HELD.finditer(text):
            position = node.start_byte + match.start(1)
            self._walk.builder.occur_at(match[1].decode(), position, "read", self._scope, self._walk.block)


def _without_type_arguments(
    tokens: list[tree_sitter.Node],
) -> tuple[list[tree_sitter.Node], list[list[tree_sitter.Node]]]:
    """Tokens without those of `::<A, B>`, by which a chain goes on as if they were not there; and those."""
    kept: list[tree_sitter.Node] = []
    arguments: list[list[tree_sitter.Node]] = []
    depth = 0
    for at, token in enumerate(tokens):
        if depth:
            depth += _ANGLES.get(token.type, 0)
            if depth > 0:
                arguments[-1].append(token)
            depth = max(depth, 0)
        elif token.type == "<" and kept and kept[-1].type == "::" and at > 1 and tokens[at - 2].type in _NAMES:
            kept.pop()
            arguments.append([])
            depth = 1
        else:
            kept.append(token)
    return kept, arguments


def _is_constant(name: str) -> bool:
    return name.isupper() and len(name) > 1


MIN_CODE = 20
MAX_BROKEN = 8
"""One byte in so many may be broken."""
_NAMING = re.compile(
    rb"\blet |\|[^|\n]*\|\s*(?:->[^{]*)?\{|\bfn \w|\bstatic \w|\bmod \w|\bstruct \w|\bimpl\b|\bmatch |\bif let "
)
_HELD = re.compile(rb"(?<!\{)\{([A-Za-z_]\w*)(?=[:}])")
_NAMES = frozenset({"identifier", "type_identifier", "field_identifier", "primitive_type"})
_ANGLES = {"<": 1, "<<": 2, ">": -1, ">>": -2}
_MODULES = frozenset({"crate", "self", "super", "metavariable"})
_PLAIN = frozenset(
    [
        "allow",
        "warn",
        "deny",
        "forbid",
        "expect",
        "inline",
        "doc",
        "must_use",
        "cold",
        "no_mangle",
        "track_caller",
        "non_exhaustive",
        "automatically_derived",
        "deprecated",
        "feature",
        "no_std",
        "recursion_limit",
        "repr",
        "cfg",
        "rustfmt::skip",
        "path",
        "ignore",
        "should_panic",
        "macro_use",
        "macro_export",
        "test",
        "bench",
        "target_feature",
        "link",
        "link_name",
        "export_name",
        "default",
    ]
)
"""Attributes of the language that name nothing of a project."""
_KNOWN = frozenset(
    {"derive", "cfg_attr", "global_allocator", "proc_macro", "proc_macro_derive", "proc_macro_attribute"}
)
