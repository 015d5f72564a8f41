"""References over small projects with namespaces, classes and templates: what is found, and how sure it is."""

from __future__ import annotations

from textwrap import dedent
from typing import TYPE_CHECKING

import pytest
from support import write

from codeintel.engine.answers.graph import GraphRequest
from codeintel.engine.answers.references import RefsRequest
from codeintel.engine.service import Engine

if TYPE_CHECKING:
    from pathlib import Path


def make(project: Path, files: dict[str, str]) -> Engine:
    write(project, {name: dedent(text).lstrip() for name, text in files.items()})
    return Engine(str(project))


def uses(engine: Engine, pattern: str) -> list[str]:
    """Each reference as `path:line role certainty how`."""
    answer = engine.refs(RefsRequest(pattern, limit=10_000))
    return [f"{r.path}:{r.line} {r.role} {r.certainty} {r.how}" for r in answer.references]


def lines(engine: Engine, pattern: str) -> list[str]:
    """The sure references but definitions, as `path:line`."""
    answer = engine.refs(RefsRequest(pattern, limit=10_000))
    rows = (r for r in answer.references if r.certainty != "name" and r.role != "definition")
    return [f"{r.path}:{r.line}" for r in rows]


SHOP = {
    "include/shop/item.hpp": """
        #pragma once
        #include <memory>
        #include <vector>
        namespace shop {
        class Price { public: int cents() const; static Price zero(); int raw = 0; };
        class Base { public: virtual ~Base(); virtual int cost() const; int shared() { return cost(); } };
        class Item : public Base {
        public:
            explicit Item(int n);
            int cost() const override;
            Price price() const { return price_; }
            Item& with(int n);
            enum Kind { small, large };
        private:
            Price price_;
        };
        int total(const std::vector<std::unique_ptr<Item>>& items);
        int total(int a, int b);
        enum class Mode { fast, slow };
        }
        """,
    "src/item.cpp": """
        #include "shop/item.hpp"
        namespace shop {
        int Price::cents() const { return raw; }
        Price Price::zero() { return {}; }
        Base::~Base() = default;
        int Base::cost() const { return 0; }
        Item::Item(int n) : price_() { with(n); }
        int Item::cost() const { return price_.cents() + Base::cost(); }
        Item& Item::with(int) { price_.raw = 1; return *this; }
        int total(const std::vector<std::unique_ptr<Item>>& items)
        {
            int sum = 0;
            for (const auto& item : items) sum += item->cost();
            return sum + items[0]->price().cents() + items.front()->with(2).cost();
        }
        int total(int a, int b) { return a + b; }
        }
        """,
    "src/main.cpp": """
        #include "shop/item.hpp"
        using shop::Item;
        static int total(long) { return 0; }
        int run(shop::Mode mode)
        {
            Item item(1);
            auto copy = std::make_unique<Item>(2);
            auto price = item.with(1).price();
            auto [a, b] = std::make_pair(price, item);
            auto count = [&](const Item& each) { return each.cost(); };
            copy->cost();
            price.cents();
            b.cost();
            static_cast<shop::Base&>(item).cost();
            if (mode == shop::Mode::fast) return Item::small;
            return shop::total(1, 2) + total(3L) + shop::Price::zero().cents() + count(item);
        }
        """,
}


def test_members_and_their_definitions_elsewhere_are_one(project: Path) -> None:
    engine = make(project, SHOP)
    cents = ["src/item.cpp:8", "src/item.cpp:14", "src/main.cpp:12", "src/main.cpp:16"]
    assert lines(engine, "item.hpp:Price/cents") == cents
    assert lines(engine, "src/item.cpp:Price/cents") == cents
    assert lines(engine, "Price/raw") == ["src/item.cpp:3", "src/item.cpp:9"]
    assert lines(engine, "Price/zero") == ["src/main.cpp:16"]
    assert lines(engine, "Item/price_") == [
        "include/shop/item.hpp:11",
        "src/item.cpp:7",
        "src/item.cpp:8",
        "src/item.cpp:9",
    ]
    assert lines(engine, "Item/with") == ["src/item.cpp:7", "src/item.cpp:14", "src/main.cpp:8"]


