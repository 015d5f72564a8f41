"""References over small projects: what is found, how sure it is, and how it is known.

`uses` gives each reference as `path:line role certainty how`; the sources are written so that one line shows one thing.
"""

from __future__ import annotations

from textwrap import dedent
from typing import TYPE_CHECKING

import pytest
from support import commit, write

from codeintel.engine.answers.changed import ChangedRequest
from codeintel.engine.answers.graph import GraphRequest
from codeintel.engine.answers.references import RefsRequest
from codeintel.engine.errors import AmbiguousSymbol, BadSettings, UsageError
from codeintel.engine.service import Engine

if TYPE_CHECKING:
    from pathlib import Path


def make(project: Path, **files: str) -> Engine:
    """A project; in names of files `__` stands for `/`, and `.py` is added."""
    write(
        project,
        {name.replace("__", "/").replace("INIT", "__init__") + ".py": dedent(text) for name, text in files.items()},
    )
    return Engine(str(project))


def uses(engine: Engine, pattern: str) -> list[str]:
    answer = engine.refs(RefsRequest(pattern, limit=10_000))
    return [f"{r.path.removesuffix('.py')}:{r.line} {r.role} {r.certainty} {r.how}" for r in answer.references]


def test_imports_are_followed_through_re_exports_stars_and_aliases(project: Path) -> None:
    engine = make(
        project,
        pkg__INIT="from .core import thing\nfrom .more import *\n",
        pkg__core="def thing(): pass\n",
        pkg__more="__all__ = ['starred']\ndef starred(): pass\ndef hidden(): pass\n",
        use="""\
            import pkg
            import pkg.core as c
            from pkg import thing as t, starred
            from pkg import hidden
            pkg.thing()
            c.thing()
            t()
            starred()
            hidden()
            """,
        other="def thing(): pass\nthing()\n",
    )
    assert uses(engine, "pkg/core.py:thing") == [
        "pkg/__init__:1 import exact scope",
        "use:3 import exact import",
        "use:5 call exact import",
        "use:6 call exact import",
        "use:7 call exact import",
    ]
    assert [row.split()[0] for row in uses(engine, "starred")] == ["pkg/more:1", "use:3", "use:8"]
    assert "use:9 call exact import" not in uses(engine, "hidden")
    assert uses(engine, "other.py:thing") == ["other:2 call exact scope"]


def test_an_alias_is_named(project: Path) -> None:
    engine = make(project, a="def f(): pass\n", b="from a import f as g\ng()\n")
    assert [(r.line, r.alias) for r in engine.refs(RefsRequest("f")).references] == [(1, ""), (2, "g")]


@pytest.mark.parametrize(
    ("path", "module"),
    [("src/lib/x.py", "lib.x"), ("lib/x.py", "lib.x"), ("ns/deep/x.py", "ns.deep.x"), ("lib/x.pyi", "lib.x")],
)
def test_modules_are_found_where_they_lie(project: Path, path: str, module: str) -> None:
    write(project, {path: "def f(): ...\n", "use.py": f"from {module} import f\nf()\n"})
    assert uses(Engine(str(project)), "f")[-1] == "use:2 call exact import"


def test_type_checking_imports_and_quoted_annotations(project: Path) -> None:
    engine = make(
        project,
        a="class A:\n    def m(self): pass\n",
        b="""\
            from typing import TYPE_CHECKING
            if TYPE_CHECKING:
                from a import A
            def f(x: "A", y: "list[A]"):
                x.m()
                for z in y:
                    z.m()
            """,
    )
    assert uses(engine, "A/m") == ["b:5 call exact annotation", "b:7 call exact annotation"]


