"""Frames between a worker process and its parent: a 4-byte length, then that many bytes of `marshal`."""

from __future__ import annotations

import marshal
import os
import select
from typing import IO, Any

__all__ = ["read_frame", "receive", "write_frame"]

HEAD = 4
"""Bytes of a frame's length."""


def read_frame(stream: IO[bytes]) -> Any:
    """The next frame, or None at the end of the stream."""
    head = stream.read(HEAD)
    if len(head) < HEAD:
        return None
    return marshal.loads(stream.read(int.from_bytes(head, "little")))  # noqa: S302 - from our own parent


def write_frame(stream: IO[bytes], value: Any) -> None:
    """Write one frame and flush it. Raises BrokenPipeError where nobody reads."""
    body = marshal.dumps(value)
    frame = memoryview(len(body).to_bytes(HEAD, "little") + body)
    while frame:
        frame = frame[stream.write(frame) or 0 :]
    stream.flush()


def receive(handle: int, seconds: float) -> Any:
    """The next frame from a pipe. Raises EOFError where it ends, TimeoutError after `seconds` without a word."""
    size = int.from_bytes(_read(handle, HEAD, seconds), "little")
    return marshal.loads(_read(handle, size, seconds))  # noqa: S302 - from our own child


def _read(handle: int, size: int, seconds: float) -> bytes:
    ready = select.poll()
    ready.register(handle, select.POLLIN)
    parts: list[bytes] = []
    while size:
        if not ready.poll(seconds * 1000):
            raise TimeoutError
        part = os.read(handle, min(size, 1 << 20))
        if not part:
            raise EOFError
        parts.append(part)
        size -= len(part)
    return b"".join(parts)
