"""References over small projects of sources and headers: what is found, how sure it is, and how it is known."""

from __future__ import annotations

from textwrap import dedent
from typing import TYPE_CHECKING

import pytest
from support import write

from codeintel.engine.answers.graph import GraphRequest
from codeintel.engine.answers.references import RefsRequest
from codeintel.engine.errors import AmbiguousSymbol, NoSuchSymbol
from codeintel.engine.link import conditions
from codeintel.engine.service import Engine

if TYPE_CHECKING:
    from pathlib import Path


def make(project: Path, files: dict[str, str]) -> Engine:
    write(project, {name: dedent(text) for name, text in files.items()})
    return Engine(str(project))


def uses(engine: Engine, pattern: str) -> list[str]:
    """Each reference as `path:line role certainty how`."""
    answer = engine.refs(RefsRequest(pattern, limit=10_000))
    return [f"{r.path}:{r.line} {r.role} {r.certainty} {r.how}" for r in answer.references]


def lines(engine: Engine, pattern: str) -> list[str]:
    """The sure references, as `path:line`."""
    answer = engine.refs(RefsRequest(pattern, limit=10_000))
    return [f"{r.path}:{r.line}" for r in answer.references if r.certainty != "name"]


API = {
    "api.h": "int open_it(int mode);\nextern int depth;\n",
    "api.c": '#include "api.h"\nint depth;\nint open_it(int mode) { return mode + depth; }\n',
    "use.c": '#include "api.h"\nint use(void) { return open_it(1) + depth; }\n',
    "blind.c": "int blind(void) { return open_it(2) + depth; }\n",
    "other.c": "static int open_it(void) { return 0; }\nint other(void) { return open_it(); }\n",
}


def test_a_function_its_prototype_and_its_calls_are_one_symbol(project: Path) -> None:
    engine = make(project, API)
    expected = [
        "api.h:1 definition exact scope",
        "blind.c:1 call inferred unique",
        "use.c:2 call exact import",
    ]
    assert uses(engine, "api.c:open_it") == expected
    assert uses(engine, "api.h:open_it") == expected
    assert lines(engine, "other.c:open_it") == ["other.c:2"]
    assert lines(engine, "api.h:depth") == ["api.c:3", "api.h:2", "use.c:2"]
    edges = engine.callers(GraphRequest("api.h:open_it")).edges
    assert [edge.from_id for edge in edges] == ["blind.c:blind", "use.c:use"]
    assert [node.id for node in engine.definition("use.c:2:24").definitions] == ["api.c:open_it"]


def test_a_name_path_that_means_declarations_of_one_symbol_is_not_ambiguous(project: Path) -> None:
    engine = make(project, {**API, "list.h": "struct list;\ntypedef struct list list;\n"})
    with pytest.raises(AmbiguousSymbol):
        engine.refs(RefsRequest("open_it"))
    (project / "other.c").unlink()
    assert len(uses(engine, "open_it")) == 3
    assert uses(engine, "list") == ["list.h:2 type exact scope"]


def test_programs_of_their_own_do_not_share_names(project: Path) -> None:
    files = {
        "one/log.h": "void say(void);\n",
        "one/log.c": '#include "log.h"\nvoid say(void) {}\n',
        "one/main.c": '#include "log.h"\nint main(void) { say(); }\n',
        "two/log.h": "void say(void);\n",
        "two/log.c": '#include "log.h"\nvoid say(void) {}\n',
        "two/main.c": '#include "log.h"\nint main(void) { say(); }\n',
    }
    engine = make(project, files)
    assert lines(engine, "one/log.c:say") == ["one/log.h:1", "one/main.c:2"]
    assert lines(engine, "two/log.h:say") == ["two/log.h:1", "two/main.c:2"]


INCLUDES = {
    "include/lib/deep.h": "#define DEEP 1\ntypedef struct deep deep;\n",
    "include/lib/all.h": "#include <lib/deep.h>\n",
    "src/part.h": "static inline int in_part(void) { return DEEP; }\n",
    "src/a.c": '#include "lib/all.h"\n#include "part.h"\nint a(void) { return DEEP + in_part(); }\n',
    "src/b.c": "int b(int DEEP) { return DEEP; }\n",
    "src/c.c": "#include <stdio.h>\nvoid c(void) { printf(0); }\n",
    "elsewhere/stdio.h": "int printf(int x);\n",
}


