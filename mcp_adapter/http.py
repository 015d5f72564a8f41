"""Streamable HTTP: on loopback unless told otherwise, for known hosts and origins, elsewhere only with a token."""

from __future__ import annotations

import hmac
import ipaddress
import os
import secrets
import socket
import sys
from typing import TYPE_CHECKING, Any

import anyio

from ..engine.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mcp.server.lowlevel import Server
    from starlette.types import ASGIApp, Receive, Scope, Send

__all__ = ["TOKEN", "listen"]

TOKEN = "CODEINTEL_TOKEN"  # noqa: S105 - the name of a variable
PATH = "/mcp"
_LOOPBACK = ("127.0.0.1", "localhost", "[::1]")


def listen(server: Server[Any], address: str, hosts: Sequence[str] = ()) -> None:
    """Serve at `HOST:PORT`, `PORT` or `:PORT` until interrupted. Raises UsageError."""
    import uvicorn
    from mcp.server.transport_security import TransportSecuritySettings

    host, port = _split(address)
    listener = _bind(host, port)
    port = listener.getsockname()[1]
    names = [*_LOOPBACK, *hosts] if _is_loopback(host) else [_bracketed(host), socket.gethostname(), *_LOOPBACK, *hosts]
    security = TransportSecuritySettings(
        enable_dns_rebinding_protection=True,
        allowed_hosts=[pattern for name in names for pattern in (name, f"{name}:*")],
        allowed_origins=[f"{scheme}://{name}{end}" for name in names for scheme in _SCHEMES for end in ("", ":*")],
    )
    app: Any = server.streamable_http_app(streamable_http_path=PATH, transport_security=security, host=host)
    token = os.environ.get(TOKEN, "")
    if not token and not _is_loopback(host):
        token = secrets.token_urlsafe(32)
        sys.stderr.write(f"codeintel: token for this run (set {TOKEN} to choose one): {token}\n")
    if token:
        app = _WithToken(app, token)
    sys.stderr.write(f"codeintel: listening on http://{_bracketed(host)}:{port}{PATH}\n")
    sys.stderr.flush()
    config = uvicorn.Config(app, log_level="warning", timeout_graceful_shutdown=2)
    anyio.run(lambda: uvicorn.Server(config).serve(sockets=[listener]))


_SCHEMES = ("http", "https")


class _WithToken:
    """Lets nobody in who does not send the token."""

    def __init__(self, app: ASGIApp, token: str) -> None:
        self._app = app
        self._expected = f"Bearer {token}".encode()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            given = dict(scope["headers"]).get(b"authorization", b"")
            if not hmac.compare_digest(given, self._expected):
                headers = [(b"www-authenticate", b"Bearer"), (b"content-length", b"0")]
                await send({"type": "http.response.start", "status": 401, "headers": headers})
                await send({"type": "http.response.body", "body": b""})
                return
        await self._app(scope, receive, send)


def _split(address: str) -> tuple[str, int]:
    host, colon, port = address.rpartition(":")
    host = host.strip("[]") or "127.0.0.1"
    if not colon and not port.isdecimal():
        host, port = address, "0"
    if not port.isdecimal() or int(port) > 65535:  # noqa: PLR2004 - the last port
        raise UsageError(f"{address!r} is no address", "Write HOST:PORT, or a port alone for this machine.")
    return host, int(port)


def _bind(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
        listener.listen(128)
    except OSError as error:
        listener.close()
        raise UsageError(
            f"cannot listen on {host}:{port}: {error.strerror or error}", "Choose another address."
        ) from error
    return listener


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _bracketed(host: str) -> str:
    return f"[{host}]" if ":" in host else host
