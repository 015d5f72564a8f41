"""Where a new import goes: among the file's imports, with those that are like it; in a file without, behind its head.

The head of a file is what has to stand first: comments, the docstring, pragmas.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from .fit import indent_unit
from .imports import bare_text, guard_of, imports_of, is_plain, written
from .lines import blank_lines_below, line_end, line_start, newline_at
from .values import TextEdit

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    import tree_sitter

    from .document import Document

__all__ = ["NewImport", "additions", "pragmas_of"]


MAX_LINE = 88
"""Characters of a line with several names, before it becomes two."""
_SAME = 3
"""How like two imports of one style are."""


class NewImport(NamedTuple):
    """An import to be written at the top of a file."""

    module: str
    name: str
    """Empty: the module itself."""
    alias: str = ""
    guard: str = ""
    """The head of the statement that is to stand around it, where it is for type checkers alone."""


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


class _Style(NamedTuple):
    inside: bool
    relative: bool
    named: bool


def additions(
    document: Document, wanted: Sequence[NewImport], inside: Callable[[str], bool], leaving: Sequence[TextEdit] = ()
) -> list[TextEdit]:
    """Edits that write imports; `inside` tells whether a module is one of the project.

    `leaving`: edits that take others out. They are among the result, perhaps with new imports in their place.
    """
    edits = list(leaving)
    plain = [each for each in wanted if not each.guard]
    everything = _plain_imports(document)
    known = [
        row for row in everything if not any(e.start <= row.node.start_byte < e.end for e in leaving if not e.text)
    ]
    if plain and known:
        edits = [*_among(document, plain, known, inside), *edits]
    elif plain and everything:
        first = everything[0].node
        block = newline_at(document.source, first.start_byte).join(_block(document, plain))
        edits = [edit for edit in edits if not edit.start <= first.start_byte < edit.end]
        edits.append(TextEdit(first.start_byte, first.end_byte, block))
    elif plain:
        edits.insert(0, _behind_head(document, _block(document, plain)))
    return edits + _under_guards(document, [each for each in wanted if each.guard], known)


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
        if is_plain(each.statement) and each.statement.start_byte < limit:
            row = _Row(each.statement, each.module_text, each.name is not None or each.wildcard)
            found.setdefault(each.statement.start_byte, row)
    return list(found.values())


def _among(
    document: Document, wanted: Sequence[NewImport], known: Sequence[_Row], inside: Callable[[str], bool]
) -> list[TextEdit]:
    def style(module: str, *, named: bool) -> _Style:
        return _Style(inside(module), not module[:1].isalnum(), named)

    styles = [style(row.module, named=row.named) for row in known]
    grown, rest = _grown(document, wanted)
    lines: list[_Line] = []
    for module, named, text in _statements(document, rest):
        own = style(module, named=named)
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
    return [*grown, *_written(document, lines)]


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


def _lists_names(document: Document) -> bool:
    """Whether statements of the file import several names at once, as far as that can be seen."""
    named = [each.statement.start_byte for each in imports_of(document) if each.name is not None]
    modules = [each.module_text for each in imports_of(document) if each.name is not None and is_plain(each.statement)]
    return len(set(named)) < len(named) or len(set(modules)) == len(modules)


def _statements(document: Document, wanted: Sequence[NewImport]) -> list[tuple[str, bool, str]]:
    """Statements with their modules, and whether they import names; several names in one where the file has that."""
    language = document.language
    assert language is not None
    groups: dict[tuple[str, str], list[NewImport]] = {}
    together = _lists_names(document)
    for new in sorted(wanted, key=lambda each: (each.module.casefold(), each.name)):
        alone = not together or new.alias or not new.name
        groups.setdefault((new.module, f"{new.name} {new.alias}" if alone else ""), []).append(new)
    found: list[tuple[str, bool, str]] = []
    for group in groups.values():
        names = [new.name for new in group]
        while names:
            taken = len(names)
            text = written(language.edit, group[0].module, ", ".join(names), group[0].alias)
            while len(text) > MAX_LINE and taken > 1:
                taken -= 1
                text = written(language.edit, group[0].module, ", ".join(names[:taken]), group[0].alias)
            found.append((group[0].module, bool(group[0].name), text))
            names = names[taken:]
    return found


def _block(document: Document, wanted: Sequence[NewImport]) -> list[bytes]:
    return [text.encode() for _, _, text in _statements(document, wanted)]


def _likeness(one: _Style, other: _Style) -> int:
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


def _apart(document: Document, text: str, known: Sequence[_Row], own: _Style) -> _Line:
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


def _under_guards(document: Document, wanted: Sequence[NewImport], known: Sequence[_Row]) -> list[TextEdit]:
    """Imports for type checkers alone: in the file's own such statement, else in a new one behind its imports."""
    if not wanted:
        return []
    source, lines = document.source, _block(document, wanted)
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
