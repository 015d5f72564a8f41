"""First storey: names. Which scope binds one, what imports lead to, which of its bindings reach a place."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ..deepfacts import plain
from .files import WHOLE
from .inside import Inside
from .nested import Nested
from .paths import FILES, Paths, module_in
from .textual import NOWHERE
from .types import ANYTHING, EMPTY, EXTERNAL, UNKNOWN, Entity, Place, Slot, Type, Types, in_order, known
from .ways import EVIDENT, IMPORT, NARROWING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..deepfacts import Binding, DeepFacts, ImportFact, Narrowing
    from .files import LinkedFile

__all__ = ["NOWHERE", "OUTSIDE", "OWN_NAME", "Names"]


class Names(Inside, Paths, Nested):
    """Scopes, imports and the flow of bindings."""

    def found_at(
        self, path: str, scope: int, name: str, position: int = -1, meaning: str = ""
    ) -> tuple[Slot | Type | None, Type | None]:
        """What binds a name, seen from a scope: a slot, and the instance, if any, as whose member it is seen.

        OUTSIDE where nothing does, but a base from elsewhere may; None where nothing does.
        """
        if not self.nominal(path):
            found = self.scope_of(path, scope, name, position, meaning)
            return (Slot(path, found, name) if found >= 0 else None), None
        found, owner = self._seen_at(path, scope, name, position, meaning)
        if meaning and not isinstance(found, Slot):
            again, owner = self._seen_at(path, scope, name, position, "")
            found = again if isinstance(again, Slot) else found
        return found, owner

    def _seen_at(
        self, path: str, scope: int, name: str, position: int, meaning: str
    ) -> tuple[Slot | Type | None, Type | None]:
        file = self.file(path)
        scopes = file.facts.scopes
        missing: Type | None = None
        while scope >= 0:
            row = scopes[scope]
            bound = file.bound.get((scope, name))
            is_later = bound and position >= 0 and row.kind in _IN_ORDER and all(b.position > position for b in bound)
            if bound and not is_later and (not meaning or any(file.means(binding, meaning) for binding in bound)):
                return Slot(path, scope, name), (
                    Type("instance", path, row.definition) if row.kind == "class" else None
                )
            for owner in self.receivers(file, path, scope) if not bound else ():
                found = self.lookup(owner, name)
                if isinstance(found, Slot):
                    return found, owner
                missing = OUTSIDE if found in (OUTSIDE, None) else missing
            for entity in in_order(self.starred_at(path, scope, name)):
                if isinstance(entity, Slot):
                    return entity, None
            scope = row.parent
        return missing, None

    def receivers(self, file: LinkedFile, path: str, scope: int) -> Sequence[Type]:
        """The instances whose members are seen in a scope without an owner: of a class, or of what is called on one."""
        row = file.facts.scopes[scope]
        if row.kind == "class":
            return [Type("instance", path, row.definition)]
        if (scope, OWN_NAME) not in file.bound:
            return ()
        found = self.type_of_slot(Slot(path, scope, OWN_NAME))
        bounds = (self.bound_of(each) if each.kind == "variable" else (each,) for each in found)
        return in_order(each for some in bounds for each in some if each.kind == "instance")

    def own_at(self, path: str, scope: int) -> Types:
        """What the function around a scope is called on."""
        file = self.file(path)
        while scope >= 0:
            row = file.facts.scopes[scope]
            if row.kind == "class":
                return frozenset([Type("instance", path, row.definition)])
            if (scope, OWN_NAME) in file.bound:
                found = self.type_of_slot(Slot(path, scope, OWN_NAME))
                if found:
                    return found
            scope = row.parent
        return ANYTHING

    def scope_of(self, path: str, scope: int, name: str, position: int = -1, meaning: str = "") -> int:
        """The scope that binds a name, seen from a scope; -1 where none does.

        A class's own names are seen in its body alone, and there (with a `position`) only after they are bound; where a
        module has a surface of its own they are members and never seen, and a name may have a `meaning`: type or value.
        """
        if self.library(path).nested:
            return -1  # what binds it may be in another file: `unbound` looks from the inside out
        file = self.file(path)
        if file.apart:
            return self.scope_apart(file, scope, name, position, meaning)
        if file.surface and meaning:
            found = self._scope_of(file, scope, name, -1, meaning)
            return found if found >= 0 else self._scope_of(file, scope, name, -1, "")
        if self.library(path).declared:
            return self._scope_of(file, scope, name, position, meaning if meaning == "type" else "", after=True)
        if self.library(path).ordered:
            return self._scope_of(file, scope, name, position, "", after=True)
        return self._scope_of(file, scope, name, position, "")

    def _scope_of(
        self, file: LinkedFile, scope: int, name: str, position: int, meaning: str, *, after: bool = False
    ) -> int:
        scopes = file.facts.scopes
        start = scope
        while scope >= 0:
            row = scopes[scope]
            if row.kind == "class" and (scope != start or file.surface or scope in file.closed):
                scope = row.parent
                continue
            where = file.outer[scope].get(name) if scope in file.outer else None
            if where == "module":
                return 0 if (0, name) in file.bound else -1
            if where is None and (scope, name) in file.bound:
                bound = file.bound[scope, name]
                if meaning and not any(file.means(binding, meaning) for binding in bound):
                    scope = row.parent
                    continue
                first = position + 1 if after and row.kind != "class" else position
                limited = row.kind == "class" or (after and scope > 0)
                early = limited and position >= 0 and all(b.position >= first for b in bound)
                if not early:
                    return scope
            scope = row.parent
        return -1

    def entities_of_slot(self, slot: Slot) -> frozenset[Entity]:
        """What a slot stands for: itself, where something other than an import binds it, and what imports lead to."""
        return self.once(("entities", slot), lambda: self._entities_of_slot(slot), NOWHERE)

    def _entities_of_slot(  # noqa: C901 - a table of kinds of bindings
        self, slot: Slot
    ) -> frozenset[Entity]:
        file, nested = self.file(slot.path), self.library(slot.path).nested
        found: set[Entity] = set()
        for binding in file.bound.get((slot.scope, slot.name), ()):
            if binding.kind == "import":
                led = self.imported(slot.path, binding)
                found |= led | ({slot} if self._is_given_name(file, slot, binding, led) else NOWHERE)
            elif binding.kind == "module":
                found.add(module_in(slot.path, binding.number))
            elif binding.kind == "alias":
                found |= self._named_otherwise(slot, binding)
            elif binding.kind == "parameter" and binding.value >= 0 and file.apart:
                found |= {slot, *self._named_otherwise(slot, binding)}  # and the field that it gives a value to
            elif binding.kind == "class" and self.library(slot.path).reopened:
                found |= self.opened_as(slot, binding.number)
            elif binding.kind == "function" and self.library(slot.path).reopened:
                found |= self.both_of(slot, binding.number)
            elif nested:
                found.add(self.defined_outside(self.part_that_defines(slot)))
            elif slot.scope == 0 and slot.name in file.facts.shared:
                found |= self.shared(slot.path, slot.name)
            else:
                found.add(slot)
        if (slot.scope, slot.name) in file.attributes:
            found.add(slot)
        return frozenset(found)

    def _is_given_name(self, file: LinkedFile, slot: Slot, binding: Binding, led: frozenset[Entity]) -> bool:
        """Whether a module gives a whole module from outside under a name, which nobody but it declares."""
        if not file.surface or slot.scope != file.surface or file.facts.imports[binding.number].name != WHOLE:
            return False
        return slot.name != WHOLE and all(isinstance(each, Type) and each.kind == "external" for each in led)

    def _named_otherwise(self, slot: Slot, binding: Binding) -> frozenset[Entity]:
        """What a name stands for that is but another one for something: for a bare name, or for a member."""
        file = self.file(slot.path)
        value = file.expression(binding.value) if binding.value >= 0 else None
        if value is None:
            return frozenset([slot])
        scope = slot.scope
        if value.op == "within":
            scope = value.number
            if file.facts.scopes[slot.scope].kind == "class":
                self.note(EVIDENT)  # a member that holds one of something else, or a name of the file
            value = file.expression(value.parts[0])
            if value.op == "name":  # what it means before it is bound here
                seen, _ = self.found_at(slot.path, scope, value.text, binding.position - 1)
                found_before = self.entities_of_slot(seen) if isinstance(seen, Slot) and seen != slot else NOWHERE
                return found_before or self.unbound(slot.path, scope, value.text) or frozenset([slot])
        if value.op != "member":
            return self.entities_of_name(slot.path, scope, value.text) or frozenset([slot])
        found: set[Entity] = set()
        for owner in self.evaluate(Place(slot.path, scope, binding.block, binding.position), value.parts[0]):
            found |= self.targets(owner, value.text, slot.path) or NOWHERE
        return frozenset(found) or frozenset([slot])

    def entities_of_name(self, path: str, scope: int, name: str) -> frozenset[Entity]:
        """What a bare name stands for, seen from a scope, wherever it has its meaning from."""
        if self.file(path).apart:
            return self.seen(path, scope, name, "")
        inside = self.member_around(path, scope, name)
        if inside is not None:
            return self.entities_of_slot(inside[1])
        found, _ = self.found_at(path, scope, name)
        return self.entities_of_slot(found) if isinstance(found, Slot) else self.unbound(path, scope, name)

    def unbound(self, path: str, scope: int, name: str, meaning: str = "value") -> frozenset[Entity]:
        """What a name stands for in a scope that no scope of the file binds."""
        if self.file(path).apart:
            return self.seen(path, scope, name, meaning)
        library = self.library(path)
        if library.nested:
            return self.outward(path, scope, name, type_=meaning == "type")
        return self.spread_out(path, scope, name) if library.spread else self.starred(path, name)

    def imported(self, path: str, binding: Binding) -> frozenset[Entity]:
        """What an import leads to, through whatever imports it again."""
        key = ("import", path, binding.scope, binding.name, binding.number)
        return self.once(key, lambda: self._imported(path, binding), NOWHERE)

    def _imported(self, path: str, binding: Binding) -> frozenset[Entity]:
        self.note(IMPORT)
        file = self.file(path)
        fact = file.facts.imports[binding.number]
        if file.apart:
            return self._imported_by_path(path, binding, fact)
        if self.nominal(path):
            return self.imported_here(path, binding.scope, fact.module, fact.name)
        if not fact.module and fact.name:  # of the module itself
            scope = self.scope_of(path, file.facts.scopes[binding.scope].parent, fact.name)
            return self.entities_of_slot(Slot(path, scope, fact.name)) if scope >= 0 else NOWHERE
        resolver = self.project.resolver(path)
        if not fact.name:
            text = fact.module.split(".", 1)[0] if fact.first else fact.module
            return frozenset([resolver.module(path, text) or Type("external", name=text)])
        module = resolver.module(path, fact.module)
        if module is None:
            return frozenset([Type("external", name=f"{fact.module}.{fact.name}")])
        if module.kind == "space":
            return self.member_of_space(path, module.name, fact.name)
        if module.kind == "module" and self.file(module.path).surface:
            return self.member_of_module(module.path, fact.name)
        if module.kind == "folder" or self._imports_itself(file, path, binding, fact, module):
            found = resolver.member(module, fact.name)
            return frozenset([found]) if found is not None else NOWHERE
        return self.member_of_module(module.path, fact.name)

    def _imported_by_path(self, path: str, binding: Binding, fact: ImportFact) -> frozenset[Entity]:
        if fact.module.startswith(FILES):
            found = self.project.resolver(path).module(path, fact.module)
            return frozenset([found]) if found is not None else NOWHERE
        found = self.walked(path, binding.scope, fact.module, fact.name)
        if not fact.first:
            return found
        named = (e._replace(name=binding.name) if isinstance(e, Type) and e.kind == "module" else e for e in found)
        return frozenset(named)  # a name for a module, where a value may stand

    def _imports_itself(self, file: LinkedFile, path: str, binding: Binding, fact: ImportFact, module: Type) -> bool:
        """Whether a package imports a submodule of its own, under the name that this very import binds."""
        same = file.bound.get((binding.scope, binding.name), ())
        return module.path == path and fact.name == binding.name and all(other.kind == "import" for other in same)

    def member_of_module(self, path: str, name: str, scope: int = 0) -> frozenset[Entity]:
        """What a module has under a name: its own, a submodule, or what it imports with all names of another.

        Of a module within a file, `scope` is its scope.
        """
        if self.file(path).apart:
            return self.member_within(path, name, max(scope, 0))
        return self.once(("module", path, name), lambda: self._member_of_module(path, name), NOWHERE)

    def _member_of_module(self, path: str, name: str) -> frozenset[Entity]:
        file = self.file(path)
        if (file.surface, name) in file.bound:
            return self.entities_of_slot(Slot(path, file.surface, name))
        if file.surface:
            return self._given(file, path, name)
        submodule = self.project.resolver(path).member(Type("module", path), name)
        if submodule is not None:
            return frozenset([submodule])
        return self.starred(path, name)

    def _given(self, file: LinkedFile, path: str, name: str) -> frozenset[Entity]:
        """What a module gives under a name that it does not spell: from other modules, or as a member of all it is."""
        if name != DEFAULT:
            found = self.starred(path, name, surface=True)
            if found:
                return found
            if (0, name) in file.bound and re.search(self.library(path).announcing, path):
                return self.entities_of_slot(Slot(path, 0, name))
        if name == WHOLE or (file.surface, WHOLE) not in file.bound:
            return frozenset([Type("module", path)]) if name in (WHOLE, DEFAULT) else NOWHERE
        whole = self.entities_of_slot(Slot(path, file.surface, WHOLE))
        if name == DEFAULT:
            return whole
        targets: set[Entity] = set()
        for owner in self.types_of_entities(whole):
            targets |= self.targets(owner, name, path) or NOWHERE
        return frozenset(target for target in targets if target != OUTSIDE)

    def starred(self, path: str, name: str, *, surface: bool = False) -> frozenset[Entity]:
        """What a file imports under a name together with all names of a module; or gives so to others (`surface`)."""
        library = self.library(path)
        if library.textual:
            return self.included(path, name)
        if library.nominal:
            return self.in_sight(path, name)
        if library.packages:
            return self.in_package(path, name)
        for star in self.file(path).facts.stars:
            if (star.scope > 0 and self.file(path).surface > 0) != surface:
                continue
            module = self.project.resolver(path).module(path, star.module)
            if module is None or module.kind != "module" or module.path == path:
                continue
            exported = self.file(module.path).facts.exported
            if surface or (name in exported if exported is not None else not name.startswith("_")):
                found = self.member_of_module(module.path, name)
                if found:
                    self.note(IMPORT)
                    return found
        return NOWHERE

    def types_of_entities(self, entities: frozenset[Entity]) -> Types:
        """What entities may be as values."""
        found: set[Type] = set()
        for entity in entities:
            if isinstance(entity, Slot):
                found |= self.type_of_slot(entity)
            else:
                found.add(entity)
        return frozenset(found)

    # --- what reaches a place ------------------------------------------------------------------------------------

    def type_of_name(self, place: Place, name: str) -> Types:
        """What a name may be at a place."""
        key = ("name", place, name)
        return self.once(key, lambda: self._type_of_name(place, name), ANYTHING)

    def _type_of_name(self, place: Place, name: str) -> Types:
        inside = self.member_around(place.path, place.scope, name, place.position)
        if inside is not None:
            return self.member(Type("instance", inside[0].path, inside[0].number), name)
        return self._type_of_bound(place, name)

    def _type_of_bound(  # noqa: C901, PLR0912 - a table of forms, told apart one after the other
        self, place: Place, name: str
    ) -> Types:
        """The same where no class around has a member of the name."""
        path = place.path
        if self.library(path).reopened and name[:1].isupper():
            return self.types_of_constant(self.constant(path, place.scope, name), name)
        if name == OWN_NAME and self.nominal(path):
            narrowed = self.narrowed(place, name)
            return self.own_at(path, place.scope) if narrowed is None else narrowed
        if place.given and (place.scope, name) in self.file(path).bound:
            return self._argument(path, place, name)
        if self.file(path).apart:
            implied = self._type_implied(place, self.scope_of(path, place.scope, name, place.position, "value"), name)
            if implied is not None:
                return implied
        seen, owner = self.found_at(path, place.scope, name, place.position, "value")
        if not isinstance(seen, Slot):
            return self._type_beyond(place, name, seen)
        if owner is not None:
            narrowed = self.narrowed(place, name)
            return self.member(owner, name) if narrowed is None else narrowed
        file, scope = self.file(path), seen.scope
        reaching = self._reaching(file, scope, place, name)
        last = max((b.position for b in reaching if b.position < place.position), default=-1)
        decided = len(reaching) == 1 and reaching[0].kind != "parameter"
        narrowed = self.narrowed(place, name, last if decided else -1)
        if narrowed is not None and not file.surface:
            return narrowed
        declaring = next((b for b in file.bound[scope, name] if b.annotation >= 0 and self._declares(file, b)), None)
        found: set[Type] = set()
        if declaring is not None and len(reaching) > 1 and self._is_captured(file, scope, place) and not file.surface:
            return self.declared(path, declaring)  # whatever it has been given when somebody gets here
        for binding in reaching:
            types = self.type_of_binding(path, binding)
            if file.surface and declaring is not None and binding.annotation < 0:
                types = self._within(self.declared(path, declaring), types)
            elif declaring is not None and not known(types):
                types = self.declared(path, declaring)
            found |= types
        if narrowed is not None:
            return self.kept(narrowed, found)
        return frozenset(self.excluded(place, name, found, last) if len(found) > 1 else found)

    def _type_implied(self, place: Place, scope: int, name: str) -> Types | None:
        """What a name may be as a member of what a function is called on; None where it is no such member."""
        path = place.path
        scopes = self.file(path).facts.scopes
        if scope < 0:
            found = self.seen(path, place.scope, name, "value")
            slots = [entity for entity in found if isinstance(entity, Slot)]
            if not any(self.file(slot.path).facts.scopes[slot.scope].kind == "class" for slot in slots):
                return None
        elif scopes[scope].kind != "class":
            return None
        owners = self.owners_around(path, place.scope if scope < 0 else scope)
        return EMPTY.union(*(self.member_apart(owner, name) for owner in owners)) or ANYTHING

    def _type_beyond(self, place: Place, name: str, missing: Type | None) -> Types:
        """What a name may be that nothing in its file binds."""
        path = place.path
        starred = self.unbound(path, place.scope, name)
        if starred:
            return self.types_of_entities(starred)
        builtins = self.library(path).builtins
        if name.startswith("macro ") and plain(name) in builtins:
            return frozenset([Type("builtin_class", name=f"{plain(name)}!")])
        if name in builtins:
            return frozenset([Type("builtin_class", name=name)])
        if self.sees_outside(path):
            return frozenset([Type("external", name=name)]) if name[:1].isupper() else EXTERNAL
        return ANYTHING if missing is None else EXTERNAL

    def _declares(self, file: LinkedFile, binding: Binding) -> bool:
        return binding.kind in _DECLARING or (file.surface > 0 and binding.kind == "parameter")

    def kept(self, tested: Types, found: set[Type]) -> Types:
        """Those of some types that descend from the tested ones; where none does, the tested ones."""
        classes = {each._replace(kind="class", parts=()) for each in tested if each.kind == "instance"}
        kept = frozenset(each for each in found if each.kind == "instance" and classes & set(self.order(each)[0]))
        return kept or tested

    def _within(self, declared: Types, given: Types) -> Types:
        """What a variable of a declared type holds when something is given to it: one of several alternatives."""
        classes = {each._replace(kind="class", parts=()) for each in given if each.kind == "instance"}
        if len(declared) > 1 and classes:
            kept = frozenset(
                e for e in declared if e.kind == "instance" and e._replace(kind="class", parts=()) in classes
            )
            return kept or declared
        return declared if known(declared) else given

    def _argument(self, path: str, place: Place, name: str) -> Types:
        """The argument that stands in the place of a parameter."""
        numbers = [b.number for b in self.file(path).bound[place.scope, name] if b.kind == "parameter"]
        return place.given[numbers[0]] if numbers and numbers[0] < len(place.given) else ANYTHING

    def _is_captured(self, file: LinkedFile, scope: int, place: Place) -> bool:
        """Whether a name is read in a function within the one that binds it."""
        start = place.scope
        while start != scope and file.facts.scopes[start].kind in _INLINE:
            start = file.facts.scopes[start].parent
        return start != scope

    def _reaching(self, file: LinkedFile, scope: int, place: Place, name: str) -> list[Binding]:
        """The bindings of a name in a scope that can be in effect at a place, by order and exclusive alternatives."""
        facts = file.facts
        bound = file.bound[scope, name]
        if file.surface or file.apart:
            bound = [binding for binding in bound if file.means(binding, "value")]
            if any(binding.kind in _HOISTED for binding in bound):
                return bound
        if len(bound) == 1 or self._is_captured(file, scope, place):
            return bound
        around = _chain(facts, place.block)
        own = set(around)
        taken = {facts.blocks[b].branch: b for b in around if facts.blocks[b].branch}
        reaching: list[Binding] = []
        for binding in reversed(bound):
            if binding.kind in _PASSING or binding.position >= place.position:
                continue
            if binding.block not in own and _excludes(facts, binding.block, own, taken):
                continue
            reaching.append(binding)
            if binding.block in own:
                break
        return reaching or [b for b in bound if b.kind == "declare"] or bound

    def tests(self, place: Place, text: str, after: int = -1) -> list[Narrowing]:
        """What is tested of a variable before a place and holds there, the last test first."""
        file = self.file(place.path)
        if not file.narrowings:
            return []
        found: list[Narrowing] = []
        root = text.split(".", 1)[0]
        scope, own = place.scope, None
        while scope >= 0:
            for row in reversed(file.narrowings.get((scope, text), ())):
                if own is None:
                    own = set(_chain(file.facts, place.block))
                if after < row.position <= place.position and row.block in own:
                    found.append(row)
            if (scope, root) in file.bound:
                break
            scope = file.facts.scopes[scope].parent
        return found

    def narrowed(self, place: Place, text: str, after: int = -1) -> Types | None:
        """What tests say that a variable is at a place, unless it was bound again after them."""
        for row in self.tests(place, text, after):
            if row.sign in _POSITIVE:
                found = self._tested(place.path, row)
                if found:
                    self.note(NARROWING)
                    return found
        return None

    def _tested(self, path: str, row: Narrowing) -> Types:
        if row.sign == "told":
            return self.told(path, row)
        if row.sign == "typed":
            return self.annotated(path, row.scope, row.classes) - {UNKNOWN}
        found: set[Type] = set()
        for tested in self._classes(path, row):
            found |= self.instances(tested) if row.sign == "instance" else {tested}
        found.discard(UNKNOWN)
        return frozenset(found)

    def _classes(self, path: str, row: Narrowing) -> set[Type]:
        """The classes of a test; a tuple of them means each."""
        if row.classes < 0:
            return set()
        place = _place(path, row)
        expression = self.file(path).expression(row.classes)
        parts = expression.parts if expression.op == "tuple" else (row.classes,)
        return {found for part in parts for found in self.evaluate(place, part)}

    def excluded(self, place: Place, name: str, types: set[Type], after: int) -> set[Type]:
        """Types without those that tests rule out."""
        for row in reversed(self.tests(place, name, after)):
            if row.sign == "not":
                for tested in self._classes(place.path, row):
                    types = types - self._of_class(types, tested) or types
            elif row.sign not in _POSITIVE:
                types = {each for each in types if self.fits(place.path, row, each)} or types
        return types

    def told(self, path: str, row: Narrowing) -> Types:
        """What a function that tests its argument says of it."""
        raise NotImplementedError

    def fits(self, path: str, row: Narrowing, found: Type) -> bool:
        """Whether something may be where a test of its members or its form holds."""
        raise NotImplementedError

    def _of_class(self, types: set[Type], tested: Type) -> set[Type]:
        if tested.kind == "class":
            bare = tested._replace(parts=())
            return {t for t in types if t.kind == "instance" and bare in self.order(Type("class", t.path, t.number))[0]}
        if tested.kind == "builtin_class":
            return {t for t in types if t.kind == "builtin" and t.name == tested.name}
        return set()


def _place(path: str, row: Narrowing) -> Place:
    return Place(path, row.scope, row.block, row.position)


def _chain(facts: DeepFacts, block: int) -> list[int]:
    found: list[int] = []
    while block >= 0:
        found.append(block)
        block = facts.blocks[block].parent
    return found


def _excludes(facts: DeepFacts, block: int, own: set[int], taken: dict[int, int]) -> bool:
    """Whether a block cannot have run before a place in the blocks `own`: it is another alternative, or it leaves."""
    while block >= 0 and block not in own:
        row = facts.blocks[block]
        if row.leaves or (row.branch and taken.get(row.branch, block) != block):
            return True
        block = row.parent
    return False


DEFAULT = "default"
"""The name of the first thing that a module gives."""
OUTSIDE = Type("external", name="?")
"""A member of something external."""
_INLINE = frozenset({"comprehension", "block"})
_IN_ORDER = frozenset({"function", "block"})
"""Scopes whose names are seen after they are bound."""
_HOISTED = frozenset({"class", "function", "import"})
_POSITIVE = frozenset({"instance", "subclass", "told", "typed"})
OWN_NAME = "this"
"""The name by which a scope knows what its function is called on."""
_DECLARING = frozenset({"assign", "declare"})
_PASSING = frozenset({"update", "declare"})
