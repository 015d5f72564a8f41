"""Below names: what files mean together that have each other's text in them, or share names when they are linked."""

from __future__ import annotations

from ..deepfacts import plain
from .folders import shared_folders
from .prefixes import NOWHERE, Prefixes
from .types import Entity, Slot
from .ways import IMPORT, OVERLOAD, UNIQUE

__all__ = ["NOWHERE", "Textual"]

MAX_TEXTS = 20
"""Texts in which a file is looked at that does not include all that it needs."""


class Textual(Prefixes):
    """Names seen through included text, and names that files share."""

    def included(self, path: str, name: str) -> frozenset[Entity]:
        """What a name means in a file by the texts that it includes; where none has it, by what files share."""
        return self.once(("included", path, name), lambda: self._included(path, name), NOWHERE)

    def _included(self, path: str, name: str) -> frozenset[Entity]:
        library = self.library(path)
        found = self._bound_in(path, name, self.project.included(path))
        if not found:  # a file that relies on what stands before it where it is included
            if library.loose:
                self.note(UNIQUE)
            for text in self.project.including(path)[:MAX_TEXTS]:
                found |= self._bound_in(path, name, self.project.included(text))
        if found:
            self.note(UNIQUE if library.loose and len(found) > 1 else IMPORT)
            return found
        if name in library.builtins:
            return NOWHERE
        self.note(UNIQUE)
        if library.loose:  # nobody has announced it: the only one there is, perhaps
            sharing = self._sharing(self.project.families.get(path, ""), name)
            only = [other for other, defines in sharing if defines] or [other for other, _ in sharing]
            return frozenset([Slot(only[0], 0, name)]) if len(only) == 1 else NOWHERE
        return frozenset(slot for slot in self.shared(path, name) if isinstance(slot, Slot) and self._is_telling(slot))

    def _bound_in(self, path: str, name: str, texts: frozenset[str]) -> frozenset[Entity]:
        paths = [p for p in self._paths_defining(path, name) if p in texts and p != path]
        self.project.prepare(paths)
        found: frozenset[Entity] = NOWHERE
        for other in paths:
            if (0, name) in self.file(other).bound:
                found |= self.entities_of_slot(Slot(other, 0, name))
        return found

    def _is_telling(self, slot: Slot) -> bool:
        """Whether a name that nobody has announced may mean a slot: names of functions and types are not used twice."""
        file = self.file(slot.path)
        for binding in file.bound.get((slot.scope, slot.name), ()):
            declared = file.expression(binding.annotation).op if binding.annotation >= 0 else ""
            if binding.kind in ("class", "function") or declared == "function":
                return True
        return False

    def shared(self, path: str, name: str) -> frozenset[Entity]:
        """What a name that files share means, seen from one of them: where it is defined, else where it is announced.

        Of several definitions (each of a program of its own) it is the file's own, else one in a file that includes an
        announcement which the file sees, else the nearest.
        """
        return self.once(("shared", path, name), lambda: self._shared(path, name), NOWHERE)

    def _shared(self, path: str, name: str) -> frozenset[Entity]:
        sharing = self._sharing(self.project.families.get(path, ""), name)
        defining = [other for other, defines in sharing if defines]
        if path in defining:
            if len(defining) > 1 and self.library(path).loose:
                together = self.project.included(path).union(self.project.including(path))
                if any(other in together for other in defining if other != path):
                    self.note(OVERLOAD)  # the last one that is read counts
            return frozenset([Slot(path, 0, name)])
        if not defining:
            return frozenset([Slot(sharing[0][0], 0, name)]) if sharing else NOWHERE
        if len(defining) > 1:
            included = self.project.included(path)
            announced = {other for other, _ in sharing if other in included}
            defining = [other for other in defining if announced & self.project.included(other)] or defining
            near = [shared_folders(path, other) for other in defining]
            defining = [other for other, folders in zip(defining, near, strict=True) if folders == max(near)]
        return frozenset(Slot(other, 0, name) for other in defining)

    def _sharing(self, family: str, name: str) -> tuple[tuple[str, bool], ...]:
        """The files that share a name, each with whether it defines what it means."""
        return self.once(("sharing", family, name), lambda: self._all_sharing(family, name), ())

    def _all_sharing(self, family: str, name: str) -> tuple[tuple[str, bool], ...]:
        paths = self.project.paths_defining(plain(name), family)
        self.project.prepare(paths)
        found = ((path, self.file(path).facts.shared.get(name)) for path in paths)
        return tuple((path, defines) for path, defines in found if defines is not None)

    def _paths_defining(self, path: str, name: str) -> tuple[str, ...]:
        return self.project.paths_defining(plain(name), self.project.families.get(path, ""))
