"""From a call to its text: arguments in, one question to the engine, a text or a plain sentence out.

Knows nothing of the protocol; `server.py` does.
"""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any, NamedTuple

import anyio

from ..engine.errors import CodeintelError, Failed, UsageError
from ..engine.wording import files_and_symbols
from .arguments import read
from .calls import CALLS
from .cursors import Cursor
from .render import DEFAULT_BUDGET, START, as_page, as_structure, as_text, is_empty, one_text
from .tools import CONTROL, TOOLS
from .words import sentences

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from .arguments import Arguments
    from .calls import Reply
    from .profiles import Choice
    from .projects import Project, Report
    from .render import Place
    from .tools import Tool
    from .workspace import Session, Workspace

__all__ = ["Dispatcher", "Outcome"]

MAX_BUDGET = 1_000_000


class Outcome(NamedTuple):
    """What a call came to."""

    text: str
    is_error: bool = False
    structure: dict[str, Any] | None = None


class Dispatcher:
    """Answers calls of tools."""

    def __init__(self, workspace: Workspace, choice: Choice, *, seconds: float, structured: bool) -> None:
        """A call may take `seconds`; `structured` answers are JSON."""
        self._workspace = workspace
        self._choice = choice
        self._seconds = seconds
        self._structured = structured

    async def call(self, session: Session, name: str, given: Mapping[str, Any], report: Report | None) -> Outcome:
        """Answer one call; nothing that goes wrong in it is raised."""
        try:
            tool = self._tool(name)
            arguments = read(tool, given)
            with anyio.fail_after(self._seconds):
                return await self._answer(session, tool, arguments, report)
        except CodeintelError as error:
            return self._failed(error)
        except TimeoutError:
            return self._failed(
                UsageError(
                    f"{name[:80]} took longer than {self._seconds:g} seconds and was stopped",
                    "Ask something narrower, or start the server with a longer --timeout.",
                )
            )
        except Exception as error:  # noqa: BLE001 - a face: no traceback reaches an agent
            return self._failed(UsageError(_reported(error), "Ask in another way; the log has the details."))

    async def outline(self, session: Session, path: str) -> str:
        """The outline of a file or folder, for the resources. Raises CodeintelError."""
        return (await self._ask(session, TOOLS["get_symbols_overview"], {"relative_path": path}, None)).text

    async def _answer(self, session: Session, tool: Tool, arguments: Arguments, report: Report | None) -> Outcome:
        if tool.kind == CONTROL:
            return await self._activate(session, arguments, report)
        if tool.name == "get_more":
            return await self._more(session, arguments, report)
        return await self._ask(session, tool, arguments, report)

    async def _ask(self, session: Session, tool: Tool, arguments: Arguments, report: Report | None) -> Outcome:
        other = arguments.pop("project", "")
        project = self._workspace.named(session, other) if other else self._workspace.current(session)
        budget = _budget(arguments.pop("max_answer_chars", 0))
        reply, notes = await self._reply(project, tool, arguments, report)

        def show(cursor: Callable[[Place], str]) -> Outcome:
            if self._structured:
                structure = as_structure(reply, budget, notes)
                return Outcome(json.dumps(structure, ensure_ascii=False), structure=structure)
            return Outcome(as_text(reply, budget, notes, cursor))

        return show(self._cursor(session, Cursor(project, tool, arguments, budget, START)))

    async def _more(self, session: Session, arguments: Arguments, report: Report | None) -> Outcome:
        cursor = session.cursors.get(arguments["cursor"])
        if "max_answer_chars" in arguments:
            cursor = cursor._replace(budget=_budget(arguments["max_answer_chars"]))
        reply, notes = await self._reply(cursor.project, cursor.tool, cursor.arguments, report)
        text = as_page(reply, cursor.budget, cursor.place, self._cursor(session, cursor))
        return Outcome("\n".join([text, *(f"note: {note}" for note in notes)]))

    async def _reply(
        self, project: Project, tool: Tool, arguments: Arguments, report: Report | None
    ) -> tuple[Reply, list[str]]:
        def work(engine: Any) -> tuple[Reply, list[str]]:
            reply = CALLS[tool.name](engine, arguments)
            said = list(engine.notes)
            engine.notes.clear()
            return reply, said

        async def ask(*, waits: bool) -> tuple[Reply, list[str]]:
            (reply, said), notes = await project.ask(tool.lane, work, report, edits=tool.is_edit, waits=waits)
            return reply, [*notes, *said]

        try:
            reply, notes = await ask(waits=False)
        except Failed:
            if project.is_ready:
                raise
        else:
            if project.is_ready or not is_empty(reply):
                return reply, notes
        return await ask(waits=True)  # nothing of the answer is there yet: to wait is better than to say so

    async def _activate(self, session: Session, arguments: Arguments, report: Report | None) -> Outcome:
        wanted = arguments.get("project", "")
        if wanted:
            project = self._workspace.activate(session, wanted)
        elif self._workspace.has_project(session):
            project = self._workspace.current(session)
        else:
            return Outcome("no project is chosen; give the absolute path of one")
        reply, notes = await self._reply(project, TOOLS["get_status"], {}, report)
        status = reply.answer
        languages = ", ".join(f"{count} {name}" for name, count in status.languages.items())
        lines = [f"{project.name} is the current project: {project.root}"]
        if wanted and not session.is_kept:
            lines = [f"{project.name} is known now ({project.root}); this connection keeps no current project"]
            lines.append(f"name it in each question: project={project.name!r}")
        lines.append(files_and_symbols(status.files, status.symbols) + (f" ({languages})" if languages else ""))
        others = [f"{p.name} ({p.root})" for p in self._workspace.known(session) if p is not project]
        lines += [f"also known: {', '.join(others)}"] if others else []
        return Outcome("\n".join([*lines, *(f"note: {note}" for note in notes)]))

    def _cursor(self, session: Session, cursor: Cursor) -> Callable[[Place], str]:
        return lambda place: session.cursors.add(cursor._replace(place=place))

    def _tool(self, name: str) -> Tool:
        tool = self._choice.tools.get(name)
        if tool is not None:
            return tool
        if self._choice.read_only and name in TOOLS and TOOLS[name].is_edit:
            raise UsageError(f"{name} edits, and this server is read-only", "Make the change by other means.")
        raise UsageError(f"there is no tool {name[:80]!r} here", f"There are {', '.join(self._choice.tools)}.")

    def _failed(self, error: CodeintelError) -> Outcome:
        structure = None
        if self._structured:
            structure = {"error": {"code": error.code, "message": error.message, "hint": error.hint}}
            return Outcome(json.dumps(structure, ensure_ascii=False), is_error=True, structure=structure)
        return Outcome(one_text(sentences(error)), is_error=True)


def _budget(asked: int) -> int:
    """Of an answer; what is not positive means the default, as with other servers."""
    return min(asked, MAX_BUDGET) if asked > 0 else DEFAULT_BUDGET


def _reported(error: Exception) -> str:
    """Keep the traceback of a fault of ours on stderr; gives what to say of it."""
    import traceback

    sys.stderr.write("".join(traceback.format_exception(error)))
    sys.stderr.flush()
    return f"this is a bug of codeintel: {type(error).__name__}: {str(error)[:300]}"
