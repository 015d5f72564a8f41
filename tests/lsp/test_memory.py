"""What is remembered of a server's answers: it outlives what has nothing to do with it, and never differs from what the
server would say now. CODEINTEL_EDITS=1500 makes a long run of random edits, CODEINTEL_SEED=n another one.
"""

from __future__ import annotations

import os
import random
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest
from support import write

from codeintel.engine.answers.memory import Memory
from codeintel.engine.answers.references import RefsRequest
from codeintel.engine.answers.witness import Precision
from codeintel.engine.errors import CodeintelError
from codeintel.engine.service import Engine
from codeintel.lsp_bridge import language_servers

TOP = Path(__file__).parent.parent.parent
NODE = Path(os.environ.get("CODEINTEL_NODE_MODULES", TOP / ".venv/node/node_modules")) / ".bin"
TOOLCHAINS = {"RUSTUP_HOME": Path.home() / ".rustup", "CARGO_HOME": Path.home() / ".cargo"}
"""Found by a home that tests do not have."""
SEED = int(os.environ.get("CODEINTEL_SEED", "0"))
EDITS = int(os.environ.get("CODEINTEL_EDITS", "150")) // 12
MODULES = 6


@pytest.fixture(autouse=True)
def _with_servers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CODEINTEL_SERVERS")
    path = [str(Path(sys.executable).parent), str(NODE), os.environ["PATH"]]
    monkeypatch.setenv("PATH", os.pathsep.join(path))


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """What was not remembered."""
    found: list[object] = []
    recall = Memory.recall

    def noting(self: Memory, chosen: object, question: tuple[object, ...]) -> object:
        known = recall(self, chosen, question)  # pyright: ignore[reportArgumentType]
        if known is None:
            found.append(question)
        return known

    monkeypatch.setattr(Memory, "recall", noting)
    return found


FILES = {
    "pkg/__init__.py": "",
    "pkg/a.py": "class A:\n    def go(self): pass\n\n\nclass B:\n    def go(self): pass\n",
    "pkg/make.py": "from .a import A\n\n\ndef make(): return A()\n",
    "pkg/use.py": "from .make import make\n\nmake().go()\n",
    "pkg/other.py": "def alone(): return 1\n",
    "pkg/again.py": "from .other import alone\n\nalone()\n",
}


def ask(engine: Engine, symbol: str) -> object:
    """An answer; again where the server crashed meanwhile, as clangd sometimes does."""
    try:
        answer = engine.refs(RefsRequest(symbol, "lsp", wait=180))
        while any("ended with exit code" in note for note in answer.notes):
            answer = engine.refs(RefsRequest(symbol, "lsp", wait=180))
    except CodeintelError as error:
        return type(error)
    return answer.references, answer.complete, answer.notes


def used(engine: Engine) -> list[str]:
    found = engine.refs(RefsRequest("A/go", "lsp", wait=60)).references
    return [row.path for row in found if row.certainty != "name"]


@pytest.mark.parametrize(
    ("edit", "holds"),
    [
        ({"pkg/other.py": "def alone(): return 2\n"}, True),
        ({"pkg/again.py": "from .other import alone\n\nalone()\nalone()\n"}, True),
        ({"pkg/more.py": "from .other import alone\n\nalone()\n"}, True),
        ({"pkg/other.py": "from .use import make\n\ndef alone(): return make()\n"}, True),
        ({"pkg/make.py": "from .a import B\n\n\ndef make(): return B()\n"}, False),
        ({"pkg/use.py": "from .make import make\n\nprint(1)\nmake().go()\n"}, False),
        ({"pkg/other.py": "from .use import make\n\nmake().go()\n"}, False),
        ({"pkg/a.pyi": "class A: ...\n"}, False),
        ({"pkg/__init__.py": "x = 1\n"}, False),
        ({"pyproject.toml": "[tool.ty]\n"}, False),
    ],
)
def test_an_answer_outlives_what_has_nothing_to_do_with_it(
    project: Path, asked: list[object], edit: dict[str, str], holds: bool
) -> None:
    write(project, FILES)
    engine = Engine(str(project), backend=language_servers)
    assert used(engine) == ["pkg/use.py"]
    engine.close()
    asked.clear()
    write(project, edit)
    again = Engine(str(project), backend=language_servers)
    used(again)
    assert bool(asked) is not holds
    assert holds is not any(row.pid for row in again.servers())
    again.close()


