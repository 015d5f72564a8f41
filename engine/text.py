"""Answers as compact text: the one rendering that people and agents read, in steps of detail that fit a budget.

A line is a list of (style, text); faces with colours use the style, others join the texts. Steps, from full to
short: with docs and bodies, signatures, names, counts per file. An item is never cut in the middle; what a step left
out, and how to get it, is said in the last line.
"""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from .answers.overview import OverviewAnswer
    from .answers.show import ShowAnswer
    from .answers.values import FindAnswer, Node
    from .edit.journal import Entry
    from .edit.values import EditAnswer, FileChange

__all__ = [
    "DOCS",
    "NAMES",
    "SIGNATURES",
    "STEPS",
    "Line",
    "edit_text",
    "edits_text",
    "find_text",
    "fit",
    "lines_of",
    "overview_text",
    "plain",
    "show_text",
    "size_of",
]

Line = list[tuple[str, str]]

DOCS, SIGNATURES, NAMES, COUNTS = 3, 2, 1, 0
FIND_NARROWER = "narrow it with --in PATH, --kind K or a longer name path"
STEPS = {SIGNATURES: "without docs and bodies", NAMES: "as names only", COUNTS: "as counts per file"}


def fit(
    render: Callable[[int], list[Line]], budget: int, narrower: str, steps: Mapping[int, str] = STEPS
) -> list[Line]:
    """The most detailed rendering within `budget` characters (0: no limit); says by `steps` what it left out."""
    for detail in (DOCS, SIGNATURES, NAMES, COUNTS):
        lines = render(detail)
        if not budget or size_of(lines) <= budget:
            break
    else:
        lines = render(COUNTS)
        detail = COUNTS
    if detail == DOCS:
        return lines
    note: Line = [("dim", f"… shown {steps[detail]} to fit {budget} characters; {narrower}")]
    total, kept = size_of([note]), list[Line]()
    for line in lines:
        total += size_of([line])
        if total > budget:
            kept.append([("dim", f"… and {len(lines) - len(kept)} more lines")])
            break
        kept.append(line)
    return [*kept, note]


def plain(lines: Iterable[Line]) -> str:
    """Lines without styles."""
    return "\n".join("".join(text for _, text in line) for line in lines)


def find_text(answer: FindAnswer, budget: int, narrower: str = FIND_NARROWER) -> list[Line]:
    """Hits grouped by file; `narrower` says how to ask for what was left out, as in the other texts."""

    def render(detail: int) -> list[Line]:
        lines: list[Line] = []
        for path, nodes in groupby(answer.symbols, key=lambda node: node.path):
            group = list(nodes)
            if detail == COUNTS:
                lines.append([("path", path), ("dim", f"  {len(group)}")])
                continue
            lines.append([("path", path)])
            for node in group:
                lines += _hit(node, detail)
        return lines

    lines = fit(render, budget, narrower)
    if answer.more:
        lines.append([("dim", f"… and {answer.more} more; raise --limit, or narrow it with --in PATH or --kind K")])
    return lines


def overview_text(answer: OverviewAnswer, budget: int, narrower: str = "") -> list[Line]:
    """The outline of a file, or of each file of a folder."""
    if answer.language is not None:
        lines = fit(
            lambda detail: [
                [("path", answer.path), ("dim", f"  {answer.language}")],
                *(line for node in answer.symbols for line in _tree(node, detail, "  ")),
            ],
            budget,
            narrower or "use a smaller --depth, or `find` one symbol with --depth",
        )
    else:
        lines = fit(lambda detail: _folder(answer, detail), budget, narrower or "give a folder below it, or one file")
    if answer.more:
        lines.append([("dim", f"… and {answer.more} more symbols; raise --limit, or give a narrower path")])
    if answer.deeper:
        how = "raise --depth" if answer.language is not None else "give one file"
        lines.append([("dim", f"… and {answer.deeper} further in; {how}")])
    return lines


def show_text(answer: ShowAnswer, budget: int) -> list[Line]:
    """The numbered source of a symbol; too long, its first lines and where it goes on."""
    node = answer.symbol
    head: Line = [("path", node.path), ("dim", ":"), ("name", node.symbol.name_path), ("dim", f"  {node.symbol.kind}")]
    width = len(str(answer.first_line + len(answer.lines)))
    lines: list[Line] = [head]
    total = size_of([head])
    for number, text in enumerate(answer.lines, answer.first_line):
        line: Line = [("line", f"{number:>{width}}"), ("", f"  {text}" if text else "")]
        total += size_of([line])
        if budget and total > budget:
            left = answer.first_line + len(answer.lines) - number
            lines.append([("dim", f"… {left} more lines; raise --budget, or `find` its members with --depth")])
            break
        lines.append(line)
    return lines


