"""The imports of a file as they are written: what each names, how one is taken out, how one is written.

What an import is comes from the language's queries, how it is written from `[edit]` of its `language.toml`.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from .lines import blank_lines_above, blank_lines_below, line_end, line_start, newline_at, opens_line
from .values import TextEdit

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    import tree_sitter

    from ..language_rules import EditRules
    from .document import Document

__all__ = [
    "DEFAULT",
    "Imported",
    "NewImport",
    "Style",
    "after",
    "bare_text",
    "beside",
    "grown",
    "guard_head",
    "guard_of",
    "imports_of",
    "is_loaded",
    "is_plain",
    "item_text",
    "style_of",
    "taken_out",
    "without",
    "written",
]

_QUOTES = b"\"'`"
_OPEN_END = re.compile(rb"[\w)\]'\"`]$")
"""How a line ends that may be a statement without a mark at its end."""
DEFAULT = "default"
"""The name of what a module gives without a name."""


class Imported(NamedTuple):
    """One name, or one module, that a statement imports."""

    statement: tree_sitter.Node
    module: tree_sitter.Node
    name: tree_sitter.Node | None
    """None where the module itself is imported, or all of its names."""
    alias: tree_sitter.Node | None
    wildcard: bool
    said: str
    """The name that is imported, also where it is not spelled; empty of a module itself, and of all names."""
    again: bool = False
    """Whether it is given to others."""
    types: bool = False
    """Whether the whole statement is for types alone."""
    type_name: bool = False
    """Whether this one of its names is."""

    @property
    def place(self) -> int:
        """Where the name stands that it gives a meaning to."""
        return (self.alias or self.name or self.module).start_byte

    @property
    def module_range(self) -> tuple[int, int]:
        """Where the module is written, without quotes."""
        text = self.module.text or b""
        lead = len(text) - len(text.lstrip(_QUOTES))
        return self.module.start_byte + lead, self.module.end_byte - (len(text) - len(text.rstrip(_QUOTES)))

    @property
    def module_text(self) -> str:
        """The module as facts have it."""
        return (self.module.text or b"").strip(_QUOTES).decode("utf-8", "replace").replace(" ", "")


class NewImport(NamedTuple):
    """An import to be written at the top of a file."""

    module: str
    name: str
    """Empty: the module itself."""
    alias: str = ""
    guard: str = ""
    """The head of the statement that is to stand around it, where it is for type checkers alone."""
    types: bool = False
    """Whether it is for types alone."""
    again: bool = False
    """Whether it is given to others."""


class Style(NamedTuple):
    """How a file writes what may be written in several ways."""

    quote: str
    ends: bool
    """Whether a statement ends by the mark that the language lets be left out."""
    types: bool = False
    """Whether imports for types alone say so."""
    spaced: bool = True
    """Whether blanks stand between brackets and what is in them."""


def imports_of(document: Document) -> list[Imported]:
    """All imports of a file, in order."""
    import tree_sitter

    language = document.language
    assert language is not None
    query, roles = language.imports
    word = language.edit.import_types
    found: list[Imported] = []
    for index, captures in tree_sitter.QueryCursor(query).matches(document.tree.root_node):
        if "import.module" not in captures:
            continue
        names, aliases = captures.get("import.name", [None]), captures.get("import.alias", [None])
        statement, name = captures["import"][0], names[0]
        said = (name.text or b"").decode("utf-8", "replace") if name is not None else roles[index].name
        item = name.parent if name is not None else None
        found.append(
            Imported(
                statement,
                captures["import.module"][0],
                name,
                aliases[0],
                "import.wildcard" in captures,
                said,
                "import.reexport" in captures,
                bool(word) and _has_word(statement, word),
                bool(word) and item is not None and item.id != statement.id and _has_word(item, word),
            )
        )
    return _whole(sorted(found, key=lambda each: (each.statement.start_byte, each.place)))


def _has_word(node: tree_sitter.Node, word: str) -> bool:
    return any(child.type == word and not child.is_named for child in node.children)


def _whole(found: list[Imported]) -> list[Imported]:
    """Without those that name the module alone of which another one says what is taken from it."""
    told = {each.module.id for each in found if each.said or each.alias or each.wildcard}
    return [each for each in found if each.said or each.alias or each.wildcard or each.module.id not in told]


def style_of(document: Document) -> Style | None:
    """How a file writes imports, by those that it has, else by its strings and lines; None of an empty one."""
    statements = {each.statement.id: each for each in imports_of(document) if is_plain(each.statement)}
    modules = [(each.module.text or b"")[:1] for each in statements.values()]
    if modules:
        ends = sum((each.statement.text or b"").endswith(b";") for each in statements.values())
        quote = b"'" if modules.count(b"'") > modules.count(b'"') else b'"'
        types = any(each.types or each.type_name for each in imports_of(document))
        texts = [each.statement.text or b"" for each in statements.values()]
        tight = sum(text.count(b"{") - text.count(b"{ ") - text.count(b"{\n") for text in texts)
        return Style(quote.decode(), ends * 2 >= len(modules), types, tight * 2 <= sum(t.count(b"{") for t in texts))
    source = document.source
    if not source.strip():
        return None
    lines = [line.rstrip() for line in source.split(b"\n")]
    ends = sum(line.endswith(b";") for line in lines)
    return Style(
        "'" if source.count(b"'") > source.count(b'"') else '"', ends >= sum(map(bool, map(_OPEN_END.search, lines)))
    )


def written(rules: EditRules, news: Sequence[NewImport], style: Style | None = None) -> str:
    """A statement that imports a name of a module, or several, or with no name the module; like the first of `news`."""
    first = news[0]
    name = ", ".join(item_text(rules, new) for new in news)
    if first.again:
        template = rules.import_again
    elif first.name == DEFAULT and first.alias and rules.import_default:
        template = rules.import_default
    elif first.name:
        template = rules.import_alias if first.alias and not rules.import_item else rules.import_name
    else:
        template = rules.import_module_alias if first.alias else rules.import_module
    if first.types and rules.import_types:
        template = template.replace(" ", f" {rules.import_types} ", 1)
    if style is not None:
        template = template.replace('"', style.quote)
        template = template if style.ends else template.removesuffix(";")
        template = template if style.spaced else template.replace("{ ", "{").replace(" }", "}")
    if not rules.import_item:
        name = first.name if len(news) == 1 else name
    return template.replace("{module}", first.module).replace("{name}", name).replace("{alias}", first.alias)


def item_text(rules: EditRules, new: NewImport) -> str:
    """A name as it stands among others."""
    if new.alias and rules.import_item:
        return rules.import_item.replace("{name}", new.name).replace("{alias}", new.alias)
    return new.name


def is_plain(statement: tree_sitter.Node) -> bool:
    """Whether a statement stands by itself at the top of its file."""
    return statement.parent is not None and statement.parent.parent is None


def guard_of(document: Document, node: tree_sitter.Node) -> tree_sitter.Node | None:
    """The statement around a node of which `import_guards` says that it is for type checkers alone."""
    language = document.language
    assert language is not None
    return _around(document, node, language.edit.import_guards)


def guard_head(document: Document, guard: tree_sitter.Node) -> str:
    """How such a statement begins."""
    language = document.language
    assert language is not None and language.edit.import_guards is not None  # noqa: PT018 - one thing
    found = language.edit.import_guards.match(bare_text(document, guard))
    return found[0] if found else ""


def is_loaded(document: Document, node: tree_sitter.Node) -> bool:
    """Whether a node is reached when its file is imported, as far as the statements around it say."""
    language = document.language
    assert language is not None
    return guard_of(document, node) is None and _around(document, node, language.edit.main_guards) is None


def _around(document: Document, node: tree_sitter.Node, pattern: re.Pattern[str] | None) -> tree_sitter.Node | None:
    language = document.language
    assert language is not None
    above = node.parent
    while pattern is not None and above is not None and above.parent is not None:
        head = document.source[above.start_byte : node.start_byte].decode("utf-8", "replace")
        if node.type in language.edit.blocks and pattern.match(head):
            return above
        node, above = above, above.parent
    return None


# --- edits -------------------------------------------------------------------------------------------------------


def taken_out(document: Document, all_imports: Sequence[Imported], gone: Collection[Imported]) -> list[TextEdit]:
    """Edits that take some imports of one statement out, and the statement where nothing else is in it."""
    statement = next(iter(gone)).statement
    mates = [each for each in all_imports if each.statement.id == statement.id]
    if len(gone) == len(mates):
        return [without(document, statement)]
    items = [_item(each, mates) for each in mates]
    edits: list[TextEdit] = []
    whole = _whole_list(document, mates, items, gone)
    for number, each in enumerate(mates):
        if whole is not None and each.name is not None:
            edits = [whole]
        elif each in gone:
            before = [item for i, item in enumerate(items[:number]) if mates[i] not in gone]
            edits.append(_item_out(document, items, number, before[-1] if before else None))
    return edits


def _whole_list(
    document: Document, mates: Sequence[Imported], items: Sequence[tuple[int, int]], gone: Collection[Imported]
) -> TextEdit | None:
    """Take the brackets out together with all that is in them, where something stands in front of them."""
    named = [number for number, each in enumerate(mates) if each.name is not None]
    if not named or named[0] == 0 or not all(mates[number] in gone for number in named):
        return None
    close = document.source.find(b"}", items[named[-1]][0])
    if close < 0 or b"{" not in document.source[items[named[0] - 1][1] : items[named[0]][1]]:
        return None
    return TextEdit(items[named[0] - 1][1], max(close + 1, items[named[-1]][1]), b"")


def grown(
    document: Document, mates: Sequence[Imported], texts: Sequence[str], gone: Collection[Imported] = ()
) -> TextEdit | None:
    """Add names to a statement, whose imports are `mates`, with a list of names in brackets; None where it has none.

    `gone`: those of them that are taken out meanwhile.
    """
    names = [each for each in mates if each.name is not None]
    kept = [each for each in names if each not in gone]
    if not kept:
        return None
    source = document.source
    if not source[max(map(_end, names)) :].lstrip(b" \t\r\n,").startswith(b"}"):
        return None
    end = max(map(_end, kept))
    last = max(_item(each, list(mates))[0] for each in kept)
    if opens_line(source, last) and not source[line_start(source, end) : end].lstrip().startswith(b"{"):
        between = b"," + newline_at(source, last) + source[line_start(source, last) : last]
    else:
        between = b", "
    return TextEdit(end, end, b"".join(between + text.encode() for text in texts))


def _end(each: Imported) -> int:
    return (each.alias or each.name or each.module).end_byte


def after(document: Document, statement: tree_sitter.Node, text: str) -> TextEdit:
    """Write a statement behind another one, as it is indented."""
    source = document.source
    end = line_end(source, statement.end_byte)
    rest = source[statement.end_byte : end].strip()
    if not opens_line(source, statement.start_byte) or (rest and not _is_comment(document, end - 1)):
        return TextEdit(statement.end_byte, statement.end_byte, f"; {text}".encode())
    indent = source[line_start(source, statement.start_byte) : statement.start_byte]
    return TextEdit(end, end, newline_at(source, statement.start_byte) + indent + text.encode())


def beside(document: Document, statement: tree_sitter.Node, text: str) -> TextEdit:
    """The same, before the other one where the text comes before it in the order of the alphabet."""
    source = document.source
    alone = opens_line(source, statement.start_byte)
    if alone and text.casefold() < (statement.text or b"").decode("utf-8", "replace").casefold():
        newline = newline_at(source, statement.start_byte)
        indent = source[line_start(source, statement.start_byte) : statement.start_byte]
        return TextEdit(statement.start_byte, statement.start_byte, text.encode() + newline + indent)
    return after(document, statement, text)


def bare_text(document: Document, node: tree_sitter.Node) -> str:
    """The source of a node."""
    return document.source[node.start_byte : node.end_byte].decode("utf-8", "replace")


def without(document: Document, statement: tree_sitter.Node) -> TextEdit:
    """Take a whole statement out; where it is alone in its block, the language's filler stands for it."""
    source, language = document.source, document.language
    assert language is not None
    start, end = statement.start_byte, statement.end_byte
    parent = statement.parent
    others = [] if parent is None else [c for c in parent.named_children if c.type not in language.rules.comments]
    if len(others) == 1 and parent is not None and parent.type in language.edit.blocks:
        return TextEdit(start, end, language.edit.filler.encode())
    stop = line_end(source, end)
    if opens_line(source, start) and (not source[end:stop].strip() or _is_comment(document, stop - 1)):
        opens = parent is not None and parent.parent is not None and statement.prev_named_sibling is None
        return TextEdit(*_whole_lines(source, start, stop, opens=opens), b"")
    rest = source[end:stop]
    if rest.lstrip().startswith(b";"):
        rest = rest.lstrip()[1:]
        return TextEdit(start, stop - len(rest.lstrip()), b"")
    kept = source[:start].rstrip()
    return TextEdit(len(kept) - kept.endswith(b";"), end, b"")


