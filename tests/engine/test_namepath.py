"""Name paths: the table of cases, what the place rule decides, the other readings, and the round trips."""

import re
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from codeintel.engine.errors import BadPattern
from codeintel.engine.namepath import (
    Component,
    Pattern,
    module_fits,
    nearest,
    other_readings,
    parse_name_path,
    parse_pattern,
    place_fits,
    print_name_path,
)

# The table of cases. A cell with several paths is separated by `, `.
TABLE = r"""
| foo | foo | | yes |
| foo | bar/foo, path/to/foo | | yes |
| foo | foobar, bar/foobar | | no |
| foo/ | foo | | yes |
| /foo | foo | | yes |
| /foo | bar/foo, foo/bar | | no |
| foo | foobar, barfoo, bar/my_foobar_method | substring | yes |
| foo | bar/baz | substring | no |
| /foo | foobar, barfoobaz | substring | yes |
| /foo | bar/foo, bar/foobar | substring | no |
| bar/foo | bar/foo, mod/bar/foo | | yes |
| bar/foo | bar/foo/baz, foo, baz/foo, bar/otherfoo | | no |
| bar/foo | bar/foobar, mod/bar/bazfoo | substring | yes |
| bar/foo | baz/foobar | substring | no |
| ba/foo | bar/foo | substring | no |
| /bar/foo | bar/foo | | yes |
| /bar/foo | mod/bar/foo | | no |
| bar/foo | bar/foo[0], bar/foo[1], bar[0]/foo, bar[0]/foo[1] | | yes |
| bar/foo[1] | bar/foo[0] | | no |
| bar[0]/foo[1] | bar[0]/foo[1] | | yes |
| bar[0]/foo[1] | bar[1]/foo[0] | | no |
| foo[0] | foo | | yes |
| fo[1] | foo[1] | substring | yes |
| fo[1] | foo[0] | substring | no |
| operator[] | operator[] | | yes |
| operator[][0] | operator[], operator[][0] | | yes |
| arr\[0] | arr\[0], arr\[0][1] | | yes |
| a\/b | a\/b | | yes |
| Test*/test_* | TestUser/test_login | glob | yes |
| foo | Foo | | no |

| foo[1] | foo, foo[0] | | no |
| foo | foo[0], a/foo[12] | | yes |
| arr\[0] | arr, arr[0] | | no |
| arr[0] | arr\[0] | | no |
| a\/b | a/b, x/a/b | | no |
| b | a\/b, a\/b[0] | | no |
| a/b | a\/b | | no |
| foo | Foo, bar/FOO[1] | ignore_case | yes |
| A/STRASSE | a/straße | ignore_case | yes |
| A/oo | a/Foo | ignore_case substring | yes |
| A/oo | b/Foo | ignore_case substring | no |
| Foo/#inner | Foo/#inner | | yes |
| ~Crate | Crate/~Crate | | yes |
| foo? | foo? | | yes |
| foo? | foox | | no |
| foo? | foox | glob | yes |
| balance= | Ledger/balance= | | yes |
| Ledger/[] | Ledger/[], Ledger/[][1] | | yes |
| [][1] | Ledger/[][1] | | yes |
| \[1] | \[1], Keys/\[1][0] | | yes |
| operator* | V/operator* | | yes |
| operator* | V/operator*=, V/operator+ | | no |
| operator* | V/operator*=, V/operator* | glob | yes |
| operator() | V/operator() | | yes |
| operator<=> | V/operator<=>[1] | | yes |
| operator\/ | V/operator\/ | | yes |
| <anonymous>/f | <anonymous>[3]/f | | yes |
| describe("GET \/users") | describe("GET \/users") | | yes |
| exports.x | exports.x | | yes |
| Node.leaf | Node/Node.leaf | | yes |
| setX:y: | Foo/setX:y: | | yes |
| :root | :root | | yes |
| .btn:hover | .btn:hover | | yes |
| App\Models | App\\Models | | yes |
| App\\Models | App\\Models | | yes |
| ?* | foo, a/b[1], a\/b | glob | yes |
| a*c*e | x/abcde | glob | yes |
| a*c*e | abce/d | glob | no |
| /a* | ab | glob | yes |
| /a* | x/ab | glob | no |
| A?C | abc, x/aBc[1] | glob ignore_case | yes |
| o*r[1] | operator[1] | glob | yes |
| o*r[1] | operator[0] | glob | no |
| p?r | my_operator | glob substring | yes |
| fo[o] | foo | glob | no |
"""


