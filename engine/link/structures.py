"""Storey of structures: types that are built of parts, and what tests say of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .annotations import Annotations
from .types import ANYTHING, EMPTY, NOTHING, OWN, UNKNOWN, Place, Slot, Type, Types, builtin

if TYPE_CHECKING:
    from ..deepfacts import Expression, Narrowing

__all__ = ["Structures"]

NOTHINGS = frozenset({"void", "null", "undefined", "never"})
VAGUE = frozenset({"any", "unknown", "object", "{}"})


class Structures(Annotations):
    """From the types of structures to types."""

    def structured(  # noqa: C901 - a table of forms, told apart one after the other
        self, path: str, scope: int, index: int, own: Type | None
    ) -> Types:
        """What an annotation says that is built of parts."""
        expression = self.file(path).expression(index)
        op = expression.op
        if op in ("basic", "exactly"):
            return basic(expression.text)
        if op == "object":
            return frozenset([self.nameless(path, expression.number)])
        if op == "defined":
            return frozenset([self.nameless(path, expression.number, "function")])
        if op in _BUILT:
            parts = [self.annotated(path, scope, part, own) if part >= 0 else EMPTY for part in expression.parts]
            if op == "mapped":
                names = self.file(path).variables(expression.number) if expression.number >= 0 else []
                key = frozenset(Type("variable", path, expression.number, name) for name in names)
                sources = [frozenset([each]) for each in parts[1]] or [EMPTY]
                return frozenset(builtin(op, parts[0], source, key) for source in sources)
            return frozenset([builtin(op, *parts)])
        if op == "own":
            return frozenset([own or OWN])
        if op == "value":
            return self.evaluate(self.header_place(path, scope), expression.parts[0])
        if op == "field":
            return self.fields_of(self.annotated(path, scope, expression.parts[0], own), expression.text) or ANYTHING
        if op == "element":
            return self.fields_of(self.annotated(path, scope, expression.parts[0], own), "") or ANYTHING
        if op == "predicate":
            return frozenset([builtin("boolean")])
        if op == "cast":
            return self.annotated(path, scope, expression.parts[0], own)
        return ANYTHING

    def header_place(self, path: str, scope: int) -> Place:
        """A place in a scope where everything in it is known."""
        return Place(path, scope, self.file(path).facts.scopes[scope].block, FAR_AWAY)

    def chosen(self, types: Types, wanted: Types) -> Types:
        """Those of several types that have a structure; put off where a type parameter hides what that is."""
        if len(types) <= 1:
            return types
        if any(each.kind in _OPEN_KINDS for one in wanted for part in one.parts for each in part):
            return frozenset([Type("chosen", parts=(types, wanted))])
        kept = frozenset(each for each in types if any(self._is_like(each, one, 0) for one in wanted))
        return kept or types

    def _is_like(self, found: Type, wanted: Type, depth: int) -> bool:
        """Whether nothing that a structure demands speaks against a type."""
        if wanted.kind != "instance" or found.kind != "instance" or depth > MAX_DEPTH:
            return True
        if "nameless" not in self.definition(wanted).traits:
            return wanted._replace(kind="class", parts=()) in self.order(found)[0]
        for name in self.file(wanted.path).names_in(self.definition(wanted).own):
            demanded = self.member(wanted, name)
            constants = {each.path for each in demanded if each.kind == "builtin" and each.path}
            possible = self._constants(found, name) if constants else None
            if possible is not None and not possible & constants:
                return False
            if not constants and not any(
                self._is_like(has, wants, depth + 1) for has in self.member(found, name) for wants in demanded
            ):
                return False
        return True

    # --- tests -------------------------------------------------------------------------------------------------------

    def told(self, path: str, row: Narrowing) -> Types:
        """What a function that tests its argument says of it."""
        item = self.file(path).expression(row.classes)
        place = Place(path, row.scope, row.block, row.position)
        found: set[Type] = set()
        for function in self.evaluate(place, item.parts[0]):
            if function.kind != "function":
                continue
            definition, file = self.definition(function), self.file(function.path)
            returns = file.expression(definition.returns) if definition.returns >= 0 else None
            if returns is None or returns.op != "predicate":
                found |= self._told_by_form(function, returns) if returns is not None else EMPTY
                continue
            wanted = definition.parameters[item.number : item.number + 1]
            if wanted and wanted[0].name == returns.text:
                told = self.annotated(function.path, definition.outer, returns.parts[0])
                found |= self.substitute(told, self.environment(function))
        return frozenset(each for each in found if each.kind not in _OPEN_KINDS and each != UNKNOWN)

    def _told_by_form(self, function: Type, returns: Expression) -> Types:
        """The type in a form that means: the first argument is of it."""
        if returns.op != "subscript" or len(returns.parts) < 2:  # noqa: PLR2004 - form, type
            return EMPTY
        path, definition = function.path, self.definition(function)
        head = self.file(path).expression(returns.parts[0]) if returns.parts[0] >= 0 else None
        if head is None or self.library(path).types.get(head.text) != "predicate":
            return EMPTY
        return self.substitute(self.annotated(path, definition.outer, returns.parts[1]), self.environment(function))

    def fits(self, path: str, row: Narrowing, found: Type) -> bool:
        """Whether something may be where a test of its members or its form holds."""
        if found.kind == "builtin" and found.name == "mapped" and found.parts[1]:
            return any(self.fits(path, row, each) for each in found.parts[1])
        test = self.file(path).expression(row.classes)
        if row.sign in ("has", "lacks"):
            has = isinstance(self.lookup(found, test.text), Slot) if found.kind in ("instance", "class") else None
            return has is None or has == (row.sign == "has")
        if test.text:
            return self._has_value(found, test, holds=row.sign == "case")
        return self._has_form(found, test, holds=row.sign == "case")

    def _has_value(self, found: Type, test: Expression, *, holds: bool) -> bool:
        """Whether a member of something can, or can also not, have one of several values."""
        possible = self._constants(found, test.text)
        if possible is None:
            return True
        return bool(possible & set(test.names)) if holds else not possible <= set(test.names)

    def _constants(self, found: Type, name: str) -> frozenset[str] | None:
        """The constants that a member may be; None where it may be anything else."""
        return self.once(("constants", found, name), lambda: self._find_constants(found, name), None)

    def _find_constants(self, found: Type, name: str) -> frozenset[str] | None:
        slot = self.lookup(found, name) if found.kind == "instance" else None
        if not isinstance(slot, Slot):
            return None
        file, names = self.file(slot.path), set[str]()
        for binding in file.bound.get((slot.scope, slot.name), ()):
            index = binding.annotation if binding.annotation >= 0 else binding.value
            expression = file.expression(index) if index >= 0 else None
            if expression is None:
                return None
            for part in expression.parts if expression.op == "either" else (index,):
                each = file.expression(part) if part >= 0 else None
                if each is None or not (each.op == "exactly" or (each.op == "literal" and binding.annotation < 0)):
                    text = self._dotted_name(slot.path, part)
                    if not text:
                        return None
                    names.add(text)
                elif each.names:
                    names.add(each.names[0])
                else:
                    return None
        return frozenset(names)

    def _dotted_name(self, path: str, index: int) -> str:
        """A member of a name, as members of enumerations are written."""
        expression = self.file(path).expression(index) if index >= 0 else None
        if expression is not None and expression.op == "value":
            return self._dotted_name(path, expression.parts[0])
        if expression is None or expression.op != "member" or expression.parts[0] < 0:
            return ""
        owner = self.file(path).expression(expression.parts[0])
        return f"{owner.text}.{expression.text}" if owner.op == "name" else ""

    def _has_form(self, found: Type, test: Expression, *, holds: bool) -> bool:
        forms = self._forms(found)
        return not forms or bool(forms & set(test.names)) == holds or (holds is False and len(forms) > 1)

    def _forms(self, found: Type) -> frozenset[str]:
        """The forms of values that something may have; empty where that is not known."""
        if found.kind == "builtin":
            return frozenset([found.name if found.name in _FORMS else "object"])
        if found.kind == "instance":
            called = self.library(found.path).protocols.get("call", ())
            if "enumeration" in self.definition(found).traits:
                return frozenset()
            return frozenset(["function" if any(self._has(found, name) for name in called) else "object"])
        return frozenset(["function"]) if found.kind in ("function", "class") else frozenset()

    def _has(self, found: Type, name: str) -> bool:
        return isinstance(self.lookup(found, name), Slot)


def basic(text: str) -> Types:
    """A type with a word of its own."""
    if text in NOTHINGS:
        return frozenset([NOTHING])
    return ANYTHING if text in VAGUE else frozenset([builtin(text)])


MAX_DEPTH = 4
_BUILT = frozenset({"list", "tuple", "mapped", "dict", "channel"})
FAR_AWAY = 1 << 40
_FORMS = frozenset({"string", "number", "boolean", "bigint", "symbol", "function", "undefined"})
_OPEN_KINDS = frozenset({"variable", "field"})