def _whole_lines(source: bytes, start: int, stop: int, *, opens: bool) -> tuple[int, int]:
    """The lines from `start` to `stop`, and the blank lines that would be too many without them."""
    first = line_start(source, start)
    following = min(stop + 1 + (source[stop : stop + 1] == b"\r"), len(source))
    below = blank_lines_below(source, stop)
    if opens or not source[:first].strip():
        for _ in range(below):
            following = source.index(b"\n", following) + 1
    elif below:
        for _ in range(blank_lines_above(source, first)):
            first = line_start(source, first - 1)
    return first, following


def _item(each: Imported, mates: Sequence[Imported]) -> tuple[int, int]:
    """All that a statement says of one name: `a as b`, `type a`."""
    node = each.alias or each.name or each.module
    others = [part.start_byte for other in mates for part in (other.name, other.alias, other.module) if part]
    own = {part.start_byte for part in (each.name, each.alias) if part} or {each.module.start_byte}
    while (parent := node.parent) is not None and parent.id != each.statement.id:
        if any(parent.start_byte <= at < parent.end_byte and at not in own for at in others):
            break
        node = parent
    return node.start_byte, node.end_byte


def _item_out(
    document: Document, items: Sequence[tuple[int, int]], number: int, before: tuple[int, int] | None
) -> TextEdit:
    source = document.source
    start, end = items[number]
    comma = end
    while source[comma : comma + 1] in (b" ", b"\t"):
        comma += 1
    comma = comma + 1 if source[comma : comma + 1] == b"," else end
    stop = line_end(source, comma)
    alone = not source[comma:stop].strip() or _is_comment(document, stop - 1)
    glued = before is not None and b"\\" in source[before[1] : start]
    if opens_line(source, start) and not glued and alone:
        following = stop + 1 + (source[stop : stop + 1] == b"\r")
        return TextEdit(line_start(source, start), min(following, len(source)), b"")
    if number + 1 < len(items) and before is None:
        following = items[number + 1][0]
        if source[comma:following].strip():  # up to the bracket that what follows stands in
            following = comma + len(source[comma:following]) - len(source[comma:following].lstrip())
        return TextEdit(start, following if b"\n" not in source[end:following] else comma, b"")
    if before is not None:
        return TextEdit(before[1], end, b"")
    return TextEdit(start, comma, b"")


def _is_comment(document: Document, at: int) -> bool:
    language = document.language
    assert language is not None
    node = document.tree.root_node.descendant_for_byte_range(at, at + 1)
    return node is not None and node.type in language.rules.comments
