"""What a change of a file may reach: it decides how long what a language server said is remembered.

Each case: the files, the one that changes, the one whose meaning may change with it, and whether it does.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pytest
from support import write

from codeintel.engine.index.sync import Sync
from codeintel.engine.link.reach import Touched, may_reach
from codeintel.engine.link.source import linker_of
from codeintel.engine.service import Engine


class Case(NamedTuple):
    """One change."""

    files: dict[str, str]
    changed: str
    asked: str
    reaches: bool
    stays: bool = True
    constants: frozenset[str] = frozenset()


PACKAGE = {"p/__init__.py": "", "p/q/__init__.py": "", "p/q/m.py": "def f(): pass\n"}
HEADERS = {"a.h": "#ifdef WIDE\nint f(void);\n#endif\n", "b.h": '#include "a.h"\n', "c.c": '#include "b.h"\n'}
SHOP = {"go.mod": "module example.org/shop\n", "main.go": "package main\n", "cart/cart.go": "package cart\n"}
CASES = {
    "an absolute import spells the packages": Case(
        {**PACKAGE, "u.py": "import p.q.m\np.q.m.f()\n"}, "p/q/m.py", "u.py", True
    ),
    "a relative import spells what is below": Case(
        {**PACKAGE, "p/u.py": "from .q.m import f\n"}, "p/q/m.py", "p/u.py", True
    ),
    "through another file": Case(
        {**PACKAGE, "p/v.py": "from .q import m\n", "u.py": "from p import v\n"}, "p/q/m.py", "u.py", True
    ),
    "a package that is not named": Case({**PACKAGE, "u.py": "import m\n"}, "p/q/m.py", "u.py", False),
    "a folder that is no package may be a root": Case(
        {"tools/m.py": "x = 1\n", "u.py": "import m\n"}, "tools/m.py", "u.py", True
    ),
    "what it sees is not reached": Case({**PACKAGE, "u.py": "import p.q.m\n"}, "u.py", "p/q/m.py", False),
    "a package is seen within": Case(PACKAGE, "p/__init__.py", "p/q/m.py", True),
    "fixtures are seen below": Case(
        {"t/conftest.py": "", "t/u/test_a.py": "def test_a(thing): pass\n"}, "t/conftest.py", "t/u/test_a.py", True
    ),
    "a package that came": Case(PACKAGE, "p/q/__init__.py", "p/q/m.py", True, stays=False),
    "a stub beside it": Case({**PACKAGE, "p/q/m.pyi": ""}, "p/q/m.pyi", "p/q/m.py", True, stays=False),
    "a module by its name": Case(
        {"a.ts": "export const x = 1\n", "u.ts": "import { x } from './a'\n"}, "a.ts", "u.ts", True
    ),
    "a module that nobody names": Case(
        {"a.ts": "export const x = 1\n", "u.ts": "import { x } from './b'\n"}, "a.ts", "u.ts", False
    ),
    "an index by its folder": Case(
        {"lib/index.ts": "export const x = 1\n", "u.ts": "import { x } from './lib'\n"}, "lib/index.ts", "u.ts", True
    ),
    "a name that a configuration gives": Case(
        {
            "tsconfig.json": '{"compilerOptions": {"paths": {"@store": ["./src/database.ts"]}}}\n',
            "src/database.ts": "export const x = 1\n",
            "u.ts": "import { x } from '@store'\n",
        },
        "src/database.ts",
        "u.ts",
        True,
    ),
    "a name that a manifest gives": Case(
        {
            "package.json": '{"name": "shop", "imports": {"#store": {"default": "./src/database.ts"}}}\n',
            "src/database.ts": "export const x = 1\n",
            "u.ts": "import { x } from '#store'\n",
        },
        "src/database.ts",
        "u.ts",
        True,
    ),
    "a script is seen everywhere": Case({"a.ts": "const x = 1\n", "u.ts": "export {}\n"}, "a.ts", "u.ts", True),
    "so is what a module declares for all": Case(
        {"a.ts": "export {}\ndeclare global { const x: number }\n", "u.ts": "export {}\n"}, "a.ts", "u.ts", True
    ),
    "files of a package see each other": Case(
        {**SHOP, "cart/more.go": "package cart\n"}, "cart/more.go", "cart/cart.go", True
    ),
    "an import spells the folder": Case(
        {**SHOP, "main.go": 'package main\n\nimport "example.org/shop/cart"\n'}, "cart/cart.go", "main.go", True
    ),
    "a package that nobody imports": Case(SHOP, "cart/cart.go", "main.go", False),
    "the package of a module by the module's path": Case(
        {**SHOP, "cart/cart.go": 'package cart\n\nimport "example.org/shop"\n'}, "main.go", "cart/cart.go", True
    ),
    "an included file": Case(HEADERS, "a.h", "c.c", True),
    "a file that includes": Case({**HEADERS, "d.c": '#include "a.h"\n'}, "d.c", "c.c", False),
    "what it defines before it includes": Case(
        {**HEADERS, "d.c": '#define WIDE\n#include "a.h"\n'}, "d.c", "a.h", True, constants=frozenset({"WIDE"})
    ),
    "another inclusion of what is asked": Case({**HEADERS, "d.c": '#include "a.h"\n'}, "d.c", "a.h", True, stays=False),
    "a language without a rule": Case({"A.java": "class A {}\n", "B.java": "class B {}\n"}, "A.java", "B.java", True),
}


@pytest.mark.parametrize("name", CASES)
def test_reach(name: str, project: Path) -> None:
    case = CASES[name]
    write(project, case.files)
    engine = Engine(str(project))

    def reached(view: Sync) -> bool:
        def words(path: str) -> str:
            blob = view.files[path].blob_id
            return view.store.words_of(blob) if blob is not None else ""

        text = words(case.changed)
        touched = Touched(case.changed, case.stays, text if case.stays else "", text, case.constants)
        return may_reach(linker_of(view).project, [touched], {case.asked}, words)

    assert engine._ask(reached) is case.reaches
    engine.close()
