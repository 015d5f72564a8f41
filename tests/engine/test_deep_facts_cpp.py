"""Deep facts of a file with namespaces, classes, templates and the preprocessor."""

from __future__ import annotations

from textwrap import dedent

import deep
from deep import bound, printed

from codeintel.engine.deepfacts import DeepFacts
from codeintel.engine.deeppacking import pack, unpack


def facts(source: str) -> DeepFacts:
    return deep.facts("cpp", dedent(source).lstrip())


def receivers(found: DeepFacts, name: str) -> list[str]:
    rows = found.occurrences.of(name)
    return [f"{row.line + 1} {row.role} {printed(found, row.receiver)}" for row in rows]


def test_each_form_of_binding() -> None:
    found = facts(
        """
        namespace a::b { inline namespace v { int one; } namespace { int two; } }
        namespace c = a::b;
        using a::one;
        using T = int;
        template <typename P, int N> class K : Base<P> {
            K(int n); ~K(); int m(int d = 1) const; static int s; enum E { e1 }; enum class F { f1 }; union { int u; };
            typedef int I;
            friend void ff(K);
        };
        template <typename P, int N> int K<P, N>::m(int d) const { auto [x, y] = d; auto l = [z = 1](int w) { return w; }; }
        struct K<int>::In { int f; };
        """,
    )
    assert bound(found) == [
        *("module a assign", "space b assign", "space v assign", "space one declare", "space two declare"),
        "module c assign",
        "module one alias",
        "module T assign",
        *("types P type", "types N declare", "module K class"),
        *("function n parameter", "class ~K function", "class m function", "function d parameter", "class s declare"),
        *("class E class", "class e1 alias", "class e1 assign", "class F class", "class f1 assign", "class u declare"),
        "class I assign",
        "module ff function",
        *("types P type", "types N declare", "function d parameter"),
        *(
            "function x declare",
            "function y declare",
            "function l declare",
            "function z declare",
            "function w parameter",
        ),
        *("within In class", "class f declare"),
    ]
    assert [(row.kind, row.name) for row in found.scopes if row.name] == [
        ("space", "a"),
        ("space", "a::b"),
        ("within", "K"),
        ("within", "K"),
    ]
    assert found.shared == {
        "a": True,
        "1 b": True,
        "2 v": True,
        "2 one": True,
        "T": True,
        "K": True,
        "ff": False,
    }
    assert unpack(pack(found)) == found


def test_what_stands_before_a_name() -> None:
    found = facts(
        """
        struct S { S* g(); int f; };
        int S::use(S* p) {
            f; this->f; p->f; (*p).f; p->g()->f; a::b::f; ::f; static_cast<S*>(p)->f; v[0].f; x.template t<int>().f;
            new S(1); std::make_unique<S>()->f; S{1}.f;
        }
        """,
    )
    assert receivers(found, "f") == [
        "3 read ?",
        "3 read (pointed (cast (name S)))",
        "3 read (pointed (name p))",
        "3 read (pointed (name p))",
        "3 read (pointed (call (member g (pointed (name p)))))",
        "3 read (member b (name a))",
        "3 read (space)",
        "3 read (pointed (cast (name S)))",
        "3 read (subscript (name v) (literal ...))",
        "3 read (call (applied (member t (name x)) ?))",
        "4 read (pointed (call (applied (member make_unique (name std)) (name S))))",
        "4 read (cast (name S))",
    ]


def test_no_name_in_code_is_missing() -> None:
    found = facts(
        """
        template <class Q = A1, template <class> class R> requires Cc<Q> auto fn(B1 b, ...) noexcept(C1) -> D1;
        extern "C" { void ec(E1); }
        alignas(F1) int al[sizeof(G1)];
        int use() try { switch (int i = H1; i) { case I1: break; } for (J1 j : K1) {} goto end; end: throw L1(M1); }
        catch (const N1& n) { if (auto o = O1()) delete o; return P1 ? Q1 : decltype(R1){}; }
        [[nodiscard]] S1 operator+(const T1& t, U1::V1 v);
        static_assert(W1<X1>::value);
        class API Y1 final : public virtual Z1, private A2<B2> { C2 c2 = D2; using E2::e2; operator F2() const; };
        """,
    )
    names = {*found.occurrences, *(b.name for b in found.bindings)}
    wanted = [*(f"{letter}1" for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"), *(f"{letter}2" for letter in "ABCDEF")]
    wanted += ["Cc", "Q", "R", "fn", "ec", "al", "use", "i", "j", "n", "o", "value", "c2", "e2", "API"]
    assert [name for name in wanted if name not in names] == []
