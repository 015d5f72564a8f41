"""References over a small package of Swift: targets, extensions, protocols, cases without owner, labels, optionals."""

from __future__ import annotations

from textwrap import dedent
from typing import TYPE_CHECKING

import pytest
from linking import make, uses
from support import write

from codeintel.engine.answers.references import RefsRequest
from codeintel.engine.service import Engine

if TYPE_CHECKING:
    from pathlib import Path

FILES = {
    "Package.swift": """\
        let package = Package(name: "P", targets: [
            .target(name: "Core", path: "Core"),
            .target(name: "App", dependencies: ["Core"]),
        ])
        """,
    "Core/Shape.swift": """\
        public protocol Drawn { var area: Int { get }; func draw(on canvas: Canvas) -> Self }
        public class Shape: Drawn {
            let side: Int, kind: Kind
            static let unit = Shape(side: 1)
            var area: Int { side * side }
            var next: Shape? { didSet { oldValue?.grow(by: 1) } }
            init(side: Int, kind: Kind = .plain) { self.side = side; self.kind = kind }
            func grow(by amount: Int) -> Shape { Shape(side: side + amount, kind: .named("g", of: self)) }
            func grow(to size: Int) -> Shape { grow(by: size) }
            func draw(on canvas: Canvas) -> Self { canvas.paint(self); return self }
            enum Kind { case plain, other; case named(String, of: Shape) }
        }
        class Square: Shape { override func grow(to size: Int) -> Shape { super.grow(to: size) } }
        struct Box<Item: Drawn> { var items: [Item] = []; let label: String }
        """,
    "Core/Canvas.swift": """\
        public struct Canvas { func paint(_ shape: Shape) { shape.area } }
        extension Shape { var doubled: Int { area + side }; func twice() -> Shape { self.grow(by: side) } }
        extension Box { func first() -> Item? { items.first }; mutating func add(_ item: Item) { items.append(item) } }
        extension Box where Item == Shape { func total() -> Int { items.reduce(0) { $0 + $1.side } } }
        extension Drawn { func shown() -> Int { area } }
        extension String { var shape: Shape { Shape(side: count) } }
        typealias Shapes = [Shape]
        struct Pile: Sequence { func makeIterator() -> AnyIterator<Shape> { AnyIterator([]) } }
        """,
    "Sources/App/Main.swift": """\
        import Core
        func use(shapes: Shapes, table: [String: Shape], kinds: [Shape.Kind], pile: Pile) {
            let shape = Shape.unit
            shape.grow(by: 2).grow(to: 3).area
            shape.next?.next!.doubled
            if let next = shape.next, next.area > 1 { next.twice() }
            guard let shape = shapes.first else { return }
            shape.shown()
            for one in shapes where one.area > 1 { one.doubled }
            shapes.map { $0.grow(by: 1) }.filter({ s in s.side > 1 }).forEach { $0.twice() }
            table["a"]?.side
            for (key, value) in table { value.side }
            switch shape.kind {
            case .plain, .other: break
            case .named(let name, let owner) where name == "": owner.doubled
            case let .named(_, of): of.side
            }
            if case .named(_, let owned) = shape.kind { owned.area }
            let kind: Shape.Kind = .other
            if shape.kind == .plain { }
            var box = Box(items: [shape], label: "b")
            box.add(shape)
            box.first()?.area
            box.total()
            "text".shape.side
            let draw: (Shape) -> Int = { $0.side }
            (shape as? Square)?.grow(to: 1)
            pile.forEach { $0.area }
            let made = Shape(side: 4, kind: .named("x", of: shape))
            let shape2 = true ? made : Shape.unit
            shape2.area
            use(shapes: [], table: [:], kinds: [.plain, .other], pile: pile)
        }
        """,
}


@pytest.mark.parametrize(
    ("symbol", "expected"),
    [
        ("Shape/area", ["C1", "C2", "M4", "M6", "M9", "M18", "M23", "M28", "M31"]),
        (
            "Shape/side",
            ["C2", "C2", "S5", "S5", "S7", "S8", "M10", "M11", "M12", "M16", "M25", "M26"],
        ),
        ("Shape/grow[0]", ["C2", "S6", "S9", "M4", "M10"]),
        ("Shape/grow[1]", ["S13", "M4"]),
        ("Square/grow", ["M27"]),
        ("doubled", ["M5", "M9", "M15"]),
        ("twice", ["M6", "M10"]),
        ("shown", ["M8"]),
        ("Kind/plain", ["S7", "M14", "M20", "M32"]),
        ("Kind/other", ["M14", "M19", "M32"]),
        ("Kind/named", ["S8", "M15", "M16", "M18", "M29"]),
        ("Box/add", ["M22"]),
        ("Box/first", ["M23"]),
        ("Box/total", ["M24"]),
        ("Box/items", ["C3", "C3", "C4", "M21"]),
        ("Box/label", ["M21"]),
        ("String/shape", ["M25"]),
        ("Shape/next", ["M5", "M5", "M6"]),
        ("Canvas/paint", ["S10"]),
        ("Drawn/area", ["C5"]),
        ("Shape/unit", ["M3", "M30"]),
        ("Shape/kind", ["S7", "M13", "M18", "M20"]),
        ("Shapes", ["M2"]),
    ],
)
def test_names_lead_to_what_declares_them(project: Path, symbol: str, expected: list[str]) -> None:
    assert _found(project, symbol, "exact") == expected


def test_what_a_protocol_asks_for_is_renamed_with_all_that_fulfil_it(project: Path) -> None:
    write(project, {name: dedent(text) for name, text in FILES.items()})
    Engine(str(project)).rename("Drawn/draw", "render")
    texts = {name: (project / name).read_text() for name in FILES}
    assert "func render(on canvas: Canvas) -> Self {" in texts["Core/Shape.swift"]
    assert "func render(on canvas: Canvas) -> Self }" in texts["Core/Shape.swift"]


def _found(project: Path, symbol: str, certainty: str) -> list[str]:
    write(project, {name: dedent(text) for name, text in FILES.items()})
    found = Engine(str(project)).refs(RefsRequest(symbol, certainties=frozenset({certainty}), limit=1000))
    return [f"{row.path.rpartition('/')[2][0]}{row.line}" for row in found.references]


def test_many_modules_of_others_cost_no_orders_of_them(project: Path) -> None:
    """Where each could come by any other, twelve of them were gone through in all their orders: no end in sight."""
    modules = [
        "Darwin",
        "Glibc",
        "Musl",
        "Android",
        "Bionic",
        "WASILibc",
        "ucrt",
        "WinSDK",
        "Dispatch",
        "Atomics",
        "Crypto",
        "Logging",
    ]
    lines = [*(f"import {module}" for module in modules), "struct S { func go() {} }", "func g() { make(1).go() }"]
    engine = make(project, {"Sources/A/a.swift": "\n".join(lines) + "\n"})
    assert uses(engine, "S/go") == ["Sources/A/a.swift:14 call inferred"]


def test_a_class_that_lists_protocols_with_an_ampersand_is_of_both(project: Path) -> None:
    code = "protocol P { func p() }\nprotocol Q { func q() }\nclass A: P & Q {\n    func p() {}\n    func q() {}\n}\n"
    engine = make(project, {"Sources/A/a.swift": code})
    assert [node.symbol.name for node in engine.implementations("Q").implementations] == ["A"]
