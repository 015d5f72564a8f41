"""Where a new import goes: among the file's imports, with those that are like it; in a file without, behind its head.

The head of a file is what has to stand first: comments, the docstring, pragmas.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from .fit import indent_unit
from .imports import (
    DEFAULT,
    bare_text,
    grown,
    guard_of,
    imports_of,
    is_plain,
    item_text,
    style_of,
    written,
)
from .lines import blank_lines_below, line_end, line_start, newline_at
from .values import TextEdit

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    import tree_sitter

    from .document import Document
    from .imports import Imported, NewImport, Style

__all__ = ["additions", "pragmas_of"]


MAX_LINE = 88
"""Characters of a line with several names, before it becomes two."""
_SAME = 3
"""How like two imports of one style are."""


class _Row(NamedTuple):
    """An import statement at the top of a file."""

    node: tree_sitter.Node
    module: str
    named: bool


class _Line(NamedTuple):
    """A statement to be written."""

    at: int
    text: str
    before: bool
    """Whether it is a line of its own before the place, else behind what ends there."""
    apart: bool
    """Whether a blank line keeps it from what is there."""


class _Kind(NamedTuple):
    inside: bool
    relative: bool
    named: bool


def additions(
    document: Document,
    wanted: Sequence[NewImport],
    inside: Callable[[str], bool],
    leaving: Sequence[TextEdit] = (),
    style: Style | None = None,
) -> list[TextEdit]:
    """Edits that write imports; `inside` tells whether a module is one of the project.

    `leaving`: edits that take others out. They are among the result, perhaps with new imports in their place.
    `style`: how they are written where the file does not show it.
    """
    edits = list(leaving)
    own = style_of(document)
    if own is not None:
        style = own if style is None or imports_of(document) else own._replace(spaced=style.spaced, types=style.types)
    plain = [each for each in wanted if not each.guard]
    everything = _plain_imports(document)
    known = [
        row for row in everything if not any(e.start <= row.node.start_byte < e.end for e in leaving if not e.text)
    ]
    if plain and known:
        edits = [*_among(document, plain, known, inside, style, leaving), *edits]
    elif plain and everything:
        first = everything[0].node
        block = newline_at(document.source, first.start_byte).join(_block(document, plain, style))
        edits = [edit for edit in edits if not edit.start <= first.start_byte < edit.end]
        edits.append(TextEdit(first.start_byte, first.end_byte, block))
    elif plain:
        edits.insert(0, _behind_head(document, _block(document, plain, style)))
    return edits + _under_guards(document, [each for each in wanted if each.guard], known, style)


def pragmas_of(document: Document) -> set[str]:
    """The statements at the top of a file that change how all of it is read."""
    language = document.language
    assert language is not None
    nodes = document.tree.root_node.named_children
    return {bare_text(document, node) for node in nodes if node.type in language.edit.pragmas}


def _plain_imports(document: Document) -> list[_Row]:
    """The import statements above the first definition, each with its module and whether it imports names."""
    limit = min((s.start_byte for s in document.facts.symbols if s.body_start >= 0), default=len(document.source))
    found: dict[int, _Row] = {}
    for each in imports_of(document):
        if is_plain(each.statement) and each.statement.start_byte < limit and not each.again:
            row = _Row(each.statement, each.module_text, _listed(document) or each.name is not None or each.wildcard)
            found.setdefault(each.statement.start_byte, row)
    return list(found.values())


def _listed(document: Document) -> bool:
    """Whether names stand in brackets, so that one statement takes any number of them, in whatever order."""
    language = document.language
    assert language is not None
    return bool(language.edit.import_item)


def _among(
    document: Document,
    wanted: Sequence[NewImport],
    known: Sequence[_Row],
    inside: Callable[[str], bool],
    style: Style | None,
    leaving: Sequence[TextEdit],
) -> list[TextEdit]:
    def kind(module: str, *, named: bool) -> _Kind:
        return _Kind(inside(module), module.startswith("."), named)

    styles = [kind(row.module, named=row.named) for row in known]
    more, rest = _joined(document, wanted, known, style, leaving) if _listed(document) else _grown(document, wanted)
    lines: list[_Line] = []
    for module, named, text in _statements(document, rest, style):
        own = kind(module, named=named)
        likeness = [_likeness(own, its) for its in styles]
        alike = [row for row, its in zip(known, likeness, strict=True) if its and its == max(likeness)]
        if not alike:
            lines.append(_apart(document, text, known, own))
        elif max(likeness) == _SAME or any(row.module == module for row in alike):
            lines.append(_sorted_in(document, module, text, alike))
        else:  # modules come before names
            node = alike[-1 if named else 0].node
            at = line_end(document.source, node.end_byte) if named else line_start(document.source, node.start_byte)
            lines.append(_Line(at, text, before=not named, apart=False))
    return [*more, *_written(document, lines)]


def _grown(document: Document, wanted: Sequence[NewImport]) -> tuple[list[TextEdit], list[NewImport]]:
    """Names added to statements of one line that import others of the same module; and the imports that are left."""
    if not _lists_names(document):
        return [], list(wanted)
    source = document.source
    hosts: dict[str, tree_sitter.Node] = {}
    for each in imports_of(document):
        node = each.statement
        last = (each.alias or each.name or each.module).end_byte
        ends = each.name is not None and last == node.end_byte == line_end(source, node.start_byte)
        if ends and is_plain(node) and node.start_byte <= _plain_imports(document)[-1].node.start_byte:
            hosts.setdefault(each.module_text, node)
    edits: list[TextEdit] = []
    rest: list[NewImport] = []
    for module in dict.fromkeys(new.module for new in wanted):
        names = [new for new in wanted if new.module == module and new.name and not new.alias]
        rest += [new for new in wanted if new.module == module and new not in names]
        more = "".join(f", {new.name}" for new in names)
        host = hosts.get(module)
        if host is not None and names and host.end_byte - host.start_byte + len(more) <= MAX_LINE:
            edits.append(TextEdit(host.end_byte, host.end_byte, more.encode()))
        else:
            rest += names
    return edits, rest


def _joined(
    document: Document,
    wanted: Sequence[NewImport],
    known: Sequence[_Row],
    style: Style | None,
    leaving: Sequence[TextEdit],
) -> tuple[list[TextEdit], list[NewImport]]:
    """The same where names stand in brackets: those of a module go to the statement that has others of it."""
    language = document.language
    assert language is not None
    rows = {row.node.id for row in known}
    gone = [each for each in imports_of(document) if any(e.start <= each.place < e.end and not e.text for e in leaving)]
    hosts: dict[tuple[str, bool], list[Imported]] = {}
    for each in imports_of(document):
        if each.statement.id in rows:
            mates = hosts.setdefault((each.module_text, each.types), [])
            if not mates or mates[0].statement.id == each.statement.id:
                mates.append(each)
    texts: dict[tuple[str, bool], list[str]] = {}
    rest: list[NewImport] = []
    for new in wanted:
        key, text = (new.module, new.types), item_text(language.edit, new)
        if new.types and key not in hosts and style is not None and style.types:
            inner = (new.module, False)
            if any(each.type_name for each in hosts.get(inner, ())):
                key, text = inner, f"{language.edit.import_types} {text}"
        mates = hosts.get(key, [])
        if new.again or not new.name or (new.name == DEFAULT and new.alias) or grown(document, mates, [], gone) is None:
            rest.append(new)
        else:
            texts.setdefault(key, []).append(text)
    edits = (grown(document, hosts[key], items, gone) for key, items in texts.items())
    return [edit for edit in edits if edit is not None], rest


def _lists_names(document: Document) -> bool:
    """Whether statements of the file import several names at once, as far as that can be seen."""
    if _listed(document):
        return True
    named = [each.statement.start_byte for each in imports_of(document) if each.name is not None]
    modules = [each.module_text for each in imports_of(document) if each.name is not None and is_plain(each.statement)]
    return len(set(named)) < len(named) or len(set(modules)) == len(modules)


def _statements(document: Document, wanted: Sequence[NewImport], style: Style | None) -> list[tuple[str, bool, str]]:
    """Statements with their modules, and whether they import names; several names in one where the file has that."""
    language = document.language
    assert language is not None
    listed = _listed(document)
    groups: dict[tuple[str, bool, bool, str], list[NewImport]] = {}
    together = _lists_names(document)
    for new in sorted(wanted, key=lambda each: (each.module.casefold(), each.name)):
        alone = not together or (new.alias and (not listed or new.name == DEFAULT)) or not new.name
        key = (new.module, new.types, new.again, f"{new.name} {new.alias}" if alone else "")
        groups.setdefault(key, []).append(new)
    found: list[tuple[str, bool, str]] = []
    for group in groups.values():
        news = group
        while news:
            taken = len(news)
            text = written(language.edit, news, style)
            while len(text) > MAX_LINE and taken > 1 and not listed:
                taken -= 1
                text = written(language.edit, news[:taken], style)
            found.append((group[0].module, listed or bool(group[0].name), text))
            news = news[taken:]
    return found


def _block(document: Document, wanted: Sequence[NewImport], style: Style | None) -> list[bytes]:
    return [text.encode() for _, _, text in _statements(document, wanted, style)]


def _likeness(one: _Kind, other: _Kind) -> int:
    """How near two imports stand in files that put like beside like; 0: in different groups."""
    if one.inside != other.inside:
        return 0
    return _SAME if one == other else 2 if one.relative == other.relative else 1


def _sorted_in(document: Document, module: str, text: str, alike: Sequence[_Row]) -> _Line:
    source = document.source
    same = [row.node for row in alike if row.module == module]
    above = same or [row.node for row in alike if row.module.casefold() <= module.casefold()]
    if above:
        return _Line(line_end(source, above[-1].end_byte), text, before=False, apart=False)
    return _Line(line_start(source, alike[0].node.start_byte), text, before=True, apart=False)


def _apart(document: Document, text: str, known: Sequence[_Row], own: _Kind) -> _Line:
    """As the first one of its kind: the project's own behind the others, with a blank line between."""
    if own.inside:
        return _Line(line_end(document.source, known[-1].node.end_byte), text, before=False, apart=True)
    return _Line(line_start(document.source, known[0].node.start_byte), text, before=True, apart=True)


