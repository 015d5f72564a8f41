"""JSON-RPC over the pipes of one server process: requests with time limits, notifications, answers to its requests.

Whatever the server sends that is no message ends the connection: after a wrong length nothing that follows can be
trusted. Messages are plain dictionaries; what is read out of them is checked where it is read.
"""

from __future__ import annotations

import asyncio
import itertools
import json
import os
import signal
import sys
from contextlib import suppress
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Mapping, Sequence

__all__ = ["Connection", "Gone", "Late", "Refusal", "Trouble"]

LAUNCHER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "launch.py")
MAX_BUFFER = 1024 * 1024
MAX_MESSAGE = 256 * 1024 * 1024
LOG_BYTES = 1024 * 1024
GOODBYE_SECONDS = 2.0
METHOD_NOT_FOUND = -32601
CONTENT_MODIFIED, SERVER_CANCELLED, REQUEST_CANCELLED = -32801, -32802, -32800
RETRIES = 5
RETRY_SECONDS = 0.2


class Trouble(Exception):
    """The server did not do what was asked of it; the text says what happened."""


class Late(Trouble):
    """The server did not answer in time."""


class Gone(Trouble):
    """The server ended, or the connection to it had to."""


class Refusal(Trouble):
    """The server answered with an error."""

    def __init__(self, code: int, message: str) -> None:
        """Keep the error's code."""
        super().__init__(message)
        self.code = code


