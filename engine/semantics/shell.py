"""Functions and variables of shells: what commands call, what they set, which names are local to a function.

Functions and variables have spaces of their own, both are the whole program's: a file sees those of the files that it
sources, and those of whoever sources it. A variable is a function's own where that says `local`. Which one another
function means that uses a name which some function has for its own depends on who calls it, so such a use is left to
its name.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ..deepfacts import NONE, UNREADABLE, spaced
from .builder import Builder, text_of

if TYPE_CHECKING:
    from collections.abc import Callable

    import tree_sitter

    from ..deepfacts import DeepFacts
    from ..languages import Language

    Handler = Callable[["_Walk", tree_sitter.Node, int], None]

__all__ = ["extract"]

FUNCTION = "function"
"""The space of the names of functions; variables have the plain one."""
PROGRAM = 0
"""The scope of what every file of a program sees."""


class _Walk:
    """What handlers share."""

    __slots__ = ("builder", "local", "reads")

    def __init__(self, source: bytes) -> None:
        self.builder = Builder(source)
        self.local: set[str] = set()
        """Variables that some function has for its own."""
        self.reads: list[tuple[str, tree_sitter.Node, str, int]] = []
        """Uses of variables, settled when all functions are known: name, node, role, scope."""


def extract(language: Language, source: bytes, tree: tree_sitter.Tree) -> DeepFacts:
    """The deep facts of one file."""
    del language
    walk = _Walk(source)
    walk.builder.scope("module", -1, tree.root_node)
    _visit(walk, tree.root_node, PROGRAM)
    builder = walk.builder
    for name, node, role, scope in walk.reads:
        known = scope == PROGRAM or name not in walk.local or (scope, name) in builder.bound
        builder.occur(name, node, role, scope, NONE, NONE if known else UNREADABLE)
    return builder.finish()


def _visit(walk: _Walk, node: tree_sitter.Node, scope: int) -> None:
    handlers = _HANDLERS
    for child in node.named_children:
        handler = handlers.get(child.type)
        if handler is not None:
            handler(walk, child, scope)
        elif child.named_child_count:
            _visit(walk, child, scope)


def _nothing(walk: _Walk, node: tree_sitter.Node, scope: int) -> None:
    del walk, node, scope


def _function(walk: _Walk, node: tree_sitter.Node, scope: int) -> None:
    name = node.child_by_field_name("name")
    body = node.child_by_field_name("body")
    if name is None:
        _visit(walk, node, scope)
        return
    builder, text = walk.builder, text_of(name)
    place = (PROGRAM, NONE, PROGRAM)
    index = builder.define("function", text, name, node, place)
    builder.bind((PROGRAM, NONE), spaced(FUNCTION, text), "function", name, node.start_byte, number=index)
    shared = builder.shared.get(spaced(FUNCTION, text), False)
    builder.shared[spaced(FUNCTION, text)] = (
        shared or scope == PROGRAM
    )  # within another one, it takes a call to be there
    if body is not None:
        _visit(walk, body, builder.definitions[index].own)


def _called(walk: _Walk, name: str, node: tree_sitter.Node, scope: int, role: str = "call") -> None:
    walk.builder.occur(name, node, role, scope, NONE, form=FUNCTION)


def _broken(walk: _Walk, node: tree_sitter.Node, scope: int) -> None:
    """What could not be read: the names of functions in it, and all that is whole."""
    children = node.children
    for name, left, right in zip(children, children[1:], children[2:], strict=False):
        if name.type == "word" and left.type == "(" and right.type == ")":
            text = text_of(name)
            walk.builder.bind((PROGRAM, NONE), spaced(FUNCTION, text), "assign", name, name.start_byte)
            walk.builder.shared[spaced(FUNCTION, text)] = True
    _visit(walk, node, scope)


def _command(walk: _Walk, node: tree_sitter.Node, scope: int) -> None:
    head = node.child_by_field_name("name")
    word = head.named_child(0) if head is not None else None
    name = text_of(word) if word is not None and word.type == "word" else ""
    if word is not None and name:
        _called(walk, name.removeprefix("\\"), word, scope)
    elif head is not None:
        _visit(walk, head, scope)
    arguments = node.children_by_field_name("argument")
    for child in node.named_children:
        if child != head and child not in arguments:
            _visit_one(walk, child, scope)
    _arguments(walk, name, arguments, scope)


def _arguments(walk: _Walk, command: str, arguments: list[tree_sitter.Node], scope: int) -> None:
    """What a command is given: variables that it sets, commands that it runs, anything else."""
    setting = _SETTING.get(command, 0)
    first, skipping = True, False
    for child in arguments:
        text = text_of(child) if child.type == "word" else ""
        if command == "trap" and first and child.type in _STRINGS:
            _commands_in(walk, child, scope)
        elif not text:
            _visit_one(walk, child, scope)
        elif text.startswith("-"):
            skipping = text in _WITH_VALUE.get(command, ())
            setting += command == "printf" and text == "-v"
            continue
        elif skipping:
            skipping = False
            continue
        elif setting and _NAME.fullmatch(text):
            _set(walk, child, scope)
            setting -= 1
        elif _WORD.fullmatch(text):
            _word(walk, command, child, scope, first=first)
        first = False


def _word(walk: _Walk, command: str, node: tree_sitter.Node, scope: int, *, first: bool) -> None:
    """A word that a command is given: of those that run or tell of a function it is one, else it may be."""
    text = text_of(node)
    if command == "alias":
        return
    if command in _RUNNING and first:
        _called(walk, text, node, scope, "call" if command not in _TELLING else "read")
    elif len(text) > 2:  # noqa: PLR2004 - shorter ones say too little
        walk.builder.occur(text, node, "read", scope, NONE, UNREADABLE, FUNCTION)


def _commands_in(walk: _Walk, node: tree_sitter.Node, scope: int) -> None:
    """A string that holds commands: the first word of each may be a function."""
    for match in _HEAD.finditer(node.text or b""):
        if b"\n" not in (node.text or b""):
            name = match[1].decode("utf-8", "replace")
            walk.builder.occur_at(name, node.start_byte + match.start(1), "call", scope, NONE, form=FUNCTION)
    _visit(walk, node, scope)


def _set(walk: _Walk, node: tree_sitter.Node, scope: int, kind: str = "assign") -> None:
    """A variable gets a value: a function's own, where it has said so, else the program's."""
    name, builder = text_of(node), walk.builder
    own = scope if kind == "declare" or (scope, name) in builder.bound else PROGRAM
    if own == PROGRAM:
        builder.shared[name] = True
        builder.bind((own, NONE), name, "assign", node, node.end_byte)
    else:
        builder.bind((own, NONE), name, kind, node, node.end_byte)
    walk.reads.append((name, node, "write", scope))


def _assignment(walk: _Walk, node: tree_sitter.Node, scope: int) -> None:
    name, value = node.child_by_field_name("name"), node.child_by_field_name("value")
    if name is not None and name.type == "subscript":
        index = name.child_by_field_name("index")
        if index is not None:
            _visit_one(walk, index, scope)
        name = name.child_by_field_name("name")
    if value is not None:
        _visit_one(walk, value, scope)
    if name is not None:
        _set(walk, name, scope)


def _visit_one(walk: _Walk, node: tree_sitter.Node, scope: int) -> None:
    handler = _HANDLERS.get(node.type)
    (handler or _visit)(walk, node, scope)


def _declaration(walk: _Walk, node: tree_sitter.Node, scope: int) -> None:
    """`local`, `declare`, `typeset`, `export`, `readonly`."""
    first = node.child(0)
    word = first.type if first is not None else ""
    flags = "".join(text_of(child) for child in node.named_children if child.type == "word")
    is_own = scope != PROGRAM and (word == "local" or (word in ("declare", "typeset") and "g" not in flags))
    for child in node.named_children:
        if child.type == "variable_name":
            if "f" in flags or "F" in flags:
                _called(walk, text_of(child), child, scope, "read")
            elif is_own:
                walk.local.add(text_of(child))
                _set(walk, child, scope, "declare")
            elif word in ("declare", "typeset"):
                _set(walk, child, scope)
            else:
                _variable(walk, child, scope)
        elif child.type == "variable_assignment":
            name = child.child_by_field_name("name")
            if is_own and name is not None and name.type == "variable_name":
                walk.local.add(text_of(name))
                value = child.child_by_field_name("value")
                if value is not None:
                    _visit_one(walk, value, scope)
                _set(walk, name, scope, "declare")
            else:
                _assignment(walk, child, scope)
        elif child.type != "word":
            _visit_one(walk, child, scope)


def _unset(walk: _Walk, node: tree_sitter.Node, scope: int) -> None:
    flags = "".join(text_of(child) for child in node.named_children if child.type == "word")
    for child in node.named_children:
        if child.type == "variable_name" and "f" in flags:
            _called(walk, text_of(child), child, scope, "read")
        elif child.type != "word":
            _visit_one(walk, child, scope)


def _variable(walk: _Walk, node: tree_sitter.Node, scope: int) -> None:
    name = text_of(node)
    if _NAME.fullmatch(name):
        walk.reads.append((name, node, "read", scope))


def _loop(walk: _Walk, node: tree_sitter.Node, scope: int) -> None:
    variable = node.child_by_field_name("variable")
    for child in node.named_children:
        if child == variable:
            _set(walk, child, scope)
        else:
            _visit_one(walk, child, scope)


def _counting(walk: _Walk, node: tree_sitter.Node, scope: int) -> None:
    """`for ((i = 0; i < n; i++))`: bare words are variables."""
    body = node.child_by_field_name("body")
    for child in node.named_children:
        if child == body:
            _visit_one(walk, child, scope)
        else:
            _counted(walk, child, scope)


def _counted(walk: _Walk, node: tree_sitter.Node, scope: int) -> None:
    if node.type == "word":
        _variable(walk, node, scope)
    elif node.type == "variable_assignment":
        _assignment(walk, node, scope)
    elif node.type in _HANDLERS:
        _HANDLERS[node.type](walk, node, scope)
    else:
        for child in node.named_children:
            _counted(walk, child, scope)


_STRINGS = frozenset({"raw_string", "string"})
_NAME = re.compile(r"[A-Za-z_]\w*")
_WORD = re.compile(r"[A-Za-z_][\w:.+-]*\w|[A-Za-z_]")
_HEAD = re.compile(rb"(?:^['\"]|[;&|]|\bthen\b|\bdo\b)\s*([A-Za-z_][\w:.-]*)(?=[\s;&|'\"])")
_SETTING = {"read": 99, "mapfile": 1, "readarray": 1, "getopts": 0}
"""Commands that give variables a value, and how many."""
_WITH_VALUE = {
    "read": ("-d", "-n", "-N", "-p", "-t", "-u", "-i"),
    "mapfile": ("-d", "-n", "-O", "-s", "-u", "-C", "-c"),
    "readarray": ("-d", "-n", "-O", "-s", "-u", "-C", "-c"),
}
"""Their options that take the next word."""
_TELLING = frozenset({"type", "declare", "typeset", "which"})
_RUNNING = frozenset(
    {"trap", "command", "builtin", "exec", "time", "nohup", "eval", "run", "sudo", "env", "xargs", "!", *_TELLING}
)
"""Commands whose first word is a command, too."""
_HANDLERS: dict[str, Handler] = {
    "function_definition": _function,
    "ERROR": _broken,
    "command": _command,
    "variable_assignment": _assignment,
    "declaration_command": _declaration,
    "unset_command": _unset,
    "variable_name": _variable,
    "for_statement": _loop,
    "c_style_for_statement": _counting,
    "comment": _nothing,
    "word": _nothing,
    "string_content": _nothing,
    "raw_string": _nothing,
}
