"""Deep facts of JavaScript and TypeScript files: what is bound where, where names stand, what a place expects."""

from __future__ import annotations

import deep
import pytest
from deep import places, printed

from codeintel.engine.deepfacts import DeepFacts
from codeintel.engine.deeppacking import pack, unpack


def facts(source: str, language: str = "typescript") -> DeepFacts:
    return deep.facts(language, source)


def bound(found: DeepFacts, *, exports: bool = False) -> list[str]:
    rows = [b for b in found.bindings if (found.scopes[b.scope].kind == "exports") == exports]
    return [f"{found.scopes[b.scope].kind} {b.name} {b.kind}" for b in rows]


def value_of(found: DeepFacts, name: str) -> str:
    return printed(found, next(b.value for b in found.bindings if b.name == name and b.value >= 0))


def type_of(found: DeepFacts, name: str) -> str:
    return printed(found, next(b.annotation for b in found.bindings if b.name == name and b.annotation >= 0))


def test_each_form_of_binding() -> None:
    found = facts(
        """
        import a, { b as c } from "m"
        import * as d from "n"
        import e = require("o")
        const f = 1, { g, h: i, ...j } = x, [k] = y
        var l
        function m(n: number, { o }, ...p: any[]) { let q }
        class R { s = 1; t() {} constructor(private u: string) {} }
        interface V { w: string }
        type X<Y> = Y
        enum Z { A, B = 2 }
        namespace N { const aa = 1 }
        for (const bb of cc) {}
        try {} catch (dd) {}
        """,
    )
    assert bound(found) == [
        "module a import",
        "module c import",
        "module d import",
        "module e import",
        "module f assign",
        "module g assign",
        "module i assign",
        "module j assign",
        "module k assign",
        "module l declare",
        "module m function",
        "function n parameter",
        "function o assign",
        "function p parameter",
        "function q declare",
        "module R class",
        "class s assign",
        "class t function",
        "class constructor function",
        "class u declare",
        "function u parameter",
        "module V class",
        "class w declare",
        "types Y type",
        "module X class",
        "module Z class",
        "class A assign",
        "class B assign",
        "module N class",
        "namespace aa assign",
        "block bb loop",
        "block dd assign",
    ]


def test_what_a_module_gives_has_a_scope_of_its_own() -> None:
    found = facts(
        """
        const a = 1
        export { a as b }
        export { c as d } from "m"
        export * as e from "n"
        export * from "o"
        export function f() {}
        export const { g, h: i } = a
        export default class J {}
        """,
    )
    assert [row.removeprefix("exports ") for row in bound(found, exports=True)] == [
        "b import",
        "d import",
        "e import",
        "f import",
        "g import",
        "i import",
        "default import",
    ]
    assert [(fact.module, fact.name) for fact in found.imports] == [
        ("", "a"),
        ("m", "c"),
        ("n", ""),
        ("", "f"),
        ("", "g"),
        ("", "i"),
        ("", "J"),
    ]
    assert [star.module for star in found.stars] == ["o"]


def test_modules_of_the_older_kind() -> None:
    found = facts(
        """
        const a = require("m"), { b, c: d } = require("n"), e = require("o").f
        exports.g = a
        exports.h = function () {}
        module.exports = { b, k: d, l() {} }
        """,
        "javascript",
    )
    assert bound(found)[:4] == ["module a import", "module b import", "module d import", "module e import"]
    assert [(fact.module, fact.name) for fact in found.imports[:4]] == [
        ("m", "="),
        ("n", "b"),
        ("n", "c"),
        ("o", "f"),
    ]
    assert [row.removeprefix("exports ") for row in bound(found, exports=True)] == [
        "g import",
        "h function",
        "= assign",
        "b import",
        "k import",
    ]


def test_exports_is_a_name_like_any_other_in_modules_of_the_newer_kind() -> None:
    found = facts("export const a = 1\nexports.b = 2\n", "javascript")
    assert bound(found, exports=True) == ["exports a import"]


def test_roles_of_occurrences() -> None:
    found = facts(
        """
        import { N } from "m"
        class A extends N implements N {}
        interface B extends N {}
        @N class C {}
        const x: N = N<N>(N, new N(), `${N}`)
        N = { N, N: N }
        type T = typeof N | N["k"]
        export { N }
        """,
    )
    assert sorted(places(found, "N")) == [
        "2:9 import",
        "3:16 inherit",
        "3:29 implement",
        "4:20 inherit",
        "5:1 read",
        "6:13 call",
        "6:15 type",
        "6:18 read",
        "6:25 instantiate",
        "6:33 read",
        "6:9 type",
        "7:0 write",
        "7:12 read",
        "7:6 read",
        "7:6 write key",
        "7:9 write key",
        "8:16 read",
        "8:20 type",
        "9:9 import",
    ]
    assert places(found, "k") == ["8:23 type field"]


def test_members_in_patterns_markup_and_brackets() -> None:
    found = facts(
        """
        const { a, b: c } = o
        function f({ d }: T) { return <Box a={d} /> }
        o["a"] = (({ a } = o), o?.a)
        """,
        "tsx",
    )
    assert places(found, "a") == [
        "2:8 read",
        "2:8 write bind",
        "3:35 write",
        "4:13 read",
        "4:13 write",
        "4:26 read",
        "4:3 read",
    ]
    assert places(found, "b") == ["2:11 read"]
    assert places(found, "Box") == ["3:31 call"]


