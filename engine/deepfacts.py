"""Deep facts: what one file says by itself that linking needs — scopes, bindings, occurrences, expressions.

Like the outline facts of `facts.py` they are a function of a file's bytes and its language, never of another file, and
no field means anything in one language alone: what a node of some grammar amounts to is decided by the modules of
`semantics/`. Lines are 0-based, columns and positions are bytes, an index of -1 is "none".

Expressions are small trees, kept once each: everything else speaks of them by index. A position says when something
takes effect: a binding does so at the end of its statement.
"""

from __future__ import annotations

import sys
from array import array
from bisect import bisect_right
from itertools import accumulate, chain
from struct import error as struct_error
from struct import pack
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Protocol, TypeAlias, TypeVar, cast

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

__all__ = [
    "DEEP_VERSION",
    "FORM_CODES",
    "NONE",
    "NO_FACTS",
    "ROLES",
    "ROLE_CODES",
    "SPACES",
    "TRAITS",
    "UNREADABLE",
    "AttributeBinding",
    "Binding",
    "Block",
    "Column",
    "Context",
    "DeepFacts",
    "Definition",
    "Expression",
    "ExpressionRow",
    "Expressions",
    "ImportFact",
    "Narrowing",
    "Occurrence",
    "Occurrences",
    "Parameter",
    "Result",
    "Scope",
    "Star",
    "make_row",
    "of_column",
    "plain",
    "spaced",
    "to_column",
]

Row = TypeVar("Row", bound="NamedTuple")


class _Maker(Protocol):
    def __call__(self, kind: type[Row], fields: Iterable[Any], /) -> Row: ...


make_row = cast("_Maker", tuple.__new__)
"""A row of all its fields in order, which nobody counts: a fifth of what naming them costs."""

DEEP_VERSION = 19
"""Raised when the same tree makes other deep facts, so that stored ones are made again."""

NONE = -1
"""No expression, scope, block or definition."""
UNREADABLE = -2
"""As a receiver: there is one, but it is no expression that can be followed."""


class Expression(NamedTuple):
    """One node of an expression tree; which fields mean something depends on `op`.

    name        text; number = 0 in the head of a pattern, which takes apart what is called so: no function
    member      parts = object; text = member
    call        parts = callee, positional arguments, keyword arguments; names = keywords; number = how many arguments,
                where parts has only the first of them
    new         the same, where making an instance is written in another way than a call
    applied     parts = a function or class, type arguments
    subscript   parts = object, indices
    literal     text = what it is a literal of, as the language's library names that type; names = its content, if short
    list set tuple   parts = the first elements
    dict        parts = key, value, key, value …
    grown       parts = a list, what is put into it besides
    either      parts = alternatives, one of which is the value
    binary      parts = left, right; text = operator
    await       parts = operand
    element     parts = what is iterated; text = "async" or empty
    pointed     parts = what is followed, as one follows a pointer
    space       text = the whole name of a namespace
    entered     parts = what is entered by a resource statement; text = "async" or empty
    ranged      parts = what a loop goes through; number = 0 for its positions or keys, 1 for its values
    item        parts = what is unpacked; number = position in it
    instance    parts = a class, or a tuple of them: the value is an instance of it
    made        parts = a class, or an instance of one: what looks for its members there
    collected   parts = element (and value); number = position of the comprehension's scope; text = what it makes
    function    parts = result; number = position of its scope
    sent        what is sent into a generator
    object      number = a class without a name: the value is an instance of it
    defined     number = a class or function without a name: the value is it
    self        what a function is called on: text = `instance` or `class`, number = the class; text = `made`, number =
                a function that makes instances; text = `expected`, number = a function: what its context says
    implied     number = a key of `DeepFacts.expected`: what the place expects, whose members are named without an owner
    super       the same as its bases see it; parts = what it is called on
    taken       number = a function; text = position of the parameter whose argument is meant
    handed      number = a context in which a function without a name stands; text = position of the parameter that is
                meant: the value is what that function is called with
    offered     parts = a callee; number = position of an argument of it that is a function; text = position of a
                parameter of that: what it is called with
    cast        parts = a type that the value is said to be of
    cased       parts = what is tested, a bare name: a constant of the type of the former, else what that name is
    path        text = a name that stands before what it holds: of a module or a type
    typed       parts = a type, whose members are meant, and what it is looked at as, if said
    within      parts = a value; number = the scope in which it stands
    unpacked    parts = a class, a value that was made by it; text = the member that is taken out
    handed      text = a macro that the text is given to (of blocks, in the place of a condition)
    intrinsic   what has the elements of markup for members that no component stands for, or what one of them takes:
                text = its name
    present     text = a name: whether something defines it, before the text is read (conditions alone have this and:)
    not, both, any   parts = conditions
    module      text = a module as written, empty for the module itself; names = what of it, if not all

    Of types alone:
    basic       text = a type of the library that has a word of its own
    exactly     text = the type of a literal; names = its content
    channel     parts = what comes out of it
    field       parts = a type; text = the member whose type is meant
    mapped      parts = the type of every member, a type that has the same members; number = the scope of the name that
                the type of a member knows it by
    value       parts = an expression whose type is meant
    array       parts = a type: a row of such values, and of no other, of a fixed length
    own         the type of the instance at hand
    predicate   parts = a type: says that an argument is of it; text = the argument
    functional  parts = result, parameters: a type of functions; text = `receiver` where it is called on the first
    """

    op: str
    text: str = ""
    parts: tuple[int, ...] = ()
    names: tuple[str, ...] = ()
    number: int = NONE


