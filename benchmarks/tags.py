"""Holds the symbols of a project against those of Universal Ctags, kind by kind.

    python -m benchmarks.tags ROOT [--show LANGUAGE/KIND]

A tag is found where a symbol of its name stands on its line, or else where one has that line in its range. What ctags
alone has is listed by kind, with the reasons for it: it stands within a function, it is the second tag of one symbol
(`typedef struct list {} list`), or it is of a kind that is no symbol here, such as headers (`tags.toml`). What has no
reason is unexplained: `--show c/function` lists the places. What codeintel alone has is counted by kind. Neither side
is the truth: ctags reads some languages by patterns of text, and sees definitions in comments and strings there.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
import tomllib
from collections import Counter
from contextlib import closing
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from codeintel.engine.index.decode import decode
from codeintel.engine.index.parse import tree_of
from codeintel.engine.service import Engine

from .contents import languages_of, symbols_of
from .measure import environment
from .runners.tagging import installed
from .workspace import own_cache, scratch

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    import tree_sitter

    from codeintel.engine.facts import Symbol

__all__ = ["Compared", "Place", "compare", "reasons"]

REASONS = Path(__file__).with_suffix(".toml")
DECLARATIONS = ("--kinds-C=+px", "--kinds-C++=+px")
"""Functions without a body and variables of other files are symbols here: ctags has them if it is asked to."""
NESTED = re.compile("function|lambda|closure|arrow|method|block")
"""What the nodes are called within which nothing is a symbol that others could name."""
LOCAL, TWIN, UNEXPLAINED = "within a function or a block", "a second tag of one symbol", "UNEXPLAINED"
_CODE = frozenset({"function", "method", "constructor", "operator"})
_QUALIFIERS = re.compile(r"^.*(?:::?|[.#])(?=[^.:#])")
_ODD = re.compile(r"[\s\"'`$&]+")


class Place(NamedTuple):
    """A tag, or a symbol."""

    path: str
    line: int
    """From 1."""
    name: str
    kind: str
    """As the side that has it calls it."""


class Compared(NamedTuple):
    """One language: tags that are symbols, tags that are none, symbols that are no tags."""

    both: list[Place]
    theirs: list[tuple[Place, str]]
    """With the reason, where the sources tell it; else with none."""
    ours: list[Place]


def main(arguments: Sequence[str] | None = None) -> int:
    """Compare, print a table for each language; exit code 1 where something is unexplained."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("root", type=Path)
    parser.add_argument("--show", default="", metavar="LANGUAGE/KIND", help="list the places of one kind")
    given = parser.parse_args(arguments)
    if not installed():
        sys.stderr.write("this needs Universal Ctags (Debian: apt install universal-ctags)\n")
        return 2
    found = compare(given.root.resolve())
    if given.show:
        language, _, kind = given.show.partition("/")
        one = found.get(language, Compared([], [], []))
        alone = [
            *(("ctags", place, why) for place, why in one.theirs),
            *(("codeintel", place, "") for place in one.ours),
        ]
        rows = (f"{side} {p.path}:{p.line}: {p.name} {why}".rstrip() for side, p, why in alone if p.kind == kind)
        sys.stdout.write("".join(f"{row}\n" for row in rows))
        return 0
    for language, one in sorted(found.items()):
        sys.stdout.write("\n".join([language, *_table(one)]) + "\n")
    return int(any(why == UNEXPLAINED for one in found.values() for _, why in one.theirs))


@cache
def reasons(language: str) -> dict[str, str]:
    """Why tags of a language are no symbols, by a pattern of kind and name: `function [A-Z_]+`."""
    return tomllib.loads(REASONS.read_text(encoding="utf-8")).get(language, {})


def compare(root: Path) -> dict[str, Compared]:
    """Both sides, by language of codeintel; only files that both read."""
    with scratch() as work, own_cache(work):
        with closing(Engine(str(root))) as engine:
            engine.index()
        read = {path: (language, symbols) for path, language, symbols in symbols_of(str(root))}
    tags: dict[str, list[Place]] = {}
    for place in _tags(root, read):
        tags.setdefault(place.path, []).append(place)
    found: dict[str, Compared] = {}
    languages = languages_of(str(root)).languages
    for path, (language, symbols) in read.items():
        if path in tags:
            one = found.setdefault(language, Compared([], [], []))
            rest = _pair(one, path, symbols, tags[path])
            if rest:
                source = decode((root / path).read_bytes()).source
                tree, lines = tree_of(languages[language], source), source.split(b"\n")
                known = reasons(language)
                one.theirs.extend((tag, _reason(tag, symbols, lines, tree, known)) for tag in rest)
    return found


