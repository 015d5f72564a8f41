"""Deep facts of a file with declarations, tags and a preprocessor."""

from __future__ import annotations

import deep
import pytest
from deep import bound, places, printed, receivers

from codeintel.engine.deepfacts import DeepFacts
from codeintel.engine.deeppacking import pack, unpack


def facts(source: str) -> DeepFacts:
    return deep.facts("c", source)


def test_each_form_of_binding() -> None:
    found = facts(
        """
        struct s { int a, *b; union { int c; } u; struct { int d; }; int (*f)(int g); unsigned e : 3; };
        typedef struct s *ps, t;
        typedef struct { int x; } v;
        enum e { E1 = 1, E2 };
        extern int later;
        static int (*table[3])(int) = { 0 }, other;
        struct s;
        int old(a, b) int a; char *b; { return a; }
        int f(struct s *p, int (*cb)(int), v arr[]) {
            extern int z(void);
            for (int i = 0; i < 3; i++) { int j; goto out; }
        out:
            return 0;
        }
        #define M(q) ((q)->a)
        #define N 1
        """,
    )
    assert bound(found) == [
        "module tag s class",
        "class a declare",
        "class b declare",
        "module tag @23 class",
        "class c declare",
        "class u declare",
        "class d declare",
        "class f declare",
        "block g declare",
        "class e declare",
        "module ps assign",
        "module t assign",
        "class x declare",
        "module v class",
        "module tag e class",
        "module E1 assign",
        "module E2 assign",
        "module later declare",
        "module table declare",
        "module other declare",
        "module tag s declare",
        "module old function",
        "function a parameter",
        "function b parameter",
        "function a declare",
        "function b declare",
        "module f function",
        "function p parameter",
        "function cb parameter",
        "function arr parameter",
        "module z declare",
        "block i declare",
        "block j declare",
        "function label out assign",
        "module M function",
        "function q parameter",
        "module N assign",
    ]


def test_what_files_share_and_what_they_keep() -> None:
    found = facts(
        """
        int here; extern int there; static int own;
        int f(void) { return 0; }
        int g(void);
        static int h(void);
        int h(void) { extern int far; return far; }
        struct s { int a; }; struct t; typedef int u; enum e { E };
        """,
    )
    assert found.shared == {
        "here": True,
        "there": False,
        "f": True,
        "g": False,
        "far": False,
        "tag s": True,
        "tag t": False,
        "tag e": True,
    }


def test_roles_and_spaces_of_occurrences() -> None:
    found = facts(
        """
        typedef struct x x;
        x *f(struct x *p) {
            p->x = x(p); x++; goto x;
        x: return (x *)p;
        }
        int x(void);
        #undef x
        """,
    )
    assert places(found, "x") == [
        "2:15 type tag",
        "3:0 type",
        "3:12 type tag",
        "4:7 write",
        "4:11 call",
        "4:17 write",
        "4:27 read label",
        "5:11 type",
        "7:4 definition bind",
        "8:7 read",
    ]


def test_receivers() -> None:
    found = facts(
        """
        struct s v = { .m = 1, .n = { .m = 2 }, { .m = 3 } };
        int f(struct s *p, struct s **q) {
            p->m; (*q)->m; q[0]->m; (&v)->m; ((struct s *)p)->m; g(p, 1)->m; p->n.m; (p + 1)->m; (p ? p : v)->m;
            (struct s){ .m = 1 }; (a, p)->m; (p = v)->m; offsetof(struct s, m); t[(1)](p)->m; ({ p; })->m;
        }
        """,
    )
    of_type = "(cast (name tag s))"
    assert receivers(found, "m") == [
        of_type,
        f"(member n {of_type})",
        f"(either {of_type} (item #2 {of_type}))",
        "(name p)",
        "(name q)",
        "(name q)",
        "(name v)",
        of_type,
        "(call (name g) (name p) ?)",
        "(member n (name p))",
        "(name p)",
        "(either (name p) (name v))",
        of_type,
        "(name p)",
        "(name p)",
        of_type,
        "(call (name t) (name p))",
        "(name p)",
    ]


def test_types_of_declarations() -> None:
    found = facts(
        """
        a x1, *x2, x3[2], (*x4)(int), *x5(void);
        struct b x6; const unsigned long x7; LIST_OF(c) x8;
        """,
    )
    types = {row.name: printed(found, row.annotation) for row in found.bindings}
    assert types == {
        "x1": "(name a)",
        "x2": "(name a)",
        "x3": "(name a)",
        "x4": "(function (name a))",
        "x5": "(function (name a))",
        "x6": "(name tag b)",
        "x7": "?",
        "x8": "(cast (call (name LIST_OF) (cast (name c))))",
    }


