"""Collects the deep facts of one file while a semantics module walks its tree."""

from __future__ import annotations

from sys import intern
from typing import TYPE_CHECKING

from ..deepfacts import (
    NONE,
    AttributeBinding,
    Binding,
    Block,
    DeepFacts,
    Definition,
    Expression,
    ImportFact,
    Narrowing,
    Occurrence,
    Parameter,
    Result,
    Scope,
    Star,
    pack_occurrences,
)

if TYPE_CHECKING:
    import tree_sitter

__all__ = ["Builder", "text_of"]


def text_of(node: tree_sitter.Node) -> str:
    """The source of a node."""
    text = node.text
    return intern(text.decode("utf-8", "replace")) if text else ""


class Builder:
    """Facts in the making. Indices that it gives are those that the facts use."""

    def __init__(self) -> None:
        """Begin without any fact."""
        self.scopes: list[Scope] = []
        self.blocks: list[Block] = []
        self.definitions: list[Definition] = []
        self.bindings: list[Binding] = []
        self.imports: list[ImportFact] = []
        self.stars: list[Star] = []
        self.exported: list[str] | None = None
        self.attributes: list[AttributeBinding] = []
        self.narrowings: list[Narrowing] = []
        self.occurrences: dict[str, list[Occurrence]] = {}
        self.results: dict[int, list[Result]] = {}
        self.yields: dict[int, list[Result]] = {}
        self._expressions: dict[Expression, int] = {}

    def finish(self) -> DeepFacts:
        """All that was collected."""
        definitions = [
            definition._replace(results=tuple(self.results.get(i, ())), yields=tuple(self.yields.get(i, ())))
            for i, definition in enumerate(self.definitions)
        ]
        return DeepFacts(
            self.scopes,
            self.blocks,
            definitions,
            self.bindings,
            self.imports,
            self.stars,
            None if self.exported is None else tuple(self.exported),
            self.attributes,
            self.narrowings,
            {name: pack_occurrences(rows) for name, rows in self.occurrences.items()},
            list(self._expressions),
            resolvable=True,
        )

    def scope(self, kind: str, parent: int, node: tree_sitter.Node, definition: int = NONE, block: int = NONE) -> int:
        """Open a scope over a node."""
        start, end = node.start_point[0], node.end_point[0]
        self.scopes.append(Scope(kind, parent, definition, start, end, node.start_byte, block))
        return len(self.scopes) - 1

    def block(self, parent: int, branch: int = 0) -> int:
        """Open a block; `branch` is the same for the alternatives of one statement."""
        self.blocks.append(Block(parent, branch, leaves=False))
        return len(self.blocks) - 1

    def leave(self, block: int) -> None:
        """Take note that a block ends by leaving."""
        self.blocks[block] = self.blocks[block]._replace(leaves=True)

    def belongs_outside(self, scope: int, name: str, where: str) -> None:
        """Take note that a name in a scope means one of the module or of an enclosing scope."""
        row = self.scopes[scope]
        self.scopes[scope] = row._replace(outer=(*row.outer, (name, where)))

    def expression(self, expression: Expression) -> int:
        """The index of an expression; the same for an equal one."""
        return self._expressions.setdefault(expression, len(self._expressions))

    def define(
        self,
        kind: str,
        name: str,
        name_node: tree_sitter.Node,
        node: tree_sitter.Node,
        start_line: int,
        place: tuple[int, int, int],
        *,
        is_async: bool = False,
        decorators: tuple[int, ...] = (),
    ) -> int:
        """Begin a class or function; `place` is (scope, block, scope of the header). It opens a scope of its own."""
        scope, block, outer = place
        index = len(self.definitions)
        line, column = name_node.start_point
        own = self.scope(kind, outer, node, index)
        self.definitions.append(
            Definition(
                name, kind, scope, own, outer, block, node.start_byte, line, column, start_line, node.end_point[0],
                is_async, decorators, (), NONE, (), (), (), "", frozenset(),
            )
        )  # fmt: skip
        return index

    def complete(
        self,
        index: int,
        *,
        parameters: tuple[Parameter, ...] = (),
        returns: int = NONE,
        bases: tuple[int, ...] = (),
        receiver: str = "",
        traits: frozenset[str] = frozenset(),
    ) -> None:
        """Add what the header of a definition says."""
        self.definitions[index] = self.definitions[index]._replace(
            parameters=parameters, returns=returns, bases=bases, receiver=receiver, traits=traits
        )

    def bind(
        self,
        place: tuple[int, int],
        name: str,
        kind: str,
        node: tree_sitter.Node,
        position: int,
        value: int = NONE,
        annotation: int = NONE,
        number: int = NONE,
    ) -> None:
        """Give a name a meaning; `place` is (scope, block)."""
        line, column = node.start_point
        self.bindings.append(Binding(place[0], name, kind, value, annotation, place[1], position, line, column, number))

    def occur(
        self, name: str, node: tree_sitter.Node, role: str, scope: int, block: int, receiver: int = NONE, form: str = ""
    ) -> None:
        """Take note of a place where a name stands."""
        line, column = node.start_point
        row = Occurrence(line, column, role, scope, block, node.start_byte, receiver, form)
        rows = self.occurrences.get(name)
        if rows is None:
            self.occurrences[name] = [row]
        else:
            rows.append(row)