def rows():
    for line in TABLE.strip().splitlines():
        if line:
            pattern, paths, options, match = (cell.strip() for cell in line.strip("|").split(" |"))
            for path in paths.split(", "):
                yield pattern, path, options, match == "yes"


@pytest.mark.parametrize(("text", "name_path", "options", "expected"), list(rows()))
def test_table_of_cases(text: str, name_path: str, options: str, expected: bool):
    pattern = parse_pattern(text, substring="substring" in options, ignore_case="ignore_case" in options)
    matches = pattern.matches_glob if "glob" in options else pattern.matches
    assert matches(name_path) is expected


@pytest.mark.parametrize(
    ("text", "place", "names"),
    [
        ("mod.py:Foo/bar", "mod.py", ["Foo", "bar"]),
        ("path/to/:a/b", "path/to/", ["a", "b"]),
        ("dir with space/x.py:a", "dir with space/x.py", ["a"]),
        ("a.py:Foo::bar", "a.py", ["Foo::bar"]),
        ("app/[id]/(group)/page.tsx:Page", "app/[id]/(group)/page.tsx", ["Page"]),
        ("odd:name.py:Foo", "odd:name.py", ["Foo"]),
        ("odd:dir/:Foo", "odd:dir/", ["Foo"]),
        ("lib.c++:Foo", "lib.c++", ["Foo"]),
        ("a.css:.btn:hover", "a.css", [".btn:hover"]),
        ("a.css::root", "a.css", [":root"]),
        ("./a.py:f", "./a.py", ["f"]),
        ("a.rb:Ledger/[]", "a.rb", ["Ledger", "[]"]),
        ("Foo::bar", None, ["Foo::bar"]),
        ("std::vector/operator[]", None, ["std::vector", "operator[]"]),
        ("setX:y:", None, ["setX:y:"]),
        (".btn:hover", None, [".btn:hover"]),
        ("Makefile:all", None, ["Makefile:all"]),
        ("bin/deploy:main", None, ["bin", "deploy:main"]),
        ("Step 1.5: go", None, ["Step 1.5: go"]),
        ("/src/a.py:Foo", None, ["src", "a.py:Foo"]),
        (r"a.btn\:hover", None, ["a.btn:hover"]),
        ('it("reads a.json: fine")', None, ['it("reads a.json: fine")']),
    ],
)
def test_place_rule(text: str, place: str | None, names: list[str]):
    pattern = parse_pattern(text)
    assert (pattern.place, [component.name for component in pattern.components]) == (place, names)


@pytest.mark.parametrize(
    "text",
    ["", "/", "//", "a//b", "//a", "a//", "[1]", "[0]/a", "a/[1]", "m.py:", "m.py:/", "d/:"],
)
def test_bad_patterns_say_what_is_wrong_and_what_to_do(text: str):
    with pytest.raises(BadPattern) as caught:
        parse_pattern(text)
    assert re.fullmatch(r"[^.].*\.", caught.value.message)
    assert caught.value.hint