class Connection:
    """One running server."""

    def __init__(
        self, process: asyncio.subprocess.Process, control: int, on_message: Callable[[str, Any], Any]
    ) -> None:
        """`on_message` gets notifications and requests of the server; it may raise LookupError for unknown ones."""
        self.pid = process.pid
        self._process = process
        self._control = control
        self._on_message = on_message
        self._ids = itertools.count(1)
        self._waiting: dict[int, asyncio.Future[Any]] = {}
        self._writing = asyncio.Lock()
        self._sending: set[asyncio.Future[None]] = set()
        self.ended = ""
        """Why the connection ended; empty while it lives."""
        self._reader = asyncio.ensure_future(self._read())

    @staticmethod
    async def open(
        command: Sequence[str],
        folder: str,
        environment: Mapping[str, str],
        log: str,
        on_message: Callable[[str, Any], Any],
    ) -> Connection:
        """Start the server behind a launcher that kills it when this process ends. Raises Gone."""
        control_read, control_write = os.pipe()
        words = [sys.executable, "-I", "-S", LAUNCHER, str(control_read), log, str(LOG_BYTES), *command]
        try:
            process = await asyncio.create_subprocess_exec(
                *words,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.DEVNULL,
                cwd=folder,
                env=dict(environment),
                pass_fds=(control_read,),
                start_new_session=True,
                limit=MAX_BUFFER,
            )
        except OSError as error:
            os.close(control_write)
            raise Gone(f"cannot be started: {error.strerror}") from error
        finally:
            os.close(control_read)
        return Connection(process, control_write, on_message)

    async def request(self, method: str, params: Any = None, seconds: float = 30.0) -> Any:
        """The result of a request. Raises Refusal, Trouble where time is up, Gone."""
        ends = asyncio.get_running_loop().time() + seconds
        for attempt in range(RETRIES):
            try:
                return await self._request_once(method, params, ends - asyncio.get_running_loop().time())
            except Refusal as refusal:  # what it was about to answer from has changed: ask again
                if refusal.code not in (CONTENT_MODIFIED, SERVER_CANCELLED) or attempt == RETRIES - 1:
                    raise
                await asyncio.sleep(RETRY_SECONDS * (attempt + 1))
        raise AssertionError

    async def _request_once(self, method: str, params: Any, seconds: float) -> Any:
        if self.ended:
            raise Gone(self.ended)
        number = next(self._ids)
        future: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._waiting[number] = future
        try:
            async with asyncio.timeout(max(seconds, 0)):
                await self._send({"id": number, "method": method}, params)
                return await future
        except TimeoutError as error:
            if not self.ended:
                with suppress(Trouble, TimeoutError):
                    async with asyncio.timeout(0.1):
                        await self._send({"method": "$/cancelRequest"}, {"id": number})
            raise Late(f"gave no answer to {method} in {max(seconds, 0):.0f} s") from error
        except asyncio.CancelledError:
            self._begin(self._quietly({"method": "$/cancelRequest"}, {"id": number}))
            raise
        finally:
            self._waiting.pop(number, None)

    async def notify(self, method: str, params: Any = None, seconds: float = 10.0) -> None:
        """Send a notification, whole even if nobody waits for that any more. Raises Gone, where it is not read too."""
        sending = self._begin(self._send({"method": method}, params))
        try:
            async with asyncio.timeout(seconds):
                await asyncio.shield(sending)
        except TimeoutError as error:
            self._end("does not read what it is told")
            raise Gone(self.ended) from error

    def drop(self) -> None:
        """End the server without a word."""
        self._end("was stopped")

    async def close(self) -> None:
        """Ask the server to end, and make it."""
        if not self.ended:
            with suppress(Trouble):
                await self.request("shutdown", seconds=GOODBYE_SECONDS)
                await self.notify("exit", seconds=GOODBYE_SECONDS)
            with suppress(TimeoutError):
                async with asyncio.timeout(GOODBYE_SECONDS):
                    await self._process.wait()
        self._end("was stopped")
        with suppress(TimeoutError):
            async with asyncio.timeout(GOODBYE_SECONDS):
                await self._process.wait()

    # --- below -------------------------------------------------------------------------------------------------

    async def _send(self, message: dict[str, Any], params: Any = None) -> None:
        if self.ended:
            raise Gone(self.ended)
        if params is not None:  # `"params": null` is an error to some
            message["params"] = params
        body = json.dumps({"jsonrpc": "2.0", **message}, ensure_ascii=False).encode("utf-8", "surrogatepass")
        writer = self._process.stdin
        assert writer is not None
        async with self._writing:
            try:
                writer.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
                await writer.drain()
            except (OSError, RuntimeError) as error:
                self._end("ended")
                raise Gone(self.ended) from error

    async def _read(self) -> None:
        try:
            while True:
                message = await self._message()
                await self._take(message)
        except asyncio.IncompleteReadError:
            self._end(await self._last_words())
        except (asyncio.LimitOverrunError, ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
            self._end(f"sent what is no message: {str(error)[:80]}")
        except Trouble as trouble:
            self._end(str(trouble))

    async def _message(self) -> dict[str, Any]:
        reader = self._process.stdout
        assert reader is not None
        head = await reader.readuntil(b"\r\n\r\n")
        length = -1
        for line in head.decode("ascii").split("\r\n"):
            name, _, value = line.partition(":")
            if name.strip().lower() == "content-length":
                length = int(value)
        if not 0 <= length <= MAX_MESSAGE:
            raise ValueError(f"a length of {length}")
        message: Any = json.loads(await reader.readexactly(length))
        if not isinstance(message, dict):
            raise TypeError("a message that is no object")
        return message  # pyright: ignore[reportUnknownVariableType]

    async def _take(self, message: dict[str, Any]) -> None:
        method: Any = message.get("method")
        if method is None:
            number: Any = message.get("id")
            future = self._waiting.get(number) if isinstance(number, int) else None
            if future is None or future.done():
                return  # late: nobody waits for it any more
            error: Any = message.get("error")
            if error is None:
                future.set_result(message.get("result"))
            else:
                future.set_exception(Refusal(int(error.get("code") or 0), str(error.get("message"))[:500]))
        elif "id" not in message:
            with suppress(LookupError):
                self._on_message(str(method), message.get("params"))
        else:
            reply: dict[str, Any] = {"id": message["id"]}
            try:
                reply["result"] = self._on_message(str(method), message.get("params"))
            except LookupError:
                reply["error"] = {"code": METHOD_NOT_FOUND, "message": f"{method} is not supported"}
            self._begin(self._quietly(reply))  # a server that does not read must not keep us from reading

    def _begin(self, sending: Coroutine[Any, Any, None]) -> asyncio.Future[None]:
        """Send something, whoever waits for it or not."""
        task = asyncio.ensure_future(sending)
        self._sending.add(task)
        task.add_done_callback(self._sent)
        return task

    def _sent(self, task: asyncio.Future[None]) -> None:
        self._sending.discard(task)
        if not task.cancelled():
            task.exception()  # whoever waits for it is told; a connection that ended is no news to others

    async def _quietly(self, message: dict[str, Any], params: Any = None) -> None:
        with suppress(Trouble):
            await self._send(message, params)

    async def _last_words(self) -> str:
        try:
            async with asyncio.timeout(GOODBYE_SECONDS):
                code = await self._process.wait()
        except TimeoutError:
            return "closed its output"
        return "ended" if code == 0 else f"ended with exit code {code}"

    def _end(self, reason: str) -> None:
        """Nothing more is sent or read; the launcher kills what is left."""
        if self.ended:
            return
        self.ended = reason
        with suppress(OSError):
            os.close(self._control)
        if self._process.returncode is None:
            with suppress(ProcessLookupError):
                self._process.send_signal(signal.SIGCONT)  # a stopped launcher could not do its last duty
        for future in self._waiting.values():
            if not future.done():
                future.set_exception(Gone(reason))
        if self._reader is not asyncio.current_task():
            self._reader.cancel()
