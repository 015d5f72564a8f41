"""What is new stands where the symbol stands that was named; what stays keeps its place and its value."""

from __future__ import annotations

from pathlib import Path

import pytest
from editing import check, refused

from codeintel.engine.edit.check import EmptyBlock
from codeintel.engine.errors import Refused

ELSE = "if x:\n    y = 1\nelse: z = 2\nw = 3\n"
WITH = "with open('f') as f: x = 1\nw = 3\n"
PHP_IF = "<?php\nif ($a) function y() {}\nconst W = 1;\n"
TYPES = "typedef struct { int a; } Pt, *PtP;\nint w;\n"
THEN = "if a; then\n  b() { :; }\nelif c; then\n  d\nfi\n"
MODIFIER = "B = 1 if a\nW = 3\n"
BASH_OR = "a || b() { :; }\nw=3\n"


@pytest.mark.parametrize(
    ("name", "before", "symbol", "text", "after"),
    [
        ("m.py", ELSE, "z", "q = 9", ELSE.replace("z = 2", "z = 2; q = 9")),
        ("m.py", WITH, "x", "q = 9", WITH.replace("x = 1", "x = 1; q = 9")),
        ("m.c", TYPES, "PtP", "*PtQ", TYPES.replace("*PtP", "*PtP, *PtQ")),
        ("m.c", TYPES, "PtP", "int q;", TYPES.replace("*PtP;", "*PtP;\nint q;")),
        ("m.c", "int a, b;\nint c;\n", "a", "int q;", "int a, b;\nint q;\nint c;\n"),
        ("m.rb", "if a then B = 1 end\n", "B", "Q = 2", "if a then B = 1; Q = 2 end\n"),
        ("m.rb", MODIFIER, "B", "Q = 2", MODIFIER.replace("if a\n", "if a\nQ = 2\n")),
        ("m.js", "if (a) { function y() {} }\n", "y", "f()", "if (a) { function y() {} f() }\n"),
        ("m.sh", "if a; then b() { :; }; fi\n", "b", "q() { :; }", "if a; then b() { :; }; q() { :; }; fi\n"),
    ],
)
def test_what_follows_is_in_the_same_block(
    name: str, before: str, symbol: str, text: str, after: str, project: Path
) -> None:
    check(project, {name: before}, lambda e: e.insert_after(symbol, text), {name: after})


@pytest.mark.parametrize(
    ("name", "before", "symbol", "text"),
    [
        ("m.py", ELSE, "z", "def q():\n    pass"),
        ("m.php", PHP_IF, "y", "function q() {}"),
        ("m.sh", BASH_OR, "b", "q=2"),
    ],
)
def test_no_text_lands_behind_a_block_of_one_line(
    name: str, before: str, symbol: str, text: str, project: Path
) -> None:
    refused(project, {name: before}, lambda e: e.insert_after(symbol, text), Refused)


@pytest.mark.parametrize(("name", "before", "text"), [("m.php", PHP_IF, "function q() {}"), ("m.sh", BASH_OR, "q=2")])
def test_no_text_takes_the_place_behind_a_condition(name: str, before: str, text: str, project: Path) -> None:
    refused(project, {name: before}, lambda e: e.insert_before("b" if name == "m.sh" else "y", text), Refused)


@pytest.mark.parametrize(
    ("name", "before", "symbol", "text"),
    [
        ("m.py", ELSE, "z", "z = 2\nq = 9"),
        ("m.php", PHP_IF, "y", "function y() {}\nfunction q() {}"),
    ],
)
def test_a_new_text_stays_in_its_block(name: str, before: str, symbol: str, text: str, project: Path) -> None:
    refused(project, {name: before}, lambda e: e.replace(symbol, text), Refused)


CASE = "case $MODE in\n  fast) b() { :; } ;;\nesac\n"