def test_receivers(project: Path) -> None:
    engine = make(
        project,
        a="""\
            from __future__ import annotations
            from contextlib import contextmanager
            from typing import Generic, TypeVar, Self
            T = TypeVar("T")
            class Base:
                def run(self) -> None: ...
                def me(self) -> Self: ...
                def again(self): return self
            class Child(Base):
                def go(self):
                    self.run()
                    super().run()
            class Holder:
                part: Child
                def __init__(self, given: Base):
                    self.given = given
                @property
                def made(self) -> Child: ...
            class Box(Generic[T]):
                def get(self) -> T: ...
            @contextmanager
            def opened():
                yield Child()
            def make(): return Child()
            def f(h: Holder, b: Box[Child], maybe: Base | None, things: dict[str, list[Child]]):
                Child().run()
                h.part.run()
                h.given.run()
                h.made.run()
                b.get().run()
                maybe.run()
                make().run()
                make().me().run()
                make().again().run()
                with opened() as o: o.run()
                for k, v in things.items(): v[0].run()
                [c.run() for c in (Child(), Child())]
                (lambda: Child())().run()
            def g(x):
                if isinstance(x, Child):
                    x.run()
                x.run()
            """,
    )
    found = {int(row.split()[0].split(":")[1]): " ".join(row.split()[2:]) for row in uses(engine, "Base/run")}
    assert sorted(found) == [11, 12, *range(26, 39), 41, 42]
    assert found[11] == found[12] == "exact self"
    assert found[26] == "exact constructor"
    assert found[27] == found[31] == "exact annotation"
    assert found[32] == found[34] == found[35] == "inferred return"
    assert found[41] == "exact narrowing"
    assert found[42] == "name name"  # a type of the library has a member of that name too


def test_a_name_means_what_its_scope_says(project: Path) -> None:
    engine = make(
        project,
        a="""\
            x = 1
            def f():
                print(x)
            def g():
                x = 2
                print(x)
            def h():
                global x
                x = 3
            class C:
                x = 4
                y = x
                def m(self):
                    return x
            [x for x in range(3)]
            """,
    )
    assert [row.split()[0] for row in uses(engine, "/x")] == ["a:3", "a:8", "a:9", "a:14"]
    assert [row.split()[0] for row in uses(engine, "C/x")] == ["a:12"]


def test_alternatives_exclude_each_other_and_later_bindings_replace_earlier_ones(project: Path) -> None:
    engine = make(
        project,
        a="""\
            class A:
                def m(self): pass
            class B:
                def m(self): pass
            def f(flag):
                if flag:
                    v = A()
                    v.m()
                else:
                    v = B()
                    v.m()
                v.m()
                v = A()
                v.m()
            """,
    )
    assert [row.split()[0] for row in uses(engine, "A/m")] == ["a:8", "a:12", "a:14"]
    assert [row.split()[0] for row in uses(engine, "B/m")] == ["a:11", "a:12"]


def test_what_cannot_be_resolved_is_listed_by_name(project: Path) -> None:
    engine = make(project, a="class A:\n    def m(self): pass\nclass B:\n    def m(self): pass\ndef f(x): x.m()\n")
    answer = engine.refs(RefsRequest("A/m"))
    assert [(r.line, r.certainty) for r in answer.references] == [(5, "name")]
    assert not answer.complete
    assert answer.counts == {"exact": 0, "inferred": 0, "name": 1}
    assert "could not be resolved" in answer.notes[0]


def test_a_receiver_from_outside_is_never_unique(project: Path) -> None:
    engine = make(project, a="import other\nclass A:\n    def zap(self): pass\nother.make().zap()\ndef f(x): x.zap()\n")
    assert uses(engine, "A/zap") == ["a:5 call inferred unique", "a:4 call name name"]


def test_override_families_are_apart(project: Path) -> None:
    engine = make(
        project,
        a="""\
            class Base:
                def m(self): pass
            class Child(Base):
                def m(self): pass
            def f(b: Base, c: Child):
                b.m()
                c.m()
            """,
    )
    answer = engine.refs(RefsRequest("Base/m"))
    assert [r.line for r in answer.references] == [6]
    assert [(f.id, f.relation, f.references) for f in answer.families] == [("a.py:Child/m", "override", 1)]
    assert [f.relation for f in engine.refs(RefsRequest("Child/m")).families] == ["base"]


