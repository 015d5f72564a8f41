"""Collects the deep facts of one file while a semantics module walks its tree."""

from __future__ import annotations

from bisect import bisect_right
from itertools import accumulate
from sys import intern
from typing import TYPE_CHECKING, TypeVar

from ..deepfacts import (
    FORM_CODES,
    NONE,
    ROLE_CODES,
    AttributeBinding,
    Binding,
    Block,
    Context,
    DeepFacts,
    Definition,
    Expression,
    Expressions,
    ImportFact,
    Narrowing,
    Occurrences,
    Parameter,
    Result,
    Scope,
    Star,
    make_row,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    import tree_sitter

    from ..deepfacts import ExpressionRow

__all__ = ["Builder", "by_kind", "ends", "first_in", "pair", "text_of", "text_reader"]

Value = TypeVar("Value")


def text_of(node: tree_sitter.Node) -> str:
    """The source of a node."""
    text = node.text
    return intern(text.decode("utf-8", "replace")) if text else ""


def text_reader(tree: tree_sitter.Tree) -> Callable[[tree_sitter.Node], str]:
    """What does the same for the nodes of one tree at half the cost: that of asking a node for its bytes."""
    root = tree.root_node
    text = " " * root.start_byte + (root.text or b"").decode("latin-1")  # a character a byte, so that places hold

    def plain(node: tree_sitter.Node) -> str:
        return intern(text[node.start_byte : node.end_byte])

    def any_text(node: tree_sitter.Node) -> str:
        found = text[node.start_byte : node.end_byte]
        return intern(found if found.isascii() else found.encode("latin-1").decode("utf-8", "replace"))

    return plain if text.isascii() else any_text


def by_kind(grammar: tree_sitter.Language, by_name: Mapping[str, Value]) -> dict[int, Value]:
    """What there is for some types of nodes, by their numbers: a node says its number in half the time of its name."""
    kinds = ((kind, grammar.node_kind_for_id(kind) or "") for kind in range(grammar.node_kind_count))
    return {kind: by_name[name] for kind, name in kinds if name in by_name}


def first_in(node: tree_sitter.Node | None) -> tree_sitter.Node | None:
    """The first named child, if there is one."""
    return node.named_child(0) if node is not None and node.named_child_count else None


def ends(node: tree_sitter.Node, first: str, last: str) -> tuple[tree_sitter.Node | None, tree_sitter.Node | None]:
    """The nodes of the fields of one that is written as the first, a sign and the last.

    They are its children, which a node keeps; asking for a field costs three times as much, every time.
    """
    children = node.children
    if len(children) == 3:  # noqa: PLR2004 - the two and the sign
        return children[0], children[2]
    return node.child_by_field_name(first), node.child_by_field_name(last)


def pair(node: tree_sitter.Node, first: str, last: str) -> tuple[tree_sitter.Node | None, tree_sitter.Node | None]:
    """The same of one that has nothing between the two."""
    children = node.children
    if len(children) == 2:  # noqa: PLR2004 - the two
        return children[0], children[1]
    return node.child_by_field_name(first), node.child_by_field_name(last)


class Builder:
    """Facts in the making. Indices that it gives are those that the facts use."""

    def __init__(self, source: bytes) -> None:
        """Begin without any fact of a text."""
        self._lengths = [len(line) for line in source.split(b"\n")]
        self._starts = list(accumulate((length + 1 for length in self._lengths), initial=0))
        self.scopes: list[Scope] = []
        self.blocks: list[Block] = []
        self.definitions: list[Definition] = []
        self.bindings: list[Binding] = []
        self.bound: set[tuple[int, str]] = set()
        """What has a binding by now: scope and name."""
        self.imports: list[ImportFact] = []
        self.stars: list[Star] = []
        self.exported: list[str] | None = None
        self.attributes: list[AttributeBinding] = []
        self.narrowings: list[Narrowing] = []
        self.occurrences: dict[str, list[int]] = {}
        """By name, as `Occurrences.gathered` takes them."""
        self.results: dict[int, list[Result]] = {}
        self.yields: dict[int, list[Result]] = {}
        self.shared: dict[str, bool] = {}
        self.package = ""
        self.condition = NONE
        self.contexts: list[Context] = []
        self.expected: dict[int, int] = {}
        self._expressions: dict[ExpressionRow, int] = {}
        self._named: dict[str, int] = {}
        self._rows: list[ExpressionRow] = []

    def finish(self) -> DeepFacts:
        """All that was collected."""
        definitions = self.definitions
        for i in {*self.results, *self.yields}:
            rows = tuple(self.results.get(i, ())), tuple(self.yields.get(i, ()))
            row = definitions[i]
            definitions[i] = Definition._make((*row[:_RESULTS], *rows, *row[_RESULTS + 2 :]))
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
            Occurrences.gathered(self.occurrences, self._lengths),
            Expressions.gathered(self._rows),
            self.contexts,
            self.expected,
            resolvable=True,
            shared=self.shared,
            package=self.package,
            condition=self.condition,
        )

    def point_of(self, node: tree_sitter.Node) -> tuple[int, int]:
        """The line and column where a node starts; asking the node costs five times as much."""
        starts, position = self._starts, node.start_byte
        line = bisect_right(starts, position) - 1
        return line, position - starts[line]

    def scope(self, kind: str, parent: int, node: tree_sitter.Node, definition: int = NONE, block: int = NONE) -> int:
        """Open a scope over a node."""
        starts, position = self._starts, node.start_byte
        start, end = bisect_right(starts, position) - 1, bisect_right(starts, node.end_byte) - 1
        self.scopes.append(make_row(Scope, (kind, parent, definition, start, end, position, block, (), "")))
        return len(self.scopes) - 1

    def scope_like(self, scope: int, kind: str) -> int:
        """Open a scope of another kind over the same source, beside it."""
        self.scopes.append(self.scopes[scope]._replace(kind=kind))
        return len(self.scopes) - 1

    def bind_at(self, place: tuple[int, int], name: str, kind: str, definition: Definition, number: int) -> None:
        """Give a name a meaning where a definition has its name."""
        line, column = definition.name_line, definition.name_column
        row = (place[0], name, kind, NONE, NONE, place[1], definition.position, line, column, number)
        self.bindings.append(make_row(Binding, row))

    def block(self, parent: int, branch: int = 0, condition: int = NONE, *, expanded: bool = False) -> int:
        """Open a block; `branch` is the same for the alternatives of one statement."""
        self.blocks.append(make_row(Block, (parent, branch, False, condition, expanded)))
        return len(self.blocks) - 1

    def leave(self, block: int) -> None:
        """Take note that a block ends by leaving."""
        self.blocks[block] = self.blocks[block]._replace(leaves=True)

    def belongs_outside(self, scope: int, name: str, where: str) -> None:
        """Take note that a name in a scope means one of the module or of an enclosing scope."""
        row = self.scopes[scope]
        if (name, where) not in row.outer:
            self.scopes[scope] = row._replace(outer=(*row.outer, (name, where)))

    def expression(self, expression: ExpressionRow) -> int:
        """The index of an expression (or of its fields as a plain tuple); the same for an equal one."""
        index = self._expressions.get(expression)
        if index is None:
            index = self._expressions[expression] = len(self._rows)
            self._rows.append(expression)
        return index

    def name(self, name: str) -> int:
        """The index of the expression that is a bare name, the most frequent one."""
        index = self._named.get(name)
        if index is None:
            index = self._named[name] = self.expression(("name", name, (), (), NONE))
        return index

    def op(self, index: int) -> str:
        """What kind of expression has an index; empty for none."""
        return self._rows[index][0] if index >= 0 else ""

    def expression_at(self, index: int) -> Expression | None:
        """The expression of an index."""
        return None if index < 0 else Expression._make(self._rows[index])

    def define(
        self,
        kind: str,
        name: str,
        name_node: tree_sitter.Node,
        node: tree_sitter.Node,
        place: tuple[int, int, int],
        begins: tree_sitter.Node | None = None,
        *,
        is_async: bool = False,
        decorators: tuple[int, ...] = (),
        opens: str = "",
        traits: frozenset[str] = frozenset(),
    ) -> int:
        """Begin a class or function; `place` is (scope, block, scope of the header).

        It opens a scope of its own, of its kind if not said otherwise (`opens`). `begins` is what it begins with, if
        that is not `node`.
        """
        scope, block, outer = place
        index = len(self.definitions)
        line, column = self.point_of(name_node)
        own = self.scope(opens or kind, outer, node, index)
        position, end_line = node.start_byte, self.scopes[own].end_line
        start_line = self.scopes[own].start_line if begins is None else self.point_of(begins)[0]
        self.definitions.append(
            make_row(
                Definition,
                (name, kind, scope, own, outer, block, position, line, column, start_line, end_line,
                 is_async, decorators, (), NONE, (), (), (), "", traits)
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
        row = self.definitions[index]
        said = (parameters, returns, row.results, row.yields, bases, receiver, traits)
        self.definitions[index] = make_row(Definition, (*row[:_PARAMETERS], *said))

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
        starts, start = self._starts, node.start_byte
        line = bisect_right(starts, start) - 1
        self.bound.add((place[0], name))
        row = (place[0], name, kind, value, annotation, place[1], position, line, start - starts[line], number)
        self.bindings.append(make_row(Binding, row))

    def occur(
        self, name: str, node: tree_sitter.Node, role: str, scope: int, block: int, receiver: int = NONE, form: str = ""
    ) -> None:
        """Take note of a place where a name stands."""
        code = ROLE_CODES[role] + FORM_CODES[form] if form else ROLE_CODES[role]
        rows = self.occurrences.get(name)
        if rows is None:
            self.occurrences[name] = [code, scope, block, node.start_byte, receiver]
        else:
            rows += code, scope, block, node.start_byte, receiver

    def has_noted(self, name: str, position: int) -> bool:
        """Whether a name has been noted at a position, as one of the last of its places."""
        return position in self.occurrences.get(name, [])[-_LATELY:][_POSITION :: len(_ROW)]

    def bind_also(self, name: str, number: int) -> None:
        """Give one more name what the last binding gave to another, with a number of its own."""
        scope, _, *row, _ = self.bindings[-1]
        self.bound.add((scope, name))
        self.bindings.append(Binding._make((scope, name, *row, number)))

    def occur_at(
        self, name: str, position: int, role: str, scope: int, block: int, receiver: int = NONE, form: str = ""
    ) -> None:
        """The same for a place that is no node."""
        row = ROLE_CODES[role] + FORM_CODES[form], scope, block, position, receiver
        rows = self.occurrences.get(name)
        if rows is None:
            self.occurrences[name] = [*row]
        else:
            rows += row


_PARAMETERS, _RESULTS = Definition._fields.index("parameters"), Definition._fields.index("results")
_ROW = ("code", "scope", "block", "position", "receiver")
_POSITION = _ROW.index("position")
_LATELY = 50 * len(_ROW)
"""Numbers of the places among which those of the text at hand are."""
