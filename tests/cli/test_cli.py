"""The command line as a person or a script meets it: output, JSON shapes, exit codes, help, pipes and terminals."""

from __future__ import annotations

import contextlib
import io
import json
import os
import pty
import re
import subprocess
import sys
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest
from support import cli, write

from codeintel.cli.main import main

if TYPE_CHECKING:
    from pathlib import Path

SHOP = '''"""A shop."""

LIMIT = 3


class Cart:
    """Holds what is bought."""

    def add(self, item: str, count: int = 1) -> None:
        """Put something in."""
        self.items.append(item)

    @property
    def total(self) -> int:
        return 0

    @total.setter
    def total(self, value: int) -> None: ...


def checkout(cart: Cart) -> str:
    # pays
    return "done"
'''


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    root = tmp_path / "project"
    (root / "src").mkdir(parents=True)
    (root / "src" / "shop.py").write_text(SHOP)
    (root / "src" / "other.py").write_text("def checkout():\n    pass\n")
    (root / "notes.txt").write_text("nothing")
    return root


class Done(NamedTuple):
    returncode: int
    stdout: str
    stderr: str


def codeintel(root: Path, *words: str) -> Done:
    """One command in this process: what a process of its own would print, minus the time to start it."""
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            code = main(["-C", str(root), *words])
        except SystemExit as stop:  # --help and --version
            code = int(stop.code or 0)
    return Done(code, out.getvalue(), err.getvalue())


def check(root: Path, words: list[str], *, code: int = 0, out: str | None = None, err: str | None = None) -> str:
    done = codeintel(root, *words)
    assert done.returncode == code, done.stderr
    assert "Traceback" not in done.stderr
    if out is not None:
        assert done.stdout == out
    if err is not None:
        assert err in done.stderr
    return done.stdout


def answer(root: Path, *words: str, code: int = 0) -> dict[str, Any]:
    return json.loads(check(root, [*words, "--json"], code=code))


def test_find(shop: Path) -> None:
    check(
        shop,
        ["find", "Cart/add"],
        out="src/shop.py\n"
        "  9-11  method  Cart/add  def add(self, item: str, count: int = 1) -> None\n"
        "      Put something in.\n",
    )


def test_find_json(shop: Path) -> None:
    found = answer(shop, "find", "add")
    assert found == {
        "symbols": [
            {
                "id": "src/shop.py:Cart/add",
                "path": "src/shop.py",
                "name_path": "Cart/add",
                "name": "add",
                "kind": "method",
                "line": 9,
                "end_line": 11,
                "name_line": 9,
                "column": 9,
                "signature": "def add(self, item: str, count: int = 1) -> None",
                "doc": "Put something in.",
            }
        ],
        "more": 0,
        "suggestions": [],
        "notes": [],
    }


def test_nothing_found_suggests_and_exits_with_1(shop: Path) -> None:
    check(shop, ["find", "chekout"], code=1, out="", err="src/shop.py:checkout")
    assert "src/shop.py:checkout" in answer(shop, "find", "CHECKOUT", code=1)["suggestions"]


def test_find_with_options(shop: Path) -> None:
    assert [s["id"] for s in answer(shop, "find", "checkout", "--in", "src/other.py")["symbols"]] == [
        "src/other.py:checkout"
    ]
    assert [s["id"] for s in answer(shop, "find", "checkout", "--in", "other.py")["symbols"]] == [
        "src/other.py:checkout"
    ]
    assert [s["name"] for s in answer(shop, "find", "?*", "--kind", "constant")["symbols"]] == ["LIMIT"]
    assert [
        s["name"] for s in answer(shop, "find", "ECK", "--substring", "--ignore-case", "--in", "src/shop.py")["symbols"]
    ] == ["checkout"]
    cart = answer(shop, "find", "Cart", "--depth", "1")["symbols"][0]
    assert [child["name_path"] for child in cart["children"]] == ["Cart/add", "Cart/total[0]", "Cart/total[1]"]
    assert answer(shop, "find", "LIMIT", "--body")["symbols"][0]["body"] == "LIMIT = 3"
    limited = answer(shop, "find", "?*", "--limit", "2")
    assert len(limited["symbols"]) == 2
    assert limited["more"] == 5