def test_definitions_of_one_slot_are_one_symbol(project: Path) -> None:
    engine = make(
        project,
        a="""\
            class A:
                @property
                def p(self): pass
                @p.setter
                def p(self, v): pass
            def f(a: A): a.p = a.p
            """,
    )
    assert [row.rsplit(" ", 1)[0] for row in uses(engine, "A/p")] == [
        "a:4 read exact",
        "a:5 definition exact",
        "a:6 write exact",
        "a:6 read exact",
    ]


def test_fields_of_records_by_name_and_enum_members(project: Path) -> None:
    engine = make(
        project,
        a="""\
            from dataclasses import dataclass
            from enum import Enum
            @dataclass
            class D:
                size: int
            class E(Enum):
                ONE = 1
                def label(self): pass
            D(size=1).size
            E.ONE.label()
            """,
    )
    assert [row.split()[:2] for row in uses(engine, "D/size")] == [["a:9", "write"], ["a:9", "read"]]
    assert [row.split()[0] for row in uses(engine, "E/label")] == ["a:10"]


def test_fixtures_and_inherited_parameters(project: Path) -> None:
    engine = make(
        project,
        app="class App:\n    def ask(self): pass\n    def get(self): pass\nclass Sub:\n    def ask(self): pass\n",
        tests__conftest="import pytest\nfrom app import App\n@pytest.fixture\ndef client():\n    yield App()\n",
        tests__test_a="def test_it(client):\n    client.ask()\n",
        base="from app import App\nclass B:\n    def h(self, a: App): pass\nclass C(B):\n    def h(self, a): a.ask()\n",
    )
    assert uses(engine, "App/ask") == ["base:5 call inferred inherited", "tests/test_a:2 call inferred fixture"]


def test_a_parameter_of_a_test_asks_for_the_fixture_of_its_name(project: Path) -> None:
    engine = make(
        project,
        conftest="import pytest\n@pytest.fixture\ndef box(): pass\n@pytest.fixture\ndef crate(box: int): pass\n",
        test_a="""\
            import pytest
            class Pen:
                def write(self): pass
            class Base:
                @pytest.fixture
                def pen(self): return Pen()
            class TestIt(Base):
                @pytest.fixture
                def box(self): pass
                def test_a(self, box, pen):
                    pen.write()
            def test_b(box: None, pen, other=1):
                box = 1
            def helper(box): pass
            def test_c(box=1): pass
            """,
        fixtures="import pytest\n@pytest.fixture\ndef lent(): pass\n",
        sub__conftest="from fixtures import lent\n",
        sub__test_b="def test_d(lent, box): pass\n",
    )
    fixture = "read inferred fixture"
    assert uses(engine, "conftest.py:box") == [
        f"conftest:5 {fixture}",
        f"sub/test_b:1 {fixture}",
        f"test_a:12 {fixture}",
    ]
    assert uses(engine, "TestIt/box") == [f"test_a:10 {fixture}"]
    assert uses(engine, "Base/pen") == [f"test_a:10 {fixture}"]
    assert uses(engine, "Pen/write") == ["test_a:11 call inferred fixture"]
    assert uses(engine, "lent")[-1] == f"sub/test_b:1 {fixture}"


def test_comments_that_say_of_what_type_a_name_is(project: Path) -> None:
    engine = make(
        project,
        a="""\
            class Field:
                def load(self): pass
            class Schema:
                opts = None  # type: Field
                fields = {}  # type: dict[str, Field]
                def __init__(self):
                    self.own = make()  # type: Field  # since it is made elsewhere
                    self.other = make()  # type: ignore
                def use(self):
                    self.opts.load()
                    self.own.load()
                    for name, field in self.fields.items():
                        field.load()
            """,
    )
    assert uses(engine, "Field/load") == [
        "a:10 call exact annotation",
        "a:11 call exact annotation",
        "a:13 call exact annotation",
    ]
    assert uses(engine, "Field") == [f"a:{line} type exact scope" for line in (4, 5, 7)]