def test_what_ends_a_case_is_no_end_of_a_statement(project: Path) -> None:
    after = {"m.sh": CASE.replace("} ;;", "}; q=2 ;;")}
    check(project, {"m.sh": CASE}, lambda e: e.insert_after("b", "q=2"), after)
    check(project, {"m.sh": CASE}, lambda e: e.delete("b"), {"m.sh": CASE.replace("b() { :; } ;;", ";;")})


def test_a_declarator_keeps_its_type(project: Path) -> None:
    before = "struct { int x; } one, *other;\n"
    after = {"m.c": before.replace("*other", "*more, *other")}
    check(project, {"m.c": before}, lambda e: e.insert_before("other", "*more;"), after)
    alone = "enum mode { READ, WRITE } kept = READ;\n"
    after = {"m.c": alone.replace("kept", "more = READ, kept")}
    check(project, {"m.c": alone}, lambda e: e.insert_before("kept", "more = READ;"), after)


def test_own_text_changes_nothing(project: Path) -> None:
    ruby = "class A\n  def z; end\n\n=begin\nWords.\n=end\n  def documented; end\nend\n"
    text = "=begin\nWords.\n=end\n  def documented; end"
    check(project, {"m.rb": ruby}, lambda e: e.replace("documented", text), {})
    shell = "f() (\n  cd /tmp\n)\n"
    check(project, {"m.sh": shell}, lambda e: e.replace("f", "(\n  cd /tmp\n)", body=True), {})
    check(
        project,
        {"m.sh": shell},
        lambda e: e.replace("f", "(\n  ls\n)", body=True),
        {"m.sh": shell.replace("cd /tmp", "ls")},
    )


def test_a_decorator_is_put_before_what_it_decorates(project: Path) -> None:
    check(
        project,
        {"m.py": ELSE + "def f():\n    pass\n"},
        lambda e: e.insert_before("f", "@dec"),
        {"m.py": ELSE + "@dec\ndef f():\n    pass\n"},
    )


def test_a_head_is_not_left_without_what_it_is_for(project: Path) -> None:
    before = "object O:\n  extension (c: Color) def show = c.hex\n"
    refused(project, {"m.scala": before}, lambda e: e.delete("show"), Refused)


JS = "function f() {\n  return 1;\n}\n\nfunction g() {}\n"


def test_a_body_does_not_end_before_its_text(project: Path) -> None:
    refused(project, {"m.js": JS}, lambda e: e.replace("f", "return 1;\n}\ng();\n{", body=True), Refused, "would end")
    refused(project, {"m.js": JS}, lambda e: e.replace_text("f", "return 1;", "return 1; } g(); {"), Refused)


@pytest.mark.parametrize(
    ("name", "before", "symbol"),
    [
        ("m.c", "int a, b;\nint c;\n", "b"),
        ("m.py", "a, b = 1, 2\n", "b"),
        ("m.js", "const [a, b] = x;\n", "a"),
        ("m.go", "package p\n\nvar a, b = 1, 2\n", "b"),
        ("m.cpp", "struct S { int a, b; };\n", "S/b"),
        ("m.swift", "let (a, b) = x\n", "a"),
    ],
)
def test_others_that_a_statement_defines_do_not_go_with_one(name: str, before: str, symbol: str, project: Path) -> None:
    refused(project, {name: before}, lambda e: e.delete(symbol), Refused, "as well")


def test_all_that_a_statement_defines_goes_if_forced(project: Path) -> None:
    before = {"m.c": "int a, b;\nint c;\n"}
    answer = check(project, before, lambda e: e.delete("b", force=True), {"m.c": "int c;\n"})
    assert answer.notes == ["a went with it: the same statement defined it"]


def test_a_value_for_two_is_not_left_to_one(project: Path) -> None:
    refused(project, {"m.rb": "A, B = 1, 2\n"}, lambda e: e.delete("A"), Refused)
    check(project, {"m.rb": "A, B = 1, 2\n"}, lambda e: e.delete("B"), {"m.rb": "A, = 1, 2\n"})


