"""Macros: what their bodies name, and what they stand for.

A body is text to the grammar. All bodies of a file are parsed once more together, each where it stands and each as the
body of a function, everything else blank: so places in them are places in the file.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from ...deepfacts import NONE, Parameter, Result
from ..builder import text_of, text_reader
from .state import FILE, cast, make, value, visit
from .words import note_words

if TYPE_CHECKING:
    import tree_sitter

    from .state import Walk

__all__ = ["read_macros"]

HEAD, TAIL = b"int x(){", b";}"
"""As long as `#define ` and less, so that there is always room for both between two bodies."""


def read_macros(walk: Walk, source: bytes, grammar: tree_sitter.Language) -> None:
    """Bind each macro, in the block of its body, and take note of the names there."""
    if not walk.macros:
        return
    text, starts = _bodies(walk.macros, source)
    trees: dict[int, tree_sitter.Node] = {}
    if starts:
        tree_of_bodies = _parser(grammar).parse(text)
        walk.text = text_reader(tree_of_bodies)
        for node in tree_of_bodies.root_node.named_children:
            trees[node.start_byte] = node
    for macro, block in walk.macros:
        tree = trees.get(starts.get(macro.start_byte, NONE))
        body = tree.child_by_field_name("body") if tree is not None else None
        walk.block = walk.builder.block(block, expanded=True)
        _read(walk, macro, body)
    walk.block = NONE


def _bodies(macros: list[tuple[tree_sitter.Node, int]], source: bytes) -> tuple[bytes, dict[int, int]]:
    """The text with all bodies that are whole, and where that of each macro begins in it."""
    text = bytearray(source.translate(_BLANK)) + b" " * len(TAIL)
    starts: dict[int, int] = {}
    free = 0
    for macro, _ in macros:
        content = macro.child_by_field_name("value")
        if content is None:
            continue
        start, end = content.start_byte, content.end_byte
        begin = max(macro.start_byte, free)
        if begin + len(HEAD) > start:
            continue
        whole = _BROUGHT.sub(rb"\1;", source[start:end])
        body = _PASTED.sub(_joined, whole).replace(b"#", b" ").replace(b"\\\n", b" \n")
        body = body.replace(b"\\\r\n", b" \r\n")
        if not _is_whole(body):
            continue
        text[begin : begin + len(HEAD)] = HEAD
        text[start:end] = body
        free = end
        for byte in TAIL:
            while bytes(text[free : free + 1]) in (b"\n", b"\r"):
                free += 1
            text[free : free + 1] = bytes((byte,))
            free += 1
        starts[macro.start_byte] = begin
    return bytes(text), starts


def _joined(match: re.Match[bytes]) -> bytes:
    """`a##b` as one name, which is none that is known."""
    return b"_" * len(match[0])


def _is_whole(body: bytes) -> bool:
    """Whether brackets match, outside of literals."""
    open_ones: list[int] = []
    for bracket in _BRACKETS.findall(_LITERALS.sub(b" ", body)):
        code = bracket[0]
        if code in b"([{":
            open_ones.append(code)
        elif not open_ones or _CLOSING[code] != open_ones.pop():
            return False
    return not open_ones


def _read(walk: Walk, macro: tree_sitter.Node, body: tree_sitter.Node | None) -> None:
    name_node = macro.child_by_field_name("name")
    if name_node is None:
        return
    name, parameters = text_of(name_node), macro.child_by_field_name("parameters")
    statements = [child for child in body.named_children if child.named_children] if body is not None else []
    if parameters is not None:
        scope = _function(walk, name, name_node, macro, parameters)
    elif _are_fields(statements):
        _fields(walk, name, name_node, macro, statements)
        return
    else:
        scope = FILE
    given = _value(walk, statements, scope)
    content = macro.child_by_field_name("value")
    if content is not None:
        note_words(walk, content, scope)  # names that are pasted, or in what is no statement
    if parameters is None:
        walk.builder.bind((FILE, walk.block), name, "assign", name_node, macro.end_byte, given)
    elif given >= 0:
        index = walk.builder.scopes[scope].definition
        walk.builder.results[index] = [Result(given, scope, NONE, macro.end_byte)]


def _function(
    walk: Walk, name: str, name_node: tree_sitter.Node, macro: tree_sitter.Node, parameters: tree_sitter.Node
) -> int:
    """Bind a macro with parameters; gives the scope of its body."""
    builder = walk.builder
    index = builder.define("function", name, name_node, macro, (FILE, NONE, FILE))
    builder.bind((FILE, walk.block), name, "function", name_node, macro.end_byte, number=index)
    own = builder.definitions[index].own
    found: list[Parameter] = []
    for child in parameters.named_children:
        if child.type == "identifier":
            text = text_of(child)
            builder.bind((own, NONE), text, "parameter", child, child.start_byte, number=len(found))
            found.append(Parameter(text, NONE, NONE, ""))
    content = macro.child_by_field_name("value")
    names = {row.name.encode() for row in found}
    pastes = content is not None and any(names & set(match) for match in _JOINED.findall(content.text or b""))
    builder.complete(index, parameters=tuple(found), traits=_EXPANDED | _PASTES if pastes else _EXPANDED)
    return own


def _are_fields(statements: list[tree_sitter.Node]) -> bool:
    """Whether a body declares what may be fields, besides names of macros that do so."""
    declarations = [child for child in statements if not _is_name(child)]
    return (
        bool(declarations) and all(child.type == "declaration" for child in declarations) and _names_all(declarations)
    )


def _is_name(statement: tree_sitter.Node) -> bool:
    return statement.type == "expression_statement" and statement.named_children[0].type == "identifier"


def _names_all(statements: list[tree_sitter.Node]) -> bool:
    """Whether declarations each name something, and give it no value."""
    for statement in statements:
        declarators = statement.children_by_field_name("declarator")
        if not declarators or any(child.type == "init_declarator" for child in declarators):
            return False
    return True


def _fields(
    walk: Walk, name: str, name_node: tree_sitter.Node, macro: tree_sitter.Node, statements: list[tree_sitter.Node]
) -> None:
    """A macro that declares fields, for structs to have them in common."""
    builder = walk.builder
    index = builder.define("class", name, name_node, macro, (FILE, NONE, FILE))
    builder.bind((FILE, walk.block), name, "class", name_node, macro.end_byte, number=index)
    names = [child.named_children[0] for child in statements if _is_name(child)]
    builder.complete(index, bases=tuple(walk.type_of(walk, each, FILE) for each in names), traits=_FIELDS)
    own, first = builder.definitions[index].own, len(builder.bindings)
    shared = dict(walk.shared)
    for statement in statements:
        if not _is_name(statement):
            walk.visits["declaration"](walk, statement, FILE)
    walk.shared = shared
    for number in range(first, len(builder.bindings)):
        row = builder.bindings[number]
        if row.kind == "declare":
            builder.bindings[number] = row._replace(scope=own)


def _value(walk: Walk, statements: list[tree_sitter.Node], scope: int) -> int:
    """Take note of the names in a body; gives what it stands for: its last expression, or a type."""
    for statement in statements[:-1]:
        visit(walk, statement, scope)
    if not statements:
        return NONE
    last = statements[-1]
    if last.type == "declaration" and last.child_by_field_name("declarator") is None:
        kind = last.child_by_field_name("type")
        return cast(walk, walk.type_of(walk, kind, scope)) if kind is not None else NONE
    if last.type == "expression_statement" and last.named_children[0].type == "number_literal":
        number = walk.text(last.named_children[0])
        return make(walk, "literal", "int", (), (number,))
    if last.type in _VALUES:
        return value(walk, last, scope)
    visit(walk, last, scope)
    return NONE


@lru_cache(maxsize=8)
def _parser(grammar: tree_sitter.Language) -> tree_sitter.Parser:
    import tree_sitter

    return tree_sitter.Parser(grammar)


_BLANK = bytes(byte if byte in b"\r\n" else 0x20 for byte in range(256))
_BROUGHT = re.compile(rb"((?:^|[;}])[\s\\]*[A-Z][A-Z0-9_]+[ \t]*)\\(?=\r?\n\s*[a-z_]\w*[\s*]+[\w\s*]*[\w\[\]]+;)")
"""A macro on a line of its own before a declaration: it brings fields along, and the end of the line ends it."""
_PASTED = re.compile(rb"[ \t]*##[ \t]*")
_LITERALS = re.compile(rb"""//[^\n]*|/\*.*?\*/|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'""", re.DOTALL)
_BRACKETS = re.compile(rb"[()\[\]{}]")
_CLOSING = {ord(b")"): ord(b"("), ord(b"]"): ord(b"["), ord(b"}"): ord(b"{")}
_JOINED = re.compile(rb"(\w*)[ \t]*##[ \t]*(?=(\w*))")
_EXPANDED = frozenset({"expanded"})
_PASTES = frozenset({"pastes"})
_FIELDS = frozenset({"closed"})
_VALUES = frozenset({"expression_statement", "struct_specifier", "union_specifier", "enum_specifier"})