def test_a_macro_is_what_its_body_says() -> None:
    found = facts(
        """
        #define FIELD(p) ((p)->inner.deep)
        #define ALIAS other
        #define NUMBER 0x10
        #define TYPE struct s
        #define BOTH(a, b) do { first(a); second(b); } while (0)
        #define HEADER int tag; struct s *next
        #define OPEN if (ready) {
        #define PASTED(x) x ## _name + #x
        #define LONG one + \\
            two
        #define EMPTY
        struct t { HEADER; int more; };
        """,
    )
    results = {d.name: [printed(found, r.value) for r in d.results] for d in found.definitions if d.kind == "function"}
    assert results["FIELD"] == ["(member deep (member inner (name p)))"]
    assert results["BOTH"] == []
    values = {row.name: printed(found, row.value) for row in found.bindings if row.kind == "assign"}
    assert values["ALIAS"] == "(name other)"
    assert values["NUMBER"] == "(literal int)"
    assert values["TYPE"] == "(cast (name tag s))"
    assert places(found, "second") == ["6:34 call"]
    assert places(found, "ready") == ["8:17 read"]
    assert places(found, "two") == ["11:4 read"]
    assert [d.name for d in found.definitions if d.kind == "class"] == ["t", "HEADER"]
    assert [printed(found, base) for base in found.definitions[0].bases] == ["(name HEADER)"]
    assert "class next declare" in bound(found)
    assert not places(found, "x_name")


def test_names_in_the_body_of_a_macro_and_in_conditional_text_know_it() -> None:
    found = facts(
        """
        #define M a
        int x = a;
        #if defined(B) && !defined(C)
        int y = a;
        #elif D || 0
        int z = a;
        #else
        int w = a;
        #endif
        """,
    )
    blocks = [found.blocks[row.block] if row.block >= 0 else None for row in found.occurrences.of("a")]
    rows = [("expanded" if b.expanded else printed(found, b.condition)) if b else "" for b in blocks]
    denied = "(not (both (present B) (not (present C))))"
    assert sorted(rows) == sorted(
        [
            "expanded",
            "",
            "(both (present B) (not (present C)))",
            f"(both {denied} (any (name D) (literal int)))",
            f"(both {denied} (not (any (name D) (literal int))))",
        ]
    )


def test_macro_calls_that_look_like_something_else() -> None:
    found = facts(
        """
        DEFINE_TEST(first) { check(first_value); }
        REGISTER(second);
        void f(void) {
            FOREACH(item, list) { use(item); }
            EACH(x) { use(x); }
        }
        """,
    )
    assert "module first function" in bound(found)
    assert places(found, "DEFINE_TEST") == ["2:0 call"]
    assert places(found, "REGISTER") == ["3:0 call"]
    assert places(found, "second") == ["3:9 read"]
    assert places(found, "FOREACH") == ["5:4 call"]
    assert places(found, "use") == ["5:26 call", "6:14 call"]


def test_what_was_painted_over_still_has_names() -> None:
    found = facts(
        """
        PUBLIC_API int f(void);
        struct PACKED s { int a; };
        int g(int x) {
            if (x
        #ifdef MORE
                && extra(x)
        #endif
            ) return 1;
            return 0;
        }
        """,
    )
    assert places(found, "PUBLIC_API") == ["2:0 read"]
    assert places(found, "extra") == ["7:11 call"]
    assert {"module f declare", "module tag s class", "module g function"} <= set(bound(found))


def test_packed_and_unpacked_they_are_the_same() -> None:
    found = facts("#if A\n#define M(x) x\n#endif\nstruct s { int a; };\nint f(struct s *p) { return p->a; }\n")
    assert unpack(pack(found)) == found


@pytest.mark.parametrize(
    "source",
    [
        "#define", "#define X(", "#define X \\", "#define X(a) a##", "#define A b", "#define A {\n#define B }\n",
        "struct", "struct {", "int f(", "int x = {{{", "#if\n#elif\n#else\n#endif", "#if (", "enum { A,", "}", "*", "x:",
        "typedef struct {} ", "int f(a, b) { }", "#undef", "#define X /* */", "#define é è\n", "#ifdef\nint x;\n#endif",
        "void f() { goto ; }", "struct s { X; Y(z); struct { int a; }; };", "typedef int;", "#define X(...) __VA_ARGS__",
    ],
)  # fmt: skip
def test_broken_code_is_input(source: str) -> None:
    assert facts(source).scopes


def test_a_macro_at_the_end_of_a_file_is_read() -> None:
    assert places(facts("#define A(x) (b + x)"), "b") == ["1:14 read"]
    assert places(facts("#define N v\n#define M w"), "w") == ["2:10 read"]


def test_a_pattern_that_is_wrong_for_a_text_does_not_spoil_the_others() -> None:
    found = facts(
        """
        #ifdef __cplusplus
        extern "C" {
        #endif
        API_EXTERN size API_CALL measure(thing FAR *it);
        API_EXTERN size API_CALL weigh(const struct thing FAR *it);
        #ifdef __cplusplus
        }
        #endif
        """,
    )
    assert {"module measure declare", "module weigh declare"} <= set(bound(found))
    assert "module size declare" not in bound(found)
    assert places(found, "FAR") == ["5:39 read", "6:50 read"]
