"""References over a small project of Kotlin and Java: extensions, receivers, smart casts, companions, named arguments."""

from __future__ import annotations

from textwrap import dedent
from typing import TYPE_CHECKING

import pytest
from support import write

from codeintel.engine.answers.references import RefsRequest
from codeintel.engine.service import Engine

if TYPE_CHECKING:
    from pathlib import Path

FILES = {
    "Shape.kt": """\
        package a
        import b.Helper
        import b.twice as double
        open class Shape(val side: Int, var name: String = "s") {
            companion object { const val MAX = 4; fun unit(): Shape = Shape(1) }
            val area get() = side * side
            fun grown(by: Int): Shape = Shape(side + by, name)
            open fun draw(helper: Helper) { helper.help(this); name = "x" }
        }
        class Square(side: Int) : Shape(side) { override fun draw(helper: Helper) { super.draw(helper); area } }
        data class Pt(val x: Int, val y: Int)
        object Store { val shapes = mutableListOf<Shape>(); fun add(shape: Shape) { shapes.add(shape) } }
        sealed interface Node { val id: Int }
        class Leaf(override val id: Int, val leafy: Shape) : Node
        class Twig(override val id: Int, val parts: List<Node>) : Node
        fun Shape.shifted(by: Int = 1) = grown(by)
        val Shape.label: String get() = name
        fun use(node: Node, any: Any, maybe: Shape?) {
            val shape = Shape.unit()
            shape.grown(1).grown(Shape.MAX).area
            maybe?.let { it.grown(2) }
            maybe?.also { s -> s.area }!!.area
            shape.apply { grown(3); side }
            with(shape) { grown(4) }
            shape.run { this.area }
            Store.shapes.map { it.area }
            Store.shapes.forEach { s -> s.grown(5) }
            for (s in Store.shapes) s.side
            val (px, py) = Pt(1, 2)
            val p = Pt(x = 1, y = 2)
            p.copy(x = 3).x
            when (node) { is Leaf -> node.leafy.area; is Twig -> node.parts.first().id }
            if (any is Shape && any.area > 1) any.grown(6)
            if (any !is Leaf) return
            any.leafy.grown(7)
            shape.shifted().shifted(2)
            shape.label
            double(1)
            Helper().help(shape)
            val lazily by lazy { Shape(2) }
            lazily.side
            val f = { s: Shape -> s.area }
            f(shape)
            val handler: (Shape) -> Unit = { it.area }
            build { side }
            Store.add(shape)
        }
        fun build(block: Shape.() -> Unit) = Shape(1).apply(block)
        """,
    "Helper.kt": """\
        package b
        import a.Shape
        class Helper { fun help(shape: Shape) { shape.grown(9) } }
        fun twice(n: Int) = n * 2
        """,
    "J.java": """\
        package c;
        import a.Shape;
        class J { void go(Shape s) { s.grown(1); new Shape(1); } }
        """,
}


@pytest.mark.parametrize(
    ("symbol", "expected"),
    [
        ("Shape/grown", ["H3", "J3", "S16", "S20", "S20", "S21", "S23", "S24", "S27", "S33", "S35"]),
        ("Shape/area", ["S10", "S20", "S22", "S22", "S25", "S26", "S32", "S33", "S42", "S44"]),
        ("Shape/side", ["S6", "S6", "S7", "S23", "S28", "S41", "S45"]),
        ("Shape/name", ["S7", "S8", "S17"]),
        ("Companion/unit", ["S19"]),
        ("MAX", ["S20"]),
        ("Leaf/leafy", ["S32", "S35"]),
        ("Twig/parts", ["S32"]),
        ("Pt/x", ["S30", "S31"]),
        ("shifted", ["S36", "S36"]),
        ("Shape/label", ["S37"]),
        ("twice", ["S3", "S38"]),
        ("Helper/help", ["S8", "S39"]),
        ("Store/add", ["S46"]),
        ("Store/shapes", ["S12", "S26", "S27", "S28"]),
        ("Node/id", ["S32"]),
        ("Shape/draw", ["S10"]),
        ("build", ["S45"]),
    ],
)
def test_types_lead_to_members(project: Path, symbol: str, expected: list[str]) -> None:
    write(project, {name: dedent(text) for name, text in FILES.items()})
    found = Engine(str(project)).refs(RefsRequest(symbol, certainties=frozenset({"exact"}), limit=1000))
    assert [f"{row.path[0]}{row.line}" for row in found.references] == expected


def make(project: Path, files: dict[str, str]) -> Engine:
    write(project, {path: dedent(text) for path, text in files.items()})
    return Engine(str(project))


def lines(engine: Engine, pattern: str) -> list[str]:
    """The sure references, as `path:line`."""
    answer = engine.refs(RefsRequest(pattern, limit=100))
    return [f"{row.path}:{row.line}" for row in answer.references if row.certainty != "name"]


