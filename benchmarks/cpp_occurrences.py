"""Writes what clang resolves the names of a C++ project to, in the form that `occurrences` takes.

    python benchmarks/cpp_occurrences.py ROOT OUT.jsonl --commands FOLDER [--without FOLDER …]

Needs libclang's Python bindings (`pip install libclang-ng`), and a `compile_commands.json` in the folder of
`--commands` (`cmake -DCMAKE_EXPORT_COMPILE_COMMANDS=ON`). A header is read as the first file sees it that includes it.
Left out are names of variables and parameters of functions, which are easy and would hide the rest, of namespaces,
names that a macro's body spells, and what depends on a type parameter, to which clang gives no meaning.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections import defaultdict
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

REFERENCES = {
    *("TYPE_REF", "TEMPLATE_REF", "MEMBER_REF", "OVERLOADED_DECL_REF", "DECL_REF_EXPR", "MEMBER_REF_EXPR"),
    "MACRO_INSTANTIATION",
}
FUNCTIONS = {"FUNCTION_DECL", "CXX_METHOD", "CONSTRUCTOR", "DESTRUCTOR", "FUNCTION_TEMPLATE", "LAMBDA_EXPR"}
LOCAL = {
    "VAR_DECL",
    "PARM_DECL",
    "TEMPLATE_TYPE_PARAMETER",
    "TEMPLATE_NON_TYPE_PARAMETER",
    "TEMPLATE_TEMPLATE_PARAMETER",
}
OVERLOADS_AT_MOST = 200
Position = tuple[str, int, int]
"""Path below the root, line from 1, column in bytes from 0."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Parse each file, walk, write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("root")
    parser.add_argument("out")
    parser.add_argument("--commands", required=True)
    parser.add_argument("--without", action="append", default=[], metavar="FOLDER", help="a part of paths to leave out")
    given = parser.parse_args(arguments)
    walk = Walk(given.root, given.without)
    for file, options in _commands(Path(given.commands, "compile_commands.json")):
        walk.unit(file, options)
    with open(given.out, "w", encoding="utf-8") as out:
        out.writelines(json.dumps(row) + "\n" for row in walk.rows())
    return 0


def _commands(path: Path) -> Iterator[tuple[str, list[str]]]:
    seen: set[str] = set()
    entries: list[dict[str, Any]] = json.loads(path.read_text(encoding="utf-8"))
    for entry in entries:
        words: list[str] = entry.get("arguments") or entry["command"].split()
        file = os.path.join(str(entry["directory"]), str(entry["file"]))
        if file in seen:
            continue
        seen.add(file)
        options = [word.replace('\\"', '"') for word in words[1:] if word not in ("-c", entry["file"])]
        if "-o" in options:
            at = options.index("-o")
            del options[at : at + 2]
        yield file, [*options, f"-working-directory={entry['directory']}"]


