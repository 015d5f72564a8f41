"""The imports of a file as they are written: what each names, how one is taken out, how one is written.

What an import is comes from the language's queries, how it is written from `[edit]` of its `language.toml`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from .lines import blank_lines_above, blank_lines_below, line_end, line_start, newline_at, opens_line
from .values import TextEdit

if TYPE_CHECKING:
    import re
    from collections.abc import Collection, Sequence

    import tree_sitter

    from ..languages import EditRules
    from .document import Document

__all__ = [
    "Imported",
    "after",
    "bare_text",
    "beside",
    "guard_head",
    "guard_of",
    "imports_of",
    "is_loaded",
    "is_plain",
    "taken_out",
    "written",
]

_QUOTES = b"\"'`"


class Imported(NamedTuple):
    """One name, or one module, that a statement imports."""

    statement: tree_sitter.Node
    module: tree_sitter.Node
    name: tree_sitter.Node | None
    """None where the module itself is imported, or all of its names."""
    alias: tree_sitter.Node | None
    wildcard: bool

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


def imports_of(document: Document) -> list[Imported]:
    """All imports of a file, in order."""
    import tree_sitter

    language = document.language
    assert language is not None
    found: list[Imported] = []
    for _, captures in tree_sitter.QueryCursor(language.imports.query).matches(document.tree.root_node):
        if "import.module" not in captures:
            continue
        names, aliases = captures.get("import.name", [None]), captures.get("import.alias", [None])
        wildcard = "import.wildcard" in captures
        found.append(Imported(captures["import"][0], captures["import.module"][0], names[0], aliases[0], wildcard))
    return sorted(found, key=lambda each: (each.statement.start_byte, each.place))


def written(rules: EditRules, module: str, name: str, alias: str) -> str:
    """A statement that imports a name of a module, or with no name the module; `alias` is empty where there is none."""
    if name:
        template = rules.import_alias if alias else rules.import_name
    else:
        template = rules.import_module_alias if alias else rules.import_module
    return template.replace("{module}", module).replace("{name}", name).replace("{alias}", alias)


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
        return [_without(document, statement)]
    items = [_item(each, mates) for each in mates]
    edits: list[TextEdit] = []
    for number, each in enumerate(mates):
        if each in gone:
            before = [item for i, item in enumerate(items[:number]) if mates[i] not in gone]
            edits.append(_item_out(document, items, number, before[-1] if before else None))
    return edits


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


def _without(document: Document, statement: tree_sitter.Node) -> TextEdit:
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
        return TextEdit(start, following if b"\n" not in source[end:following] else comma, b"")
    if before is not None:
        return TextEdit(before[1], end, b"")
    return TextEdit(start, comma, b"")


def _is_comment(document: Document, at: int) -> bool:
    language = document.language
    assert language is not None
    node = document.tree.root_node.descendant_for_byte_range(at, at + 1)
    return node is not None and node.type in language.rules.comments