def readings(text: str) -> list[str]:
    """Show each other reading as `place:module->path`."""
    return [
        (f"{reading.place}:" if reading.place else "")
        + (f"{'.'.join(reading.module)}->" if reading.module else "")
        + ("/" if reading.anchored else "")
        + print_name_path(reading.components)
        for reading in other_readings(text)
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("foo", []),
        ("Foo.bar", ["Foo/bar", "Foo->bar"]),
        ("Foo::bar", ["Foo/bar", "Foo->bar"]),
        ("Foo#bar", ["Foo/bar", "Foo->bar"]),
        ("Foo.bar[1]", ["Foo/bar[1]", "Foo->bar[1]"]),
        ("/Foo.bar", ["\\/Foo.bar", "/Foo/bar"]),
        ("Foo.#inner", ["Foo/#inner", "Foo->#inner"]),
        ("Foo/#inner", ["Foo\\/#inner"]),
        (r"exports\.x.y", ["exports.x/y", "exports.x->y"]),
        ("exports.x.y", ["exports/x/y", "exports.x/y", "exports/x.y", "exports->x/y", "exports.x->y"]),
        ("operator/", ["operator\\/"]),
        ("Foo/operator/", ["Foo/operator\\/", "Foo\\/operator\\/"]),
        ("V/operator/=", ["V/operator\\/=", "V\\/operator\\/="]),
        ("Makefile:all", ["Makefile:all", "Makefile/all", "Makefile->all"]),
        ("x.py:f", ["x.py\\:f", "x/py/f", "x.py/f", "x/py\\:f", "x->py/f", "x.py->f"]),
        ("a.py::Foo", ["a.py:Foo", "a.py\\::Foo", "a/py/Foo", "a.py/Foo", "a/py\\::Foo", "a->py/Foo", "a.py->Foo"]),
    ],
)
def test_other_readings_in_order(text: str, expected: list[str]):
    found = readings(text)
    assert [reading.replace("\\:", ":") for reading in found] == [reading.replace("\\:", ":") for reading in expected]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("pkg.mod.Foo.bar", "pkg.mod->Foo/bar"),
        ("pkg.mod.Foo/bar", "pkg.mod->Foo/bar"),
        ("pkg.mod:Foo", "pkg.mod->Foo"),
        (r"App\Models\User::save", "App.Models->User/save"),
        ("mod.py:Foo.bar", "mod.py:Foo/bar"),
        ("tests/test_a.py::TestA::test_b", "tests/test_a.py:TestA/test_b"),
        ("/work/a.py:Foo", "/work/a.py:Foo"),
        ("bin/deploy:main", "bin/deploy:main"),
        ("a.b:c.py:Foo", "a.b:c.py:Foo"),
        ("Account:deposit", "Account/deposit"),
        ("@media print/:root", "@media print/:root"),
        ('describe("GET /users/:id")', r'describe("GET \/users\/:id")'),
        ("Foo::~Foo", "Foo/~Foo"),
        ("Vector//", "Vector/\\/"),
    ],
)
def test_other_readings_include(text: str, wanted: str):
    assert wanted in [reading.replace("\\:", ":") for reading in readings(text)]


def test_other_readings_keep_the_options_and_never_repeat():
    found = list(other_readings("a.b::c/d:e#f", substring=True, ignore_case=True))
    assert all(reading.substring and reading.ignore_case for reading in found)
    assert len(found) == len(set(found))
    assert parse_pattern("a.b::c/d:e#f", substring=True, ignore_case=True) not in found


@pytest.mark.parametrize(
    ("place", "path", "expected"),
    [
        ("mod.py", "mod.py", True),
        ("mod.py", "pkg/mod.py", True),
        ("./mod.py", "pkg/mod.py", True),
        ("kg/mod.py", "pkg/mod.py", False),
        ("mod.py", "pkg/my_mod.py", False),
        ("mod.py", "mod.py/x.py", False),
        ("src/", "src/a/b.py", True),
        ("a/", "src/a/b.py", True),
        ("src/a/", "src/a/b.py", True),
        ("rc/a/", "src/a/b.py", False),
        ("src/b.py/", "src/b.py", False),
        ("./", "src/b.py", True),
    ],
)
def test_place_fits(place: str, path: str, expected: bool):
    assert place_fits(place, path) is expected


@pytest.mark.parametrize(
    ("module", "path", "expected"),
    [
        ("pkg.mod", "pkg/mod.py", True),
        ("pkg.mod", "src/pkg/mod.py", True),
        ("pkg.mod", "pkg/mod/__init__.py", True),
        ("pkg.mod", "pkg/mod/index.ts", True),
        ("pkg.mod", "src/main/java/pkg/mod/Foo.java", True),
        ("Acme.Core.Ledger", "src/Acme.Core/Ledger.cs", True),
        ("user.service", "app/user.service.ts", True),
        ("mod", "mod.py", True),
        ("script", "bin/script", True),
        ("pkg.mod", "pkg/mod/sub/x.py", False),
        ("pkg.mod", "mypkg/mod.py", False),
        ("pkg.mod", "pkg/module.py", False),
        ("pkg.mod", "mod.py", False),
        ("mod", "pkg/x.py", False),
    ],
)
def test_module_fits(module: str, path: str, expected: bool):
    assert module_fits(tuple(module.split(".")), path) is expected


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("foo", ["Foo", "foobar", "my_foo"]),
        ("getuser", ["getUser", "get_user", "get_user_by_id"]),
        ("validte", ["validate"]),
        ("zzzzzz", []),
        ("_", []),
    ],
)
def test_nearest(name: str, expected: list[str]):
    names = ["Foo", "foobar", "my_foo", "get_user", "getUser", "get_user_by_id", "validate", "unrelated"]
    assert nearest(name, names) == expected


