"""What `python -m benchmarks` can do, in words. Imports none of it."""

from __future__ import annotations

import ast
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from .tasks import TASKS

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

__all__ = ["SCRIPTS", "page", "script"]

_INDENT, _WIDTH = 2, 14
_EXAMPLES = """\
  python -m benchmarks                           codeintel beside grep and ctags, on this repository
  python -m benchmarks --quick                   the same within a minute
  python -m benchmarks --repo ~/src/linux        on yours
  python -m benchmarks --all --with-peers        the published comparison, with other tools installed for it
  python -m benchmarks index --name django       what a first index costs, beside a bare parse
  python -m benchmarks check                     whether anything got worse
"""
_HEAD = {
    "compare": "the default: tokens, time and accuracy beside grep, ctags and other tools",
    "check": "hold the ratios kept in guard.toml against this machine: is anything worse?",
    "report": "show the kept results again; --readme, --comparison and --growth write them",
    "fetch": "get the listed repositories, pinned and checked",
    "peers": "install the other tools, from package registries, for the comparison alone",
}


def _scripts() -> dict[str, str]:
    """Modules beside this one that have a command line of their own (`main(arguments)`), with what each is for."""
    found: dict[str, str] = {}
    here = Path(__file__).parent
    for path in [*sorted(here.glob("[a-z]*.py")), *sorted(here.glob("*/__main__.py"))]:
        tree = ast.parse(path.read_text(encoding="utf-8"))
        mains = [node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name == "main"]
        about = ast.get_docstring(tree)
        if mains and mains[0].args.args and about:
            found[path.parent.name if path.stem == "__main__" else path.stem] = (
                about.splitlines()[0].partition(": `python")[0].rstrip(".")
            )
    return found


SCRIPTS = _scripts()
"""A new one needs no entry anywhere."""


def script(name: str) -> Callable[[Sequence[str]], int]:
    """What runs one of them."""
    where = Path(__file__).parent / name
    return import_module(f".{name}.__main__" if where.is_dir() else f".{name}", __package__).main


def page() -> str:
    """What `--help` prints."""
    costs = {**TASKS, "all": "every one of these, one after the other"}
    return (
        "What codeintel is worth, measured on your machine.\n\n"
        "usage: python -m benchmarks [COMMAND] [OPTION]…      (COMMAND --help has the options)\n\n"
        f"{_EXAMPLES}\n"
        f"beside others\n{_listed(_HEAD)}\n"
        f"what codeintel costs (--name NAME, --repo PATH, --quick)\n{_listed(costs)}\n"
        f"how right it is, and how edits hold\n{_listed(SCRIPTS)}\n"
        "Figures are only as good as the machine is quiet; sides take turns, so ratios hold better than times.\n"
        "What everything means: benchmarks/README.md\n"
    )


def _listed(entries: dict[str, str]) -> str:
    return "".join(f"{'':{_INDENT}}{name:<{_WIDTH}} {about}\n" for name, about in entries.items())
