"""What can be typed: the commands, their arguments and their help. Only the commands that were typed are built."""

from __future__ import annotations

import argparse
import importlib
import os
from typing import TYPE_CHECKING, Any, NoReturn

from ..engine.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

__all__ = ["COMMANDS", "Command", "build_parser", "parse"]

DEFAULT_BUDGET = 20_000
MAX_SECONDS = 86_400
_PLACE = frozenset("/.:")
"""What names and paths have in them, and options do not."""


class Command:
    """One command of the line."""

    def __init__(
        self, summary: str, examples: str, module: str, arguments: Callable[[argparse.ArgumentParser], None]
    ) -> None:
        """`module` is the one of `cli` whose function of the command's name (with `_`) runs it."""
        self.summary = summary
        self.examples = examples
        self.module = module
        self.arguments = arguments


def parse(argv: Sequence[str]) -> argparse.Namespace:
    """Read a command line. Raises UsageError; `--help` and `--version` exit."""
    typed = [word for word in argv if word in COMMANDS]
    try:
        return build_parser(typed or list(COMMANDS)).parse_args(argv)
    except UsageError as error:
        dashed = next((word for word in argv if word[:1] == "-" and _PLACE.intersection(word)), "")
        if dashed and "--" not in argv:
            hint = f"{dashed!r} begins as an option does: write `--` before it, if it is none."
            raise UsageError(error.message, hint) from error
        raise


def build_parser(names: Sequence[str]) -> argparse.ArgumentParser:
    """The parser with these commands."""
    parser = _Parser(
        prog="codeintel",
        description="Outlines and definitions of any repository, at once and never stale.",
        epilog="`codeintel COMMAND --help` explains a command. No command needs `index` to have been run first.",
    )
    parser.add_argument("--version", action=_Version, nargs=0, help="print the version and exit")
    _add_project(parser, ".")
    commands = parser.add_subparsers(
        title="commands", metavar="COMMAND", required=True, parser_class=_Parser, prog=parser.prog
    )
    for name in names:
        command = COMMANDS[name]
        sub = commands.add_parser(
            name,
            help=command.summary,
            description=command.summary[0].upper() + command.summary[1:] + ".",
            epilog=f"examples:\n{command.examples}" if command.examples else None,
        )
        _add_project(sub, argparse.SUPPRESS)
        sub.add_argument("--json", action="store_true", help="one JSON document on stdout and nothing else")
        command.arguments(sub)
        sub.set_defaults(command=_runner(command.module, name))
    return parser


def _runner(module: str, name: str) -> Callable[[argparse.Namespace], int]:
    def run(arguments: argparse.Namespace) -> int:
        return getattr(importlib.import_module(f".{module}", __package__), name.replace("-", "_"))(arguments)

    return run