def test_an_exception_that_a_test_waits_for(project: Path) -> None:
    engine = make(
        project,
        a="class Wrong(Exception):\n    code = 1\nclass Worse(Exception):\n    code = 2\n",
        test_a="""\
            import pytest
            from a import Worse, Wrong
            def test_it():
                with pytest.raises(Wrong) as caught:
                    pass
                caught.value.code
                with pytest.raises((Wrong, Worse), match="x") as caught:
                    pass
                caught.value.code
            """,
    )
    assert [row.split()[0] for row in uses(engine, "Wrong/code") if " name" not in row] == ["test_a:6", "test_a:9"]
    assert [row.split()[0] for row in uses(engine, "Worse/code") if " name" not in row] == ["test_a:9"]


def test_an_alternative_knows_what_the_conditions_before_it_deny(project: Path) -> None:
    engine = make(
        project,
        a="""\
            class A:
                def go(self): pass
            def f(x, flag):
                if flag:
                    pass
                elif not isinstance(x, A) or flag:
                    pass
                elif x.go():
                    x.go()
                else:
                    x.go()
            """,
    )
    assert uses(engine, "A/go") == [f"a:{line} call exact narrowing" for line in (8, 9, 11)]


def test_a_wrapper_that_gives_a_copy_of_what_it_is_called_on(project: Path) -> None:
    engine = make(
        project,
        a="""\
            def chained(method):
                def inner(self, *args):
                    clone = self.clone()
                    method(clone, *args)
                    return clone
                return inner
            def counted(method):
                def inner(self):
                    return method(self)
                return inner
            class Base:
                def clone(self):
                    made = self.__class__.__new__(self.__class__)
                    made.__dict__ = self.__dict__.copy()
                    return made
            class Query(Base):
                @chained
                def where(self, what):
                    self.what = what
                @counted
                def count(self): return Number()
                def order(self): pass
            class Number:
                def half(self): pass
                def order(self): pass
            Query().where(1).where(2).order()
            Query().count().half()
            """,
    )
    assert uses(engine, "Query/order") == ["a:26 call inferred return"]
    assert uses(engine, "Number/half") == ["a:27 call inferred return"]


def test_a_declared_name_that_several_give_a_value(project: Path) -> None:
    engine = make(
        project,
        a="""\
            class Coder:
                def run(self): pass
            class Json(Coder):
                def run(self): pass
            coder: Coder = Json()
            def use():
                coder.run()
            def put(it: Coder):
                global coder
                coder = it
            """,
    )
    assert uses(engine, "Coder/run") == ["a:7 call exact annotation"]


def test_an_instance_that_a_class_method_makes_and_fills(project: Path) -> None:
    engine = make(
        project,
        a="""\
            class Base:
                @classmethod
                def load(cls, text):
                    made = cls()
                    made.text = text
                    return made
                def go(self): pass
            class Child(Base):
                def go(self): pass
            Child.load("").go()
            Base.load("").go()
            """,
    )
    assert uses(engine, "Child/go") == ["a:10 call inferred return"]
    assert uses(engine, "Base/go") == ["a:11 call inferred return"]


def test_an_edit_is_in_the_next_answer(project: Path) -> None:
    engine = make(project, a="def f(): pass\n", b="from a import f\nf()\n")
    assert len(uses(engine, "f")) == 2
    write(project, {"b.py": "from a import f\nf()\nf()\n", "c.py": "import a\na.f()\n"})
    assert [row.split()[0] for row in uses(engine, "f")] == ["b:1", "b:2", "b:3", "c:2"]
    (project / "b.py").unlink()
    assert [row.split()[0] for row in uses(engine, "f")] == ["c:2"]
    assert uses(Engine(str(project)), "f") == uses(engine, "f")


