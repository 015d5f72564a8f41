"""The ways in which a reference is found, from the surest on, and how sure they make it."""

from __future__ import annotations

__all__ = [
    "ABSENT",
    "ANNOTATION",
    "ATTRIBUTE",
    "BODY",
    "CONSTRUCTOR",
    "CONTEXT",
    "DECORATOR",
    "EVIDENT",
    "EXACT",
    "EXPANDED",
    "FIXTURE",
    "GENERIC",
    "IMPORT",
    "INFERRED",
    "INHERITED",
    "NAME",
    "NARROWING",
    "OVERLOAD",
    "RETURN",
    "SCOPE",
    "SELF",
    "UNIQUE",
    "certainty",
    "name_of",
]

EXACT, INFERRED, NAME = "exact", "inferred", "name"

(
    SCOPE,
    IMPORT,
    SELF,
    ANNOTATION,
    CONSTRUCTOR,
    NARROWING,
    RETURN,
    ATTRIBUTE,
    GENERIC,
    EVIDENT,
    CONTEXT,
    INHERITED,
    DECORATOR,
    FIXTURE,
    OVERLOAD,
    UNIQUE,
    EXPANDED,
    UNRESOLVED,
    BODY,
    ABSENT,
) = range(20)

_NAMES = (
    *("scope", "import", "self", "annotation", "constructor", "narrowing", "return", "attribute", "generic"),
    *(
        "return",
        "context",
        "inherited",
        "decorator",
        "fixture",
        "overload",
        "unique",
        "macro",
        "name",
        "macro",
        "absent",
    ),
)


def name_of(way: int) -> str:
    """How a way is called in answers."""
    return _NAMES[way]


def certainty(way: int) -> str:
    """How sure a way makes a reference: what is declared is exact, what is evident is inferred."""
    if way < EVIDENT:
        return EXACT
    return INFERRED if way < UNRESOLVED else NAME