ExpressionRow: TypeAlias = tuple[str, str, tuple[int, ...], tuple[str, ...], int]
"""The fields of an expression: making a tuple with names costs as much as all else that is done with it."""

TRAITS = frozenset(
    [
        "property",  # read like an attribute: the value is what it returns
        "accessor",  # a further definition of such an attribute, to write or delete it
        "overload",  # a signature without a body
        "manager",  # a generator that becomes a resource: what it yields is what entering gives
        "fixture",  # its result is handed to functions with a parameter of its name
        "test",  # may have such parameters
        "record",  # a class whose constructor takes its fields by name
        "row",  # … and by position: its instances can be unpacked
        "enumeration",  # a class whose members are instances of it
        "closed",  # a class whose members are seen through an owner alone, not as bare names within it
        "expanded",  # a function whose value is its result with the arguments of each call in the place of parameters
        "pastes",  # such a function that makes other names of how its arguments are spelled
        "table",  # a value with members, taken for a class: what a call of it gives is but likely an instance
        "open",  # a class to which further definitions of its name add members
        "type",  # a class that is no value: a structure that values may have
        "alias",  # such a class that is but a name for what `returns` says
        "namespace",  # a class that holds names, and has no instances
        "maker",  # a class whose constructor is a function of the same name
        "constructs",  # a signature of what makes instances, not of a call
        "part",  # has members of a class of its name that is defined elsewhere, and gives no name a meaning
        "lent",  # a function that may be called as a member of its first parameter
        "contract",  # a class that every class has for a base which has members of all its names
        "extension",  # a class without a name, whose members belong to what `returns` says, wherever that is defined
        "variant",  # a class within another, its base, of which it makes instances
        "abstract",  # a class that others are said to be, and that says what they have
        "macro",  # a function of tokens, with a name in a space of its own
        "special",  # a class that is meant where another one of its name has certain type arguments
        "single",  # a class that is a value itself: its one instance, perhaps beside a class of the same name
        "nameless",  # stands as a value or as a type, and sees the type parameters around
    ]
)


