"""A language server that misbehaves as its first argument says. Speaks LSP by hand, so that it can speak it wrongly."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import time
from typing import Any

FAULT = sys.argv[1] if len(sys.argv) > 1 else ""
ROOT = ""
ASKED = 0
NO_ANSWER = object()


def send(message: dict[str, Any], length: int | None = None) -> None:
    body = json.dumps({"jsonrpc": "2.0", **message}).encode()
    sys.stdout.buffer.write(b"Content-Length: %d\r\n\r\n" % (len(body) if length is None else length) + body)
    sys.stdout.buffer.flush()


def receive() -> dict[str, Any] | None:
    length = 0
    while True:
        line = sys.stdin.buffer.readline()
        if not line:
            return None
        if line in (b"\r\n", b"\n"):
            break
        if line.lower().startswith(b"content-length:"):
            length = int(line.split(b":")[1])
    return json.loads(sys.stdin.buffer.read(length))


def places(name: str) -> list[dict[str, Any]]:
    """Every place of a word in the Python files of the project, in UTF-16 units."""
    found = []
    for folder, _, files in os.walk(ROOT):
        for file in sorted(files):
            if not file.endswith(".py"):
                continue
            path = os.path.join(folder, file)
            with open(path, encoding="utf-8") as stream:
                for number, line in enumerate(stream):
                    for match in re.finditer(rf"\b{name}\b", line):
                        column = len(line[: match.start()].encode("utf-16-le")) // 2
                        start = {"line": number, "character": column}
                        end = {"line": number, "character": column + len(name)}
                        found.append({"uri": f"file://{path}", "range": {"start": start, "end": end}})
    return found


def word_at(params: dict[str, Any]) -> str:
    path = params["textDocument"]["uri"].removeprefix("file://")
    with open(path, encoding="utf-8") as stream:
        line = stream.read().split("\n")[params["position"]["line"]]
    units = line.encode("utf-16-le")[: params["position"]["character"] * 2]
    start = len(units.decode("utf-16-le"))
    match = re.compile(r"\w+").match(line, start)
    return match.group() if match else ""


def answer(method: str, params: dict[str, Any]) -> Any:
    global ASKED
    if method in ("textDocument/references", "textDocument/rename"):
        ASKED += 1
        if FAULT.startswith("hangs"):
            time.sleep(1000)
        if FAULT == "never answers":
            return NO_ANSWER
        if FAULT == "crashes" or (FAULT == "crashes once" and not os.path.exists(os.path.join(ROOT, "crashed"))):
            with open(os.path.join(ROOT, "crashed"), "w", encoding="utf-8"):
                pass
            sys.stdout.buffer.write(b"Content-Length: 500\r\n\r\n{")
            sys.stdout.buffer.flush()
            os._exit(3)
        if FAULT == "late":
            time.sleep(4)
    if method == "textDocument/references":
        found = [row for row in places(word_at(params)) if row["uri"].endswith(("b.py", "c.py", "d.py"))]
        if FAULT == "outside":
            found.append({"uri": "file:///etc/passwd", "range": found[0]["range"]})
        if FAULT == "nonsense":
            return [{"uri": 7}, {"range": []}, "x", None, {"uri": found[0]["uri"], "range": {"start": -1}}]
        if FAULT == "early" and ASKED < 3:
            return found[:1]
        return found
    if method == "textDocument/definition":
        if FAULT == "knows no definition":
            return NO_ANSWER
        return [row for row in places(word_at(params)) if row["uri"].endswith("/a.py")][:1]
    if method == "textDocument/rename":
        edits: dict[str, list[dict[str, Any]]] = {}
        for row in places(word_at(params)):
            edits.setdefault(row["uri"], []).append({"range": row["range"], "newText": params["newName"]})
        if FAULT == "edits outside":
            edits["file:///etc/hosts"] = [{"range": places(word_at(params))[0]["range"], "newText": "x"}]
        if FAULT == "edits wrong":
            for rows in edits.values():
                rows[0]["range"]["start"]["line"] += 1
                rows[0]["range"]["end"]["line"] += 1
        if FAULT == "edits overlap":
            for rows in edits.values():
                rows.append({"range": rows[0]["range"], "newText": "other"})
        if FAULT == "edits twice":
            for rows in edits.values():
                rows.append(rows[0])
        return {"changes": edits}
    return None


def main() -> None:
    global ROOT
    if FAULT.endswith("leaves children"):
        subprocess.Popen(["sleep", "1234"], start_new_session=True)
    while (message := receive()) is not None:
        method = message.get("method", "")
        params = message.get("params") or {}
        if method == "initialize":
            ROOT = params["rootUri"].removeprefix("file://")
            if FAULT == "never initialises":
                time.sleep(1000)
            if FAULT == "dies at once":
                os._exit(1)
            if FAULT == "garbage":
                sys.stdout.buffer.write(b"Hello, world!\r\n\r\n")
                sys.stdout.buffer.flush()
                continue
            if FAULT == "floods":
                for _ in range(200):
                    sys.stderr.write("x" * 20_000 + "\n")
            if FAULT == "grows":
                ROOT += " " * 0
                globals()["HOARD"] = bytearray(os.urandom(1)) * 200_000_000
            if FAULT == "asks":
                send({"id": "q1", "method": "workspace/configuration", "params": {"items": [{"section": "a.b"}, {}]}})
                send({"id": "q2", "method": "client/registerCapability", "params": {"registrations": []}})
                send({"id": "q3", "method": "workspace/applyEdit", "params": {"edit": {}}})
                send({"id": "q4", "method": "no/suchMethod", "params": {}})
        if method == "initialized" and FAULT == "early":
            send({"id": "p", "method": "window/workDoneProgress/create", "params": {"token": "t"}})
        if FAULT == "never answers":
            with open(os.path.join(ROOT, "told.txt"), "a", encoding="utf-8") as file:
                file.write(f"{method}\n")
        if "id" not in message or "method" not in message:
            if FAULT == "asks" and "id" in message:
                with open(os.path.join(ROOT, f"{message['id']}.json"), "w", encoding="utf-8") as file:
                    json.dump(message, file)
            if method == "exit":
                return
            continue
        result = (
            {"capabilities": {}, "serverInfo": {"name": "fake"}} if method == "initialize" else answer(method, params)
        )
        length = 3 if FAULT == "wrong length" and method == "textDocument/references" else None
        if result is not NO_ANSWER:
            send({"id": message["id"], "result": result}, length)


main()