SOUND = {
    "jvm/Person.java": """\
        package jvm;
        public class Person {
            private String name; private boolean open;
            public String getName() { return name; }
            public void setName(String name) { this.name = name; }
            public boolean isOpen() { return open; }
            public Person getFriend() { return this; }
        }
        """,
    "one/Ext.kt": """\
        package one
        class Disk
        fun Disk.load(): Int = 1
        fun <T : Disk, U : T> U.also2(block: T.() -> Unit): U = this
        """,
    "two/Ext.kt": """\
        package two
        class Tape
        fun Tape.load(): Int = 2
        class Box
            internal constructor(val part: Part) : Comparable<Box> {
            class Part(val size: Int)
            override fun compareTo(other: Box) = part.size - other.part.size
        }
        fun take(handler: (Int) -> Box.Part) = handler(1)
        fun take(handler: (Int, Int) -> Box.Part) = handler(1, 2)
        """,
    "use/Use.kt": """\
        package use
        import jvm.Person
        import one.*
        import two.*
        class Big : Disk() { fun big() {} }
        fun use(disk: Disk, tape: Tape, person: Person, three: (Int, Int) -> Box.Part) {
            disk.load()
            tape.load()
            Big().also2 { }.big()
            listOf(1).map(Box::Part)
            take(three)
            person.friend.name = person.name
            if (person.isOpen) person.getName()
        }
        fun Tape.rewind() = load()
        """,
}


def test_functions_that_extend_types_are_told_apart_by_what_they_are_called_on(project: Path) -> None:
    engine = make(project, SOUND)
    assert lines(engine, "one/Ext.kt:load") == ["use/Use.kt:7"]
    assert lines(engine, "two/Ext.kt:load") == ["use/Use.kt:8", "use/Use.kt:15"]
    assert lines(engine, "use/Use.kt:Big/big") == ["use/Use.kt:9"]
    assert lines(engine, "two/Ext.kt:take[1]") == ["use/Use.kt:11"]


def test_a_class_is_named_wherever_its_description_is_asked_for(project: Path) -> None:
    text = """\
        class Codec
        @Stored(with = Codec::class)
        @Also(Codec::class)
        class Row(val codec: Any) {
            val kind = Codec::class
            val plain = Codec::class.java
            val all = listOf(Codec::class, codec::class)
        }
        """
    write(project, {"Row.kt": dedent(text)})
    engine = Engine(str(project))
    assert lines(engine, "Codec") == [f"Row.kt:{line}" for line in (2, 3, 5, 6, 7)]
    assert lines(engine, "Row/codec") == ["Row.kt:7"]


LEVELS = {
    "Day.kt": """\
        package a
        class Day : Comparable<Day> { fun plus(other: Day): Day = this }
        class Hour
        fun Day.plus(number: Int, unit: String): Day = plus(number.toLong(), unit)
        fun Day.plus(number: Long, unit: String): Day = this
        fun Hour.least(): Int = 1
        """,
    "Hour.kt": """\
        package a
        fun Hour.plus(number: Int, unit: String): Hour = this
        fun Day.least(): Int = 1
        fun all(day: Day, hour: Hour, number: Long) {
            day.plus(1, "")
            day.plus(number, "")
            day.plus(day)
            hour.plus(1, "")
            hour.least()
            day.least()
        }
        """,
}


@pytest.mark.parametrize(
    ("symbol", "expected"),
    [
        ("Day.kt:Day/plus[0]", ["Hour.kt:7"]),
        ("Day.kt:Day/plus[1]", ["Hour.kt:5"]),
        ("Day.kt:Day/plus[2]", ["Day.kt:4", "Hour.kt:6"]),
        ("Hour.kt:Hour/plus", ["Hour.kt:8"]),
        ("Day.kt:Hour/least", ["Hour.kt:9"]),
        ("Hour.kt:Day/least", ["Hour.kt:10"]),
    ],
)
def test_an_extension_elsewhere_is_meant_where_what_is_nearer_does_not_fit(
    project: Path, symbol: str, expected: list[str]
) -> None:
    write(project, {name: dedent(text) for name, text in LEVELS.items()})
    assert lines(Engine(str(project)), symbol) == expected


def test_a_primary_constructor_sees_what_is_in_its_class(project: Path) -> None:
    engine = make(project, SOUND)
    assert lines(engine, "two/Ext.kt:Box/Part") == [
        "two/Ext.kt:5",
        "two/Ext.kt:9",
        "two/Ext.kt:10",
        "use/Use.kt:6",
        "use/Use.kt:10",
    ]


def test_functions_of_java_are_properties(project: Path) -> None:
    engine = make(project, SOUND)
    assert lines(engine, "jvm/Person.java:getName") == ["use/Use.kt:12", "use/Use.kt:13"]
    assert lines(engine, "jvm/Person.java:setName") == ["use/Use.kt:12"]
    assert lines(engine, "jvm/Person.java:isOpen") == ["use/Use.kt:13"]
    assert lines(engine, "jvm/Person.java:getFriend") == ["use/Use.kt:12"]
