"""References over small projects of tables, modules and metatables: what is found, how sure it is, how it is known."""

from __future__ import annotations

from typing import TYPE_CHECKING

from linking import make, uses

if TYPE_CHECKING:
    from pathlib import Path


BANK = {
    "bank/account.lua": """
        local Account = {}
        Account.__index = Account

        local function checked(amount) return amount end

        function Account.new(owner)
          local self = setmetatable({}, Account)
          self.owner = owner
          return self
        end

        function Account:deposit(amount)
          self.total = checked(amount)
          self:log("deposit")
        end

        function Account:log(text) print(text) end

        Account.checked = checked
        return Account
        """,
    "main.lua": """
        local Account = require("bank.account")
        local a = Account.new("me")
        a:deposit(1)
        local checked = Account.checked
        checked(2)
        local Savings = setmetatable({}, { __index = Account })
        function Savings:deposit(amount) Account.deposit(self, amount); self:log("x") end
        unknown:deposit(1)
        """,
}


def test_members_of_tables_are_found_through_modules_and_metatables(project: Path) -> None:
    engine = make(project, BANK)
    assert uses(engine, "bank/account.lua:Account/log") == ["bank/account.lua:14 call exact", "main.lua:7 call exact"]
    assert uses(engine, "bank/account.lua:Account/new") == ["main.lua:2 call exact"]
    assert uses(engine, "bank/account.lua:Account/deposit") == [
        "main.lua:3 call inferred",
        "main.lua:7 call exact",
        "main.lua:8 call name",
    ]


def test_a_module_is_known_by_the_name_that_it_is_given(project: Path) -> None:
    files = {
        **BANK,
        "other.lua": "local acc = require 'bank.account'\nprint(acc.new)\nlocal Account = 1\nprint(Account)\n",
    }
    found = uses(make(project, files), "bank/account.lua:Account")
    assert "other.lua:2 read exact" in found
    assert "other.lua:4 read exact" not in found


def test_a_local_function_is_found_behind_the_members_that_hold_it(project: Path) -> None:
    assert uses(make(project, BANK), "bank/account.lua:checked") == [
        "bank/account.lua:13 call exact",
        "bank/account.lua:19 write inferred",
        "bank/account.lua:19 read exact",
        "main.lua:4 write inferred",
        "main.lua:4 read inferred",
        "main.lua:5 call inferred",
    ]


def test_a_local_name_is_seen_behind_its_declaration_and_hides_the_one_before(project: Path) -> None:
    engine = make(
        project,
        {
            "a.lua": """
                function run() end
                run()
                local run = run
                run()
                local function run() run() end
                run()
                """
        },
    )
    assert uses(engine, "a.lua:run[0]") == [
        "a.lua:2 call exact",
        "a.lua:3 write exact",
        "a.lua:3 read exact",
        "a.lua:4 call exact",
    ]
    assert uses(engine, "a.lua:run[2]") == ["a.lua:5 call exact", "a.lua:6 call exact"]


def test_globals_are_seen_in_all_files(project: Path) -> None:
    engine = make(
        project,
        {"a.lua": "function shout() end\n", "b.lua": "shout()\n_G.shout()\n", "c.lua": "local shout\nshout()\n"},
    )
    assert uses(engine, "a.lua:shout") == ["b.lua:1 call inferred", "b.lua:2 call inferred"]


def test_modules_are_files_below_any_root_and_init(project: Path) -> None:
    engine = make(
        project,
        {
            "lua/plug/init.lua": "local M = {}\nfunction M.setup() end\nreturn M\n",
            "src/util.lua": "return { trim = function(s) return s end }\n",
            "plugin/use.lua": "require('plug').setup()\nlocal ok, util = pcall(require, 'util')\nutil.trim('x')\n",
        },
    )
    assert uses(engine, "lua/plug/init.lua:M/setup") == ["plugin/use.lua:1 call exact"]
    assert uses(engine, "src/util.lua:trim") == ["plugin/use.lua:3 call exact"]


def test_a_class_that_a_call_makes_has_what_it_is_given_and_likely_what_its_base_has(project: Path) -> None:
    engine = make(
        project,
        {
            "a.lua": """
                local class = require "class"
                local Animal = class()
                function Animal:speak() end
                local Dog = class(Animal)
                function Dog:bark() self:speak() end
                local rex = Dog()
                rex:bark()
                rex:speak()
                """
        },
    )
    assert uses(engine, "a.lua:Animal/speak") == ["a.lua:5 call inferred", "a.lua:8 call inferred"]
    assert uses(engine, "a.lua:Dog/bark") == ["a.lua:7 call inferred"]


def test_what_calling_a_table_gives_is_said_by_its_metatable(project: Path) -> None:
    engine = make(
        project,
        {
            "a.lua": """
                local Point = {}
                Point.__index = Point
                function Point:norm() end
                setmetatable(Point, { __call = function(_, x) return setmetatable({ x = x }, Point) end })
                local p = Point(1)
                p:norm()
                """
        },
    )
    assert uses(engine, "a.lua:Point/norm") == ["a.lua:6 call inferred"]


def test_types_in_comments_are_declarations(project: Path) -> None:
    engine = make(
        project,
        {
            "shape.lua": """
                ---@class Shape
                ---@field parent Shape
                local Shape = {}
                ---@return Shape?
                function Shape:next() end
                function Shape:area() end
                return Shape
                """,
            "use.lua": """
                ---@param s Shape
                local function show(s) s:area(); s.parent:area(); s:next():area() end
                """,
        },
    )
    assert uses(engine, "shape.lua:Shape/area") == ["use.lua:2 call inferred"] * 3


def test_members_added_to_the_library_are_found_on_its_values(project: Path) -> None:
    engine = make(project, {"a.lua": "function string.trim(s) end\n", "b.lua": "('x'):trim()\nstring.trim('x')\n"})
    assert uses(engine, "a.lua:string/trim") == ["b.lua:1 call inferred", "b.lua:2 call inferred"]


def test_a_bare_name_is_no_member_for_being_the_only_one_of_its_name(project: Path) -> None:
    engine = make(
        project, {"a.lua": "local M = {}\nfunction M.prepare() end\nreturn M\n", "b.lua": "prepare()\nx.prepare()\n"}
    )
    assert uses(engine, "a.lua:M/prepare") == ["b.lua:2 call inferred", "b.lua:1 call name"]


def test_a_variable_of_which_only_a_part_is_known_ends_no_search(project: Path) -> None:
    engine = make(
        project,
        {
            "a.lua": """
                local M = {}
                function M:walk() end
                function M:rest() end
                local N = { walk = function() end }
                local function f(node) if x then node = "text" end; node:walk() end
                """
        },
    )
    assert uses(engine, "a.lua:M/walk") == ["a.lua:5 call name"]
