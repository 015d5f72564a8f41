"""What linking computes with: slots, and the types of expressions. Values, nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias, TypeVar

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = [
    "ANYTHING",
    "EMPTY",
    "EXTERNAL",
    "FOREIGN",
    "HANDED",
    "NOTHING",
    "OWN",
    "UNKNOWN",
    "Entity",
    "Place",
    "Slot",
    "Type",
    "Types",
    "builtin",
    "class_of",
    "function_of",
    "in_order",
    "instance_of",
    "known",
    "one",
    "wrapped",
]


class Slot(NamedTuple):
    """A name in a scope of a file: all its definitions there (overloads, accessors, alternatives) are one."""

    path: str
    scope: int
    name: str
    number: int = -1
    """Of several functions of that name that are told apart, the definition of the one that is meant."""


class Place(NamedTuple):
    """Where an expression is evaluated."""

    path: str
    scope: int
    block: int
    position: int
    given: tuple[frozenset[Type], ...] = ()
    """What the parameters of the scope stand for, in a function whose value is its result with the arguments."""


class Type(NamedTuple):
    """One thing that an expression may be; which fields mean something depends on `kind`.

    unknown            nothing is known
    foreign            an unknown thing that came from outside of the project
    nothing            the absence of a value
    class, instance    path, number = the class; parts = its type arguments
    super              path, number = the class whose bases are meant; bound = the instance
    function           path, number; bound = what it is called on; parts = the type parameters that it sees
    module, folder     path
    prefix             name = that of a package, or of what several are in
    package            path = its folder, name = one of its files
    space              name = the whole name of a namespace; path = a file from which it is seen
    external           name = dotted name outside of the project
    external_instance  name; parts = type arguments
    builtin            name = a type of the language's library that syntax makes; parts = its type arguments; path = the
                       constant that it is, where that is known
    builtin_class      name; parts = its type arguments
    builtin_method     name; bound = the builtin
    variable           path, number = scope, name: a type parameter
    class_variable     bound = a type parameter whose class is meant
    awaitable, manager, generator, callable   parts = what it gives; of the last, then what it is called with, if known
    own                the instance on which something is called
    field              parts = type parameters, name = the member of them that is meant, or empty: their elements
    chosen             parts = alternatives, a structure: those of the former that have it, once all of it is known
    handed             a function of the library that hands values to one that it is given: parts = each of these
    """

    kind: str
    path: str = ""
    number: int = -1
    name: str = ""
    parts: tuple[frozenset[Type], ...] = ()
    bound: Type | None = None


Types: TypeAlias = frozenset[Type]
Entity: TypeAlias = Slot | Type
"""What a name stands for: a slot, or a module, a folder or something external."""

UNKNOWN = Type("unknown")
FOREIGN = Type("foreign")
HANDED = Type("foreign", name="handed")
"""What something from outside hands to a function of the project: from there, or given to it before."""
NOTHING = Type("nothing")
OWN = Type("own")
EMPTY: Types = frozenset()
ANYTHING: Types = frozenset([UNKNOWN])
EXTERNAL: Types = frozenset([UNKNOWN, FOREIGN])
_VAGUE = frozenset([UNKNOWN, FOREIGN, NOTHING])


_Entity = TypeVar("_Entity", bound=Entity)
_LEVELS = 2
"""So deep types are looked into to put them in order."""


def in_order(found: Iterable[_Entity]) -> list[_Entity]:
    """Slots, then types, in an order that does not depend on the process.

    Types are told apart by what they say within two levels: one of twenty type parameters that are given others of
    twenty has, written out whole, more parts than its project has names.
    """
    rows = list(found)
    if len(rows) > 1:
        rows.sort(key=_rank)
    return rows


def _rank(entity: Entity) -> tuple[Any, ...]:
    return (0, *entity) if isinstance(entity, Slot) else (1, *_rank_of_type(entity, _LEVELS))


def _rank_of_type(found: Type, levels: int) -> tuple[Any, ...]:
    head = (found.kind, found.path, found.number, found.name)
    if not levels:
        return head
    parts = tuple(tuple(sorted(_rank_of_type(each, levels - 1) for each in part)) for part in found.parts)
    return (*head, parts, () if found.bound is None else _rank_of_type(found.bound, levels - 1))


def one(found: Type) -> Types:
    """A single type."""
    return frozenset([found])


def known(types: Types) -> bool:
    """Whether anything is known of a value."""
    return bool(types - _VAGUE)


def class_of(found: Type) -> Type:
    """The class of an instance; also from a class, a `super` or a function's bound instance."""
    return Type("class", found.path, found.number)


def instance_of(found: Type, parts: tuple[Types, ...] = ()) -> Type:
    """An instance of a class."""
    return Type("instance", found.path, found.number, "", parts)


def function_of(path: str, number: int, bound: Type | None = None) -> Type:
    """A function, bound to what it is called on."""
    return Type("function", path, number, "", (), bound)


def builtin(name: str, *parts: Types) -> Type:
    """A type of the language's library."""
    return Type("builtin", "", -1, name, parts)


def wrapped(kind: str, *parts: Types) -> Type:
    """Something that gives something else when awaited, entered, iterated or called."""
    return Type(kind, "", -1, "", parts)