def test_nearest_keeps_to_the_limit():
    assert nearest("item", [f"item{number}" for number in range(20)], limit=3) == ["item0", "item1", "item2"]


def test_last_and_has_glob():
    assert parse_pattern("a/b[2]").last == Component("b", 2)
    assert parse_pattern("a*/b").has_glob
    assert not parse_pattern("a/b").has_glob
    assert parse_pattern("a") == Pattern((Component("a"),))


def test_printing_escapes_what_would_be_misread():
    assert print_name_path([Component("a/b"), Component("c\\d"), Component("e[0]"), Component("f", 1)]) == (
        r"a\/b/c\\d/e\[0]/f[1]"
    )
    assert print_name_path([Component("a.btn:hover")]) == r"a.btn\:hover"
    assert print_name_path([Component("@media print"), Component(":root")]) == r"@media print/\:root"
    assert print_name_path([Component("Foo::bar"), Component("setX:y:")]) == "Foo::bar/setX:y:"


SPECIAL = st.sampled_from(
    ["\\", "/", "[", "]", "[0]", "[12]", ":", "::", ".", "a", "x.py", "\n", "é", "🦀", '"', " ", "#", "*", "?"],
)
NAMES = st.lists(SPECIAL, min_size=1, max_size=7).map("".join) | st.text(min_size=1)
PATHS = st.lists(st.builds(Component, NAMES, st.none() | st.integers(0, 10**9 - 1)), min_size=1, max_size=4).map(tuple)
FILES = st.sampled_from(["a.py", "src/pkg/mod.ts", "dir with space/x.h", "a/[id]/p.tsx", "odd:name.c", "lib/"])


@given(PATHS)
def test_printed_paths_are_read_back(components: tuple[Component, ...]):
    assert parse_name_path(print_name_path(components)) == components


@given(PATHS)
def test_a_printed_path_finds_itself(components: tuple[Component, ...]):
    printed = print_name_path(components)
    for text in (printed, f"/{printed}"):
        pattern = parse_pattern(text)
        assert pattern.components == components
        assert pattern.matches(printed)
        assert pattern.matches_glob(printed)
        assert pattern._replace(ignore_case=True).matches(printed)
        assert pattern._replace(substring=True).matches(printed)


@given(FILES, PATHS)
def test_a_printed_path_finds_itself_behind_its_file(file: str, components: tuple[Component, ...]):
    pattern = parse_pattern(f"{file}:{print_name_path(components)}")
    assert (pattern.place, pattern.components) == (file, components)


@given(PATHS, PATHS)
def test_an_anchored_printed_path_finds_nothing_else(wanted: tuple[Component, ...], other: tuple[Component, ...]):
    if [name for name, _ in wanted] != [name for name, _ in other]:
        assert not parse_pattern(f"/{print_name_path(wanted)}").matches(print_name_path(other))


@given(NAMES, PATHS)
def test_a_single_name_matches_exactly_the_paths_that_end_in_it(name: str, components: tuple[Component, ...]):
    pattern = Pattern((Component(name),))
    for symbol in (components, (*components, Component(name)), (*components, Component(name, 3))):
        assert pattern.matches(print_name_path(symbol)) is (symbol[-1].name == name)


@given(st.text() | st.lists(SPECIAL, max_size=9).map("".join))
def test_any_text_is_read_or_refused(text: str):
    try:
        parse_pattern(text)
    except BadPattern as refusal:
        assert refusal.hint  # noqa: PT017 - both outcomes are fine
    for reading in other_readings(text):
        reading.matches("a/b")
        reading.matches_glob("a/b")


def test_globs_cannot_be_slow():
    started = time.perf_counter()
    assert not parse_pattern("*a" * 30 + "b").matches_glob("a" * 3000)
    assert time.perf_counter() - started < 1
