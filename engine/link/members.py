"""Fifth storey: members. What stands behind a dot, as an entity and as a type."""

from __future__ import annotations

from ..deepfacts import plain, spaced
from .files import WHOLE
from .library_calls import HELD
from .names import OUTSIDE
from .slots import Slots
from .types import ANYTHING, EMPTY, EXTERNAL, OWN, UNKNOWN, Entity, Place, Slot, Type, Types, class_of, function_of
from .ways import ANNOTATION, ATTRIBUTE, CONTEXT, RETURN, UNIQUE

__all__ = ["Members"]

_OUTSIDE: frozenset[Entity] = frozenset([OUTSIDE])


class Members(Slots):
    """From members to entities and types."""

    def targets(  # noqa: C901, PLR0912 - a table of kinds, told apart one after the other
        self, owner: Type, name: str, path: str
    ) -> frozenset[Entity] | None:
        """What `owner.name` can stand for; None where that is not known."""
        if self.file(path).apart:
            return self.targets_apart(owner, name, path)
        if self.library(path).reopened:
            return self.targets_reopened(owner, name, path)
        kind = owner.kind
        if kind in ("instance", "class", "super"):
            accessor = self.accessor(owner, name, path)
            if accessor is not None:
                return frozenset([accessor])
            found = self.lookup(owner, name, 1 if kind == "super" else 0)
            if isinstance(found, Slot):
                twins = self.twins_of_member(found) if self.library(found.path).packages else ()
                return self.entities_of_slot(found).union(twins)
            if kind != "super":
                taken = self._taken_over(owner, name, path)
                if taken:
                    return taken
                beside = self._given_beside(owner, name)
                if beside:
                    return beside
                itself = self._by_own_name(owner, name)
                if itself:
                    return itself
            if found == OUTSIDE or plain(name) in self.library(owner.path).universal:
                return _OUTSIDE
            return _OUTSIDE if kind == "super" and found is not None else None
        if kind == "module":
            return self.member_of_module(owner.path, name) or None
        if kind == "package":
            return self.member_of_package(owner, name, path) or None
        if kind == "space":
            return self.member_of_space(path, owner.name, name)
        if kind == "folder":
            member = self.project.resolver(path).member(owner, name)
            return frozenset([member]) if member is not None else None
        if kind == "prefix":
            return self.member_of_entity(path, owner, name) or _OUTSIDE
        if kind == "variable":
            self.note_place(path)
            found_in = [self.targets(bound, name, path) for bound in self.bound_of(owner) if bound != UNKNOWN]
            return frozenset(entity for each in found_in if each for entity in each) or None
        if kind == "nothing":
            return frozenset()
        if kind == "field":
            self.note(CONTEXT)
            found_in = [self.targets(bound, name, path) for bound in self.limit_of(owner) if bound != UNKNOWN]
            return frozenset(entity for each in found_in if each for entity in each) or None
        if kind == "chosen":
            found_in = [self.targets(each, name, path) for each in owner.parts[0]]
            return frozenset(entity for each in found_in if each for entity in each) or None
        if kind == "builtin" and owner.name == "mapped":
            found_in = [self.targets(each, name, path) for each in owner.parts[1] if each != UNKNOWN]
            return frozenset(entity for each in found_in if each for entity in each) or None
        if kind == "builtin" and self.structural(path) and not self._has_library(path, owner, name):
            return None
        if kind == "function" and (beside := self._given_beside(owner, name)):
            return beside
        if kind in _LIBRARY_KINDS and self.library(path).loose:
            return self.added_to_library(owner, name, path) or _OUTSIDE
        if kind == "external" and owner.path:
            return self.below(owner, name) or _OUTSIDE
        return _OUTSIDE if kind in _FOREIGN_KINDS else None

    def _has_library(self, path: str, owner: Type, name: str) -> bool:
        """Whether the library has a member of a name, as far as is known."""
        library = self.library(path)
        return name in library.members or (owner.name, name) in library.methods

    def _given_beside(self, owner: Type, name: str) -> frozenset[Entity]:
        """What a module gives under a name besides the class or function that it is as a whole: a member of that."""
        file = self.file(owner.path)
        if owner.kind not in ("class", "function") or (file.surface, name) not in file.bound or not file.surface:
            return frozenset()
        definition = self.definition(owner)
        whole = self.entities_of_slot(Slot(owner.path, file.surface, WHOLE))
        if Slot(owner.path, definition.scope, definition.name) not in whole:
            return frozenset()
        return self.entities_of_slot(Slot(owner.path, file.surface, name))

    def added_to_outside(self, owner: Type, name: str, path: str) -> frozenset[Entity]:
        """The same of any class from outside."""
        return self.added_to_library(owner, name, path)

    def added_to_library(self, owner: Type, name: str, path: str) -> frozenset[Entity]:
        """The members of a name that files of the project add to a type of the library, or to a table of it."""
        key = ("added", owner.name, name, self.project.families.get(path, ""))
        found = self.once(key, lambda: self._find_added(owner.name, name, path), frozenset[Entity]())
        if found:
            self.note(UNIQUE)
        return found

    def _find_added(self, owner: str, name: str, path: str) -> frozenset[Entity]:
        paths = self.project.paths_defining(plain(name), self.project.families.get(path, ""))
        self.project.prepare(paths)
        found: set[Entity] = set()
        for each in (owner, *self.library(path).protocols.get(owner, ())):
            for other in paths:
                file = self.file(other)
                rows = ((number, file.facts.definitions[number]) for number in file.open_classes(each))
                found |= {Slot(other, row.own, name) for _, row in rows if row.scope == 0 and file.has(row.own, name)}
        return frozenset(found)

    def accessor(self, owner: Type, name: str, path: str, *, writes: bool = False) -> Slot | None:
        """The function of another language that is read or written as a property."""
        accessors = self.library(path).accessors
        if not accessors or owner.kind not in ("instance", "super") or name != plain(name):
            return None
        field = self.lookup(owner, name, 1 if owner.kind == "super" else 0)
        if isinstance(field, Slot) and self.library(field.path).accessors:
            return None
        reading, writing, whole = accessors
        names = [f"{writing if writes else reading}{name[:1].upper()}{name[1:]}"]
        if name.startswith(whole):
            names = [f"{writing}{name[len(whole) :]}" if writes else name, *names]
        for each in names:
            slot = self.lookup(owner, spaced("method", each), 1 if owner.kind == "super" else 0)
            if isinstance(slot, Slot) and not self.library(slot.path).accessors:
                file = self.file(slot.path)
                for row in file.bound.get((slot.scope, slot.name), ()):
                    if row.kind == "function" and len(file.facts.definitions[row.number].parameters) == writes:
                        if isinstance(field, Slot):
                            self.note(CONTEXT)  # a field that the place may not see
                        return slot._replace(number=row.number)
        return None

    def read_as(self, slot: Slot) -> list[str]:
        """The properties as which another language of the family reads or writes a function."""
        name, library = plain(slot.name), self.library(slot.path)
        accessors = self._accessors_in(slot.path) if library.nominal and not library.accessors else ()
        if not accessors:
            return []
        reading, writing, whole = accessors
        found: list[str] = []
        for begin in (reading, writing):
            rest = name.removeprefix(begin)
            if rest != name and rest[:1].isupper():
                found.append(rest[:1].lower() + rest[1:])
                found += [whole + rest] if begin == writing else []
        return found

    def _accessors_in(self, path: str) -> tuple[str, ...]:
        """How functions begin that some language of a file's family reads as properties."""
        family = self.project.families.get(path, "")
        return self.once(("accessors", family), lambda: self._find_accessors(family), ())

    def _find_accessors(self, family: str) -> tuple[str, ...]:
        paths = (path for path, name in self.project.families.items() if name == family)
        return next((found for path in paths if (found := self.library(path).accessors)), ())

    def _by_own_name(self, owner: Type, name: str) -> frozenset[Entity]:
        """A class or base that is named as a member of itself: the maker of its instances."""
        if not self.library(owner.path).nested:
            return frozenset()
        for each in self.order(owner)[0]:
            definition = self.definition(each)
            if definition.name == name and self.file(each.path).has(definition.scope, name):
                return self.entities_of_slot(Slot(each.path, definition.scope, name))
        return frozenset()

    def _taken_over(self, owner: Type, name: str, path: str) -> frozenset[Entity]:
        """A member that something has by an index, or from what is no class but taken over as a whole."""
        found: set[Entity] = set()
        for each in self.taken_over(owner):
            found |= self.targets(each, name, path) or frozenset()
        for index in self.library(owner.path).protocols.get("index", ()) if not found else ():
            slot = self.lookup(owner, index) if index != name else None
            if isinstance(slot, Slot):
                found.add(slot)
        return frozenset(found - _OUTSIDE)

    def taken_over(self, owner: Type) -> Types:
        """Modules and the like whose members a literal takes over."""
        owner = class_of(owner)
        return self.once(("taken over", owner), lambda: self._find_taken_over(owner), EMPTY)

    def _find_taken_over(self, owner: Type) -> Types:
        if not self.file(owner.path).surface:
            return EMPTY
        found: set[Type] = set()
        for each in self.order(owner)[0]:
            definition, file = self.definition(each), self.file(each.path)
            for base in definition.bases:
                cast = file.expression(base) if base >= 0 else None
                if cast is not None and cast.op == "cast" and cast.text != "implements":
                    place = Place(each.path, definition.scope, definition.block, definition.position)
                    values = (
                        self.evaluate(place, cast.parts[0])
                        if cast.text == "spread"
                        else self.annotated(each.path, definition.outer, cast.parts[0])
                    )
                    found |= {value for value in values if value.kind in _TAKEN_OVER}
        return frozenset(found)

    def limit_of(self, field: Type) -> Types:
        """What a member of a type parameter is at least."""
        found: set[Type] = set()
        for each in field.parts[0]:
            found |= self.bound_of(each) if each.kind == "variable" else self.limit_of(each)
        found = {each for each in found if each.kind not in _GENERIC_KINDS and each != field}
        return self.fields_of(frozenset(found), field.name)

    def member(  # noqa: C901, PLR0912 - a table of kinds, told apart one after the other
        self, owner: Type, name: str
    ) -> Types:
        """What `owner.name` may be."""
        kind = owner.kind
        if kind in ("instance", "class", "super"):
            return self._member_of_class(owner, name)
        if kind == "module":
            found = self.member_of_module(owner.path, name)
            return self.types_of_entities(found) if found else ANYTHING
        if kind == "package":
            found = self.member_of_package(owner, name, "")
            return self.types_of_entities(found) if found else ANYTHING
        if kind == "space":
            return self.types_of_entities(self.member_of_space(owner.path, owner.name, name))
        if kind == "folder":
            return ANYTHING
        if kind == "prefix":
            return ANYTHING  # `Values.of_member` knows who asks
        if kind == "external":
            found = self.below(owner, name)
            return self.types_of_entities(found) or frozenset([owner._replace(name=f"{owner.name}.{plain(name)}")])
        if kind == "variable":
            self.note_place(owner.path)
            return EMPTY.union(*(self.member(b, name) if b != UNKNOWN else ANYTHING for b in self.bound_of(owner)))
        if kind == "field":
            self.note(CONTEXT)
            return EMPTY.union(*(self.member(b, name) if b != UNKNOWN else ANYTHING for b in self.limit_of(owner)))
        if kind == "chosen":
            return EMPTY.union(*(self.member(each, name) for each in owner.parts[0]))
        if kind == "builtin" and owner.name == "mapped":
            return self._member_of_mapped(owner, name)
        if kind == "builtin" and owner.name == "tuple" and name in _PARTS and _PARTS.index(name) < len(owner.parts):
            return owner.parts[_PARTS.index(name)]
        if kind == "builtin" or (kind == "external_instance" and owner.parts):
            return frozenset([Type("builtin_method", name=plain(name), bound=owner)])
        if kind == "function" and (beside := self._given_beside(owner, name)):
            return self.types_of_entities(beside)
        return EXTERNAL if kind in _OPAQUE_KINDS else ANYTHING

    def _member_of_mapped(self, owner: Type, name: str) -> Types:
        """What has the members of others: of the same types, or all of one."""
        found = EMPTY
        for each in owner.parts[1]:
            if self.targets(each, name, each.path):
                found |= self.member(each, name)
        if found:
            return found
        key = EMPTY.union(*owner.parts[2:])
        constant = frozenset([Type("builtin", name, name="string")])
        return self.substitute(owner.parts[0], dict.fromkeys(key, constant)) or ANYTHING

    def _member_of_class(self, owner: Type, name: str) -> Types:
        if owner.kind == "instance" and name in self.library(owner.path).protocols.get("class", ()):
            return frozenset([class_of(owner)])
        accessor = self.accessor(owner, name, self.asking)
        if accessor is not None:
            self.note(RETURN)
            return self.result(function_of(accessor.path, accessor.number, owner), owner, ())
        slot = self.lookup(owner, name, 1 if owner.kind == "super" else 0)
        if not isinstance(slot, Slot):
            return self._member_by_index(owner, name, slot)
        if self.structural(slot.path) and not self.file(slot.path).bound.get((slot.scope, slot.name)):
            held = self.held_by_base(owner, name)  # it is given a value here, and declared there
            if held:
                return held
        receiver = owner.bound if owner.kind == "super" and owner.bound is not None else owner
        if owner.kind == "class" and self._is_enumerated(owner, slot):
            return frozenset([Type("instance", owner.path, owner.number)])
        found: set[Type] = set()
        for each in self.type_of_member(slot, owner):
            if each.kind == "function" and each.bound is None:
                found |= self._accessed(each, receiver)
            else:
                found.add(receiver if each == OWN else each)
        types = frozenset(found)
        if receiver.kind == "instance" and any(t.parts or t.kind in _GENERIC_KINDS for t in types):
            types = self.substitute(types, self.arguments_in(receiver, self.owner_of(slot)))
        return types

    def _member_by_index(self, owner: Type, name: str, missing: Type | None) -> Types:
        """What a member is that no class declares: taken over as a whole, or given by an index."""
        for each in self.taken_over(owner) if owner.kind != "super" else ():
            if self.targets(each, name, owner.path):
                return self.member(each, name)
        beside = self._given_beside(owner, name)
        if beside:
            return self.types_of_entities(beside)
        for index in self.library(owner.path).protocols.get("index", ()):
            if index != name and isinstance(self.lookup(owner, index), Slot):
                return self.member(owner, index)
        return (self.held_by_base(owner, name) or EXTERNAL) if missing == OUTSIDE else ANYTHING

    def held_by_base(self, owner: Type, name: str) -> Types:
        """What a base from a library holds under a name, by the type arguments that it has here; empty if unknown."""
        methods = self.library(owner.path).methods
        for each in self.order(owner)[0]:
            definition, file = self.definition(each), self.file(each.path)
            for base in definition.bases:
                expression = file.expression(base) if base >= 0 else None
                if expression is None or expression.op != "subscript":
                    continue
                for head in self.dotted(each.path, definition.outer, expression.parts[0]):
                    form = methods.get((head.name.rpartition(".")[2], name), "")
                    part = 1 + int(form[len(HELD) :]) if form.startswith(HELD) else 0
                    if not isinstance(head, Slot) and head.kind == "external" and 0 < part < len(expression.parts):
                        self.note(ANNOTATION)
                        types = self.annotated(each.path, definition.outer, expression.parts[part])
                        return self.substitute(types, self.arguments_in(owner, each))
        return EMPTY

    def _accessed(self, function: Type, receiver: Type) -> Types:
        """A function as a member of what it is looked up on: bound, or, of a property, its value."""
        definition = self.definition(function)
        if self.class_of_function(function.path, definition) is None:
            return frozenset([function])
        if definition.traits & _READ:
            if receiver.kind == "class":
                return ANYTHING
            self.note(RETURN if definition.returns >= 0 else ATTRIBUTE)
            return self.result(function, receiver, ())
        if definition.receiver == "class":
            return frozenset([function_of(function.path, function.number, class_of(receiver))])
        if definition.receiver == "implicit" and receiver.kind == "class" and not self.structural(function.path):
            return frozenset([function_of(function.path, function.number, receiver)])
        if definition.receiver in ("", "static") or receiver.kind == "class":
            return frozenset([function])
        return frozenset([function_of(function.path, function.number, receiver)])

    def _is_enumerated(self, owner: Type, slot: Slot) -> bool:
        if slot.path != owner.path or not self.has_trait(owner, "enumeration"):
            return False
        bound = self.file(slot.path).bound.get((slot.scope, slot.name))
        return bool(bound) and bound[0].kind == "assign"


_FOREIGN_KINDS = frozenset(
    [
        "external",
        "external_instance",
        "builtin",
        "builtin_class",
        "awaitable",
        "manager",
        "generator",
        "callable",
        "function",
    ]
)
_OPAQUE_KINDS = frozenset({"external_instance", "foreign", "awaitable", "manager", "generator"})
_GENERIC_KINDS = frozenset({"variable", "class_variable", "field"})
_LIBRARY_KINDS = frozenset({"builtin", "builtin_class"})
_TAKEN_OVER = frozenset({"module", "builtin", "variable", "field", "function"})
_READ = frozenset({"property", "accessor"})
_PARTS = ("first", "second")
"""Members of a pair, in order."""