def test_attributes_have_the_class_that_gets_them() -> None:
    found = facts(
        """
        class C { m() { this.a = 1; const f = () => { this.b = 2 } } }
        function F() { this.c = 3 }
        F.prototype.d = function () { this.e = 4 }
        F.g = 5
        const o = {}
        o.h = 6
        unknown.i = 7
        """,
        "javascript",
    )
    owners = {a.name: found.definitions[found.scopes[a.owner].definition] for a in found.attributes}
    assert {name: (owner.name, owner.kind) for name, owner in owners.items()} == {
        "a": ("C", "class"),
        "b": ("C", "class"),
        "c": ("F", "class"),
        "d": ("F", "class"),
        "e": ("F", "class"),
        "g": ("F", "class"),
        "h": ("", "class"),
    }


def test_types_are_expressions() -> None:
    found = facts(
        """
        let a: A.B<C>[]
        let b: [D, E?]
        let c: F | null | "x"
        let d: G["h"]
        let e: typeof I.j
        let f: K extends L ? M : N
        let g: { [P in keyof Q]: R }
        """,
    )
    assert [type_of(found, name) for name in "abcdefg"] == [
        "(list (subscript (member B (name A)) (name C)))",
        "(tuple (name D) (name E))",
        "(either (name F) (basic null) (exactly string))",
        "(field h (name G))",
        "(value (member j (name I)))",
        "(either (name M) (name N))",
        "(mapped #3 (name R) (name Q))",
    ]


def test_values_are_expressions() -> None:
    found = facts(
        """
        const a = await b.c(d)?.e
        const f = g ? h : i ?? j
        const k = l as M
        const n = new O<P>(q)
        const r = s && t
        const [u] = v
        const w = import("./x")
        """,
    )
    assert [value_of(found, name) for name in "afknruw"] == [
        "(await (member e (call #1 (member c (name b)) (name d))))",
        "(either (name h) (either (name i) (name j)))",
        "(cast (name M))",
        "(new #1 (applied (name O) (name P)) (name q))",
        "(name t)",
        "(item #0 (name v))",
        "(module ./x)",
    ]


def test_what_a_place_expects_is_kept_for_what_has_no_name() -> None:
    found = facts(
        """
        const a: A = { b: () => 1 }
        c.d([{ e: 2 }])
        function f(): G { return { h() {} } }
        """,
    )
    kinds = [found.contexts[index].kind for _, index in sorted(found.expected.items())]
    assert kinds == ["declared", "property", "element", "result", "property"]
    element = next(context for context in found.contexts if context.kind == "element")
    assert found.contexts[element.parent].kind == "argument"


def test_tests_of_variables() -> None:
    found = facts(
        """
        if (a instanceof B) { a } else { a }
        if (c.kind === "d") return
        switch (e.kind) { case "f": case "g": break; default: e }
        if (typeof h === "string" && "i" in j && isK(l)) {}
        """,
    )
    assert list(dict.fromkeys((row.text, row.sign) for row in found.narrowings)) == [
        ("a", "instance"),
        ("a", "not"),
        ("c", "case"),
        ("c", "other"),
        ("e", "case"),
        ("e", "other"),
        ("h", "case"),  # known to the right of `&&`, and in the body
        ("j", "has"),
        ("l", "told"),
    ]


def test_a_value_given_from_an_inner_scope_belongs_to_the_outer_name() -> None:
    found = facts("let a\nfunction f() { a = 1 }\n")
    inner = next(row for row in found.scopes if row.outer)
    assert inner.outer == (("a", "binding"),)


def test_traits() -> None:
    found = facts(
        """
        class A { get b() { return 1 } set b(c) {} static d() {} }
        interface E { (): void; new (): A; f(): void }
        enum G { H }
        type I = { j: new () => A }
        namespace K {}
        """,
    )
    rows = {(row.name or row.kind): (sorted(row.traits), row.receiver) for row in found.definitions}
    assert rows["A"] == (["open"], "")
    assert rows["b"] == (["accessor"], "implicit")
    assert rows["d"] == ([], "class")
    assert rows["E"] == (["open", "type"], "")
    assert rows["()"] == (["overload"], "implicit")
    assert rows["new()"] == (["overload"], "implicit")
    assert rows["G"] == (["enumeration", "open"], "")
    assert rows["I"] == (["alias", "type"], "")
    assert rows["function"] == (["constructs", "nameless", "overload"], "")
    assert rows["K"] == (["namespace", "open"], "")


def test_facts_survive_storage() -> None:
    found = facts("const a: A = { b: 1 }\nexport default a.b\nif (a.b === 1) {}\n")
    assert unpack(pack(found)) == found


@pytest.mark.parametrize(
    "source",
    [
        "class {",
        "import { a",
        "const { = 1",
        "a.",
        "export",
        "type =",
        "if (",
        "module.exports =",
        "<a b=",
        "new",
        "`${",
        "@",
    ],
)
@pytest.mark.parametrize("language", ["javascript", "typescript", "tsx"])
def test_broken_source_is_input(source: str, language: str) -> None:
    facts(f"{source}\nfunction kept() {{}}\n", language)


def test_the_last_member_of_a_type_query() -> None:
    found = facts("let a: typeof B.c.d\n")
    assert places(found, "c") == ["1:16 read"]
    assert places(found, "d") == ["1:18 read"]
