"""Deep facts of a file with namespaces, properties and patterns."""

from __future__ import annotations

import deep
import pytest
from deep import bound, places, printed

from codeintel.engine.deepfacts import DeepFacts
from codeintel.engine.deeppacking import pack, unpack


def facts(source: str) -> DeepFacts:
    return deep.facts("csharp", source)


def test_each_form_of_binding() -> None:
    found = facts(
        """
        using A.B;
        using static A.C;
        using F = A.D<int>;
        namespace N.M;
        delegate int Cb(int a);
        record R<T>(int Id) where T : I;
        partial class P
        {
            int a, b = 1;
            public int Q { get; set { a = value; } }
            event Cb E;
            P(int x) { }
            static T Do<T>(this P p, int y, params int[] z)
            {
                var (k, v) = f();
                foreach (X i in v) { }
                if (o is Y c) { }
                g(out var w);
                list.Each((q, r) => q);
                void L(int s) { }
                try { } catch (Z e) { }
                return k;
            }
            int Do() => 1;
        }
        enum G { H }
        """,
    )
    assert bound(found) == [
        "module F alias",
        "space space N declare",
        "space space M declare",
        "space Cb class",
        "class a declare",
        "space R class",
        "types T type",
        "class Id declare",
        "space P class",
        "class a declare",
        "class b declare",
        "class Q declare",
        "block value declare",
        "class E declare",
        "class constructor P function",
        "function x parameter",
        "class Do function",
        "types T type",
        "function p parameter",
        "function y parameter",
        "function z parameter",
        "block k assign",
        "block v assign",
        "block i declare",
        "block c declare",
        "block w declare",
        "block q assign",
        "block r assign",
        "block L function",
        "function s parameter",
        "block e declare",
        "class Do function",
        "space G class",
        "class H assign",
    ]
    assert [star.module for star in found.stars] == ["A.B", "static A.C"]
    assert [row.name for row in found.scopes if row.kind == "space"] == ["N.M"]
    assert {d.name: sorted(d.traits) for d in found.definitions if d.kind == "function" and d.name != "P"} == {
        "Do": ["overload"],
        "L": [],
    }
    assert unpack(pack(found)) == found


@pytest.mark.parametrize(
    ("statement", "value"),
    [
        ("var x = f(1);", "(call #1 (name f) (literal int))"),
        ("var x = new T { A = 1 };", "(cast (name T))"),
        ("List<T> x = new();", "(subscript (name List) (name T))"),
        ("var x = await g();", "(await (call #0 (name g)))"),
        ("var x = (T)y;", "(cast (name T))"),
        ("var x = y as N.T;", "(cast (member T (name N)))"),
        ("var x = a?.b?.c();", "(call #0 (member c (member b (name a))))"),
        ("var x = this.a[0];", "(subscript (member a (self instance #0)) (literal int))"),
        ("var x = a ?? b;", "(either (name a) (name b))"),
        ("var x = G<T>.M<U>();", "(call #0 (applied (member M (applied (name G) (name T))) (name U)))"),
        ("T[] x = null;", "(list (name T))"),
        ("int? x = null;", "(name int)"),
        ("(A a, B b) x = y;", "(tuple (name A) (name B))"),
    ],
)
def test_what_a_name_is_declared_with(statement: str, value: str) -> None:
    found = facts(f"class C {{ void M() {{ {statement} }} }}")
    [row] = [b for b in found.bindings if b.name == "x"]
    assert printed(found, row.annotation if row.annotation >= 0 else row.value) == value


def test_names_in_patterns_arguments_and_texts() -> None:
    found = facts(
        """
        class C {
            void M(object o) {
                if (o is T { Left.Right: 1 } t) { }
                F(named: 1);
                var s = $"{o.Shown} {nameof(Meant)}";
                var q = from i in items where i.Ok select i.Name;
            }
        }
        """,
    )
    assert places(found, "Right") == ["4:26 read"]
    assert places(found, "named") == ["5:10 write keyword"]
    assert places(found, "Shown") == ["6:21 read"]
    assert places(found, "Meant") == ["6:36 read"]
    assert places(found, "Ok") == ["7:40 read"]
    [right] = found.occurrences.of("Right")
    assert printed(found, right.receiver) == "(member Left (cast (name T)))"


def test_names_in_what_was_painted_over() -> None:
    found = facts(
        """
        class C
        {
            int M(Box box)
            {
        #if NEW
                foreach (var item in box.Fast)
                {
        #else
                for (int at = 0; at < box.Slow.Count(at); at++)
                {
        #endif
                    Take(new Map { [type] = item });
                }
                return 0;
            }
        }
        """,
    )
    where = {name: places(found, name) for name in ("Fast", "Slow", "Count", "box", "at", "type", "for", "else")}
    assert where == {
        "Fast": ["7:33 read"],
        "Slow": ["10:34 read"],
        "Count": ["10:39 call"],
        "box": ["7:29 read", "10:30 read"],
        "at": ["10:17 read", "10:25 read", "10:45 read", "10:50 read"],
        "type": ["13:28 read"],
        "for": [],
        "else": [],
    }


def test_broken_code_has_facts() -> None:
    assert facts("class A { void M( { x.y( } class").resolvable
