"""Which file a module is: paths without suffixes, index files, packages of a workspace, configured names."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from support import write

from codeintel.engine.answers.references import RefsRequest
from codeintel.engine.link.ecosystems.ecmascript import make_resolver
from codeintel.engine.service import Engine

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path


class Files:
    """Texts of a project in memory."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        self.texts = texts

    def named(self, name: str) -> list[str]:
        return [path for path in self.texts if path.rsplit("/", 1)[-1] == name]

    def text(self, path: str) -> str | None:
        return self.texts.get(path)


def check(paths: str, wanted: Mapping[str, str | None], at: str = "src/x.ts", texts: Mapping[str, object] = {}) -> None:
    """Each module name, seen from the file `at`, with the file that it means."""
    files = {path: text if isinstance(text, str) else json.dumps(text) for path, text in texts.items()}
    resolver = make_resolver([at, *paths.split()], Files(files))
    got = {name: found.path if (found := resolver.module(at, name)) is not None else None for name in wanted}
    assert got == wanted


def test_relative_names() -> None:
    check(
        "src/a.ts src/b.tsx src/c.d.ts src/d/index.ts src/e.js src/f.mts src/index.ts top.ts src/g.ts src/g/index.ts",
        {
            "./a": "src/a.ts",
            "./a.js": "src/a.ts",
            "./a.ts": "src/a.ts",
            "./b": "src/b.tsx",
            "./b.jsx": "src/b.tsx",
            "./c": "src/c.d.ts",
            "./d": "src/d/index.ts",
            "./d/": "src/d/index.ts",
            "./d/index.js": "src/d/index.ts",
            "./e": "src/e.js",
            "./f.mjs": "src/f.mts",
            ".": "src/index.ts",
            "./": "src/index.ts",
            "../top": "top.ts",
            "./g": "src/g.ts",
            "./none": None,
            "../../outside": None,
            "a": None,
        },
    )


def test_a_declaration_beats_what_it_declares() -> None:
    check("src/a.js src/a.d.ts src/b.js src/b.ts", {"./a": "src/a.d.ts", "./a.js": "src/a.d.ts", "./b.js": "src/b.ts"})


def test_a_folder_with_a_manifest() -> None:
    check(
        "lib/entry.js lib/entry.d.ts",
        {"../lib": "lib/entry.d.ts"},
        texts={"lib/package.json": {"main": "./entry.js"}},
    )


@pytest.mark.parametrize(
    ("manifest", "name", "expected"),
    [
        ({"exports": "./src/index.ts"}, "@own/p", "packages/p/src/index.ts"),
        (
            {"exports": {".": {"types": "./dist/none.d.ts", "import": "./src/index.ts"}}},
            "@own/p",
            "packages/p/src/index.ts",
        ),
        ({"exports": {"./*": "./src/*.ts"}}, "@own/p/deep/a", "packages/p/src/deep/a.ts"),
        ({"exports": {"./a": {"import": "./dist/deep/a.js"}}}, "@own/p/a", "packages/p/src/deep/a.ts"),
        ({"main": "dist/index.js"}, "@own/p", "packages/p/src/index.ts"),
        ({}, "@own/p", "packages/p/src/index.ts"),
        ({}, "@own/p/src/deep/a", "packages/p/src/deep/a.ts"),
        ({}, "@own/p/deep/a", "packages/p/src/deep/a.ts"),
        ({}, "@own/other", None),
    ],
)
def test_packages_of_the_project(manifest: dict[str, object], name: str, expected: str | None) -> None:
    check(
        "packages/p/src/index.ts packages/p/src/deep/a.ts",
        {name: expected},
        texts={"packages/p/package.json": {"name": "@own/p", **manifest}},
    )


def test_imports_of_the_package_itself() -> None:
    texts = {"package.json": {"name": "me", "imports": {"#a": "./src/a.ts", "#u/*": "./src/u/*.js"}}}
    check(
        "src/a.ts src/u/b.ts",
        {"#a": "src/a.ts", "#u/b": "src/u/b.ts", "#none": None, "me/src/a": "src/a.ts"},
        texts=texts,
    )


