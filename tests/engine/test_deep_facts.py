"""Deep facts of one file: what is bound where, where names stand, what is known of variables."""

from __future__ import annotations

import marshal
from array import array

import deep
import pytest
from deep import bound, places, printed, registry

from codeintel.engine.deepfacts import DeepFacts, of_column, to_column
from codeintel.engine.deeppacking import pack, unpack
from codeintel.engine.index.parse import tree_of
from codeintel.engine.semantics import names

WIDTHS = {"B": range(256), "h": range(-(1 << 15), 1 << 15), "i": range(-(1 << 31), 1 << 31)}


def facts(source: str, language: str = "python") -> DeepFacts:
    return deep.facts(language, source)


def test_each_form_of_binding() -> None:
    found = facts(
        """
        import a.b, c as d
        from e import f as g
        x: int = 1
        y = z = 2
        x += 1
        def h(p, *q, r=1, **s):
            with p as t: pass
            for u, (v, w) in q: pass
            try: pass
            except E as i: pass
        class K: k = 1
        [m for m in y if (n := m)]
        match y:
            case K(k=o): pass
        type L = int
        """,
    )
    assert bound(found) == [
        "module a import",
        "module d import",
        "module g import",
        "module x assign",
        "module y assign",
        "module z assign",
        "module x update",
        "module h function",
        "function p parameter",
        "function q parameter",
        "function r parameter",
        "function s parameter",
        "function t resource",
        "function u loop",
        "function v loop",
        "function w loop",
        "function i caught",
        "module K class",
        "class k assign",
        "comprehension m loop",
        "module n assign",
        "module o pattern",
        "module L assign",
    ]


def test_roles_of_occurrences() -> None:
    found = facts(
        """
        from m import N
        class A(N): pass
        class B(N[int]): pass
        @N
        def f(x: N, y: "list[N]") -> N:
            N = N.N(N)
            return f"{N}"
        """,
    )
    assert sorted(places(found, "N")) == [
        "2:14 import import",
        "3:8 inherit",
        "4:8 inherit",
        "5:1 decorate",
        "6:21 type",
        "6:29 type",
        "6:9 type",
        "7:10 call",
        "7:12 read",
        "7:4 write bind",
        "7:8 read",
        "8:14 read",
    ]


def test_names_in_strings_are_names_where_the_language_says_so() -> None:
    found = facts('__all__ = ["a"]\n__all__ += ["b"]\nclass C:\n    __slots__ = ("s",)\nd = "a"\n')
    assert found.exported == ("a", "b")
    assert places(found, "a") == ["1:12 read text"]
    assert places(found, "s") == ["4:18 read text"]


def test_attributes_of_the_instance_have_an_owner() -> None:
    found = facts(
        """
        class C:
            def m(self, other):
                self.x = other.y = 1
            @staticmethod
            def s(self):
                self.z = 1
        """,
    )
    assert [(a.receiver, a.name, a.owner >= 0) for a in found.attributes] == [
        ("self", "x", True),
        ("other", "y", False),
        ("self", "z", False),
    ]


def test_traits_and_receivers_of_definitions() -> None:
    found = facts(
        """
        class C(Enum):
            @property
            def p(self): pass
            @p.setter
            def p(self, v): pass
            @classmethod
            def c(cls): pass
            @staticmethod
            def s(x): pass
            async def a(self): pass
        def test_it(): pass
        """,
    )
    assert [(d.name, d.receiver, sorted(d.traits), d.is_async) for d in found.definitions] == [
        ("C", "", ["enumeration"], False),
        ("p", "instance", ["property"], False),
        ("p", "instance", ["accessor"], False),
        ("c", "class", [], False),
        ("s", "static", [], False),
        ("a", "instance", [], True),
        ("test_it", "", ["test"], False),
    ]


def test_conditions_narrow_where_they_hold() -> None:
    found = facts(
        """
        def f(x, y):
            if not isinstance(x, A): return
            if isinstance(y.z, (B, C)) and x: pass
            assert isinstance(x, D)
        """,
    )
    assert [(row.text, printed(found, row.classes), row.sign) for row in found.narrowings] == [
        ("x", "(name A)", "instance"),
        ("y.z", "(tuple (name B) (name C))", "instance"),
        ("y.z", "(tuple (name B) (name C))", "instance"),
        ("x", "(name D)", "instance"),
    ]


def test_expressions_are_kept_once() -> None:
    found = facts("a.b.c\na.b.d\na.b.c\n")
    assert [printed(found, i) for i in range(len(found.expressions))] == ["(name a)", "(member b (name a))"]


def test_packed_and_unpacked_they_are_the_same() -> None:
    found = facts("class A(B):\n    @p\n    def f(self, x: int = 1) -> int:\n        yield x\n        return self.y\n")
    again = unpack(pack(found))
    assert again == found
    assert [printed(again, i) for i in range(len(again.expressions))] == [
        printed(found, i) for i in range(len(found.expressions))
    ]


def test_a_table_with_a_column_too_few_is_damaged() -> None:
    rows = list(marshal.loads(pack(facts("class A:\n    pass\n"))))
    scopes = next(i for i, table in enumerate(rows) if isinstance(table, list))
    rows[scopes] = rows[scopes][:-1]
    with pytest.raises(ValueError, match="Scope"):
        unpack(marshal.dumps(tuple(rows)))


@pytest.mark.parametrize("numbers", [[], [0, 255], [-1], [256], [-32768, 32767], [32768], [-(1 << 31), 1 << 20]])
def test_a_column_is_as_narrow_as_its_numbers(numbers: list[int]) -> None:
    width, data = to_column(numbers)
    assert width == next(width for width, limits in WIDTHS.items() if all(n in limits for n in numbers))
    assert data == b"".join(n.to_bytes(array(width).itemsize, "little", signed=width != "B") for n in numbers)
    assert [*of_column((width, data))] == numbers


def test_places_of_long_files_are_kept() -> None:
    lines = [*(f"x{i} = {i}" for i in range(6000)), f"y = [{'1, ' * 20000}z]", "w = z"]
    found = facts("\n".join(lines))
    again = unpack(pack(found))
    assert again.occurrences == found.occurrences
    rows = again.occurrences.of("z")
    assert [(row.line, row.column) for row in rows] == [(6000, 60005), (6001, 4)]
    assert [row.position for row in rows] == [sum(map(len, lines[:6000])) + 6000 + 60005, len("\n".join(lines)) - 1]
    assert "z" in again.occurrences
    assert "nothing" not in again.occurrences
    assert again.occurrences.of("nothing") == []


@pytest.mark.parametrize(
    "source", ["def f(:\n  x = (\nclass", "\x00", "", "x = [" * 300, "match x:\n case", "from . import"]
)
def test_broken_code_is_input(source: str) -> None:
    assert facts(source).scopes


def test_a_tree_of_any_depth_is_walked() -> None:
    found = facts("x = " + " + ".join(["a"] * 3000) + "\n")
    assert len(places(found, "a")) == 3000


def test_a_language_without_semantics_has_occurrences_with_roles() -> None:
    source = b"import a.Box;\nclass A extends Box { Box b = new Box(); void f() { b.go(1); go(); } }\n"
    language = registry().languages["java"]
    found = names.extract(language, source, tree_of(language, source))
    assert not found.resolvable
    assert places(found, "Box") == ["1:9 import", "2:16 inherit", "2:22 type", "2:34 instantiate"]
    assert places(found, "go") == ["2:54 call", "2:61 call"]