def edit_text(answer: EditAnswer, budget: int, undo: str = "`codeintel undo {edit}` takes it back") -> list[Line]:
    """What an edit did: each file with its new lines, and the diff as far as it fits. A dry run is the diff alone.

    `undo` says how to take it back.
    """
    if not answer.files:
        return [[("", f"{answer.operation}: nothing changed")]]
    diff: list[Line] = [[(_mark(line), line)] for change in answer.files for line in change.diff.split("\n")[:-1]]
    if not answer.applied:
        return diff
    head: list[Line] = [[("", f"{answer.operation}: "), ("name", answer.symbol or "")]]
    head += [[("path", change.path), ("line", f"  {_new_lines(change)}")] for change in answer.files]
    tail: Line = [("dim", undo.format(edit=answer.edit))]
    room = budget - size_of([*head, tail])
    shown: list[Line] = []
    for line in diff:
        room -= size_of([line])
        if budget and room < 0:
            shown.append([("dim", f"… {len(diff) - len(shown)} more lines of the diff; raise --budget")])
            break
        shown.append(line)
    return [*head, *shown, tail]


def edits_text(edits: Sequence[tuple[Entry, bool]], limit: int) -> list[Line]:
    """What was edited when, the last one first."""
    import time

    lines: list[Line] = []
    for entry, undone in edits[:limit]:
        when = time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(entry.when))
        paths = ", ".join(str(file["path"]) for file in entry.files[:3]) + (" …" if len(entry.files) > 3 else "")  # noqa: PLR2004 - enough to know it by
        lines.append(
            [
                ("name", entry.id),
                ("line", f"  {when}"),
                ("kind", f"  {entry.operation}"),
                ("", f"  {entry.symbol or paths}"),
                ("dim", f"  by {entry.by}" + (", taken back" if undone else "")),
            ]
        )
    if len(edits) > limit:
        lines.append([("dim", f"… and {len(edits) - limit} more; raise --limit")])
    return lines


def _mark(line: str) -> str:
    return {"+": "line", "-": "path", "@": "dim"}.get(line[:1], "")


def _new_lines(change: FileChange) -> str:
    if change.end_line < change.line:
        return f"nothing new, lines gone at {change.line}"
    return f"line {change.line}" if change.line == change.end_line else f"lines {change.line}-{change.end_line}"


def size_of(lines: Sequence[Line]) -> int:
    """Characters of lines, with their ends."""
    return sum(1 + sum(len(text) for _, text in line) for line in lines)


def lines_of(node: Node) -> str:
    """The lines of a symbol, as shown."""
    first, last = node.symbol.start_line + 1, node.symbol.end_line + 1
    return str(first) if first == last else f"{first}-{last}"


def _hit(node: Node, detail: int) -> list[Line]:
    symbol = node.symbol
    line: Line = [("line", f"  {lines_of(node)}"), ("kind", f"  {symbol.kind}  "), ("name", symbol.name_path)]
    if detail >= SIGNATURES and symbol.signature:
        line.append(("dim", f"  {symbol.signature}"))
    lines = [line]
    if detail >= DOCS and symbol.doc and node.body is None:
        lines.append([("dim", f"      {symbol.doc}")])
    if detail >= DOCS and node.body is not None:
        number = symbol.start_line + 1
        lines += [
            [("line", f"    {n}"), ("", f"  {t}" if t else "")]
            for n, t in enumerate((node.indent + node.body).split("\n"), number)
        ]
    for child in node.children:
        lines += _tree(child, detail, "    ")
    return lines


def _tree(node: Node, detail: int, indent: str) -> list[Line]:
    if detail == COUNTS:
        return []
    symbol = node.symbol
    name = symbol.name_path[symbol.name_path.rfind("/") + 1 :] if "\\/" not in symbol.name_path else symbol.name
    line: Line = [("line", f"{indent}{lines_of(node)}"), ("kind", f"  {symbol.kind}  ")]
    if detail >= SIGNATURES and symbol.signature and symbol.name in symbol.signature:
        line.append(("", symbol.signature))
        if name.endswith("]") and name != symbol.name:
            line.append(("dim", f"  {name[name.rfind('[') :]}"))
    else:
        line.append(("name", name))
    lines = [line]
    if detail >= DOCS and symbol.doc:
        line.append(("dim", f"  — {symbol.doc}"))
    for child in node.children:
        lines += _tree(child, detail, indent + "  ")
    return lines


def _folder(answer: OverviewAnswer, detail: int) -> list[Line]:
    by_path = {path: list(nodes) for path, nodes in groupby(answer.symbols, key=lambda node: node.path)}
    lines: list[Line] = []
    for path in answer.files:
        nodes = by_path.get(path, [])
        if detail == COUNTS:
            lines.append([("path", path), ("dim", f"  {len(nodes)}")])
        elif detail == NAMES:
            lines.append([("path", path), ("dim", "  " + " ".join(node.symbol.name for node in nodes))])
        else:
            lines.append([("path", path)])
            lines += [line for node in nodes for line in _tree(node, detail, "  ")]
    return lines
