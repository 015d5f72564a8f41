"""What `library.toml` of a language says of its own library. Read once a process, when a question first links."""

from __future__ import annotations

import os
import re
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from ..errors import BadSettings
from ..stamp import BUNDLED
from .templates import Template, parse_template, parse_templates

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["FILE", "NO_LIBRARY", "Library", "load_library"]

FILE = "library.toml"
_TABLES = (
    *("types", "calls", "methods", "callbacks", "protocols", "operators", "contracts"),
    *("results", "handed", "behind", "functional", "conversions", "platforms", "patterns"),
)
_TEXTS = (
    *("resolver", "builtins", "members", "reserved", "unspelled", "outside", "announcing", "public", "given"),
    *("spread", "fallback", "separator", "expressions", "universal", "implied", "final", "known"),
    *("shortened", "ambient", "accessors", "root"),
)
_FLAGS = (
    *("structural", "textual", "unordered", "packages", "declared", "nested", "inside", "nominal"),
    *("ordered", "loose", "signs", "reopened", "seen", "named", "uniform", "extended"),
)


class Library(NamedTuple):
    """Names of a language's library, by what they mean for types."""

    resolver: str = ""
    """The ecosystem whose rules say which file a module is."""
    reserved: str = ""
    """A regular expression of the names to which the language gives a meaning."""
    builtins: frozenset[str] = frozenset()
    members: frozenset[str] = frozenset()
    typing: frozenset[str] = frozenset()
    """Modules whose names are forms of types."""
    types: Mapping[str, str] = {}
    """Form by the name that makes it."""
    calls: Mapping[str, str] = {}
    """Result of a call by the function."""
    methods: Mapping[tuple[str, str], str] = {}
    """Result of a method by type and name."""
    protocols: Mapping[str, tuple[str, ...]] = {}
    """Members that syntax calls."""
    operators: Mapping[str, str] = {}
    callbacks: Mapping[tuple[str, str], str] = {}
    """What a method of a library type hands to the function that it is given, by type and name."""
    structural: bool = False
    """Whether types are told apart from values, members from names, and compared by what they have."""
    unspelled: frozenset[str] = frozenset()
    """Names that a file need not spell to import what has them."""
    textual: bool = False
    """Whether an import puts the text of a file in its place: all of that file's names are seen."""
    unordered: bool = False
    """Whether a name is what is declared of it, whatever statements come before."""
    nested: bool = False
    """Whether names of classes and namespaces are seen within, in whichever file that is."""
    outside: str = ""
    """A pattern: names that conditions test and that may be defined by who builds the project."""
    results: Mapping[tuple[str, str], Template] = {}
    """What a function of the library gives: by the type whose method it is (`*`: any; empty: none) and its name."""
    handed: Mapping[tuple[str, str], tuple[Template, ...]] = {}
    """What a method of a library type hands to the function that it is given: one template a parameter."""
    behind: Mapping[str, Template] = {}
    """The type whose members a library type has besides its own."""
    expressions: frozenset[str] = frozenset()
    """Macros that read what they are given as the language itself does."""
    builds: tuple[str, ...] = ()
    """Names of files that say what a build defines."""
    packages: bool = False
    """Whether the files of a package see each other's names."""
    declared: bool = False
    """Whether a local name is seen behind its declaration alone, and has the type that it is declared with."""
    inside: bool = False
    """Whether members are seen as bare names in their class, and names of namespaces by those around and taken over."""
    public: str = ""
    """A pattern: names of members that other packages see; empty where names do not tell."""
    contracts: tuple[frozenset[str], ...] = ()
    """Sets of members: what has all of one may be called in the place of a type of the library."""
    given: str = "(?!)"
    """A pattern: names that conditions test and that are defined in every build."""
    spread: frozenset[str] = frozenset()
    """Spaces of names (`plain` is the one without a name) that belong to namespaces, which lie in many files."""
    fallback: frozenset[str] = frozenset()
    """Those of them that are looked for outside of all namespaces too, where the own one has none."""
    separator: str = ""
    """What stands between the parts of the name of a namespace."""
    nominal: bool = False
    """Whether types are what their declarations name: their own members and inherited ones are seen in them without an
    owner, functions of one name are told apart by what they take, and files are of packages."""
    ordered: bool = False
    """Whether a local name is seen behind its declaration alone, whatever it is given there and later."""
    loose: bool = False
    """Whether types of the library have members that the project gives them."""
    signs: bool = False
    """Whether operators are names like any other: the index of words has none of them."""
    reopened: bool = False
    """Whether every file may open a class by its whole name, constants are found by where they are named, and what a
    class has itself is apart from what its instances have."""
    universal: frozenset[str] = frozenset()
    """Members that everything has."""
    known: str = ""
    """A pattern: the modules of which `members` has every member that a class can override."""
    final: frozenset[str] = frozenset()
    """Types of which nothing else is."""
    implied: tuple[str, ...] = ()
    """Packages all of whose names every file sees."""
    functional: Mapping[str, tuple[tuple[int, ...], int]] = {}
    """Types of functions: which of their type arguments the parameters are, and which the result is (-1: none)."""
    conversions: Mapping[str, tuple[str, ...]] = {}
    """Types of the library as which one may be given, the nearest first."""
    platforms: Mapping[str, frozenset[str]] = {}
    """Macros that the compilers of a system define by themselves, by the system as Python calls it."""
    announcing: str = "(?!)"
    """A pattern: paths of files that give all their names to others, whether they say so or not."""
    shortened: str = ""
    """The ending that the name of a class may be written without where it decorates something."""
    seen: bool = False
    """Whether a file that sees another one spells its name, or is where `Resolver.seers` says."""
    named: bool = False
    """Whether it may spell a name that the other one declares instead."""
    ambient: str = ""
    """A pattern: one of the words of a file, each between newlines, whose names are seen everywhere."""
    patterns: Mapping[str, str] = {}
    """Which type argument (`first`, `last`) of what it is held against a pattern takes out, by its name."""
    uniform: bool = False
    """Whether functions and values are in one space of names, and imports begin with any name in sight."""
    accessors: tuple[str, ...] = ()
    """How functions begin that are read and written as properties, where another language declares them: what reads,
    what writes, what reads under its whole name."""
    root: str = ""
    """The name of what all packages are in."""
    extended: bool = False
    """Whether extensions, wherever they are, add members to a class."""

    def is_ambient(self, words: str) -> bool:
        """Whether a file of these words, each between newlines, may give names to files that do not spell its own."""
        return bool(self.ambient) and re.search(self.ambient, words) is not None

    def typing_of(self, name: str) -> str:
        """A module of the library that has a name which is a form of types; empty where it is none."""
        return self.typing_modules[0] if name in self.types and self.typing_modules else ""

    @property
    def typing_modules(self) -> tuple[str, ...]:
        """The modules whose names are forms of types, in order."""
        return tuple(sorted(self.typing))