def _written(document: Document, lines: Sequence[_Line]) -> list[TextEdit]:
    edits: list[TextEdit] = []
    for at, before in dict.fromkeys((line.at, line.before) for line in lines):
        newline = newline_at(document.source, at)
        here = [line for line in lines if (line.at, line.before) == (at, before)]
        near = newline.join(line.text.encode() for line in here if not line.apart)
        far = newline.join(line.text.encode() for line in here if line.apart)
        if before:
            text = (far + newline * 2 if far else b"") + (near + newline if near else b"")
        else:
            text = (newline + near if near else b"") + (newline * 2 + far if far else b"")
        edits.append(TextEdit(at, at, text))
    return edits


def _behind_head(document: Document, lines: Sequence[bytes]) -> TextEdit:
    """In a file without imports: behind what has to stand first."""
    source, language = document.source, document.language
    assert language is not None
    first = min((symbol.start_byte for symbol in document.facts.symbols), default=len(source))
    end = 0
    for node in document.tree.root_node.named_children:
        if node.start_byte >= first or not (
            node.type in language.rules.comments or node.type in language.edit.pragmas or _is_docstring(document, node)
        ):
            break
        end = line_end(source, node.end_byte)
    newline = newline_at(source, end)
    block = newline.join(lines)
    if not source.strip():
        return TextEdit(end, end, block)
    if end:
        rest = source[end:].strip()
        below = max(_gap(document, end) - blank_lines_below(source, end), 0) if rest else 0
        return TextEdit(end, end, newline * 2 + block + newline * below)
    start = len(source) - len(source.lstrip(b"\r\n"))
    return TextEdit(start, start, block + newline * (_gap(document, start) + 1))


