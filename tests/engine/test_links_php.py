"""References over small projects with namespaces: what is found, how sure it is, and how it is known."""

from __future__ import annotations

from textwrap import dedent
from typing import TYPE_CHECKING

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
    """The sure references, as `path:line`."""
    answer = engine.refs(RefsRequest(pattern, limit=10_000))
    return [f"{r.path}:{r.line}" for r in answer.references if r.certainty != "name"]


SHOP = {
    "src/Item.php": r"""
        <?php
        namespace Shop;
        class Item {
            public function price(): Price { return new Price(); }
            public static function make(): static { return new static(); }
            public function with(int $n) { return $this; }
        }
        """,
    "src/Price.php": r"""
        <?php
        namespace Shop;
        final class Price { public int $cents = 0; public function add(self $other): self { return $other; } }
        function total(Price $p): int { return $p->cents; }
        const ZERO = 0;
        """,
    "src/Other/Item.php": r"""
        <?php
        namespace Other;
        class Item { public function price() {} }
        function total() {}
        """,
    "app.php": r"""
        <?php
        namespace App;
        use Shop\Item as Thing;
        use function Shop\total;
        use const Shop\ZERO;
        function run(Thing $thing, \Other\Item $other) {
            $thing->price();
            $other->price();
            Thing::make()->with(1)->with(2)->price()->add(new \Shop\Price)->add();
            echo total($thing->price()), ZERO, \Other\total(), "price total";
            strlen(ZERO);
        }
        """,
}


def test_classes_functions_and_constants_by_their_whole_names(project: Path) -> None:
    engine = make(project, SHOP)
    assert uses(engine, "src/Item.php:Item") == [
        "app.php:3 import exact scope",
        "app.php:6 type exact import",
        "app.php:9 read exact import",
    ]
    assert lines(engine, "src/Other/Item.php:Item") == ["app.php:6"]
    assert lines(engine, "src/Price.php:Price") == ["app.php:9", "src/Item.php:4", "src/Item.php:4", "src/Price.php:4"]
    assert lines(engine, "src/Price.php:total") == ["app.php:4", "app.php:10"]
    assert lines(engine, "src/Other/Item.php:total") == ["app.php:10"]
    assert lines(engine, "src/Price.php:ZERO") == ["app.php:5", "app.php:10", "app.php:11"]


def test_members_by_the_types_of_their_receivers(project: Path) -> None:
    engine = make(project, SHOP)
    assert uses(engine, "src/Item.php:Item/price") == [
        "app.php:7 call exact annotation",
        "app.php:9 call inferred return",
        "app.php:10 call exact annotation",
    ]
    assert lines(engine, "src/Other/Item.php:Item/price") == ["app.php:8"]
    assert lines(engine, "src/Item.php:Item/with") == ["app.php:9", "app.php:9"]
    assert lines(engine, "src/Price.php:Price/add") == ["app.php:9", "app.php:9"]
    assert [edge.from_id for edge in engine.callers(GraphRequest("src/Item.php:Item/make")).edges] == ["app.php:run"]


def test_own_words_traits_and_bases(project: Path) -> None:
    engine = make(
        project,
        {
            "a.php": r"""
                <?php
                trait Greets { public function hi() { $this->name(); } public function yo() {} }
                trait Shouts { public function hi() {} }
                class Base { const A = 1; protected static $n; function __construct(protected Base $next) { $next->go(); }
                    function go() { return self::A + static::$n; } }
                class Child extends Base {
                    use Greets, Shouts { Greets::hi insteadof Shouts; Shouts::hi as loud; }
                    function go() { parent::go(); $this->next->go(); $this->hi(); $this->loud(); $this->yo(); }
                    function name() {}
                }
                $x = new Child(next: null);
                """
        },
    )
    assert lines(engine, "Base/go") == ["a.php:4", "a.php:8", "a.php:8"]
    assert lines(engine, "Base/A") == ["a.php:5"]
    assert lines(engine, "Base/n") == ["a.php:5"]
    assert lines(engine, "Base/next") == ["a.php:4", "a.php:8", "a.php:11"]
    assert lines(engine, "Greets/hi") == ["a.php:7", "a.php:8"]
    assert lines(engine, "Shouts/hi") == ["a.php:7"]
    assert lines(engine, "Greets/yo") == ["a.php:8"]


def test_what_tests_comments_and_lists_say(project: Path) -> None:
    engine = make(
        project,
        {
            "a.php": r"""
                <?php
                class A { function m() {} }
                class B { function m() {} }
                class H {
                    /** @var A[] */
                    private $all = [];
                    /** @return B|null */
                    function b() { return $this->found; }
                    function run($p, $q) {
                        foreach ($this->all as $a) { $a->m(); }
                        $this->b()?->m();
                        if ($p instanceof A) { $p->m(); }
                        if (!$q instanceof B) { return; }
                        $q->m();
                        $list = [];
                        $list[] = new A;
                        foreach ($list as $each) { $each->m(); }
                        /** @var B $r */
                        $r = unserialize('');
                        $r->m();
                        array_map(fn (A $x) => $x->m(), $this->all);
                        $f = function () use ($q) { $q->m(); };
                        $unknown->m();
                    }
                }
                """
        },
    )
    assert lines(engine, "A/m") == ["a.php:10", "a.php:12", "a.php:17", "a.php:21"]
    assert lines(engine, "B/m") == ["a.php:11", "a.php:14", "a.php:20", "a.php:22"]
    answer = engine.refs(RefsRequest("A/m", limit=100))
    assert [r.line for r in answer.references if r.certainty == "name"] == [23]
    assert not answer.complete


def test_names_of_other_kinds_are_no_uses(project: Path) -> None:
    engine = make(
        project,
        {
            "a.php": r"""
                <?php
                class K {
                    public $it;
                    const it = 1;
                    function it() {}
                }
                function it() {}
                const it = 2;
                function f(K $k, $it) { $k->it; $k->it(); K::it; it(); it; $it; "it"; $any->it; }
                """
        },
    )
    method = engine.refs(RefsRequest("a.php:K/it", limit=100))
    assert [r.column for r in method.references] == [37]
    found = {r.column: r.certainty for r in engine.refs(RefsRequest("a.php:K/it[0]", limit=100)).references}
    assert found == {29: "exact", 77: "inferred"}  # no other class has one


def test_of_two_classes_of_a_name_the_one_that_is_loaded_is_meant(project: Path) -> None:
    stub = "<?php\nnamespace Lib;\nclass Tool { function go() {} }\n"
    engine = make(
        project,
        {
            "composer.json": '{"autoload": {"psr-4": {"Lib\\\\": "lib/"}}}',
            "lib/Tool.php": stub,
            "stubs/deep/Tool.php": stub,
            "stubs/deep/use.php": "<?php\n(new \\Lib\\Tool)->go();\n",
        },
    )
    assert lines(engine, "lib/Tool.php:Tool/go") == ["stubs/deep/use.php:2"]
    assert lines(engine, "stubs/deep/Tool.php:Tool/go") == []


def test_what_is_partly_unknown_may_have_any_member(project: Path) -> None:
    files = {
        "a.php": """
            <?php
            namespace A;
            class Item { public function label(): string { return ''; } }
            class Other { public function label(): string { return ''; } }
            function first($given, string $text) {
                $made = rand(0, 1) ? new \\Elsewhere\\Thing($text) : $given;
                return $made->label();
            }
            function second(string $text) { return (new \\Elsewhere\\Thing($text))->label(); }
            """
    }
    assert [use.split()[:3] for use in uses(make(project, files), "Item/label")] == [["a.php:7", "call", "name"]]
