"""What a change of a file may reach: it decides how long what a language server said is remembered.

Each case: the files, the one that changes, the one whose meaning may change with it, and whether it does.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pytest
from support import write

from codeintel.engine.index.sync import Sync
from codeintel.engine.link.reach import Texts, Touched, may_reach, outward
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
JAVA = {
    "a/K.java": "package a;\npublic class K { public static K make() { return null; } }\nclass Hidden { }\n",
    "a/V.java": "package a;\npublic class V { public K give() { return K.make(); } }\n",
    "a/W.java": "package a;\nclass W { void go(V v) { v.give(); } }\n",
    "a/U.java": "package a;\nclass U { void go() { } }\n",
}
PHP = {
    "K.php": "<?php\nnamespace A;\n$limit = 1;\nclass K { function go() { } }\nfunction make() { return new K; }\n",
    "u.php": "<?php\nA\\make()->go();\n",
    "v.php": "<?php\ninclude 'K.php';\necho $limit;\n",
    "w.php": "<?php\nclass W { }\n",
}
KOTLIN = {
    "Tools.kt": "package a\nval limit = 1\nfun String.shout() = this\n",
    "U.kt": 'package a\nfun loud() = "x".shout()\n',
    "V.java": "package a;\nclass V { int x = ToolsKt.getLimit(); }\n",
    "W.kt": "package a\nfun other() = 1\n",
}
DART = {
    "a.dart": "class A {}\n",
    "b.dart": "export 'a.dart';\n",
    "u.dart": "import 'b.dart';\nvoid go(A a) {}\n",
    "w.dart": "class W {}\n",
}
RUST = {
    "Cargo.toml": '[workspace]\nmembers = ["one", "two", "three"]\n',
    "one/Cargo.toml": '[package]\nname = "one"\n',
    "one/src/lib.rs": "pub mod a;\npub mod b;\n",
    "one/src/a.rs": "pub struct A;\n",
    "one/src/b.rs": "impl crate::a::A { pub fn go(&self) {} }\n",
    "one/src/bin/tool.rs": "fn main() {}\n",
    "one/tests/t.rs": "mod common;\nfn helper() {}\n",
    "one/tests/common/mod.rs": "pub fn shared() {}\n",
    "two/Cargo.toml": '[package]\nname = "two"\n[dependencies]\none = { path = "../one" }\n',
    "two/src/lib.rs": "pub fn two() {}\n",
    "three/Cargo.toml": '[package]\nname = "three"\n',
    "three/src/lib.rs": "pub fn three() {}\n",
}
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
    "a class that is named": Case(JAVA, "a/K.java", "a/V.java", True),
    "a class that is named by one that is": Case(JAVA, "a/K.java", "a/W.java", True),
    "a class that nobody names": Case(JAVA, "a/W.java", "a/K.java", False),
    "one of several classes of a file": Case(
        {**JAVA, "a/X.java": "package a;\nclass X { Hidden h; }\n"}, "a/K.java", "a/X.java", True
    ),
    "a class that came and is named already": Case(JAVA, "a/V.java", "a/W.java", True, stays=False),
    "what a package says of itself": Case(
        {**JAVA, "a/package-info.java": "package a;\n"}, "a/package-info.java", "a/U.java", True
    ),
    "a function that is named": Case(PHP, "K.php", "u.php", True),
    "a variable of an included file": Case(PHP, "K.php", "v.php", True),
    "a file of which nobody names anything": Case(PHP, "K.php", "w.php", False),
    "a file that declares nothing": Case({**PHP, "x.php": "<?php\necho 1;\n"}, "x.php", "w.php", False),
    "a file with errors": Case({**PHP, "x.php": "<?php\nclass X { function }\n"}, "x.php", "w.php", True),
    "a constant that a call defines": Case(
        {**PHP, "x.php": "<?php\nclass X { }\ndefine($a, 1);\n"}, "x.php", "w.php", True
    ),
    "an extension by its name": Case(KOTLIN, "Tools.kt", "U.kt", True),
    "a property by the class that is made for its file": Case(KOTLIN, "Tools.kt", "V.java", True),
    "functions that nobody names": Case(KOTLIN, "Tools.kt", "W.kt", False),
    "a function that syntax calls": Case(
        {**KOTLIN, "X.kt": "package a\noperator fun V.not() = 1\n"}, "X.kt", "W.kt", True
    ),
    "through one that declares what syntax calls": Case(
        {**KOTLIN, "X.kt": "package a\noperator fun V.not() = limit\n"}, "Tools.kt", "W.kt", True
    ),
    "what a library gives on": Case(DART, "a.dart", "u.dart", True),
    "a library that nobody imports": Case(DART, "u.dart", "w.dart", False),
    "a part of a library": Case({**DART, "x.dart": "part of tools;\n"}, "x.dart", "w.dart", True),
    "all of a crate": Case(RUST, "one/src/b.rs", "one/src/a.rs", True),
    "a crate that depends on it": Case(RUST, "one/src/b.rs", "two/src/lib.rs", True),
    "a crate that it depends on": Case(RUST, "two/src/lib.rs", "one/src/a.rs", False),
    "a crate that has nothing to do with it": Case(RUST, "one/src/a.rs", "three/src/lib.rs", False),
    "a test of a crate": Case(RUST, "one/tests/t.rs", "one/src/a.rs", False),
    "a test sees its modules": Case(RUST, "one/tests/common/mod.rs", "one/tests/t.rs", True),
    "a new program beside a library": Case(RUST, "one/src/bin/tool.rs", "one/src/a.rs", False, stays=False),
    "a new module": Case(RUST, "one/src/b.rs", "three/src/lib.rs", True, stays=False),
    "a language without a rule": Case({"a.rb": "class A; end\n", "b.rb": "class B; end\n"}, "a.rb", "b.rb", True),
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

        def names(path: str) -> frozenset[str] | None:
            blob = view.files[path].blob_id
            return outward(view.store, blob) if blob is not None else None

        text = words(case.changed)
        before = text if case.stays else ""
        touched = Touched(case.changed, case.stays, before, text, case.constants, names(case.changed))
        return may_reach(linker_of(view).project, [touched], {case.asked}, Texts(words, names))

    assert engine._ask(reached) is case.reaches
    engine.close()
