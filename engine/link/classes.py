"""Second storey: classes. Bases, the order of members, type parameters and what they stand for in an instance."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .names import OUTSIDE
from .reopened import Reopened
from .types import (
    EMPTY,
    FOREIGN,
    UNKNOWN,
    Place,
    Slot,
    Type,
    Types,
    class_of,
    in_order,
    instance_of,
    known,
)
from .ways import EVIDENT

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..deepfacts import Definition, Expression

__all__ = ["FOREIGN_BASE", "OUTSIDE", "UNKNOWN_BASE", "Classes"]

UNKNOWN_BASE, FOREIGN_BASE = 1, 2
"""Flags of an order of members: some base is not known, or is external."""
MAX_NESTING = 4


class Classes(Reopened):
    """Classes and generics."""

    def order(self, owner: Type) -> tuple[tuple[Type, ...], int]:
        """A class and its bases in the order in which members are looked for, with flags of what is not known."""
        key = ("order", owner.path, owner.number)
        return self.once(key, lambda: self._order(class_of(owner)), ((class_of(owner),), 0))

    def _order(self, owner: Type) -> tuple[tuple[Type, ...], int]:
        if self.library(owner.path).reopened:
            return self.order_reopened(owner)
        found, flags = self.siblings(owner), 0
        if self.library(owner.path).packages:
            return self._by_distance(found)
        for sibling in tuple(found):
            definition = self.definition(sibling)
            for base in definition.bases:
                bases, flag = self._base(sibling, definition, base)
                flags |= flag
                for each in bases:
                    order, more = self.order(each)
                    found += order
                    flags |= more
        if self.typed(owner.path) and not self.library(owner.path).uniform:  # the first base that has a member gives it
            return tuple(dict.fromkeys(found)), flags
        last = {each: i for i, each in enumerate(found)}
        rest = [each for i, each in enumerate(found) if last[each] == i and each != owner]
        return (owner, *rest), flags

    def _by_distance(self, found: list[Type]) -> tuple[tuple[Type, ...], int]:
        """Members are those of the nearest base that has them."""
        flags, begun = 0, 0
        while begun < len(found):
            level = found[begun:]
            begun = len(found)
            for each in level:
                definition = self.definition(each)
                for base in definition.bases:
                    bases, flag = self._base(each, definition, base)
                    flags |= flag
                    found += [s for b in bases for s in self.siblings(b) if s not in found]
        return tuple(found), flags

    def siblings(self, owner: Type) -> list[Type]:
        """A class, and the further definitions of its name that add members to it."""
        definition = self.definition(owner)
        if self.file(owner.path).apart or self.library(owner.path).extended:
            return [owner, *self.extensions(owner)]
        if self.library(owner.path).reopened:
            return self.reopenings(owner)
        if not definition.traits & _OPEN:
            return [owner]
        if self.library(owner.path).packages:
            return list(self.once(("pieces", owner.path, owner.number), lambda: tuple(self.pieces(owner)), (owner,)))
        file = self.file(owner.path)
        around = file.facts.scopes[definition.scope]
        if self.library(owner.path).inside and around.kind in _SPACES:
            return self._in_other_files(owner, definition)
        if self.library(owner.path).inside and around.kind == "class":
            return self._in_other_parts(owner, definition, Type("class", owner.path, around.definition))
        rows = file.bound.get((definition.scope, definition.name), ())
        numbers = [row.number for row in rows if row.kind == "class" and row.number != owner.number]
        return [owner, *(Type("class", owner.path, n) for n in numbers if file.facts.definitions[n].traits & _OPEN)]

    def _in_other_files(self, owner: Type, definition: Definition) -> list[Type]:
        """A class with its parts in other files: those that say they are open, of its namespace."""
        space = self.file(owner.path).facts.scopes[definition.scope].name
        found = [owner]
        parts = self.all_in_space(self.project.families.get(owner.path, ""), space, definition.name)
        for slot in self.of_unit(owner.path, parts):
            file = self.file(slot.path)
            for row in file.bound[slot.scope, slot.name]:
                each = Type("class", slot.path, row.number)
                if row.kind == "class" and each != owner and file.facts.definitions[row.number].traits & _OPEN:
                    found.append(each)
        return found

    def _in_other_parts(self, owner: Type, definition: Definition, around: Type) -> list[Type]:
        """A class within another one, with its parts in the parts of that."""
        found = [owner]
        for part in self.siblings(around):
            file = self.file(part.path)
            for row in file.bound.get((self.definition(part).own, definition.name), ()):
                each = Type("class", part.path, row.number)
                if row.kind == "class" and each != owner and file.facts.definitions[row.number].traits & _OPEN:
                    found.append(each)
        return found

    def _base(self, owner: Type, definition: Definition, index: int) -> tuple[list[Type], int]:
        """The classes that a base expression gives, and flags."""
        expression = self.file(owner.path).expression(index) if index >= 0 else None
        if expression is not None and expression.op == "cast":
            return self._structure(owner, definition, expression)
        values = self.base_values(owner, definition, index)
        plain = self.library(owner.path).types
        found: list[Type] = []
        flags, understood = 0, False
        for value in in_order(values):
            if value.kind == "class":
                found.append(class_of(value))
            elif value.kind in ("external", "builtin_class"):
                if plain.get(value.name.rsplit(".", 1)[-1]) != "plain":
                    flags |= FOREIGN_BASE
            elif value == FOREIGN:
                flags |= FOREIGN_BASE
            else:
                continue
            understood = True
        return found, flags if understood else flags | UNKNOWN_BASE

    def _structure(self, owner: Type, definition: Definition, cast: Expression) -> tuple[list[Type], int]:
        """The classes of the values that a base stands for: of another structure, or of what is taken over."""
        if cast.text == "likely":
            self.note(EVIDENT)
        if cast.text in _VALUES:
            place = Place(owner.path, definition.scope, definition.block, definition.position)
            values = self.evaluate(place, cast.parts[0])
        else:
            values = self.annotated(owner.path, definition.outer, cast.parts[0])
        found = [class_of(value) for value in in_order(values) if value.kind in ("instance", "class")]
        if cast.text == "underlying":
            outside = any(value.kind == "external_instance" or value == FOREIGN for value in values)
            return found, FOREIGN_BASE if outside else 0
        if cast.text == "implements" or found:
            return found, 0
        outside = any(value.kind in ("external_instance", "builtin") or value == FOREIGN for value in values)
        return found, FOREIGN_BASE if outside else UNKNOWN_BASE

    def base_values(self, owner: Type, definition: Definition, index: int) -> Types:
        """What a base expression without its type arguments gives."""
        file = self.file(owner.path)
        if self.library(owner.path).uniform:
            types = self.annotated(owner.path, definition.outer, index)
            if (
                UNKNOWN in types
                and (expression := file.expression(file.head(index))).text in self.library(owner.path).builtins
            ):
                return frozenset([Type("builtin_class", name=expression.text)])
            return frozenset(self.class_meant(each)._replace(parts=()) for each in types)
        while index >= 0 and (expression := file.expression(index)).op == "subscript":
            index = expression.parts[0]
        return self.evaluate(_header(owner.path, definition), index) if index >= 0 else EMPTY

    def lookup(self, owner: Type, name: str, skip: int = 0) -> Slot | Type | None:
        """The slot of a member; OUTSIDE where an external base may have it, UNKNOWN where nothing has, None if unsure.

        An attribute that methods write is its base's if the base declares it.
        """
        key = ("lookup", owner.path, owner.number, name, skip)
        return self.once(key, lambda: self._lookup(owner, name, skip), None)

    def _lookup(self, owner: Type, name: str, skip: int) -> Slot | Type | None:
        before = self.way
        order, flags = self.order(owner)
        first: Slot | None = None
        if not skip and (self.definition(owner).own, name) in self.file(owner.path).bound:
            self.way = before  # whatever the bases are, they have no say
        for each in order[skip:]:
            file = self.file(each.path)
            own = file.facts.definitions[each.number].own
            if file.has(own, name):
                slot = Slot(each.path, own, name)
                attributes = file.attributes.get((own, name), ())
                if (own, name) in file.bound or any(a.annotation >= 0 for a in attributes):
                    return slot
                first = first or slot
        if first is not None:
            return first
        if flags & UNKNOWN_BASE:
            return None
        return OUTSIDE if flags & FOREIGN_BASE else UNKNOWN

    def twins_of_member(self, slot: Slot) -> frozenset[Slot]:
        """A member together with those that are in its place where the class is built in another way."""
        return self.once(("member twins", slot), lambda: self._twins_of_member(slot), frozenset([slot]))

    def _twins_of_member(self, slot: Slot) -> frozenset[Slot]:
        own = (Slot(each.path, self.definition(each).own, slot.name) for each in self.siblings(self.owner_of(slot)))
        return frozenset(each for each in own if each == slot or (each.scope, each.name) in self.file(each.path).bound)

    def has_trait(self, owner: Type, trait: str) -> bool:
        """Whether a class or one of its bases has a trait."""
        return any(trait in self.definition(each).traits for each in self.order(owner)[0])

    def owner_of(self, slot: Slot) -> Type:
        """The class in whose body a slot is."""
        return Type("class", slot.path, self.file(slot.path).facts.scopes[slot.scope].definition)

    def class_of_function(self, path: str, definition: Definition) -> Type | None:
        """The class of which a function is a method."""
        index = self.file(path).class_around(definition)
        return Type("class", path, index) if index >= 0 else None

    def type_of_member(self, slot: Slot, owner: Type) -> Types:
        """What a member may be, also by what a base declares of it."""
        types = self.type_of_slot(slot)
        if known(types):
            return types
        for each in self.order(owner)[0]:
            file = self.file(each.path)
            own = file.facts.definitions[each.number].own
            other = Slot(each.path, own, slot.name)
            if other != slot and file.has(own, slot.name):
                inherited = self.type_of_slot(other)
                if known(inherited):
                    return inherited
        return types

    # --- type parameters -----------------------------------------------------------------------------------------

    def parameters_of(self, owner: Type) -> tuple[Type, ...]:
        """The type parameters of a class, in order."""
        owner = class_of(owner)
        return self.once(("parameters", owner), lambda: self._parameters_of(owner), ())

    def _parameters_of(self, owner: Type) -> tuple[Type, ...]:
        definition, file = self.definition(owner), self.file(owner.path)
        if "nameless" in definition.traits:
            return self.variables_around(owner.path, definition.scope)
        if "variant" in definition.traits:
            return self.parameters_of(self.maker_of(owner))
        if self.typed(owner.path):
            outer = definition.outer
            is_own = outer == definition.own or (outer != definition.scope and file.facts.scopes[outer].kind == "types")
            return self._variables_of(owner.path, outer) if is_own else ()
        if file.facts.scopes[definition.outer].kind == "types":
            return tuple(
                Type("variable", owner.path, definition.outer, b.name)
                for b in file.facts.bindings
                if b.scope == definition.outer and b.kind == "type"
            )
        found: list[Type] = []
        bases = [file.expression(base) for base in definition.bases if base >= 0]
        generic = [base for base in bases if base.op == "subscript"]
        for base in sorted(generic, key=lambda b: not self._is_plain(owner.path, b.parts[0])):
            for part in base.parts[1:]:
                for variable in self._variables(self.annotated(owner.path, definition.outer, part)):
                    if variable not in found:
                        found.append(variable)
            if self._is_plain(owner.path, base.parts[0]):
                break
        return tuple(found)

    def _variables_of(self, path: str, scope: int) -> tuple[Type, ...]:
        return tuple(Type("variable", path, scope, name) for name in self.file(path).variables(scope))

    def variables_around(self, path: str, scope: int) -> tuple[Type, ...]:
        """The type parameters that are seen from a scope, the innermost first."""
        return self.once(("around", path, scope), lambda: self._variables_around(path, scope), ())

    def _variables_around(self, path: str, scope: int) -> tuple[Type, ...]:
        file, found = self.file(path), list[Type]()
        while scope >= 0:
            row = file.facts.scopes[scope]
            if row.kind == "types":
                found += self._variables_of(path, scope)
            scope = row.parent
        return tuple(found)

    def nameless(self, path: str, number: int, kind: str = "instance") -> Type:
        """An instance of a class without a name, or a function without one: it keeps the type parameters around."""
        scope = self.file(path).facts.definitions[number].scope
        return Type(kind, path, number, "", tuple(frozenset([each]) for each in self.variables_around(path, scope)))

    def _is_plain(self, path: str, index: int) -> bool:
        return index >= 0 and self.library(path).types.get(self.file(path).expression(index).text) == "plain"

    def _variables(self, types: Types, depth: int = 0) -> Iterator[Type]:
        for found in in_order(types):
            if found.kind == "variable":
                yield found
            elif depth < MAX_NESTING:
                for part in found.parts:
                    yield from self._variables(part, depth + 1)

    def arguments_in(self, found: Type, owner: Type) -> dict[Type, Types]:
        """What the type parameters of `owner`, a base of an instance's class, are in that instance."""
        return self._arguments_in(found, class_of(owner), 0)

    def _arguments_in(  # noqa: C901 - a table of forms, told apart one after the other
        self, found: Type, owner: Type, depth: int
    ) -> dict[Type, Types]:
        own = dict(zip(self.parameters_of(found), found.parts, strict=False)) if found.parts else {}
        if class_of(found) == owner:
            return own
        if self.file(found.path).apart:
            return self._arguments_by_extension(found, owner, own, depth)
        if own and self.is_extension(owner) and owner in self.siblings(class_of(found)):
            return own
        if own and owner in self.siblings(class_of(found)):
            return dict(zip(self.parameters_of(owner), found.parts, strict=False))
        if depth > MAX_NESTING * 2:
            return {}
        definition, file = self.definition(found), self.file(found.path)
        for base in definition.bases:
            expression = file.expression(base) if base >= 0 else None
            if expression is None:
                continue
            if expression.op == "cast":
                is_type = expression.text not in _VALUES
                values = self.annotated(found.path, definition.outer, expression.parts[0]) if is_type else EMPTY
                instances = [value for value in values if value.kind == "instance"]
            else:
                given: tuple[Types, ...] = ()
                if expression.op == "subscript":
                    given = tuple(self.annotated(found.path, definition.outer, part) for part in expression.parts[1:])
                values = self.base_values(found, definition, base)
                instances = [instance_of(value, given) for value in values if value.kind == "class"]
            for instance in instances:
                if owner in self.order(instance)[0]:
                    parts = tuple(self.substitute(part, own) for part in instance.parts)
                    return self._arguments_in(instance._replace(parts=parts), owner, depth + 1)
        return {}

    def _arguments_by_extension(
        self, found: Type, owner: Type, own: dict[Type, Types], depth: int
    ) -> dict[Type, Types]:
        """The same where a base, or the members of a class, are given to it by an extension."""
        if depth > MAX_NESTING * 2:
            return {}
        if "variant" in self.definition(owner).traits and self.maker_of(owner) == class_of(found):
            return own
        for sibling in self.siblings(class_of(found)):
            given = own if sibling == class_of(found) else self._by_target(sibling, found)
            if sibling == owner:
                return given
            definition, file = self.definition(sibling), self.file(sibling.path)
            for base in definition.bases:
                if base < 0:
                    continue
                expression = file.expression(base)
                parts: tuple[Types, ...] = ()
                if expression.op == "subscript":
                    parts = tuple(self.annotated(sibling.path, definition.outer, part) for part in expression.parts[1:])
                for value in self.base_values(sibling, definition, base):
                    if value.kind == "class" and owner in self.order(value)[0]:
                        solved = tuple(self.substitute(part, given) for part in parts)
                        return self._arguments_in(instance_of(value, solved), owner, depth + 1)
        return {}

    def _by_target(self, extension: Type, found: Type) -> dict[Type, Types]:
        """The type parameters of an extension, by what it is for."""
        solved: dict[Type, Types] = {}
        for target in self.target(extension):
            if class_of(target) != class_of(found):
                continue
            for declared, given in zip(target.parts, found.parts, strict=False):
                for each in declared:
                    if each.kind == "variable":
                        solved[each] = given
        return solved

    def maker_of(self, variant: Type) -> Type:
        """The class within which a class is that makes instances of it."""
        scopes = self.file(variant.path).facts.scopes
        return Type("class", variant.path, scopes[self.definition(variant).scope].definition)

    def substitute(self, types: Types, arguments: dict[Type, Types], depth: int = 0) -> Types:
        """Types with type arguments in the place of type parameters."""
        if not arguments or depth > MAX_NESTING:
            return types
        found: set[Type] = set()
        for each in types:
            if each.kind == "variable":
                found |= arguments.get(each, {each})
            elif each.kind == "class_variable" and each.bound is not None:
                found |= {class_for(value) for value in arguments.get(each.bound, {each.bound})}
            elif each.kind == "field":
                found |= self._field_of(each, arguments, depth)
            elif each.kind == "chosen":
                types_of, wanted = (self.substitute(part, arguments, depth + 1) for part in each.parts)
                found |= self.chosen(types_of, wanted)
            elif each.parts or (each.bound is not None and each.bound.parts):
                parts = tuple(self.substitute(part, arguments, depth + 1) for part in each.parts)
                bound = each.bound
                if bound is not None and bound.parts:
                    inner = tuple(self.substitute(part, arguments, depth + 1) for part in bound.parts)
                    bound = bound._replace(parts=inner)
                if each.name == "mapped" and len(parts[1]) > 1:  # each alternative by itself
                    found |= {each._replace(parts=(parts[0], frozenset([one]))) for one in parts[1]}
                    continue
                found.add(each._replace(parts=parts, bound=bound))
            else:
                found.add(each)
        return self.one_set(frozenset(found))

    def _field_of(self, field: Type, arguments: dict[Type, Types], depth: int) -> Types:
        """What a member of a type parameter is, now that something is known of that."""
        owners = self.substitute(field.parts[0], arguments, depth + 1)
        if owners == field.parts[0]:
            return frozenset([field])
        return self.fields_of(owners, field.name)

    def fields_of(self, owners: Types, name: str) -> Types:
        """What a member of types is (empty: any of their elements); of type parameters that is seen later."""
        found: set[Type] = set()
        for owner in owners:
            if owner.path and self.file(owner.path).apart and name:
                found |= self.associated(owner, name)
            elif owner.kind in ("variable", "field"):
                found.add(Type("field", name=name, parts=(frozenset([owner]),)))
            else:
                found |= self.member(owner, name) if name else self.elements(owner)
        return frozenset(found)

    def associated(self, owner: Type, name: str) -> Types:
        """What a type that belongs to another one is; of a type parameter that is seen later."""
        if owner.kind in ("variable", "field"):
            bounds = self.bound_of(owner) if owner.kind == "variable" else EMPTY
            for bound in bounds:
                if bound.kind == "builtin":
                    return self.of_template(bound, name, ()) or frozenset([UNKNOWN])
                if bound.kind == "instance" and bound.parts:
                    given = [t for part in bound.parts[-1:] for t in part]
                    slot = self.lookup(bound, name)
                    if isinstance(slot, Slot) and given and not self.parameters_of(bound):
                        return frozenset(given)
            return frozenset([Type("field", name=name, parts=(frozenset([owner]),))])
        slot = self.lookup(owner, name) if owner.kind in ("instance", "class") else None
        if not isinstance(slot, Slot):
            return frozenset([UNKNOWN])
        own, found = instance_of(owner, owner.parts), EMPTY
        if not self.parameters_of(self.owner_of(slot)) and owner.parts and "abstract" in self.definition(owner).traits:
            return owner.parts[-1]
        for row in self.file(slot.path).bound.get((slot.scope, slot.name), ()):
            if row.kind == "class":
                definition = self.file(slot.path).facts.definitions[row.number]
                types = self.annotated(slot.path, definition.outer, definition.returns, own)
                found |= self.substitute(types, self.arguments_in(own, self.owner_of(slot)))
        return found or frozenset([UNKNOWN])

    def library_views(self, found: Type) -> Types:
        """What an instance is through the generic library types among its bases: a list of something, awaitable."""
        return self.once(("views", found), lambda: self._library_views(found), EMPTY)

    def _library_views(self, found: Type) -> Types:
        views: set[Type] = set()
        for each in self.order(found)[0]:
            definition, file = self.definition(each), self.file(each.path)
            for base in definition.bases:
                inner = file.expression(base) if base >= 0 else None
                if inner is not None and inner.op == "cast" and inner.parts[0] >= 0 and inner.text not in _VALUES:
                    base = inner.parts[0]  # noqa: PLW2901 - the type that is meant
                if base < 0 or file.expression(base).op not in _VIEWED:
                    continue
                types = frozenset(
                    t for t in self.annotated(each.path, definition.outer, base) if t.kind in _LIBRARY_KINDS
                )
                if types:
                    views |= self.substitute(types, self.arguments_in(found, each))
        return frozenset(views)

    def instances(self, found: Type) -> Types:
        """Instances of whatever a class expression gives."""
        if found.kind == "class":
            return frozenset([instance_of(found, found.parts if self.nominal(found.path) else ())])
        if found.kind == "builtin_class":
            return frozenset([Type("builtin", name=found.name)])
        if found.kind == "external":
            return frozenset([Type("external_instance", name=found.name)])
        if found.kind == "class_variable" and found.bound is not None:
            return frozenset([found.bound])
        if found.kind == "builtin" and found.name == "tuple" and found.parts:
            return EMPTY.union(*(self.instances(each) for part in found.parts for each in part))
        return frozenset([UNKNOWN])


def class_for(value: Type) -> Type:
    """The type of the class of which something is an instance."""
    if value.kind == "instance":
        return class_of(value)
    return Type("class_variable", bound=value) if value.kind == "variable" else UNKNOWN


def _header(path: str, definition: Definition) -> Place:
    """Where the header of a class is evaluated."""
    return Place(path, definition.outer, definition.block, definition.position)


_OPEN = frozenset({"open", "maker", "part"})
_VALUES = frozenset({"spread", "likely"})
"""Bases that are the class of a value, or that class itself."""
_SPACES = frozenset({"module", "space"})
_LIBRARY_KINDS = frozenset({"builtin", "awaitable", "manager", "callable"})
_VIEWED = frozenset({"subscript", "list", "dict", "channel", "function"})
