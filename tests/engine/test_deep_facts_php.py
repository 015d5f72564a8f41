"""Deep facts of a file with namespaces, `$variables`, traits and types in comments."""

from __future__ import annotations

from textwrap import dedent

import deep
from deep import bound, places, printed, receivers

from codeintel.engine.deepfacts import DeepFacts
from codeintel.engine.deeppacking import pack, unpack


def facts(source: str) -> DeepFacts:
    return deep.facts("php", dedent(source).lstrip())


def test_each_form_of_binding() -> None:
    found = facts(
        r"""
        <?php
        namespace Shop\Cart;
        use Base\Thing as Other;
        use function Base\{total, tax as levy};
        const LIMIT = 3;
        define('DEBUG', true);
        function run(int $a, ...$rest) { foreach ($rest as $k => [$x, 'y' => $y]) {} }
        class Item {
            const ONE = 1;
            public $name, $size = 2;
            function __construct(private Other $inner) { $this->late = 1; }
        }
        enum Suit { case Hearts; }
        """,
    )
    assert bound(found) == [
        "module Other import",
        "module function total import",
        "module function levy import",
        "module constant LIMIT assign",
        "space constant DEBUG assign",
        "module function run function",
        "function variable a parameter",
        "function variable rest parameter",
        "function variable k loop",
        "function variable x loop",
        "function variable y loop",
        "module Item class",
        "class constant ONE assign",
        "class variable name declare",
        "class variable size assign",
        "class __construct function",
        "class variable inner declare",
        "function variable inner alias",
        "module Suit class",
        "class constant Hearts assign",
    ]
    assert [(a.name, a.line) for a in found.attributes] == [("variable late", 10)]
    assert [(i.module, i.name) for i in found.imports] == [
        ("Base", "Thing"),
        ("Base", "function total"),
        ("Base", "function tax"),
    ]
    assert found.scopes[0].name == "Shop\\Cart"
    assert unpack(pack(found)) == found


def test_each_form_of_use() -> None:
    found = facts(
        r"""
        <?php
        use A\B as C;
        new C; C::f(); C::f; C::$f; $c->f; $c?->f(); f(); $f; f;
        C\f(); \X\f(); namespace\f(); $g = f(...); "{$c->f} $f";
        """,
    )
    assert places(found, "C") == ["3:4 instantiate", "3:7 read", "3:15 read", "3:21 read", "4:0 read space"]
    assert places(found, "f") == [
        "3:10 call",
        "3:18 read constant",
        "3:25 read variable",
        "3:32 read variable",
        "3:40 call",
        "3:45 call function",
        "3:51 read variable",
        "3:54 read constant",
        "4:2 call function",
        "4:10 call function",
        "4:25 call function",
        "4:35 call function",
        "4:49 read variable",
        "4:53 read variable",
    ]
    assert receivers(found, "f")[:6] == [
        "(name C)",
        "(name C)",
        "(name C)",
        "(name variable c)",
        "(name variable c)",
        "?",
    ]
    assert receivers(found, "f")[8:11] == ["(module A\\B)", "(module X)", "(module)"]


def test_types_in_comments() -> None:
    found = facts(
        r"""
        <?php
        /**
         * @property-read Price $price
         * @method static Item make(int $a)
         */
        class Item {
            /** @var array<int, Price>|Item[] */
            private $all;
            /**
             * @param ?Price $a the price
             * @param callable(Price): Item $f
             * @return static|null
             */
            function with($a, $f) { /** @var \Deep\Price $x */ $x = $a; }
        }
        """,
    )
    assert places(found, "Price") == ["3:18 type", "7:24 type", "10:15 type", "11:23 type", "14:43 type"]
    assert places(found, "Item") == ["4:18 type", "7:31 type", "11:31 type"]
    assert "class variable price declare" in bound(found)
    assert "class make function" in bound(found)
    row = next(d for d in found.definitions if d.name == "with")
    assert [printed(found, p.annotation) for p in row.parameters] == [
        "(either (name Price) (basic null))",
        "(function (name Item))",
    ]
    assert printed(found, row.returns) == "(either (own) (basic null))"
    all_of = next(b for b in found.bindings if b.name == "variable all")
    assert printed(found, all_of.annotation) == "(either (list (name Price)) (list (name Item)))"


def test_what_conditions_say() -> None:
    found = facts(
        """
        <?php
        if ($a instanceof A && !$b instanceof B) {} elseif ($c->d instanceof D) {}
        if (!$e instanceof E) { return; }
        assert($f instanceof F);
        $h = match (true) { $g instanceof G => 1 };
        """,
    )
    rows = [(n.text, printed(found, n.classes), n.sign) for n in found.narrowings]
    assert list(dict.fromkeys(rows)) == [
        ("variable a", "(name A)", "instance"),
        ("variable c.variable d", "(name D)", "instance"),
        ("variable e", "(name E)", "instance"),
        ("variable f", "(name F)", "instance"),
        ("variable g", "(name G)", "instance"),
    ]


def test_no_name_in_code_is_missing() -> None:
    source = r"""
    <?php
    #[Route(path: PATH)]
    abstract class K extends \A\L implements M, N {
        use T, U { T::go insteadof U; U::go as protected went; }
        abstract function m(self $s, L|M $u): ?N;
    }
    function w() { global $g; static $s = Q; try { x(); } catch (E | F $e) {} finally {}
      switch ($v) { case R: break; default: y(); } return fn(O $o) => $o->p; }
    $z = function () use (&$g, $h): P { yield $h => $g; };
    $an = new class(S) extends K { public int $hooked { get => $this->im; set(int $n) { $this->im = $n; } } };
    """
    found = facts(source)
    names = {*found.occurrences, *(b.name.rpartition(" ")[2] for b in found.bindings)}
    wanted = [
        "Route",
        "PATH",
        "K",
        "A",
        "L",
        "M",
        "N",
        "T",
        "U",
        "go",
        "went",
        "m",
        "s",
        "u",
        "w",
        "g",
        "Q",
        "x",
        "E",
        "F",
        "e",
        "v",
        "R",
        "y",
        "O",
        "o",
        "p",
        "z",
        "h",
        "P",
        "an",
        "S",
        "hooked",
        "im",
        "n",
    ]
    assert [name for name in wanted if name not in names] == []