class Walk:
    """What was found so far: where names stand, and where what they mean is declared."""

    def __init__(self, root: str, without: Sequence[str]) -> None:
        """Nothing yet."""
        self.clang: Any = import_module("clang.cindex")
        self.clang.Config.libcxx_dir = (
            None  # the package brings headers of a library that would stand before the system's
        )
        self.root, self.without = os.path.realpath(root), without
        self.index = self.clang.Index.create()
        self.done: set[str] = set()
        self.found: dict[tuple[Position, str], tuple[set[Any], bool]] = {}
        self.declared: dict[str, set[tuple[str, int]]] = defaultdict(set)
        """By clang's name of a declaration that all files share."""
        self.known: dict[Position, set[str]] = defaultdict(set)
        self.taken: set[str] = set()
        """Names that a declaration of the project takes over from elsewhere."""
        self.texts: dict[str, list[bytes]] = {}
        self.paths: dict[str, str | None] = {}

    def unit(self, file: str, options: list[str]) -> None:
        """Read one file, and of what it includes all that was not read."""
        unit = self.index.parse(file, options, options=self.clang.TranslationUnit.PARSE_DETAILED_PROCESSING_RECORD)
        errors = [each for each in unit.diagnostics if each.severity >= self.clang.Diagnostic.Error]
        if errors:
            sys.stderr.write(f"{file}: {len(errors)} errors, the first: {errors[0].spelling} {errors[0].location}\n")
        read: set[str] = set()
        stack = [unit.cursor]
        while stack:
            for cursor in stack.pop().get_children():
                path = self.path(cursor.location.file)
                if path is None or path in self.done:
                    continue
                read.add(path)
                self.note(cursor)
                stack.append(cursor)
        self.done |= read

    def note(self, cursor: Any) -> None:
        """Take note of a declaration or of a reference."""
        kind = cursor.kind
        if kind.is_declaration() and kind.name != "CXX_ACCESS_SPEC_DECL":
            place = self.place(cursor)
            if place is not None and len(cursor.get_usr()) > len("c:"):
                self.declared[cursor.get_usr()].add(place[:2])
                self.known[place].add(cursor.get_usr())
            if kind.name == "USING_DECLARATION":
                self.taken.add(cursor.spelling)
        if kind.name not in REFERENCES:
            return
        targets = self.targets(cursor)
        where = self.place(cursor)
        for target in targets:
            name = target.spelling.partition("<")[0]
            if where is None or not name or not self.spells(where, name) or self.is_local(target):
                continue
            means, _ = self.found.setdefault((where, name), (set(), False))
            places, usrs = self.meaning(target)
            means.add((frozenset(places), frozenset(usrs)))

    def targets(self, cursor: Any) -> list[Any]:
        """The declarations that a reference may mean."""
        if cursor.kind.name == "OVERLOADED_DECL_REF":
            library = self.clang.conf.lib
            count = min(library.clang_getNumOverloadedDecls(cursor), OVERLOADS_AT_MOST)
            targets = [library.clang_getOverloadedDecl(cursor, each) for each in range(count)]
            return [self.clang.Cursor.from_cursor_result(target, cursor) for target in targets]
        target = cursor.referenced
        return [] if target is None or target.kind.name in ("NAMESPACE", "NAMESPACE_ALIAS") else [target]

    def meaning(self, target: Any) -> tuple[set[Position], set[str]]:
        """Where a declaration stands, and its names: its own, and of the template that it is made from."""
        cursors = [target, target.canonical, target.get_definition(), target.specialized_template]
        cursors = [each for each in cursors if each is not None]
        places = {place for each in cursors if (place := self.place(each)) is not None}
        return places, {name for each in cursors if len(name := each.get_usr()) > len("c:")}

    @staticmethod
    def is_local(target: Any) -> bool:
        """Whether it is a parameter, or a variable of a function."""
        if target.kind.name not in LOCAL:
            return False
        parent = target.semantic_parent
        return target.kind.name != "VAR_DECL" or (parent is not None and parent.kind.name in FUNCTIONS)

    def place(self, cursor: Any) -> Position | None:
        """Where a name stands in a file of the project: of an argument of a macro, where it is spelled."""
        found = _file_location(self.clang, cursor.location)
        path = self.path(found[0])
        return None if path is None else (path, found[1], found[2] - 1)

    def path(self, file: Any) -> str | None:
        """Of a file of the project, its path below the root."""
        if file is None:
            return None
        name = file.name
        if name not in self.paths:
            path = os.path.relpath(os.path.realpath(name), self.root)
            is_in = not path.startswith("..") and not any(part in path for part in self.without)
            self.paths[name] = path if is_in else None
        return self.paths[name]

    def spells(self, where: Position, name: str) -> bool:
        """Whether a name stands there in the text."""
        path, line, column = where
        if path not in self.texts:
            self.texts[path] = Path(self.root, path).read_bytes().split(b"\n")
        lines, word = self.texts[path], name.encode()
        text = lines[line - 1][column : column + len(word) + 1] if line <= len(lines) else b""
        after = text[len(word) :]
        return text.startswith(word) and not (after.isalnum() or after == b"_")

    def rows(self) -> Iterator[list[Any]]:
        """A row a place, as `occurrences` reads it."""
        for ((path, line, column), name), (means, _) in sorted(self.found.items()):
            places: set[tuple[str, int]] = set()
            outside = False
            for own, usrs in means:
                shared = set(usrs).union(*(self.known.get(place, set()) for place in own))
                places |= {place[:2] for place in own}.union(*(self.declared.get(usr, set()) for usr in shared))
                outside = outside or not places
            if not places and name in self.taken:
                continue  # what takes it over is as right an answer
            yield [path, line, column, name, sorted(map(list, places)), outside]


def _file_location(clang: Any, location: Any) -> tuple[Any, int, int]:
    """Where it is written: file, line from 1, column in bytes from 1."""
    ctypes = import_module("ctypes")
    file, line, column, offset = clang.c_object_p(), ctypes.c_uint(), ctypes.c_uint(), ctypes.c_uint()
    clang.conf.lib.clang_getFileLocation(
        location, ctypes.byref(file), ctypes.byref(line), ctypes.byref(column), ctypes.byref(offset)
    )
    return clang.File(file) if file else None, line.value, column.value


if __name__ == "__main__":
    sys.exit(main())
