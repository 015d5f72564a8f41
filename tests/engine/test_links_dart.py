"""References over small Dart packages: libraries and their parts, extensions, constructors, what locals are."""

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
    "pubspec.yaml": "name: shop\n",
    "lib/shop.dart": "export 'src/item.dart' hide Hidden;\nexport 'src/shelf.dart' show Shelf;\n",
    "lib/src/item.dart": """\
        part 'item_part.dart';
        abstract class Named { String get name; String shout() => name; }
        mixin Counted { int count = 0; void more() { count++; } }
        class Item extends Named with Counted {
          Item(this.price, {required this.name});
          Item.free() : price = 0, name = 'free';
          factory Item.of(int price) => Item(price, name: _label(price));
          final int price;
          @override
          final String name;
          int get twice => price * 2;
          Item cheaper() => Item(price - 1, name: name)..more();
        }
        class Hidden {}
        """,
    "lib/src/item_part.dart": "part of 'item.dart';\nString _label(int price) => Item.free().shout();\n",
    "lib/src/shelf.dart": """\
        import 'item.dart';
        import 'item.dart' as goods show Item;
        extension Pricing on Item { int get net => price - 1; }
        extension Words on String { String get loud => toUpperCase(); }
        extension type Id(int raw) { Id.zero() : raw = 0; bool get isZero => raw == 0; }
        class Shelf<T extends Item> {
          final List<T> items;
          Shelf(this.items);
          T? first() => items.isEmpty ? null : items.first;
          Future<T> later() async => items.last;
          int total() {
            var sum = 0;
            for (final item in items) { sum += item.price; }
            return sum + items.map((each) => each.twice).fold(0, (a, b) => a + b);
          }
        }
        """,
    "test/shop_test.dart": """\
        import 'package:shop/shop.dart';
        import 'package:shop/src/shelf.dart' show Pricing, Id;
        Future<void> main() async {
          final item = Item.of(3);
          final shelf = Shelf([item]);
          item.cheaper().cheaper().more();
          print('${shelf.first()?.price} ${item.net} $item');
          final other = await shelf.later();
          other..more()..count = 2;
          final id = Id.zero();
          id.isZero;
          if (item case Item(:final price, name: var called)) { print(price); }
          void inner(Item price) => price.twice;
          Item(1, name: item.name);
          final all = [Item(2, name: 'b'), Item.of(1)];
          for (final (number, each) in pairs) { each.price; }
        }
        enum Kind { one, two }
        class Plain { label(Kind kind) => switch (kind) { Kind.one => 1, _ => label(Kind.two) }; }
        class Hidden {}
        """,
}


@pytest.mark.parametrize(
    ("pattern", "expected"),
    [
        ("Item/cheaper", ["shop_test:6", "shop_test:6"]),
        (
            "Item/price",
            [
                "item:11",
                "item:12",
                "item:5",
                "item:6",
                "shelf:13",
                "shelf:3",
                "shop_test:12",
                "shop_test:16",
                "shop_test:7",
            ],
        ),
        ("Item/twice", ["shelf:14", "shop_test:13"]),
        ("Counted/more", ["item:12", "shop_test:6", "shop_test:9"]),
        ("Counted/count", ["item:3", "shop_test:9"]),
        ("Named/shout", ["item_part:2"]),
        ("Item/free", ["item_part:2"]),
        ("Item/of", ["shop_test:15", "shop_test:4"]),
        ("Item/Item", ["item:12", "item:7", "shop_test:14", "shop_test:15"]),
        ("Kind/one", ["shop_test:19"]),
        ("Plain/label", ["shop_test:19"]),
        ("_label", ["item:7"]),
        ("Item/net", ["shop_test:7"]),
        ("Id/zero", ["shop_test:10"]),
        ("Id/isZero", ["shop_test:11"]),
        ("Id/raw", ["shelf:5", "shelf:5"]),
        ("Shelf/items", ["shelf:10", "shelf:13", "shelf:14", "shelf:8", "shelf:9", "shelf:9"]),
        ("Shelf/later", ["shop_test:8"]),
        ("lib/src/item.dart:Hidden", ["shop:1"]),
    ],
)
def test_references(project: Path, pattern: str, expected: list[str]) -> None:
    write(project, {name: dedent(text) for name, text in FILES.items()})
    answer = Engine(str(project)).refs(RefsRequest(pattern))
    found = [r for r in answer.references if r.certainty != "name"]
    assert sorted(f"{r.path.rpartition('/')[2].removesuffix('.dart')}:{r.line}" for r in found) == sorted(expected)


def test_a_name_that_nothing_has_is_from_a_library_that_is_imported_as_a_whole(project: Path) -> None:
    files = {
        "lib/a.dart": """\
            import 'package:elsewhere/elsewhere.dart';
            class A { static A tie(int x) => A(); }
            A first() => A.tie(1);
            void second(x) { decoder.tie(x); x.tie(1); }
            """,
    }
    write(project, {name: dedent(text) for name, text in files.items()})
    found = Engine(str(project)).refs(RefsRequest("A/tie", limit=100)).references
    assert [(row.line, row.certainty) for row in found] == [(3, "exact"), (4, "inferred"), (4, "name")]


def test_a_formal_that_is_a_field_and_names_in_texts(project: Path) -> None:
    files = {
        "lib/a.dart": """\
            class A {
              final int size;
              A(this.size) {
                print(size);
              }
              int get twice => size * 2;
            }
            """,
        "lib/b.dart": """\
            import 'a.dart';
            extension Shown on A { String shown() => '‹$twice›${size}'; }
            """,
    }
    write(project, {name: dedent(text) for name, text in files.items()})
    engine = Engine(str(project))
    found = engine.refs(RefsRequest("A/size", limit=100)).references
    assert [(row.path, row.line) for row in found] == [("lib/a.dart", n) for n in (3, 4, 6)] + [("lib/b.dart", 2)]
    assert [row.line for row in engine.refs(RefsRequest("A/twice", limit=100)).references] == [2]


def test_members_that_extensions_lend_to_types_of_the_library(project: Path) -> None:
    files = {
        "lib/a.dart": """\
            import 'dart:async';
            extension Told<T> on Stream<T> { int told() => 1; }
            extension Held on num { int held() => 1; }
            """,
        "lib/b.dart": """\
            import 'dart:async';
            import 'a.dart';
            final fromCall = Stream.fromIterable(const [1, 2]).told();
            final fromController = StreamController<int>().stream.told();
            void made() {
              final controller = StreamController<int>(sync: true);
              controller.stream.told();
              Stream.value(1).map((each) => each + 1).told();
              5.held();
            }
            """,
    }
    write(project, {name: dedent(text) for name, text in files.items()})
    engine = Engine(str(project))
    told = engine.refs(RefsRequest("Stream/told", limit=100)).references
    assert [(row.line, row.certainty != "name") for row in told] == [(n, True) for n in (3, 4, 7, 8)]
    held = engine.refs(RefsRequest("num/held", limit=100)).references
    assert [(row.line, row.certainty) for row in held] == [(9, "inferred")]
