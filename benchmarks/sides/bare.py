"""The floor: files are read, decoded and parsed by tree-sitter, one after the other in one process; nothing is kept.

Run as a program with a job file (root, grammars, files), it does that and prints what it saw.
"""

from __future__ import annotations

import json
import os
import sys
from collections import Counter
from functools import partial
from typing import TYPE_CHECKING, Any

from ..measure import Side, Spent, environment, run

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    import tree_sitter

    from codeintel.engine.languages import Registry

__all__ = ["NAME", "bare_parse"]

NAME = "bare parse"


def bare_parse(root: Path, files: Sequence[tuple[str, str]], registry: Registry, work: Path) -> Side[Spent]:
    """The side that parses these files (path, language) with the grammars of the registry."""
    used = {language for _, language in files}
    grammars = {
        name: (language.module, language.function, language.grammar_name)
        for name, language in registry.languages.items()
        if name in used
    }
    job = work / "bare.json"
    job.write_text(json.dumps({"root": str(root), "grammars": grammars, "files": files}), encoding="utf-8")
    return Side(NAME, partial(run, [sys.executable, "-m", __name__, str(job)], environment(), memory=True))


def main() -> None:
    """Parse the files of the job."""
    with open(sys.argv[1], encoding="utf-8") as file:
        job = json.load(file)
    print(json.dumps(_parse_all(job)))


def _parse_all(job: dict[str, Any]) -> dict[str, Any]:
    import tree_sitter

    from codeintel.engine.index.decode import decode

    parsers = {name: tree_sitter.Parser(_grammar(*where)) for name, where in job["grammars"].items()}
    seen: Counter[str] = Counter()
    with_errors: list[str] = []
    for path, language in job["files"]:
        with open(os.path.join(str(job["root"]), str(path)), "rb") as file:
            source = decode(file.read()).source
        tree = parsers[language].parse(source)
        seen["files"] += 1
        seen["bytes"] += len(source)
        if tree.root_node.has_error:
            with_errors.append(path)
    return {**seen, "with_errors": with_errors}


def _grammar(module: str, function: str, name: str) -> tree_sitter.Language:
    """The same grammar that `codeintel` uses, without reading what it knows of languages."""
    if not module:
        import tree_sitter_language_pack

        return tree_sitter_language_pack.get_language(name)  # pyright: ignore[reportArgumentType]  # any of its names
    import importlib

    import tree_sitter

    return tree_sitter.Language(getattr(importlib.import_module(module), function)())  # pyright: ignore[reportDeprecated]


if __name__ == "__main__":
    main()
