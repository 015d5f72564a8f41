"""References over small projects of namespaces: members seen as bare names, classes in parts, extension methods."""

from __future__ import annotations

from textwrap import dedent
from typing import TYPE_CHECKING

import pytest
from support import write

from codeintel.engine.answers.references import RefsRequest
from codeintel.engine.service import Engine

if TYPE_CHECKING:
    from pathlib import Path


def make(project: Path, files: dict[str, str]) -> Engine:
    write(project, {name: dedent(text) for name, text in files.items()})
    return Engine(str(project))


def lines(engine: Engine, pattern: str) -> list[str]:
    """The sure references, as `path:line`."""
    answer = engine.refs(RefsRequest(pattern, limit=10_000))
    return [f"{row.path}:{row.line}" for row in answer.references if row.certainty != "name"]


SHOP = {
    "Model/Item.cs": """\
        namespace Shop.Model
        {
            public interface IPriced { decimal Price { get; } }

            public class Item : IPriced
            {
                public decimal Price { get; set; }
                public Item Next { get; }
                public Kind Kind;
                public static Item Make(string name) => new Item { Price = 1 };
                public Item Twice() { Price *= 2; return this; }
            }

            public enum Kind { Plain, Odd }
        }
        """,
    "Cart.cs": """\
        using Shop.Model;
        using Thing = Shop.Model.Item;

        namespace Shop;

        public partial class Cart
        {
            private readonly List<Item> items = new();

            public decimal Total(Func<Item, bool> wanted)
            {
                decimal sum = 0;
                foreach (var item in items)
                    sum += item.Price;
                foreach (var pair in Index)
                    sum += pair.Value.Twice().Price;
                Add(Thing.Make("x"));
                return items.Where(i => i.Kind == Kind.Odd).First().Next.Twice().Price;
            }
        }
        """,
    "Cart.Add.cs": """\
        using System;
        using Shop.Model;

        namespace Shop;

        partial class Cart : Base
        {
            Dictionary<string, Item> Index { get; }

            public void Add(Item item)
            {
                items.Add(item);
                Count += 1;
                item.Shown().Twice();
                if (item is { Next: { Price: 3 } } other && other.Kind == Kind.Plain)
                    Console.WriteLine(nameof(Total));
            }
        }

        class Base { protected int Count { get; set; } }

        static class Extensions
        {
            public static Item Shown(this IPriced priced) => null;
        }
        """,
    "Global.cs": "global using static Shop.Tools;\n",
    "Tools.cs": """\
        namespace Shop;

        static class Tools { public static T Same<T>(T value) => value; }

        class User
        {
            object Run(object o, Model.Item it)
            {
                Same(1);
                var x = o as Shop.Model.Item;
                x?.Next?.Twice();
                switch (o) { case Model.Item { Price: 1 } found when found.Price > 1: return found.Next; }
                void Local(Model.Kind kind) { }
                Local(kind: Model.Kind.Odd);
                return o is Model.Item y ? y.Twice() : it;
            }
        }
        """,
}


def test_names_of_namespaces_are_seen_in_them_and_where_they_are_taken_over(project: Path) -> None:
    engine = make(project, SHOP)
    assert lines(engine, "Tools.cs:Tools/Same") == ["Tools.cs:9"]
    found = lines(engine, "Model/Item.cs:Model/Kind")
    assert found == ["Cart.Add.cs:15", "Cart.cs:18", "Model/Item.cs:9", "Tools.cs:13", "Tools.cs:14"]
    assert lines(engine, "Model/Item.cs:Kind/Odd") == ["Cart.cs:18", "Tools.cs:14"]
    assert lines(engine, "Model/Item.cs:Item/Make") == ["Cart.cs:17"]


def test_a_class_is_all_its_parts(project: Path) -> None:
    engine = make(project, SHOP)
    assert lines(engine, "Cart.cs:Cart/items") == ["Cart.Add.cs:12", "Cart.cs:13", "Cart.cs:18"]
    assert lines(engine, "Cart.Add.cs:Cart/Add") == ["Cart.cs:17"]
    assert lines(engine, "Cart.cs:Cart/Total") == ["Cart.Add.cs:16"]
    assert lines(engine, "Cart.Add.cs:Base/Count") == ["Cart.Add.cs:13"]