def test_overview_of_a_file_and_of_a_folder(shop: Path) -> None:
    check(
        shop,
        ["overview", "src/shop.py"],
        out="src/shop.py  python\n"
        "  3  constant  LIMIT = 3\n"
        "  6-18  class  class Cart  — Holds what is bought.\n"
        "    9-11  method  def add(self, item: str, count: int = 1) -> None  — Put something in.\n"
        "    13-15  property  def total(self) -> int  [0]\n"
        "    17-18  property  def total(self, value: int) -> None  [1]\n"
        "  21-23  function  def checkout(cart: Cart) -> str\n",
    )
    folder = answer(shop, "overview", "src")
    assert (folder["path"], folder["language"], folder["files"]) == ("src", None, ["src/other.py", "src/shop.py"])
    assert [s["name"] for s in folder["symbols"]] == ["checkout", "LIMIT", "Cart", "checkout"]
    assert answer(shop, "overview")["files"] == folder["files"]


def test_show(shop: Path) -> None:
    check(
        shop,
        ["show", "shop.py:checkout"],
        out='src/shop.py:checkout  function\n21  def checkout(cart: Cart) -> str:\n22      # pays\n23      return "done"\n',
    )
    shown = answer(shop, "show", "shop.py:checkout", "--context", "1")
    assert shown["first_line"] == 20
    assert shown["text"].startswith("\ndef checkout")
    assert shown["symbol"]["body"].startswith("def checkout")


def test_an_ambiguous_symbol_lists_what_can_be_pasted(shop: Path) -> None:
    error = answer(shop, "show", "checkout", code=3)["error"]
    assert error["code"] == "ambiguous"
    assert error["candidates"] == ["src/other.py:checkout", "src/shop.py:checkout"]
    for candidate in error["candidates"]:
        assert answer(shop, "show", candidate)["symbol"]["id"] == candidate


@pytest.mark.parametrize(
    ("words", "code", "error"),
    [
        (["find", "a//b"], 2, "bad_pattern"),
        (["find", "x", "--kind", "klass"], 2, "usage"),
        (["find", "x", "--limit", "-1"], 2, "usage"),
        (["find", "x", "--limit", "many"], 2, "usage"),
        (["find"], 2, "usage"),
        (["find", "x", "--nonsense"], 2, "usage"),
        (["overview", "/etc"], 2, "outside_project"),
        (["overview", "../.."], 2, "outside_project"),
        (["overview", "nowhere.py"], 3, "no_such_file"),
        (["overview", "notes.txt"], 3, "not_indexed"),
        (["show", "nothing_like_it"], 3, "no_such_symbol"),
    ],
)
def test_errors_have_a_code_and_say_what_to_do(shop: Path, words: list[str], code: int, error: str) -> None:
    found = answer(shop, *words, code=code)["error"]
    assert found["code"] == error
    assert found["message"]
    assert found["hint"]
    done = codeintel(shop, *words)
    assert done.returncode == code
    assert found["message"] in done.stderr
    assert not done.stdout


def test_budgets_shorten_in_steps_and_say_so(shop: Path) -> None:
    full = check(shop, ["find", "?*"])
    for budget, gone, there in [
        (len(full) - 1, "Put something in.", "def add("),
        (300, "def add(", "Cart/add"),
        (150, "Cart/add", "src/shop.py  6"),
    ]:
        text = check(shop, ["find", "?*", "--budget", str(budget)])
        assert gone not in text
        assert there in text
        assert "to fit" in text.splitlines()[-1]
        assert len(text) <= budget + len(text.splitlines()[-1]) + 1
    value = json.loads(check(shop, ["find", "?*", "--json", "--budget", "700"]))
    assert value["more"]
    assert value["notes"]
    assert len(json.dumps(value)) <= 720