def _pair(compared: Compared, path: str, symbols: Sequence[Symbol], tags: Iterable[Place]) -> list[Place]:
    """Pair tags with symbols; the tags that are left."""
    free: dict[str, list[Symbol]] = {}
    for symbol in symbols:
        free.setdefault(_plain(symbol.name), []).append(symbol)
    rest = [tag for tag in tags if not _take(compared, free, tag, _is_on)]
    rest = [tag for tag in rest if not _take(compared, free, tag, _is_around)]
    left = (symbol for each in free.values() for symbol in each)
    compared.ours.extend(sorted(Place(path, symbol.name_line + 1, symbol.name, symbol.kind) for symbol in left))
    return rest


def _reason(
    tag: Place, symbols: Sequence[Symbol], lines: Sequence[bytes], tree: tree_sitter.Tree, known: dict[str, str]
) -> str:
    said = f"{tag.kind} {tag.name}"
    for pattern, why in known.items():
        if re.fullmatch(pattern, said):
            return why
    around = [symbol for symbol in symbols if _is_around(symbol, tag.line)]
    if any(_plain(symbol.name) == _plain(tag.name) for symbol in around):
        return TWIN
    if any(symbol.kind in _CODE for symbol in around) or _is_nested(tag, lines, tree):
        return LOCAL
    return UNEXPLAINED


def _is_nested(tag: Place, lines: Sequence[bytes], tree: tree_sitter.Tree) -> bool:
    column = max(lines[tag.line - 1].find(tag.name.encode()), 0)
    node = tree.root_node.descendant_for_point_range((tag.line - 1, column), (tag.line - 1, column))
    node = node and node.parent
    while node is not None:
        if NESTED.search(node.type) and (tag.line - 1, 0) > node.start_point:
            return True
        node = node.parent
    return False


def _is_on(symbol: Symbol, line: int) -> bool:
    return line == symbol.name_line + 1


def _is_around(symbol: Symbol, line: int) -> bool:
    return symbol.start_line + 1 <= line <= symbol.end_line + 1


def _take(
    compared: Compared, free: dict[str, list[Symbol]], tag: Place, is_there: Callable[[Symbol, int], bool]
) -> bool:
    candidates = free.get(_plain(tag.name), [])
    symbol = next((each for each in candidates if is_there(each, tag.line)), None)
    if symbol is None:
        return False
    candidates.remove(symbol)
    compared.both.append(tag)
    return True


def _plain(name: str) -> str:
    """A name without what the two sides write differently: qualifiers, quotes, sigils, spaces."""
    return _ODD.sub("", _QUALIFIERS.sub("", name)) or name


def _tags(root: Path, paths: Iterable[str]) -> Iterator[Place]:
    command = ["ctags", "--output-format=json", "--fields=+nK", "--sort=no", *DECLARATIONS, "-L", "-", "-f", "-"]
    listed = "".join(f"{path}\n" for path in sorted(paths) if "\n" not in path)
    said = subprocess.run(
        command, cwd=root, env=environment(), input=listed.encode(), capture_output=True, check=True
    ).stdout.decode(errors="replace")
    for line in said.splitlines():
        tag: dict[str, Any] = json.loads(line)
        if tag["_type"] == "tag" and not tag["name"].startswith("__anon"):
            yield Place(tag["path"], tag["line"], tag["name"], tag["kind"])


def _table(one: Compared) -> Iterator[str]:
    both, theirs = Counter(p.kind for p in one.both), Counter((p.kind, why) for p, why in one.theirs)
    for kind in sorted({*both, *(kind for kind, _ in theirs)}):
        alone = "; ".join(f"{count} {why}" for (each, why), count in theirs.most_common() if each == kind)
        yield f"  {kind:<16}{both[kind]:>7}   {alone}".rstrip()
    ours = Counter(p.kind for p in one.ours)
    yield "  in codeintel alone: " + (", ".join(f"{count} {kind}" for kind, count in ours.most_common()) or "nothing")


if __name__ == "__main__":
    sys.exit(main())
