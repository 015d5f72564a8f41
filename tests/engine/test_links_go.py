"""References over small projects of packages: what is found, how sure it is, what belongs together."""

from __future__ import annotations

from textwrap import dedent
from typing import TYPE_CHECKING

import pytest
from support import write

from codeintel.engine.answers.graph import GraphRequest
from codeintel.engine.answers.references import RefsRequest
from codeintel.engine.edit.values import EditOptions
from codeintel.engine.errors import Refused
from codeintel.engine.service import Engine

if TYPE_CHECKING:
    from pathlib import Path


def make(project: Path, files: dict[str, str]) -> Engine:
    texts = {name: dedent(text) for name, text in files.items()}
    write(project, {"go.mod": "module example.com/shop\n\ngo 1.20\n", **texts})
    return Engine(str(project))


def lines(engine: Engine, pattern: str) -> list[str]:
    """The sure references, as `path:line`."""
    answer = engine.refs(RefsRequest(pattern, limit=10_000))
    assert all(row.certainty == "exact" for row in answer.references if row.certainty != "name")
    return [f"{row.path}:{row.line}" for row in answer.references if row.certainty != "name"]


def by_name(engine: Engine, pattern: str) -> list[str]:
    answer = engine.refs(RefsRequest(pattern, limit=10_000))
    return [f"{row.path}:{row.line}" for row in answer.references if row.certainty == "name"]


SHOP = {
    "cart/cart.go": """\
        package cart

        import "example.com/shop/money"

        type Base struct{ ID int }

        func (b *Base) Key() int { return b.ID }

        type Cart struct {
            Base
            *money.Purse
            items []Item
            note  func(string) *Cart
        }

        type Item struct{ Price money.Amount }
        """,
    "cart/total.go": """\
        package cart

        import m "example.com/shop/money"

        func (c *Cart) Total() (sum m.Amount, err error) {
            for _, item := range c.items {
                sum = sum.Plus(item.Price)
            }
            return sum, nil
        }

        func New() *Cart { return &Cart{Base: Base{ID: 1}, items: []Item{{Price: 3}}} }
        """,
    "money/money.go": """\
        package money

        type Amount int

        func (a Amount) Plus(other Amount) Amount { return a + other }

        type Purse struct{ Left Amount }

        func (p *Purse) Spend(a Amount) *Purse { p.Left -= a; return p }
        """,
    "main.go": """\
        package main

        import (
            "fmt"

            "example.com/shop/cart"
        )

        func main() {
            c := cart.New()
            total, err := c.Total()
            if err != nil {
                fmt.Println(err.Error())
            }
            fmt.Println(total.Plus(1), c.Key(), c.ID, c.Base.ID)
            c.Spend(2).Spend(3).Left.Plus(4)
            c.note("x").Total()
        }
        """,
}


def test_a_package_is_all_its_files(project: Path) -> None:
    engine = make(project, SHOP)
    assert lines(engine, "cart/cart.go:Cart") == ["cart/cart.go:13", "cart/total.go:5", "cart/total.go:12", "cart/total.go:12"]  # fmt: skip
    assert lines(engine, "cart/total.go:Cart/Total") == ["main.go:11", "main.go:17"]
    assert lines(engine, "cart/total.go:New") == ["main.go:10"]
    assert lines(engine, "money/money.go:Amount/Plus") == ["cart/total.go:7", "main.go:15", "main.go:16"]


def test_members_of_what_is_embedded_are_found_through_the_outer_type(project: Path) -> None:
    engine = make(project, SHOP)
    assert lines(engine, "cart/cart.go:Base/Key") == ["main.go:15"]
    assert lines(engine, "cart/cart.go:Base/ID") == ["cart/cart.go:7", "cart/total.go:12", "main.go:15", "main.go:15"]
    assert lines(engine, "cart/cart.go:Cart/Base") == ["cart/total.go:12", "main.go:15"]
    assert lines(engine, "money/money.go:Purse/Spend") == ["main.go:16", "main.go:16"]
    assert lines(engine, "money/money.go:Purse/Left") == ["main.go:16", "money/money.go:9"]
    assert lines(engine, "cart/cart.go:Cart/note") == ["main.go:17"]


def test_fields_in_literals_are_those_of_the_elided_type(project: Path) -> None:
    engine = make(project, SHOP)
    assert lines(engine, "cart/cart.go:Item/Price") == ["cart/total.go:7", "cart/total.go:12"]
    files = {
        "a.go": """\
            package a

            type P struct{ X, Y int }
            type M map[string]P
            type L []*P

            const X = "key"

            var m = M{X: {X: 1}, "b": P{Y: 2}}
            var l = L{{X: 1}, &P{X: 2}}
            var t = []struct{ X int }{{X: 3}}
            var n = map[string][]P{X: {{X: 4}}}

            func f() int {
                s := 0
                for _, c := range t {
                    s += c.X
                }
                for _, p := range l {
                    s += p.X + m[X].X + n[X][0].X
                }
                return s
            }
            """
    }
    engine = make(project, files)
    assert lines(engine, "a.go:P/X") == ["a.go:9", "a.go:10", "a.go:10", "a.go:12", "a.go:20", "a.go:20", "a.go:20"]
    assert lines(engine, "a.go:X") == ["a.go:9", "a.go:12", "a.go:20", "a.go:20"]


