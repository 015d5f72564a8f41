"""References over small projects of Java: packages, overloads, inherited members, generics; what renames make of them."""

from __future__ import annotations

from textwrap import dedent
from typing import TYPE_CHECKING

import pytest
from support import cli, write

from codeintel.engine.answers.graph import GraphRequest
from codeintel.engine.answers.references import RefsRequest
from codeintel.engine.service import Engine

if TYPE_CHECKING:
    from pathlib import Path


def make(project: Path, files: dict[str, str]) -> Engine:
    write(project, {name: dedent(text) for name, text in files.items()})
    return Engine(str(project))


def lines(engine: Engine, pattern: str, *certainties: str) -> list[str]:
    """The sure references (or those of some certainties), as `path:line`."""
    wanted = certainties or ("exact", "inferred")
    answer = engine.refs(RefsRequest(pattern, limit=10_000))
    return [f"{r.path}:{r.line}" for r in answer.references if r.certainty in wanted]


PACKAGES = {
    "src/a/Shape.java": """\
        package a;
        public class Shape {
            public static final int SIDES = 4;
            public static int count() { return SIDES; }
            public static class Corner { public int angle; }
        }
        """,
    "src/a/Near.java": """\
        package a;
        class Near { Shape own = new Shape(); a.Shape whole; Shape.Corner corner; }
        """,
    "src/b/Far.java": """\
        package b;
        import a.Shape;
        import a.Shape.Corner;
        import static a.Shape.count;
        import static a.Shape.*;
        class Far {
            int all(Corner corner) { return count() + SIDES + corner.angle + a.Shape.count(); }
        }
        """,
    "src/b/Star.java": """\
        package b;
        import a.*;
        class Star extends Shape { int n = SIDES; }
        """,
    "src/b/Shape.java": """\
        package c;
        public class Shape {}
        """,
}


def test_a_class_is_seen_in_its_package_by_imports_and_by_its_full_name(project: Path) -> None:
    engine = make(project, PACKAGES)
    assert lines(engine, "src/a/Shape.java:Shape") == [
        *("src/a/Near.java:2", "src/a/Near.java:2", "src/a/Near.java:2", "src/a/Near.java:2"),
        *("src/b/Far.java:2", "src/b/Far.java:3", "src/b/Far.java:4", "src/b/Far.java:5", "src/b/Far.java:7"),
        "src/b/Star.java:3",
    ]
    assert lines(engine, "src/b/Shape.java:Shape") == []
    assert lines(engine, "Shape/count") == ["src/b/Far.java:4", "src/b/Far.java:7", "src/b/Far.java:7"]
    assert lines(engine, "Shape/SIDES") == ["src/a/Shape.java:4", "src/b/Far.java:7", "src/b/Star.java:3"]
    assert lines(engine, "Shape/Corner") == ["src/a/Near.java:2", "src/b/Far.java:3", "src/b/Far.java:7"]
    assert lines(engine, "Corner/angle") == ["src/b/Far.java:7"]


OVERLOADS = {
    "Text.java": """\
        import java.util.List;
        class Text {
            Text() { this(""); }
            Text(String text) {}
            void put(int number) {}
            void put(long number) {}
            void put(String text) {}
            void put(Object thing) {}
            void put(String... texts) {}
            void put(List<String> texts) {}
            void put(String text, int number) {}
            void all(Text other, List<String> list, String[] row, char sign, Unknown unknown) {
                put(1);
                put(1L);
                put("" + 1);
                put(other);
                put("a", "b");
                put(row);
                put(list);
                put("a", 1);
                put(sign);
                new Text("x").put(other.toString());
                put(unknown.thing());
            }
            void fail(Integer boxed, Number any) {
                try { put(boxed.toString()); put(any.longValue()); }
                catch (NumberFormatException e) { new Failure(e); }
            }
        }
        class Failure extends RuntimeException {
            Failure(String message) {}
            Failure(Throwable cause) {}
        }
        """,
    "More.java": """\
        class More extends Text {
            More() { super("more"); }
            @Override void put(int number) { super.put(number); }
            void put(Text text) { put(text); put(2); this.put("x"); }
        }
        """,
}


@pytest.mark.parametrize(
    ("number", "expected"),
    [
        (0, ["More.java:3", "Text.java:13", "Text.java:21"]),
        (1, ["Text.java:14", "Text.java:26"]),
        (2, ["More.java:4", "Text.java:15", "Text.java:22", "Text.java:26"]),
        (3, ["Text.java:16"]),
        (4, ["Text.java:17", "Text.java:18"]),
        (5, ["Text.java:19"]),
        (6, ["Text.java:20"]),
    ],
)
def test_overloads_are_told_apart_by_number_and_types_of_arguments(
    project: Path, number: int, expected: list[str]
) -> None:
    assert lines(make(project, OVERLOADS), f"Text/put[{number}]", "exact") == expected