class Scope(NamedTuple):
    """A region that holds names."""

    kind: str
    """`module`, `class`, `function`, `lambda`, `comprehension`, `block`, `types` (type parameters), `namespace` (a
    class whose names are seen inside), `space` (a part of a namespace, to which other files add), `within` (what is
    around a member that is defined outside of its class: `name` is how that is called there) or `exports` (the
    second scope, if any: what a module gives to others)."""
    parent: int
    definition: int
    """The class or function whose body this is."""
    start_line: int
    end_line: int
    position: int
    """Where it starts: comprehensions and lambdas in expressions are found by it."""
    block: int = NONE
    """The block of its content, where that is but one."""
    outer: tuple[tuple[str, str], ...] = ()
    """Names that belong to another scope: (name, `module` or `enclosing`)."""
    name: str = ""
    """Of a `module` or `space`, the whole name of the namespace that it is a part of, as the language writes it."""


class Block(NamedTuple):
    """A stretch of statements that run together."""

    parent: int
    branch: int
    """The statement of which this is one of several alternatives, or 0: alternatives exclude each other."""
    leaves: bool
    """Whether it ends by leaving (return, raise, continue …), so that what follows was not reached through it."""
    condition: int = NONE
    """What must hold for its text to be there at all."""
    expanded: bool = False
    """Whether its text is put where its name is used: what a name in it means is decided there."""


class Parameter(NamedTuple):
    """One parameter of a function."""

    name: str
    annotation: int
    default: int
    kind: str
    """Empty, `rest` (the further positional ones), `keywords` (the further named ones) or `implied` (not spelled)."""


class Result(NamedTuple):
    """A value that a function returns or yields."""

    value: int
    scope: int
    block: int
    position: int
    delegated: bool = False
    """Whether the elements of the value are meant, not the value itself."""


class Definition(NamedTuple):
    """A class or function."""

    name: str
    kind: str
    """`class` or `function`."""
    scope: int
    """Where its name is bound."""
    own: int
    """The scope that it opens."""
    outer: int
    """The scope in which its header is read: that of its type parameters, else `scope`."""
    block: int
    position: int
    name_line: int
    name_column: int
    start_line: int
    end_line: int
    is_async: bool
    decorators: tuple[int, ...]
    parameters: tuple[Parameter, ...]
    returns: int
    """The declared result."""
    results: tuple[Result, ...]
    yields: tuple[Result, ...]
    bases: tuple[int, ...]
    receiver: str
    """Of a method, what its first parameter is: `instance`, `class`, or `static` where it is an ordinary one;
    `implicit` where it is called on an instance that is no parameter."""
    traits: frozenset[str]
    """What its decorators, bases and name make of it; see TRAITS."""


class Binding(NamedTuple):
    """A name that gets a meaning in a scope."""

    scope: int
    name: str
    kind: str
    """`class`, `function`, `import`, `module` (in this file: the number is its scope), `parameter`, `assign`, `declare`
    (no value), `embed` (the same of a member that is called like its type, a base), `alias` (the same as what its value
    names), `update`, `loop`, `resource`, `caught`, `pattern`, `type` (a type parameter), `receiver` (what a function is
    called on, if its context says so) or `delete`."""
    value: int
    annotation: int
    block: int
    position: int
    line: int
    column: int
    number: int
    """Index of the definition, the import or the parameter."""


class ImportFact(NamedTuple):
    """What a binding of kind `import` refers to."""

    module: str
    """As written, relative prefix included."""
    name: str
    """The imported name; empty where the module itself is bound."""
    first: bool
    """Whether only the first component of the module is bound (`import a.b` binds `a`)."""


class Star(NamedTuple):
    """All names of a module, imported into a scope."""

    scope: int
    module: str
    position: int


class AttributeBinding(NamedTuple):
    """`receiver.name = value`."""

    scope: int
    receiver: str
    name: str
    value: int
    annotation: int
    block: int
    position: int
    line: int
    column: int
    owner: int
    """The scope of the class where the receiver is the method's own instance or class, else NONE."""


