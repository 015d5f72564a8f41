"""Below names: names that are reached by paths through modules, where a module may lie within a file or another module.

Only files whose facts keep names of types and of values apart (`DeepFacts.apart`) are read in this way. A module is a
`Type` of kind `module`: of a file, or (with a scope as its number) within one.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from ..deepfacts import NONE, spaced
from .spaces import Spaces
from .textual import NOWHERE
from .types import EMPTY, Entity, Slot, Type, Types, in_order
from .ways import EXPANDED, IMPORT, UNIQUE

if TYPE_CHECKING:
    from ..deepfacts import Binding
    from .files import LinkedFile

__all__ = ["Paths", "module_in"]

SEPARATOR = "::"
INSIDE, OUTSIDE_OF = "+=", "-="
"""Marks of modules all of whose names a module gives on without seeing them, or sees without giving them on; `=` marks
files that are one module with this one."""
FILES = ("mod ", "path ")
"""How the text of an import begins that says in which file a module of this one lies."""
SPACES = {"type": ("module",), "value": (), "macro": ("macro",), "": ("module", "macro")}
"""The spaces in which a name is looked for besides its own, by what is meant."""


class Paths(Spaces):
    """From names and paths to entities."""

    # --- bare names --------------------------------------------------------------------------------------------------

    def scope_apart(self, file: LinkedFile, scope: int, name: str, position: int, meaning: str) -> int:
        """The scope that binds a name, up to the module around; -1 where none does."""
        scopes = file.facts.scopes
        while scope >= 0:
            row = scopes[scope]
            if (row.kind != "class" or scope not in file.closed) and self._binds(file, scope, name, position, meaning):
                return scope
            if row.kind == "module":
                return -1
            scope = row.parent
        return -1

    def seen(self, path: str, scope: int, name: str, meaning: str, position: int = NONE) -> frozenset[Entity]:
        """What a bare name stands for, seen from a scope: as a `type`, a `value`, a `macro` or (empty) any of them."""
        file, around = self.file(path), -1
        scopes = file.facts.scopes
        while scope > 0 and scopes[scope].kind != "module":
            if scopes[scope].kind != "class":
                found = self._in_scope(path, file, scope, name, meaning, position)
                if found:
                    return found
            elif scope not in file.closed:
                if (scope, name) in file.bound and meaning != "macro":
                    return self.entities_of_slot(Slot(path, scope, name))
                around = scope if around < 0 else around
            scope = scopes[scope].parent
        key = ("seen", path, scope, name, meaning)
        found = self.once(key, lambda: self._in_module(path, scope, name, meaning), NOWHERE)
        return found if found or around < 0 else self._implied(path, around, name)

    def _implied(self, path: str, scope: int, name: str) -> frozenset[Entity]:
        """What a name stands for as a member of what a function is called on, without that being named."""
        found: set[Entity] = set()
        for owner in self.owners_around(path, scope):
            found |= self.targets_apart(owner, name, path) or NOWHERE
        return frozenset(found)

    def owners_around(self, path: str, scope: int) -> Types:
        """What the functions of the innermost class around a scope are called on, where that need not be named."""
        file = self.file(path)
        while scope >= 0:
            row = file.facts.scopes[scope]
            if row.kind == "class" and scope not in file.closed:
                own = Type("class", path, row.definition)
                definition = file.facts.definitions[row.definition]
                if "extension" in definition.traits:
                    return frozenset([own]) | self.annotated(path, definition.outer, definition.returns)
                variables = (Type("variable", path, definition.outer, n) for n in file.variables(definition.outer))
                parts = tuple(frozenset([each]) for each in variables)
                return frozenset([Type("instance", path, row.definition, "", parts)])
            scope = row.parent
        return EMPTY

    def _in_module(self, path: str, scope: int, name: str, meaning: str) -> frozenset[Entity]:
        found = self._in_scope(path, self.file(path), scope, name, meaning, NONE)
        for other in self.companions(path) if not found and scope == 0 else ():
            found |= self._in_scope(other, self.file(other), 0, name, meaning, NONE)
        if found:
            return found
        resolver = self.project.resolver(path)
        if meaning == "macro":
            return self._macro(path, name)
        if meaning != "value":
            crate = resolver.module(path, name)
            if crate is not None:
                self.note(IMPORT)
                return frozenset([crate])
        if scope > 0 and name not in self.library(path).builtins:  # what a macro has imported
            self.note(EXPANDED)
            return self.seen(path, self._module_scope(path, self.file(path).facts.scopes[scope].parent), name, meaning)
        return NOWHERE

    def _in_scope(
        self, path: str, file: LinkedFile, scope: int, name: str, meaning: str, position: int
    ) -> frozenset[Entity]:
        found = NOWHERE
        if self._binds(file, scope, name, position, meaning):
            found = self.entities_of_slot(Slot(path, scope, name))
        for space in SPACES[meaning]:
            if (scope, spaced(space, name)) in file.bound:
                found |= self.entities_of_slot(Slot(path, scope, spaced(space, name)))
        found = self.meant(found, meaning)
        if not found and scope in file.starred:
            found = self.meant(self.starred_in(path, scope, name, INSIDE), meaning)
        return found

    def sees_outside(self, path: str) -> bool:
        """Whether a name that nothing here has can be one of a module from elsewhere whose names are all seen."""
        if not self.file(path).apart:
            return False
        resolver = self.project.resolver(path)
        texts = (text for each in (path, *self.companions(path)) for text in self.file(each).starred.get(0, ()))
        return any(text.startswith("-") and resolver.module(path, text) is None for text in texts)

    def companions(self, path: str) -> tuple[str, ...]:
        """The further files that are one module with a file."""
        return self.once(("joined", path), lambda: self._companions(path), ())

    def _companions(self, path: str) -> tuple[str, ...]:
        found, todo = [path], [path]
        while todo:
            current = todo.pop()
            for text in self.file(current).starred.get(0, ()):
                other = self.project.resolver(current).module(current, text) if text.startswith("=") else None
                if other is not None and other.path not in found:
                    found.append(other.path)
                    todo.append(other.path)
        return tuple(found[1:])

    def _binds(self, file: LinkedFile, scope: int, name: str, position: int, meaning: str) -> bool:
        rows = file.bound.get((scope, name))
        if rows is None:
            return False
        return any(
            (not meaning or meaning == "macro" or file.means(row, meaning))
            and (position < 0 or row.kind not in _LATER or row.position <= position or _is_item(file, row))
            for row in rows
        )

    def _macro(self, path: str, name: str) -> frozenset[Entity]:
        """A macro that is seen without being imported: defined before in the text, or exported by its crate."""
        family = self.project.families.get(path, "")
        of_library = name in self.library(path).builtins
        here = self.crate_of(path)
        found: list[tuple[bool, Entity]] = []
        wanted = spaced("macro", name)
        for other in self.project.paths_defining(name, family):
            file = self.file(other)
            slots = [Slot(other, scope, each) for scope, each in file.bound if each == wanted]
            found += [(self.crate_of(other) == here, slot) for slot in slots]
        own = frozenset(slot for is_own, slot in found if is_own)
        if of_library:  # only what stands in a module around hides it
            above = self._around(path)
            return frozenset(slot for slot in own if isinstance(slot, Slot) and slot.path in above)
        if not own and found:
            self.note(UNIQUE)
        return own or frozenset(slot for _, slot in found)

    def _around(self, path: str) -> frozenset[str]:
        """A file and those that hold the modules around it."""
        found = {path}
        parent = self.declared_in(path)
        while parent is not None and parent.path not in found:
            found.add(parent.path)
            parent = self.declared_in(parent.path)
        return frozenset(found)

    def crate_of(self, path: str) -> Type | None:
        """The root of the crate that a file is in."""
        return self.once(("crate", path), lambda: self._crate_of(path), None)

    def _crate_of(self, path: str) -> Type | None:
        found = self.project.resolver(path).module(path, "crate")
        if found is not None:
            return found
        above = self.declared_in(path)
        return self.crate_of(above.path) if above is not None else None

    def declared_in(self, path: str) -> Type | None:
        """The module in which that of a file is declared; None of the root of a crate."""
        return self.once(("declared", path), lambda: self._declared_in(path), None)

    def _declared_in(self, path: str) -> Type | None:
        resolver = self.project.resolver(path)
        if resolver.module(path, "crate") == Type("module", path):
            return None
        parent = resolver.module(path, "super")
        stem = os.path.splitext(os.path.basename(path))[0]
        names = (stem, os.path.basename(path), os.path.basename(os.path.dirname(path)))
        paths = [parent.path] if parent is not None else []
        if parent is None:
            family = self.project.families.get(path, "")
            paths = [each for name in names if name for each in self.project.files_with(name, family) if each != path]
        for other in dict.fromkeys(paths):
            scope = self._scope_declaring(other, path)
            if scope >= 0:
                return module_in(other, scope)
        return parent

    def _scope_declaring(self, path: str, wanted: str) -> int:
        """The scope of a file in which the module of another one is declared; -1 where none is."""
        file, resolver = self.file(path), self.project.resolver(path)
        for row in file.facts.bindings:
            if row.kind == "import" and file.facts.imports[row.number].module.startswith(FILES):
                module = resolver.module(path, file.facts.imports[row.number].module)
                if module is not None and module.path == wanted:
                    return row.scope
        return -1

    def meant(self, entities: frozenset[Entity], meaning: str) -> frozenset[Entity]:
        """Those of several entities that a name can mean where a type, a value or a macro is meant."""
        if not meaning or not entities:
            return entities
        return frozenset(entity for entity in entities if self._fits(entity, meaning))

    def _fits(self, entity: Entity, meaning: str) -> bool:
        if isinstance(entity, Type):
            return entity.kind != "module" or meaning == "type" or bool(entity.name)
        if entity.name.startswith("macro "):
            return meaning == "macro"
        if meaning == "macro":
            return False
        file = self.file(entity.path)
        rows = file.bound.get((entity.scope, entity.name), ())
        return not rows or any(file.means(row, meaning) for row in rows)

    # --- paths -------------------------------------------------------------------------------------------------------

    def walked(self, path: str, scope: int, text: str, name: str, *, is_star: bool = False) -> frozenset[Entity]:
        """What a path leads to that is written in a scope: the module (or type) `text`, or what it has under a name.

        Of a module all of whose names are imported (`is_star`), the path is not looked for among such names itself:
        where many are, all would need each other.
        """
        key = ("walked", path, self._module_scope(path, scope) if text[:5] in _FIXED else scope, text, name, is_star)
        return self.once(key, lambda: self._walked(path, scope, text, name, is_star=is_star), NOWHERE)

    def _bound_around(self, path: str, scope: int, name: str) -> frozenset[Entity]:
        """What a name stands for by what binds it in the scopes around, or as a crate."""
        file = self.file(path)
        scopes = file.facts.scopes
        while scope >= 0:
            found = NOWHERE
            for each in (name, spaced("module", name)):
                if (scope, each) in file.bound and scopes[scope].kind != "class":
                    found |= self.meant(self.entities_of_slot(Slot(path, scope, each)), "type")
            if found:
                return found
            scope = -1 if scopes[scope].kind == "module" else scopes[scope].parent
        crate = self.project.resolver(path).module(path, name)
        return frozenset([crate]) if crate is not None else NOWHERE

    def _walked(self, path: str, scope: int, text: str, name: str, *, is_star: bool) -> frozenset[Entity]:
        self.note(IMPORT)
        first, *rest = text.split(SEPARATOR)
        absolute = not first and bool(rest)
        if absolute:
            first, *rest = rest
        if first == "self" and rest[:1] == ["super"]:
            first, *rest = rest
        if first == "super":
            count = 1
            while rest and rest[0] == "super":
                count, rest = count + 1, rest[1:]
            owners = self._above(path, scope, count)
        elif first == "self":
            owners = frozenset([module_in(path, self._module_scope(path, scope))])
        elif first == "crate" or absolute:
            found = self.crate_of(path) if first == "crate" else self.project.resolver(path).module(path, first)
            owners = frozenset([found]) if found is not None else NOWHERE
        else:
            bound = self._bound_around(path, scope, first) if is_star else self.seen(path, scope, first, "type")
            owners = bound or self._in_root(path, first)
        steps = [*rest, name] if name else rest
        if not owners:
            return frozenset([Type("external", name=".".join([first, *steps]))])
        for step in steps[:-1]:
            owners = self._passed(owners, step)
        return self.inside(owners, steps[-1]) if steps else owners

    def _passed(self, owners: frozenset[Entity], name: str) -> frozenset[Entity]:
        """The same of a step on the way to something else.

        A module that is declared there is meant, whatever is imported besides: `use a::a` needs the way through `a`.
        """
        found = NOWHERE
        for owner in owners:
            if isinstance(owner, Type) and owner.kind == "module":
                slot = Slot(owner.path, max(owner.number, 0), spaced("module", name))
                if (slot.scope, slot.name) in self.file(owner.path).bound:
                    found |= self.meant(self.entities_of_slot(slot), "type")
        return found or self.inside(owners, name)

    def _in_root(self, path: str, name: str) -> frozenset[Entity]:
        """What a path means that begins at the root of the crate without saying so, as it once was."""
        root = self.crate_of(path)
        if root is None or root.path == path:
            return NOWHERE
        slot = Slot(root.path, 0, spaced("module", name))
        return self.entities_of_slot(slot) if (0, slot.name) in self.file(root.path).bound else NOWHERE

    def _above(self, path: str, scope: int, count: int) -> frozenset[Entity]:
        scopes = self.file(path).facts.scopes
        scope = self._module_scope(path, scope)
        while count and scope > 0:
            scope = self._module_scope(path, scopes[scope].parent)
            count -= 1
        if not count:
            return frozenset([module_in(path, scope)])
        above = self.declared_in(path)
        if above is None:
            return NOWHERE
        return self._above(above.path, max(above.number, 0), count - 1)

    def _module_scope(self, path: str, scope: int) -> int:
        scopes = self.file(path).facts.scopes
        while scope > 0 and scopes[scope].kind != "module":
            scope = scopes[scope].parent
        return max(scope, 0)

    def inside(self, owners: frozenset[Entity], name: str) -> frozenset[Entity]:
        """What modules and types have under a name."""
        found: set[Entity] = set()
        for owner in owners:
            if isinstance(owner, Slot):
                for each in self.classes_of(owner):
                    slot = self.lookup(each, name)
                    if isinstance(slot, Slot):
                        found |= self.entities_of_slot(slot)
            elif owner.kind == "module":
                found |= self.member_within(owner.path, name, max(owner.number, 0))
            elif owner.kind == "external":
                found.add(Type("external", name=f"{owner.name}.{name}"))
        return frozenset(found)

    def member_within(self, path: str, name: str, scope: int) -> frozenset[Entity]:
        """What a module has under a name: types, values, modules and macros alike."""
        key = ("within", path, name, scope)
        return self.once(key, lambda: self._member_within(path, name, scope), NOWHERE)

    def _member_within(self, path: str, name: str, scope: int) -> frozenset[Entity]:
        file, found = self.file(path), NOWHERE
        for each in (name, spaced("module", name), spaced("macro", name)):
            if (scope, each) in file.bound:
                found |= self.entities_of_slot(Slot(path, scope, each))
        if not found and scope in file.starred:
            found = self.starred_in(path, scope, name, OUTSIDE_OF)
        for other in self.companions(path) if not found and scope == 0 else ():
            if (0, name) in self.file(other).bound:
                found |= self.entities_of_slot(Slot(other, 0, name))
            found = found or self.starred_in(other, 0, name, OUTSIDE_OF)
        if not found and scope == 0:
            root = self.crate_of(path)
            if root is not None and root.path == path:
                found = self._macro(path, name)
        return found

    def starred_in(self, path: str, scope: int, name: str, passed: str) -> frozenset[Entity]:
        """What a scope has under a name together with all names of modules or types; but for those marked `passed`."""
        key = ("starred", path, scope, name, passed)
        return self.once(key, lambda: self._starred_in(path, scope, name, passed), NOWHERE)

    def _starred_in(self, path: str, scope: int, name: str, passed: str) -> frozenset[Entity]:
        found = NOWHERE
        own = module_in(path, scope)
        for text in self.file(path).starred.get(scope, ()):
            if text[0] in passed or not _admits(text, name):
                continue
            owners = frozenset(each for each in self.walked(path, scope, text, "", is_star=True) if each != own)
            found |= self.inside(frozenset(each for each in owners if not _is_external(each)), name)
        if found:
            self.note(IMPORT)
        return found

    def classes_of(self, slot: Slot) -> list[Type]:
        """The classes that a slot holds, those that an alias names in its place."""
        file, found = self.file(slot.path), list[Type]()
        for row in file.bound.get((slot.scope, slot.name), ()):
            if row.kind == "class":
                found += self.unaliased(Type("class", slot.path, row.number))
        return found

    def unaliased(self, found: Type) -> list[Type]:
        """A class; of one that is but a name for a type, what it names: classes, type parameters and the like."""
        definition = self.definition(found)
        if "alias" not in definition.traits:
            return [found]
        if definition.returns < 0:
            return []
        types = self.annotated(found.path, definition.outer, definition.returns)
        return [self.class_meant(each) for each in in_order(types)]

    def class_meant(self, found: Type) -> Type:
        """What a type is as an owner of members."""
        if found.kind == "instance":
            return found._replace(kind="class")
        if found.kind == "builtin":
            return found._replace(kind="builtin_class")
        if found.kind == "external_instance":
            return found._replace(kind="external")
        return found


def _admits(text: str, name: str) -> bool:
    """Whether a name is among those that are taken of a module, where something is said of that behind a bar."""
    if text[0] in "-+" and name.startswith("_"):
        return False
    for said in text.split("|")[1:]:
        word, *names = said.split()
        if (name in names) != (word == "show"):
            return False
    return True


def module_in(path: str, scope: int) -> Type:
    """The module that a scope of a file is."""
    return Type("module", path, scope if scope > 0 else -1)


def _is_external(entity: Entity) -> bool:
    return isinstance(entity, Type) and entity.kind == "external"


def _is_item(file: LinkedFile, row: Binding) -> bool:
    """Whether a binding is seen in all of its scope."""
    return file.facts.scopes[row.scope].kind in _UNORDERED


_UNORDERED = frozenset({"module", "types"})
_LATER = frozenset({"assign", "parameter"})
_FIXED = ("crate", "self", "super")
