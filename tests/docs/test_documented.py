"""Every command, option, setting, capture and error is documented, and nothing that is documented is missing."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from codeintel.cli.arguments import COMMANDS, build_parser
from codeintel.engine import errors
from codeintel.engine.facts import FLAGS, KINDS
from codeintel.engine.languages import load_registry
from codeintel.engine.settings import SETTINGS_HELP, Settings

TOP = Path(__file__).parent.parent.parent
README = (TOP / "README.md").read_text(encoding="utf-8")
QUERIES = (TOP / "queries" / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_each_command_is_in_the_readme_and_explains_itself(name: str) -> None:
    assert re.search(rf"^\| `{name}\b", README, re.MULTILINE)
    help_text = build_parser([name]).format_help()
    assert COMMANDS[name].summary in " ".join(help_text.split())


def test_the_readme_lists_no_command_that_is_not_there() -> None:
    table = README[README.index("| command |") : README.index("### Name paths")]
    assert set(re.findall(r"^\| `([a-z-]+)", table, re.MULTILINE)) == set(COMMANDS)


def test_settings_are_documented() -> None:
    assert set(SETTINGS_HELP) == set(Settings._fields)
    for name in SETTINGS_HELP:
        default = Settings._field_defaults[name]
        shown = str(list(default) if isinstance(default, tuple) else default)
        assert f"| `{name}` | `{shown}` |" in README


def test_each_language_is_in_the_readme() -> None:
    titles = {
        "cpp": "C++",
        "csharp": "C#",
        "php": "PHP",
        "protobuf": "Protocol Buffers",
        "tsx": "TSX",
        "typescript": "TypeScript",
        "javascript": "JavaScript",
    }
    for name in load_registry().languages:
        assert titles.get(name, name.capitalize()) in README


def test_how_sure_references_are_is_in_the_readme() -> None:
    table = README[README.index("| language | references |") :]
    stated = dict(re.findall(r"^\| ([a-z, ]+) \| (.+) \|$", table[: table.index("\n\n")], re.MULTILINE))
    assert stated.pop("language") == "references"
    by_name = {name: text for names, text in stated.items() for name in names.split(", ")}
    languages = load_registry().languages
    assert by_name == {name: language.links for name, language in languages.items() if language.links}
    assert all(languages[name].semantics for name in by_name)


def test_captures_kinds_flags_and_keys_are_documented() -> None:
    from codeintel.engine import language_patterns

    for capture in {
        c for group in language_patterns.CAPTURES.values() for c in group if not c.startswith("definition.")
    }:
        assert f"`@{capture}`" in QUERIES, capture
    for kind in KINDS:
        assert f"`{kind}`" in QUERIES, kind
    for flag in FLAGS:
        assert flag in (TOP / "engine" / "facts.py").read_text(encoding="utf-8")
    example = tomllib.loads(QUERIES[QUERIES.index("```toml") + 7 : QUERIES.index("```", QUERIES.index("```toml") + 7)])
    keys = {f"{table}.{key}" for table, values in example.items() if isinstance(values, dict) for key in values}
    for language in load_registry().languages.values():
        data = tomllib.loads((Path(language.folder) / "language.toml").read_text(encoding="utf-8"))
        for table, values in data.items():
            if isinstance(values, dict) and table not in ("flags", "content"):
                assert {f"{table}.{key}" for key in values} <= keys, language.name
            elif not isinstance(values, dict):
                assert table in example, f"{language.name}: {table}"


def test_what_routes_are_told_by_is_documented() -> None:
    from codeintel.engine.routes import rules

    routes = QUERIES[QUERIES.index("## routes.scm") : QUERIES.index("## inherits")]
    for capture in rules.CAPTURES:
        assert f"`@{capture}`" in routes, capture
    for keys in rules.KEYS.values():
        for key in keys - {"syntax", "frameworks", "rules", "expansions"}:
            assert f"`{key}`" in routes, key


def test_each_error_is_in_the_tree_at_the_top_of_its_module() -> None:
    assert errors.__doc__
    for name in errors.__all__:
        assert name in errors.__doc__
