r"""Answers requests that the SDK cannot read: it drops them, and a client would wait for its answer until it gives up.

Such a request is JSON to most who write it, but holds half of a character (`"\ud83d"`), as a model may break one off.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Self, cast

from mcp import types
from mcp.shared.message import SessionMessage

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

__all__ = ["Answering"]


class Answering:
    """A stream of messages that answers those which are none, by `send`, and gives the others on."""

    def __init__(self, stream: Any, send: Callable[[SessionMessage], Awaitable[None]]) -> None:
        """`stream` is what the SDK reads from."""
        self._stream = stream
        self._send = send

    def __getattr__(self, name: str) -> Any:
        """Whatever else the SDK asks of its stream."""
        return getattr(self._stream, name)

    async def receive(self) -> Any:
        """The next message."""
        while isinstance(item := await self._stream.receive(), ValueError):
            number = _request(item)
            if number is None:
                break
            said = "the request holds half of a character (a lone \\ud800 to \\udfff); send the whole one"
            error = types.ErrorData(code=types.INVALID_PARAMS, message=said)
            await self._send(SessionMessage(types.JSONRPCError(jsonrpc="2.0", id=number, error=error)))
        return item

    def __aiter__(self) -> Answering:
        """The messages, one after the other."""
        return self

    async def __anext__(self) -> Any:
        """The next message, until there is none."""
        from anyio import EndOfStream

        try:
            return await self.receive()
        except EndOfStream:
            raise StopAsyncIteration from None

    async def __aenter__(self) -> Self:
        """Enter the stream itself."""
        await self._stream.__aenter__()
        return self

    async def __aexit__(self, *raised: object) -> Any:
        """Leave the stream itself."""
        return await self._stream.__aexit__(*raised)


def _request(error: ValueError) -> int | str | None:
    """The number of the request that could not be read; None where none can be told."""
    try:
        message: Any = json.loads(cast("Any", error).errors(include_url=False)[0]["input"])
        number, _ = message["id"], message["method"]
    except (AttributeError, ValueError, TypeError, LookupError):  # no text, no JSON, no request
        return None
    return number if isinstance(number, int | str) else None