class _Help(argparse.RawDescriptionHelpFormatter):
    """Keeps line breaks; knows the width of the terminal without `shutil`, which costs a look-up 2 ms."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, width=min(_terminal_width(), 120) - 2)


def _terminal_width() -> int:
    try:
        return os.get_terminal_size(1).columns
    except OSError:
        return 100


class _Parser(argparse.ArgumentParser):
    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **{"formatter_class": _Help, **options})

    def error(self, message: str) -> NoReturn:
        raise UsageError(message, f"`{self.prog} --help` shows what there is.")


class _Version(argparse.Action):
    def __call__(self, parser: argparse.ArgumentParser, *_: Any) -> NoReturn:
        from importlib.metadata import version

        print(f"codeintel {version('codeintel-engine')}")
        parser.exit()


def _add_project(parser: argparse.ArgumentParser, default: str) -> None:
    parser.add_argument(
        "-C",
        dest="project",
        metavar="DIR",
        default=default,
        help="the project: the nearest folder at or above DIR that is a repository or has a codeintel.toml",
    )


def _answers(parser: argparse.ArgumentParser, limit: int, what: str = "symbols", budget: int = DEFAULT_BUDGET) -> None:
    parser.add_argument("--limit", type=_count, default=limit, metavar="N", help=f"at most N {what} (default {limit})")
    parser.add_argument(
        "--budget",
        type=_count,
        default=None,
        metavar="CHARS",
        help=f"shorten the answer in steps until it fits (default {budget} for text, none for --json; 0: none)",
    )
    parser.set_defaults(default_budget=budget)


def _count(text: str) -> int:
    number = int(text)
    if number < 0:
        raise argparse.ArgumentTypeError(f"{text} is negative")
    return number


def _index(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--force", action="store_true", help="extract every file again, whatever is stored")
    parser.add_argument(
        "--links",
        action="store_true",
        help="make what references and searches need now, not when first needed",
    )


def _overview(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("path", metavar="PATH", nargs="?", default=".", help="a file or folder (default: the project)")
    parser.add_argument("--depth", type=_count, default=1, metavar="N", help="levels of members to show (default 1)")
    _answers(parser, 2000)


def _find(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "pattern", metavar="PATTERN", help="a name path: `save`, `Model/save`, `/Model/save[1]`, `src/a.py:Model`"
    )
    parser.add_argument("--in", dest="within", metavar="PATH", help="only in this file or folder")
    parser.add_argument("--kind", action="append", default=[], metavar="K", help="only of this kind (may be repeated)")
    parser.add_argument("--substring", action="store_true", help="the last part only needs to be contained in the name")
    parser.add_argument("--ignore-case", action="store_true", help="upper and lower case are the same")
    parser.add_argument("--body", action="store_true", help="show the source of each hit")
    parser.add_argument("--depth", type=_count, default=0, metavar="N", help="levels of members to show (default 0)")
    _answers(parser, 100)


def _scoped(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--in", dest="within", metavar="PATH", help="only in this file or folder")
    parser.add_argument("--tests", action="store_true", help="tests are as welcome as product code")


def _search(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "words", metavar="WORDS", nargs="+", help="what it does, in a few words; names count as words too"
    )
    _scoped(parser)
    parser.add_argument("--kind", action="append", default=[], metavar="K", help="only of this kind (may be repeated)")
    _answers(parser, 20)


def _map(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--focus",
        action="append",
        default=[],
        metavar="F",
        help="draw it around a file, a folder, a symbol, or what words are about (may be repeated)",
    )
    _answers(parser, 300, budget=6_000)


def _explore(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("task", metavar="TASK", nargs="+", help="a question or a task, in words")
    _scoped(parser)
    _answers(parser, 12, budget=12_000)


def _enrich(parser: argparse.ArgumentParser) -> None:
    _answers(parser, 30, budget=600)


def _show(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("symbol", metavar="SYMBOL", help="a name path that means one symbol")
    parser.add_argument("--context", type=_count, default=0, metavar="N", help="lines to show around it")
    _answers(parser, 1)


def _edits(parser: argparse.ArgumentParser, symbol: str = "a name path that means one symbol") -> None:
    parser.add_argument("symbol", metavar="SYMBOL", help=symbol)
    _writes(parser)
    parser.add_argument("--allow-errors", action="store_true", help="lift the syntax check, and no other check")


def _writes(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--dry-run", action="store_true", help="print the unified diff and write nothing")
    _answers(parser, 100)


def _text_from(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--file", metavar="FILE", help="read the text from FILE instead of stdin")


def _replace(parser: argparse.ArgumentParser) -> None:
    _edits(parser)
    _text_from(parser)
    parser.add_argument("--body", action="store_true", help="the text is the new body; the header stays")
    parser.add_argument(
        "--old", metavar="TEXT", help="replace TEXT, which stands in the symbol, and nothing else of it"
    )
    parser.add_argument(
        "--all", action="store_true", help="with --old: everywhere in the symbol, not just where it is alone"
    )


def _insert(parser: argparse.ArgumentParser) -> None:
    _edits(parser)
    _text_from(parser)


def _delete(parser: argparse.ArgumentParser) -> None:
    _edits(parser)
    parser.add_argument("--force", action="store_true", help="delete it although something may still use it")
    _precision(parser)


def _rename(parser: argparse.ArgumentParser) -> None:
    _edits(parser)
    parser.add_argument("new", metavar="NEW", help="the new name")
    _precision(parser)


def _move(parser: argparse.ArgumentParser) -> None:
    _edits(parser)
    parser.add_argument("target", metavar="FILE", help="a file of the project, in the same language, or a new one")
    parser.add_argument(
        "--export", action="store_true", help="export what is needed across files and is not exported yet"
    )


def _undo(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("edit", metavar="EDIT", nargs="?", help="which edit (default: the last one not taken back)")
    parser.add_argument("--list", action="store_true", help="show the edits that are known")
    _writes(parser)


def _precision(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--precision",
        choices=("index", "auto", "lsp"),
        default="",
        help="who is asked: the index, a language server where the index is not sure (auto, the default), or always",
    )
    _wait(parser)


def _wait(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--wait",
        type=_time,
        default=None,
        metavar="SECONDS",
        help="time for a language server (default: `server_wait` of the settings, 120 with lsp)",
    )


def _time(text: str) -> float:
    """Seconds, none of them allowed."""
    return _seconds(text) if float(text) else 0.0


def _refs(parser: argparse.ArgumentParser) -> None:
    from ..engine.answers.references import CERTAINTIES, ROLES

    parser.add_argument("symbol", metavar="SYMBOL", help="a name path that means one symbol")
    _precision(parser)
    parser.add_argument("--role", action="append", default=[], choices=ROLES, help="only these uses (may be repeated)")
    parser.add_argument(
        "--certainty", action="append", default=[], choices=CERTAINTIES, help="only as sure as this (may be repeated)"
    )
    _answers(parser, 500, "references")


def _graph(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("symbol", metavar="SYMBOL", help="a name path that means one symbol")
    parser.add_argument("--depth", type=_count, default=1, metavar="N", help="how many calls away (default 1)")
    _answers(parser, 500, "call sites")


def _callers(parser: argparse.ArgumentParser) -> None:
    _graph(parser)
    _precision(parser)


def _impact(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("symbol", metavar="SYMBOL", help="a name path that means one symbol")
    parser.add_argument("--depth", type=_count, default=3, metavar="N", help="how many uses away (default 3)")
    _answers(parser, 500)


def _trace(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("source", metavar="FROM", help="the symbol where the chain begins")
    parser.add_argument("target", metavar="TO", help="the symbol where it ends")
    _answers(parser, 1, "chains")


def _changed(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("revision", metavar="REV", nargs="?", default="HEAD", help="compare with this (default HEAD)")
    parser.add_argument("--depth", type=_count, default=3, metavar="N", help="how many uses away (default 3)")
    _answers(parser, 500)


def _routes(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "pattern",
        metavar="PATTERN",
        nargs="?",
        default="",
        help="part of a pattern, a pattern with `*`, or a path as a client asks for it: `/users/7` (default: all)",
    )
    parser.add_argument("--in", dest="within", metavar="PATH", help="only those registered in this file or folder")
    parser.add_argument("--method", default="", metavar="M", help="only those that answer this method")
    _answers(parser, 500, "routes")


def _definition(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "place", metavar="FILE:LINE:COL", help="where the name stands, counted from 1; COL may be the name itself"
    )
    _precision(parser)
    _answers(parser, 100)


def _implementations(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("symbol", metavar="SYMBOL", help="a name path that means one class or member")
    _precision(parser)
    _answers(parser, 500)


def _diagnostics(parser: argparse.ArgumentParser) -> None:
    from ..engine.answers.diagnostics import SEVERITIES

    parser.add_argument("path", metavar="PATH", nargs="?", default="", help="a file or folder")
    parser.add_argument("--symbol", default="", metavar="SYMBOL", help="only in the definition of a symbol")
    parser.add_argument(
        "--changed", nargs="?", const="HEAD", default="", metavar="REV", help="the files that changed (since HEAD)"
    )
    parser.add_argument("--severity", choices=SEVERITIES, default="hint", help="nothing less grave than this")
    _wait(parser)
    _answers(parser, 200, "diagnostics")


def _servers(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--all", action="store_true", help="also those for languages that the project does not have")
    trust = parser.add_mutually_exclusive_group()
    trust.add_argument("--trust", action="store_true", help="allow programs of this project to be run as servers")
    trust.add_argument("--distrust", action="store_true", help="take that back")


def _clean(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--all", action="store_true", help="remove the index of every project")


def _completion(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("shell", choices=["bash", "zsh", "tcsh"], help="the shell to print a script for")


def _mcp(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--read-only", action="store_true", help="neither list nor run any tool that edits")
    parser.add_argument(
        "--profile", default="editor", metavar="P", help="which tools: reader, editor (default) or full"
    )
    parser.add_argument("--context", default="any", metavar="C", help="which host asks: leaves out what it has itself")
    parser.add_argument(
        "--project",
        dest="projects",
        action="append",
        default=[],
        metavar="DIR",
        help="a further project that may be asked about (may be repeated)",
    )
    parser.add_argument("--http", metavar="ADDR", help="listen on HOST:PORT instead of stdin and stdout")
    parser.add_argument(
        "--host",
        dest="hosts",
        action="append",
        default=[],
        metavar="NAME",
        help="with --http: a further name by which clients call this machine (may be repeated)",
    )
    parser.add_argument("--structured", action="store_true", help="answer in JSON, as text and as structured content")
    parser.add_argument(
        "--timeout", type=_seconds, default=240.0, metavar="S", help="stop a call after S seconds (default 240)"
    )


def _setup(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("agent", metavar="AGENT", nargs="?", help="the coding agent; without one all are listed")
    parser.add_argument("--print", action="store_true", help="print the entry, for any client, and write nothing")
    parser.add_argument("--remove", action="store_true", help="take the entry out; the file is as it was, to the byte")


def _seconds(text: str) -> float:
    seconds = float(text)
    if not 0 < seconds <= MAX_SECONDS:
        raise argparse.ArgumentTypeError(f"{text} is no time to wait")
    return seconds


def _nothing(parser: argparse.ArgumentParser) -> None:
    del parser


COMMANDS = {
    "find": Command(
        "where is it defined: definitions by name path",
        "  codeintel find Model/save\n"
        "  codeintel find 'test_*' --in tests --kind function\n"
        "  codeintel find parse --substring --ignore-case --body",
        "questions",
        _find,
    ),
    "overview": Command(
        "what is in it: the outline of a file or folder",
        "  codeintel overview src/app.py\n  codeintel overview src --json",
        "questions",
        _overview,
    ),
    "show": Command(
        "the source of one symbol with its line numbers",
        "  codeintel show Model/save\n  codeintel show src/app.py:main --context 3",
        "questions",
        _show,
    ),
    "search": Command(
        "which symbols are about it: definitions by concept, best first, each with the reason",
        "  codeintel search roll back a transaction\n"
        "  codeintel search 'parse cfg file' --in src --kind function\n"
        "  codeintel search mock server --tests --json",
        "concepts",
        _search,
    ),
    "map": Command(
        "what is in the project: its most important symbols, or those around something",
        "  codeintel map\n"
        "  codeintel map --focus src/cache.py --budget 3000\n"
        "  codeintel map --focus Model/save --focus 'password reset'",
        "concepts",
        _map,
    ),
    "explore": Command(
        "what a task is about: symbols with their source and how they call each other",
        "  codeintel explore how does a query reach the database\n"
        "  codeintel explore 'fix Client/get: retries ignore the timeout' --budget 6000",
        "concepts",
        _explore,
    ),
    "enrich": Command(
        "where is what a text names: places of the symbols in a text from stdin, for a prompt",
        "  codeintel enrich < issue.txt\n  git log -1 --format=%B | codeintel enrich --budget 300",
        "concepts",
        _enrich,
    ),
    "replace": Command(
        "replace a symbol, its body, or a text inside of it, by a text from stdin or a file",
        "  codeintel replace Model/save < new.py\n"
        "  codeintel replace Model/save --body --file body.py --dry-run\n"
        "  echo 'timeout=30' | codeintel replace Client/get --old timeout=10",
        "edits",
        _replace,
    ),
    "insert-before": Command(
        "put a text from stdin or a file before a symbol",
        "  codeintel insert-before Model/save < method.py",
        "edits",
        _insert,
    ),
    "insert-after": Command(
        "put a text from stdin or a file after a symbol",
        "  codeintel insert-after Model/save < method.py",
        "edits",
        _insert,
    ),
    "delete": Command(
        "delete a symbol that nothing uses, or say what may use it",
        "  codeintel delete old_helper\n  codeintel delete Model/legacy --force",
        "edits",
        _delete,
    ),
    "rename": Command(
        "rename a symbol wherever it is meant, or say which places are not sure",
        "  codeintel rename old_helper new_helper --dry-run",
        "edits",
        _rename,
    ),
    "move": Command(
        "move a symbol to another file with its imports, or say what is in the way",
        "  codeintel move slugify src/text.py",
        "edits",
        _move,
    ),
    "undo": Command(
        "take back an edit, every byte of it",
        "  codeintel undo\n  codeintel undo --list",
        "edits",
        _undo,
    ),
    "refs": Command(
        "where is it used: references, each with how sure it is",
        "  codeintel refs Model/save\n  codeintel refs Model/save --role call --certainty exact --json",
        "links",
        _refs,
    ),
    "callers": Command(
        "who calls it: call sites by the function that holds them",
        "  codeintel callers Model/save\n  codeintel callers src/app.py:main --depth 2",
        "links",
        _callers,
    ),
    "callees": Command("what does it call", "  codeintel callees Model/save", "links", _graph),
    "impact": Command(
        "what breaks: everything that reaches it, by distance, with the tests",
        "  codeintel impact Model/save --depth 2",
        "links",
        _impact,
    ),
    "trace": Command(
        "how does one get to the other: a shortest chain of calls", "  codeintel trace main Model/save", "links", _trace
    ),
    "definition": Command(
        "what does the name at a place mean", "  codeintel definition src/app.py:12:8", "links", _definition
    ),
    "implementations": Command(
        "what descends from it: subtypes of a class, overriders of a member",
        "  codeintel implementations Model\n  codeintel implementations Model/save",
        "links",
        _implementations,
    ),
    "changed": Command(
        "what to test again: symbols touched since a revision, and what reaches them",
        "  codeintel changed\n  codeintel changed main --depth 2",
        "links",
        _changed,
    ),
    "routes": Command(
        "which HTTP routes are there: method, pattern, handler, and the client calls that reach each",
        "  codeintel routes\n"
        "  codeintel routes /users/7 --method GET\n"
        "  codeintel routes 'api/*' --in services/billing --json",
        "questions",
        _routes,
    ),
    "diagnostics": Command(
        "what is wrong in it, as a language server sees it",
        "  codeintel diagnostics src/app.py\n"
        "  codeintel diagnostics --symbol Model/save\n"
        "  codeintel diagnostics --changed --severity error",
        "servers",
        _diagnostics,
    ),
    "servers": Command(
        "which language servers are found, and what to install for the others",
        "  codeintel servers\n  codeintel servers --trust",
        "servers",
        _servers,
    ),
    "index": Command(
        "build or refresh the index (every other command does so by itself)",
        "  codeintel index\n  codeintel -C ~/src/linux index",
        "state",
        _index,
    ),
    "status": Command("what is indexed, what is left out and why", "  codeintel status --json", "state", _nothing),
    "languages": Command(
        "which languages are read, by which files, and how references are found in each", "", "state", _nothing
    ),
    "doctor": Command("what is wrong with the installation or the project, and how to mend it", "", "state", _nothing),
    "watch": Command("keep the index fresh and print what changed", "  codeintel watch", "follow", _nothing),
    "mcp": Command(
        "run the server for coding agents (Model Context Protocol)",
        "  codeintel mcp\n  codeintel mcp --read-only --http 127.0.0.1:8700",
        "agents",
        _mcp,
    ),
    "setup": Command(
        "add the server to a coding agent's settings, showing the change, or take it out",
        "  codeintel setup claude-code\n  codeintel setup codex --remove\n  codeintel setup --print",
        "agents",
        _setup,
    ),
    "clean": Command("remove the index of the project, or of all", "  codeintel clean --all", "state", _clean),
    "completion": Command(
        "print a script that completes commands and options in your shell",
        '  eval "$(codeintel completion bash)"',
        "state",
        _completion,
    ),
}
