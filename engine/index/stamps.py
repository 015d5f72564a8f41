"""What a sweep compares: the stamps of all files and folders of a view, packed into one row of the store.

A look-up on the command line compares thousands of stamps and needs nothing else of those rows. Reading them one by one
costs as much as a third of looking at the disk; as one piece it costs next to nothing. It is a copy: true for the
generation of the view that it was made of, and made anew from the rows where it is missing or damaged.
"""

from __future__ import annotations

import zlib
from array import array
from typing import TYPE_CHECKING

from .rows import StoreDamaged

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any

__all__ = ["Stamps"]

_MARK = 0x636F6465696E7401
"""Ours, in this form, written by a machine of the same byte order."""
_FILE, _FOLDER = 5, 2
"""Numbers each: size, mtime, ctime, inode, racy; ctime, inode."""


class Stamps:
    """Paths and numbers of a view's files and folders, in the order of its rows."""

    def __init__(self, paths: list[str], numbers: array[int], files: int) -> None:
        """`paths` of files, then of folders; `numbers` likewise; how many of the paths are files."""
        self._paths = paths
        self._numbers = numbers
        self._files = files

    @classmethod
    def of(cls, files: Iterable[tuple[Any, ...]], folders: Iterable[tuple[Any, ...]]) -> Stamps:
        """From the rows of a store: the fields of a FileRow or FolderRow, then the path. Raises StoreDamaged."""
        paths: list[str] = []
        numbers = array("q")
        try:
            for row in files:
                numbers.extend(row[:_FILE])
                paths.append(row[-1])
            count = len(paths)
            for row in folders:
                numbers.extend(row[:_FOLDER])
                paths.append(row[-1])
        except TypeError as error:  # no number where one has to be
            raise StoreDamaged(f"the index is damaged: {error}", "It is made again.") from error
        return cls(paths, numbers, count)

    def files(self) -> Iterator[tuple[str, tuple[int, ...]]]:
        """Each file's path with size, mtime, ctime, inode, and whether it was too young to be sure."""
        fields = iter(self._numbers[: self._files * _FILE])
        return zip(self._paths[: self._files], zip(*[fields] * _FILE, strict=True), strict=True)

    def folders(self) -> Iterator[tuple[str, tuple[int, ...]]]:
        """Each folder's path with ctime and inode."""
        fields = iter(self._numbers[self._files * _FILE :])
        return zip(self._paths[self._files :], zip(*[fields] * _FOLDER, strict=True), strict=True)

    def has_root(self) -> bool:
        """Whether the root itself is among the folders: it is listed with all the rest."""
        return "" in self._paths[self._files :]

    def packed(self) -> bytes | None:
        """As one piece; None if a path has a byte in it that keeps paths apart here (of a damaged row)."""
        text = "\0".join(self._paths)
        if text.count("\0") != max(len(self._paths) - 1, 0):
            return None
        body = array("q", (self._files, len(self._numbers))).tobytes() + self._numbers.tobytes() + text.encode()
        return array("q", (_MARK, zlib.crc32(body))).tobytes() + body

    @classmethod
    def unpacked(cls, data: bytes) -> Stamps | None:
        """What `packed` gave; None for anything else."""
        head, numbers = array("q"), array("q")
        start = 4 * head.itemsize
        if len(data) < start:
            return None
        head.frombytes(data[:start])
        mark, check, files, count = head
        if mark != _MARK or zlib.crc32(memoryview(data)[2 * head.itemsize :]) != check:
            return None
        end = start + count * numbers.itemsize
        numbers.frombytes(data[start:end])
        return cls(data[end:].decode().split("\0") if end < len(data) or count else [], numbers, files)
