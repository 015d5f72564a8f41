"""Frames between a worker process and its parent: a 4-byte length, then that many bytes of `marshal`."""

from __future__ import annotations

import marshal
from typing import IO, Any

__all__ = ["read_frame", "write_frame"]


def read_frame(stream: IO[bytes]) -> Any:
    """The next frame, or None at the end of the stream."""
    head = stream.read(4)
    if len(head) < 4:
        return None
    return marshal.loads(stream.read(int.from_bytes(head, "little")))  # noqa: S302 - from our own parent


def write_frame(stream: IO[bytes], value: object) -> None:
    """Write one frame and flush it. Raises BrokenPipeError where nobody reads."""
    body = marshal.dumps(value)
    frame = memoryview(len(body).to_bytes(4, "little") + body)
    while frame:
        frame = frame[stream.write(frame) or 0 :]
    stream.flush()