def test_a_name_is_seen_behind_its_declaration_alone(project: Path) -> None:
    files = {
        "a.go": """\
            package a

            import "net/url"

            type T struct{ next *T }

            var x = &T{}

            func f(u string) *T {
                if x := x.next; x != nil {
                    x := x.next
                    return x.next
                }
                url, err := url.Parse(u)
                _, err = url.Parse(u), err
                x.next = x
            loop:
                for {
                    break loop
                }
                return x
            }
            """
    }
    engine = make(project, files)
    assert lines(engine, "a.go:x") == ["a.go:10", "a.go:16", "a.go:16", "a.go:21"]
    assert lines(engine, "a.go:T/next") == ["a.go:10", "a.go:11", "a.go:12", "a.go:16"]
    [found] = engine.definition("a.go:19:loop").definitions or [None]
    assert found is None or found.line == 17


TYPES = {
    "a.go": """\
        package a

        type Runner interface{ Bark() error }
        type Dog struct{}
        type Cat struct{ name string }

        func (Dog) Bark() error  { return nil }
        func (*Cat) Bark() error { return nil }
        func (*Cat) Purr() *Cat { return nil }

        type List[T any] struct{ items []T }

        func (l *List[E]) At(i int) E       { return l.items[i] }
        func (l *List[E]) All() []E         { return l.items }
        func Map[A, B any](as []A, f func(A) B) []B { return nil }
        func First[S ~[]E, E any](s S) E    { return s[0] }

        func f(r Runner, any interface{}, ch chan *Cat) {
            r.Bark()
            switch v := any.(type) {
            case *Cat:
                v.Purr()
            case Dog:
                v.Bark()
            }
            if c, ok := any.(*Cat); ok {
                c.Purr().Purr()
            }
            var l List[*Cat]
            l.At(0).Purr()
            for _, c := range l.All() {
                c.Purr()
            }
            cats := Map([]int{1}, func(i int) *Cat { return nil })
            cats[0].Purr()
            First(cats).Purr()
            for c := range ch {
                c.Purr()
            }
            (<-ch).Purr()
            purr := (*Cat).Purr
            purr(nil).Purr()
            g := r.(*Cat).Purr
            g()
        }
        """
}


def test_types_follow_from_declarations_assertions_and_type_arguments(project: Path) -> None:
    engine = make(project, TYPES)
    found = [int(each.rpartition(":")[2]) for each in lines(engine, "a.go:Cat/Purr")]
    assert found == [22, 27, 27, 30, 32, 35, 36, 38, 40, 41, 42, 43]
    assert lines(engine, "a.go:Runner/Bark") == ["a.go:19"]
    assert lines(engine, "a.go:Dog/Bark") == ["a.go:24"]


def test_what_fulfils_an_interface_is_its_family(project: Path) -> None:
    engine = make(project, TYPES)
    answer = engine.refs(RefsRequest("a.go:Dog/Bark"))
    assert [(row.id, row.relation, row.references) for row in answer.families] == [("a.go:Runner/Bark", "base", 1)]
    assert [node.id for node in engine.implementations("a.go:Runner").implementations] == ["a.go:Cat", "a.go:Dog"]
    assert [node.id for node in engine.implementations("a.go:Runner/Bark").implementations] == [
        "a.go:Dog/Bark",
        "a.go:Cat/Bark",
    ]
    edges = engine.callers(GraphRequest("a.go:Cat/Purr")).edges
    assert {edge.from_id for edge in edges} == {"a.go:f"}


BUILDS = {
    "a.go": "package a\n\nfunc F() int { return size() + tagged() }\n",
    "size_linux.go": "package a\n\nfunc size() int { return half() }\n\nfunc half() int { return 1 }\n",
    "size_windows.go": "package a\n\nfunc size() int { return half() }\n\nfunc half() int { return 2 }\n",
    "with.go": "//go:build special\n\npackage a\n\nfunc tagged() int { return 1 }\n",
    "without.go": "//go:build !special && go1.18\n\npackage a\n\nfunc tagged() int { return 2 }\n",
    "a_test.go": "package a_test\n\nfunc size() int { return 3 }\n\nvar _ = size()\n",
}