def test_names_are_seen_through_includes(project: Path) -> None:
    engine = make(project, INCLUDES)
    assert lines(engine, "DEEP") == ["src/a.c:3", "src/part.h:1"]  # a header that relies on what comes before it
    assert lines(engine, "in_part") == ["src/a.c:3"]
    assert lines(engine, "printf") == []  # the system's


def test_a_list_of_commands_says_where_headers_are(project: Path) -> None:
    files = {
        "x/lib/h.h": "int x_or_y(void);\n",
        "x/x.c": '#include "lib/h.h"\nint x_or_y(void) { return 1; }\n',
        "y/lib/h.h": "int x_or_y(void);\n",
        "y/y.c": '#include "lib/h.h"\nint x_or_y(void) { return 2; }\n',
        "main.c": "#include <lib/h.h>\nint main(void) { return x_or_y(); }\n",
    }
    for folder in ("x", "y"):
        command = f'[{{"directory": "{project}", "command": "cc -I{folder} -c main.c", "file": "main.c"}}]'
        engine = make(project, {**files, "compile_commands.json": command})
        assert "main.c:2" in lines(engine, f"{folder}/{folder}.c:x_or_y")
    for broken in ("{", "[1]", '[{"file": 3}]', '[{"directory": "/", "command": "cc \'", "file": "main.c"}]'):
        engine = make(project, {"compile_commands.json": broken})
        assert lines(engine, "main") == []


FIELDS = """\
struct inner { int m; };
union both { struct inner as_inner; int m; };
typedef struct { struct inner *in; struct inner arr[3]; union { struct inner u; int plain; }; int m; } outer;
typedef outer *handle;
struct inner *make(void);
#define IN(o) ((o)->in)
#define AS(t, x) ((t)(x))
#define HEADER struct inner *first; int m
struct with { HEADER; int n; };
struct inner global = { .m = 1 };
outer nested = { .in = 0, .arr = { { .m = 1 }, { .m = 2 } } };
int f(outer *o, handle h, struct inner in, void *raw, struct with *w, int (*given)(void)) {
    outer *m = h;
    o->in->m;
    o->arr[1].m;
    o->u.m;
    h->in->m;
    in.m;
    (&in)->m;
    ((struct inner *)raw)->m;
    make()->m;
    IN(o)->m;
    AS(struct inner *, raw)->m;
    w->first->m;
    (o ? o->in : 0)->m;
    (struct inner){ .m = 3 };
    for (struct inner *i = raw; i; i++) i->m;
    o->m;
    w->m;
    m->m;
    raw->m;
    return global.m;
}
"""


def test_fields_by_the_declared_type_of_what_stands_before_the_dot(project: Path) -> None:
    engine = make(project, {"a.c": FIELDS})
    found = {int(row.split()[0].split(":")[1]): " ".join(row.split()[2:]) for row in uses(engine, "inner/m")}
    sure = [line for line, how in found.items() if how != "name name"]
    assert sorted(sure) == [10, 11, *range(14, 28), 32]
    assert found[14] == "exact annotation"
    assert found[31] == "name name"
    assert lines(engine, "outer/m") == ["a.c:28", "a.c:30"]
    assert lines(engine, "both/m") == []
    assert lines(engine, "HEADER") == ["a.c:9"]


def test_a_name_means_what_its_scope_and_its_space_say(project: Path) -> None:
    engine = make(
        project,
        {
            "a.c": """\
                int x;
                struct x {
                    int x;
                };
                int f(struct x *p) {
                    x = 1;
                    { int x = 2; x++; }
                    for (int x = 0; x < 3; x++) g(x);
                    goto x;
                x:  return p->x + x;
                }
                int g(int x) { return x; }
                """
        },
    )
    assert lines(engine, "a.c:x/x") == ["a.c:10"]
    assert sorted(row.split()[0] for row in uses(engine, "a.c:/x[0]") if "exact" in row) == ["a.c:10", "a.c:6"]
    assert [row.split()[0] for row in uses(engine, "a.c:/x[1]")] == ["a.c:5"]


