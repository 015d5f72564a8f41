"""Plans to replace a symbol, its body, or a text inside of it. Each gives the ways to do it, likeliest first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..errors import Refused, UsageError
from ..wording import counted
from .fit import Place, fitted, unit_at
from .lines import (
    indentation,
    line_indentation,
    line_start,
    newline_at,
    opens_line,
    split_text,
    with_old_line_ends,
)
from .pieces import ATTRIBUTE, COMMENT, KEEP, pieces_of
from .plan import Expect, FileEdit
from .values import TextEdit

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ..facts import Symbol
    from .document import Document
    from .pieces import Pieces

__all__ = ["body_replacements", "companions", "family", "replacements", "text_replacements"]

_SEPARATORS = (b";", b",")
_NAMES = {COMMENT: "the comment above", ATTRIBUTE: "the attributes", KEEP: "the words in front of it"}


def replacements(document: Document, ordinal: int, text: str) -> Iterator[FileEdit]:
    """Replace the whole definition; what the text leaves out of its head (comment, attributes, `export`) stays."""
    symbol = document.facts.symbols[ordinal]
    if (own := _unchanged(document, symbol.start_byte, symbol.end_byte, text)) is not None:
        yield own
        return
    head = pieces_of(document, symbol)
    for lines in _fitted(document, symbol.start_byte, symbol.end_byte, text):
        for start in dict.fromkeys((symbol.start_byte, head.core)):
            new = _joined(document, start, symbol.end_byte, lines)
            edit = _edit(document, ordinal, start, new, ())
            after = document.edited(edit.edits)
            found = _wanted(after, edit)
            if found is None:
                yield edit._replace(result=after)
                continue
            kept = _head(document, symbol, head, after, found) if start == symbol.start_byte else None
            if kept is None:
                yield edit._replace(result=after)
                continue
            prefix, core, notes = kept
            assert edit.expect.span is not None
            new = after.source[start : found.start_byte] + prefix + after.source[core : edit.expect.span[1]]
            yield _edit(document, ordinal, start, with_old_line_ends(_old(document, start, symbol), new), notes)


def body_replacements(document: Document, ordinal: int, text: str) -> Iterator[FileEdit]:
    """Replace what is between the header and the end. Braces may be given or left out."""
    symbol = document.facts.symbols[ordinal]
    if symbol.body_start < 0:
        raise Refused(f"{symbol.name_path} has no body", "Replace the whole symbol.")
    start, end = symbol.body_start, symbol.body_end
    if (own := _unchanged(document, start, end, text)) is not None:
        yield own
        return
    old = document.source[start:end]
    expect = Expect(free=family(document.facts.symbols, ordinal) - {ordinal})
    for new in _bodies(document, symbol, split_text(text) or [""]):
        yield FileEdit(document, (TextEdit(start, end, with_old_line_ends(old, new)),), expect)


def _unchanged(document: Document, start: int, end: int, text: str) -> FileEdit | None:
    """The edit that changes nothing, where a text is what stands there already."""
    old = document.source[start:end]
    same = text.replace("\r\n", "\n").strip().encode() == old.replace(b"\r\n", b"\n").strip()
    return FileEdit(document, (TextEdit(start, end, old),)) if same else None


def _bodies(document: Document, symbol: Symbol, lines: list[str]) -> Iterator[bytes]:
    """The ways to write a body."""
    language, source = document.language, document.source
    assert language is not None
    start, end = symbol.body_start, symbol.body_end
    old = source[start:end]
    unit = unit_at(source, start, end)
    outer = line_indentation(source, symbol.name_start)
    newline = newline_at(source, start, end)
    inner = outer + (unit or "    ")
    braced = old.startswith(b"{") and old.endswith(b"}")
    closed = old[:1] in (b"{", b"(") and lines[0].lstrip().encode()[:1] == old[:1]
    if closed or (not braced and opens_line(source, start)):
        for fit in _fitted(document, start, end, "\n".join(lines), statements=not closed):
            yield _joined(document, start, end, fit)
    elif braced:
        place = Place(_first_inner_indent(old) or inner, unit, _inner_lines(old), statements=True)
        for fit in fitted(language, lines, place):
            yield newline.join([b"{", *(line.encode() for line in fit), f"{outer}}}".encode()])
    else:
        if len(lines) == 1:
            yield lines[0].strip().encode()
        for fit in fitted(language, lines, Place(inner, unit, (), statements=True)):
            yield newline + newline.join(line.encode() for line in fit)
        yield newline.join(line.encode() for line in lines)


def text_replacements(document: Document, ordinal: int, old: str, new: str, *, every: bool) -> Iterator[FileEdit]:
    """Replace a text that stands in the symbol, as written; once, or everywhere in it."""
    symbol = document.facts.symbols[ordinal]
    source = document.source
    newline = newline_at(source, symbol.start_byte, symbol.end_byte)
    found: list[int] = []
    wanted = _as_in_file(old, newline)
    if not wanted:
        raise UsageError("the text to look for is empty", "Give the text that is to be replaced.")
    at = source.find(wanted, symbol.start_byte, symbol.end_byte)
    while at >= 0:
        found.append(at)
        at = source.find(wanted, at + len(wanted), symbol.end_byte)
    if not found:
        raise Refused(f"{symbol.name_path} does not hold that text", "Look at it with `show`; blanks count.")
    if len(found) > 1 and not every:
        raise Refused(
            f"{symbol.name_path} holds that text {counted(len(found), 'time')}",
            "Give more of what is around it, or ask for all.",
        )
    text = _as_in_file(new, newline)
    edits = tuple(TextEdit(at, at + len(wanted), text) for at in found)
    yield FileEdit(document, edits, Expect(free=family(document.facts.symbols, ordinal) - {ordinal}))


def family(symbols: Sequence[Symbol], ordinal: int) -> frozenset[int]:
    """A symbol, whatever is in it, and what else the same statement defines."""
    own = symbols[ordinal]
    found = {ordinal}
    for i, symbol in enumerate(symbols):
        inside = symbol.parent in found or own.start_byte <= symbol.name_start < own.end_byte
        around = symbol.start_byte <= own.start_byte and own.end_byte < symbol.end_byte
        if inside and not around:
            found.add(i)
    return frozenset(found)


def companions(symbols: Sequence[Symbol], ordinal: int) -> list[str]:
    """The names of what else the same statement defines, beside a symbol.

    Not what stands within it: a field that the parameter of a constructor makes goes with the constructor.
    """
    own = symbols[ordinal]
    beside = (symbols[each] for each in sorted(family(symbols, ordinal)) if symbols[each].parent == own.parent)
    shared = (s for s in beside if s.start_byte == own.start_byte or s.end_byte == own.end_byte)
    return list(dict.fromkeys(symbol.name for symbol in shared if symbol.name != own.name))


def _as_in_file(text: str, newline: bytes) -> bytes:
    return text.replace("\r\n", "\n").encode().replace(b"\n", newline)


def _old(document: Document, start: int, symbol: Symbol) -> bytes:
    return document.source[start : symbol.end_byte]


def _fitted(document: Document, start: int, end: int, text: str, *, statements: bool = False) -> list[list[str]]:
    source = document.source
    old = source[line_start(source, start) : end].decode("utf-8", "replace").split("\n")
    unit = unit_at(source, start, end)
    place = Place(line_indentation(source, start), unit, [line.rstrip("\r") for line in old], statements)
    lines = split_text(text)
    if not lines:
        raise UsageError("the new text is empty", "`delete` takes a symbol away.")
    assert document.language is not None
    return fitted(document.language, lines, place)


def _joined(document: Document, start: int, end: int, lines: Sequence[str]) -> bytes:
    """The lines as they stand from `start` on, where the first one's indentation is already; `;` and `,` only once."""
    source = document.source
    newline = newline_at(source, start, end)
    first = lines[0][len(indentation(lines[0])) :]
    new = newline.join(line.encode() for line in (first, *lines[1:])).rstrip()
    old = source[start:end]
    following = source[end:].lstrip(b" \t")[:1]
    for separator in _SEPARATORS:
        if old.endswith(separator) and not new.endswith(_SEPARATORS) and _is_trailing(document, separator):
            new += separator
        elif new.endswith(separator) and following == separator and not old.endswith(separator):
            new = new[:-1]
    return with_old_line_ends(old, new)