def test_files_of_other_builds_do_not_mix(project: Path) -> None:
    engine = make(project, BUILDS)
    assert lines(engine, "size_linux.go:half") == ["size_linux.go:3"]
    assert lines(engine, "size_windows.go:half") == ["size_windows.go:3"]
    assert lines(engine, "size_linux.go:size") == ["a.go:3"]
    assert lines(engine, "size_windows.go:size") == ["a.go:3"]
    assert lines(engine, "without.go:tagged") == ["a.go:3"]
    assert lines(engine, "with.go:tagged") == []
    assert lines(engine, "a_test.go:size") == ["a_test.go:5"]


IMPORTS = {
    "go.mod": "module example.com/shop/v2\n\nreplace example.com/far v1.0.0 => ./near\n",
    "near/go.mod": "module example.com/elsewhere\n",
    "near/near.go": "package far\n\nfunc Far() {}\n",
    "go-yaml/y.go": "package yaml\n\nfunc Load() {}\n",
    "odd/x.go": "package quite\n\nfunc Odd() {}\n",
    "dot/d.go": "package dot\n\nfunc Dotted() {}\n",
    "vendor/example.org/lib/l.go": "package lib\n\nfunc Lib() {}\n",
    "main.go": """\
        package main

        import (
            . "example.com/shop/v2/dot"
            "example.com/shop/v2/go-yaml"
            "example.com/shop/v2/odd"
            "example.com/far"
            "example.org/lib"
            "net/http"
        )

        func main() {
            Dotted()
            yaml.Load()
            quite.Odd()
            far.Far()
            lib.Lib()
            http.Odd()
        }
        """,
}


@pytest.mark.parametrize(
    ("symbol", "line"),
    [("dot/d.go:Dotted", 13), ("go-yaml/y.go:Load", 14), ("odd/x.go:Odd", 15), ("near/near.go:Far", 16)],
)
def test_imports_by_path_name_and_replacement(project: Path, symbol: str, line: int) -> None:
    engine = make(project, IMPORTS)
    assert lines(engine, symbol) == [f"main.go:{line}"]
    assert by_name(engine, symbol) == []


def test_what_comes_from_outside_is_nothing_of_the_project(project: Path) -> None:
    files = {
        "a.go": """\
            package a

            import (
                "net/http"
                "sync/atomic"
            )

            type S struct{ Name string }

            func (s *S) Close() {}

            func f(s *S, p atomic.Pointer[S]) {
                res, _ := http.Get("")
                res.Body.Close()
                c := http.Cookie{Name: "x"}
                _ = c.Name
                s.Close()
                p.Load().Close()
                var e interface{}
                e.Close()
            }
            """
    }
    engine = make(project, files)
    assert lines(engine, "a.go:S/Close") == ["a.go:17", "a.go:18"]
    assert by_name(engine, "a.go:S/Close") == ["a.go:20"]
    assert lines(engine, "a.go:S/Name") == []


def test_constants_take_type_and_value_of_the_one_before(project: Path) -> None:
    files = {
        "a.go": """\
            package a

            type Kind int

            func (k Kind) Title() string { return "" }

            const (
                A Kind = iota
                B
            )

            var _ = B.Title()
            """
    }
    assert lines(make(project, files), "a.go:Kind/Title") == ["a.go:12"]


def renamed(engine: Engine, project: Path, symbol: str, new: str) -> dict[str, str]:
    """The files that a rename changes, as they are then."""
    answer = engine.rename(symbol, new)
    return {each.path: (project / each.path).read_text() for each in answer.files}


def test_a_rename_takes_the_interface_and_all_that_fulfil_it(project: Path) -> None:
    text = renamed(make(project, TYPES), project, "a.go:Cat/Bark", "Go")["a.go"]
    assert text.count("Go()") == 5
    assert "Bark" not in text


def test_a_rename_of_a_type_takes_the_fields_that_are_called_like_it(project: Path) -> None:
    found = renamed(make(project, SHOP), project, "cart/cart.go:Base", "Core")
    assert "\n    Core\n" in found["cart/cart.go"]
    assert "&Cart{Core: Core{ID: 1}" in found["cart/total.go"]
    assert "c.Core.ID" in found["main.go"]


def test_a_rename_takes_the_twins_of_other_builds(project: Path) -> None:
    found = renamed(make(project, BUILDS), project, "size_windows.go:size", "bulk")
    assert sorted(found) == ["a.go", "size_linux.go", "size_windows.go"]


@pytest.mark.parametrize(
    ("symbol", "why"),
    [("a.go:W/Write", "library's member"), ("a.go:W/Writer", "not in the project"), ("a.go:Syncer/Sync", "library")],
)
def test_what_the_library_may_ask_for_keeps_its_name(project: Path, symbol: str, why: str) -> None:
    files = {
        "a.go": """\
            package a

            import "io"

            type W struct{ io.Writer }

            func (w *W) Write(p []byte) (int, error) { return w.Writer.Write(p) }

            type Syncer interface {
                Sync() error
            }
            """
    }
    with pytest.raises(Refused) as refused:
        make(project, files).rename(symbol, "Other", options=EditOptions(dry_run=True))
    assert why in refused.value.hint
