"""References over a small project of Scala, old syntax and new: companions, patterns, extensions, imports in any scope."""

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
    "Shape.scala": """\
        package a
        package inner
        import b.{Helper => Aid, _}
        sealed abstract class Shape[A](val side: Int, hidden: String)(implicit log: Log) { self =>
          def area = self.side * side
          def grown(by: Int): Shape[A]
          def grown(by: String): Shape[A] = this
          def named = hidden + this.hidden
          protected lazy val kept: List[Shape[A]] = List(this)
        }
        case class Square[A](override val side: Int, of: A) extends Shape[A](side, "s") with Marked {
          def grown(by: Int) = copy(side = side + by)
          override val area = super.area
          val twin, other = new Square(1, this)
        }
        object Square extends Making {
          val unit = Square(1, "u")
          def apply(): Square[Int] = new Square[Int](2, 3)
        }
        case object Point extends Shape[Nothing](0, "p") { def grown(by: Int) = this }
        trait Marked { this: Shape[_] => def mark = side + area.toInt; def over: String = "m" }
        trait Loud extends Marked { override def over = super.over }
        class Both extends Marked with Loud { over }
        trait Making { type Made <: Shape[_]; def made: Made; def near = made.side }
        object Use {
          import Square._
          def each(shapes: Seq[Shape[Int]], pairs: Map[String, Square[Int]]) = {
            for (shape <- shapes; grown = shape.grown(1) if grown.area > 1) yield grown.side
            shapes.map(_.grown("x")).foldLeft(0)((sum, s) => sum + s.side)
            shapes.collect { case Square(n, of) => n + of; case p @ Point => p.area }
            pairs.foreach { case (key, square) => square.of.toInt }
            pairs.get("k").map(s => s.twin.of)
            val Square(taken, _) = unit
            unit.grown(taken).twin
            Square().of
            Square(of = 1, side = 2).area
            new Square(1, 2).of
            new Shape[Int](1, "") { def grown(by: Int) = this; side }
            Aid.help(shapes.head)
            shapes.headOption match { case Some(found: Square[_]) => found.side; case None => 0 }
            twice(3).doubled
            shapes.head.shifted
            "text".shouted
            val f: Shape[Int] => Int = s => s.side
            import unit.{side => width}
            width
          }
        }
        """,
    "package.scala": """\
        package object b {
          type Alias = a.inner.Square[Int]
          def twice(n: Int) = new Doubling(n)
          implicit class Shifting(shape: a.inner.Shape[_]) { def shifted = shape.side }
          implicit def toLoud(text: String): Loudness = new Loudness(text)
        }
        """,
    "Helper.scala": """\
        package b
        class Log
        class Doubling(n: Int) { def doubled = n }
        class Loudness(text: String) { def shouted = text }
        object Helper {
          def help(shape: a.inner.Shape[_]): Alias = { shape.area; _root_.a.inner.Square.unit; ??? }
          def more(one: Alias) = one.side
        }
        """,
    "New.scala": """\
        package c

        import a.inner.*
        import a.inner.Square as Sq

        enum Color(val code: Int):
          case Red extends Color(1)
          case Rgb(red: Int) extends Color(2)
          def shade: Int = code

        given ordering: Ranking[Color] with
          def rank(one: Color) = one.shade

        trait Ranking[T]:
          def rank(one: T): Int

        extension (color: Color)
          def lighter(by: Int): Color = Color.Rgb(color.code + by)

        class Palette(using ranking: Ranking[Color]):
          private val first = Color.Red
          def best: Int =
            val mixed = first.lighter(1)
            ranking.rank(mixed)

        def top(square: Sq[Int]): Int =
          Palette().best + square.side

        def all(colors: List[Color]) =
          colors.map: color =>
            color match
              case Color.Rgb(r) => r
              case other => other.shade
        """,
}


