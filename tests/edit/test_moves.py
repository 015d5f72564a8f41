"""Moves by links: the text, what it needs, and everybody's imports; or nothing at all, and what is in the way."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import pytest
from editing import check, refused
from support import write

from codeintel.engine.errors import CodeintelError, Refused
from codeintel.engine.service import Engine

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
            "p/a.py": "import t\n\n\ndef go():\n    from .t import x\n\n    return x, 'x.t'\n\n\ndef stay(): ...\n",
            "p/q/b.py": "y = 1\n",
        },
        {
            "p/a.py": "import t\n\n\ndef stay(): ...\n",
            "p/q/b.py": "y = 1\n\n\ndef go():\n    from ..t import x\n\n    return x, 'x.t'\n",
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
        "names go where others of their module are, in the manner of the file",
        "a.py:go → b.py",
        {
            "a.py": "from ext import one, two\nfrom typing import (\n    Any,\n)\nimport c\n\n\ndef go(x: Any):\n    return one, two, c\n",
            "b.py": "import os\nfrom ext import three, four\n\nfrom p import x, y\n\n\ndef f():\n    pass\n",
            "c.py": "x = 1\n",
        },
        {
            "a.py": "from ext import one, two\nfrom typing import (\n    Any,\n)\nimport c\n",
            "b.py": (
                "import os\nfrom ext import three, four, one, two\n\nfrom p import x, y\nfrom typing import Any\n\nimport c\n\n\n"
                "def f():\n    pass\n\n\ndef go(x: Any):\n    return one, two, c\n"
            ),
        },
    ),
    Case(
        "one name a statement, where the file has that",
        "a.py:go → b.py",
        {
            "a.py": "from ext import one, two\n\n\ndef go():\n    return one, two\n",
            "b.py": "from ext import five\nfrom ext import four\n",
        },
        {
            "a.py": "from ext import one, two\n",
            "b.py": (
                "from ext import five\nfrom ext import four\nfrom ext import one\nfrom ext import two\n\n\n"
                "def go():\n    return one, two\n"
            ),
        },
    ),
    Case(
        "what only runs as a program closes no circle",
        "a.py:go → b.py",
        {
            "a.py": "def go():\n    pass\n\n\ngo()\n",
            "b.py": "x = 1\n\nif __name__ == '__main__':\n    from a import go\n    import a\n\n    go()\n",
        },
        {
            "a.py": "from b import go\n\n\ngo()\n",
            "b.py": "x = 1\n\n\ndef go():\n    pass\n\n\nif __name__ == '__main__':\n    import a\n\n    go()\n",
        },
    ),
    Case(
        "behind what it uses while it is loaded",
        "a.py:LIMIT → b.py",
        {
            "a.py": "from ext import size\n\nLIMIT = size()\nMORE = 1\n",
            "b.py": "A = 1\n\n\ndef f():\n    pass\n\n\nfrom ext import size\n\nB = size()\n",
        },
        {
            "a.py": "from ext import size\n\nMORE = 1\n",
            "b.py": "A = 1\n\n\ndef f():\n    pass\n\n\nfrom ext import size\n\nB = size()\nLIMIT = size()\n",
        },
    ),
    Case(
        "the new file's imports of it go from functions and conditions too",
        "a.py:go → b.py",
        {
            "a.py": "def go():\n    pass\n\n\nx = 1\n",
            "b.py": (
                "from typing import TYPE_CHECKING\n\nif TYPE_CHECKING:\n    from a import go\n\n\ndef f(x: 'go'):\n"
                "    from a import go\n\n    return go()\n\n\ndef g():\n    import a; from a import go; return go, a\n"
            ),
        },
        {
            "a.py": "x = 1\n",
            "b.py": (
                "from typing import TYPE_CHECKING\n\nif TYPE_CHECKING:\n    pass\n\n\ndef go():\n    pass\n\n\n"
                "def f(x: 'go'):\n    return go()\n\n\ndef g():\n    import a; return go, a\n"
            ),
        },
    ),
    Case(
        "behind what is said of the last variable",
        "a.py:go → b.py",
        {
            "a.py": "def go():\n    pass\n\n\nx = 1\n",
            "b.py": 'FLAG = 1\n"""What the flag is for."""\n\n"a text of its own"\n',
        },
        {
            "a.py": "x = 1\n",
            "b.py": 'FLAG = 1\n"""What the flag is for."""\n\n\ndef go():\n    pass\n\n\n"a text of its own"\n',
        },
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


REFUSED: list[tuple[str, str, dict[str, str], str]] = [
    (
        "files that would load each other",
        "a.py:go",
        {"a.py": "def helper(): ...\n\n\ndef go():\n    helper()\n\n\ngo()\n", "b.py": ""},
        "load each other: a.py → b.py → a.py",
    ),
    (
        "a circle through others",
        "a.py:go",
        {
            "a.py": "import os\n\n\ndef go(): ...\n\n\ngo()\n",
            "b.py": "import c\n",
            "c.py": "def f():\n    import d\n\n\nfrom e import x\n",
            "d.py": "",
            "e.py": "import a\n\nx = a.os\n",
        },
        "load each other: a.py → b.py → c.py → e.py → a.py",
    ),
    (
        "what is bound for type checkers alone, and under a condition",
        "a.py:go",
        {
            "a.py": (
                "from typing import TYPE_CHECKING\n\nif TYPE_CHECKING:\n    from c import T\n\n\ndef go(x: 'T'): ...\n\n\n"
                "if __name__ == '__main__':\n    T = 1\n"
            ),
            "b.py": "",
            "c.py": "class T: ...\n",
        },
        "a.py has T only under a condition",
    ),
    (
        "a circle that is there under a condition already",
        "a.py:go",
        {
            "a.py": "def go(): ...\n\n\ngo()\n\nif __name__ == '__main__':\n    from b import x\n",
            "b.py": "from a import go\nfrom c import z\n\nx = 1\n",
            "c.py": "import a\n\nz = a.__doc__\n",
        },
        "load each other: a.py → b.py → c.py → a.py",
    ),
    (
        "a module whose file has no name that can be written",
        "a.py:go",
        {"a.py": "def go(): ...\n\n\ngo()\n", "b-1.py": ""},
        "a.py cannot import from b-1.py",
    ),
    (
        "what the new file has for type checkers alone",
        "a.py:go",
        {
            "a.py": "class T: ...\n\n\ndef go(x: T): ...\n\n\ngo(T())\n",
            "b.py": "from typing import TYPE_CHECKING\n\nif TYPE_CHECKING:\n    from a import T\n",
        },
        "load each other: a.py → b.py → a.py",
    ),
    (
        "a circle of who imports it",
        "p/a.py:go",
        {
            "p/__init__.py": "VERSION = 1\nfrom .a import go\n",
            "p/a.py": "def go(): ...\n",
            "b.py": "from p import VERSION\n",
        },
        "load each other: p/__init__.py → b.py → p/__init__.py",
    ),
    ("a name that is taken", "a.py:go", {"a.py": "def go(): ...\n", "b.py": "go = 1\n"}, "b.py:1: it has a go already"),
    (
        "a name that is imported from elsewhere",
        "a.py:go",
        {"a.py": "def go(): ...\n", "b.py": "def f():\n    return go\n\n\nfrom ext import go\n"},
        "it has a go already",
    ),
    (
        "a name that means the library's there",
        "a.py:print",
        {"a.py": "def print(x): ...\n", "b.py": "def f():\n    print(1)\n"},
        "it uses another print",
    ),
    (
        "an import that would hide the library's name",
        "a.py:go",
        {"a.py": "from ext import print\n\n\ndef go():\n    print(1)\n", "b.py": "def f():\n    print(1)\n"},
        "b.py uses another print",
    ),
    (
        "a library's name that is hidden",
        "a.py:go",
        {"a.py": "def go():\n    print(1)\n", "b.py": "def print(x): ...\n"},
        "b.py gives print another meaning",
    ),
    (
        "a need that means something else there",
        "a.py:go",
        {"a.py": "from ext import x\n\n\ndef go():\n    return x\n", "b.py": "from other import x\n"},
        "b.py gives x another meaning",
    ),
    (
        "a name of the file itself",
        "a.py:go",
        {"a.py": "def go():\n    return __file__\n", "b.py": ""},
        "__file__ means",
    ),
    (
        "a name from who knows where",
        "a.py:go",
        {"a.py": "from ext import *\n\n\ndef go():\n    return x\n", "b.py": ""},
        "nothing is known of x",
    ),
    (
        "a variable that changes",
        "a.py:go",
        {
            "a.py": "N = 0\n\n\ndef set():\n    global N\n    N = 1\n\n\ndef go():\n    return N\n",
            "b.py": "",
        },
        "N is given other values while it is used",
    ),
    (
        "a value that it gives",
        "a.py:go",
        {"a.py": "N = 0\n\n\ndef go():\n    global N\n    N = 1\n", "b.py": ""},
        "it gives N a value",
    ),
    (
        "alternatives",
        "a.py:go[0]",
        {"a.py": "import os\n\nif os.sep:\n    def go(): ...\nelse:\n    def go(): ...\n", "b.py": ""},
        "it stands in another statement",
    ),
    (
        "several definitions",
        "a.py:go[0]",
        {"a.py": "def go():\n    return 1\n\n\ndef go():\n    return 2\n", "b.py": ""},
        "in several places",
    ),
    (
        "a module that cannot be left out",
        "a.py:go",
        {"a.py": "def go(): ...\n", "b.py": "x = 1\n", "c.py": "import a\n\n\ndef f(go):\n    return a.go(go)\n"},
        "c.py:5: it has another go",
    ),
    (
        "a member of the module that is set",
        "a.py:go",
        {"a.py": "def go(): ...\n", "b.py": "x = 1\n", "c.py": "import a\n\na.go = 1\n"},
        "c.py:3: it is reached through its module",
    ),
    (
        "a receiver that may be the module",
        "a.py:go",
        {"a.py": "def go(): ...\n", "b.py": "x = 1\n", "c.py": "def f(x):\n    x.go()\n"},
        "c.py:2: x.go()",
    ),
    (
        "a string that may be what it is reached by",
        "a.py:go",
        {"a.py": "def go(): ...\n", "b.py": "x = 1\n", "c.py": "def test(patch):\n    patch('a.go')\n"},
        "c.py:2: patch('a.go')",
    ),
    (
        "types that would be read in another way",
        "a.py:go",
        {"a.py": "from __future__ import annotations\n\n\ndef go(x: int): ...\n", "b.py": ""},
        "b.py does not have `from __future__ import annotations`",
    ),
    (
        "what a decorator registers",
        "a.py:go",
        {
            "a.py": "class App:\n    def route(self, f): ...\n\n\napp = App()\n\n\n@app.route\ndef go(): ...\n",
            "b.py": "",
        },
        "app decorates it",
    ),
    (
        "a user that comes before what it needs",
        "a.py:go",
        {
            "a.py": "from b import base\n\n\n@base\ndef go(): ...\n",
            "b.py": "from a import go\n\ngo()\n\n\ndef base(f):\n    return f\n",
        },
        "before what go itself needs is there",
    ),
    (
        "a relative module that is not there",
        "p/a.py:go",
        {"p/__init__.py": "", "p/a.py": "from ._fast import x\n\n\ndef go():\n    return x\n", "b.py": ""},
        "b.py cannot import this from ._fast",
    ),
]


@pytest.mark.parametrize(("name", "symbol", "files", "message"), REFUSED, ids=[row[0] for row in REFUSED])
def test_a_move_that_is_not_sure_is_refused(
    name: str, symbol: str, files: dict[str, str], message: str, project: Path
) -> None:
    del name
    target = next((path for path in files if path.startswith("b-")), "b.py")
    write(project, files)
    with pytest.raises(CodeintelError) as error:
        Engine(str(project)).move(symbol, target)
    assert message in f"{error.value.message} {error.value.hint}"
    refused(project, files, lambda engine: engine.move(symbol, target), CodeintelError)


def test_a_new_file_is_no_other_but_for_case(project: Path) -> None:
    files = {"one.go": "package a\n\nfunc f() {}\n\nfunc g() {}\n", "two.go": "package a\n\nfunc h() {}\n"}
    refused(project, files, lambda e: e.move("f", "Two.go"), Refused, "the same file as two.go")