def test_answers_do_not_depend_on_the_order_of_questions(project: Path) -> None:
    files = {
        "a": "from b import B\nclass A:\n    def x(self): return B().y()\n    def z(self): return self.x().z()\n",
        "b": "from a import A\nclass B:\n    def y(self): return A().z() or A()\n    def z(self): return 1\nA().x()\n",
    }
    patterns = ["A/x", "A/z", "B/y", "B/z"]
    forward, backward = make(project, **files), make(project, **files)
    one = {pattern: uses(forward, pattern) for pattern in patterns}
    other = {pattern: uses(backward, pattern) for pattern in reversed(patterns)}
    assert one == other


def test_roles_and_certainties_can_be_asked_for(project: Path) -> None:
    engine = make(project, a="class A: pass\nx: A = A()\nclass B(A): pass\n")
    roles = [r.role for r in engine.refs(RefsRequest("A")).references]
    assert roles == ["type", "instantiate", "inherit"]
    assert [r.role for r in engine.refs(RefsRequest("A", roles=frozenset({"inherit"}))).references] == ["inherit"]
    answer = engine.refs(RefsRequest("A", precision="lsp"))
    assert [r.role for r in answer.references] == roles  # without a server the index answers, and that is said
    assert answer.notes[0].startswith("degraded: no language server for python")


def test_a_method_with_a_parameter_of_its_own_name(project: Path) -> None:
    engine = make(project, a="class A:\n    def size(self, size): return size\nA().size(size=1)\n")
    assert [row.split()[:2] for row in uses(engine, "A/size")] == [["a:3", "call"]]


def test_columns_count_characters(project: Path) -> None:
    engine = make(project, a='def f(): pass\nx = "é😀", f()\n')
    assert [r.column for r in engine.refs(RefsRequest("f")).references] == [11]


def test_a_name_of_several_symbols_is_not_merged(project: Path) -> None:
    engine = make(project, a="def f(): pass\n", b="def f(): pass\n")
    with pytest.raises(AmbiguousSymbol):
        engine.refs(RefsRequest("f"))


GRAPH = """\
def low(): pass
def mid():
    low()
    low()
class K:
    def top(self): mid()
def test_k(): K().top()
low()
table = {"low": low}
"""


def test_callers_count_sites_and_symbols(project: Path) -> None:
    answer = make(project, a=GRAPH).callers(GraphRequest("low"))
    assert [(e.from_id, e.line) for e in answer.edges] == [("a.py:mid", 3), ("a.py:mid", 4), ("a.py:<module>", 8)]
    assert (answer.sites, answer.symbols) == (3, 2)


def test_callers_of_a_constructor_point_to_its_class(project: Path) -> None:
    engine = make(project, a="class A:\n    def __init__(self): pass\ndef f(): A()\n")
    answer = engine.callers(GraphRequest("A/__init__"))
    assert not answer.edges
    assert "ask for a.py:A" in answer.notes[0]
    assert [edge.from_id for edge in engine.callers(GraphRequest("a.py:/A")).edges] == ["a.py:f"]


