"""Which projects a server knows, and which of them each session is about.

Known are the one it was started in, those named with `--project`, and the roots that a client names. A client that
names roots has said where its agents may go; one that names none may choose any repository by its path.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

from ..engine.errors import CodeintelError, Failed, OutsideProject
from ..engine.project import find_root, is_project
from .cursors import Cursors
from .projects import Project

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["NoProject", "Session", "Workspace"]

MAX_SESSIONS = 1_000


class NoProject(Failed):
    """No project is chosen, or none of that name is known."""

    code = "no_project"


class Session:
    """One client and the project that it works on."""

    def __init__(self) -> None:
        """Nothing is chosen yet."""
        self.active: Project | None = None
        self.cursors = Cursors()
        self.is_kept = True
        """Whether the next request of the client comes to the same session."""
        self.roots: list[Project] | None = None
        """What the client named; None where it was not asked, or cannot be."""
        self.asks_for_roots = True
        """Whether the client is still to be asked, for the first time or again."""


class Workspace:
    """All projects and sessions of one server."""

    def __init__(self, start: str, others: Sequence[str] = (), *, is_chosen: bool = False) -> None:
        """Begin in the project around `start`; with `is_chosen` a user said so, which no root of a client changes."""
        self.is_chosen = is_chosen
        self._projects: dict[str, Project] = {}
        self._sessions: dict[str, Session] = {}
        self._cursors = Cursors()
        """Of all clients that have no session."""
        root = find_root(start)
        is_one = is_chosen or is_project(root) or root not in (os.path.realpath(os.path.expanduser("~")), "/")
        self.start = self.add(root) if is_one else None
        for folder in others:
            if not os.path.isdir(folder):
                raise NoProject(f"there is no folder {folder}", "Give existing folders to --project.")
            self.add(find_root(folder))
        self._named = list(self._projects.values())

    def add(self, root: str) -> Project:
        """The project at `root` (absolute, real), known from now on."""
        if root not in self._projects:
            self._projects[root] = Project(root)
        return self._projects[root]

    def session(self, key: str | None) -> Session:
        """The session of a client, a new one where it has none; those that were not seen for longest are forgotten."""
        if key is None:
            fleeting = Session()
            fleeting.is_kept = False
            fleeting.cursors = self._cursors
            return fleeting
        found = self._sessions.pop(key, None) or Session()
        self._sessions[key] = found
        while len(self._sessions) > MAX_SESSIONS:
            del self._sessions[next(iter(self._sessions))]
        return found

    def take_roots(self, session: Session, uris: Sequence[str]) -> None:
        """Take in what a client says of where it works; the first root is its project, if nobody chose another."""
        folders = [path for path in map(_path_of, uris) if path is not None and os.path.isdir(path)]
        session.roots = [self.add(find_root(folder)) for folder in folders]
        if session.roots and not self.is_chosen and session.active not in session.roots:
            session.active = session.roots[0]

    def has_project(self, session: Session) -> bool:
        """Whether a session is about a project."""
        return (session.active or self.start) is not None

    def current(self, session: Session) -> Project:
        """The project that a session is about. Raises NoProject."""
        found = session.active or self.start
        if found is None:
            raise NoProject(
                "no project is chosen: the server was started outside of any",
                "Choose one with activate_project and its absolute path, or start the server with -C DIR.",
            )
        return found

    def known(self, session: Session) -> list[Project]:
        """What a session may ask about: with roots these and what the user named, without any project that is known."""
        if not session.roots:
            return list(self._projects.values())
        return [project for project in self._projects.values() if project in (*self._named, *session.roots)]

    def named(self, session: Session, text: str) -> Project:
        """The known project of a name or path. Raises NoProject."""
        known = self.known(session)
        path = os.path.realpath(os.path.expanduser(text)) if os.path.isabs(os.path.expanduser(text)) else None
        fitting = [project for project in known if text == project.name or path == project.root]
        if len(fitting) == 1:
            return fitting[0]
        listed = ", ".join(f"{project.name} ({project.root})" for project in known) or "none"
        if fitting:
            raise NoProject(f"several projects are named {text!r}", f"Give the path of one: {listed}.")
        raise NoProject(f"there is no known project {text!r}", f"Known are {listed}.")

    def activate(self, session: Session, text: str) -> Project:
        """Make a project the session's own. Raises NoProject, OutsideProject."""
        try:
            project = self.named(session, text)
        except NoProject as error:
            project = self._elsewhere(session, os.path.expanduser(text), error)
        session.active = project
        return project

    def close(self) -> None:
        """Stop all work."""
        for project in self._projects.values():
            project.close()

    def _elsewhere(self, session: Session, path: str, error: CodeintelError) -> Project:
        if not os.path.isabs(path) or not os.path.isdir(path):
            raise error
        root = find_root(path)
        if session.roots and not any(_is_below(root, project.root) for project in session.roots):
            raise OutsideProject(f"{path} is outside of the client's roots", "Open it as a root of the client first.")
        if not is_project(root):
            raise NoProject(
                f"{path} is in no project: no repository and no codeintel.toml is there or above",
                "Choose a folder in a repository, or start the server with --project DIR.",
            )
        return self.add(root)


def _is_below(path: str, root: str) -> bool:
    return path == root or path.startswith(root.rstrip("/") + "/")


def _path_of(uri: str) -> str | None:
    """The path of a `file:` URI; None for others."""
    parts = urlsplit(uri)
    if parts.scheme != "file" or parts.netloc not in ("", "localhost"):
        return None
    path = unquote(parts.path)
    return path if os.path.isabs(path) and "\0" not in path else None
