"""The questions of the comparison, and what a compiler says is right: from a folder of truth, or made for any tree.

A folder of truth has `queries.jsonl`, one question a line (`id`, `op`: references, callers, definition or symbols;
`name`, `name_path`, `path`, `line`), `refs.jsonl`, the uses of each symbol that is asked for, `defs.jsonl`, the
definitions, and `files.txt`, the files in scope. Without one, symbols of the index are asked for, and a language server
says what is right, where there is one.
"""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from codeintel.engine.answers.references import RefsRequest
from codeintel.engine.errors import CodeintelError
from codeintel.engine.namepath import parse_name_path

from .contents import SEED, sample

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from codeintel.engine.answers.references import Reference
    from codeintel.engine.service import Engine

    from .contents import Target

__all__ = ["KITS", "TASK_OF", "Definition", "Kit", "Question", "Uses", "judged", "kit_of", "made_kit", "read_kit"]

KITS = Path(__file__).parent / "kits"
"""Folders of truth that come with the benchmarks, by the name of the repository."""
TASK_OF = {"symbols": "overview", "definition": "definition", "references": "references", "callers": "callers"}
"""What the questions of a folder of truth are called here."""
DERIVED = {"impact": "callers", "rename": "references"}
"""Tasks whose questions are about the symbols of another task."""
EVERYTHING = 1_000_000
"""No limit."""
RENAMABLE = ("function", "class", "method")


class Question(NamedTuple):
    """One question about one symbol, or about one file."""

    id: str
    task: str
    path: str
    """Of the file asked about, or that the symbol is defined in; empty where only its name is known."""
    name: str = ""
    name_path: str = ""
    line: int = 0
    """Of the symbol's name, from 1."""
    kind: str = ""
    words: str = ""
    """What is searched for."""
    expected: tuple[str, ...] = ()
    """Ids of definitions of which an answer to `words` has to show one."""

    @property
    def key(self) -> str:
        """What `refs.jsonl` calls the symbol."""
        return self.id.partition("-callers")[0].partition(":")[0]


class Definition(NamedTuple):
    """A definition, by a compiler."""

    path: str
    line: int
    start: int
    end: int
    name: str
    name_path: str
    cat: str
    """`core` has to be found; `ext` (variables, attributes) and `nested` may be."""


class Uses(NamedTuple):
    """The uses of a symbol, by a compiler: places are (path, line)."""

    required: frozenset[tuple[str, int]]
    imports: frozenset[tuple[str, int]]
    neutral: frozenset[tuple[str, int]]
    """Neither wanted nor wrong: the definition itself, the override family, what no compiler could resolve."""
    unsure: frozenset[tuple[str, int]]
    """Of these: places where a call is not known to be one of this symbol."""
    callers: frozenset[tuple[str, str]]
    """(path, name) of functions and classes that call it."""
    around: frozenset[tuple[str, str]]
    """The same of those that use it in any way."""
    definition: tuple[str, int]
    name: str


class Kit(NamedTuple):
    """Questions, and the truth where it is known."""

    questions: Mapping[str, Sequence[Question]]
    """By task, in an order that is random but always the same."""
    definitions: Sequence[Definition] = ()
    uses: Mapping[str, Uses] = {}
    scope: frozenset[str] = frozenset()
    """Files whose answers count; empty: all."""
    judge: str = ""
    """Where the truth is from; empty: there is none."""


def kit_of(name: str, folder: Path | None) -> Kit | None:
    """The truth about a listed repository: in `folder` (one kit, or a folder of kits), or that comes with us."""
    for where in [folder, folder / name] if folder is not None else [KITS / name]:
        if (where / "queries.jsonl").is_file():
            return read_kit(where)
    return None


def read_kit(folder: Path) -> Kit:
    """Read a folder of truth."""
    definitions = [Definition(*(row[field] for field in Definition._fields)) for row in _rows(folder / "defs.jsonl")]
    uses = {row["id"]: _uses(row) for row in _rows(folder / "refs.jsonl")}
    questions: dict[str, list[Question]] = {}
    for row in _rows(folder / "queries.jsonl"):
        named: dict[str, Any] = {
            field: row[field] for field in ("id", "path", "name", "name_path", "line", "kind") if field in row
        }
        task = TASK_OF[row["op"]]
        questions.setdefault(task, []).append(Question(task=task, path=named.pop("path", ""), **named))
    for asked in questions.values():
        random.Random(SEED).shuffle(asked)
    scope = frozenset((folder / "files.txt").read_text(encoding="utf-8").split("\n")) - {""}
    source = (folder / "SOURCE.md").read_text(encoding="utf-8") if (folder / "SOURCE.md").exists() else ""
    judge = next((line for line in source.splitlines() if "eferences: " in line), "a folder of truth")
    return _derived(Kit(questions, definitions, uses, scope, judge))