def test_an_answer_of_an_earlier_state_is_found_again(project: Path, asked: list[object]) -> None:
    write(project, FILES)
    engine = Engine(str(project), backend=language_servers)
    used(engine)
    write(project, {"pkg/make.py": "from .a import B\n\n\ndef make(): return B()\n"})
    assert not used(engine)
    asked.clear()
    write(project, {"pkg/make.py": FILES["pkg/make.py"]})
    assert used(engine) == ["pkg/use.py"]
    assert not asked
    engine.close()


def test_what_a_place_means_and_what_overrides_a_member(project: Path, asked: list[object]) -> None:
    write(project, {**FILES, "pkg/sub.py": "from .a import A\n\n\nclass C(A):\n    def go(self): pass\n"})
    engine = Engine(str(project), backend=language_servers)
    precise = Precision("lsp", 60)

    def both() -> tuple[list[str], list[str]]:
        meant = engine.definition("pkg/use.py:3:8", precise).definitions
        below = engine.implementations("A/go", precision=precise).implementations
        return [node.id for node in meant], [node.id for node in below]

    before = both()
    assert before == (["pkg/a.py:A/go"], ["pkg/sub.py:C/go"])
    asked.clear()
    write(project, {"pkg/other.py": "def alone(): return 2\n"})
    assert both() == before
    assert not asked
    write(project, {"pkg/make.py": "from .a import B\n\n\ndef make(): return B()\n"})
    assert both() == (["pkg/a.py:B/go"], ["pkg/sub.py:C/go"])
    engine.close()


# --- random edits --------------------------------------------------------------------------------------------------


class Language(NamedTuple):
    """How random modules are written; number 0 imports none, each other one some of those before."""

    program: str
    path: Callable[[int], str]
    text: Callable[[random.Random, int, list[int]], str]
    symbols: list[str]
    fixed: dict[str, str]


def _python(chance: random.Random, number: int, others: list[int]) -> str:
    lines: list[str] = []
    makers, bases = ["K"], ["object"]
    for other in others:
        form = chance.choice(
            ["from .m{0} import make as make{0}", "from . import m{0}", "from pkg.m{0} import K as K{0}"]
        )
        form = chance.choice([form, form, "import pkg.m{0}", "from .m{0} import *", "from pkg import m{0} as n{0}"])
        lines.append(form.format(other))
        made = {
            "make as": f"make{other}",
            "import m": f"m{other}.make",
            "K as": f"K{other}",
            "import pkg": f"pkg.m{other}.make",
        }
        makers.append(
            next((call for key, call in made.items() if key in form), "make" if "*" in form else f"n{other}.K")
        )
        bases += [name for key, name in (("K as", f"K{other}"), ("as n", f"n{other}.K")) if key in form]
    chance.shuffle(lines)
    lines += ["", "", f"class K({chance.choice(bases)}):"]
    lines += [
        f"    def {name}(self): return self" for name in chance.sample(["go", "stop", "turn"], chance.randint(1, 3))
    ]
    lines += ["", "", f"def make(): return {chance.choice(makers)}()", "", ""]
    lines += [
        f"{chance.choice(makers)}().{chance.choice(['go', 'stop', 'turn'])}()" for _ in range(chance.randint(0, 3))
    ]
    return "\n".join(lines) + "\n"


def _typescript(chance: random.Random, number: int, others: list[int]) -> str:
    lines: list[str] = []
    makers, bases = ["new K()"], [""]
    for other in others:
        form = chance.choice(["make", "named", "star", "default", "again"])
        if form == "make":
            lines.append(f"import {{ make as make{other} }} from './m{other}'")
            makers.append(f"make{other}()")
        elif form == "named":
            lines.append(f"import {{ K as K{other} }} from './m{other}'")
            makers.append(f"new K{other}()")
            bases.append(f" extends K{other}")
        elif form == "star":
            lines.append(f"import * as m{other} from './m{other}'")
            makers.append(f"m{other}.make()")
        elif form == "default":
            lines.append(f"import D{other} from './m{other}'")
            makers.append(f"new D{other}()")
        else:
            lines.append(f"export {{ make as give{other} }} from './m{other}'")
    lines += ["", f"export class K{chance.choice(bases)} {{"]
    lines += [f"  {name}() {{ return this }}" for name in chance.sample(["go", "stop", "turn"], chance.randint(1, 3))]
    lines += ["}", f"export function make() {{ return {chance.choice(makers)} }}", "export default K"]
    lines += [f"{chance.choice(makers)}.{chance.choice(['go', 'stop', 'turn'])}()" for _ in range(chance.randint(0, 3))]
    return "\n".join(lines) + "\n"