def test_members_of_enumerations_and_names_for_types(project: Path) -> None:
    engine = make(
        project,
        {
            "a.h": "typedef enum { RED, GREEN } colour;\ntypedef colour paint;\n",
            "a.c": '#include "a.h"\npaint p(colour c) { switch (c) { case RED: return GREEN; } return RED; }\n',
        },
    )
    assert lines(engine, "RED") == ["a.c:2", "a.c:2"]
    assert lines(engine, "colour") == ["a.c:2", "a.h:2"]
    assert lines(engine, "paint") == ["a.c:2"]


def test_tables_of_functions(project: Path) -> None:
    engine = make(
        project,
        {
            "a.c": """\
                static int go(int x) { return x; }
                struct command { const char *name; int (*run)(int); };
                static struct command table[] = { { "go", go }, { .name = "go", .run = go } };
                int call(struct command *c) { return c->run(1) + table[0].run(2); }
                """
        },
    )
    assert uses(engine, "go") == ["a.c:3 read exact scope", "a.c:3 read exact scope"]
    assert uses(engine, "command/run") == ["a.c:3 write exact annotation", *["a.c:4 call exact annotation"] * 2]


def test_uses_in_macros_and_by_the_names_of_members_alone(project: Path) -> None:
    engine = make(
        project,
        {
            "a.h": "int helper(int x);\n#define CALL(x) helper(x)\n#define TWICE(x) (CALL(x) + CALL(x))\n",
            "a.c": """\
                #include "a.h"
                struct item { int hook; };
                int use(void) { return CALL(1) + TWICE(2); }
                void *up(void *p) { return container_of(p, struct item, hook); }
                """,
        },
    )
    assert uses(engine, "helper") == ["a.h:2 call name macro"]
    assert "bodies of macros" in " ".join(engine.refs(RefsRequest("helper")).notes)
    assert uses(engine, "CALL") == ["a.c:3 call exact import", *["a.h:3 call inferred macro"] * 2]
    assert uses(engine, "item/hook") == ["a.c:4 read inferred unique"]


def test_text_that_is_not_there_is_listed_as_such(project: Path) -> None:
    source = """\
        #define SET 1
        #define UNSET 0
        int f(void);
        #ifdef EXTRA_CHECKS
        int a(void) { return f(); }
        #else
        int b(void) { return f(); }
        #endif
        #if 0
        int c(void) { return f(); }
        #endif
        #if SET
        int d(void) { return f(); }
        #elif defined(SET)
        int e(void) { return f(); }
        #endif
        #if UNSET || defined(EXTRA_CHECKS)
        int g(void) { return f(); }
        #endif
        #if defined(HAVE_IT) || defined(__linux__) || VERSION > 3
        int h(void) { return f(); }
        #endif
        """
    engine = make(project, {"a.c": source})
    found = {int(row.split(":")[1].split()[0]): row.rsplit(" ", 1)[1] for row in uses(engine, "f")}
    absent = [line for line, how in sorted(found.items()) if how == "absent"]
    assert absent == [5, 10, 15, 18]
    assert "not there" in " ".join(engine.refs(RefsRequest("f")).notes)
    engine = make(project, {"Makefile": "CFLAGS += -DEXTRA_CHECKS\n"})
    found = {int(row.split(":")[1].split()[0]): row.rsplit(" ", 1)[1] for row in uses(engine, "f")}
    assert found[5] != "absent"
    (project / "Makefile").unlink()
    make(project, {"b.h": "#define EXTRA_CHECKS\n"})
    assert "a.c:5 call name absent" in uses(engine, "f")
    make(project, {"a.c": '#include "b.h"\n' + dedent(source)})
    assert "a.c:6 call exact scope" in uses(engine, "f")


