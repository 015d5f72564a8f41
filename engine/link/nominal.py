"""Storey of declared types: members by extensions, by bounds and by what lies behind; what a library's functions give.

For files that keep types and values apart (`DeepFacts.apart`). A member of something is its class's, an extension's,
one that everything has which an extension is for, or that of what it gives way to (`behind`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..deepfacts import plain
from .members import Members
from .names import OUTSIDE
from .types import (
    ANYTHING,
    EMPTY,
    EXTERNAL,
    FOREIGN,
    UNKNOWN,
    Entity,
    Slot,
    Type,
    Types,
    builtin,
    instance_of,
    wrapped,
)
from .ways import CONSTRUCTOR, CONTEXT

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .library import Library
    from .templates import Template

__all__ = ["Nominal"]

_OUTSIDE: frozenset[Entity] = frozenset([OUTSIDE])
_NONE: frozenset[Entity] = frozenset()
MAX_BEHIND = 4


class Nominal(Members):
    """From owners to their members, where types are declared."""

    # --- entities ----------------------------------------------------------------------------------------------------

    def targets_apart(  # noqa: C901 - a table of forms, told apart one after the other
        self, owner: Type, name: str, path: str, depth: int = 0
    ) -> frozenset[Entity] | None:
        """What a member can stand for; None where that is not known."""
        kind = owner.kind
        if kind == "module":
            return self.member_of_module(owner.path, name, owner.number) or None
        if kind in ("nothing", "unknown", "foreign", "own", "builtin_method"):
            return _NONE if kind == "nothing" else None
        if kind == "super":
            found = self.lookup(owner, name, 1)
            return self.entities_of_slot(found) if isinstance(found, Slot) else _OUTSIDE
        if kind in ("instance", "class"):
            found = self.lookup(owner, name)
            if isinstance(found, Slot):
                return self.entities_of_slot(found) | self.extension_twins(owner, found)
        elif kind in ("variable", "field"):
            by_bounds = self._targets_of_bounds(owner, name, path, depth)
            if by_bounds:
                return by_bounds
        lent = self.extended(_value(owner), name) if " " not in name else ()
        general: frozenset[Entity] = frozenset(slot for slot in lent if self.is_lent_in(path, slot))
        if general:
            return general
        for each in self.behind(owner) if depth < MAX_BEHIND else ():
            found_behind = self.targets_apart(each, name, path, depth + 1)
            if found_behind:
                return found_behind
        if kind in ("instance", "class", "variable", "field") or self.is_lent(owner, name):
            return _OUTSIDE if name in self.library(path).members else None
        return _OUTSIDE

    def _targets_of_bounds(self, owner: Type, name: str, path: str, depth: int) -> frozenset[Entity]:
        found: set[Entity] = set()
        outside, open_ = False, False
        for bound in self._bounds(owner):
            if bound == UNKNOWN or depth > MAX_BEHIND:
                open_ = True
                continue
            targets = self.targets_apart(bound, name, path, depth + 1) or _NONE
            outside = outside or targets == _OUTSIDE
            found |= targets - _OUTSIDE
        if found:
            return frozenset(found)
        return _OUTSIDE if outside and not open_ else _NONE

    def _bounds(self, owner: Type) -> Types:
        return self.bound_of(owner) if owner.kind == "variable" else self.limit_of(owner)

    def extension_twins(self, owner: Type, slot: Slot) -> frozenset[Entity]:
        """Members of the same name that other extensions of the same kind have: for other types, or other builds."""
        own = self.owner_of(slot)
        if not self.is_extension(own):
            return _NONE
        rank = self._extension_rank(own)
        found: set[Entity] = set()
        for each in self.order(owner)[0]:
            if each != own and self.is_extension(each) and self._extension_rank(each) == rank:
                scope = self.definition(each).own
                if self.file(each.path).has(scope, slot.name):
                    found.add(Slot(each.path, scope, slot.name))
        if found:
            self.note(CONTEXT)
        return frozenset(found)

    def are_twins(self, one: Slot, other: Slot) -> bool:
        """Whether two members are of the same kind, in extensions of one class: nobody's name path tells them apart."""
        if not (self.file(one.path).apart and self.is_member(one) and self.is_member(other)):
            return False
        first, second = self.owner_of(one), self.owner_of(other)
        if not (self.is_extension(first) and self.is_extension(second)) or self._extension_rank(
            first
        ) != self._extension_rank(second):
            return False
        targets = {self.class_meant(each)._replace(parts=()) for each in self.target(first)}
        return bool(targets & {self.class_meant(each)._replace(parts=()) for each in self.target(second)})

    def is_member(self, slot: Slot) -> bool:
        """Whether a slot is a member of a class."""
        return self.file(slot.path).facts.scopes[slot.scope].kind == "class"

    def _extension_rank(self, extension: Type) -> str:
        """What an extension makes of its class: the name of its base."""
        definition, file = self.definition(extension), self.file(extension.path)
        if not definition.bases:
            return ""
        head = file.head(definition.bases[0])
        return file.expression(head).text if head >= 0 else "?"

    def behind(self, owner: Type) -> Types:
        """What something gives way to, where it has no member of a name."""
        if owner.kind == "builtin":
            template = self._any_library().behind.get(owner.name)
            return self.filled(template, owner, ()) if template is not None else EMPTY
        if owner.kind == "instance":
            for name in self.library(owner.path).protocols.get("behind", ()):
                if isinstance(self.lookup(owner, name), Slot):
                    return self.associated(owner, name) - {owner, UNKNOWN}
        return EMPTY

    def _any_library(self) -> Library:
        return self.library(self.asking)

    # --- types -------------------------------------------------------------------------------------------------------

    def member_apart(self, owner: Type, name: str, depth: int = 0) -> Types:  # noqa: C901, PLR0912 - a table of kinds
        """What a member may be."""
        kind = owner.kind
        if kind == "module":
            return self.types_of_members(self.member_of_module(owner.path, name, owner.number))
        if kind in ("unknown", "nothing"):
            return ANYTHING if kind == "unknown" else EMPTY
        if kind == "super":
            return self.member(owner, name)
        if kind in ("instance", "class"):
            slot = self.lookup(owner, name)
            if isinstance(slot, Slot):
                return self._associated_class(owner, slot) or self.member(owner, name)
        elif kind in ("variable", "field"):
            found = EMPTY
            for bound in self._bounds(owner):
                if depth <= MAX_BEHIND and bound != UNKNOWN:
                    found |= self.member_apart(bound, name, depth + 1) - {UNKNOWN, FOREIGN}
            if found:
                return self.rebound(found, owner)
        method = self.method_of_library(owner, name)
        if method is not None:
            return method
        for slot in sorted(self.extended(_value(owner), name)) if " " not in name else ():
            types = self.type_of_slot(slot)
            return frozenset(t._replace(bound=owner) if t.kind == "function" else t for t in types)
        for each in self.behind(owner) if depth < MAX_BEHIND else ():
            found = self.member_apart(each, name, depth + 1)
            if found - {UNKNOWN, FOREIGN}:
                return found
        general = self._any_library().results.get(("*::" if kind == "class" else "*", name))
        if general is not None:
            bound = instance_of(owner, owner.parts) if kind == "class" else owner
            return frozenset([Type("builtin_method", name=name, bound=bound)])
        if kind in ("external", "foreign"):
            return self.external(f"{owner.name}.{name}") if kind == "external" else EXTERNAL
        return EXTERNAL if kind in _OPAQUE else ANYTHING

    def _associated_class(self, owner: Type, slot: Slot) -> Types:
        """What has members, where a member is a name for a type."""
        rows = self.file(slot.path).bound.get((slot.scope, slot.name), ())
        definitions = self.file(slot.path).facts.definitions
        if not any(row.kind == "class" and "alias" in definitions[row.number].traits for row in rows):
            return EMPTY
        return frozenset(self.class_meant(each) for each in self.associated(owner, slot.name))

    def rebound(self, found: Types, owner: Type) -> Types:
        """Functions of a bound, called on what has it: what they give of their own type is that of the latter."""
        return frozenset(
            t._replace(bound=owner) if t.kind == "function" and t.bound is not None and not t.bound.parts else t
            for t in found
        )

    def method_of_library(self, owner: Type, name: str) -> Types | None:
        """A function of the library that something has; None where the library says nothing of it."""
        results = self._any_library().results
        if owner.kind == "builtin":
            if name.startswith("data ") and plain(name).isdigit():
                return self._at(owner, int(plain(name)))
            if (owner.name, name) in results:
                return frozenset([Type("builtin_method", name=name, bound=owner)])
        elif owner.kind == "builtin_class":
            return frozenset([Type("builtin_method", name=name, bound=owner)])
        elif owner.kind == "instance":
            for view in self.views(owner):
                if (view.name, name) in results:
                    return frozenset([Type("builtin_method", name=name, bound=view)])
        return None

    def _at(self, owner: Type, number: int) -> Types:
        if owner.name == "tuple" and number < len(owner.parts):
            return owner.parts[number]
        return ANYTHING

    def views(self, owner: Type) -> list[Type]:
        """What an instance is by being made a thing of the library: an iterator over something."""
        library, found = self._any_library(), list[Type]()
        for name, members in library.protocols.items():
            for member in members if name[:1].isupper() else ():
                if isinstance(self.lookup(owner, member), Slot):
                    found.append(builtin(name, self.associated(owner, member)))
        return found

    def types_of_members(self, entities: frozenset[Entity]) -> Types:
        """What the members of a module are, as what has members itself or as a value."""
        found: set[Type] = set()
        for entity in entities:
            if isinstance(entity, Slot):
                classes = self.classes_of(entity)
                found |= set(classes) if classes else self.type_of_slot(entity)
            elif entity.kind == "external":
                found |= self.external(entity.name)
            else:
                found.add(entity)
        return frozenset(found) or ANYTHING

    def external(self, name: str) -> Types:
        """Something from outside of the project; what the library's data knows by its last name."""
        last = name.rpartition(".")[2]
        if last in self._any_library().types or ("", last) in self._any_library().results:
            return frozenset([Type("builtin_class", name=last)])
        return frozenset([Type("external", name=name)])

    def as_listed(self, found: Type) -> Type:
        """A value of a library type, by the name under which the library lists what it has."""
        form = self._any_library().types.get(found.name, "")
        return builtin(form if form[:1].isupper() else found.name, *found.parts)

    # --- calls -------------------------------------------------------------------------------------------------------

    def made(self, callee: Type, arguments: Sequence[Types]) -> Types:
        """An instance of a class; of a variant, one of the class within which it is."""
        self.note(CONSTRUCTOR)
        is_variant = "variant" in self.definition(callee).traits
        maker = self.maker_of(callee) if is_variant else callee._replace(kind="class", parts=())
        wanted = self.parameters_of(maker)
        if not wanted or callee.parts:
            return frozenset([instance_of(maker, callee.parts)])
        solved: dict[Type, Types] = {}
        for number, given in enumerate(arguments):
            slot = self.lookup(callee, f"data {number}")
            if isinstance(slot, Slot):
                self.unify(self.type_of_slot(slot), given, frozenset(wanted), solved, 0)
        parts = tuple(solved.get(each, ANYTHING) for each in wanted) if solved else ()
        return frozenset([instance_of(maker, parts)])

    def of_template(self, owner: Type, name: str, arguments: Sequence[Types]) -> Types:
        """What a function of the library gives; nothing where the library does not say it."""
        template = self.template_of(owner, name)
        return self.filled(template, owner, arguments) if template is not None else EMPTY

    def template_of(self, owner: Type, name: str) -> Template | None:
        """What the library says of a function."""
        results = self._any_library().results
        if owner.kind == "builtin_class":
            return results.get((f"{owner.name}::", name)) or results.get(("*::", name))
        found = results.get((owner.name, name)) if owner.kind == "builtin" else None
        return found or results.get(("*", name)) or results.get(("*::", name))

    def filled(self, template: Template, owner: Type, arguments: Sequence[Types], given: Sequence[Types] = ()) -> Types:
        """What a template stands for, where a method is called on something with arguments."""
        op, number = template.op, template.number
        if op == "part":
            return owner.parts[number] if number < len(owner.parts) else ANYTHING
        if op == "self":
            return frozenset([owner])
        if op == "argument":
            return arguments[number] if number < len(arguments) else ANYTHING
        if op == "called":
            return (self.results_of(arguments[number] - {UNKNOWN}) if number < len(arguments) else EMPTY) or ANYTHING
        if op == "unknown":
            return ANYTHING
        if op == "given":
            return self._as_written(owner, given)
        parts = tuple(self.filled(part, owner, arguments, given) for part in template.parts)
        if op == "each":
            return EMPTY.union(*(self.iterated(each) for each in parts[0])) or ANYTHING
        if op == "tuple":
            return frozenset([builtin("tuple", *parts)])
        return frozenset(
            [wrapped("awaitable", *parts) if template.text == "awaitable" else builtin(template.text, *parts)]
        )

    def _as_written(self, owner: Type, given: Sequence[Types]) -> Types:
        """The type that a call is written with; what it leaves open is what it is made from."""
        if not given:
            return frozenset([builtin("Vec", *owner.parts[:1])])
        found: set[Type] = set()
        for each in given[0]:
            open_parts = each.kind == "builtin" and each.parts and UNKNOWN in each.parts[0]
            if open_parts and owner.parts:
                found.add(each._replace(parts=(owner.parts[0], *each.parts[1:])))
            else:
                found.add(each)
        return frozenset(found)

    def iterated(self, found: Type) -> Types:
        """What iterating over something gives."""
        if found.kind == "builtin":
            made = self.of_template(found, "into_iter", ())
            return EMPTY.union(*(each.parts[0] for each in made if each.parts)) or (
                found.parts[0] if found.parts else ANYTHING
            )
        if found.kind in ("variable", "field"):
            return EMPTY.union(*(self.iterated(each) for each in self._bounds(found) - {found})) or ANYTHING
        if found.kind == "instance":
            for view in self.views(found):
                return view.parts[0]
            for each in self.behind(found):
                return self.iterated(each)
        return EXTERNAL if found.kind in _OPAQUE else ANYTHING


def _value(owner: Type) -> Type:
    """A value of what is looked at as an owner of members."""
    if owner.kind == "builtin_class":
        return owner._replace(kind="builtin")
    if owner.kind == "external":
        return owner._replace(kind="external_instance")
    return owner


_OPAQUE = frozenset({"external_instance", "foreign", "awaitable", "callable", "builtin", "external"})