@pytest.mark.parametrize(
    ("files", "asked", "called"),
    [
        (
            {
                "m.py": "from typing import overload\n\ndef leaf(): pass\n\n@overload\ndef go(x: int) -> int: ...\n"
                "@overload\ndef go(x: str) -> str: ...\ndef go(x):\n    return leaf()\n"
            },
            ["go", "go[2]"],
            ["m.py:leaf"],
        ),
        (
            {
                "inc/a.h": "namespace n {\nvoid leaf();\nclass A {\n  void go();\n  void go(int);\n};\n}\n",
                "src/a.cpp": '#include "../inc/a.h"\nnamespace n {\nvoid leaf() {}\nvoid A::go() { leaf(); }\n}\n',
            },
            ["A/go", "inc/a.h:n/A/go[0]"],
            ["src/a.cpp:n/leaf"],
        ),
        (
            {"a.h": "int leaf(void);\nint go(void);\n", "b.c": '#include "a.h"\nint go(void) { return leaf(); }\n'},
            ["go", "a.h:go"],
            ["a.h:leaf"],
        ),
    ],
)
def test_what_a_symbol_of_several_definitions_calls(
    files: dict[str, str], asked: list[str], called: list[str], project: Path
) -> None:
    write(project, files)
    engine = Engine(str(project))
    for pattern in asked:
        assert [edge.to_id for edge in engine.callees(GraphRequest(pattern)).edges] == called, pattern


def test_callers_by_depth_and_callees(project: Path) -> None:
    engine = make(project, a=GRAPH)
    deep = engine.callers(GraphRequest("low", depth=3)).edges
    assert [(e.from_id, e.distance) for e in deep][3:] == [("a.py:K/top", 2), ("a.py:test_k", 3)]
    callees = engine.callees(GraphRequest("test_k", depth=3)).edges
    assert [(e.to_id, e.distance) for e in callees] == [
        ("a.py:K", 1),
        ("a.py:K/top", 1),
        ("a.py:mid", 2),
        ("a.py:low", 3),
        ("a.py:low", 3),
    ]


def test_impact_reaches_tests_by_distance(project: Path) -> None:
    answer = make(project, a=GRAPH).impact(GraphRequest("low", depth=3))
    assert [(r.id, r.distance) for r in answer.reached] == [("a.py:mid", 1), ("a.py:K/top", 2), ("a.py:test_k", 3)]
    assert (answer.files, answer.tests) == (["a.py"], ["a.py:test_k"])


def test_trace_gives_a_shortest_chain(project: Path) -> None:
    engine = make(project, a=GRAPH)
    assert [(h.from_id, h.to_id) for h in engine.trace("test_k", "low").hops] == [
        ("a.py:test_k", "a.py:K/top"),
        ("a.py:K/top", "a.py:mid"),
        ("a.py:mid", "a.py:low"),
    ]
    assert not engine.trace("low", "test_k").hops


def test_implementations_and_definition(project: Path) -> None:
    engine = make(
        project,
        a="class A:\n    def m(self): pass\n",
        b="""\
            import a
            class B(a.A): pass
            class C(B):
                def m(self):
                    self.m()
            x = 1
            print(x)
            """,
    )
    assert [n.id for n in engine.implementations("A").implementations] == ["b.py:B", "b.py:C"]
    assert [n.id for n in engine.implementations("A/m").implementations] == ["b.py:C/m"]
    assert [n.id for n in engine.definition("b.py:5:14").definitions] == ["b.py:C/m"]
    assert [n.id for n in engine.definition("b.py:2:11").definitions] == ["a.py:A"]
    assert [n.id for n in engine.definition("b.py:7:7").definitions] == ["b.py:x"]


def test_changed_gives_touched_symbols_and_what_reaches_them(project: Path) -> None:
    engine = make(project, a="def f():\n    return 1\ndef other(): pass\n", test_a="import a\ndef test_f(): a.f()\n")
    commit(project)
    assert not engine.changed(ChangedRequest()).symbols
    write(project, {"a.py": "def f():\n    return 2\ndef other(): pass\n", "new.py": "def g(): pass\n"})
    answer = engine.changed(ChangedRequest())
    assert [node.id for node in answer.symbols] == ["a.py:f", "new.py:g"]
    assert [row.id for row in answer.reached] == ["test_a.py:test_f"]
    assert (answer.files, answer.tests) == (["a.py", "new.py"], ["test_a.py:test_f"])
    with pytest.raises(UsageError):
        engine.changed(ChangedRequest("no-such-revision"))