def test_an_exception_of_the_library_is_given_as_what_it_extends(project: Path) -> None:
    engine = make(project, OVERLOADS)
    assert lines(engine, "Failure/Failure[0]") == []
    assert lines(engine, "Failure/Failure[1]", "exact") == ["Text.java:27"]


def test_what_arguments_do_not_decide_may_mean_each_overload(project: Path) -> None:
    engine = make(project, OVERLOADS)
    assert lines(engine, "Text/put[2]", "inferred") == ["Text.java:23"]
    assert lines(engine, "Text/put[3]", "inferred") == ["Text.java:23"]
    answer = engine.refs(RefsRequest("Text.java:Text/put"))
    assert len(answer.references) == 15
    assert "7 symbols" in answer.notes[0]


def test_constructors_are_told_apart_and_are_uses_of_their_class(project: Path) -> None:
    engine = make(project, OVERLOADS)
    assert lines(engine, "Text/Text[0]") == []
    assert lines(engine, "Text/Text[1]") == ["More.java:2", "Text.java:3", "Text.java:22"]
    assert "Text.java:22" in lines(engine, "Text.java:Text")


def test_an_override_is_another_member_and_counted_as_family(project: Path) -> None:
    engine = make(project, OVERLOADS)
    answer = engine.refs(RefsRequest("More/put[0]"))
    assert [f"{r.path}:{r.line}" for r in answer.references] == ["More.java:4"]
    assert [(family.id, family.relation) for family in answer.families] == [("Text.java:Text/put[0]", "base")]


TYPES = """\
    import java.util.*;
    import java.util.function.*;
    import java.util.stream.Collectors;
    interface Named { String PREFIX = "n"; String name(); default String shown() { return PREFIX + name(); } }
    record Point(int x, int y) implements Named {
        Point { if (x < 0) x = 0; }
        public String name() { return "" + x + y(); }
        static Point zero() { return new Point(0, 0); }
    }
    enum Level { LOW(1) { int factor() { return 1; } }, HIGH(2);
        private final int weight;
        Level(int weight) { this.weight = weight; }
        int factor() { return weight; }
    }
    class Box<T extends Named> {
        T held; List<T> many = new ArrayList<>(); Map<String, T> byName = new HashMap<>();
        T get() { return held; }
        Box<T> with(T next) { held = next; return this; }
        <R> R mapped(Function<T, R> how) { return how.apply(held); }
    }
    class PointBox extends Box<Point> { int sum() { return held.x() + get().y(); } }
    class Uses {
        Runnable later = new Runnable() { int runs; public void run() { runs++; later.run(); } };
        void generics(Box<Point> box) {
            box.get().x(); box.with(null).get().x(); box.mapped(p -> p.x());
            Point mapped = box.mapped(p -> p); box.mapped(Point::x);
            for (Point each : box.many) each.x();
            for (var each : box.many) each.x();
            box.many.forEach(p -> p.x());
            box.many.stream().filter(p -> p.x() > 1).map(p -> p.y()).collect(Collectors.toList());
            box.byName.get("a").x();
            for (Map.Entry<String, Point> entry : box.byName.entrySet()) entry.getValue().x();
            var made = Point.zero(); made.x();
            box.held.shown();
        }
        int patterns(Object thing, Level level) {
            if (!(thing instanceof Point p)) return 0;
            if (thing instanceof Point(int first, int second)) return first;
            switch (level) { case LOW: return 1; case HIGH: return p.x(); }
            return switch (thing) { case Point q when q.x() > 1 -> q.x(); case Level l -> l.factor(); default -> 0; };
        }
    }
    """


@pytest.mark.parametrize(
    ("symbol", "expected"),
    [
        ("Point/x", [6, 6, 7, 21, *(25, 25, 25, 26, 27, 28, 29, 30, 31, 32, 33), 39, 40, 40]),
        ("Point/y", [7, 21, 30]),
        ("Point/zero", [33]),
        ("Named/name", [4]),
        ("Named/shown", [34]),
        ("Named/PREFIX", [4]),
        ("Level/LOW", [39]),
        ("Level/HIGH", [39]),
        ("Level/weight", [12, 13]),
        ("Level/factor", [40]),
        ("Box/held", [17, 18, 19, 21, 34]),
        ("Box/get", [21, 25, 25]),
        ("Box/mapped", [25, 26, 26]),
        ("Uses/later/runs", [23]),
        ("Uses/later", [23]),
        ("PointBox", []),
    ],
)
def test_types_lead_to_members(project: Path, symbol: str, expected: list[int]) -> None:
    engine = make(project, {"Types.java": TYPES})
    assert lines(engine, f"Types.java:{symbol}", "exact") == [f"Types.java:{line}" for line in expected]


