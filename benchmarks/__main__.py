"""The command line of the benchmarks: `python -m benchmarks [COMMAND]`, from the root of the repository."""

from __future__ import annotations

import argparse
import importlib
import signal
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.console import Console

from codeintel.engine.errors import CodeintelError

from .commands import SCRIPTS, page, script
from .comparison_report import show_comparison, write_comparison
from .growth_report import write_growth
from .guard import check
from .measure import ROOT, ChildFailed
from .peers import Peers
from .report import RESULTS, kept_results, show, write_readme
from .repositories import NotThere, compared, fetch, locate, names, of_path
from .results import load, save, without_texts
from .sides.agent import ServerGone
from .tasks import TASKS, Context
from .tasks.compare import FULL, QUICK, SIDES, Options
from .tasks.compare import run as compare

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from .repositories import Repository
    from .results import Result

__all__ = ["main"]

WIDTH = 160
AMOUNTS = {
    "cold": "how often each side starts from nothing",
    "questions": "how many questions of each task",
    "edits": "how many files are edited, and asked for at once",
    "renames": "how many symbols are renamed",
}
PROGRAM = "python -m benchmarks"


def main(argv: Sequence[str]) -> int:
    """Run one command line.

    Gives the exit code: 0 whether targets are met or not, 1 where `check` found a figure worse than it was, 2 for what
    cannot be run.
    """
    signal.signal(signal.SIGTERM, _leave)  # so that servers and copies go, too
    words = list(argv)
    if words[:1] in (["-h"], ["--help"], ["help"]):
        sys.stdout.write(page())
        return 0
    if not words or words[0].startswith("-"):
        words.insert(0, "compare")
    try:
        if words[0] in SCRIPTS:
            return script(words[0])(words[1:])
        arguments = _parser().parse_args(words)
        return arguments.run(arguments)
    except (NotThere, ChildFailed, ServerGone, CodeintelError) as error:
        Console(stderr=True).print(f"benchmarks: {error}", style="red", highlight=False, markup=False)
        return 2


def _leave(signum: int, frame: object) -> None:
    del frame
    sys.exit(128 + signum)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog=PROGRAM, add_help=False, usage=f"{PROGRAM} [COMMAND] [OPTION]…")
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    _add_compare(commands)
    for name, about in {**TASKS, "all": "every benchmark of codeintel alone, one after the other"}.items():
        command = commands.add_parser(name, description=about[0].upper() + about[1:] + ".")
        _add_where(command, "django")
        command.add_argument(
            "--quick", action="store_true", help="only see that it works: fewest rounds, smallest sizes"
        )
        command.add_argument(
            "--json", type=Path, metavar="FILE", help="keep the results in FILE, not in benchmarks/results/"
        )
        _add_python(command)
        command.set_defaults(run=_measure, benchmarks=list(TASKS) if name == "all" else [name])
    command = commands.add_parser("fetch", description="Get the listed repositories, each pinned and checked.")
    command.add_argument("names", nargs="*", metavar="NAME", help=f"of {', '.join(names())} (default: all)")
    command.set_defaults(run=_fetch)
    command = commands.add_parser("peers", description="Install the tools that codeintel is compared with.")
    command.set_defaults(run=_peers)
    command = commands.add_parser("report", description="Show the kept results again.")
    command.add_argument("--readme", action="store_true", help="write their figures into benchmarks/README.md")
    command.add_argument(
        "--comparison",
        type=Path,
        metavar="FILE",
        help="results of a comparison: show them, write its page beside",
    )
    command.add_argument("--growth", type=Path, metavar="FILE", help="results of `growth`: write a page beside")
    command.set_defaults(run=_report)
    command = commands.add_parser(
        "check", description="Hold the ratios that guard.toml keeps against this machine; exit code 1: one is worse."
    )
    command.add_argument("--rounds", type=int, default=7, metavar="N", help="how often each side does its work (7)")
    command.add_argument("--update", action="store_true", help="keep what was measured as what is expected")
    command.set_defaults(run=_check)
    return parser


