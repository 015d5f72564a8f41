"""One file as an edit sees it: its bytes, its text, its parse; and the same file with edits made, byte for byte.

Edits are made on the file's own bytes: what lies outside of them is never decoded and encoded again. New text is
written in the file's encoding. Whatever cannot be written so that it reads back as meant is refused.
"""

from __future__ import annotations

import os
import stat
from functools import cached_property
from hashlib import blake2b
from typing import TYPE_CHECKING

from ..errors import NoSuchFile, OutsideProject, Refused
from ..index.decode import declared_encoding, decode

if TYPE_CHECKING:
    from collections.abc import Iterable

    import tree_sitter

    from ..facts import FileFacts, Import, Symbol
    from ..languages import Language, Registry
    from .values import TextEdit

__all__ = ["Document", "hash_of", "new_document", "place_of", "read_bytes", "read_document", "spliced"]


class Document:
    """A file at one moment."""

    def __init__(self, path: str, raw: bytes, language: Language | None) -> None:
        """Decode `raw`; parse nothing yet."""
        decoded = decode(raw)
        self.path = path
        self.raw = raw
        self.exists = True
        """False of a file that an edit would make."""
        self.source = decoded.source
        self.mark = decoded.mark
        self.language = language
        self.encoding = decoded.encoding
        if raw.isascii():
            self.encoding = declared_encoding(raw) or decoded.encoding

    @cached_property
    def tree(self) -> tree_sitter.Tree:
        """The parse."""
        from ..index.parse import tree_of

        assert self.language is not None
        return tree_of(self.language, self.source)

    @cached_property
    def facts(self) -> FileFacts:
        """The outline facts, the same that the index has."""
        from ..index.outline import outline

        assert self.language is not None
        return outline(self.language, self.source, self.tree)

    @cached_property
    def imports(self) -> list[Import]:
        """What the file imports, by syntax."""
        from ..index.imports import imports_of

        assert self.language is not None
        return imports_of(self.language, self.source, self.tree)

    def known_facts(self, symbols: list[Symbol]) -> FileFacts:
        """The facts as far as edits need them, where the index has the symbols already."""
        from ..facts import FileFacts

        assert self.language is not None
        return FileFacts(self.language.name, 0, False, symbols, "")

    def edited(self, edits: Iterable[TextEdit]) -> Document:
        """The file with the edits made. Raises Refused where its encoding cannot say it."""
        ordered = sorted(edits, key=_range)
        source = spliced(self.source, ordered)
        pieces: list[bytes] = []
        at = 0
        for edit in ordered:
            start = self._raw_offset(edit.start)
            pieces += [self.raw[at:start], self._encoded(edit.text)]
            at = self._raw_offset(edit.end)
        raw = b"".join([*pieces, self.raw[at:]])
        after = Document(self.path, raw, self.language)
        if after.source != source or after.mark != self.mark:
            raise Refused(
                f"{self.path} would not read back as meant: the new text does not go with {self.encoding}",
                "Write the text in ASCII, or save the file as UTF-8 first.",
            )
        return after

    def _encoded(self, text: bytes) -> bytes:
        if self.encoding == "utf-8":
            return text
        try:
            return text.decode("utf-8").encode(self.encoding)
        except UnicodeError as error:
            raise Refused(
                f"{self.path} is in {self.encoding}, which cannot say all of the new text: {error}",
                "Write the text with escapes, or save the file as UTF-8 first.",
            ) from error

    def _raw_offset(self, offset: int) -> int:
        """Where the byte `offset` of the text lies in the file."""
        if self.encoding == "utf-8" or (self.source.isascii() and len(self.raw) == len(self.source)):
            return len(self.mark) + offset
        try:
            before = self.mark + self.source[:offset].decode("utf-8").encode(self.encoding)
        except UnicodeError:
            before = None
        if before is None or not self.raw.startswith(before):
            raise Refused(
                f"{self.path} holds bytes that are not {self.encoding}, so no place in it is sure",
                "Mend its encoding first.",
            )
        return len(before)


def spliced(source: bytes, edits: Iterable[TextEdit]) -> bytes:
    """`source` with the edits made. Raises Refused where they overlap or lie outside of it."""
    pieces: list[bytes] = []
    at = 0
    for edit in sorted(edits, key=_range):
        if not at <= edit.start <= edit.end <= len(source):
            raise Refused("two of the edits overlap, or one lies outside of its file", "Work them out again.")
        pieces += [source[at : edit.start], edit.text]
        at = edit.end
    return b"".join([*pieces, source[at:]])


def _range(edit: TextEdit) -> tuple[int, int]:
    return edit.start, edit.end


def hash_of(raw: bytes) -> str:
    """The content hash that plans and the journal go by."""
    return blake2b(raw, digest_size=16).hexdigest()


def place_of(root: str, path: str) -> str:
    """A path below `root`, all links followed, relative to it. Raises OutsideProject."""
    real = os.path.realpath(os.path.join(root, path))
    relative = os.path.relpath(real, root)
    if relative.split(os.sep)[0] in {os.pardir, ".git"} or relative == os.curdir:
        raise OutsideProject(f"{path} leads out of the project, to {real}", "Only files of the project are edited.")
    return relative


def read_bytes(root: str, path: str) -> bytes | None:
    """The bytes of a regular file below `root`, None where there is none. Never follows a link at its end."""
    try:
        handle = os.open(os.path.join(root, path), os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        raise Refused(f"{path} cannot be read: {error.strerror}", "Only plain files can be edited.") from error
    if not stat.S_ISREG(os.fstat(handle).st_mode):
        os.close(handle)
        raise Refused(f"{path} is no regular file", "Only plain files can be edited.")
    with open(handle, "rb") as file:
        return file.read()


def read_document(root: str, path: str, registry: Registry) -> Document:
    """The file at `path`, or what a link there leads to inside of the project. Raises NoSuchFile, OutsideProject."""
    place = place_of(root, path)
    raw = read_bytes(root, place)
    if raw is None:
        raise NoSuchFile(f"there is no file {path}", "Give the path of a file of the project.")
    return Document(place, raw, registry.language_of(place, raw))


def new_document(root: str, path: str, registry: Registry) -> Document:
    """A file that is not there yet, in a folder that is. Raises NoSuchFile, OutsideProject, Refused."""
    place = place_of(root, path)
    folder, name = os.path.split(place)
    if os.path.lexists(os.path.join(root, place)) or not os.path.isdir(os.path.join(root, folder)):
        raise NoSuchFile(
            f"there is no file {path}", "Give the path of a file, or of a new one in a folder that is there."
        )
    like = [each for each in os.listdir(os.path.join(root, folder)) if each.casefold() == name.casefold()]
    if like:
        raise Refused(
            f"{path} would be the same file as {like[0]} where names do not differ by case",
            "Nothing was written. Give that file, or another name.",
        )
    document = Document(place, b"", registry.language_of(place, b""))
    document.exists = False
    return document