NO_LIBRARY = Library()


@lru_cache(maxsize=64)
def load_library(folder: str) -> Library:
    """The library of the language in a folder of `queries/`; an empty one where nothing is said. Raises BadSettings."""
    import tomllib

    path = os.path.join(folder, FILE)
    try:
        with open(path, "rb") as file:
            data = tomllib.load(file)
    except FileNotFoundError:
        return NO_LIBRARY
    except tomllib.TOMLDecodeError as error:
        raise BadSettings(f"{path}: {error}", "Correct the TOML syntax.") from error
    heir_of = data.get("inherits")
    if heir_of is not None:
        if len(data) > 1:
            raise BadSettings(f"{path}: there is more than `inherits`", "Say all of the library, or nothing of it.")
        return _inherited(path, folder, str(heir_of))
    for key in data:
        if key not in (*_TABLES, *_TEXTS, *_FLAGS, "typing", "builds"):
            raise BadSettings(f"{path}: unknown key {key}", "`queries/README.md` lists the keys.")
    ecosystem = os.path.join(os.path.dirname(__file__), "ecosystems", f"{data.get('resolver', '')}.py")
    if "resolver" in data and not os.path.exists(ecosystem):
        raise BadSettings(f"{path}: there is no resolver {data['resolver']!r}", "Name a module in link/ecosystems.")
    try:
        return _library(data)
    except (AttributeError, TypeError, ValueError, re.error) as error:
        raise BadSettings(f"{path}: {error}", "`queries/README.md` explains each key.") from error


def _inherited(path: str, folder: str, name: str) -> Library:
    """The library of another language: beside this one, else among the bundled ones."""
    own = os.path.dirname(folder)
    for root in (own, BUNDLED):
        if os.path.exists(os.path.join(root, name, FILE)) and os.path.join(root, name) != folder:
            return load_library(os.path.join(root, name))
    raise BadSettings(f"{path}: there is no library of {name}", "Name a language that has a `library.toml`.")