def test_all_that_a_statement_defines_is_in_its_new_text(project: Path) -> None:
    before = {"m.c": "int a, b;\nint c;\n"}
    refused(project, before, lambda e: e.replace("b", "int b = 2;"), Refused, "does not define a")
    check(project, before, lambda e: e.replace("b", "int a, b = 2;"), {"m.c": "int a, b = 2;\nint c;\n"})


def test_what_a_constructor_makes_of_its_parameters_goes_with_it(project: Path) -> None:
    before = "class A {\n  constructor(readonly name: string) {}\n}\n"
    new = "constructor(readonly title: string) {}"
    after = {"m.ts": before.replace("name", "title")}
    check(project, {"m.ts": before}, lambda e: e.replace("A/constructor", new), after)
    check(project, {"m.ts": before}, lambda e: e.delete("A/constructor", force=True), {"m.ts": "class A {\n}\n"})


def test_a_shell_block_is_not_left_empty(project: Path) -> None:
    check(project, {"m.sh": THEN}, lambda e: e.delete("b"), {"m.sh": THEN.replace("b() { :; }", ":")})
    last = "if a; then\n  d\nelif c; then\n  b() { :; }\nelse\n  e\nfi\n"
    check(project, {"m.sh": last}, lambda e: e.delete("b"), {"m.sh": last.replace("b() { :; }", ":")})
    body = "f() {\n  b\n}\n"
    refused(project, {"m.sh": body}, lambda e: e.replace("f", "", body=True), EmptyBlock)


IOTA = "package p\n\nconst (\n\tA = iota\n\tB\n\tC\n)\n"
SAME = "package p\n\nconst (\n\tA = 7\n\tB\n\tC\n)\n"


@pytest.mark.parametrize(("before", "symbol"), [(IOTA, "A"), (IOTA, "B"), (SAME, "A")])
def test_a_constant_on_which_others_depend_stays(before: str, symbol: str, project: Path) -> None:
    refused(project, {"m.go": before}, lambda e: e.delete(symbol), Refused, "value")


def test_the_last_of_counted_constants_may_go(project: Path) -> None:
    check(project, {"m.go": IOTA}, lambda e: e.delete("C"), {"m.go": IOTA.replace("\tC\n", "")})
    check(project, {"m.go": SAME}, lambda e: e.delete("B"), {"m.go": SAME.replace("\tB\n", "")})


def test_a_forced_deletion_says_whose_value_it_changes(project: Path) -> None:
    after = {"m.go": IOTA.replace("\tB\n", "")}
    answer = check(project, {"m.go": IOTA}, lambda e: e.delete("B", force=True), after)
    assert "C has another value" in answer.notes[0]


def test_what_is_put_among_counted_constants(project: Path) -> None:
    after = {"m.go": IOTA.replace("\tB\n", "\tB\n\tX\n")}
    answer = check(project, {"m.go": IOTA}, lambda e: e.insert_after("B", "X"), after)
    assert "C has another value" in answer.notes[0]
    refused(project, {"m.go": IOTA}, lambda e: e.insert_after("B", "X = 5"), Refused, "value")
    refused(project, {"m.go": IOTA}, lambda e: e.insert_before("A", "X"), Refused)


@pytest.mark.parametrize(("name", "end"), [("m.c", ";"), ("m.cpp", ";"), ("m.cs", ""), ("m.ts", "")])
def test_a_deletion_says_which_members_count_anew(name: str, end: str, project: Path) -> None:
    before = f"enum E {{\n    A,\n    B,\n    C = 9,\n    D,\n    F\n}}{end}\n"
    after = {name: before.replace("    A,\n", "")}
    answer = check(project, {name: before}, lambda e: e.delete("E/A"), after)
    assert answer.notes == ["B has another value now: it is counted from what stands before"]
