"""Renames and deletions that go by links: every place that means the symbol and no other, or nothing at all."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import pytest
from editing import check, refused

from codeintel.engine.errors import StillUsed

if TYPE_CHECKING:
    from pathlib import Path

    from codeintel.engine.edit.values import EditAnswer
    from codeintel.engine.service import Engine


class Case(NamedTuple):
    """«old» in a file becomes the new name; what else has the old name stays."""

    name: str
    symbol: str
    files: dict[str, str]


CASES = [
    Case(
        "through imports, re-exports, aliases and strings of names",
        "lib/core.py:area",
        {
            "lib/__init__.py": "from .core import «area» as «area»\nfrom .core import *\n__all__ = ['«area»', 'x']\n",
            "lib/core.py": "__all__ = ['«area»']\n\n\ndef «area»(x):\n    return «area»(x - 1) if x else 0\n",
            "app.py": "import lib\nfrom lib import «area» as surface\n\nprint(lib.«area»(1), surface(2))\n",
            "other.py": "def area():\n    pass\n\n\narea()\n",
            "starred.py": "from lib.core import *\n\n\ndef f():\n    return «area»(1)\n",
        },
    ),
    Case(
        "a method with its family and its receivers",
        "m.py:Base/march",
        {
            "m.py": (
                "class Base:\n    def «march»(self):\n        self.«march»()\n\n\n"
                "class Child(Base):\n    def «march»(self):\n        super().«march»()\n\n\n"
                "class Other:\n    def march(self):\n        self.march()\n\n\n"
                "def use(b: Base, o: Other):\n    b.«march»()\n    o.march()\n    Child().«march»()\n"
            ),
        },
    ),
    Case(
        "an override takes its base with it",
        "m.py:Child/march",
        {
            "base.py": "class Base:\n    def «march»(self):\n        pass\n",
            "m.py": "from base import Base\n\n\nclass Child(Base):\n    def «march»(self):\n        pass\n",
        },
    ),
    Case(
        "a function with its prototype, in macros and in text that is not there",
        "area.c:area",
        {
            "area.h": "int «area»(int side);\n#define TWICE(x) (2 * «area»(x))\n",
            "area.c": '#include "area.h"\nint «area»(int side) { return side * side; }\n',
            "use.c": (
                '#include "area.h"\nint use(void) { return TWICE(1) + «area»(2); }\n'
                "#ifdef NEVER_SET\nint more(void) { return «area»(3); }\n#endif\n"
            ),
            "other.c": "static int area(void) { return 0; }\nint other(int a) { return area(); }\n",
        },
    ),
    Case(
        "a field by its receivers, not the label, the tag and the parameter of its name",
        "a.c:point/span",
        {
            "a.c": (
                "struct span {\n    int x;\n};\nstruct point {\n    int «span»;\n};\nint g(int span);\n"
                "int f(struct point *p, struct span *s) {\n    struct point q = { .«span» = 1 };\n"
                "    goto span;\nspan:\n    return p->«span» + q.«span» + s->x;\n}\n"
            ),
        },
    ),
    Case(
        "a field, its named arguments and its attribute",
        "m.py:Point/abscissa",
        {
            "m.py": (
                "from dataclasses import dataclass\n\n\n@dataclass\nclass Point:\n    «abscissa»: int\n\n\n"
                "def f(p: Point):\n    return Point(«abscissa»=p.«abscissa»)\n"
            ),
        },
    ),
    Case(
        "alternatives of one name",
        "m.py:read[0]",
        {
            "m.py": (
                "import sys\n\nif sys.platform == 'win32':\n    def «read»():\n        pass\nelse:\n"
                "    def «read»():\n        pass\n\n«read»()\n"
            ),
            "n.py": "from m import «read»\n\n«read»()\n",
        },
    ),
    Case(
        "accessors of a property",
        "m.py:A/size[0]",
        {
            "m.py": (
                "class A:\n    @property\n    def «size»(self):\n        return self._size\n\n"
                "    @«size».setter\n    def «size»(self, value):\n        self._size = value\n\n\n"
                "def f(a: A):\n    a.«size» = a.«size» + 1\n"
            ),
        },
    ),
    Case(
        "letters of other scripts before it on the line",
        "m.py:größe",
        {"m.py": "def «größe»():\n    return 1\n\n\nprint('𝄞é', «größe»(), 'größe')\n"},
    ),
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_rename(case: Case, project: Path) -> None:
    before = {path: text.replace("«", "").replace("»", "") for path, text in case.files.items()}
    old = case.files[case.symbol.split(":")[0]].split("«")[1].split("»")[0]
    after = {path: text.replace(f"«{old}»", "renamed") for path, text in case.files.items()}
    check(project, before, lambda engine: engine.rename(case.symbol, "renamed"), after)


TYPED = [
    (
        "a tag with the type that is called like it",
        "a.h:cup",
        {
            "a.h": "typedef struct cup { int m; } cup;\nint f(cup *c);\n",
            "a.c": '#include "a.h"\nint f(cup *c) { struct cup d; return c->m + d.m; }\n',
        },
        {
            "a.h": "typedef struct renamed { int m; } renamed;\nint f(renamed *c);\n",
            "a.c": '#include "a.h"\nint f(renamed *c) { struct renamed d; return c->m + d.m; }\n',
        },
    ),
    (
        "a variable in a shorthand, as a value and as a pattern",
        "a.ts:depth",
        {"a.ts": "export const depth = 1;\nexport const all = { depth };\n", "b.ts": "import { depth } from './a';\n"},
        {
            "a.ts": "export const renamed = 1;\nexport const all = { depth: renamed };\n",
            "b.ts": "import { renamed } from './a';\n",
        },
    ),
    (
        "a member in a shorthand",
        "a.ts:Box/depth",
        {
            "a.ts": (
                "export interface Box {\n  depth: number;\n}\n\nexport function f(box: Box) {\n"
                "  const { depth } = box;\n  return depth + box.depth;\n}\n"
            )
        },
        {
            "a.ts": (
                "export interface Box {\n  renamed: number;\n}\n\nexport function f(box: Box) {\n"
                "  const { renamed: depth } = box;\n  return depth + box.renamed;\n}\n"
            )
        },
    ),
    (
        "an alias of the same name stays, and who imports it",
        "a.ts:limits",
        {
            "a.ts": "const limits = 1;\nexport default limits;\nexport { limits };\n",
            "b.ts": "export { default as limits } from './a';\n",
            "c.ts": "import { limits } from './b';\n\nlimits + 1;\n",
            "d.ts": "import { limits } from './a';\n\nlimits + 1;\n",
        },
        {
            "a.ts": "const renamed = 1;\nexport default renamed;\nexport { renamed };\n",
            "d.ts": "import { renamed } from './a';\n\nrenamed + 1;\n",
        },
    ),
]


@pytest.mark.parametrize(("name", "symbol", "before", "after"), TYPED, ids=[row[0] for row in TYPED])
def test_rename_of_names_that_are_two_in_one(
    name: str, symbol: str, before: dict[str, str], after: dict[str, str], project: Path
) -> None:
    del name
    check(project, before, lambda engine: engine.rename(symbol, "renamed"), after)


UNSURE = [
    (
        "a receiver of unknown type",
        "A/go",
        "class A:\n    def go(self): ...\n\n\ndef f(x):\n    x.go()\n",
        "1 place may",
    ),
    (
        "a receiver of two types",
        "A/go",
        "class A:\n    def go(self): ...\n\n\nclass B:\n    def go(self): ...\n\n\ndef f(x: A | B):\n    x.go()\n",
        "1 place may",
    ),
    ("a base from elsewhere", "A/go", "from ext import B\n\n\nclass A(B):\n    def go(self): ...\n", "family"),
    ("a name of the language", "A/__len__", "class A:\n    def __len__(self): ...\n", "family"),
    ("a hook of modules", "__getattr__", "def __getattr__(name): ...\n", "family"),
    ("a stand-in for a library type", "A/read", "class A:\n    def read(self): ...\n", "family"),
    ("a path in a string", "go", "def go(): ...\n\n\npatch('pkg.m.go', 'go')\n", "1 place may"),
    ("a fixture", "box", "import pytest\n\n\n@pytest.fixture\ndef box(): ...\n\n\ndef test_a(box): ...\n", "family"),
    (
        "an import that may be another's",
        "go",
        "def go(): ...\n\n\ntry:\n    from ext import go\nexcept ImportError:\n    pass\n\ngo()\n",
        "may mean it or not",
    ),
]


@pytest.mark.parametrize(("name", "symbol", "text", "message"), UNSURE, ids=[row[0] for row in UNSURE])
def test_a_rename_that_is_not_sure_is_refused(name: str, symbol: str, text: str, message: str, project: Path) -> None:
    del name
    refused(project, {"m.py": text}, lambda e: e.rename(f"m.py:{symbol}", "renamed"), StillUsed, message)


SHAPES = (
    "interface Info { start: number; end: number; note?: string }\n"
    "interface Other { start: string }\n"
    "type Names = keyof Info\n"
    "const fields: Names[] = ['end']\n"
    "function make(): Info {\n  const made = { start: 1, end: 2 }\n  return made\n}\n"
    "const other = { start: 'a' }\n"
)


@pytest.mark.parametrize(
    ("symbol", "place"),
    [
        ("Info/start", "m.ts:6: const made = { start: 1, end: 2 }"),
        ("Info/end", "m.ts:4: const fields: Names[] = ['end']"),
    ],
)
def test_a_member_that_values_have_without_its_type_is_not_renamed(symbol: str, place: str, project: Path) -> None:
    assert place in not_renamed(project, {"m.ts": SHAPES}, f"m.ts:{symbol}", "may mean it or not")


def not_renamed(project: Path, files: dict[str, str], symbol: str, why: str) -> list[str]:
    """The places that keep a symbol from being renamed."""
    told: list[str] = []

    def edit(engine: Engine) -> EditAnswer:
        try:
            return engine.rename(symbol, "OTHER")
        except StillUsed as error:
            told.extend(error.uses)
            raise

    refused(project, files, edit, StillUsed, why)
    return told


PASTED = {
    "ops.h": (
        "enum op { OP_MOVE, OP_ADD, FAST_ADD };\n"
        "#define CASE(op) L_##op: (void)op;\n"
        "#define TWICE(op) CASE(op) (void)0;\n"
        "#define SHOW(x) show(#x, x)\n"
        "#define CODE(n) OP_##n\n"
        "int show(const char *name, int value);\n"
    ),
    "run.c": (
        '#include "ops.h"\n'
        "int run(int a) {\n  switch (a) {\n    case OP_MOVE: SHOW(OP_MOVE);\n  }\n  TWICE(FAST_ADD)\n  return CODE(ADD);\n}\n"
    ),
}


@pytest.mark.parametrize(
    ("symbol", "place"),
    [
        ("op/FAST_ADD", "run.c:6: TWICE(FAST_ADD) (`TWICE` makes another name of it)"),
        ("op/OP_ADD", "ops.h:5 (a macro makes names like it there)"),
    ],
)
def test_a_name_that_macros_paste_is_not_renamed(symbol: str, place: str, project: Path) -> None:
    assert not_renamed(project, PASTED, f"ops.h:{symbol}", "1 place depends on how it is spelled") == [place]


def test_a_name_that_macros_only_show_is_renamed(project: Path) -> None:
    after = {path: text.replace("OP_MOVE", "MOVED") for path, text in PASTED.items()}
    check(project, PASTED, lambda e: e.rename("ops.h:op/OP_MOVE", "MOVED"), after)


def test_what_only_has_the_same_name_does_not_keep_a_symbol(project: Path) -> None:
    other = "class B:\n    def go(self): ...\n\n\nB().go()  # not A's go\n"
    before = {"m.py": "class A:\n    def go(self): ...\n\n    def stay(self): ...\n", "n.py": other}
    after = {"m.py": "class A:\n    def stay(self): ...\n"}
    answer = check(project, before, lambda e: e.delete("m.py:A/go"), after)
    assert answer.notes == ["1 mention in comments and strings stays: n.py:5: B().go()  # not A's go"]


def test_a_use_by_link_keeps_a_symbol(project: Path) -> None:
    files = {"m.py": "def go(): ...\n", "n.py": "from m import go as run\n\nrun()\n"}
    refused(project, files, lambda e: e.delete("m.py:go"), StillUsed, "n.py:1: from m import go as run")
