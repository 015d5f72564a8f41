"""Where a new import goes: among the file's imports, with those that are like it; in a file without any, behind its head.

The head of a file is what has to stand first: comments, the docstring, pragmas.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from .fit import indent_unit
from .imports import bare_text, guard_of, imports_of, is_plain
from .lines import blank_lines_below, line_end, line_start, newline_at
from .values import TextEdit

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    import tree_sitter

    from .document import Document

__all__ = ["NewImport", "additions", "pragmas_of"]


class NewImport(NamedTuple):
    """An import to be written at the top of a file."""

    text: str
    """The statement."""
    module: str
    named: bool
    """Whether a name of the module is imported, not the module."""
    guard: str = ""
    """The head of the statement that is to stand around it, where it is for type checkers alone."""


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
    guarded = [each for each in wanted if each.guard]
    everything = _plain_imports(document)
    known = [row for row in everything if not any(e.start <= row[0].start_byte < e.end for e in leaving if not e.text)]
    if plain and known:
        edits = [*_among(document, plain, known, inside), *edits]
    elif plain and everything:
        first = everything[0][0]
        newline = newline_at(document.source, first.start_byte)
        block = newline.join(each.text.encode() for each in plain)
        edits = [edit for edit in edits if not edit.start <= first.start_byte < edit.end]
        edits.append(TextEdit(first.start_byte, first.end_byte, block))
    elif plain:
        edits.insert(0, _behind_head(document, plain))
    return edits + _under_guards(document, guarded, known)


def pragmas_of(document: Document) -> set[str]:
    """The statements at the top of a file that change how all of it is read."""
    language = document.language
    assert language is not None
    nodes = document.tree.root_node.named_children
    return {bare_text(document, node) for node in nodes if node.type in language.edit.pragmas}


def _plain_imports(document: Document) -> list[tuple[tree_sitter.Node, str, bool]]:
    """The import statements above the first definition, each with its module and whether it imports names."""
    bodies = [symbol.start_byte for symbol in document.facts.symbols if symbol.body_start >= 0]
    limit = min(bodies, default=len(document.source))
    found: dict[int, tuple[tree_sitter.Node, str, bool]] = {}
    for each in imports_of(document):
        if is_plain(each.statement) and each.statement.start_byte < limit:
            named = each.name is not None or each.wildcard
            found.setdefault(each.statement.start_byte, (each.statement, each.module_text, named))
    return list(found.values())


def _among(
    document: Document,
    wanted: Sequence[NewImport],
    known: Sequence[tuple[tree_sitter.Node, str, bool]],
    inside: Callable[[str], bool],
) -> list[TextEdit]:
    def style(module: str, *, named: bool) -> _Style:
        return _Style(inside(module), not module[:1].isalnum(), named)

    styles = [style(module, named=named) for _, module, named in known]
    edits: list[TextEdit] = []
    for each in sorted(wanted, key=lambda new: new.module.casefold()):
        own = style(each.module, named=each.named)
        likeness = [_likeness(own, its) for its in styles]
        if max(likeness):
            alike = [row for row, its in zip(known, likeness, strict=True) if its == max(likeness)]
            edits.append(_sorted_in(document, each, alike))
        else:
            edits.append(_apart(document, each, known, last=own.inside))
    return _merged(document, edits)


def _likeness(one: _Style, other: _Style) -> int:
    """How near two imports stand in files that put like beside like; 0: in different groups."""
    if one.inside != other.inside:
        return 0
    return 3 if one == other else 2 if one.relative == other.relative else 1


def _sorted_in(document: Document, new: NewImport, alike: Sequence[tuple[tree_sitter.Node, str, bool]]) -> TextEdit:
    source = document.source
    newline = newline_at(source, alike[0][0].start_byte)
    above = [node for node, module, _ in alike if module.casefold() <= new.module.casefold()]
    if above:
        end = line_end(source, above[-1].end_byte)
        return TextEdit(end, end, newline + new.text.encode())
    start = line_start(source, alike[0][0].start_byte)
    return TextEdit(start, start, new.text.encode() + newline)


def _apart(
    document: Document, new: NewImport, known: Sequence[tuple[tree_sitter.Node, str, bool]], *, last: bool
) -> TextEdit:
    """As the first one of its kind: the project's own behind the others, with a blank line between."""
    source = document.source
    newline = newline_at(source, known[0][0].start_byte)
    if last:
        end = line_end(source, known[-1][0].end_byte)
        return TextEdit(end, end, newline * 2 + new.text.encode())
    start = line_start(source, known[0][0].start_byte)
    return TextEdit(start, start, new.text.encode() + newline * 2)


def _merged(document: Document, edits: Sequence[TextEdit]) -> list[TextEdit]:
    """One edit a place: what begins a group keeps its blank line only once."""
    found: dict[int, TextEdit] = {}
    for edit in edits:
        known = found.get(edit.start)
        if known is None:
            found[edit.start] = edit
            continue
        newline = newline_at(document.source, edit.start)
        if edit.text.endswith(newline):
            text = known.text.rstrip(b"\r\n") + newline + edit.text
        else:
            text = known.text + newline + edit.text.lstrip(b"\r\n")
        found[edit.start] = TextEdit(edit.start, edit.end, text)
    return list(found.values())


def _behind_head(document: Document, wanted: Sequence[NewImport]) -> TextEdit:
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
    block = newline.join(each.text.encode() for each in wanted)
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
    document: Document, wanted: Sequence[NewImport], known: Sequence[tuple[tree_sitter.Node, str, bool]]
) -> list[TextEdit]:
    """Imports for type checkers alone: in the file's own such statement, else in a new one behind its imports."""
    if not wanted:
        return []
    source = document.source
    for each in imports_of(document):
        guard = guard_of(document, each.statement)
        if guard is not None and is_plain(guard):
            at = line_start(source, each.statement.start_byte)
            indent = source[at : each.statement.start_byte]
            if indent.strip():
                continue
            newline = newline_at(source, at)
            lines = sorted(new.text for new in wanted)
            return [TextEdit(at, at, b"".join(indent + line.encode() + newline for line in lines))]
    indent = (indent_unit(source) or "    ").encode()
    end = line_end(source, known[-1][0].end_byte) if known else None
    at = end if end is not None else _behind_head(document, wanted).start
    newline = newline_at(source, at)
    block = wanted[0].guard.encode() + b"".join(newline + indent + each.text.encode() for each in wanted)
    if known:
        return [TextEdit(at, at, newline * 2 + block)]
    return [TextEdit(at, at, block + newline * 2 if not at else newline * 2 + block)]
