"""Moves by links: the text, what it needs, and everybody's imports; or nothing at all, and what is in the way."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import pytest
from editing import check, refused

from codeintel.engine.errors import CodeintelError

if TYPE_CHECKING:
    from pathlib import Path


class Case(NamedTuple):
    """A move, with the files that it changes."""

    name: str
    move: str
    """`file:symbol → file`."""
    before: dict[str, str]
    after: dict[str, str]
    note: str = ""
    """Stands in a note of the answer."""


CASES = [
    Case(
        "imports are carried over, each in its place",
        "p/a.py:go → p/q/b.py",
        {
            "p/__init__.py": "",
            "p/q/__init__.py": "",
            "p/tools.py": "def tool(): ...\n",
            "p/a.py": (
                '"""A."""\n\nimport os\nimport json\nfrom re import match as m\n\nfrom . import tools\n'
                "from .tools import tool\n\n\ndef go():\n    return os.sep, m('a', 'b'), tool(), tools\n\n\n"
                "def stay():\n    return json.dumps(1)\n"
            ),
            "p/q/b.py": '"""B."""\n\nimport json\n\nfrom ..tools import tool\n\n\ndef other():\n    return json, tool()\n',
        },
        {
            "p/a.py": (
                '"""A."""\n\nimport os\nimport json\nfrom re import match as m\n\nfrom . import tools\n'
                "from .tools import tool\n\n\n"
                "def stay():\n    return json.dumps(1)\n"
            ),
            "p/q/b.py": (
                '"""B."""\n\nimport json\nimport os\nfrom re import match as m\n\nfrom .. import tools\n'
                "from ..tools import tool\n\n\n"
                "def other():\n    return json, tool()\n\n\n"
                "def go():\n    return os.sep, m('a', 'b'), tool(), tools\n"
            ),
        },
        "imports that nothing in p/a.py uses any more stay: os (line 3), m (line 5), tools (line 7), tool (line 8)",
    ),
    Case(
        "who imports it follows, however it is written",
        "p/a.py:go → p/b.py",
        {
            "p/__init__.py": "from .a import go as go\nfrom .a import rest\n\n__all__ = ['go', 'rest']\n",
            "p/a.py": "def go(): ...\n\n\ndef rest(): ...\n",
            "p/b.py": "def z(): ...\n",
            "one.py": "from p.a import go  # the way\n\ngo()\n",
            "listed.py": "from p.a import go, rest\n\ngo(rest)\n",
            "last.py": "from p.a import rest, go as run\n\nrun(rest)\n",
            "lines.py": (
                "from p.a import (\n    go,  # first\n    rest,  # second\n)\n\n\ndef f():\n"
                "    from p.a import (\n        rest,\n        go\n    )\n    return go, rest\n"
            ),
            "types.py": (
                "from typing import TYPE_CHECKING\n\nif TYPE_CHECKING:\n    from p.a import go, rest\n\n\n"
                "def f(x: 'go', y: 'rest'): ...\n"
            ),
            "through.py": "import p\nfrom p import go\n\ngo(p.go)\n",
        },
        {
            "p/__init__.py": "from .b import go as go\nfrom .a import rest\n\n__all__ = ['go', 'rest']\n",
            "p/a.py": "def rest(): ...\n",
            "p/b.py": "def z(): ...\n\n\ndef go(): ...\n",
            "one.py": "from p.b import go  # the way\n\ngo()\n",
            "listed.py": "from p.a import rest\nfrom p.b import go\n\ngo(rest)\n",
            "last.py": "from p.a import rest\nfrom p.b import go as run\n\nrun(rest)\n",
            "lines.py": (
                "from p.a import (\n    rest,  # second\n)\nfrom p.b import go\n\n\ndef f():\n"
                "    from p.a import (\n        rest,\n    )\n    from p.b import go\n    return go, rest\n"
            ),
            "types.py": (
                "from typing import TYPE_CHECKING\n\nif TYPE_CHECKING:\n    from p.a import rest\n"
                "    from p.b import go\n\n\n"
                "def f(x: 'go', y: 'rest'): ...\n"
            ),
        },
    ),
    Case(
        "the old file imports what it still uses",
        "a.py:LIMIT → b.py",
        {
            "a.py": '"""A."""\n\nLIMIT = 3\n\n\ndef f(x=LIMIT):\n    return x\n',
            "b.py": '"""B."""\n\nMORE = 4\n\n\ndef g():\n    pass\n',
        },
        {
            "a.py": '"""A."""\n\nfrom b import LIMIT\n\n\ndef f(x=LIMIT):\n    return x\n',
            "b.py": '"""B."""\n\nMORE = 4\nLIMIT = 3\n\n\ndef g():\n    pass\n',
        },
    ),
    Case(
        "a name that the old file exports stays its own",
        "a.py:go → b.py",
        {"a.py": "__all__ = ['go']\n\n\ndef go(): ...\n", "b.py": "x = 1\n", "c.py": "from a import *\n\ngo()\n"},
        {"a.py": "from b import go\n\n__all__ = ['go']\n", "b.py": "x = 1\n\n\ndef go(): ...\n"},
    ),
    Case(
        "who imports all names imports this one by itself",
        "a.py:go → b.py",
        {"a.py": "def go(): ...\n\n\ndef z(): ...\n", "b.py": "x = 1\n", "c.py": "from a import *\n\ngo()\n"},
        {
            "a.py": "def z(): ...\n",
            "b.py": "x = 1\n\n\ndef go(): ...\n",
            "c.py": "from a import *\nfrom b import go\n\ngo()\n",
        },
    ),
    Case(
        "a definition of the old file is imported from there",
        "a.py:go → b.py",
        {
            "a.py": "def helper(): ...\n\n\ndef go():\n    return helper()\n",
            "b.py": "def z(): ...\n",
        },
        {
            "a.py": "def helper(): ...\n",
            "b.py": "from a import helper\n\n\ndef z(): ...\n\n\ndef go():\n    return helper()\n",
        },
    ),
    Case(
        "the new file's own import of it goes, and it stands before its users",
        "a.py:Base → b.py",
        {
            "a.py": "import abc\n\n\nclass Base(abc.ABC): ...\n\n\nclass Other(Base): ...\n",
            "b.py": "from a import Base\n\n\nclass One: ...\n\n\n# about two\nclass Two(Base): ...\n",
        },
        {
            "a.py": "import abc\n\nfrom b import Base\n\n\nclass Other(Base): ...\n",
            "b.py": (
                "import abc\n\n\nclass One: ...\n\n\nclass Base(abc.ABC): ...\n\n\n# about two\nclass Two(Base): ...\n"
            ),
        },
    ),
    Case(
        "before the statement that runs it, where no definition stands",
        "a.py:go → b.py",
        {"a.py": "def go(): ...\n\n\nx = 1\n", "b.py": "import os\nfrom a import go\n\nif os.sep:\n    go()\n"},
        {"a.py": "x = 1\n", "b.py": "import os\n\n\ndef go(): ...\n\n\nif os.sep:\n    go()\n"},
    ),
    Case(
        "what is qualified by the module is imported beside it",
        "p/a.py:go → p/b.py",
        {
            "p/__init__.py": "",
            "p/a.py": "def go(): ...\n\n\nx = 1\n",
            "p/b.py": "def z(): ...\n",
            "one.py": "import p.a\n\np.a.go(p.a.x)\n",
            "two.py": "def f():\n    from p import a\n    return a.go()\n",
        },
        {
            "p/a.py": "x = 1\n",
            "p/b.py": "def z(): ...\n\n\ndef go(): ...\n",
            "one.py": "import p.a\nfrom p.b import go\n\ngo(p.a.x)\n",
            "two.py": "def f():\n    from p import a\n    from p.b import go\n    return go()\n",
        },
    ),
    Case(
        "imports for type checkers alone stay so",
        "p/a.py:go → p/b.py",
        {
            "p/__init__.py": "",
            "p/t.py": "from . import b\n\n\nclass T: ...\n",
            "p/a.py": (
                "from __future__ import annotations\n\nimport typing as t\n\nif t.TYPE_CHECKING:\n    from .t import T\n\n\n"
                "def go(x: T): ...\n\n\ndef stay(x: T, y: t.Any): ...\n"
            ),
            "p/b.py": "from __future__ import annotations\n\n\ndef z(): ...\n",
        },
        {
            "p/a.py": (
                "from __future__ import annotations\n\nimport typing as t\n\nif t.TYPE_CHECKING:\n    from .t import T\n\n\n"
                "def stay(x: T, y: t.Any): ...\n"
            ),
            "p/b.py": (
                "from __future__ import annotations\n\nimport typing as t\n\nif t.TYPE_CHECKING:\n    from .t import T\n\n\n"
                "def z(): ...\n\n\ndef go(x: T): ...\n"
            ),
        },
    ),
    Case(
        "imports inside of the text depend on the place too",
        "p/a.py:go → p/q/b.py",
        {
            "p/__init__.py": "",
            "p/q/__init__.py": "",
            "p/t.py": "x = 1\n",
            "p/a.py": "def go():\n    from .t import x\n\n    return x\n\n\ndef stay(): ...\n",
            "p/q/b.py": "y = 1\n",
        },
        {
            "p/a.py": "def stay(): ...\n",
            "p/q/b.py": "y = 1\n\n\ndef go():\n    from ..t import x\n\n    return x\n",
        },
    ),
    Case(
        "a class with its decorator, its comment and a base of the new file",
        "a.py:Box → b.py",
        {
            "a.py": (
                "from dataclasses import dataclass\nfrom b import Base\n\n\n# A box.\n@dataclass\nclass Box(Base):\n    x: int\n\n\n"
                "def f(): ...\n"
            ),
            "b.py": "class Base: ...\n\n\nif __name__ == '__main__':\n    print(Base)\n",
        },
        {
            "a.py": "from dataclasses import dataclass\nfrom b import Base\n\n\ndef f(): ...\n",
            "b.py": (
                "from dataclasses import dataclass\n\n\nclass Base: ...\n\n\n# A box.\n@dataclass\nclass Box(Base):\n    x: int\n\n\n"
                "if __name__ == '__main__':\n    print(Base)\n"
            ),
        },
        "imports that nothing in a.py uses any more stay: dataclass (line 1), Base (line 2)",
    ),
    Case(
        "into a file with nothing in it",
        "a.py:go → b.py",
        {"a.py": "import os\n\n\ndef go():\n    return os\n\n\nx = 1\n", "b.py": ""},
        {"a.py": "import os\n\n\nx = 1\n", "b.py": "import os\n\n\ndef go():\n    return os\n"},
    ),
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_move(case: Case, project: Path) -> None:
    symbol, target = case.move.split(" → ")
    answer = check(project, case.before, lambda engine: engine.move(symbol, target), case.after)
    assert case.note in "\n".join(answer.notes)


def test_encodings_marks_and_line_ends_stay(project: Path) -> None:
    before = {
        "a.py": "\ufeffimport os\r\n\r\n\r\ndef go():\r\n    return os, 'é'\r\n\r\n\r\nx = go()\r\n".encode(),
        "b.py": "# -*- coding: latin-1 -*-\n'ä'\n\n\ndef z(): ...\n".encode("latin-1"),
        "c.py": "from a import go\nfrom a import x\r\n".encode("utf-8-sig"),
    }
    after = {
        "a.py": "\ufeffimport os\r\n\r\nfrom b import go\r\n\r\n\r\nx = go()\r\n".encode(),
        "b.py": (
            "# -*- coding: latin-1 -*-\n'ä'\n\nimport os\n\n\ndef z(): ...\n\n\ndef go():\n    return os, 'é'\n"
        ).encode("latin-1"),
        "c.py": "from b import go\nfrom a import x\r\n".encode("utf-8-sig"),
    }
    check(project, before, lambda engine: engine.move("a.py:go", "b.py"), after)