def test_members_by_the_types_of_their_receivers(project: Path) -> None:
    engine = make(project, SHOP)
    assert lines(engine, "Model/Item.cs:Item/Twice") == [
        "Cart.Add.cs:14",
        "Cart.cs:16",
        "Cart.cs:18",
        "Tools.cs:11",
        "Tools.cs:15",
    ]
    assert lines(engine, "Model/Item.cs:Item/Price") == [
        "Cart.Add.cs:15",
        "Cart.cs:14",
        "Cart.cs:16",
        "Cart.cs:18",
        "Model/Item.cs:10",
        "Model/Item.cs:11",
        "Tools.cs:12",
        "Tools.cs:12",
    ]
    assert lines(engine, "Model/Item.cs:Item/Next") == ["Cart.Add.cs:15", "Cart.cs:18", "Tools.cs:11", "Tools.cs:12"]
    assert lines(engine, "Cart.Add.cs:Shown") == ["Cart.Add.cs:14"]


def test_what_a_class_overrides_or_implements_is_its_family(project: Path) -> None:
    engine = make(project, SHOP)
    answer = engine.refs(RefsRequest("Model/Item.cs:IPriced/Price"))
    assert [(row.id, row.relation) for row in answer.families] == [("Model/Item.cs:Shop/Model/Item/Price", "override")]
    found = engine.implementations("Model/Item.cs:IPriced").implementations
    assert [node.id for node in found] == ["Model/Item.cs:Shop/Model/Item"]


def test_a_local_name_hides_a_member(project: Path) -> None:
    files = {
        "a.cs": """\
            class A
            {
                int size;
                class In { int Deep() => 1; }
                int Run(int size) => size + this.size;
                int Other() { var a = size; { int b = size; } return a; }
                void Far() { System.Action<int> f = size => Use(size); Use(size); }
                void Use(int n) { }
                event System.Action Changed;
                void Raise() => Changed?.Invoke();
            }
            """
    }
    engine = make(project, files)
    assert lines(engine, "a.cs:A/size") == ["a.cs:5", "a.cs:6", "a.cs:6", "a.cs:7"]
    assert lines(engine, "a.cs:A/Use") == ["a.cs:7", "a.cs:7"]
    assert lines(engine, "a.cs:A/Changed") == ["a.cs:10"]


MADE = {
    "Shop/Shop.csproj": "<Project/>\n",
    "Shop/Made.cs": """\
        using System;

        namespace Shop;

        public class SizeAttribute : Attribute
        {
            public SizeAttribute(int least) { }
            public int Most { get; set; }
        }

        public partial class Some { public static int One() => 1; }

        [Size(1, Most = 2)]
        public class Box : Crate
        {
            public Box(int size) : base("x") { }
            public Box(string name, int size = 3) : this(size) { }
            static Box Spare = new("spare");
            Box Other { get; } = new(2);
            static Box Make(object o)
            {
                if (o is not Box box) return new Box(1);
                int Twice() => Half<int>() * 2;
                if (o == null) return box;
                else if (o is Crate crate) return new Box(name: crate.Label);
                Twice();
                T Half<T>() => default;
                return box;
            }
        }

        public class Crate
        {
            public string Label;
            public Crate(string label) { Label = label; }
        }
        """,
    "Tests/Tests.csproj": "<Project/>\n",
    "Tests/Made.cs": """\
        namespace Shop;

        partial class Some { public static int One() => 2; }
        class Tests { int Run() => Some.One(); }
        """,
}


def test_constructors_are_meant_by_what_they_are_given(project: Path) -> None:
    engine = make(project, MADE)
    assert lines(engine, "Shop/Made.cs:Box/Box[0]") == ["Shop/Made.cs:17", "Shop/Made.cs:19", "Shop/Made.cs:22"]
    assert lines(engine, "Shop/Made.cs:Box/Box[1]") == ["Shop/Made.cs:18", "Shop/Made.cs:25"]
    assert lines(engine, "Shop/Made.cs:Crate/Crate") == ["Shop/Made.cs:16"]


def test_attributes_are_classes_by_a_shorter_name(project: Path) -> None:
    engine = make(project, MADE)
    assert lines(engine, "Shop/Made.cs:SizeAttribute") == ["Shop/Made.cs:13"]
    assert lines(engine, "Shop/Made.cs:SizeAttribute/SizeAttribute") == ["Shop/Made.cs:13"]
    assert lines(engine, "Shop/Made.cs:SizeAttribute/Most") == ["Shop/Made.cs:13"]


def test_what_a_condition_declares_is_seen_behind_it(project: Path) -> None:
    engine = make(project, MADE)
    assert lines(engine, "Shop/Made.cs:Crate/Label") == ["Shop/Made.cs:25", "Shop/Made.cs:35"]


