"""Every tool on the shop: what it says when it works, and a plain sentence when it does not."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import anyio
import pytest
from agents import agent, shop
from support import write

WORKS: list[tuple[str, dict[str, Any], list[str]]] = [
    ("get_symbols_overview", {"relative_path": "shop/prices.py"}, ["class Discount", "def apply"]),
    ("get_symbols_overview", {"relative_path": "shop/prices.py", "depth": 0}, ["class Discount"]),
    ("get_symbols_overview", {"relative_path": ""}, ["shop/cart.py", "tests/test_cart.py"]),
    ("find_symbol", {"name_path_pattern": "Discount/apply"}, ["shop/prices.py", "def apply(self, price: float)"]),
    ("find_symbol", {"name_path_pattern": "app", "substring_matching": True}, ["Discount/apply", "Seasonal/apply"]),
    ("find_symbol", {"name_path_pattern": "Cart", "depth": 1, "relative_path": "shop"}, ["Cart", "total"]),
    ("find_symbol", {"name_path_pattern": "*", "include_kinds": ["class"]}, ["Discount", "Cart"]),
    ("find_symbol", {"name_path_pattern": "nowhere"}, ["nothing is named 'nowhere'"]),
    ("find_symbol", {"name_path_pattern": "Discount/aply"}, ["did you mean", "Discount/apply"]),
    ("search_symbols", {"words": "total of a cart"}, ["Cart/total", "container: cart"]),
    ("search_symbols", {"words": "total", "relative_path": "shop", "include_kinds": ["method"]}, ["Cart/total"]),
    ("search_symbols", {"words": "total", "include_tests": True}, ["test_total"]),
    ("search_symbols", {"words": "totel"}, ["nothing is about 'totel'"]),
    ("get_repo_map", {}, ["shop/prices.py"]),
    ("get_repo_map", {"focus": ["shop/cart.py"]}, ["shop/prices.py"]),
    ("get_repo_map", {"focus": "xyzzyx"}, ["nothing to draw a map"]),
    ("explore", {"task": "how is the total of a cart computed"}, ["Cart/total", "gross"]),
    ("explore", {"task": "xyzzyx"}, ["nothing is about 'xyzzyx'"]),
    ("find_referencing_symbols", {"name_path": "gross"}, ["Cart/total", "2 exact"]),
    ("find_referencing_symbols", {"name_path": "gross", "relative_path": "shop/prices.py"}, ["Cart/total"]),
    ("find_referencing_symbols", {"name_path": "gross", "relative_path": "shop"}, ["Cart/total"]),
    ("find_implementations", {"name_path": "Discount"}, ["Seasonal"]),
    ("find_implementations", {"name_path": "Discount/apply"}, ["Seasonal/apply"]),
    ("find_declaration", {"relative_path": "shop/cart.py", "line": 12, "name": "gross"}, ["shop/prices.py:6", "gross"]),
    ("call_graph", {"name_path": "gross"}, ["Cart/total"]),
    ("call_graph", {"name_path": "Cart/total", "direction": "callees"}, ["gross"]),
    ("call_graph", {"name_path": "gross", "direction": "impact"}, ["test_total", "Cart/total"]),
    ("call_graph", {"name_path": "test_total", "direction": "trace", "to": "gross"}, ["Cart/total"]),
    ("get_changes", {}, ["0 symbols changed"]),
    ("get_routes", {}, ["no route is registered"]),
    ("get_routes", {"pattern": "/users/7", "method": "GET"}, ["no route is like that"]),
    ("get_status", {}, ["4 files", "python"]),
    ("activate_project", {}, ["project is the current project"]),
    ("rename_symbol", {"name_path": "Seasonal", "new_name": "Winter", "dry_run": True}, ["+class Winter"]),
    ("insert_before_symbol", {"name_path": "gross", "body": "A = 1", "dry_run": True}, ["+A = 1"]),
    ("insert_after_symbol", {"name_path": "gross", "body": "A = 1", "dry_run": True}, ["+A = 1"]),
    ("replace_symbol_body", {"name_path": "VAT", "body": "VAT = 0.19", "dry_run": True}, ["-VAT = 0.2", "+VAT = 0.19"]),
    (
        "replace_in_symbol",
        {"name_path": "gross", "old": "1 +", "new": "2 +", "dry_run": True},
        ["+    return net * (2 +"],
    ),
    ("safe_delete_symbol", {"name_path": "Seasonal", "dry_run": True}, ["-class Seasonal"]),
    (
        "move_symbol",
        {"name_path": "Seasonal", "target_path": "shop/cart.py", "dry_run": True},
        ["+class Seasonal"],
    ),
    # What other servers call the same, and what agents write when they guess.
    ("find_symbol", {"name_path": "Cart"}, ["shop/cart.py"]),
    ("find_symbol", {"name_path_pattern": "Cart", "depth": "1", "include_body": "true"}, ["def total", "Cart"]),
    ("find_symbol", {"name_path_pattern": "Cart", "include_kinds": [5], "exclude_kinds": [6]}, ["class"]),
    ("find_symbol", {"name_path_pattern": "Cart", "include_kinds": "class"}, ["Cart"]),
    ("find_symbol", {"name_path_pattern": "Cart", "include_kinds": '["class"]', "relative_path": None}, ["Cart"]),
    ("find_symbol", {"name_path_pattern": "Cart", "max_answer_chars": -1, "search_deps": False}, ["Cart"]),
    ("find_symbol", {"name_path_pattern": "shop.cart.Cart.total", "relative_path": "."}, ["Cart/total"]),
    ("find_symbol", {"name_path_pattern": "Ünïcode/方法"}, ["nothing is named"]),
    ("find_symbol", {"name_path_pattern": "Cart", "depth": 10**9}, ["Cart"]),
    (
        "insert_after_symbol",
        {"name_path": "gross", "body": "A = 1\n" * 50, "dry_run": True, "max_answer_chars": 900},
        ["@@"],
    ),
]
FAILS: list[tuple[str, dict[str, Any], str]] = [
    ("find_symbol", {}, "find_symbol needs name_path_pattern"),
    ("find_symbol", {"name_path_pattern": None}, "find_symbol needs name_path_pattern"),
    ("find_symbol", {"name_path_pattern": 5}, "name_path_pattern cannot be 5"),
    ("find_symbol", {"name_path_pattern": ["a"]}, "name_path_pattern cannot be a list"),
    ("find_symbol", {"name_path_pattern": {"a": 1}}, "name_path_pattern cannot be a dict"),
    ("find_symbol", {"name_path_pattern": "a", "depth": "deep"}, "depth cannot be 'deep'"),
    ("find_symbol", {"name_path_pattern": "a", "depth": True}, "depth cannot be True"),
    ("find_symbol", {"name_path_pattern": "a", "depth": 1.5}, "depth cannot be 1.5"),
    ("find_symbol", {"name_path_pattern": "a", "depth": -1}, "depth cannot be -1"),
    ("find_symbol", {"name_path_pattern": "a", "depth": 10**30}, "depth cannot be 1000"),
    ("find_symbol", {"name_path_pattern": "a", "include_body": "perhaps"}, "include_body cannot be 'perhaps'"),
    ("find_symbol", {"name_path_pattern": "a", "include_kinds": ["klass"]}, "there is no kind 'klass'"),
    ("find_symbol", {"name_path_pattern": "a", "include_kinds": [99]}, "include_kinds cannot be a list"),
    ("find_symbol", {"name_path_pattern": "a", "include_kinds": {"a": 1}}, "include_kinds cannot be a dict"),
    ("find_symbol", {"name_path_pattern": "a", "relative_pth": "b"}, "Did you mean relative_path?"),
    ("find_symbol", {"name_path_pattern": "a", "x" * 5000: 1}, "has no parameter"),
    ("find_symbol", {"name_path_pattern": ""}, "The name path is empty"),
    ("find_symbol", {"name_path_pattern": "a//b"}, "a//b"),
    ("find_symbol", {"name_path_pattern": "x" * 100_000}, "name_path_pattern has 100000 characters"),
    ("find_symbol", {"name_path_pattern": "a\0b"}, "null character"),
    ("find_symbol", {"name_path_pattern": "a", "relative_path": "../other"}, "outside of the project"),
    ("find_symbol", {"name_path_pattern": "a", "relative_path": "nowhere.py"}, "there is no nowhere.py"),
    ("find_symbol", {"name_path_pattern": "a", "project": "other"}, "there is no known project 'other'"),
    ("get_symbols_overview", {"relative_path": "/etc/passwd"}, "outside of the project"),
    ("get_symbols_overview", {"relative_path": "notes.txt"}, "is not indexed"),
    ("find_referencing_symbols", {"name_path": "apply"}, "'apply' matches 2 symbols"),
    ("find_referencing_symbols", {"name_path": "nowhere"}, "no symbol matches 'nowhere'"),
    ("find_declaration", {"relative_path": "shop/cart.py", "line": 0, "name": "gross"}, "is no place"),
    ("find_declaration", {"relative_path": "shop/cart.py", "line": 1, "name": "a b"}, "'a b' is no name"),
    ("call_graph", {"name_path": "gross", "direction": "up"}, "direction cannot be 'up'"),
    ("call_graph", {"name_path": "gross", "direction": "trace"}, "a trace needs to"),
    ("get_changes", {"revision": "--output=/tmp/x"}, "is no revision"),
    ("get_symbols_overview", {"relative_path": "nope.py"}, "The outline of"),
    ("get_changes", {"revision": "nonsense"}, "git knows no revision 'nonsense'"),
    ("get_more", {"cursor": "c99"}, "there is no cursor 'c99'"),
    ("replace_symbol_body", {"name_path": "gross", "body": ""}, "the new text is empty"),
    ("replace_symbol_body", {"name_path": "gross", "body": "x" * 1_000_001}, "body has 1000001 characters"),
    ("replace_symbol_body", {"name_path": "gross", "body": "def gross(:"}, "Nothing was written"),
    ("replace_symbol_body", {"name_path": "gross", "body": "def gross(): return '\ud800'"}, "no valid Unicode"),
    ("insert_after_symbol", {"name_path": "nowhere", "body": "A = 1"}, "no symbol matches 'nowhere'"),
    ("rename_symbol", {"name_path": "gross", "new_name": "for"}, "is a keyword"),
    ("rename_symbol", {"name_path": "gross"}, "rename_symbol needs new_name"),
    ("safe_delete_symbol", {"name_path": "gross"}, "may still be used"),
    ("move_symbol", {"name_path": "gross", "target_path": "../elsewhere.py"}, "leads out of the project"),
    ("undo_edit", {"edit": "nonsense"}, "nonsense"),
    ("undo_edit", {}, "there is no edit to take back"),
    ("activate_project", {"project": "elsewhere"}, "there is no known project 'elsewhere'"),
    ("activate_project", {"project": "/nowhere/at/all"}, "there is no known project"),
    ("run_shell", {"command": "ls"}, "there is no tool 'run_shell'"),
    ("x" * 5000, {}, "there is no tool"),
]


def test_every_tool_answers(project: Path) -> None:
    shop(project)

    async def session() -> None:
        async with agent(project, profile="full") as someone:
            for tool, arguments, expected in WORKS:
                text = await someone.ask(tool, **arguments)
                for words in expected:
                    assert words in text, f"{tool} {arguments}: {text}"

    anyio.run(session)


def test_every_fault_is_told_in_a_sentence(project: Path) -> None:
    shop(project)
    write(project, {"notes.txt": "words"})

    async def session() -> None:
        async with agent(project, profile="full") as someone:
            for tool, arguments, expected in FAILS:
                text = await someone.fails(tool, **arguments)
                assert expected in text, f"{tool} {arguments}: {text}"
                assert "Traceback" not in text
                assert "pydantic" not in text
                assert "bug" not in text
                assert len(text) < 5000

    anyio.run(session)
    assert {tool for tool, _, _ in FAILS} <= {tool for tool, _, _ in WORKS} | {
        "get_more",
        "move_symbol",
        "undo_edit",
        "run_shell",
        "x" * 5000,
    }


def test_a_fault_of_ours_is_told_without_a_traceback(
    project: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    from codeintel.mcp_adapter.calls import CALLS

    shop(project)

    def broken(*_: object) -> None:
        raise ZeroDivisionError("something of ours")

    monkeypatch.setitem(CALLS, "find_symbol", broken)

    async def session() -> None:
        async with agent(project) as someone:
            text = await someone.fails("find_symbol", name_path_pattern="x")
            assert text.startswith("this is a bug of codeintel: ZeroDivisionError")
            assert "Traceback" not in text

    anyio.run(session)
    assert "ZeroDivisionError" in capsys.readouterr().err
