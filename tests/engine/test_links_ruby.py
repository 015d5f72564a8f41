"""References over small projects of open classes, mixins and constants: what is found, and how sure it is."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from linking import make, uses

from codeintel.engine.deeppacking import pack, unpack
from codeintel.engine.index.deep import deep_facts_of
from codeintel.engine.languages import load_registry

if TYPE_CHECKING:
    from pathlib import Path


BANK = {
    "lib/bank.rb": """
        module Bank
          LIMIT = 3
          module Logging
            def log(text); puts text; end
            module ClassMethods
              def setup!; end
            end
          end
          class Account
            include Logging
            attr_reader :owner
            def self.build(name) = new(name)
            def initialize(owner)
              @owner = owner
              @audit = Audit.new
            end
            def deposit(amount)
              log(amount)
              @audit.record(amount)
              owner.size
              LIMIT + Bank::LIMIT + ::Bank::LIMIT
            end
            class Audit
              def record(x); end
            end
          end
        end
        """,
    "lib/savings.rb": """
        require_relative "bank"
        module Bank
          class Savings < Account
            setup!
            def deposit(amount)
              super
              log(amount)
              rate
            end
            private
            def rate; helper(1); end
          end
          class Account
            def extra; deposit(1); end
          end
        end
        def helper(x); end
        a = Bank::Savings.new(1)
        a.deposit(1)
        a.extra
        b = Bank::Account.build(2)
        b.deposit(3)
        things.each { |thing| thing.deposit(2); a.extra }
        a.send(:extra)
        """,
}


@pytest.mark.parametrize(
    ("pattern", "expected"),
    [
        ("lib/bank.rb:Bank/Account", ["lib/savings.rb:3 read exact", "lib/savings.rb:21 read exact"]),
        ("lib/bank.rb:Bank/LIMIT", ["lib/bank.rb:21 read exact"] * 3),
        ("lib/bank.rb:Logging/log", ["lib/bank.rb:18 call exact", "lib/savings.rb:7 call exact"]),
        ("lib/bank.rb:Account/owner", ["lib/bank.rb:20 call exact"]),
        ("lib/bank.rb:Account/build", ["lib/savings.rb:21 call exact"]),
        ("lib/bank.rb:Audit/record", ["lib/bank.rb:19 call exact"]),
        ("lib/bank.rb:setup!", ["lib/savings.rb:4 call inferred"]),
        (
            "lib/bank.rb:Account/deposit",
            ["lib/savings.rb:14 call exact", "lib/savings.rb:22 call inferred", "lib/savings.rb:23 call name"],
        ),
        (
            "lib/savings.rb:Account/extra",
            ["lib/savings.rb:20 call exact", "lib/savings.rb:23 call exact", "lib/savings.rb:24 call exact"],
        ),
        ("lib/savings.rb:helper", ["lib/savings.rb:11 call exact"]),
        ("lib/savings.rb:rate", ["lib/savings.rb:8 call exact"]),
    ],
)
def test_members_and_constants(project: Path, pattern: str, expected: list[str]) -> None:
    assert uses(make(project, BANK), pattern) == expected


def test_a_constant_is_that_of_the_nearest_class_around_then_of_a_base_then_of_the_top(project: Path) -> None:
    engine = make(
        project,
        {
            "a.rb": """
                class Item; end
                module Shop
                  class Base
                    class Item; end
                  end
                  class Cart < Base
                    Item.new
                    ::Item.new
                    def make; Shop::Base::Item; end
                  end
                end
                module Other
                  Item.new
                end
                class Shop::Late
                  Base
                end
                """
        },
    )
    assert uses(engine, "a.rb:/Item") == ["a.rb:8 read exact", "a.rb:13 read exact"]
    assert uses(engine, "a.rb:Shop/Base/Item") == ["a.rb:7 read exact", "a.rb:9 read exact"]
    assert "a.rb:16 read exact" not in uses(engine, "a.rb:Shop/Base")  # `class Shop::Late` is not within Shop


def test_what_a_class_has_itself_is_apart_from_what_its_instances_have(project: Path) -> None:
    engine = make(
        project,
        {
            "a.rb": """
                class A
                  def run; end
                  def self.run; end
                  class << self
                    def start; run; end
                    attr_accessor :mode
                  end
                  def go; run; self.class.run; end
                end
                class B < A; end
                B.run
                B.new.run
                A.mode
                A.start
                """
        },
    )
    assert uses(engine, "a.rb:A/run[0]") == ["a.rb:8 call exact", "a.rb:12 call exact"]
    assert uses(engine, "a.rb:A/run[1]") == ["a.rb:5 call exact", "a.rb:8 call exact", "a.rb:11 call exact"]
    assert uses(engine, "a.rb:A/mode") == ["a.rb:13 call exact"]
    assert uses(engine, "a.rb:A/start") == ["a.rb:14 call exact"]


def test_mixins_in_their_order_and_functions_of_modules(project: Path) -> None:
    engine = make(
        project,
        {
            "a.rb": """
                module First; def pick; end; end
                module Second; def pick; end; end
                module Before; def own; end; end
                class A
                  include First
                  include Second
                  prepend Before
                  def own; end
                  def go; pick; own; end
                end
                module Util
                  module_function
                  def tidy(x); end
                  def again; tidy(1); end
                end
                module More
                  extend self
                  def wash; end
                end
                Util.tidy(1)
                More.wash
                """
        },
    )
    assert uses(engine, "a.rb:Second/pick") == ["a.rb:9 call exact"]
    assert uses(engine, "a.rb:First/pick") == []
    assert uses(engine, "a.rb:Before/own") == ["a.rb:9 call exact"]
    assert uses(engine, "a.rb:Util/tidy") == ["a.rb:14 call exact", "a.rb:20 call exact"]
    assert uses(engine, "a.rb:More/wash") == ["a.rb:21 call exact"]


def test_methods_made_otherwise_and_names_of_methods_as_symbols(project: Path) -> None:
    engine = make(
        project,
        {
            "a.rb": """
                Point = Struct.new(:x, :y) do
                  def dist; x; end
                end
                class A
                  def base; end
                  alias other base
                  alias_method :third, :other
                  define_method(:made) { |q| base }
                  private :base
                  def go; other; third; made(1); method(:base); end
                  before_all :base
                end
                Point.new(1, 2).dist
                Failure = Class.new(StandardError) do
                  def why; end
                end
                begin
                rescue Failure => e
                  e.why
                end
                """
        },
    )
    assert uses(engine, "a.rb:A/base") == [
        "a.rb:6 read exact",
        "a.rb:8 call exact",
        "a.rb:9 read exact",
        "a.rb:10 read exact",
        "a.rb:11 read name",
    ]
    assert uses(engine, "a.rb:A/other") == ["a.rb:7 read exact", "a.rb:10 call exact"]
    assert uses(engine, "a.rb:A/third") == ["a.rb:10 call exact"]
    assert uses(engine, "a.rb:A/made") == ["a.rb:10 call exact"]
    assert uses(engine, "a.rb:Point/x") == ["a.rb:2 call exact"]
    assert uses(engine, "a.rb:Point/dist") == ["a.rb:13 call exact"]
    assert uses(engine, "a.rb:Failure/why") == ["a.rb:19 call exact"]


def test_locals_hide_methods_and_blocks_see_what_is_around(project: Path) -> None:
    engine = make(
        project,
        {
            "a.rb": """
                class Item; def size; end; end
                class A
                  def size; end
                  def go(list)
                    size
                    size = 1
                    size
                    item = Item.new
                    list.each { |x| item.size }
                  end
                end
                """
        },
    )
    assert uses(engine, "a.rb:A/size") == ["a.rb:5 call exact"]
    assert uses(engine, "a.rb:Item/size") == ["a.rb:9 call exact"]


def test_types_in_comments_are_declarations(project: Path) -> None:
    engine = make(
        project,
        {
            "a.rb": """
                module M
                  class Item; def size; end; def next; end; end
                end
                class A
                  # @param item [M::Item] which
                  # @return [M::Item, nil]
                  def find(item); item.size; end
                  def go; find(1).next; end
                end
                """
        },
    )
    assert uses(engine, "a.rb:Item/size") == ["a.rb:7 call exact"]
    assert uses(engine, "a.rb:Item/next") == ["a.rb:8 call exact"]


def test_what_a_base_calls_on_itself_is_what_those_below_have(project: Path) -> None:
    engine = make(
        project,
        {
            "a.rb": "class Base\n  def run; step; end\nend\nmodule Mix\n  def go; step; end\nend\n",
            "b.rb": "class One < Base\n  include Mix\n  def step; end\nend\nclass Far\n  def step; end\nend\n",
        },
    )
    assert uses(engine, "b.rb:One/step") == ["a.rb:2 call inferred", "a.rb:5 call inferred"]
    assert uses(engine, "b.rb:Far/step") == []


def test_members_added_to_the_library_are_found_on_its_values(project: Path) -> None:
    engine = make(project, {"a.rb": "class String\n  def shout; end\nend\n", "b.rb": '"x".shout\ny.shout\n'})
    assert uses(engine, "a.rb:String/shout") == ["b.rb:1 call inferred", "b.rb:2 call inferred"]


def test_facts_survive_packing_and_broken_code() -> None:
    language = load_registry().languages["ruby"]
    found = deep_facts_of(language, b"class A\n  def run(\n    x = [1,\n  end\nend\nA.new.run do |\n")
    assert unpack(pack(found))[:6] == found[:6]
    assert "run" in found.occurrences