def test_status_and_index(shop: Path) -> None:
    indexed = answer(shop, "index")
    assert (indexed["files"], indexed["symbols"], indexed["parsed"]) == (2, 7, 2)
    state = answer(shop, "status")
    assert set(state) >= {
        "root",
        "files",
        "symbols",
        "languages",
        "left_out",
        "unparsable",
        "database",
        "watching",
        "servers",
        "notes",
    }
    assert state["languages"] == {"python": 2}
    assert state["left_out"] == {"no language": 1}
    assert os.path.getsize(state["database"]["path"])
    assert answer(shop, "index")["parsed"] == 0
    assert answer(shop, "index", "--force")["parsed"] == 2


def test_clean_removes_the_index_alone(shop: Path) -> None:
    path = answer(shop, "status")["database"]["path"]
    assert answer(shop, "clean")["removed"]
    assert not os.path.exists(path)
    check(shop, ["clean"], code=1)
    assert answer(shop, "find", "Cart")["symbols"]
    assert answer(shop, "clean", "--all")["removed"]


def test_languages_and_doctor(shop: Path) -> None:
    names = [language["name"] for language in answer(shop, "languages")["languages"]]
    assert "python" in names
    assert names == sorted(names)
    assert all(finding["ok"] for finding in answer(shop, "doctor")["findings"])


def test_a_project_brings_its_own_language(shop: Path) -> None:
    folder = shop / "tools" / "queries" / "toml"
    folder.mkdir(parents=True)
    (folder / "language.toml").write_text('grammar = "toml"\nsuffixes = [".toml"]\n')
    (folder / "symbols.scm").write_text("(table (bare_key) @name) @definition.object\n")
    (shop / "codeintel.toml").write_text('queries = ["tools/queries"]\n')
    (shop / "deploy.toml").write_text("[production]\nhost = 1\n")
    assert [s["id"] for s in answer(shop, "find", "production")["symbols"]] == ["deploy.toml:production"]
    (folder / "symbols.scm").write_text("(table (bare_key) @name) @definition.thing\n")
    error = answer(shop, "find", "production", code=3)["error"]
    assert error["code"] == "bad_settings"
    assert "symbols.scm:1" in error["message"]
    assert not [f for f in answer(shop, "doctor", code=3)["findings"] if f["ok"] and "languages" in f["message"]]


def test_help_has_examples_and_version_is_printed(shop: Path) -> None:
    assert "examples:" in check(shop, ["find", "--help"])
    assert "find" in check(shop, ["--help"])
    assert re.fullmatch(r"codeintel \d+\.\d+\.\d+\n", check(shop, ["--version"]))
    assert "complete" in check(shop, ["completion", "bash"])


def on_terminal(project: Path, *arguments: str) -> str:
    """What a person sees, colours and all."""
    main, side = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "codeintel.cli", "-C", str(project), *arguments],
        stdout=side,
        stderr=side,
        env={**os.environ, "TERM": "xterm"},
    )
    process.wait(60)
    os.close(side)
    text = os.read(main, 65536).decode()
    os.close(main)
    return text


def test_colours_on_a_terminal_and_none_in_a_pipe(shop: Path) -> None:
    assert "\033[" not in check(shop, ["find", "Cart"])
    assert "\033[" in on_terminal(shop, "find", "Cart")


def test_a_terminal_obeys_nothing_that_a_repository_holds(tmp_path: Path) -> None:
    root = tmp_path / "project"
    write(root, {"a\033[7m\n.py": 'def cls(a="\033]0;t\a"):\n    """\u202e"""\n'})
    assert "\033]0;t\a" in check(root, ["show", "cls"])
    for command in ("show", "find", "nothing"):
        text = on_terminal(root, *(("find", "\033]no") if command == "nothing" else (command, "cls")))
        assert not [piece for piece in ("\033]", "\033[7m", "\a", "\u202e") if piece in text]
        assert "\\x1b" in text