@pytest.mark.parametrize(
    ("symbol", "expected"),
    [
        ("Shape/area", ["H6", "S13", "S21", "S28", "S30"]),
        ("Shape/side", ["S5", "S5", "S21", "S24", "S28", "S29", "S38", "S44", "p4"]),
        ("Square/side", ["H7", "N27", "S11", "S12", "S12", "S36", "S40", "S45", "S46"]),
        ("Square/of", ["S31", "S32", "S35", "S36", "S37"]),
        ("Square/twin", ["S32", "S34"]),
        ("Square/unit", ["H6", "S33", "S34", "S45"]),
        ("Square/area", ["S36"]),
        ("Shape/grown", ["S28", "S29"]),
        ("Marked/over", ["S22"]),
        ("Loud/over", ["S23"]),
        ("Helper", ["S3", "S39"]),
        ("Helper/help", ["S39"]),
        ("Alias", ["H6", "H7"]),
        ("twice", ["S41"]),
        ("Doubling/doubled", ["S41"]),
        ("Log", ["S4"]),
        ("Color/shade", ["N12", "N33"]),
        ("Color/code", ["N9", "N18"]),
        ("Ranking/rank", ["N24"]),
        ("Palette", ["N27"]),
        ("Palette/best", ["N27"]),
        ("Palette/first", ["N23"]),
        ("Point", ["S30"]),
    ],
)
def test_names_lead_to_what_declares_them(project: Path, symbol: str, expected: list[str]) -> None:
    assert _found(project, symbol, "exact") == expected


@pytest.mark.parametrize(
    ("symbol", "expected"),
    [("Shifting/shifted", ["S42"]), ("Loudness/shouted", ["S43"]), ("Color/lighter", ["N23"])],
)
def test_what_is_lent_to_a_type_is_likely(project: Path, symbol: str, expected: list[str]) -> None:
    assert _found(project, symbol, "inferred") == expected


def test_a_class_and_its_companion_are_renamed_together(project: Path) -> None:
    write(project, {name: dedent(text) for name, text in FILES.items()})
    Engine(str(project)).rename("Square", "Box")
    texts = {name: (project / name).read_text() for name in FILES}
    assert all("Square" not in text for text in texts.values())
    assert "object Box extends Making" in texts["Shape.scala"]
    assert "import a.inner.Box as Sq" in texts["New.scala"]


def test_a_value_overrides_a_function_that_takes_nothing(project: Path) -> None:
    write(project, {name: dedent(text) for name, text in FILES.items()})
    Engine(str(project)).rename("Square/area", "extent")
    texts = {name: (project / name).read_text() for name in FILES}
    assert all("area" not in text for text in texts.values())
    assert "override val extent = super.extent" in texts["Shape.scala"]


def _found(project: Path, symbol: str, certainty: str) -> list[str]:
    write(project, {name: dedent(text) for name, text in FILES.items()})
    found = Engine(str(project)).refs(RefsRequest(symbol, certainties=frozenset({certainty}), limit=1000))
    return [f"{row.path[0]}{row.line}" for row in found.references]


SIGNS = {
    "p.scala": """\
        package p
        package object q { def fail(text: String) = sys.error(text); type Pairs = List[Int ~ String] }
        package q { class Failure }
        case class ~[A, B](one: A, two: B)
        class Row(val size: Int) {
          def ~[A](other: A) = new ~(this, other)
          def both = this ~ 1 match { case row ~ count => row.size + count }
          def taken = both match { case Row(n) => n }
          def Row(n: Int) = n
        }
        object Row { def unapply(row: Row) = Some(row.size) }
        """,
    "Use.scala": """\
        package p.q
        import p._
        object Use { def go(row: Row, pairs: Pairs): Row ~ Int = { fail(""); row ~ 1 } }
        """,
}


@pytest.mark.parametrize(
    ("symbol", "expected"),
    [
        ("p.scala:~", ["U3", "p2", "p6", "p7"]),
        ("Row/~", ["U3", "p7"]),
        ("q/fail", ["U3"]),
        ("q/Pairs", ["U3"]),
        ("p.scala:Row[0]", ["U3", "U3", "p8", "p11", "p11"]),
    ],
)
def test_operators_patterns_and_objects_of_packages(project: Path, symbol: str, expected: list[str]) -> None:
    write(project, {name: dedent(text) for name, text in SIGNS.items()})
    answer = Engine(str(project)).refs(RefsRequest(symbol, limit=1000))
    found = [f"{r.path[0]}{r.line}" for r in answer.references if r.certainty == "exact"]
    assert found == expected


def test_a_rename_of_an_operator(project: Path) -> None:
    write(project, {name: dedent(text) for name, text in SIGNS.items()})
    Engine(str(project)).rename("Row/~", "with_")
    assert "row with_ 1" in (project / "Use.scala").read_text()
    assert "case row ~ count" in (project / "p.scala").read_text()
