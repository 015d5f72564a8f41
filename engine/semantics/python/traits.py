"""What decorators, bases and conventional names make of a definition."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ...deepfacts import NONE
from .expressions import expression
from .state import simple_name

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    import tree_sitter

    from ...deepfacts import Parameter
    from .state import Walk

__all__ = ["Decorators", "class_of_receiver", "class_traits", "function_traits", "read_decorators", "receiver_of"]


class Decorators(NamedTuple):
    """The decorators of a definition."""

    names: frozenset[str]
    """Their names, the last part of dotted ones."""
    effective: tuple[int, ...]
    """Expressions of those that may put something else in the place of what they decorate."""


def read_decorators(walk: Walk, nodes: Iterable[tree_sitter.Node]) -> Decorators:
    """What stands behind each `@`."""
    names: list[str] = []
    effective: list[int] = []
    for node in nodes:
        name = _name(walk, node)
        names.append(name)
        if name not in _KNOWN:
            effective.append(expression(walk, node))
    return Decorators(frozenset(names), tuple(effective))


def receiver_of(name: str, decorators: frozenset[str], parameters: Sequence[Parameter]) -> str:
    """What the first parameter of a function in a class is."""
    if "staticmethod" in decorators or not parameters or parameters[0].kind:
        return "static"
    if "classmethod" in decorators or name in _CLASS_METHODS or parameters[0].name in _CLASS_NAMES:
        return "class"
    return "instance"


def class_of_receiver(walk: Walk, scope: int, name: str) -> int:
    """The scope of the class if, seen from `scope`, `name` is what a method around is called on; else NONE."""
    scopes, definitions = walk.builder.scopes, walk.builder.definitions
    while scope >= 0:
        row = scopes[scope]
        if row.kind == "class":
            return NONE
        if row.kind == "function":
            definition = definitions[row.definition]
            holder = definition.scope
            in_class = scopes[holder].kind == "class" and definition.receiver not in ("", "static")
            if in_class and definition.parameters and definition.parameters[0].name == name:
                return holder
        scope = row.parent
    return NONE


def function_traits(name: str, decorators: frozenset[str]) -> frozenset[str]:
    """Traits of a function."""
    found = {trait for decorator in decorators if (trait := _FUNCTION_TRAITS.get(decorator))}
    if name.startswith("test"):
        found.add("test")
    return frozenset(found)


def class_traits(walk: Walk, decorators: frozenset[str], bases: Iterable[tree_sitter.Node]) -> frozenset[str]:
    """Traits of a class."""
    found = {trait for decorator in decorators if (trait := _CLASS_TRAITS.get(decorator))}
    for base in bases:
        found.update(_BASE_TRAITS.get(simple_name(walk, base), ()))
    return frozenset(found)


def _name(walk: Walk, node: tree_sitter.Node) -> str:
    return simple_name(walk, node.child_by_field_name("function") if node.type == "call" else node)


_FUNCTION_TRAITS = {
    "property": "property",
    "cached_property": "property",
    "abstractproperty": "property",
    "setter": "accessor",
    "getter": "accessor",
    "deleter": "accessor",
    "overload": "overload",
    "contextmanager": "manager",
    "asynccontextmanager": "manager",
    "fixture": "fixture",
}
_CLASS_TRAITS: dict[str, str] = dict.fromkeys(
    ("dataclass", "define", "frozen", "mutable", "dataclass_transform"), "record"
)
_BASE_TRAITS: dict[str, tuple[str, ...]] = {
    "NamedTuple": ("record", "row"),
    "TypedDict": ("record",),
    **dict.fromkeys(("Enum", "IntEnum", "StrEnum", "Flag", "IntFlag"), ("enumeration",)),
}
_KNOWN = frozenset(
    {
        *(*_FUNCTION_TRAITS, *_CLASS_TRAITS),
        *("classmethod", "staticmethod", "abstractmethod", "wraps", "lru_cache", "cache", "override", "final"),
        "total_ordering",
    }
)
_CLASS_METHODS = frozenset({"__new__", "__init_subclass__", "__class_getitem__"})
_CLASS_NAMES = frozenset({"cls", "mcs"})
