"""Deep facts as short texts: what a language's module finds in a file."""

from __future__ import annotations

from functools import cache
from textwrap import dedent

from codeintel.engine.deepfacts import DeepFacts
from codeintel.engine.index.deep import deep_facts_of
from codeintel.engine.languages import Registry, load_registry

__all__ = ["bound", "facts", "places", "printed", "receivers", "registry"]


@cache
def registry() -> Registry:
    """All languages."""
    return load_registry()


def facts(language: str, source: str) -> DeepFacts:
    """The deep facts of a text, its common indentation taken off."""
    return deep_facts_of(registry().languages[language], dedent(source).encode())


def bound(found: DeepFacts) -> list[str]:
    """Each binding with the kind of its scope, in the order of the text."""
    rows = [(b.line, b.column, f"{found.scopes[b.scope].kind} {b.name} {b.kind}") for b in found.bindings]
    return [text for _, _, text in sorted(rows)]


def places(found: DeepFacts, name: str) -> list[str]:
    """Where a name stands (lines from 1, columns from 0), in which role and form."""
    rows = found.occurrences.of(name)
    return [f"{row.line + 1}:{row.column} {row.role}{' ' + row.form if row.form else ''}" for row in rows]


def receivers(found: DeepFacts, name: str) -> list[str]:
    """What stands before a name, place by place."""
    return [printed(found, row.receiver) for row in found.occurrences.of(name)]


def printed(found: DeepFacts, index: int) -> str:
    """An expression as a short text, `?` where there is none."""
    if index < 0:
        return "?"
    row = found.expressions[index]
    number = f" #{row.number}" if row.number >= 0 else ""
    parts = " ".join(printed(found, part) for part in row.parts)
    return f"({row.op}{' ' + row.text if row.text else ''}{number}{' ' + parts if parts else ''})"
