"""Deep facts of a file of a package: structures that embed others, methods apart, scopes that begin in the middle."""

from __future__ import annotations

import deep
import pytest
from deep import bound, places, printed

from codeintel.engine.deepfacts import DeepFacts
from codeintel.engine.deeppacking import pack, unpack


def facts(source: str) -> DeepFacts:
    return deep.facts("go", source)


def values(found: DeepFacts) -> dict[str, str]:
    return {b.name: printed(found, b.annotation if b.annotation >= 0 else b.value) for b in found.bindings}


def test_each_form_of_binding() -> None:
    found = facts(
        """
        package p

        import (
            "fmt"
            other "a/b"
            _ "c"
            . "d"
        )

        type T[K any] struct {
            Base
            *other.Far
            a, b int
            in struct{ deep int }
        }
        type I interface { M(x int) error; Base }
        type A = T[int]
        const C, D = 1, 2
        var v, w = 1, f()

        func (t *T[E]) Do(n int, more ...string) (err error) {
            for i, x := range n {
                _, y := i, x
                y, z := 1, func(q int) {}
            }
            switch s := v.(type) {
            case int:
            }
            select {
            case r := <-v:
            }
        lab:
            goto lab
        }
        func init() { fmt.Println() }
        """,
    )
    assert bound(found) == [
        "module package p declare",
        "module fmt import",
        "module other import",
        "module T class",
        "types K type",
        "class Base embed",
        "class Far embed",
        "class a declare",
        "class b declare",
        "class in declare",
        "class deep declare",
        "module I class",
        "class M function",
        "function x declare",
        "module A class",
        "module C assign",
        "module D assign",
        "module v assign",
        "module w assign",
        "function t declare",
        "types E type",
        "class Do function",
        "function n declare",
        "function more declare",
        "function err declare",
        "block i assign",
        "block x assign",
        "block y assign",
        "block z assign",
        "block q declare",
        "block s declare",
        "block r assign",
        "function label lab declare",
    ]
    assert found.package == "p"
    assert [(star.module, star.scope) for star in found.stars] == [("d", 0)]
    assert places(found, "y") == ["25:8 write"]
    assert places(found, "Base") == ["12:4 type", "17:35 type"]
    parts = [(d.name, sorted(d.traits)) for d in found.definitions if d.kind == "class"]
    assert parts == [
        ("T", ["closed", "open"]),
        ("", ["closed", "nameless"]),
        ("I", ["closed", "contract", "open"]),
        ("A", ["alias", "closed"]),
        ("T", ["closed", "open", "part"]),
    ]
    assert unpack(pack(found)) == found


@pytest.mark.parametrize(
    ("statement", "value"),
    [
        ("x := f()", "(call (name f))"),
        ("x, err := f()", "(item #0 (call (name f)))"),
        ("x, ok := m[1]", "(subscript (name m) (literal int))"),
        ("x, ok := v.(*T)", "(cast (name T))"),
        ("x := &T{}", "(cast (name T))"),
        ("x := []T{}", "(cast (list (name T)))"),
        ("x := make(map[K]*T)", "(cast (dict (name K) (name T)))"),
        ("x := new(p.T)", "(cast (member T (name p)))"),
        ("x := <-ch", "(element (name ch))"),
        ("x := f[int](1)", "(call (applied (name f) (name int)) (literal int))"),
        ("x := func(a A) B { return nil }", "(cast (function (name B) (name A)))"),
        ("x := (*T).Do", "(member Do (name T))"),
        ("x := 1 + t.d", "(member d (name t))"),
        ("x := a == b", "(literal bool)"),
        ("x := s[1:].t", "(member t (name s))"),
        ("x := G[K]{}", "(cast (subscript (name G) (name K)))"),
        ("var x chan T", "(channel (name T))"),
        ("var x func() (A, B)", "(function (tuple (name A) (name B)))"),
    ],
)
def test_what_a_name_is_declared_with(statement: str, value: str) -> None:
    found = facts(f"package p\nfunc g() {{\n    {statement}\n}}\n")
    assert values(found)["x"] == value


def test_keys_of_values_are_members_of_their_type() -> None:
    found = facts(
        """
        package p
        var a = T{K: 1}
        var b = []T{{K: 1}, {K: 2}}
        var c = map[K]T{K: {K: 1}}
        var d = []int{K: 1}
        """,
    )
    assert [text for text in places(found, "K") if text.endswith("entry")] == [
        "3:10 write entry",
        "4:13 write entry",
        "4:21 write entry",
        "5:20 write entry",
    ]
    rows = [printed(found, r.receiver) for r in found.occurrences.of("K") if r.form == "entry"]
    assert rows[0] == "(cast (name T))"
    assert rows[1] == "(subscript (cast (list (name T))) (literal int))"
    assert rows[3] == "(subscript (cast (dict (name K) (name T))) (literal int))"


@pytest.mark.parametrize(
    ("path", "used", "name"),
    [
        ("net/http", "http", "http"),
        ("github.com/x/chi/v5", "chi", "chi"),
        ("gopkg.in/yaml.v3", "yaml", "yaml"),
        ("github.com/x/go-sqlite", "sqlite", "sqlite"),
        ("k8s.io/api/core/v1", "v1", "v1"),
        ("github.com/x/some-tool", "tool", "tool"),
        ("github.com/x/nothing", "", "nothing"),
    ],
)
def test_an_import_is_known_by_the_name_that_the_file_uses(path: str, used: str, name: str) -> None:
    found = facts(f'package p\nimport "{path}"\nvar _ = {used or "x"}.Y\n')
    assert [b.name for b in found.bindings if b.kind == "import"] == [name]


@pytest.mark.parametrize(
    ("comment", "condition"),
    [
        ("//go:build linux && !cgo", "(both (present linux) (not (present cgo)))"),
        ("//go:build a || (b && c)", "(any (present a) (both (present b) (present c)))"),
        ("// +build a b,!c\n// +build d", "(both (any (present a) (both (present b) (not (present c)))) (present d))"),
        ("// Code generated.", "?"),
    ],
)
def test_for_which_builds_a_file_is(comment: str, condition: str) -> None:
    found = facts(f"{comment}\n\npackage p\n")
    assert printed(found, found.condition) == condition


def test_broken_code_has_facts() -> None:
    found = facts("package p\nfunc f( {\n x := a.b(\n}\ntype T struct { a \nvar y = T{a: }\n")
    assert "a" in found.occurrences or "T" in found.occurrences
    assert found.resolvable
