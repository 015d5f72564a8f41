"""Deep facts: what one file says by itself that linking needs — scopes, bindings, occurrences, expressions.

Like the outline facts of `facts.py` they are a function of a file's bytes and its language, never of another file, and
no field means anything in one language alone: what a node of some grammar amounts to is decided by the modules of
`semantics/`. Lines are 0-based, columns and positions are bytes, an index of -1 is "none".

Expressions are small trees, kept once each: everything else speaks of them by index. A position says when something
takes effect: a binding does so at the end of its statement.
"""

from __future__ import annotations

import marshal
import struct
import zlib
from typing import Any, NamedTuple

__all__ = [
    "DEEP_VERSION",
    "NONE",
    "NO_FACTS",
    "OCCURRENCE_SIZE",
    "ROLES",
    "SPACES",
    "TRAITS",
    "UNREADABLE",
    "AttributeBinding",
    "Binding",
    "Block",
    "Context",
    "DeepFacts",
    "Definition",
    "Expression",
    "ImportFact",
    "Narrowing",
    "Occurrence",
    "Parameter",
    "Result",
    "Scope",
    "Star",
    "pack",
    "pack_occurrence",
    "plain",
    "spaced",
    "unpack",
    "unpack_occurrences",
]

DEEP_VERSION = 16
"""Raised when the same tree makes other deep facts, so that stored ones are made again."""

NONE = -1
"""No expression, scope, block or definition."""
UNREADABLE = -2
"""As a receiver: there is one, but it is no expression that can be followed."""


class Expression(NamedTuple):
    """One node of an expression tree; which fields mean something depends on `op`.

    name        text
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
    occurrences: dict[str, bytes]
    """By name, as `pack_occurrence` gives them: a file has thousands, and a question asks for few."""
    expressions: list[Expression]
    contexts: list[Context]
    expected: dict[int, int]
    """Context by the class or function without a name that stands in it."""
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
_ROW = struct.Struct("<iiBiiiiB")
OCCURRENCE_SIZE = _ROW.size
"""Bytes of a packed occurrence."""
_ROLE_CODES = {role: code for code, role in enumerate(ROLES)}
_FORM_CODES = {form: code for code, form in enumerate(FORMS)}


NO_FACTS = DeepFacts(
    [Scope("module", NONE, NONE, 0, 0, 0)], [], [], [], [], [], None, [], [], {}, [], [], {}, resolvable=False
)
"""Of a file whose facts cannot be had."""


def spaced(space: str, name: str) -> str:
    """A name of a space of its own, as bindings and expressions have it; occurrences have the plain name."""
    return f"{space} {name}"


def plain(name: str) -> str:
    """A name as it is written."""
    return name.rpartition(" ")[2]


def pack_occurrence(
    line: int, column: int, role: str, scope: int, block: int, position: int, receiver: int, form: str
) -> bytes:
    """An occurrence, by its fields, as 26 bytes."""
    return _ROW.pack(line, column, _ROLE_CODES[role], scope, block, position, receiver, _FORM_CODES[form])


def unpack_occurrences(data: bytes | bytearray) -> list[Occurrence]:
    """The occurrences that `pack_occurrence` made bytes of."""
    return [
        Occurrence(line, column, ROLES[role], scope, block, position, receiver, FORMS[form])
        for line, column, role, scope, block, position, receiver, form in _ROW.iter_unpack(data)
    ]


def pack(facts: DeepFacts) -> bytes:
    """Facts as compact bytes."""
    rows = (
        [tuple(row) for row in facts.scopes],
        [tuple(row) for row in facts.blocks],
        [_plain(row) for row in facts.definitions],
        [tuple(row) for row in facts.bindings],
        [tuple(row) for row in facts.imports],
        [tuple(row) for row in facts.stars],
        facts.exported,
        [tuple(row) for row in facts.attributes],
        [tuple(row) for row in facts.narrowings],
        facts.occurrences,
        [tuple(row) for row in facts.expressions],
        [tuple(row) for row in facts.contexts],
        facts.expected,
        facts.resolvable,
        facts.shared,
        facts.package,
        facts.condition,
        facts.apart,
    )
    return zlib.compress(marshal.dumps(rows), 1)


def unpack(data: bytes) -> DeepFacts:
    """The facts that `pack` made bytes of. Raises ValueError, EOFError, TypeError or zlib.error on anything else.

    Expressions stay plain tuples, since most of them are never looked at: `Expression._make` names their fields.
    """
    rows: Any = marshal.loads(zlib.decompress(data))  # noqa: S302 - made by `pack`, from our own store
    return DeepFacts(
        list(map(Scope._make, rows[0])),
        list(map(Block._make, rows[1])),
        list(map(_definition, rows[2])),
        list(map(Binding._make, rows[3])),
        list(map(ImportFact._make, rows[4])),
        list(map(Star._make, rows[5])),
        rows[6],
        list(map(AttributeBinding._make, rows[7])),
        list(map(Narrowing._make, rows[8])),
        rows[9],
        rows[10],
        list(map(Context._make, rows[11])),
        rows[12],
        rows[13],
        rows[14],
        rows[15],
        rows[16],
        rows[17],
    )


_PARAMETERS, _RESULTS, _YIELDS = (Definition._fields.index(name) for name in ("parameters", "results", "yields"))


def _plain(definition: Definition) -> tuple[Any, ...]:
    row: list[Any] = list(definition)
    for index in (_PARAMETERS, _RESULTS, _YIELDS):
        row[index] = tuple(tuple(part) for part in row[index])
    return tuple(row)


def _definition(plain: tuple[Any, ...]) -> Definition:
    row: list[Any] = list(plain)
    row[_PARAMETERS] = tuple(map(Parameter._make, row[_PARAMETERS]))
    row[_RESULTS] = tuple(map(Result._make, row[_RESULTS]))
    row[_YIELDS] = tuple(map(Result._make, row[_YIELDS]))
    return Definition._make(row)
