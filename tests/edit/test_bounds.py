"""A definition is edited only where it is known how far it goes; an error elsewhere in its file is no hindrance."""

from __future__ import annotations

from pathlib import Path

import pytest
from editing import check, refused
from support import write

from codeintel.engine.errors import Refused
from codeintel.engine.service import Engine

SAMPLES = Path(__file__).parents[1] / "queries/kotlin"
RUBY = "class A\n  def one\n    1\n  end\n\n  def broken\n    if x\n      1\n  end\n\n  def two\n    2\n  end\nend\n"
LUA = "local function one() return 1 end\nfunction broken(a)\n  if a then return a\nend\nfunction two() return 2 end\n"
BASH = "one() { echo 1; }\nbroken() {\n  if x; then\n}\ntwo() { echo 2; }\n"
PYTHON = "class A:\n    def broken(self):\n        return (1\n\n    def two(self):\n        return 2\n"
SCRIPT = "function broken(a) {\n  if (a) {\n  return a;\n}\n\nfunction two() { return 2; }\n"
GO = "package a\n\nfunc broken(a int) {\n\tif a {\n\treturn a\n}\n\nfunc two() int { return 2 }\n"
JAVA = "class A {\n  int broken(int a) {\n    if (a) {\n    return a;\n  }\n  int two() { return 2; }\n}\n"
C = "int broken(int a) {\n  if (a) {\n  return a;\n}\nint two() { return 2; }\n"
RUST = "mod a {\nfn broken(a: i32) { if a {\n  a\n}\nfn two() -> i32 { 2 }\n}\n"
PHP = "<?php\nclass A {\nfunction broken($a) {\n if ($a) {\n  return $a;\n}\nfunction two() { return 2; }\n}\n"
SCALA = "object A {\n  def one = 1\n  def broken(a: Int = {\n    a\n  }\n  def two = 2\n}\n"
DART = "int one() => 1;\nint broken(int a {\n  return a;\n}\nint two() => 2;\n"
UNKNOWN = [
    ("m.rb", RUBY, "A"),
    ("m.rb", RUBY, "broken"),
    ("m.rb", "class A\n  def broken(a, b\n", "broken"),
    ("m.lua", LUA, "broken"),
    ("m.sh", BASH, "broken"),
    ("m.py", PYTHON, "A/broken"),
    ("m.js", SCRIPT, "broken"),
    ("m.go", GO, "broken"),
    ("A.java", JAVA, "A/broken"),
    ("m.c", C, "broken"),
    ("m.rs", RUST, "a/broken"),
    ("m.php", PHP, "A/broken"),
    ("m.scala", SCALA, "A"),
    ("m.dart", DART, "broken"),
]


@pytest.mark.parametrize(("name", "text", "symbol"), UNKNOWN)
def test_what_has_no_known_end_is_not_edited(name: str, text: str, symbol: str, project: Path) -> None:
    for edit in (
        lambda e: e.delete(symbol, force=True),
        lambda e: e.replace(symbol, "x"),
        lambda e: e.insert_after(symbol, "x"),
        lambda e: e.insert_before(symbol, "x"),
    ):
        refused(project, {name: text}, edit, Refused, "a syntax error hides where")


def test_a_name_without_its_definition_is_not_edited(project: Path) -> None:
    text = (SAMPLES / "MisreadAnnotation.kt").read_text()
    refused(project, {"m.kt": text}, lambda e: e.delete("Marker", force=True), Refused, "hides where")


def test_texts_in_it_can_be_replaced(project: Path) -> None:
    fixed = SCRIPT.replace("if (a) {", "if (a)")
    check(project, {"m.js": SCRIPT}, lambda e: e.replace_text("broken", "if (a) {", "if (a)"), {"m.js": fixed})


@pytest.mark.parametrize(
    ("name", "text", "symbol", "gone"),
    [
        ("m.js", "function a(x {\n  return x;\n}\n\nfunction b() {}\n", "a", "function a(x {\n  return x;\n}\n\n"),
        ("m.js", SCRIPT, "two", "\n\nfunction two() { return 2; }"),
        ("m.c", "int a(int x) {\n  x = = (1;\n}\n\nint b;\n", "a", "int a(int x) {\n  x = = (1;\n}\n\n"),
        ("m.rb", "def a(x, y\n  x\nend\n\ndef b\n  1\nend\n", "a", "def a(x, y\n  x\nend\n\n"),
        ("m.lua", LUA, "two", "function two() return 2 end\n"),
        (
            "m.cpp",
            "class A {\n int one() { return 1; }\n int two() { return 2; }\n",
            "one",
            " int one() { return 1; }\n",
        ),
    ],
)
def test_what_has_a_known_end_is(name: str, text: str, symbol: str, gone: str, project: Path) -> None:
    check(project, {name: text}, lambda e: e.delete(symbol, force=True), {name: text.replace(gone, "", 1)})


@pytest.mark.parametrize(("sample", "symbol"), [("MisreadClass.kt", "After"), ("MisreadMarker.kt", "module")])
def test_what_is_read_in_another_way_but_is_the_same_is_no_hindrance(sample: str, symbol: str, project: Path) -> None:
    text = (SAMPLES / sample).read_text()
    at = text.rindex("\n\n") + 1
    check(project, {"m.kt": text}, lambda e: e.delete(symbol, force=True), {"m.kt": text[:at]})


def test_what_would_be_another_definition_is(project: Path) -> None:
    text = (SAMPLES / "MisreadContext.kt").read_text()
    write(project, {"m.kt": text})
    engine = Engine(str(project))
    with pytest.raises(Refused, match="would mean something else"):
        engine.delete("two", force=True)
    engine.close()