class Narrowing(NamedTuple):
    """What a test says of a variable from a position on, in a block and the blocks within."""

    scope: int
    text: str
    """The variable, or the dotted path."""
    classes: int
    sign: str
    """`instance`, `subclass` or `not` (no instance); `typed` where `classes` is a type, `told` where it is a function
    that tells. Of structures, by a member: `has`, `lacks`; by a member's value or by a form of values: `case`, `other`
    (`classes` is a literal whose text is the member or empty, and whose names are the values or forms)."""
    position: int
    block: int


class Context(NamedTuple):
    """What is expected of a value by the place where it stands."""

    kind: str
    """`declared` (value = a type), `like` (value = an expression of the same type), `argument` (value = a call, number
    = its position), `property` (number = the class without a name whose member it is, text = its name), `result`
    (number = the function that gives it) or `element` (of what is expected in `parent`)."""
    scope: int
    block: int
    position: int
    value: int = NONE
    number: int = NONE
    text: str = ""
    parent: int = NONE
    """Of an argument, what is expected of the call."""


class Occurrence(NamedTuple):
    """A place where a name stands."""

    line: int
    column: int
    role: str
    scope: int
    block: int
    position: int
    receiver: int
    """The expression before the dot; NONE for a bare name; UNREADABLE where it cannot be followed."""
    form: str
    """Empty, `keyword` (an argument's name: the receiver is the callee), `text` (a name in a string), `bind` (the place
    gives the name its meaning), `import` (the receiver is the index of the import), `key` (the receiver is the class
    without a name whose member this defines), `field` (a member of a type, the receiver), `entry` (a
    member of a value that is written in full, the receiver; where it has no such member, a bare name), `method` (a
    function of several, told apart by what they are given: the receiver is the call, or what is named without one),
    `implied` (a constructor that is called without being named: the receiver is what makes the instance), or the space
    of the name."""


Width: TypeAlias = Literal["B", "h", "i"]
Column: TypeAlias = tuple[Width, bytes]
"""A row of numbers as bytes, the first of them the lowest, with how wide each is: a type code of `array`."""


def to_column(numbers: list[int] | tuple[int, ...]) -> Column:
    """The column of some numbers, as narrow as it can be. Packing them costs half as much as making an `array`."""
    try:
        return "B", bytes(numbers)
    except ValueError:  # one does not fit, or is below zero
        return _wider(numbers)


def _wider(numbers: list[int] | tuple[int, ...]) -> Column:
    try:
        return "h", pack(f"<{len(numbers)}h", *numbers)
    except struct_error:
        return "i", pack(f"<{len(numbers)}i", *numbers)  # no file has more of anything


def of_column(column: Column) -> Sequence[int]:
    """The numbers of a column, read where they are. Raises ValueError, TypeError on what is none."""
    width, data = column
    if _SWAPPED:
        found = array(width, data)
        found.byteswap()
        return found
    return memoryview(data).cast(width)


_SWAPPED = sys.byteorder == "big"