def test_a_module_that_is_not_there_is_an_error_of_the_settings(project: Path) -> None:
    language = 'grammar = "python"\nsuffixes = [".zz"]\nsemantics = "nowhere"\n'
    write(
        project,
        {
            "codeintel.toml": 'queries = ["q"]\n',
            "q/zz/language.toml": language,
            "q/zz/symbols.scm": "(class_definition name: (identifier) @name) @definition.class\n",
        },
    )
    with pytest.raises(BadSettings, match="semantics must be"):
        Engine(str(project)).status()


def test_other_languages_are_matched_by_name_and_say_so(project: Path) -> None:
    write(
        project,
        {
            "codeintel.toml": 'queries = ["q"]\n',
            "q/zz/language.toml": 'grammar = "ruby"\nsuffixes = [".zz"]\n',
            "q/zz/symbols.scm": "(class name: (_) @name) @definition.class\n(method name: (_) @name) @definition.method\n",
            "a.zz": "# a\ndef only; end\ndef use; only(); end\n",
            "b.zz": "class T\n  def dup; end\nend\nclass U; def dup; end; end\ndef f(t); t.dup(); end\n",
        },
    )
    engine = Engine(str(project))
    assert [(r.line, r.role, r.certainty) for r in engine.refs(RefsRequest("only")).references] == [
        (3, "call", "inferred")
    ]
    answer = engine.refs(RefsRequest("T/dup"))
    assert [(r.line, r.role, r.certainty) for r in answer.references] == [(5, "call", "name")]
    assert not answer.complete
    assert answer.notes
    assert [edge.from_id for edge in engine.callers(GraphRequest("only")).edges] == ["a.zz:use"]
    assert [edge.to_id for edge in engine.callees(GraphRequest("use")).edges] == ["a.zz:only"]
    assert [node.id for node in engine.definition("a.zz:3:10").definitions] == ["a.zz:only"]


def test_a_function_that_tells_what_its_argument_is(project: Path) -> None:
    engine = make(
        project,
        kinds="""\
            from typing import TypeGuard
            from typing_extensions import TypeIs

            class Base: pass
            class Child(Base):
                def own(self): pass
            class Other(Base):
                def own(self): pass

            def is_child(thing: Base) -> TypeIs["Child"]: return True
            def looks_so(thing) -> TypeGuard[Child]: return True
            def plain(thing) -> bool: return True
            """,
        use="""\
            import kinds
            from kinds import Base, is_child as tells

            def first(thing: Base):
                assert tells(thing)
                thing.own()

            def second(thing):
                if kinds.looks_so(thing) and thing.own():
                    thing.own()
                thing.own()

            def third(thing: Base):
                if kinds.plain(thing):
                    thing.own()
            """,
    )
    sure = [row for row in uses(engine, "Child/own") if " name " not in row]
    assert sure == ["use:6 call exact narrowing", "use:9 call exact narrowing", "use:10 call exact narrowing"]


def test_a_lambda_is_handed_what_its_place_expects(project: Path) -> None:
    engine = make(
        project,
        things="""\
            from typing import Callable

            class Thing:
                def own(self): pass
            class Other:
                def own(self): pass

            Hook = Callable[["Thing", int], None]

            class Keeper:
                def keep(self, name: str, hook: Hook) -> None: pass

            def on(hook: "Callable[[Other, Thing], None]", *, late: Hook | None = None) -> None: pass
            """,
        use="""\
            from things import Keeper, Other, Thing, on

            def go(keeper: Keeper, many: list[Thing], others: dict[str, Other]):
                keeper.keep("a", lambda thing, _: thing.own())
                on(lambda other, thing: thing.own())
                on(print, late=lambda thing, n: thing.own())
                sorted(many, key=lambda thing: thing.own())
                many.sort(key=lambda thing: thing.own())
                list(map(lambda a, b: a.own(), many, others.values()))
                max(others.values(), key=lambda it: it.own())
                unknown(lambda it: it.own())
            """,
    )
    sure = [row.partition(" ")[0] for row in uses(engine, "Thing/own") if " name " not in row]
    assert sure == ["use:4", "use:5", "use:6", "use:7", "use:8", "use:9"]
    assert [row for row in uses(engine, "Other/own") if row.startswith("use:10")] == ["use:10 call inferred context"]