def test_virtual_members_by_the_type_of_their_receiver(project: Path) -> None:
    engine = make(project, SHOP)
    assert lines(engine, "src/item.cpp:Item/cost") == [
        *("src/item.cpp:13", "src/item.cpp:14", "src/main.cpp:10", "src/main.cpp:11", "src/main.cpp:13"),
    ]
    base = engine.refs(RefsRequest("src/item.cpp:Base/cost", limit=100))
    assert [f"{r.path}:{r.line}" for r in base.references if r.role == "call"] == [
        *("include/shop/item.hpp:6", "src/item.cpp:8", "src/main.cpp:14"),
    ]
    assert [(family.relation, family.references) for family in base.families] == [("override", 7)]
    edges = engine.callers(GraphRequest("src/item.cpp:Item/cost")).edges
    callers = {edge.from_id.partition("[")[0] for edge in edges}
    assert callers == {"src/item.cpp:shop/total", "src/main.cpp:run"}


def test_functions_of_a_namespace_and_those_of_a_file(project: Path) -> None:
    engine = make(project, SHOP)
    assert lines(engine, "src/main.cpp:total") == ["src/main.cpp:16"]
    assert lines(engine, "item.hpp:shop/total[1]") == ["src/main.cpp:16"]
    assert lines(engine, "Mode/fast") == ["src/main.cpp:15"]
    assert lines(engine, "Kind/small") == ["src/main.cpp:15"]
    assert lines(engine, "shop/Mode") == ["src/main.cpp:4", "src/main.cpp:15"]


def test_a_class_goes_with_what_makes_its_instances(project: Path) -> None:
    engine = make(project, SHOP)
    found = uses(engine, "item.hpp:shop/Item")
    assert {row for row in found if row.startswith("src/main.cpp")} == {
        "src/main.cpp:2 read exact import",
        "src/main.cpp:6 type exact import",
        "src/main.cpp:7 type exact import",
        "src/main.cpp:10 type exact import",
        "src/main.cpp:15 read exact import",
    }
    assert "include/shop/item.hpp:9 definition exact scope" in found


@pytest.mark.parametrize(
    ("source", "pattern", "expected"),
    [
        pytest.param(
            """
            class Outer { struct Inner; Inner* in; int go(); };
            struct Outer::Inner { int x; };
            int Outer::go() { return in->x; }
            """,
            "Inner/x",
            [3],
            id="a class that is announced in a class",
        ),
        pytest.param(
            """
            template <typename T> class Box { public: T get(); T value; };
            template <typename T> T Box<T>::get() { return value; }
            struct Thing { int go(); };
            int use(Box<Thing> box) { return box.get().go() + box.value.go(); }
            """,
            "Thing/go",
            [4, 4],
            id="type arguments",
        ),
        pytest.param(
            """
            struct Node { int n; Node* next; };
            struct It { Node* p; Node& operator*() { return *p; } Node* operator->() { return p; } };
            struct List { It begin(); Node operator[](int i); };
            int use(List l, It i) { for (auto& x : l) x.n; return i->n + (*i).n + l[1].n; }
            """,
            "Node/n",
            [4, 4, 4, 4],
            id="operators that lead to something",
        ),
        pytest.param(
            """
            namespace a { inline namespace v1 { void f(); } namespace { int hidden; } void g() { hidden = 1; } }
            namespace b { using namespace a; void h() { f(); } }
            namespace c = a;
            void i() { c::f(); a::v1::f(); }
            """,
            "v1/f",
            [2, 4, 4],
            id="inline namespaces, directives, aliases",
        ),
        pytest.param(
            """
            struct Fixture { int setUp(); int member; };
            TEST_F(Fixture, works) { setUp(); member = 1; }
            """,
            "Fixture/member",
            [2],
            id="the body of a test is in its class",
        ),
        pytest.param(
            """
            struct A { int f(int); };
            struct B : A { using A::f; int f(char*); int g() { return A::f(1); } };
            int use(int (A::*m)(int)) { m = &A::f; return 0; }
            """,
            "A/f",
            [2, 2, 3],
            id="using, qualified calls, pointers to members",
        ),
        pytest.param(
            """
            #define CALL(x) (x).run()
            struct R { int run(); };
            int use(R r) { return CALL(r); }
            """,
            "CALL",
            [3],
            id="macros",
        ),
    ],
)
def test_case(project: Path, source: str, pattern: str, expected: list[int]) -> None:
    engine = make(project, {"a.cpp": source})
    assert [int(row.rpartition(":")[2]) for row in lines(engine, pattern)] == expected