def _library(data: dict[str, Any]) -> Library:
    contracts = tuple(frozenset(names.split()) for names in data.get("contracts", {}).values())
    return Library(
        resolver=str(data.get("resolver", "")),
        reserved=re.compile(data.get("reserved", "")).pattern,
        builtins=frozenset(data.get("builtins", "").split()),
        members=frozenset(data.get("members", "").split()).union(*contracts),
        typing=frozenset(data.get("typing", [])),
        types=_by_name(data.get("types", {})),
        calls=_by_name(data.get("calls", {})),
        methods=_by_owner(data.get("methods", {})),
        protocols={
            key: (value,) if isinstance(value, str) else tuple(value)
            for key, value in data.get("protocols", {}).items()
        },
        operators=dict(data.get("operators", {})),
        callbacks=_by_owner(data.get("callbacks", {})),
        structural=bool(data.get("structural", False)),
        unspelled=frozenset(data.get("unspelled", "").split()),
        textual=bool(data.get("textual", False)),
        unordered=bool(data.get("unordered", False)),
        nested=bool(data.get("nested", False)),
        outside=str(data.get("outside", "")),
        results={key: parse_template(text) for key, text in _by_words(data.get("results", {})).items()},
        handed={key: parse_templates(text) for key, text in _by_words(data.get("handed", {})).items()},
        behind={name: parse_template(text) for name, text in data.get("behind", {}).items()},
        expressions=frozenset(data.get("expressions", "").split()),
        builds=tuple(data.get("builds", ())),
        packages=bool(data.get("packages", False)),
        declared=bool(data.get("declared", False)),
        inside=bool(data.get("inside", False)),
        public=re.compile(data.get("public", "")).pattern,
        contracts=contracts,
        given=re.compile(data.get("given", "(?!)")).pattern,
        spread=frozenset(data.get("spread", "").split()),
        fallback=frozenset(data.get("fallback", "").split()),
        separator=str(data.get("separator", "")),
        nominal=bool(data.get("nominal", False)),
        ordered=bool(data.get("ordered", False)),
        loose=bool(data.get("loose", False)),
        signs=bool(data.get("signs", False)),
        reopened=bool(data.get("reopened", False)),
        universal=frozenset(data.get("universal", "").split()),
        known=re.compile(data.get("known", "")).pattern,
        final=frozenset(data.get("final", "").split()),
        implied=tuple(data.get("implied", "").split()),
        functional={name: _function(said) for name, said in data.get("functional", {}).items()},
        conversions={name: tuple(said.split()) for name, said in data.get("conversions", {}).items()},
        platforms={name: frozenset(said.split()) for name, said in data.get("platforms", {}).items()},
        announcing=re.compile(data.get("announcing", "(?!)")).pattern,
        shortened=str(data.get("shortened", "")),
        seen=bool(data.get("seen", False)),
        named=bool(data.get("named", False)),
        ambient=re.compile(data.get("ambient", "")).pattern,
        patterns=_by_name(data.get("patterns", {})),
        uniform=bool(data.get("uniform", False)),
        accessors=tuple(data.get("accessors", "").split()),
        root=str(data.get("root", "")),
        extended=bool(data.get("extended", False)),
    )


def _function(said: str) -> tuple[tuple[int, ...], int]:
    """`0 1 -> 2`: the first two type arguments are the parameters, the third is the result."""
    taken, _, given = said.partition("->")
    return tuple(int(number) for number in taken.split()), int(given) if given.strip() else -1


def _by_words(table: dict[str, dict[str, str]]) -> dict[tuple[str, str], str]:
    """By owner and name, from tables whose keys are several names; several owners share a table too."""
    return {
        (owner, name): text
        for owners, rows in table.items()
        for names, text in rows.items()
        for owner in owners.split() or ("",)
        for name in names.split()
    }


def _by_owner(table: dict[str, list[str]]) -> dict[tuple[str, str], str]:
    found: dict[tuple[str, str], str] = {}
    for key, names in table.items():
        owners, _, form = key.partition(".")
        found.update(dict.fromkeys(((owner, name) for owner in owners.split() for name in names), form))
    return found


def _by_name(table: dict[str, list[str]]) -> dict[str, str]:
    return {name: form for form, names in table.items() for name in names}