def _gap(document: Document, end: int) -> int:
    """Blank lines between imports and the code that follows."""
    language = document.language
    assert language is not None
    at = end + len(document.source[end:]) - len(document.source[end:].lstrip())
    defines = any(symbol.start_byte == at and symbol.body_start >= 0 for symbol in document.facts.symbols)
    return language.edit.blank_lines[0] if defines else 1


def _is_docstring(document: Document, node: tree_sitter.Node) -> bool:
    language = document.language
    assert language is not None
    first = next((c for c in document.tree.root_node.named_children if c.type not in language.rules.comments), None)
    if not language.rules.docstring or first is None or first.id != node.id:
        return False
    last = language.rules.docstring[-1]
    while node.type != last and node.named_child_count == 1:
        node = node.named_children[0]
    return node.type == last


def _under_guards(
    document: Document, wanted: Sequence[NewImport], known: Sequence[_Row], style: Style | None
) -> list[TextEdit]:
    """Imports for type checkers alone: in the file's own such statement, else in a new one behind its imports."""
    if not wanted:
        return []
    source, lines = document.source, _block(document, wanted, style)
    for each in imports_of(document):
        guard = guard_of(document, each.statement)
        if guard is not None and is_plain(guard):
            at = line_start(source, each.statement.start_byte)
            indent = source[at : each.statement.start_byte]
            if not indent.strip():
                newline = newline_at(source, at)
                return [TextEdit(at, at, b"".join(indent + line + newline for line in lines))]
    indent = (indent_unit(source) or "    ").encode()
    at = line_end(source, known[-1].node.end_byte) if known else _behind_head(document, lines).start
    newline = newline_at(source, at)
    block = wanted[0].guard.encode() + b"".join(newline + indent + line for line in lines)
    return [TextEdit(at, at, newline * 2 + block if known or at else block + newline * 2)]