def _c(chance: random.Random, number: int, others: list[int]) -> str:
    header = number % 2 == 0
    lines = [f'#include "m{other}.h"' for other in others if other % 2 == 0]
    if chance.random() < 0.3:
        lines.insert(0, f"#define LIMIT{chance.randint(0, 2)} {number}")
    if header:
        lines += [
            f"#ifndef M{number}",
            f"#define M{number}",
            f"struct s{number} {{ int {chance.choice(['go', 'stop'])}; int turn; }};",
        ]
        lines += [
            f"#ifdef LIMIT{chance.randint(0, 2)}",
            f"static inline int run{number}(struct s{number} *p) {{ return p->turn; }}",
            "#endif",
        ]
        lines += [f"typedef struct s{chance.choice([number, *[o for o in others if o % 2 == 0]])} t{number};", "#endif"]
    for other in [o for o in [*others, number] if o % 2 == 0 and (header is False)]:
        field = chance.choice(["go", "stop", "turn"])
        lines.append(f"int use{number}_{other}(t{other} *p) {{ return p->{field}; }}")
    return "\n".join(lines) + "\n"


MEMBERS = ["go", "stop", "turn", "rest", "wait", "move"]


def _java(chance: random.Random, number: int, others: list[int]) -> str:
    package = _java_package(number)
    lines = [f"package {package};", ""]
    makers = [f"new K{number}()"]
    bases = [""]
    for other in others:
        form = chance.choice(["class", "all", "static", "whole"])
        name = f"{_java_package(other)}.K{other}"
        if form == "class":
            lines.append(f"import {name};")
        elif form == "all":
            lines.append(f"import {_java_package(other)}.*;")
        elif form == "static":
            lines.append(f"import static {name}.make{other};")
        makers.append(
            {"static": f"make{other}()", "whole": f"{name}.make{other}()"}.get(form, f"K{other}.make{other}()")
        )
        bases.append(f" extends {name}")
    lines += ["", f"public class K{number}{chance.choice(bases)} {{"]
    lines += [f"    public void {name}() {{ }}" for name in chance.sample(MEMBERS, 2)]
    maker = chance.choice(makers)
    made = "K" + "".join(filter(str.isdigit, maker))[:1]
    whole = f"{_java_package(int(made[1:]))}.{made}"
    lines += [f"    public static {whole} make{number}() {{ return null; }}", f"    void use{number}() {{"]
    for place in range(chance.randint(0, 3)):
        member = chance.choice(MEMBERS)
        form = chance.choice(["{0}.{1}();", "var x{2} = {0}; x{2}.{1}();"])
        lines.append("        " + form.format(chance.choice(makers), member, place))
    return "\n".join([*lines, "    }", "}"]) + "\n"


def _java_package(number: int) -> str:
    return "one" if number % 2 else "two"


def _php(chance: random.Random, number: int, others: list[int]) -> str:
    lines = ["<?php", f"namespace N{number};", ""]
    makers, bases = [f"new K{number}()"], [""]
    for other in others:
        form = chance.choice(["class", "alias", "function", "whole"])
        if form == "class":
            lines.append(f"use N{other}\\K{other};")
            makers.append(f"new K{other}()")
            bases.append(f" extends K{other}")
        elif form == "alias":
            lines.append(f"use N{other}\\K{other} as L{other};")
            makers.append(f"new L{other}()")
        elif form == "function":
            lines.append(f"use function N{other}\\make{other};")
            makers.append(f"make{other}()")
        else:
            makers.append(f"\\N{other}\\make{other}()")
            bases.append(f" extends \\N{other}\\K{other}")
    lines += ["", f"class K{number}{chance.choice(bases)} {{"]
    lines += [f"    function {name}() {{ }}" for name in chance.sample(MEMBERS, 2)]
    lines += ["}", f"function make{number}() {{ return {chance.choice(makers)}; }}"]
    for place in range(chance.randint(0, 3)):
        lines += [f"$x{place} = {chance.choice(makers)};", f"$x{place}->{chance.choice(MEMBERS)}();"]
    return "\n".join(lines) + "\n"


