"""Modules as files that are included: beside the file, in the folders given for it, else wherever the path fits."""

from __future__ import annotations

import os
from posixpath import normpath
from typing import TYPE_CHECKING

from ..types import Type

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from ..project import Texts

__all__ = ["Headers", "make_resolver"]

ROOTS = ("include", "inc", "src", "lib")
"""Folders below which headers lie by their full path, in order of preference."""


def make_resolver(paths: Collection[str], texts: Texts) -> Headers:
    """The resolver of a project."""
    del texts
    return Headers(paths)


class Headers:
    """The files of a project that may be included."""

    def __init__(self, paths: Collection[str]) -> None:
        """Index the files by their last name."""
        self._paths = frozenset(paths)
        self._by_name: dict[str, list[str]] = {}
        for path in sorted(self._paths):
            self._by_name.setdefault(os.path.basename(path), []).append(path)

    def module(self, path: str, text: str) -> Type | None:
        """The file that is included as `text`, in brackets or not, by the file at `path`."""
        system = text.startswith("<")
        name = text.strip('<>"')
        folder = os.path.dirname(path)
        if not system:
            beside = normpath(os.path.join(folder, name))
            if beside in self._paths:
                return Type("module", beside)
        wanted = normpath("/" + name.replace("../", ""))
        found = [p for p in self._by_name.get(os.path.basename(name), ()) if ("/" + p).endswith(wanted)]
        if not found or (system and "/" not in name and name in SYSTEM):
            return None
        return Type("module", max(found, key=lambda p: _likelihood(p, path, wanted)))

    def member(self, module: Type, name: str) -> Type | None:
        """Nothing is reached as a member of a file."""
        del module, name

    def shared(self, path: str) -> Sequence[str]:
        """No file is seen without being included."""
        del path
        return ()


def _likelihood(candidate: str, path: str, wanted: str) -> tuple[int, int, int]:
    """How likely a file is meant: by folders that it shares with the one that includes it, its root, its depth."""
    common = os.path.commonpath(["/" + os.path.dirname(candidate), "/" + os.path.dirname(path)]).count("/")
    root = os.path.basename(("/" + candidate)[: -len(wanted)])
    return common, -ROOTS.index(root) if root in ROOTS else -len(ROOTS), -candidate.count("/")


SYSTEM = frozenset(
    """aio.h alloca.h arpa/inet.h assert.h complex.h cpio.h ctype.h dirent.h dlfcn.h endian.h err.h errno.h execinfo.h
    fcntl.h fenv.h float.h fnmatch.h ftw.h getopt.h glob.h grp.h iconv.h ifaddrs.h inttypes.h iso646.h langinfo.h
    libgen.h libintl.h limits.h locale.h malloc.h math.h memory.h mntent.h monetary.h mqueue.h ndbm.h netdb.h
    nl_types.h paths.h poll.h pthread.h pwd.h regex.h resolv.h sched.h search.h semaphore.h setjmp.h shadow.h signal.h
    spawn.h stdalign.h stdarg.h stdatomic.h stdbool.h stddef.h stdint.h stdio.h stdio_ext.h stdlib.h stdnoreturn.h
    string.h strings.h stropts.h syslog.h tar.h termios.h tgmath.h threads.h time.h uchar.h ucontext.h ulimit.h
    unistd.h utime.h utmp.h utmpx.h values.h wchar.h wctype.h windows.h winsock2.h ws2tcpip.h wordexp.h""".split()
)
"""Headers of the system, which a file of the project with such a name is not unless it lies beside."""
