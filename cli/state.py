"""The commands about the index itself: `index`, `status`, `languages`, `doctor`, `clean`, `completion`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..engine import cache
from ..engine.service import Engine
from ..engine.wording import counted, files_and_symbols
from ..lsp_bridge import language_servers
from .output import print_json, print_lines, print_notes
from .progress import LongWork

if TYPE_CHECKING:
    import argparse

    from ..engine.answers.status import Status
    from ..engine.text import Line

__all__ = ["clean", "completion", "doctor", "index", "languages", "status"]

FOUND, NOTHING, FAILED = 0, 1, 3
MANY = 10


def index(arguments: argparse.Namespace) -> int:
    """Run `codeintel index`."""
    with LongWork() as progress:
        report = Engine(arguments.project, progress=progress).index(force=arguments.force, links=arguments.links)
    if arguments.json:
        from ..engine.shapes import status_shape

        counts = {"changed": report.changed, "gone": report.gone, "parsed": report.parsed, "seconds": report.seconds}
        print_json({**status_shape(report.status), **counts})
        return FOUND
    size = files_and_symbols(report.status.files, report.status.symbols)
    rate = f", {report.parsed / report.seconds:,.0f} files/s" if report.parsed > MANY else ""
    print_lines(
        [
            [("", f"{size} in {report.seconds:.2f} s{rate}")],
            [("dim", f"{report.parsed:,} parsed, {report.changed:,} changed, {report.gone:,} gone")],
            *_left_out(report.status),
        ]
    )
    print_notes(report.status.notes)
    return FOUND


def status(arguments: argparse.Namespace) -> int:
    """Run `codeintel status`."""
    with LongWork() as progress:
        answer = Engine(arguments.project, progress=progress, backend=language_servers).status()
    if arguments.json:
        from ..engine.shapes import status_shape

        print_json(status_shape(answer))
        return FOUND
    lines: list[Line] = [
        [("path", answer.root)],
        [("", files_and_symbols(answer.files, answer.symbols))],
        *([("", f"  {count:>8,}  {name}")] for name, count in answer.languages.items()),
        *_left_out(answer),
        *_named("could not be parsed", answer.unparsable),
        *_named("with syntax errors (indexed all the same)", answer.with_errors),
        [("", f"{counted(answer.linked, 'file')} ready for references; the others when a question needs them")],
        *([[("", f"language servers found: {', '.join(answer.servers)}")]] if answer.servers else []),
        [("", f"database: {answer.database} ({answer.database_bytes / 1e6:.1f} MB)")],
    ]
    print_lines(lines)
    print_notes(answer.notes)
    return FOUND


def languages(arguments: argparse.Namespace) -> int:
    """Run `codeintel languages`."""
    registry = Engine(arguments.project).languages()
    found = sorted(registry.languages.values(), key=lambda language: language.name)
    if arguments.json:
        print_json(
            {
                "languages": [
                    {
                        "name": language.name,
                        "files": [*(f"*{suffix}" for suffix in language.suffixes), *language.filenames],
                        "folder": language.folder,
                        "links": language.links,
                    }
                    for language in found
                ]
            }
        )
        return FOUND
    width = max(len(language.name) for language in found)
    said = [f"references {language.links or 'by name'}" for language in found]
    wide = max(map(len, said))
    print_lines(
        [
            [
                ("name", language.name.ljust(width + 2)),
                ("", links.ljust(wide + 2)),
                ("dim", " ".join([*(f"*{suffix}" for suffix in language.suffixes), *language.filenames])),
            ]
            for language, links in zip(found, said, strict=True)
        ]
    )
    return FOUND


def doctor(arguments: argparse.Namespace) -> int:
    """Run `codeintel doctor`."""
    from ..engine.doctor import check, server_findings

    findings = check(arguments.project)
    if all(finding.ok for finding in findings):
        engine = Engine(arguments.project, backend=language_servers)
        findings += server_findings(engine.servers(), engine.status().languages)
    if arguments.json:
        print_json({"findings": [finding._asdict() for finding in findings]})
    else:
        for finding in findings:
            print_lines(
                [[("name" if not finding.ok else "dim", f"{'ok ' if finding.ok else '!! '} {finding.message}")]]
            )
            if finding.hint:
                print_lines([[("", f"    {finding.hint}")]])
    return FOUND if all(finding.ok for finding in findings) else FAILED


def clean(arguments: argparse.Namespace) -> int:
    """Run `codeintel clean`."""
    folders = cache.all_indexes() if arguments.all else [cache.index_folder(Engine(arguments.project).root)]
    freed = {folder: cache.remove_index(folder) for folder in folders}
    removed = {folder: size for folder, size in freed.items() if size}
    if arguments.json:
        print_json({"removed": list(removed), "bytes": sum(removed.values())})
    else:
        for folder, size in removed.items():
            print_lines([[("", f"removed {folder} ({size / 1e6:.1f} MB)")]])
        if not removed:
            print_lines([[("", "there was no index to remove")]])
    return FOUND if removed else NOTHING


def completion(arguments: argparse.Namespace) -> int:
    """Run `codeintel completion`."""
    import shtab

    from .arguments import COMMANDS, build_parser

    print_lines([("", line)] for line in shtab.complete(build_parser(list(COMMANDS)), arguments.shell).split("\n"))
    return FOUND


def _left_out(answer: Status) -> list[Line]:
    if not answer.left_out:
        return []
    return [[("", "left out:")], *([("", f"  {count:>8,}  {reason}")] for reason, count in answer.left_out.items())]


def _named(title: str, paths: list[str]) -> list[Line]:
    if not paths:
        return []
    more = [[("dim", f"  … and {len(paths) - MANY} more")]] if len(paths) > MANY else []
    return [[("", f"{len(paths)} {title}:")], *([("path", f"  {path}")] for path in paths[:MANY]), *more]
