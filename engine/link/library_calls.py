"""What functions and methods of a language's library give, by the forms that `library.toml` names."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from .types import ANYTHING, EMPTY, EXTERNAL, UNKNOWN, Type, Types, builtin, class_of, wrapped

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .library import Library

__all__ = ["HELD", "flattened", "library_call", "library_made", "library_member", "library_method"]

HELD = "held "
"""Begins the form of a member that is no method."""
_PLAIN = frozenset({"str", "int", "float", "bytes", "bool"})
_BASIC = frozenset({"byte", "char", "double", "long", "short"})
_TEXT = frozenset([builtin("str")])
_NUMBER = frozenset([builtin("int")])


class Iterating(Protocol):
    """What can say what iterating gives."""

    def elements(self, found: Type) -> Types:
        """What iterating gives."""
        ...

    def values(self, found: Type) -> Types:
        """What the members of something are."""
        ...

    def instances(self, found: Type) -> Types:
        """Instances of whatever a class expression gives."""
        ...

    def results_of(self, types: Types) -> Types:
        """What calls without arguments give."""
        ...


def library_call(  # noqa: C901, PLR0912 - a table of forms, told apart one after the other
    linker: Iterating, form: str, callee: Type, arguments: Sequence[Types]
) -> Types:
    """What calling a function of the library gives."""
    first = arguments[0] if arguments else EMPTY
    if form in _PLAIN:
        return frozenset([builtin(form)])
    if form in ("list", "iter"):
        return frozenset([builtin(form, _elements(linker, arguments[-1] if arguments else EMPTY))])
    if form == "dict":
        return frozenset([builtin("dict", ANYTHING, ANYTHING)])
    if form == "numbered":
        return frozenset([builtin("iter", frozenset([builtin("tuple", _NUMBER, _elements(linker, first))]))])
    if form == "zipped":
        row = builtin("tuple", *(_elements(linker, argument) for argument in arguments))
        return frozenset([builtin("iter", frozenset([row]))])
    if form == "element":
        return _elements(linker, first)
    if form == "chosen":
        return _elements(linker, first) if len(arguments) == 1 else first
    if form == "integers":
        return frozenset([builtin("iter", _NUMBER)])
    if form == "class":
        return frozenset(class_of(t) if t.kind == "instance" else UNKNOWN for t in first) or ANYTHING
    if form == "argument":
        return first or ANYTHING
    if form == "pointer":
        return frozenset([builtin("pointer", callee.parts[0] if callee.parts else ANYTHING)])
    if form in _KEEPING:
        return _kept(linker, form, callee, arguments)
    if form == "pair":
        return frozenset([builtin("tuple", *arguments)])
    if form == "raised":
        return frozenset([wrapped("manager", frozenset([builtin("raised", _caught(linker, first))]))])
    if form == "foreign":
        return EXTERNAL
    if form == "assigned":
        return EMPTY.union(*arguments) or ANYTHING
    if form == "values":
        return frozenset([builtin("list", _values(linker, first))])
    if form == "entries":
        return frozenset([builtin("list", frozenset([builtin("tuple", ANYTHING, _values(linker, first))]))])
    if form == "result":
        return linker.results_of(arguments[-1] - {UNKNOWN} if arguments else EMPTY) or ANYTHING
    if form == "listed" and len(arguments) == 1 and all(t.kind == "builtin" and t.name == "array" for t in first):
        return frozenset([builtin("list", _elements(linker, first))])
    if form == "listed":
        return frozenset([builtin("list", EMPTY.union(*arguments) or ANYTHING)])
    if form == "settled":
        return frozenset([wrapped("awaitable", first)])
    if form == "joined":
        return frozenset([wrapped("awaitable", frozenset(_settled(linker, t) for t in first))])
    if form in ("string", "number", "boolean") or form[:1].isupper() or form in _BASIC:
        return frozenset([builtin(form)])
    if callee.name.rsplit(".", 1)[-1][:1].isupper():
        return frozenset([Type("external_instance", name=callee.name)])
    return EXTERNAL if callee.kind == "external" else ANYTHING


def library_method(  # noqa: C901 - a table of forms, told apart one after the other
    library: Library, owner: Type, name: str
) -> Types:
    """What calling a method of a library type gives."""
    if owner.kind == "external_instance":
        key = owner.name.rsplit(".", 1)[-1], name
        return owner.parts[0] if key in _GIVING_BACK or library.methods.get(key) == "element" else EXTERNAL
    form = library.methods.get((owner.name, name), "")
    parts = owner.parts
    if form == "own":
        return frozenset([owner])
    if form in _PLAIN:
        return frozenset([builtin(form)])
    if form == "list":
        return frozenset([builtin("list", frozenset([builtin(owner.name)]))])
    if form == "triple":
        return frozenset([builtin("tuple", _TEXT, _TEXT, _TEXT)])
    if form == "element":
        return parts[0] if parts else ANYTHING
    if form == "pointer":
        return frozenset([builtin("pointer", parts[0] if parts else ANYTHING)])
    if form in ("value", "values"):
        value = parts[-1] if parts else ANYTHING
        return value if form == "value" else frozenset([builtin("iter", value)])
    if form == "keys":
        return frozenset([builtin("iter", parts[0] if parts else ANYTHING)])
    if form == "items":
        return frozenset([builtin("iter", frozenset([builtin("tuple", *parts)]) if parts else ANYTHING)])
    return ANYTHING


def library_member(owner: Type, form: str) -> Types:
    """What a library type holds under a name, by its form."""
    parts = owner.parts
    if form == "values":
        return frozenset([builtin("iter", parts[-1])]) if parts else ANYTHING
    if form == "keys":
        pairs = parts[0] if parts else EMPTY
        keys = EMPTY.union(*(pair.parts[0] for pair in pairs if pair.parts))
        return frozenset([builtin("iter", keys or ANYTHING)])
    if form.isdigit():
        return parts[int(form)] if int(form) < len(parts) else ANYTHING
    return (parts[0] if form == "first" else parts[-1]) if parts else ANYTHING


def _kept(linker: Iterating, form: str, callee: Type, arguments: Sequence[Types]) -> Types:
    """What keeps a value for whoever asks again, or that value."""
    first = arguments[0] if arguments else EMPTY
    given = linker.results_of(frozenset(t for t in first if t.kind == "function"))
    written = callee.parts[0] if callee.parts else EMPTY
    if form == "called":
        return written or given or ANYTHING
    if form == "held":
        return EMPTY.union(*(t.parts[0] for t in first if t.kind in _HOLDING and t.parts)) or EXTERNAL
    if form == "state":
        value = written or frozenset(t for t in first if t.kind != "function") | given
        return frozenset([builtin("tuple", value or ANYTHING, EXTERNAL)])
    if form == "reduced":
        return frozenset([builtin("tuple", given | (arguments[1] if len(arguments) > 1 else EMPTY), EXTERNAL)])
    return frozenset([builtin(form, written or first or ANYTHING)])


def library_made(linker: Iterating, form: str, parts: Sequence[Types], arguments: Sequence[Types]) -> Types:
    """A new collection: of the types that are written, else of what it is made from."""
    if form != "map":
        inside = _elements(linker, arguments[0]) - {UNKNOWN} if len(arguments) == 1 and form == "iter" else EMPTY
        return frozenset([builtin(form, *(parts or (inside,)))])
    keys, values = (parts[0], parts[1]) if len(parts) > 1 else (EMPTY, EMPTY)
    for each in _elements(linker, arguments[0]) - {UNKNOWN} if arguments else EMPTY:
        inside = list(each.parts) if each.kind == "builtin" and each.name == "tuple" else []
        keys |= inside[0] if len(inside) > 1 else linker.elements(each)
        values |= inside[1] if len(inside) > 1 else linker.elements(each)
    return frozenset([builtin(form, frozenset([builtin("tuple", keys, values)]), values)])


def flattened(linker: Iterating, types: Types) -> Types:
    """What lists among several things hold, and what else there is."""
    found = EMPTY
    for each in types:
        is_list = each.kind == "builtin" and each.name in _LISTS
        found |= linker.elements(each) if is_list else frozenset([each])
    return found or ANYTHING


def _caught(linker: Iterating, types: Types) -> Types:
    """What is caught by a class, or by any of several."""
    classes = types | EMPTY.union(*(linker.elements(t) for t in types if t.kind == "builtin"))
    return EMPTY.union(*(linker.instances(t) for t in classes if t.kind in ("class", "builtin_class"))) or ANYTHING


def _values(linker: Iterating, types: Types) -> Types:
    return EMPTY.union(*(linker.values(t) for t in types)) if types else ANYTHING


def _settled(linker: Iterating, found: Type) -> Type:
    """A list, or row, of what those in it give when they are awaited."""
    if found.kind == "builtin" and found.name == "tuple":
        return builtin("tuple", *(_awaited(part) for part in found.parts))
    return builtin("list", _awaited(linker.elements(found)))


def _awaited(types: Types) -> Types:
    return EMPTY.union(*(t.parts[0] if t.kind == "awaitable" else frozenset([t]) for t in types)) if types else ANYTHING


def _elements(linker: Iterating, types: Types) -> Types:
    return EMPTY.union(*(linker.elements(t) for t in types)) if types else ANYTHING


_KEEPING = frozenset({"called", "context", "held", "reduced", "ref", "state"})
_HOLDING = frozenset({"builtin", "external_instance"})
_LISTS = frozenset({"list", "tuple", "row"})
_GIVING_BACK = frozenset(
    (owner, method)
    for owner in ("ContextVar", "Queue", "LifoQueue", "PriorityQueue", "deque", "Future", "Task")
    for method in ("get", "get_nowait", "pop", "popleft", "result")
)