def test_a_closed_pipe_is_no_error(shop: Path) -> None:
    done = subprocess.run(
        f"{sys.executable} -m codeintel.cli -C {shop} overview | head -1",
        shell=True,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.stderr == ""


@pytest.mark.parametrize(
    ("redirection", "code", "err"),
    [
        ("> /dev/full", 3, "codeintel: the answer cannot be written: No space left on device\n"),
        (">&-", 0, ""),
        ("2>&- >&-", 0, ""),
        ("<&- >&- 2>&-", 0, ""),
    ],
)
def test_an_answer_that_cannot_be_written(shop: Path, redirection: str, code: int, err: str) -> None:
    for words in ("find Cart", "find Cart --json", "overview"):
        done = subprocess.run(
            f"{sys.executable} -m codeintel.cli -C {shop} {words} {redirection}",
            shell=True,
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        assert (done.returncode, done.stderr[: len(err)]) == (code, err)
        assert "bug" not in done.stderr
        assert "ignored" not in done.stderr


def test_a_look_up_imports_nothing_heavy(shop: Path) -> None:
    for _ in range(3):  # until no file is so young that its content has to be compared
        imported("-m", "codeintel.cli", "-C", str(shop), "find", "Cart")
    bare = imported("-c", "pass")  # an editable install loads a few things by itself
    found = imported("-m", "codeintel.cli", "-C", str(shop), "find", "Cart") - bare
    heavy = {
        "click",
        "rich",
        "mcp",
        "lsprotocol",
        "tree_sitter",
        "tree_sitter_language_pack",
        "sqlite_utils",
        "watchdog",
    }
    assert not found & (
        heavy | {"pathlib", "dataclasses", "json", "hashlib", "subprocess", "shutil", "asyncio", "tomllib"}
    )


def imported(*words: str) -> set[str]:
    done = subprocess.run(
        [sys.executable, "-X", "importtime", *words], capture_output=True, text=True, timeout=60, check=True
    )
    return set(re.findall(r"\| +([\w.]+)$", done.stderr, re.MULTILINE))


def test_a_missing_project_is_an_error(tmp_path: Path) -> None:
    check(tmp_path / "nowhere", ["status"], code=3, err="there is no folder")


def test_callers_that_are_shortened_keep_their_doubt(project: Path) -> None:
    uses = "".join(f"def use_{n}(x):\n    x.go()\n\n\n" for n in range(40))
    write(project, {"a.py": "class A:\n    def go(self): ...\n\n\nclass B:\n    def go(self): ...\n\n\n" + uses})
    text = cli("-C", project, "callers", "A/go", "--budget", "700").out
    assert "  use_7 (name)\n" in text


def test_what_reaches_a_symbol_is_counted_whole_and_the_sure_come_first(project: Path) -> None:
    uses = "".join(f"def by_name_{n}(x):\n    x.go()\n\n\n" for n in range(5)) + "def sure():\n    A().go()\n\n\n"
    write(project, {"a.py": "class A:\n    def go(self): ...\n\n\nclass B:\n    def go(self): ...\n\n\n" + uses})
    text = cli("-C", project, "impact", "A/go", "--limit", "2").out
    assert "distance 1: 6 symbols, 5 of them by name only\na.py\n  sure\n  by_name_0 (name)\n" in text


def test_references_that_do_not_fit_keep_their_lines(project: Path) -> None:
    write(project, {"a.py": "def go(): ...\n\n\n" + "go()\n" * 60})
    text = cli("-C", project, "refs", "go", "--budget", "600").out
    lines = ", ".join(str(4 + n) for n in range(60))
    assert f"a.py  {lines}\n… shown as lines per file to fit 600 characters" in text