def test_parts_of_a_class_are_compiled_together(project: Path) -> None:
    engine = make(project, MADE)
    assert lines(engine, "Tests/Made.cs:Some/One") == ["Tests/Made.cs:4"]
    assert lines(engine, "Shop/Made.cs:Some/One") == []


def test_what_a_switch_declares_and_what_only_calls_mean(project: Path) -> None:
    files = {
        "a.cs": """\
            using System.Collections.Generic;
            namespace N
            {
                public class A { public int Size { get; set; } public void Go() { } }
                public static class Ext { public static int Count<T>(this IList<T> all) => 0; }
                public class Use
                {
                    int Run(int o, IList<A> all)
                    {
                        switch (o)
                        {
                            case 1:
                                A found = all[0];
                                return found.Size;
                            default:
                                found = new A();
                                found.Go();
                                break;
                        }
                        return all.Count + all.Count();
                    }
                }
            }
            """,
    }
    engine = make(project, files)
    assert lines(engine, "A/Go") == ["a.cs:17"]
    answer = engine.refs(RefsRequest("Ext/Count", limit=10))
    assert [row.line for row in answer.references if row.certainty != "name"] == [20]


NEAR = {
    "a.cs": """\
        namespace N
        {
            public enum Kind { Any, One }
            public abstract class Writer<T> where T : Writer<T>
            {
                public T Write(string text) { return (T)this; }
                public T Write(char text) { return (T)this; }
            }
            public class Html : Writer<Html> { public Html Escape(string text) => this; }
            public class Box
            {
                public Box Next; public Box Parent { get; set; } public int Span; public Kind Kind;
                public static Box Make() => null;
            }
            public class Big : Box { public bool Wide; }
            public class Use
            {
                public Kind Kind { get; set; }
                public Box Box;
                void Go(Box box, object o, Html html)
                {
                    Kind = Kind.Any;
                    if (Kind == Kind.One) { Box.Make(); var s = Box.Span; }
                    if (o is Big x && !x.Wide || box.Next?.Parent != null) { }
                    var big = o as Big ?? (Big)box?.Next.Parent!;
                    if (!big.Wide || 1 + box?.Span > 2) { }
                    html.Write("a").Escape("b").Write('c').Escape("d");
                }
            }
            public class Node
            {
                public Node Up; public int Deep;
                void Climb() { var at = this; while (at.Deep > 1) { at = at.Up; } }
            }
        }
        """,
}


@pytest.mark.parametrize(
    ("pattern", "expected"),
    [
        ("Box/Next", [24, 25]),
        ("Box/Parent", [24, 25]),
        ("Box/Span", [23, 26]),
        ("Big/Wide", [24, 26]),
        ("Html/Escape", [27, 27]),
        ("Node/Deep", [33]),
        ("Node/Up", [33]),
        ("Use/Kind", [22, 23]),
        ("N/Kind", [12, 18, 22, 23]),
        ("Use/Box", [23]),
        ("Box/Make", [23]),
    ],
)
def test_what_operators_bases_and_twins_of_names_hide(project: Path, pattern: str, expected: list[int]) -> None:
    assert lines(make(project, NEAR), pattern) == [f"a.cs:{number}" for number in expected]


PARTS = {
    "A.cs": """\
        namespace N
        {
            public static partial class Map
            {
                public partial class Grid { private int reader; public int At { get; set; } static void Done() { } }
                private static string Recycled(this StringBuilder text) => "";
            }
        }
        """,
    "B.cs": """\
        namespace N
        {
            public static partial class Map
            {
                public partial class Grid : IDisposable { void Go() { reader = 1; this.At++; Done(); } }
                class Row { string Go(StringBuilder text) => text.Append("}").Recycled(); }
            }
        }
        """,
    "C.cs": "#if !NEW\nnamespace N;\nclass User { Other other; }\n#endif\n",
    "D.cs": "namespace N;\nclass Other { }\n",
}


@pytest.mark.parametrize(
    ("pattern", "expected"),
    [
        ("Grid/reader", ["B.cs:5"]),
        ("Grid/At", ["B.cs:5"]),
        ("Grid/Done", ["B.cs:5"]),
        ("Map/Recycled", ["B.cs:6"]),
        ("Other", ["C.cs:3"]),
    ],
)
def test_parts_of_a_class_within_one_and_what_stands_in_directives(
    project: Path, pattern: str, expected: list[str]
) -> None:
    assert lines(make(project, PARTS), pattern) == expected