def test_what_depends_on_a_type_parameter_is_not_sure(project: Path) -> None:
    engine = make(
        project,
        {
            "a.cpp": """
                struct A { int go(); };
                struct B { int go(); };
                template <typename T> int run(T t) { return t.go(); }
                """
        },
    )
    found = engine.refs(RefsRequest("A/go", limit=10))
    assert [(r.line, r.certainty) for r in found.references] == [(3, "name")]
    assert not found.complete


def test_a_namespace_that_a_macro_opens(project: Path) -> None:
    files = {
        "base.h": """\
            #pragma once
            #define LIB_BEGIN \\
              namespace lib { \\
              inline namespace v1 {
            #define LIB_END }}
            LIB_BEGIN
            namespace detail { template <typename T> struct store { T held; }; }
            struct text : detail::store<int> { int size() const; };
            LIB_END
            """,
        "use.cpp": """\
            #include "base.h"
            int run(const lib::text& t) {
              lib::detail::store<int> s;
              return t.size() + s.held;
            }
            """,
        "other.cpp": """\
            namespace lib { int x; }
            int other(lib::text t);
            """,
    }
    engine = make(project, files)
    assert lines(engine, "base.h:text") == ["use.cpp:2"]
    assert lines(engine, "base.h:text/size") == ["use.cpp:4"]
    assert lines(engine, "base.h:store") == ["base.h:8", "use.cpp:3"]


def test_a_class_that_is_defined_outside_of_its_class_sees_that(project: Path) -> None:
    files = {
        "a.h": "class A { public: class In; };\n",
        "a.cpp": """\
            #include "a.h"
            class A::In {
             public:
              static int twice(int x);
              class Deep;
            };
            class A::In::Deep { public: int run(); };
            int A::In::Deep::run() { return twice(1); }
            """,
    }
    engine = make(project, files)
    assert lines(engine, "a.cpp:twice") == ["a.cpp:8"]


def test_a_member_called_like_a_type_does_not_hide_it_where_a_type_is_meant(project: Path) -> None:
    files = {
        "mark.hpp": """\
            #pragma once
            struct Mark { int pos; static Mark none(); struct In { int deep; }; };
            """,
        "node.hpp": """\
            #pragma once
            #include "mark.hpp"
            struct Node {
              Mark Mark() const;
              int at() const { return Mark().pos; }
              int nowhere() const { return Mark::none().pos + Mark::In().deep; }
            };
            """,
        "node.cpp": """\
            #include "node.hpp"
            Mark Node::Mark() const {
              struct Mark made;
              return made.pos ? Mark::none() : Mark();
            }
            """,
    }
    engine = make(project, files)
    assert lines(engine, "mark.hpp:Mark/none") == ["node.cpp:4", "node.hpp:6"]
    assert lines(engine, "mark.hpp:Mark/pos") == ["node.cpp:4", "node.hpp:5", "node.hpp:6"]
    assert lines(engine, "mark.hpp:Mark/In/deep") == ["node.hpp:6"]
    assert {"mark.hpp:2", "node.cpp:2", "node.cpp:3", "node.hpp:4"} <= set(lines(engine, "mark.hpp:Mark"))