def _is_trailing(document: Document, separator: bytes) -> bool:
    assert document.language is not None
    return separator.decode() in document.language.rules.trailing


def _expect(document: Document, ordinal: int, start: int, new: bytes) -> Expect:
    symbols = document.facts.symbols
    return Expect(
        free=family(symbols, ordinal),
        of=ordinal,
        wanted=(symbols[ordinal].name, *companions(symbols, ordinal)),
        span=(start, start + len(new)),
        container=symbols[ordinal].parent,
        recount=True,
    )


def _edit(document: Document, ordinal: int, start: int, new: bytes, notes: tuple[str, ...]) -> FileEdit:
    symbol = document.facts.symbols[ordinal]
    edit = TextEdit(start, symbol.end_byte, new)
    return FileEdit(document, (edit,), _expect(document, ordinal, start, new), notes)


def _wanted(after: Document, edit: FileEdit) -> Symbol | None:
    expect = edit.expect
    assert expect.span is not None
    start, end = expect.span
    named = [s for s in after.facts.symbols if s.name == expect.wanted[0] and start <= s.name_start < end]
    return min(named, key=lambda s: (s.start_byte, -s.end_byte)) if named else None


def _head(
    document: Document, symbol: Symbol, head: Pieces, after: Document, found: Symbol
) -> tuple[bytes, int, tuple[str, ...]] | None:
    """The head of the result, where the text's own ends, and what was kept; None where nothing has to be kept."""
    new = pieces_of(after, found)
    missing = head.kinds() - new.kinds()
    if not missing:
        return None
    old_parts = [(p.kind, document.source[p.start : p.end]) for p in head.parts]
    new_parts = [(p.kind, after.source[p.start : p.end]) for p in new.parts]
    parts: list[bytes] = []
    done: set[str] = set()
    for kind, text in old_parts:
        if kind in missing:
            parts.append(text)
        elif kind not in done:
            parts += [text for other, text in new_parts if other == kind]
        done.add(kind)
    added = [text for kind, text in new_parts if kind not in done]
    kept = " and ".join(_NAMES[kind] for kind in (COMMENT, ATTRIBUTE, KEEP) if kind in missing)
    return b"".join([*added, *parts]), new.core, (f"{kept} of {symbol.name} stayed: the text brings none",)


def _first_inner_indent(old: bytes) -> str:
    """The indentation of the first line inside of braces."""
    for line in old.split(b"\n")[1:-1]:
        if line.strip():
            return indentation(line.decode("utf-8", "replace"))
    return ""


def _inner_lines(old: bytes) -> list[str]:
    return [line.rstrip(b"\r").decode("utf-8", "replace") for line in old.split(b"\n")[1:-1]]