def made_kit(root: Path, count: int) -> Kit:
    """Questions about random symbols of an index that is there (see `own_cache`); nothing says what is right."""
    named = [target for target in sample(str(root), 40 * count) if _is_plain(target)]
    called = [target for target in named if target.symbol.kind in RENAMABLE]
    chosen = {
        "overview": [
            Question(f"o{n}", "overview", path)
            for n, path in enumerate(dict.fromkeys(target.path for target in named if target.symbol.kind != "module"))
        ],
        "definition": list(_about("definition", named)),
        "references": list(_about("references", named)),
        "callers": list(_about("callers", called)),
    }
    return _derived(Kit({task: asked[:count] for task, asked in chosen.items()}))


def judged(kit: Kit, engine: Engine) -> Kit:
    """The kit with the uses of its symbols as a language server sees them; as it was where none is to be had.

    The server is asked as codeintel asks it, and only what it says itself is taken. Definitions stay unjudged.
    """
    uses: dict[str, Uses] = {}
    servers: set[str] = set()
    for question in [*kit.questions["references"], *kit.questions["callers"]]:
        if question.key in uses:
            continue
        request = RefsRequest(f"{question.path}:{question.name_path}", precision="lsp", limit=EVERYTHING)
        try:
            answer = engine.refs(request)
        except CodeintelError:  # no server for this language, or it does not answer
            continue
        said = [row for row in answer.references if "lsp:" in row.source]
        servers.update(part for row in said for part in row.source.split("+") if part.startswith("lsp:"))
        if said and answer.complete:
            uses[question.key] = _uses_seen(question, said)
    if not uses:
        return kit
    names = ", ".join(sorted(server.removeprefix("lsp:") for server in servers))
    return kit._replace(uses=uses, judge=f"uses, by a language server ({names}); definitions are not judged")


def _uses_seen(question: Question, said: Sequence[Reference]) -> Uses:
    definition = (question.path, question.line)
    imports = frozenset((row.path, row.line) for row in said if row.role == "import")
    own = frozenset((row.path, row.line) for row in said if row.role == "definition") | {definition}
    required = frozenset((row.path, row.line) for row in said if row.role not in ("import", "definition"))
    around = [(row, (row.path, _last(row.enclosing).partition("[")[0])) for row in said if row.enclosing]
    return Uses(
        required,
        imports - required,
        (imports | own) - required,
        own,
        frozenset(place for row, place in around if row.role in ("call", "instantiate")),
        frozenset(place for row, place in around if row.role not in ("import", "definition")),
        definition,
        question.name,
    )


def _derived(kit: Kit) -> Kit:
    """The kit with the tasks whose questions follow from others."""
    more = {
        task: [
            question._replace(id=f"{question.id}:{task}", task=task)
            for question in kit.questions.get(of, ())
            if not question.kind or question.kind in RENAMABLE
        ]
        for task, of in DERIVED.items()
    }
    return kit._replace(questions={**kit.questions, **more})


def _about(task: str, targets: Iterable[Target]) -> Iterator[Question]:
    for number, target in enumerate(targets):
        symbol = target.symbol
        yield Question(
            f"{task[0]}{number}",
            task,
            target.path,
            symbol.name,
            symbol.name_path,
            symbol.name_line + 1,
            symbol.kind,
        )


def _is_plain(target: Target) -> bool:
    """Whether others can be asked for the symbol by its name, too."""
    parts = parse_name_path(target.symbol.name_path)
    return all(part.name.isidentifier() and part.index is None for part in parts)


def _uses(row: dict[str, Any]) -> Uses:
    def places(field: str) -> frozenset[tuple[str, int]]:
        return frozenset((path, line) for path, line, *_ in row.get(field, ()))

    definition = (row["path"], row["line"])
    found: dict[str, set[tuple[str, int]]] = {"i": set(), "m": set(), "": set()}
    for path, line, _, flag in row["refs"]:
        found[flag if flag in found else ""].add((path, line))
    required = frozenset(found[""])
    imports = frozenset(found["i"]) - required
    own = places("other_defs") | {definition}
    unsure = own | places("family") | places("unresolved")
    calls: set[tuple[str, str]] = set()
    around: set[tuple[str, str]] = set()
    for path, name_path, line, is_call in row["callers"]:
        if name_path != "<module>":
            around.add((path, _last(name_path)))
            if is_call and (path, line) not in own:
                calls.add((path, _last(name_path)))
    neutral = (unsure | imports | frozenset(found["m"])) - required
    return Uses(required, imports, neutral, unsure, frozenset(calls), frozenset(around), definition, row["name"])


def _last(name_path: str) -> str:
    return name_path.rpartition("/")[2]


def _rows(path: Path) -> Iterator[dict[str, Any]]:
    with path.open(encoding="utf-8") as lines:
        for line in lines:
            if line.strip():
                yield json.loads(line)
