"""What one file says of routes by itself: registrations, routers, mounts, client calls, and the names that tie them.

A function of a file's bytes and of the language's `routes.scm` and `routes.toml`, never of another file. Lines are
0-based, columns and positions are bytes, an index of -1 is "none". No field means anything in one framework alone.
"""

from __future__ import annotations

import marshal
from typing import Any, NamedTuple

__all__ = [
    "HOLE",
    "MARK",
    "NOWHERE",
    "NO_ROUTES",
    "Bind",
    "Fact",
    "Function",
    "Imported",
    "Pass",
    "Ref",
    "RouteFacts",
    "pack",
    "unpack",
]

HOLE = "\x00"
"""Stands in a path for a part that is not known until the program runs."""
MARK = "\x01"
"""Stands before and after the name of a constant in a path: what it is may be said in another file."""


class Ref(NamedTuple):
    """An expression that means a router, a handler or a module.

    name        text = the dotted name
    call        text = the dotted name of what is called: its result is meant
    fact        number = a fact of the file: what it makes or is
    function    number = a function of the file
    class       text = the name of a class of the file
    module      text = a module as written
    text        text = the content of a string
    folder      text = the folder whose files are meant, from that of the file on
    nowhere     nothing that can be followed
    """

    kind: str
    text: str = ""
    number: int = -1
    line: int = -1
    column: int = -1
    """Where the last name of it stands."""
    function: int = -1
    """The innermost function in which it stands."""
    position: int = -1


NOWHERE = Ref("nowhere")


class Function(NamedTuple):
    """A function or a method, with or without a name."""

    name: str
    parent: int
    """The function around it."""
    parameters: tuple[str, ...]
    line: int
    """Of the name, else of its beginning."""
    start: int
    end: int
    owner: int
    """The fact that it is an argument of."""
    container: str
    """The name of the class around it, or of the type that it is a method of."""
    result: str
    """The type that is declared for what it gives."""


class Bind(NamedTuple):
    """A name that gets a value."""

    name: str
    """Dotted, as written."""
    function: int
    value: Ref
    text: str | None
    """The value, where it is a text."""
    parts: tuple[Ref, ...]
    """What a collection consists of besides facts."""
    position: int
    """Where the value ends."""


class Fact(NamedTuple):
    """A match of a rule."""

    rule: int
    """Index in the rules of the language."""
    methods: tuple[str, ...]
    paths: tuple[str, ...]
    """Empty: it has none."""
    on: Ref
    targets: tuple[Ref, ...]
    handler: Ref
    each: tuple[Ref, ...]
    """Where each method has a handler of its own: those, in the order of the methods."""
    line: int
    start: int
    end: int
    parent: int
    """The innermost fact in which it stands, of those that give a prefix to what is in them."""
    holder: tuple[str, int, str]
    """What it is part of, if of no other fact: ("name", function, name), ("result", function, "") or ("function",
    function, "")."""
    controller: str
    """The class that handlers in it are members of."""
    options: tuple[tuple[str, tuple[str, ...]], ...]
    """What an expansion has to know: by option, the words given."""


class Pass(NamedTuple):
    """A call that hands something over, and matches no rule."""

    callee: Ref
    arguments: tuple[tuple[int, Ref], ...]
    parent: int
    function: int


class Imported(NamedTuple):
    """An imported name."""

    module: str
    name: str
    """Empty where the module itself is meant, `*` for all names."""
    local: str


class RouteFacts(NamedTuple):
    """All of one file."""

    facts: tuple[Fact, ...]
    functions: tuple[Function, ...]
    binds: tuple[Bind, ...]
    returns: tuple[tuple[int, Ref], ...]
    """Function and what it gives back."""
    passes: tuple[Pass, ...]
    imports: tuple[Imported, ...]
    frameworks: tuple[str, ...]
    """Whose words the file has."""
    types: tuple[tuple[str, str], ...]
    """Names of variables and members with the type that is declared for them."""
    signs: tuple[str, ...]
    """Frameworks that a project uses which has this file."""


NO_ROUTES = RouteFacts((), (), (), (), (), (), (), (), ())


def pack(facts: RouteFacts) -> bytes:
    """As bytes; none where there is nothing to keep."""
    return marshal.dumps(_plain(facts), 4) if facts != NO_ROUTES else b""


def unpack(data: bytes) -> RouteFacts:
    """The facts of packed ones. Raises ValueError, EOFError, TypeError or IndexError where they are damaged."""
    if not data:
        return NO_ROUTES
    facts, functions, binds, returns, passes, imports, frameworks, types, signs = marshal.loads(data)  # noqa: S302 - our own cache
    return RouteFacts(
        tuple(_fact(row) for row in facts),
        tuple(Function(*row) for row in functions),
        tuple(Bind(row[0], row[1], Ref(*row[2]), row[3], _refs(row[4]), row[5]) for row in binds),
        tuple((row[0], Ref(*row[1])) for row in returns),
        tuple(Pass(Ref(*row[0]), tuple((i, Ref(*ref)) for i, ref in row[1]), row[2], row[3]) for row in passes),
        tuple(Imported(*row) for row in imports),
        tuple(frameworks),
        tuple((name, type_) for name, type_ in types),
        tuple(signs),
    )


def _fact(row: tuple[Any, ...]) -> Fact:
    rule, methods, paths, on, targets, handler, each, *rest = row
    return Fact(rule, methods, paths, Ref(*on), _refs(targets), Ref(*handler), _refs(each), *rest)


def _refs(rows: tuple[Any, ...]) -> tuple[Ref, ...]:
    return tuple(Ref(*row) for row in rows)


def _plain(value: Any) -> Any:
    """Tuples all the way down: marshal knows no named ones."""
    return tuple(_plain(item) for item in value) if isinstance(value, tuple) else value  # pyright: ignore[reportUnknownArgumentType,reportUnknownVariableType]