def _rust(chance: random.Random, number: int, others: list[int]) -> str:
    if number == ROOT:
        return "".join(f"pub mod m{other};\n" for other in range(ROOT) if chance.random() < 0.9)
    crate = "crate" if number < ROOT else "sample"
    makers = ["K::default()"]
    lines: list[str] = []
    for other in [other for other in others if other < ROOT]:
        form = chance.choice(["type", "function", "whole", "trait"])
        if form == "type":
            lines.append(f"use {crate}::m{other}::K as K{other};")
            makers.append(f"K{other}::default()")
        elif form == "function":
            lines.append(f"use {crate}::m{other}::make as make{other};")
            makers.append(f"make{other}()")
        elif form == "trait":
            lines.append(f"#[allow(unused_imports)]\nuse {crate}::m{other}::*;")
        else:
            makers.append(f"{crate}::m{other}::make()")
    made = chance.choice(makers)
    result = "K" if made.startswith("K:") else made.replace("make()", "K") if "::make" in made else "K"
    result = made.removesuffix("::default()") if made.endswith("::default()") else result
    body = made if result != "K" or made.startswith("K:") else "K::default()"
    if number > ROOT:
        called = [f"    {chance.choice(makers[1:])}.{chance.choice(['go', 'wind'])}();"] if makers[1:] else []
        return "\n".join([*lines, "#[test]", f"fn uses{number}() {{", *called[: chance.randint(0, 1)], "}"]) + "\n"
    lines += ["#[derive(Default)]", "pub struct K;", "impl K {"]
    lines += [f"    pub fn {name}(&self) {{}}" for name in chance.sample(MEMBERS, 2)]
    lines += ["}", f"pub trait T{number} {{ fn wind(&self) {{}} }}", f"impl T{number} for K {{}}"]
    lines += [f"pub fn make() -> {result} {{ {body} }}", f"pub fn uses{number}() {{"]
    for place in range(chance.randint(0, 3)):
        member = chance.choice([*MEMBERS, "wind"])
        lines += [f"    let x{place} = {chance.choice(makers)};", f"    x{place}.{member}();"]
    return "\n".join([*lines, "}"]) + "\n"


ROOT = 4
"""The number of the file that is the root of the library; those of higher ones are tests."""


def _go(chance: random.Random, number: int, others: list[int]) -> str:
    lines = [f"package m{number}", ""]
    makers, bases = ["K{}"], [""]
    for other in others:
        lines.append(f'import "sample/m{other}"')
        makers.append(f"m{other}.Make()")
        makers.append(f"m{other}.K{{}}")
        bases.append(f"m{other}.K")
    chance.shuffle(makers)
    made = makers[0]
    result = "K" if made == "K{}" else made.removesuffix("{}")
    if result.endswith("Make()"):
        made, result = "K{}", "K"
    lines += ["", f"type K struct {{ {chance.choice(bases)} }}", ""]
    lines += [f"func (k K) {name}() {{}}" for name in [m.title() for m in chance.sample(MEMBERS, 2)]]
    lines += [f"func Make() {result} {{ return {made} }}", f"func Use{number}() {{"]
    lines += [f"\t{chance.choice(makers)}.{chance.choice(MEMBERS).title()}()" for _ in range(chance.randint(0, 3))]
    return "\n".join([*lines, "}"]) + "\n"


PYTHON = Language(
    "ty",
    lambda n: f"pkg/m{n}.py",
    _python,
    [f"pkg/m{n}.py:K/go" for n in range(3)] + ["pkg/m0.py:make", "pkg/m1.py:K"],
    {"pkg/__init__.py": ""},
)
TYPESCRIPT = Language(
    "tsc",
    lambda n: f"m{n}.ts",
    _typescript,
    [f"m{n}.ts:K/go" for n in range(3)] + ["m0.ts:make", "m1.ts:K"],
    {"tsconfig.json": "{}"},
)
C = Language(
    "clangd",
    lambda n: f"m{n}.h" if n % 2 == 0 else f"m{n}.c",
    _c,
    ["m0.h:s0/turn", "m2.h:s2/turn", "m2.h:s2", "m0.h:s0/go"],
    {},
)


