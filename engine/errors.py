"""Every error that codeintel raises on purpose, as one small tree.

    CodeintelError
    ├── UsageError            the question itself is wrong (exit code 2)
    │   ├── BadPattern        a name path that cannot be read
    │   └── OutsideProject    a path that leaves the project root
    └── Failed                the question was fine, the answer could not be had (exit code 3)
        ├── NoSuchSymbol      nothing has that name path
        ├── AmbiguousSymbol   several symbols have it and one is needed
        ├── NoSuchFile        no such file or folder in the project
        ├── NotIndexed        the file is there but was left out, with the reason
        ├── BadSettings       codeintel.toml or a language folder is wrong, with file and line
        ├── Refused           an edit would do damage; nothing was written
        │   └── StillUsed     a symbol cannot go, or be renamed: something may still use it
        ├── NoLanguageServer  the question needs a language server, and there is none to ask
        ├── ChangedMeanwhile  a file changed between the look at it and the answer, again and again
        ├── StoreUnavailable  the index cannot be kept (disk full, read-only, no permission)
        └── OutputFailed      the answer is there but cannot be written to where it should go

Each says what happened (`message`) and what to do next (`hint`), one sentence each, and has a stable `code` for
scripts. Faces alone turn them into exit codes and text.
"""

__all__ = [
    "AmbiguousSymbol",
    "BadPattern",
    "BadSettings",
    "ChangedMeanwhile",
    "CodeintelError",
    "Failed",
    "NoLanguageServer",
    "NoSuchFile",
    "NoSuchSymbol",
    "NotIndexed",
    "OutputFailed",
    "OutsideProject",
    "Refused",
    "StillUsed",
    "StoreUnavailable",
    "UsageError",
]


class CodeintelError(Exception):
    """What happened, to what, and what to do next."""

    code = "error"

    def __init__(self, message: str, hint: str = "") -> None:
        """Keep `message` (what happened) and `hint` (what to do next; may be empty)."""
        super().__init__(message)
        self.message = message
        self.hint = hint


class UsageError(CodeintelError):
    """The question itself is wrong."""

    code = "usage"


class BadPattern(UsageError):
    """A name path pattern that cannot be read."""

    code = "bad_pattern"


class OutsideProject(UsageError):
    """A path that leaves the project root."""

    code = "outside_project"


class Failed(CodeintelError):
    """The question was fine, its answer could not be had."""

    code = "failed"


class NoSuchSymbol(Failed):
    """No definition has that name path."""

    code = "no_such_symbol"


class AmbiguousSymbol(Failed):
    """Several definitions match where one is needed; `candidates` are ids that can be pasted back."""

    code = "ambiguous"

    def __init__(self, message: str, hint: str, candidates: list[str]) -> None:
        """Keep the ids of the `candidates` beside message and hint."""
        super().__init__(message, hint)
        self.candidates = candidates


class NoSuchFile(Failed):
    """The project has no such file or folder."""

    code = "no_such_file"


class NotIndexed(Failed):
    """The file exists but was left out of the index; the message has the reason."""

    code = "not_indexed"


class BadSettings(Failed):
    """The project's settings or a language folder cannot be used; the message has file and line."""

    code = "bad_settings"


class Refused(Failed):
    """An edit would do damage; nothing was written."""

    code = "refused"


class StillUsed(Refused):
    """What keeps a symbol from being deleted, renamed or moved; `uses` are `path:line: text`."""

    code = "still_used"

    def __init__(self, message: str, hint: str, uses: list[str]) -> None:
        """Keep the places beside message and hint."""
        super().__init__(message, hint)
        self.uses = uses


class NoLanguageServer(Failed):
    """The question needs a language server, and there is none to ask."""

    code = "no_language_server"


class ChangedMeanwhile(Failed):
    """A file changed between the look at it and the answer; asking again gives the new state."""

    code = "changed_meanwhile"


class StoreUnavailable(Failed):
    """The index database cannot be read or written (disk full, read-only, no permission)."""

    code = "store_unavailable"


class OutputFailed(Failed):
    """The answer is there but cannot be written to where it should go."""

    code = "output_failed"
