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