def _add_compare(commands: Any) -> None:
    command = commands.add_parser(
        "compare",
        prog=f"{PROGRAM} [compare]",
        description="codeintel beside grep, ctags and its peers: the same questions, each on a copy of its own.",
    )
    _add_where(command, "this repository")
    command.add_argument(
        "--all", action="store_true", help=f"the repositories of the published comparison ({', '.join(compared())})"
    )
    command.add_argument(
        "--quick", action="store_true", help=f"{QUICK.questions} questions a task, not {FULL.questions}: a minute"
    )
    for name, about in AMOUNTS.items():
        command.add_argument(f"--{name}", type=int, metavar="N", help=about)
    command.add_argument(
        "--with-peers",
        action="store_true",
        help=f"install {', '.join(Peers().names())} if need be, and compare with them",
    )
    command.add_argument("--side", action="append", choices=SIDES, help="only this one; may be repeated")
    command.add_argument(
        "--truth", type=Path, metavar="DIR", help="a folder of truth (see kit.py), or of several by name; else our own"
    )
    command.add_argument(
        "--out", type=Path, default=RESULTS / "comparison", metavar="DIR",
        help="where results, answers, page and charts go (default: benchmarks/results/comparison)",
    )  # fmt: skip
    _add_python(command)
    command.set_defaults(run=_compare)


def _add_where(command: argparse.ArgumentParser, default: str) -> None:
    where = command.add_mutually_exclusive_group()
    where.add_argument(
        "--name",
        action="append",
        metavar="NAME",
        help=f"a fetched repository ({', '.join(names())}; default: {default}); may be repeated",
    )
    where.add_argument("--repo", metavar="PATH", help="any folder of sources")


def _add_python(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--python",
        metavar="PATH",
        help="use the codeintel beside this interpreter (default: one is built; with --quick it is this one)",
    )


def _compare(arguments: argparse.Namespace) -> int:
    amounts = QUICK if arguments.quick else FULL
    amounts = amounts._replace(**{name: given for name in AMOUNTS if (given := getattr(arguments, name)) is not None})
    options = Options(arguments.with_peers, arguments.truth, arguments.side or (), amounts)
    listed = compared() if arguments.all else arguments.name
    repositories = [locate(name) for name in listed] if listed else [of_path(arguments.repo or str(ROOT))]
    results: list[Result] = []
    written = arguments.out
    for repository in repositories:
        result = _waiting("compare", repository, arguments, lambda context: compare(context, options))
        save([result], arguments.out / "answers" / f"{repository.name}.json")
        results.append(without_texts(result))  # kept after each, so that what was taken is not lost
        save(results, arguments.out / "comparison.json")
        written = write_comparison(results, arguments.out, result.command)
    show_comparison(results, _console())
    Console(stderr=True).print(f"{written}, comparison.json, charts; every answer is in {arguments.out / 'answers'}")
    return 0


def _measure(arguments: argparse.Namespace) -> int:
    repositories: list[Repository] = (
        [of_path(arguments.repo)] if arguments.repo else [locate(name) for name in arguments.name or ["django"]]
    )
    results: list[Result] = []
    for repository in repositories:
        for benchmark in arguments.benchmarks:
            run = importlib.import_module(f".tasks.{benchmark}", __package__).run
            result = _waiting(benchmark, repository, arguments, run)
            show(result, _console())
            results.append(result)
            if arguments.json is None:
                save([result], RESULTS / f"{benchmark}-{repository.name}{'-quick' if arguments.quick else ''}.json")
    if arguments.json is not None:
        save(results, arguments.json)
    return 0


def _waiting(
    name: str, repository: Repository, arguments: argparse.Namespace, run: Callable[[Context], Result]
) -> Result:
    """Run a benchmark, and say what it is at."""
    with Console(stderr=True).status(f"{name}: {repository.name}") as status:

        def said(text: str) -> None:
            status.update(f"{name}: {repository.name}: {text}")

        return run(Context(repository, arguments.quick, said, arguments.python))


def _console() -> Console:
    """Stdout; in a file or pipe, lines as long as the tables are."""
    console = Console()
    return console if console.is_terminal else Console(width=WIDTH)


def _check(arguments: argparse.Namespace) -> int:
    return check(_console(), arguments.rounds, update=arguments.update)


def _fetch(arguments: argparse.Namespace) -> int:
    for name in arguments.names or names():
        Console().print(f"{name}: {fetch(name)}", highlight=False)
    return 0


def _peers(arguments: argparse.Namespace) -> int:
    del arguments
    peers = Peers()
    peers.install(lambda text: Console(stderr=True).print(text))
    for name in peers.installed():
        Console().print(f"{peers.version(name)}: {peers.program(name)}", highlight=False)
    return 0


def _report(arguments: argparse.Namespace) -> int:
    if arguments.comparison is not None:
        results = load(arguments.comparison)
        show_comparison(results, _console())
        write_comparison(results, arguments.comparison.parent, results[0].command)
        return 0
    if arguments.growth is not None:
        Console().print(str(write_growth(load(arguments.growth)[0], arguments.growth.parent)))
        return 0
    results = kept_results()
    for result in results:
        show(result, _console())
    if arguments.readme:
        write_readme(results)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
