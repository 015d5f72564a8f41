"""Deep facts of a file of tables, locals and functions."""

from __future__ import annotations

from textwrap import dedent

import deep
from deep import bound

from codeintel.engine.deepfacts import DeepFacts
from codeintel.engine.deeppacking import pack, unpack


def facts(source: str) -> DeepFacts:
    return deep.facts("lua", dedent(source).lstrip())


def test_each_form_of_binding() -> None:
    found = facts(
        """
        local M, n = { size = 1, run = function() end }, 2
        shared = n
        function M:go(a, ...) local size = M.size end
        function plain() end
        local function own() end
        for i, v in pairs(M) do goto done end
        for k = 1, 2 do end
        ::done::
        repeat local last = 1 until last
        M.run = own
        M.own = own
        return M
        """,
    )
    assert bound(found) == [
        "block M class",
        "block n assign",
        "class size assign",
        "class run function",
        "module shared assign",
        "class go function",
        "function self parameter",
        "function a parameter",
        "function size alias",
        "module plain function",
        "block own function",
        "block i loop",
        "block v loop",
        "block k loop",
        "block label done assign",
        "block last assign",
        "class run assign",
        "class own alias",
        "module = alias",
    ]


def test_facts_survive_packing_and_broken_code() -> None:
    found = facts("local M = {\nfunction M.f( return M.\nend end local x = = 3\nM.g()")
    assert unpack(pack(found))[:6] == found[:6]
    assert "g" in found.occurrences


def test_every_name_of_code_is_an_occurrence_or_a_binding() -> None:
    source = 'local a = b.c["d"]:e(f, { g = h, [i] = -j })\nif k then l.m = #n .. o end\nwhile p do q = not r end\n'
    found = facts(source)
    names = {*found.occurrences, *(b.name for b in found.bindings)}
    assert {chr(code) for code in range(ord("a"), ord("s"))} <= names
    rows = found.occurrences.of("m")
    assert [(row.line, row.column, row.role) for row in rows] == [(1, 12, "write")]