JAVA = Language(
    "jdtls",
    lambda n: f"src/main/java/{_java_package(n)}/K{n}.java",
    _java,
    [f"K{n}/go" for n in range(2)] + ["K0/make0", "K1.java:K1"],
    {
        "pom.xml": "<project><modelVersion>4.0.0</modelVersion><groupId>a</groupId><artifactId>b</artifactId>"
        "<version>1</version><properties><maven.compiler.source>17</maven.compiler.source>"
        "<maven.compiler.target>17</maven.compiler.target></properties></project>\n"
    },
)
PHP = Language("intelephense", lambda n: f"src/k{n}.php", _php, ["K0/go", "K1/go", "make0", "k1.php:K1"], {})
RUST = Language(
    "rust-analyzer",
    lambda n: "src/lib.rs" if n == ROOT else f"src/m{n}.rs" if n < ROOT else f"tests/t{n}.rs",
    _rust,
    ["src/m0.rs:K/go", "src/m1.rs:K/go", "src/m0.rs:make", "src/m0.rs:T0/wind", "src/m1.rs:K"],
    {
        "Cargo.toml": '[package]\nname = "sample"\nversion = "0.1.0"\nedition = "2021"\n',
        "Cargo.lock": 'version = 4\n\n[[package]]\nname = "sample"\nversion = "0.1.0"\n',
    },
)
GO = Language(
    "gopls",
    lambda n: f"m{n}/m.go",
    _go,
    ["m0/m.go:K/Go", "m1/m.go:K/Go", "m0/m.go:Make", "m1/m.go:K"],
    {"go.mod": "module sample\n\ngo 1.19\n"},
)
MORE = [JAVA, PHP, RUST, GO]


def _contents(chance: random.Random, language: Language, number: int, *, broad: bool = True) -> str:
    others = chance.sample(range(number), min(number, chance.randint(0, 2)))
    return language.text(chance, number, others)


@pytest.fixture(
    params=[PYTHON, TYPESCRIPT, C, *(pytest.param(each, marks=pytest.mark.more_servers) for each in MORE)],
    ids=lambda language: language.program,
)
def language(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Language:
    if (
        shutil.which(
            request.param.program,
            path=os.pathsep.join([str(Path(sys.executable).parent), str(NODE), os.environ["PATH"]]),
        )
        is None
    ):
        pytest.skip(f"no {request.param.program}: `make test` sets up TypeScript's where there is npm")
    for name, folder in TOOLCHAINS.items():
        if folder.is_dir():
            monkeypatch.setenv(name, str(folder))
    return request.param


def test_what_is_remembered_is_what_the_server_would_say(
    project: Path, language: Language, monkeypatch: pytest.MonkeyPatch
) -> None:
    chance = random.Random(SEED)
    write(project, {**language.fixed, **{language.path(n): _contents(chance, language, n) for n in range(MODULES)}})
    engine = Engine(str(project), backend=language_servers)
    recall = Memory.recall
    kept = 0

    def afresh(symbol: str) -> object:
        with monkeypatch.context() as patch:
            patch.setattr(Memory, "recall", lambda *_: None)
            patch.setattr(Memory, "remember", lambda *_: None)
            return ask(engine, symbol)

    for _ in range(EDITS):
        for symbol in language.symbols:
            now = afresh(symbol)
            held: list[object] = []
            with monkeypatch.context() as patch:
                patch.setattr(Memory, "recall", lambda *given, held=held: held.append(recall(*given)) or held[-1])
                said = ask(engine, symbol)
            known = any(each is not None for each in held)
            kept += known
            if said != now:  # some servers take a moment to hear of an edit
                now = afresh(symbol)
            assert said == now, (symbol, "remembered" if known else "asked")
        number = chance.randrange(MODULES + 2)
        path = project / language.path(number)
        if number >= MODULES and path.exists():
            path.unlink()
        else:
            write(project, {language.path(number): _contents(chance, language, number)})
    engine.close()
    assert kept
