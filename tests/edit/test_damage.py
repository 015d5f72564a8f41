"""Damage that tools of this kind report as success: each is refused here, or done right."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from editing import bytes_of, check, refused
from support import write

from codeintel.engine.answers.values import FindRequest
from codeintel.engine.edit.check import SyntaxBroken
from codeintel.engine.edit.values import EditOptions, FileEdits, TextEdit
from codeintel.engine.edit.where import journal_folder
from codeintel.engine.errors import OutsideProject, Refused, StillUsed, UsageError
from codeintel.engine.service import Engine

PY = "import os\n\nCONST = 1\n\n\n# about a\ndef a():\n    return CONST\n\n\ndef b():\n    return 2\n"


def test_a_constant_is_its_whole_statement(project: Path) -> None:
    check(
        project, {"m.py": PY}, lambda e: e.replace("CONST", "CONST = 2"), {"m.py": PY.replace("CONST = 1", "CONST = 2")}
    )


def test_a_value_alone_is_no_constant(project: Path) -> None:
    refused(project, {"m.py": PY}, lambda e: e.replace("CONST", "2"), Refused, "does not define CONST")


TS = "/** Answers. */\nexport const handler = (n: number) => n;\n\nexport default class Box {\n  size = 1;\n}\n"


@pytest.mark.parametrize(
    "text", ["export const handler = (n: number) => n + 1;", "const handler = (n: number) => n + 1;"]
)
def test_export_is_there_once(text: str, project: Path) -> None:
    check(project, {"m.ts": TS}, lambda e: e.replace("handler", text), {"m.ts": TS.replace("=> n;", "=> n + 1;")})


@pytest.mark.parametrize("text", ["class Box {\n  size = 2;\n}", "export default class Box {\n  size = 2;\n}\n"])
def test_export_default_is_there_once(text: str, project: Path) -> None:
    check(project, {"m.ts": TS}, lambda e: e.replace("Box", text), {"m.ts": TS.replace("size = 1", "size = 2")})


@pytest.mark.parametrize(
    "text", ["def a():\n    return (1", "def a():\nreturn 1", "def a(:\n    pass", "def a():\n    return 1\n)"]
)
def test_a_text_that_does_not_parse_is_refused(text: str, project: Path) -> None:
    refused(project, {"m.py": PY}, lambda e: e.replace("a", text), Refused, "m.py")


def test_an_unbalanced_body_is_refused(project: Path) -> None:
    java = "class A {\n    int one() {\n        return 1;\n    }\n\n    int two() {\n        return 2;\n    }\n}\n"
    for text in ("int one() {\n    return 1;\n}\n}", "int one() {\n    if (true) {\n    return 1;\n}"):
        refused(project, {"A.java": java}, lambda e, t=text: e.replace("A/one", t), Refused, "A.java")


def test_errors_are_allowed_when_asked_for_and_said_so(project: Path) -> None:
    write(project, {"m.py": PY})
    engine = Engine(str(project))
    with pytest.raises(SyntaxBroken):
        engine.replace("b", "def b():\n    return (2")
    answer = engine.replace("b", "def b():\n    return 2 $ 3", options=EditOptions(allow_errors=True))
    assert any("--allow-errors" in note for note in answer.notes)


def test_other_checks_hold_though_errors_are_allowed(project: Path) -> None:
    options = EditOptions(allow_errors=True)
    refused(project, {"m.py": PY}, lambda e: e.replace("a", "x = 1", options=options), Refused, "does not define a")


def test_an_error_elsewhere_in_the_file_is_no_hindrance(project: Path) -> None:
    broken = PY + "\n\ndef c(:\n"
    check(
        project,
        {"m.py": broken},
        lambda e: e.replace("b", "def b():\n    return 3"),
        {"m.py": broken.replace("return 2", "return 3")},
    )


def test_a_delete_leaves_no_empty_block(project: Path) -> None:
    before = "if True:\n    def only():\n        return 1\n\nx = 2\n"
    answer = check(project, {"m.py": before}, lambda e: e.delete("only"), {"m.py": "if True:\n    pass\n\nx = 2\n"})
    assert "pass" in answer.notes[0]


def test_a_delete_of_all_that_is_used_says_where(project: Path) -> None:
    files = {"m.py": PY, "n.py": "from m import a\n\n\nprint(a())\n"}
    write(project, files)
    engine = Engine(str(project))
    with pytest.raises(StillUsed) as error:
        engine.delete("a")
    assert error.value.uses == ["n.py:1: from m import a", "n.py:4: print(a())"]
    check(
        project,
        files,
        lambda e: e.delete("a", force=True),
        {"m.py": "import os\n\nCONST = 1\n\n\ndef b():\n    return 2\n"},
    )


@pytest.mark.parametrize("new", ["class", "not a name", "1st", "a-b", "", "None"])
def test_a_rename_to_no_name_is_refused(new: str, project: Path) -> None:
    refused(project, {"m.py": PY}, lambda e: e.rename("b", new), UsageError)


def test_a_rename_to_a_name_that_is_taken_is_refused(project: Path) -> None:
    refused(project, {"m.py": PY}, lambda e: e.rename("b", "a"), Refused, "already")
    refused(project, {"m.py": PY}, lambda e: e.rename("b", "os"), Refused, "already")


def test_a_rename_of_what_nothing_else_names(project: Path) -> None:
    before = PY + '\n\n# b is for beta\nTEXT = "b"\n'
    answer = check(
        project, {"m.py": before}, lambda e: e.rename("b", "beta2"), {"m.py": before.replace("def b(", "def beta2(")}
    )
    assert "2 mentions" in answer.notes[0]


@pytest.mark.parametrize(
    ("encoding", "end"),
    [("utf-8", "\r\n"), ("latin-1", "\n"), ("utf-16", "\r\n"), ("utf-8-sig", "\n"), ("utf-16-be", "\n")],
)
def test_encoding_and_line_ends_stay(encoding: str, end: str, project: Path) -> None:
    mark = b"\xfe\xff" if encoding == "utf-16-be" else b""
    before = "# café\ndef a():\n    return 'é'\n\n\ndef b():\n    return 2".replace("\n", end)
    after = before.replace("return 2", "return 'ü'")
    files = {"m.py": mark + before.encode(encoding)}
    check(
        project, files, lambda e: e.replace("b", "def b():\n    return 'ü'\n"), {"m.py": mark + after.encode(encoding)}
    )


def test_what_the_encoding_cannot_say_is_refused(project: Path) -> None:
    files = {"m.py": "# café\ndef a():\n    return 1\n".encode("latin-1")}
    refused(project, files, lambda e: e.replace("a", "def a():\n    return '€'"), Refused, "cannot say")


def test_a_declared_encoding_holds_for_new_text(project: Path) -> None:
    before = "# coding: latin-1\ndef a():\n    return 1\n"
    after = before.replace("1\n", "'é'\n").replace("latin-'é'", "latin-1").encode("latin-1")
    check(project, {"m.py": before}, lambda e: e.replace("a", "def a():\n    return 'é'"), {"m.py": after})


def test_nothing_comes_between_a_comment_and_its_function(project: Path) -> None:
    text = "def new():\n    return 0"
    after = PY.replace("# about a", f"{text}\n\n\n# about a")
    check(project, {"m.py": PY}, lambda e: e.insert_before("a", text), {"m.py": after})


def test_overloads_setters_and_what_follows_an_error_can_be_edited(project: Path) -> None:
    before = (
        "class A:\n    @property\n    def x(self):\n        return 1\n\n"
        "    @x.setter\n    def x(self, v):\n        pass\n\n"
        "    def broken(self:\n        pass\n\n\ndef after():\n    return 1\n"
    )
    check(
        project,
        {"m.py": before},
        lambda e: e.replace("A/x[1]", "def x(self, v):\n    self.v = v"),
        {"m.py": before.replace("pass\n\n    def broken", "self.v = v\n\n    def broken")},
    )


def test_a_name_with_a_slash_can_be_edited(project: Path) -> None:
    before = 'const routes = {\n  "GET /users"() {\n    return 1;\n  },\n  other() {},\n};\n'
    write(project, {"m.js": before})
    engine = Engine(str(project))
    symbol = next(n for n in engine.find(FindRequest("?*")).symbols if n.symbol.name == "GET /users")
    engine.replace(symbol.id, '"GET /users"() {\n  return 2;\n}')
    assert bytes_of(project)["m.js"].decode() == before.replace("return 1", "return 2")


def test_a_dry_run_shows_the_diff_and_writes_nothing(project: Path) -> None:
    write(project, {"m.py": PY})
    engine = Engine(str(project))
    answer = engine.replace("b", "def b():\n    return 3", options=EditOptions(dry_run=True))
    assert not answer.applied
    assert answer.files[0].diff.endswith("@@ -9,4 +9,4 @@\n \n \n def b():\n-    return 2\n+    return 3\n")
    assert bytes_of(project)["m.py"].decode() == PY
    assert engine.edits() == []


# --- places ------------------------------------------------------------------------------------------------------


def test_links_are_edited_where_they_lead_and_never_broken(project: Path) -> None:
    write(project, {"real/m.py": PY})
    (project / "link.py").symlink_to("real/m.py")
    engine = Engine(str(project))
    engine.edit_texts([FileEdits("link.py", (TextEdit(0, 0, b"# x\n"),))], "test")
    assert (project / "link.py").is_symlink()
    assert (project / "real/m.py").read_text(encoding="utf-8") == "# x\n" + PY


@pytest.mark.parametrize("path", ["../outside.py", "out.py", "folder/outside.py", ".git/config"])
def test_nothing_outside_is_edited(path: str, project: Path) -> None:
    outside = project.parent / "outside.py"
    outside.write_text("x = 1\n", encoding="utf-8")
    write(project, {".git/config": "", ".git/HEAD": "ref: x\n", "m.py": PY})
    (project / "out.py").symlink_to(outside)
    (project / "folder").symlink_to(project.parent)
    engine = Engine(str(project))
    with pytest.raises(OutsideProject):
        engine.edit_texts([FileEdits(path, (TextEdit(0, 0, b"# x\n"),))], "test")
    assert outside.read_text(encoding="utf-8") == "x = 1\n"


def test_permissions_and_other_names_of_a_file_stay(project: Path) -> None:
    write(project, {"m.py": PY, "tool.py": PY.replace("def b", "def tool")})
    os.chmod(project / "tool.py", 0o751)
    os.link(project / "m.py", project / "same.txt")
    engine = Engine(str(project))
    engine.replace("m.py:b", "def b():\n    return 3")
    engine.replace("tool.py:tool", "def tool():\n    return 3")
    assert (project / "same.txt").read_bytes() == (project / "m.py").read_bytes()
    assert (project / "m.py").stat().st_nlink == 2
    assert (project / "tool.py").stat().st_mode & 0o777 == 0o751


def test_a_read_only_file_is_refused(project: Path) -> None:
    write(project, {"m.py": PY})
    os.chmod(project / "m.py", 0o444)
    refused(project, {}, lambda e: e.replace("b", "def b():\n    return 3"), Refused, "read-only")


# --- fitting -----------------------------------------------------------------------------------------------------


def test_tabs_where_the_file_has_tabs(project: Path) -> None:
    go = "package p\n\nfunc a() int {\n\treturn 1\n}\n"
    text = "func a() int {\n    if true {\n        return 2\n    }\n    return 1\n}"
    after = go.replace("\treturn 1", "\tif true {\n\t\treturn 2\n\t}\n\treturn 1")
    check(project, {"a.go": go}, lambda e: e.replace("a", text), {"a.go": after})


CLASS = "class A:\n    def a(self):\n        return 1\n"
HEADED = "# about p\n    @property\n    def p(self):\n        return 2\n"


def test_a_text_whose_first_line_lost_its_indentation(project: Path) -> None:
    after = CLASS + "\n    # about p\n    @property\n    def p(self):\n        return 2\n"
    check(project, {"m.py": CLASS}, lambda e: e.insert_after("A/a", HEADED), {"m.py": after})
    wide = "def p(\n        self,\n    ):\n        return 2\n"
    fitted = CLASS + f"\n    {wide}"
    check(project, {"m.py": CLASS}, lambda e: e.insert_after("A/a", wide), {"m.py": fitted})
    hanging = "def p(\n    self,\n    ):\n    return 2\n"
    fitted = CLASS + "\n" + "".join(f"    {line}\n" for line in hanging.splitlines())
    check(project, {"m.py": CLASS}, lambda e: e.insert_after("A/a", hanging), {"m.py": fitted})
    deeper = HEADED.replace("\n    ", "\n        ")
    check(project, {"m.py": CLASS}, lambda e: e.insert_after("A/a", deeper), {"m.py": after})


def test_tabs_of_one_function_in_a_file_of_blanks(project: Path) -> None:
    own = "def b():\n\tif 1:\n\t\treturn 2"
    before = f"{CLASS}\n\n{own}\n\n\n{CLASS.replace('A', 'C')}"
    check(project, {"m.py": before}, lambda e: e.replace("b", own), {})
    check(
        project,
        {"m.py": before},
        lambda e: e.replace("b", own.replace("2", "3")),
        {"m.py": before.replace("return 2", "return 3")},
    )


def test_a_statement_keeps_its_end_where_no_node_stands_for_it(project: Path) -> None:
    before = "a, b = 1, 2; c = 3\n"
    after = "a, b = 1, 2; d, e = 4, 5; c = 3\n"
    check(project, {"m.py": before}, lambda e: e.insert_after("a", "d, e = 4, 5"), {"m.py": after})
    refused(project, {"m.py": before}, lambda e: e.replace("a", "a, b = 1, 2 d = 4"), SyntaxBroken, "has no end")
    (project / "m.py").unlink()
    go = "package p\n\nconst A = 1; const B = 2\n"
    check(
        project,
        {"m.go": go},
        lambda e: e.insert_after("A", "const C = 3"),
        {"m.go": go.replace("; ", "; const C = 3; ")},
    )
    check(project, {"m.go": go}, lambda e: e.delete("A"), {"m.go": "package p\n\nconst B = 2\n"})


def test_a_string_keeps_its_blanks_when_a_text_moves_in(project: Path) -> None:
    before = "class A:\n    def q(self):\n        return 1\n"
    text = 'def q(self):\n    """One.\n\n    Two.\n    """\n    return """\nkept\n  as it is"""'
    after = (
        'class A:\n    def q(self):\n        """One.\n\n        Two.\n        """\n'
        '        return """\nkept\n  as it is"""\n'
    )
    check(project, {"m.py": before}, lambda e: e.replace("q", text), {"m.py": after})


@pytest.mark.parametrize("text", ["x = 1\nreturn x", "    x = 1\n    return x\n", "x = 1\n        return x"])
def test_a_body_is_fitted(text: str, project: Path) -> None:
    before = "class A:\n    @dec\n    def q(self):\n        return 1\n"
    after = before.replace("return 1", "x = 1\n        return x")
    check(project, {"m.py": before}, lambda e: e.replace("q", text, body=True), {"m.py": after})


@pytest.mark.parametrize("text", ["return 2;", "{\n  return 2;\n}", "  return 2;\n"])
def test_a_body_with_or_without_braces(text: str, project: Path) -> None:
    before = "class A {\n  /** q */\n  q() {\n    return 1;\n  }\n}\n"
    after = before.replace("return 1", "return 2")
    check(project, {"m.js": before}, lambda e: e.replace("q", text, body=True), {"m.js": after})


@pytest.mark.parametrize(
    ("name", "before", "symbol", "text", "after"),
    [
        (
            "m.rs",
            "struct A {\n    x: u8,\n    y: u8,\n}\n",
            "A/x",
            "z: u8",
            "struct A {\n    x: u8,\n    z: u8,\n    y: u8,\n}\n",
        ),
        ("A.java", "enum A {\n    X,\n    Y\n}\n", "A/Y", "Z", "enum A {\n    X,\n    Y,\n    Z\n}\n"),
        ("A.java", "enum A { X, Y }\n", "A/X", "Z", "enum A { X, Z, Y }\n"),
        (
            "m.js",
            "const o = {\n  a() {},\n  b() {}\n};\n",
            "o/b",
            "c() {}",
            "const o = {\n  a() {},\n  b() {},\n  c() {}\n};\n",
        ),
        (
            "m.c",
            "struct A {\n    int x;\n    int y;\n};\n",
            "A/x",
            "int z",
            "struct A {\n    int x;\n    int z;\n    int y;\n};\n",
        ),
    ],
)
def test_separators(name: str, before: str, symbol: str, text: str, after: str, project: Path) -> None:
    check(project, {name: before}, lambda e: e.insert_after(symbol, text), {name: after})


@pytest.mark.parametrize(
    ("name", "before", "symbol", "after"),
    [
        ("A.java", "enum A {\n    X,\n    Y\n}\n", "A/Y", "enum A {\n    X\n}\n"),
        ("A.java", "enum A { X, Y }\n", "A/X", "enum A { Y }\n"),
        ("m.rs", "struct A {\n    x: u8,\n    y: u8,\n}\n", "A/y", "struct A {\n    x: u8,\n}\n"),
        ("m.ts", "class A {\n  a() {}\n\n  // b\n  b() {} // end\n}\n", "A/b", "class A {\n  a() {}\n}\n"),
        ("m.py", "a = 1\n\n\ndef b():\n    pass\n    # inside\n\n\nc = 2\n", "b", "a = 1\n\n\nc = 2\n"),
        ("m.py", "def a():\n    pass\n\n\ndef b():\n    pass\n", "b", "def a():\n    pass\n"),
        ("m.py", "def a():\n    pass\n\n\ndef b():\n    pass\n", "a", "def b():\n    pass\n"),
        (
            "m.py",
            "if a:\n    # c\n\n    x = 1\nelse:\n    y = 2\n",
            "x",
            "if a:\n    # c\n\n    pass\nelse:\n    y = 2\n",
        ),
        ("m.ts", "export const a = 1, b = 2;\n", "b", "export const a = 1;\n"),
        ("m.sh", "if a; then\n  b\nelse\n  c() { :; }\nfi\n", "c", "if a; then\n  b\nelse\n  :\nfi\n"),
        (
            "m.py",
            "class A:\n    def a(self):\n        pass\n\n    def b(self):\n        pass\n",
            "A/a",
            "class A:\n    def b(self):\n        pass\n",
        ),
    ],
)
def test_a_delete_takes_its_lines_and_separator(name: str, before: str, symbol: str, after: str, project: Path) -> None:
    check(project, {name: before}, lambda e: e.delete(symbol, force=True), {name: after})


def test_text_inside_of_a_symbol(project: Path) -> None:
    check(
        project,
        {"m.py": PY},
        lambda e: e.replace_text("b", "return 2", "x = 2\n    return x"),
        {"m.py": PY.replace("return 2", "x = 2\n    return x")},
    )
    refused(project, {"m.py": PY}, lambda e: e.replace_text("b", "CONST", "X"), Refused, "does not hold")
    refused(project, {"m.py": PY}, lambda e: e.replace_text("a", "a", "X"), Refused, "times")


def test_a_move_that_nothing_depends_on(project: Path) -> None:
    other = "def z():\n    return 0\n"
    before = {"m.py": PY, "n.py": other}
    after = {"m.py": PY.replace("\n\n\ndef b():\n    return 2\n", "\n"), "n.py": other + "\n\ndef b():\n    return 2\n"}
    check(project, before, lambda e: e.move("b", "n.py"), after)


@pytest.mark.parametrize(
    ("name", "text", "symbol", "use"),
    [
        ("a.rb", "def ready?\n  true\nend\n\nputs 1 if ready?\n", "ready?", "a.rb:5: puts 1 if ready?"),
        ("a.sh", 'LIMIT=3\nf() {\n  echo "$LIMIT"\n}\n', "LIMIT", 'a.sh:3: echo "$LIMIT"'),
        ("a.js", "function $a() {}\n\n$a();\n", "$a", "a.js:3: $a();"),
    ],
)
def test_uses_are_found_however_a_language_writes_names(
    name: str, text: str, symbol: str, use: str, project: Path
) -> None:
    write(project, {name: text})
    with pytest.raises(StillUsed) as error:
        Engine(str(project)).delete(symbol)
    assert error.value.uses == [use]


def test_uses_of_an_operator_cannot_be_looked_up(project: Path) -> None:
    files = {"a.rb": "class A\n  def +(other)\n    self\n  end\nend\n"}
    refused(project, files, lambda e: e.delete("A/+"), StillUsed, "may still be used")


def test_a_damaged_record_is_put_aside(project: Path) -> None:
    write(project, {"m.py": PY})
    folder = Path(journal_folder(os.path.realpath(project)))
    write(folder, {"pending/20200101-x": b"{"})
    engine = Engine(str(project))
    engine.replace("b", "def b():\n    return 3")
    assert "cannot be read" in engine.notes[0]
    assert (folder / "damaged-20200101-x").exists()