def test_a_library_type_that_a_class_extends_hands_out_its_elements(project: Path) -> None:
    source = """\
        import java.util.ArrayList;
        class Node { String text() { return ""; } Object other() { return null; } }
        class Nodes extends ArrayList<Node> { String first() { return get(0).text(); } }
        class Use { void all(Nodes nodes) { nodes.get(1).text(); for (Node n : nodes) n.text(); nodes.forEach(n -> n.text()); } }
        """
    assert lines(make(project, {"Use.java": source}), "Node/text") == ["Use.java:3", *["Use.java:4"] * 3]


def test_what_is_of_a_library_is_no_reference(project: Path) -> None:
    source = """\
        import java.util.List;
        class Own { int size() { return 0; } String trim() { return ""; } void close() {} }
        class Use extends java.io.InputStream { int all(List<Own> list, String text, Unknown u) {
            close(); text.trim(); u.trim(); return list.size() + list.get(0).size(); } }
        """
    engine = make(project, {"Use.java": source})
    assert lines(engine, "Own/size") == ["Use.java:4"]
    assert lines(engine, "Own/close", "exact", "inferred", "name") == []
    assert lines(engine, "Own/trim", "exact", "inferred") == []


def test_a_method_that_delegates_to_its_name_does_not_call_itself(project: Path) -> None:
    files = {
        "Lock.java": """\
            class Lock {
                private final Door door = new Door();
                void shut(String how) { door.shut(how); }
            }
            """,
        "Door.java": "class Door { void shut(String how) { } }\n",
    }
    engine = make(project, files)
    assert [edge.from_id for edge in engine.callers(GraphRequest("Door/shut")).edges] == ["Lock.java:Lock/shut"]
    assert engine.callers(GraphRequest("Lock/shut")).edges == []


def test_callers_of_overloads(project: Path) -> None:
    source = """\
        import java.util.*;
        class Finder {
            Optional<String> by(String name) { return Optional.of(name); }
            Optional<String> by(int id) { return by("n" + id); }
            List<String> by(List<Integer> ids) { return ids.stream().map(i -> by(i).get()).toList(); }
        }
        """
    engine = make(project, {"Finder.java": source})
    first, second = (engine.callers(GraphRequest(f"Finder/by[{number}]")).edges for number in (0, 1))
    assert [(edge.from_id, edge.line) for edge in first] == [("Finder.java:Finder/by[1]", 4)]
    assert [(edge.from_id, edge.line) for edge in second] == [("Finder.java:Finder/by[2]", 5)]


# --- renames -----------------------------------------------------------------------------------------------------------


def renamed(project: Path, files: dict[str, str], symbol: str, new: str) -> str:
    write(project, {name: dedent(text) for name, text in files.items()})
    ran = cli("-C", project, "rename", symbol, new, "--precision", "index")
    assert ran.code == 0, ran
    return ran.out + ran.err


def test_a_rename_takes_one_overload_and_what_overrides_it(project: Path) -> None:
    files = {name: text.replace("put(unknown.thing());", "") for name, text in OVERLOADS.items()}
    renamed(project, files, "Text/put[0]", "place")
    text, more = (project / "Text.java").read_text(), (project / "More.java").read_text()
    assert text.count("place(") == 3
    assert "void place(int number) {}" in text
    assert "void put(long number) {}" in text
    assert "@Override void place(int number) { super.place(number); }" in more
    assert "{ put(text); place(2); this.put" in more


def test_a_class_is_renamed_with_its_constructors_and_says_that_its_file_is_too(project: Path) -> None:
    said = renamed(project, OVERLOADS, "Text.java:Text", "Prose")
    text = (project / "Text.java").read_text()
    assert 'Prose() { this(""); }' in text
    assert "Prose(String text) {}" in text
    assert 'new Prose("x")' in text
    assert "class More extends Prose" in (project / "More.java").read_text()
    assert "Text.java is named after it" in said


def test_a_component_of_a_record_is_renamed_with_its_accessor(project: Path) -> None:
    renamed(project, {"Types.java": TYPES}, "Types.java:Point/y", "height")
    text = (project / "Types.java").read_text()
    assert "record Point(int x, int height)" in text
    assert 'return "" + x + height();' in text
    assert "get().height()" in text
