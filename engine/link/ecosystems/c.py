"""Modules as files that are included: beside the file, in the folders given for it, else wherever the path fits."""

from __future__ import annotations

import json
import os
import shlex
from posixpath import normpath
from typing import TYPE_CHECKING, Any

from ..types import Type

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Sequence

    from ..project import Texts

__all__ = ["Headers", "make_resolver"]

COMMANDS = "compile_commands.json"
"""How each file is compiled, where a build has said so."""
ROOTS = ("include", "inc", "src", "lib")
"""Folders below which headers lie by their full path, in order of preference."""


def make_resolver(paths: Collection[str], texts: Texts) -> Headers:
    """The resolver of a project."""
    return Headers(paths, texts)


class Headers:
    """The files of a project that may be included."""

    def __init__(self, paths: Collection[str], texts: Texts) -> None:
        """Index the files by their last name; read for each how it is compiled."""
        self._paths = frozenset(paths)
        self._texts = texts
        self._included: dict[str, set[str]] | None = None
        """The files that include one of a name."""
        self._folders: dict[str, tuple[str, ...]] = {}
        """Folders in which the compiler of a file looks for headers, in order."""
        self._by_name: dict[str, list[str]] = {}
        for path in sorted(self._paths):
            self._by_name.setdefault(os.path.basename(path), []).append(path)
        for path in (COMMANDS, f"build/{COMMANDS}", *texts.named(COMMANDS)):
            self._read(texts.text(path) or "")
        self._any_folders = tuple(dict.fromkeys(folder for some in self._folders.values() for folder in some))
        """Those of all files: what is known of a header, which is compiled with others."""

    def module(self, path: str, text: str) -> Type | None:
        """The file that is included as `text`, in brackets or not, by the file at `path`."""
        system = text.startswith("<")
        name = text.strip('<>"')
        folder = os.path.dirname(path)
        if not system:
            beside = normpath(os.path.join(folder, name))
            if beside in self._paths:
                return Type("module", beside)
        for given in self._folders.get(path, self._any_folders):
            there = normpath(os.path.join(given, name))
            if there in self._paths:
                return Type("module", there)
        wanted = normpath("/" + name.replace("../", ""))
        found = [p for p in self._by_name.get(os.path.basename(name), ()) if ("/" + p).endswith(wanted)]
        if not found or (system and "/" not in name and name in SYSTEM):
            return None
        return Type("module", max(found, key=lambda p: _likelihood(p, path, wanted)))

    def seers(self, path: str, holders: Callable[[str], frozenset[str]], *, stays: bool) -> set[str] | None:
        """The files that include one of its name."""
        del holders, stays
        if self._included is None:
            self._included = {}
            for other, texts in self._texts.included().items():
                for text in texts:
                    self._included.setdefault(os.path.basename(text.strip('<>"')), set()).add(other)
        return self._included.get(os.path.basename(path), set())

    def _read(self, text: str) -> None:
        """Take the folders of a list of commands; a list that cannot be read says nothing."""
        try:
            commands: Any = json.loads(text or "[]")
        except ValueError:
            return
        for command in commands if isinstance(commands, list) else []:  # pyright: ignore[reportUnknownVariableType]
            if isinstance(command, dict):
                self._read_command({str(key): value for key, value in command.items()})  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType]

    def _read_command(self, command: dict[str, Any]) -> None:
        folder = str(command.get("directory", ""))
        compiled = normpath(os.path.join(folder, str(command.get("file", ""))))
        path = self._path_of(compiled)
        if not path:
            return
        root = compiled[: -len(path)]
        folders = (normpath(os.path.join(folder, given)) + "/" for given in _include_folders(_words_of(command)))
        inside = [given[len(root) : -1] for given in folders if given.startswith(root)]
        self._folders[path] = tuple(dict.fromkeys((*self._folders.get(path, ()), *inside)))

    def _path_of(self, compiled: str) -> str:
        """The file of the project that a path on the machine of a build means."""
        parts = compiled.split("/")
        candidates = ("/".join(parts[start:]) for start in range(len(parts)))
        return next((path for path in candidates if path in self._paths), "")

    def member(self, module: Type, name: str) -> Type | None:
        """Nothing is reached as a member of a file."""
        del module, name

    def shared(self, path: str) -> Sequence[str]:
        """No file is seen without being included."""
        del path
        return ()


def _words_of(command: dict[str, Any]) -> list[str]:
    arguments = command.get("arguments")
    if isinstance(arguments, list):
        return [str(word) for word in arguments]  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType]
    try:
        return shlex.split(str(command.get("command", "")))
    except ValueError:
        return []


def _include_folders(words: list[str]) -> Iterator[str]:
    """The folders that a compiler is told to look for headers in: `-Ifolder`, `-I folder`, `-isystem folder`."""
    for index, word in enumerate(words):
        for option in OPTIONS:
            if word == option and index + 1 < len(words):
                yield words[index + 1]
            elif word.startswith(option) and word != option:
                yield word.removeprefix(option).lstrip("=")


def _likelihood(candidate: str, path: str, wanted: str) -> tuple[int, int, int]:
    """How likely a file is meant: by folders that it shares with the one that includes it, its root, its depth."""
    common = os.path.commonpath(["/" + os.path.dirname(candidate), "/" + os.path.dirname(path)]).count("/")
    root = os.path.basename(("/" + candidate)[: -len(wanted)])
    return common, -ROOTS.index(root) if root in ROOTS else -len(ROOTS), -candidate.count("/")


OPTIONS = ("-I", "-isystem", "-iquote", "-idirafter", "/I")
_SYSTEM = """
aio.h alloca.h arpa/inet.h assert.h complex.h cpio.h ctype.h dirent.h dlfcn.h endian.h err.h errno.h execinfo.h
fcntl.h fenv.h float.h fnmatch.h ftw.h getopt.h glob.h grp.h iconv.h ifaddrs.h inttypes.h iso646.h langinfo.h
libgen.h libintl.h limits.h locale.h malloc.h math.h memory.h mntent.h monetary.h mqueue.h ndbm.h netdb.h
nl_types.h paths.h poll.h pthread.h pwd.h regex.h resolv.h sched.h search.h semaphore.h setjmp.h shadow.h signal.h
spawn.h stdalign.h stdarg.h stdatomic.h stdbool.h stddef.h stdint.h stdio.h stdio_ext.h stdlib.h stdnoreturn.h
string.h strings.h stropts.h syslog.h tar.h termios.h tgmath.h threads.h time.h uchar.h ucontext.h ulimit.h
unistd.h utime.h utmp.h utmpx.h values.h wchar.h wctype.h windows.h winsock2.h ws2tcpip.h wordexp.h
"""
SYSTEM = frozenset(_SYSTEM.split())
"""Headers of the system, which a file of the project with such a name is not unless it lies beside."""
