"""Whatever is in a file: a right answer or a clear error, at once, and the file beside it does not suffer.

What lies there instead of a file, under which name and with which settings is `test_bad_files.py`'s.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path

import pytest
from support import ask, cli, find, write

from codeintel.engine.errors import NotIndexed
from codeintel.engine.index import extract
from codeintel.engine.service import Engine

KB, MB = 1024, 1024 * 1024
BESIDE = {"beside.py": "def beside():\n    pass\n"}
"""A file that has to be answered for whatever its neighbours are."""


def check(
    project: Path,
    expected: Mapping[str, list[str]],
    *,
    left_out: Mapping[str, int] | None = None,
    with_errors: list[str] | None = None,
    seconds: float = 30,
) -> None:
    """Index what lies there beside a harmless file. `expected`: each file with `name path line:column` of its symbols."""
    write(project, BESIDE)
    started = time.monotonic()
    with closing(Engine(str(project))) as engine:
        found: dict[str, list[str]] = {}
        for node in ask(engine):
            symbol = node.symbol
            place = f"{symbol.name_path} {symbol.name_line + 1}:{symbol.name_column + 1}"
            found.setdefault(node.path, []).append(place)
        assert found == {"beside.py": ["beside 1:5"], **expected}
        status = engine.status()
        assert status.left_out == (left_out or {})
        assert status.with_errors == (with_errors or [])
        assert status.unparsable == engine.notes == []
        for node in ask(engine, body=True)[:50]:
            shown = engine.show(node.id)
            assert (shown.symbol.symbol, shown.symbol.body) == (node.symbol, node.body)
            assert node.symbol.name in (node.body or "")
    assert time.monotonic() - started < seconds


# --- bytes -------------------------------------------------------------------------------------------------------

PARTY = 'x = "🎉é"; yé = 1\nclass Ünï:\n    def método(self): pass\n'
PARTY_FOUND = ["x 1:1", "yé 1:11", "Ünï 2:7", "Ünï/método 3:9"]
TEXTS = {
    "utf-8": (PARTY.encode(), PARTY_FOUND),
    "utf-8 with mark": (PARTY.encode("utf-8-sig"), PARTY_FOUND),
    "utf-16": (PARTY.encode("utf-16"), PARTY_FOUND),
    "utf-16 little": (b"\xff\xfe" + PARTY.encode("utf-16-le"), PARTY_FOUND),
    "utf-16 big": (b"\xfe\xff" + PARTY.encode("utf-16-be"), PARTY_FOUND),
    "utf-32": (PARTY.encode("utf-32"), PARTY_FOUND),
    "utf-8 with crlf": (PARTY.replace("\n", "\r\n").encode(), PARTY_FOUND),
    "decomposed": ("x = 'e\u0301'; y = 1\n".encode(), ["x 1:1", "y 1:11"]),
    "cp1251": ("# -*- coding: cp1251 -*-\nдлина = 1; ширина = 2\n".encode("cp1251"), ["длина 2:1", "ширина 2:12"]),
    "koi8-r in line two": (
        "#!/usr/bin/python\n# vim: set fileencoding=koi8-r :\nдлина = 1\n".encode("koi8-r"),
        ["длина 3:1"],
    ),
    "latin-1 declared": ("# coding: latin-1\nlänge = 1\n".encode("latin-1"), ["länge 2:1"]),
    "latin-1 undeclared": ("länge = 1; größe = 2\n".encode("latin-1"), ["länge 1:1", "größe 1:12"]),
    "utf-8 declared, not kept": ("# coding: utf-8\nlänge = 1\n".encode("latin-1"), ["länge 2:1"]),
    "unknown encoding": ("# coding: klingon\nlänge = 1\n".encode("latin-1"), ["länge 2:1"]),
    "an encoding of bytes": ("# coding: base64\nlänge = 1\n".encode("latin-1"), ["länge 2:1"]),
    "an encoding that takes ages": (b"# coding: punycode\nx = 1\n" + (b"# " + b"\xff" * 900 + b"\n") * 200, ["x 2:1"]),
    "an encoding of escapes": (b"# coding: unicode_escape\nx = '\\n\xff'; y = 1\n", ["x 2:1", "y 2:12"]),
    "a mark, but not utf-8": (b"\xef\xbb\xbfl\xe4nge = 1; y = 2\n", ["länge 1:1", "y 1:12"]),
    "one wrong byte": (b"x = 1\ny = '\xff'; z = 2\n", ["x 1:1", "y 2:1", "z 2:10"]),
    "crlf": (b"x = 1\r\ndef f():\r\n    pass\r\n", ["x 1:1", "f 2:5"]),
    "mixed line ends": (b"x = 1\r\ny = 2\nz = 3\r\n", ["x 1:1", "y 2:1", "z 3:1"]),
    "no final newline": (b"x = 1\ndef f(): pass", ["x 1:1", "f 2:5"]),
    "only a mark": (b"\xef\xbb\xbf", []),
    "empty": (b"", []),
    "blank": (b" \t\n\n  \n", []),
    "form feed": (b"x = 1\n\x0c\ndef f(): pass\n", ["x 1:1", "f 3:5"]),
    "other line ends of unicode": ("x = 'a\u2028b\x0bc'; y = 1\nz = 2\n".encode(), ["x 1:1", "y 1:14", "z 2:1"]),
    "a long line": (
        b"x = '" + b"a" * 500 * KB + b"'; y = 1\n" + b"# comment\n" * 600,
        ["x 1:1", f"y 1:{500 * KB + 9}"],
    ),
    "a long name": (b"x = 1\n" + b"a" * 5000 + b" = 1\n", ["x 1:1", f"{'a' * 5000} 2:1"]),
    "tabs": (b"class A:\n\tdef f(self): pass\n", ["A 1:7", "A/f 2:6"]),
}


@pytest.mark.parametrize(("raw", "expected"), TEXTS.values(), ids=TEXTS)
def test_text(project: Path, raw: bytes, expected: list[str]) -> None:
    write(project, {"it.py": raw})
    check(project, {"it.py": expected} if expected else {})


BROKEN = {
    "header": (b"def f(:\n    pass\n\ndef g(): pass\n", "g 4:5"),
    "conflict": (b"<<<<<<< HEAD\ndef f(): pass\n=======\ndef f(): 0\n>>>>>>> b\n\ndef g(): pass\n", "g 7:5"),
    "cut off": (b"def g(): pass\n\nclass A:\n    def f(self, x=(", "g 1:5"),
    "unclosed string": (b"def g(): pass\n\nx = '''\ndef f(): pass\n", "g 1:5"),
    "lone carriage returns": (b"def g(): pass\rx = 1\r", "g 1:5"),
    "utf-16 cut in a character": (b"\xff\xfe" + "def g(): pass\n".encode("utf-16-le") + b"x", "g 1:5"),
    "NUL far behind": (b"# \n" * 4000 + b"y = '\0'\ndef g(): pass\n", "g 4002:5"),
    "another language": (b"def g(): pass\n\n<?php function f() { return $x; } ?>\n", "g 1:5"),
}


@pytest.mark.parametrize(("raw", "expected"), BROKEN.values(), ids=BROKEN)
def test_broken_syntax(project: Path, raw: bytes, expected: str) -> None:
    write(project, {"it.py": raw, **BESIDE})
    with closing(Engine(str(project))) as engine:
        assert "beside.py:beside  function  1-2" in find(engine)
        (hit,) = ask(engine, "it.py:g")
        assert f"{hit.symbol.name_path} {hit.symbol.name_line + 1}:{hit.symbol.name_column + 1}" == expected
        assert engine.status().unparsable == []
        if engine.status().with_errors:
            assert "syntax errors" in engine.overview("it.py").notes[0]


NOT_READ = {
    "binary": (b"x = 1\n\0\1\2", "binary"),
    "utf-16 without a mark": ("x = 1\n".encode("utf-16-le"), "binary"),
    "executable": (b"\x7fELF\2\1\1" + bytes(100), "binary"),
    "one line": (b"x = '" + b"a" * 1900 * KB + b"'", "minified"),
    "minified": (b"a=1;" * 5000, "minified"),
    "too large": (b"x = 1\n" * (2 * MB // 6 + 1), "too large"),
}


@pytest.mark.parametrize(("raw", "reason"), NOT_READ.values(), ids=NOT_READ)
def test_content_that_is_left_out(project: Path, raw: bytes, reason: str) -> None:
    write(project, {"it.py": raw})
    check(project, {}, left_out={reason: 1})
    with closing(Engine(str(project))) as engine, pytest.raises(NotIndexed, match=reason):
        engine.overview("it.py")
    assert cli("-C", project, "overview", "it.py").code == 3
    (project / "it.py").write_bytes(b"x = 1\n")
    check(project, {"it.py": ["x 1:1"]})


def test_largest_file_that_is_read(project: Path) -> None:
    text = b"def f(): pass\n" * 4000 + (b"x = '" + b"a" * 693 + b"'\n") * 3000
    write(project, {"it.py": text[: 2 * MB]})
    assert (project / "it.py").stat().st_size == 2 * MB
    with closing(Engine(str(project))) as engine:
        assert len(find(engine, "f")) == 4000
        assert find(engine, "f[3999]") == ["it.py:f[3999]  function  4000-4000"]
    assert len(cli("-C", project, "overview", "it.py").out) < 25_000


# --- depth and length --------------------------------------------------------------------------------------------

LARGE = {
    "parentheses": ("it.py", "x = " + ("(" * 500 + "\n") * 10 + (")" * 500 + "\n") * 10 + "y = 1\n", 2),
    "unclosed parentheses": ("it.py", "def f(): pass\n" + "(" * 5000, 1),
    "lists": ("it.py", "x = " + "[\n" * 3000 + "]" * 3000 + "\n", 1),
    "functions in functions": (
        "it.py",
        "".join(f"{' ' * n}def f{n}():\n" for n in range(400)) + " " * 400 + "pass\n",
        400,
    ),
    "classes in classes": ("it.py", "".join(f"{' ' * n}class C{n}:\n" for n in range(400)) + " " * 400 + "pass\n", 400),
    "deeper than the grammar counts": (
        "it.py",
        "".join(f"{' ' * n}def f{n}():\n" for n in range(600)) + " " * 600 + "pass\n",
        511,
    ),
    "blocks in blocks": ("it.js", "{\n" * 5000 + "}\n" * 5000 + "function f() {}\n", 1),
    "braces in functions": ("it.js", "".join(f"function f{n}() {{\n" for n in range(400)) + "}" * 400, 400),
    "sum of many": ("it.py", "x = 1" + " + 1" * 20_000 + "\n" * 200, 1),
    "conditions": ("it.py", "if a: pass\n" + "elif b: pass\n" * 20_000 + "x = 1\n", 1),
    "calls of calls": ("it.js", "f" + "(\n)" * 20_000 + "\nfunction g() {}\n", 1),
    "lines": ("it.py", "\n" * 1_000_000 + "x = 1\n", 1),
    "comments": ("it.py", "# c\n" * 2000 + "x = 1\n", 1),
    "table of numbers": ("it.py", "x = {\n" + "".join(f"    'key{n}': [{n}],\n" for n in range(20_000)) + "}\n", 1),
    "many of one name": ("it.py", "def f(): pass\n" * 2000, 2000),
    "decorators": ("it.py", "@d\n" * 20_000 + "def f(): pass\n", 1),
}


@pytest.mark.parametrize(("name", "text", "count"), LARGE.values(), ids=LARGE)
def test_deep_and_long(project: Path, name: str, text: str, count: int) -> None:
    write(project, {name: text, **BESIDE})
    with closing(Engine(str(project))) as engine:
        assert len(find(engine, f"{name}:?*")) == count
        assert find(engine, "beside") == ["beside.py:beside  function  1-2"]
        assert engine.status().unparsable == []
        deepest = ask(engine, f"{name}:?*")[-1]
        engine.overview(name, depth=100_000)
        assert [node.id for node in ask(engine, deepest.id)] == [deepest.id]
    for arguments in (["overview", name], ["find", f"{name}:?*", "--limit", "9", "--json"]):
        ran = cli("-C", project, *arguments, "--depth", "100000")
        assert (ran.code, ran.err.count("\n") < 3) == (0, True), ran.err


@pytest.mark.parametrize(
    ("limit", "value", "text"),
    [("MEMORY", 150 * MB, "a=>\n" * 10_000), ("CPU_SECONDS_A_FILE", 0, "0x1f, 0x1f, 0x1f,\n" * 12_000)],
    ids=["memory", "time"],
)
def test_content_that_a_parser_cannot_bear(
    project: Path, monkeypatch: pytest.MonkeyPatch, limit: str, value: int, text: str
) -> None:
    monkeypatch.setattr(extract, limit, value)
    write(project, {"it.c": text, "other.c": "int f(void) { return 1; }\n", **BESIDE})
    with closing(Engine(str(project))) as engine:
        assert find(engine, "f") == ["other.c:f  function  1-1"]
        assert find(engine, "beside") == ["beside.py:beside  function  1-2"]
        assert engine.status().unparsable == ["it.c"]
        with pytest.raises(NotIndexed, match="parser failed"):
            engine.overview("it.c")
        write(project, {"it.c": "int g(void) { return 1; }\n"})
        assert find(engine, "g") == ["it.c:g  function  1-1"]
        assert engine.status().unparsable == []
