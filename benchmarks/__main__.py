"""The command line of the benchmarks: `python -m benchmarks COMMAND`, from the root of the repository."""

from __future__ import annotations

import argparse
import importlib
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console

from .measure import ChildFailed
from .report import RESULTS, kept_results, show, write_readme
from .repositories import NotThere, fetch, locate, names, of_path
from .results import save
from .tasks import TASKS, Context

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .repositories import Repository
    from .results import Result

__all__ = ["main"]

WIDTH = 160
COMPARISONS = {
    "sites": "what the index says of random member accesses against a language server",
    "disagreements": "where index and language server disagree, and who is right by a truth",
}
"""Modules with a command line of their own: they hold answers against others, not costs against targets."""


def main(argv: Sequence[str]) -> int:
    """Run one command line; gives the exit code: 0 whether targets are met or not, 2 for what cannot be run."""
    if argv and argv[0] in COMPARISONS:
        return importlib.import_module(f".{argv[0]}", __package__).main(argv[1:])
    arguments = _parser().parse_args(argv)
    try:
        return arguments.run(arguments)
    except (NotThere, ChildFailed) as error:
        Console(stderr=True).print(f"benchmarks: {error}", style="red", highlight=False, markup=False)
        return 2


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=sys.modules["benchmarks"].__doc__)
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    for name, about in {**TASKS, "all": "every benchmark, one after the other"}.items():
        command = commands.add_parser(name, help=about, description=about[0].upper() + about[1:] + ".")
        where = command.add_mutually_exclusive_group()
        where.add_argument(
            "--name",
            action="append",
            metavar="NAME",
            help=f"a fetched repository ({', '.join(names())}; default django); may be repeated",
        )
        where.add_argument("--repo", metavar="PATH", help="any folder of sources")
        command.add_argument(
            "--quick", action="store_true", help="only see that it works: fewest rounds, smallest sizes"
        )
        command.add_argument(
            "--json", type=Path, metavar="FILE", help="keep the results in FILE, not in benchmarks/results/"
        )
        command.add_argument(
            "--python",
            metavar="PATH",
            help="`cli` runs the codeintel beside this interpreter; by default it builds an environment",
        )
        command.set_defaults(run=_measure, benchmarks=list(TASKS) if name == "all" else [name])
    for name, about in COMPARISONS.items():
        commands.add_parser(name, help=about, add_help=False)
    command = commands.add_parser("fetch", help="get the listed repositories")
    command.add_argument("names", nargs="*", metavar="NAME", help=f"of {', '.join(names())} (default: all)")
    command.set_defaults(run=_fetch)
    command = commands.add_parser("report", help="show the kept results again")
    command.add_argument("--readme", action="store_true", help="write their figures into benchmarks/README.md")
    command.set_defaults(run=_report)
    return parser


def _measure(arguments: argparse.Namespace) -> int:
    console, waiting = _console(), Console(stderr=True)
    repositories: list[Repository] = (
        [of_path(arguments.repo)] if arguments.repo else [locate(name) for name in arguments.name or ["django"]]
    )
    results: list[Result] = []
    for repository in repositories:
        for benchmark in arguments.benchmarks:
            with waiting.status(f"{benchmark}: {repository.name}") as status:
                said = lambda text, b=benchmark, r=repository: status.update(f"{b}: {r.name}: {text}")  # noqa: E731
                context = Context(repository, arguments.quick, said, arguments.python)
                result = importlib.import_module(f".tasks.{benchmark}", __package__).run(context)
            show(result, console)
            results.append(result)
            if arguments.json is None:
                save([result], RESULTS / f"{benchmark}-{repository.name}{'-quick' if arguments.quick else ''}.json")
    if arguments.json is not None:
        save(results, arguments.json)
    return 0


def _console() -> Console:
    """Stdout; in a file or pipe, lines as long as the tables are."""
    console = Console()
    return console if console.is_terminal else Console(width=WIDTH)


def _fetch(arguments: argparse.Namespace) -> int:
    for name in arguments.names or names():
        Console().print(f"{name}: {fetch(name)}", highlight=False)
    return 0


def _report(arguments: argparse.Namespace) -> int:
    results = kept_results()
    for result in results:
        show(result, _console())
    if arguments.readme:
        write_readme(results)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