def test_copies_and_chains_of_self_keep_its_class(project: Path) -> None:
    engine = make(
        project,
        m="""\
            import copy

            class Base:
                def go(self): pass
                def dup(self): return copy.copy(self)
                def chain(self):
                    clone = self.dup()
                    return clone
                def again(self): return self.__class__()
                def typed(self): return type(self)()
                def other(self): return Base()

            class Sub(Base):
                def go(self): pass
                def dup(self):
                    clone = super().dup()
                    clone.x = 1
                    return clone
                def use(self):
                    super().dup().go()
                    self.dup().go()
                    self.chain().go()
                    self.again().go()
                    self.typed().go()
                    self.other().go()
            """,
    )
    assert [row for row in uses(engine, "Base/go") if " name " not in row] == ["m:25 call inferred return"]
    assert len([row for row in uses(engine, "Sub/go") if " name " not in row]) == 5


def test_a_filter_narrows_what_a_comprehension_makes(project: Path) -> None:
    engine = make(
        project,
        m="""\
            class Base:
                def go(self): pass
            class Sub(Base):
                def go(self): pass

            def use(many: list[Base]):
                subs = [each for each in many if isinstance(each, Sub)]
                for one in subs:
                    one.go()
                [each.go() for each in subs]
                for one in many:
                    one.go()
            """,
    )
    assert [row.partition(" ")[0] for row in uses(engine, "Sub/go") if " name " not in row] == ["m:9", "m:10"]
    assert [row.partition(" ")[0] for row in uses(engine, "Base/go") if " name " not in row] == ["m:12"]


def test_a_parameter_of_the_instances_own_type(project: Path) -> None:
    engine = make(
        project,
        m="""\
            from __future__ import annotations
            import typing_extensions as te

            class A:
                def go(self): pass
                def meet(self, other: te.Self):
                    other.go()
                    def inner(it: te.Self | None): it.go()

            class B:
                def go(self): pass
            """,
    )
    assert [row.partition(" ")[0] for row in uses(engine, "A/go") if " name " not in row] == ["m:7", "m:8"]


def test_what_literal_types_name_and_strings_in_them_do_not(project: Path) -> None:
    engine = make(
        project,
        m="""\
            from enum import Enum
            from typing import Literal
            class Kind(Enum):
                ONE = 1
            def f(a: Literal[Kind.ONE], b: "Literal[Kind.ONE]", c: Literal["Kind", "ONE"]): ...
            """,
    )
    assert [row.partition(" ")[0] for row in uses(engine, "Kind")] == ["m:5", "m:5"]
    assert [row.partition(" ")[0] for row in uses(engine, "Kind/ONE")] == ["m:5", "m:5"]


def test_an_instance_is_of_the_class_that_makes_it(project: Path) -> None:
    engine = make(
        project,
        m="""\
            class Note(str):
                index: int
                def __new__(cls, text, index):
                    made = str.__new__(cls, text)
                    made.index = index
                    return made
            class Heir(Note):
                depth: int
                def __new__(cls):
                    made = super().__new__(cls, "", 1)
                    made.depth = made.index
                    return made
            object.__new__(Heir).depth
            """,
    )
    assert [row.partition(" ")[0] for row in uses(engine, "Note/index") if " name " not in row] == ["m:5", "m:11"]
    assert [row.partition(" ")[0] for row in uses(engine, "Heir/depth") if " name " not in row] == ["m:11", "m:13"]