def test_configured_names() -> None:
    texts = {
        "tsconfig.base.json": '{ // shared\n "compilerOptions": {"paths": {"@/*": ["src/*"], "exact": ["src/a.ts"],},} }',
        "tsconfig.json": {"extends": "./tsconfig.base.json"},
        "app/tsconfig.json": {"extends": "../tsconfig", "compilerOptions": {"baseUrl": "./code"}},
    }
    check("src/a.ts src/deep/b.ts", {"@/deep/b": "src/deep/b.ts", "exact": "src/a.ts", "exactly": None}, texts=texts)
    check("app/code/c.ts src/a.ts", {"c": "app/code/c.ts", "exact": "src/a.ts"}, at="app/x.ts", texts=texts)


@pytest.mark.parametrize("text", ["", "[", "[]", '{"name": 1, "exports": [1], "imports": 2}', '{"extends": 3}'])
@pytest.mark.parametrize("name", ["package.json", "tsconfig.json"])
def test_broken_manifests_say_nothing(name: str, text: str) -> None:
    check("src/a.ts", {"./a": "src/a.ts", "me": None, "#x": None}, texts={name: text})


def test_a_configuration_that_extends_itself_ends() -> None:
    check("src/a.ts", {"b": None}, texts={"tsconfig.json": {"extends": "./tsconfig.json"}})


def test_a_changed_manifest_is_seen(project: Path) -> None:
    write(
        project,
        {
            "package.json": '{"name": "me", "main": "a.ts"}',
            "a.ts": "export function f() {}\n",
            "b.ts": "export function f() {}\n",
            "use.ts": 'import { f } from "me"\nf()\n',
        },
    )
    engine = Engine(str(project))
    assert [r.path for r in engine.refs(RefsRequest("a.ts:f")).references] == ["use.ts", "use.ts"]
    write(project, {"package.json": '{"name": "me", "main": "b.ts", "x": 1}'})
    assert not engine.refs(RefsRequest("a.ts:f")).references
    assert [r.path for r in engine.refs(RefsRequest("b.ts:f")).references] == ["use.ts", "use.ts"]


def test_a_package_of_a_workspace_that_is_not_built() -> None:
    built = {"compilerOptions": {"rootDir": "code/", "outDir": "./out/node/"}, "include": ["./code/**/*"]}
    check(
        "a/code/index.ts a/code/deep/b.ts b/lib/server.io.ts c/lib/index.ts c/lib/index.test.ts d/source/main.ts e/index.ts",
        {
            "a": "a/code/index.ts",
            "a/deep": "a/code/deep/b.ts",
            "b": "b/lib/server.io.ts",
            "c": "c/lib/index.ts",
            "d": "d/source/main.ts",
            "e": "e/index.ts",
        },
        texts={
            "a/package.json": {"name": "a", "exports": {".": "./out/node/index.js", "./deep": "./out/node/deep/b.js"}},
            "a/tsconfig.json": built,
            "b/package.json": {"name": "b", "types": "./build/server.io.d.ts", "main": "./build/server.io.js"},
            "c/package.json": {"name": "c", "main": "./dist/index.js"},
            "c/tsconfig.json": {"compilerOptions": {"outDir": "../made"}, "include": ["../shared/**", "lib/**/*"]},
            "d/package.json": {"name": "d", "module": "build/esm/main.js"},
            "e/package.json": {"name": "e", "main": "dist/index.js"},
        },
    )


def test_uses_of_a_package_that_is_not_built(project: Path) -> None:
    write(
        project,
        {
            "package.json": '{"workspaces": ["packages/*"]}',
            "packages/core/package.json": '{"name": "core", "main": "./build/cjs/entry.js"}',
            "packages/core/lib/entry.ts": "export default class Core {}\nexport function start() {}\n",
            "packages/app/a.ts": 'import Own, { start } from "core"\nstart(); new Own()\n',
        },
    )
    answer = Engine(str(project)).refs(RefsRequest("Core"))
    assert [(r.path, r.line, r.certainty) for r in answer.references] == [
        ("packages/app/a.ts", 1, "exact"),
        ("packages/app/a.ts", 2, "exact"),
    ]