def test_what_only_compilers_of_other_systems_define_is_not_there(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = """\
        int f(void);
        #ifdef _WIN32
        int a(void) { return f(); }
        #elif defined(__APPLE__) || defined(__linux__)
        int b(void) { return f(); }
        #else
        int c(void) { return f(); }
        #endif
        #ifdef _WIN32
        __attribute__((destructor))
        #endif
        int d(void) { return f(); }
        #if defined(__OpenBSD__)
        static
        # endif
        """
    absent = {"linux": [3, 7], "win32": [5, 7], "plan9": []}
    for host, expected in absent.items():
        monkeypatch.setattr(conditions, "HOST", host)
        engine = make(project, {"a.c": source})
        assert [int(u.split()[0][4:]) for u in uses(engine, "f") if u.endswith("absent")] == expected, host
    make(project, {"a.c": "#define _WIN32\n" + dedent(source)})
    monkeypatch.setattr(conditions, "HOST", "linux")
    assert "a.c:4 call exact scope" in uses(engine, "f")


def test_a_question_by_a_name_that_a_tag_and_a_function_have_is_about_both(project: Path) -> None:
    source = """\
        struct item { int n; };
        static int item(struct item *i) { return i->n; }
        int use(struct item *i) { return item(i); }
        """
    engine = make(project, {"a.c": source})
    assert lines(engine, "a.c:item") == ["a.c:2", "a.c:3", "a.c:3"]
    assert "2 symbols" in " ".join(engine.refs(RefsRequest("a.c:item")).notes)
    assert [edge.from_id for edge in engine.callers(GraphRequest("a.c:item")).edges] == ["a.c:use"]
    assert lines(engine, "item[0]") == ["a.c:2", "a.c:3"]


def test_fields_that_macros_bring_along(project: Path) -> None:
    source = """\
        struct link { int a; };
        #define BASE int kind; \\
          union { int fd; void *r; } u; \\
          PLATFORM
        #define PLATFORM struct link special;
        #define MORE \\
          BASE \\
          int extra;
        struct handle {
          MORE
          struct link own;
          PLATFORM
        };
        struct rival { int kind; int extra; struct link *special; };
        int f(struct handle *h) { return h->kind + h->special.a + h->extra + h->own.a + h->u.fd; }
        """
    engine = make(project, {"a.c": source})
    assert lines(engine, "link/a") == ["a.c:15"] * 2
    assert uses(engine, "rival/kind") == uses(engine, "rival/extra") == uses(engine, "rival/special") == []


def test_an_edit_of_a_header_is_in_the_next_answer(project: Path) -> None:
    engine = make(project, API)
    assert "use.c:2" in lines(engine, "api.c:open_it")
    make(project, {"api.h": "static int open_it(int mode) { return mode; }\nextern int depth;\n"})
    assert lines(engine, "api.h:open_it") == ["use.c:2"]
    assert uses(Engine(str(project)), "api.h:open_it") == uses(engine, "api.h:open_it")


def test_a_heir_of_the_language_sees_its_headers(project: Path) -> None:
    engine = make(project, {**API, "more.cpp": '#include "api.h"\nint more() { return open_it(3); }\n'})
    assert "more.cpp:2 call exact import" in uses(engine, "api.c:open_it")


def test_answers_do_not_depend_on_the_order_of_questions(project: Path) -> None:
    patterns = ["inner/m", "outer/m", "both/m", "IN", "make", "f", "global"]
    forward, backward = make(project, {"a.c": FIELDS}), Engine(str(project))
    one = {pattern: uses(forward, pattern) for pattern in patterns}
    assert one == {pattern: uses(backward, pattern) for pattern in reversed(patterns)}


def test_a_member_of_a_struct_without_a_name_is_found_without_the_field_that_holds_it(project: Path) -> None:
    source = (
        "struct outer {\n    union {\n        struct { int deep; } held;\n    } u;\n};\n"
        "int f(struct outer *o) { return o->u.held.deep; }\n"
    )
    engine = make(project, {"a.c": source, "b.c": "struct outer { int deep_too; };\n"})
    assert lines(engine, "a.c:outer/deep") == lines(engine, "outer/u/held/deep") == ["a.c:6"]
    with pytest.raises(NoSuchSymbol):
        engine.refs(RefsRequest("u/held/outer/deep"))


def test_macros_that_the_grammar_takes_for_words_of_the_language_or_cannot_place(project: Path) -> None:
    engine = make(
        project,
        {
            "a.h": """\
                #ifndef FALSE
                #define FALSE 0
                #endif
                #define FAST __attribute__((regparm(3)))
                typedef int item;
                static item *FAST next(item *each);
                static void FAST skip(item *each);
                """,
            "a.c": """\
                #include "a.h"
                static item *FAST next(item *each) { return FALSE; }
                int all[] = { FALSE, FALSE };
                int f(int a) { return a == FALSE ? 1 : (int) FALSE; }
                """,
        },
    )
    assert lines(engine, "FALSE") == ["a.c:2", "a.c:3", "a.c:3", "a.c:4", "a.c:4", "a.h:1"]
    assert lines(engine, "FAST") == ["a.c:2", "a.h:6", "a.h:7"]
