"""What `routes.scm` and `routes.toml` of a language say: which syntax calls and binds, and what frameworks call routes.

Loaded when a question about routes first needs it, checked like the other query files: an unknown capture, node type or
key is `BadSettings` with file and line. `queries/README.md` explains each of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ..errors import BadSettings

if TYPE_CHECKING:
    import re
    from collections.abc import Mapping

    import tree_sitter


__all__ = ["CAPTURES", "KEYS", "Expansion", "Framework", "RouteRules", "Rule", "Syntax"]

QUERY, TABLES = "routes.scm", "routes.toml"
ROUTES_VERSION = 1
"""Raised when the same tree makes other facts of routes, so that stored ones are made again."""

CAPTURES = frozenset(
    [
        *("call", "call.name", "call.on", "call.arguments"),
        *("mark", "mark.name", "mark.on", "mark.arguments"),
        *("function", "function.name", "function.parameters", "function.container", "function.result"),
        *("class", "class.name"),
        *("bind", "bind.name", "bind.value", "bind.more", "bind.type"),
        *("return", "return.value"),
        *("loop", "loop.name", "loop.over"),
    ]
)
ACTIONS = frozenset(name for name in CAPTURES if "." not in name)
KINDS = frozenset({"route", "router", "mount", "scope", "client", "base"})
JOINS = frozenset({"plain", "slash", "trim"})


class Syntax(NamedTuple):
    """Node types of the grammar, by what they are for routes."""

    strings: frozenset[str] = frozenset()
    holes: frozenset[str] = frozenset()
    joins: frozenset[str] = frozenset()
    lists: frozenset[str] = frozenset()
    objects: frozenset[str] = frozenset()
    pairs: Mapping[str, tuple[str, str]] = {}
    wraps: frozenset[str] = frozenset()
    comments: frozenset[str] = frozenset()
    requires: frozenset[str] = frozenset()
    exported: tuple[str, ...] = ()
    selves: frozenset[str] = frozenset()
    constructors: frozenset[str] = frozenset()
    tests: re.Pattern[str] | None = None
    imported: bool = False
    extends: bool = False
    implicit: bool = False


class Rule(NamedTuple):
    """One `[[frameworks.rules]]`."""

    framework: str
    number: int
    """Place in the file of the language, which every question can tell."""
    is_: str
    calls: frozenset[str]
    marks: frozenset[str]
    on: re.Pattern[str] | None
    bare: bool
    """Whether there must be nothing before the name."""
    static: bool
    """Whether what stands before the name is no router: the place alone tells what it belongs to."""
    of: str
    method: str
    verb: re.Pattern[str] | None
    path: str
    like: re.Pattern[str] | None
    handler: str
    target: str
    folder: str
    """Where the folder is named whose files it loads."""
    chain: str
    least: int
    most: int
    when: tuple[str, re.Pattern[str]] | None
    unless: tuple[str, re.Pattern[str]] | None
    controller: str
    override: bool
    expand: str
    options: tuple[str, ...]
    free: bool
    """Whether it counts, by name, on a receiver of which nothing is known."""
    sub: bool
    """Whether this router serves nothing until it is mounted."""
    optional: bool
    """Whether it counts without a path."""
    member: bool
    """Whether it is a member of a class that an expansion names, and lies below that."""
    named: bool
    """Whether the name of the function is the path, where there is no other."""
    shape: str
    """What is made of a path: a text with `{path}`."""
    before: tuple[str, str, str] | None
    """An option, what it puts before the path, and the framework in whose presence it does."""
    at: str
    """Where in an expansion what stands inside is meant to be: a key of its `nest`."""
    root: bool
    """Whether paths begin at it, wherever it stands."""


class Framework(NamedTuple):
    """One `[[frameworks]]`."""

    name: str
    words: tuple[tuple[str, ...], ...]
    project: tuple[tuple[str, ...], ...]
    join: str
    params: re.Pattern[str] | None
    rest: re.Pattern[str] | None
    routers: re.Pattern[str] | None
    absolute: re.Pattern[str] | None
    tokens: Mapping[str, tuple[str, re.Pattern[str]]]
    handler: re.Pattern[str] | None
    controller: str
    roots: re.Pattern[str] | None
    client: bool
    places: tuple[tuple[re.Pattern[str], str], ...]
    """Files whose routes all have a prefix by convention."""
    prefix_name: str
    """The name of a constant of a file that is the prefix of its routes."""


class Expansion(NamedTuple):
    """One `[expansions.name]`: the routes that a single word stands for."""

    rows: tuple[tuple[str, str, str], ...]
    """Member, method and what it adds to the path."""
    needs: Mapping[str, re.Pattern[str]]
    """By member, what the header of a class has that does not define it itself."""
    plurals: tuple[tuple[re.Pattern[str], str], ...]
    """How the name of a class is made where there is none of the name as it is."""
    nested: str
    """What each part of a name with dots adds to the path, but the last: a text with `{name}` and `{singular}`."""
    nest: Mapping[str, str]
    """What is added for what stands inside, by where in it: empty for anywhere."""


class RouteRules(NamedTuple):
    """All that a language says of routes."""

    query: tree_sitter.Query
    actions: tuple[str, ...]
    """By pattern."""
    syntax: Syntax
    frameworks: Mapping[str, Framework]
    rules: tuple[Rule, ...]
    by_call: Mapping[str, tuple[Rule, ...]]
    by_mark: Mapping[str, tuple[Rule, ...]]
    unwrap: frozenset[str]
    """Calls that mean their first argument."""
    unwrap_on: frozenset[str]
    """Members that mean what they are members of."""
    verbs: frozenset[str]
    methods: Mapping[str, str]
    """What words mean that are no method by themselves."""
    expansions: Mapping[str, Expansion]
    singulars: tuple[tuple[re.Pattern[str], str], ...]
    version: str


FRAMEWORK_KEYS = frozenset({*Framework._fields, "rules"})
RULE_KEYS = frozenset({"is", *Rule._fields}) - {"framework", "number", "is_"}
SYNTAX_KEYS = frozenset(Syntax._fields)
TOP_KEYS = frozenset(["syntax", "frameworks", "unwrap", "unwrap_on", "verbs", "methods", "expansions", "singulars"])
EXPANSION_KEYS = frozenset(["rows", "needs", "plurals", "nested", "nest"])
KEYS = {
    "": TOP_KEYS,
    "syntax": SYNTAX_KEYS,
    "frameworks": FRAMEWORK_KEYS,
    "frameworks.rules": RULE_KEYS,
    "expansions": EXPANSION_KEYS,
}


def read(path: str) -> str:
    """The text of a file of a language. Raises BadSettings."""
    try:
        with open(path, encoding="utf-8") as file:
            return file.read()
    except (OSError, UnicodeDecodeError) as error:
        raise BadSettings(f"{path}: cannot be read: {error}", "Make it a readable file in UTF-8.") from error
