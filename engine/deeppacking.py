"""The stored form of deep facts: bytes that are quick to make, to read and, half of the time, not to read at all.

Rows are kept as columns, those of numbers as narrow as they can be, so that what is a third of the size of plain
`marshal` needs no compression: that cost a fifth of making the facts.
"""

from __future__ import annotations

import marshal
from functools import partial
from typing import TYPE_CHECKING, Any

from .deepfacts import (
    AttributeBinding,
    Binding,
    Block,
    Context,
    DeepFacts,
    Definition,
    Expressions,
    ImportFact,
    Narrowing,
    Occurrences,
    Parameter,
    Result,
    Scope,
    Star,
    make_row,
    of_column,
    to_column,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .deepfacts import Column, Row

__all__ = ["pack", "unpack"]


def pack(facts: DeepFacts) -> bytes:
    """Facts as compact bytes."""
    places = facts.occurrences
    rows = (
        (places.names, places.counts, places.lines, *places.fields),
        (facts.expressions.words, *facts.expressions.columns),
        (facts.exported, facts.expected, facts.resolvable, facts.shared),
        (facts.package, facts.condition, facts.apart),
        _to_columns(facts.scopes),
        _to_columns(facts.blocks),
        _to_columns([_plain(row) for row in facts.definitions]),
        _to_columns(facts.bindings),
        _to_columns(facts.imports),
        _to_columns(facts.stars),
        _to_columns(facts.attributes),
        _to_columns(facts.narrowings),
        _to_columns(facts.contexts),
    )
    return marshal.dumps(rows)


def unpack(data: bytes) -> DeepFacts:
    """The facts that `pack` made bytes of. Raises ValueError, EOFError or TypeError on anything else."""
    rows: Any = marshal.loads(data)  # noqa: S302 - made by `pack`, from our own store
    places, expressions, (exported, expected, resolvable, shared), (package, condition, apart), *tables = rows
    scopes, blocks, definitions, bindings, imports, stars, attributes, narrowings, contexts = tables
    return DeepFacts(
        _of_columns(Scope, scopes),
        _of_columns(Block, blocks),
        [_definition(row) for row in _of_columns(Definition, definitions)],
        _of_columns(Binding, bindings),
        _of_columns(ImportFact, imports),
        _of_columns(Star, stars),
        exported,
        _of_columns(AttributeBinding, attributes),
        _of_columns(Narrowing, narrowings),
        Occurrences(*places),
        Expressions(*expressions),
        _of_columns(Context, contexts),
        expected,
        resolvable,
        shared,
        package,
        condition,
        apart,
    )


def _to_columns(rows: Sequence[tuple[Any, ...]]) -> list[list[Any] | Column]:
    """A column a field: of numbers (a field has nothing else then), or the values as they are."""
    return [to_column(values) if type(values[0]) is int else list(values) for values in zip(*rows, strict=True)]


def _of_columns(kind: type[Row], columns: list[list[Any] | Column]) -> list[Row]:
    """The rows of a table. Raises ValueError where it has other columns than a row has fields."""
    if columns and len(columns) != len(kind._fields):
        raise ValueError(kind.__name__)
    rows = zip(*(each if isinstance(each, list) else of_column(each) for each in columns), strict=True)
    return [*map(partial(make_row, kind), rows)]  # `_make` counts the fields of each row anew


_ROWS_WITHIN = {
    Definition._fields.index("parameters"): Parameter._make,
    Definition._fields.index("results"): Result._make,
    Definition._fields.index("yields"): Result._make,
}
"""Fields that hold rows themselves, each with what makes them."""
_TRAITS = Definition._fields.index("traits")
_SHARED: dict[frozenset[str], frozenset[str]] = {}
"""Sets of traits, each once: there are few, and every definition has one."""


def _plain(definition: Definition) -> tuple[Any, ...]:
    row: list[Any] = list(definition)
    for index in _ROWS_WITHIN:
        if row[index]:
            row[index] = tuple([tuple(part) for part in row[index]])
    return tuple(row)


def _definition(plain: Definition) -> Definition:
    row: list[Any] = list(plain)
    for index, make in _ROWS_WITHIN.items():
        if row[index]:
            row[index] = tuple(map(make, row[index]))
    row[_TRAITS] = _SHARED.setdefault(row[_TRAITS], row[_TRAITS])
    return make_row(Definition, row)
