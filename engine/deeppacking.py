"""The stored form of deep facts: bytes that are quick to make, to read and, half of the time, not to read at all.

Rows are kept as columns, those of numbers as narrow as they can be, so that what is a third of the size of plain
`marshal` needs no compression: that cost a fifth of making the facts.
"""

from __future__ import annotations

import marshal
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
    of_column,
    to_column,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from .deepfacts import Column

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
    scopes, blocks, definitions, bindings, imports, stars, attributes, narrowings, contexts = map(_of_columns, tables)
    return DeepFacts(
        list(map(Scope._make, scopes)),
        list(map(Block._make, blocks)),
        list(map(_definition, definitions)),
        list(map(Binding._make, bindings)),
        list(map(ImportFact._make, imports)),
        list(map(Star._make, stars)),
        exported,
        list(map(AttributeBinding._make, attributes)),
        list(map(Narrowing._make, narrowings)),
        Occurrences(*places),
        Expressions(*expressions),
        list(map(Context._make, contexts)),
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


def _of_columns(columns: list[list[Any] | Column]) -> Iterator[tuple[Any, ...]]:
    return zip(*(each if isinstance(each, list) else of_column(each) for each in columns), strict=True)


_PARAMETERS, _RESULTS, _YIELDS, _TRAITS = (
    Definition._fields.index(name) for name in ("parameters", "results", "yields", "traits")
)
_SHARED: dict[frozenset[str], frozenset[str]] = {}
"""Sets of traits, each once: there are few, and every definition has one."""


def _plain(definition: Definition) -> tuple[Any, ...]:
    row: list[Any] = list(definition)
    for index in (_PARAMETERS, _RESULTS, _YIELDS):
        if row[index]:
            row[index] = tuple([tuple(part) for part in row[index]])
    return tuple(row)


def _definition(plain: tuple[Any, ...]) -> Definition:
    row: list[Any] = list(plain)
    row[_PARAMETERS] = tuple(map(Parameter._make, row[_PARAMETERS]))
    row[_RESULTS] = tuple(map(Result._make, row[_RESULTS]))
    row[_YIELDS] = tuple(map(Result._make, row[_YIELDS]))
    row[_TRAITS] = _SHARED.setdefault(row[_TRAITS], row[_TRAITS])
    return Definition._make(row)