class Occurrences:
    """Where each name of a file stands.

    A file has thousands of places, and a question asks for those of few names: so they are kept in columns, those of a
    name in a row, and are made one name at a time. Their lines and columns follow from their positions.
    """

    __slots__ = ("_columns", "_ends", "_numbers", "_starts", "counts", "fields", "lines", "names")

    def __init__(self, names: tuple[str, ...], counts: Column, lines: Column, *fields: Column) -> None:
        """Take each name, how often each stands, the length of each line, and a column a field."""
        self.names = names
        self.counts = counts
        self.lines = lines
        self.fields = fields
        self._numbers: dict[str, int] | None = None
        self._ends: Sequence[int] = ()
        self._columns: list[Sequence[int]] = []
        self._starts: Sequence[int] = ()

    @classmethod
    def gathered(cls, rows: Mapping[str, list[int]], lengths: Sequence[int]) -> Occurrences:
        """Of places by name in a text of lines of some lengths.

        Each is a code of role and form, a scope, a block, a position, a receiver.
        """
        flat: list[int] = []
        for numbers in rows.values():
            flat += numbers
        return cls(
            tuple(rows),
            to_column([len(numbers) // _FIELDS for numbers in rows.values()]),
            to_column([*lengths]),
            *(to_column(flat[field::_FIELDS]) for field in range(_FIELDS)),
        )

    def of(self, name: str) -> list[Occurrence]:
        """Those of a name, in the order in which they were found."""
        number = self._numbered().get(name)
        if number is None:
            return []
        if not self._columns:
            self._ends = array("i", accumulate(of_column(self.counts), initial=0))
            self._columns = [of_column(column) for column in self.fields]
            self._starts = array("i", accumulate((length + 1 for length in of_column(self.lines)), initial=0))
        first, end = self._ends[number], self._ends[number + 1]
        codes, scopes, blocks, positions, receivers = (column[first:end] for column in self._columns)
        starts, found = self._starts, list[Occurrence]()
        for code, scope, block, position, receiver in zip(codes, scopes, blocks, positions, receivers, strict=True):
            line = bisect_right(starts, position) - 1
            role, form = ROLES[code & 15], FORMS[code >> 4]
            found.append(Occurrence(line, position - starts[line], role, scope, block, position, receiver, form))
        return found

    __hash__ = None  # type: ignore[assignment] - as a list has none

    def __eq__(self, other: object) -> bool:
        """Whether the same names stand in the same places."""
        if not isinstance(other, Occurrences):
            return NotImplemented
        mine, others = ((o.names, o.counts, o.lines, o.fields) for o in (self, other))
        return mine == others

    def __contains__(self, name: str) -> bool:
        """Whether a name stands anywhere."""
        return name in self._numbered()

    def __iter__(self) -> Iterator[str]:
        """Each name once."""
        return iter(self.names)

    def _numbered(self) -> dict[str, int]:
        """How many names stand before each."""
        if self._numbers is None:
            self._numbers = {name: number for number, name in enumerate(self.names)}
        return self._numbers


class Expressions:
    """The expressions of a file by index.

    A file has thousands and a question looks at few: so they are kept in columns, and are made one at a time. Words are
    what operators, texts and names are, each once.
    """

    __slots__ = ("_columns", "columns", "words")

    def __init__(self, words: tuple[str, ...], *columns: Column) -> None:
        """Take the words, then of each expression the number of the operator's word and of the text's, its `number`,
        how many parts and how many names it has, and last all parts and the numbers of all names' words.
        """  # noqa: D205 - one sentence
        self.words = words
        self.columns = columns
        self._columns: list[Sequence[int]] = []

    @classmethod
    def gathered(cls, rows: Sequence[ExpressionRow]) -> Expressions:
        """Of the fields of each."""
        if not rows:
            return cls((), *[_EMPTY] * _COLUMNS)
        ops, texts, parts, names, numbers = zip(*rows, strict=True)
        flat = [*chain.from_iterable(names)]
        numbered = {word: number for number, word in enumerate(dict.fromkeys((*ops, *texts, *flat)))}
        number_of = numbered.__getitem__
        columns = (
            [*map(number_of, ops)],
            [*map(number_of, texts)],
            numbers,
            [*map(len, parts)],
            [*map(len, names)],
            [*chain.from_iterable(parts)],
            [*map(number_of, flat)],
        )
        return cls(tuple(numbered), *map(to_column, columns))

    def __getitem__(self, index: int) -> Expression:
        """The expression of an index. Raises IndexError."""
        if not self._columns:
            self._columns = [of_column(column) for column in self.columns]
            for counts in _COUNTS:
                self._columns[counts] = array("i", accumulate(self._columns[counts], initial=0))
        ops, texts, numbers, part_ends, name_ends, parts, names = self._columns
        words, first, last = self.words, name_ends[index], name_ends[index + 1]
        return Expression._make(
            (
                words[ops[index]],
                words[texts[index]],
                tuple(parts[part_ends[index] : part_ends[index + 1]]),
                tuple([words[number] for number in names[first:last]]) if first < last else (),
                numbers[index],
            )
        )

    def __len__(self) -> int:
        """How many there are."""
        return len(of_column(self.columns[0]))

    __hash__ = None  # type: ignore[assignment] - as a list has none

    def __eq__(self, other: object) -> bool:
        """Whether they are the same, in the same order."""
        if not isinstance(other, Expressions):
            return NotImplemented
        return (self.words, self.columns) == (other.words, other.columns)


_FIELDS = 5
_EMPTY: Column = ("B", b"")
_COLUMNS = 7
_COUNTS = (3, 4)
"""Which columns of expressions say how many there are of something in another one."""
NO_EXPRESSIONS = Expressions.gathered([])
NO_OCCURRENCES = Occurrences((), _EMPTY, _EMPTY, *[_EMPTY] * _FIELDS)


class DeepFacts(NamedTuple):
    """The deep facts of one blob."""

    scopes: list[Scope]
    blocks: list[Block]
    definitions: list[Definition]
    bindings: list[Binding]
    imports: list[ImportFact]
    stars: list[Star]
    exported: tuple[str, ...] | None
    """The names that the file says it exports, where it says so."""
    attributes: list[AttributeBinding]
    narrowings: list[Narrowing]
    occurrences: Occurrences
    expressions: Expressions
    contexts: list[Context]
    expected: dict[int, int]
    """Context by the class or function without a name that stands in it, or by the number of what is `implied`."""
    resolvable: bool
    """Whether scopes and bindings are there; else there is nothing but occurrences, to be matched by name."""
    shared: dict[str, bool] = {}  # noqa: RUF012 - never changed
    """Names of the file's own scope that mean the same in every file that shares them, without an import; true where
    the file has what they mean, false where it only says that there is such a thing. Those of another scope that is a
    part of a namespace are spaced by its number."""
    package: str = ""
    """The package that the file says it belongs to."""
    condition: int = NONE
    """What must hold for the file to be part of a build."""
    apart: bool = False
    """Whether names of types and modules do not meet those of values, and a variable means something from its binding
    on: before it, what it means outside. What stands in a module is seen by its path alone."""


ROLES = ("call", "read", "write", "type", "inherit", "implement", "decorate", "import", "instantiate", "definition")
FORMS = (
    *("", "keyword", "text", "bind", "import", "key", "field", "tag", "label"),
    *("variable", "function", "constant", "space", "package", "entry", "data", "macro", "maker", "method", "implied"),
)
SPACES = frozenset(
    [
        *("tag", "label", "variable", "function", "constant", "space", "package", "data", "macro", "maker"),
        *("method", "constructor", "extension"),
    ]
)
"""Forms of names that live in a space of their own, where they do not meet others that are written alike."""
ROLE_CODES = {role: code for code, role in enumerate(ROLES)}
FORM_CODES = {form: code * 16 for code, form in enumerate(FORMS)}
"""What stands for a role and a form together is the sum of their codes."""

NO_FACTS = DeepFacts(
    [Scope("module", NONE, NONE, 0, 0, 0)],
    [],
    [],
    [],
    [],
    [],
    None,
    [],
    [],
    NO_OCCURRENCES,
    NO_EXPRESSIONS,
    [],
    {},
    resolvable=False,
)
"""Of a file whose facts cannot be had."""


def spaced(space: str, name: str) -> str:
    """A name of a space of its own, as bindings and expressions have it; occurrences have the plain name."""
    return f"{space} {name}"


def plain(name: str) -> str:
    """A name as it is written."""
    return name.rpartition(" ")[2]
