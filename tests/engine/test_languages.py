"""What a language inherits, and how its faults are told."""

from pathlib import Path

import pytest

from codeintel.engine.errors import BadSettings
from codeintel.engine.index.parse import facts_of
from codeintel.engine.languages import Registry, load_registry

BASE = {
    "language.toml": (
        'grammar = "python"\nsuffixes = [".base"]\n[kinds]\nconstants = "^[A-Z]+$"\n[flags]\ntest = "_test"\n'
    ),
    "symbols.scm": "(function_definition name: (identifier) @name) @definition.function\n",
}
HEIR = {
    "language.toml": 'grammar = "python"\nsuffixes = [".heir"]\ninherits = ["base"]\n[flags]\nasync = "async"\n',
    "symbols.scm": "(module (assignment left: (identifier) @name) @definition.variable)\n",
}


def _load(root: Path, languages: dict[str, dict[str, str]]) -> Registry:
    for name, files in languages.items():
        (root / name).mkdir(exist_ok=True)
        for file, text in files.items():
            (root / name / file).write_text(text)
    registry = load_registry([str(root)])
    for name in languages:
        registry.languages[name].check()
    return registry


def _symbols(registry: Registry, language: str, source: str) -> list[tuple[str, str, str]]:
    facts = facts_of(registry.languages[language], source.encode())
    return [(symbol.name, symbol.kind, symbol.flags) for symbol in facts.symbols]


def test_an_heir_has_the_queries_and_the_tables_of_its_base(tmp_path: Path) -> None:
    registry = _load(tmp_path, {"base": BASE, "heir": HEIR})
    source = "A = 1\nasync def a_test(): pass\n"
    assert _symbols(registry, "base", source) == [("a_test", "function", "test")]
    assert _symbols(registry, "heir", source) == [("A", "constant", ""), ("a_test", "function", "async test")]
    assert registry.languages["heir"].suffixes == (".heir",)


def test_its_own_keys_and_patterns_win(tmp_path: Path) -> None:
    heir = {
        "language.toml": HEIR["language.toml"] + 'test = "never"\n[kinds]\nconstants = "x"\n',
        "symbols.scm": HEIR["symbols.scm"] + "(function_definition name: (identifier) @name) @definition.event",
    }
    registry = _load(tmp_path, {"base": BASE, "heir": heir})
    assert _symbols(registry, "heir", "A = 1\ndef a_test(): pass\n") == [("A", "variable", ""), ("a_test", "event", "")]


def test_an_heir_needs_no_query_files(tmp_path: Path) -> None:
    registry = _load(tmp_path, {"base": BASE, "heir": {"language.toml": HEIR["language.toml"]}})
    assert _symbols(registry, "heir", "def f(): pass\n") == [("f", "function", "")]


def test_a_project_extends_a_bundled_language_of_the_same_name(tmp_path: Path) -> None:
    own = {
        "language.toml": 'suffixes = [".py"]\ninherits = ["python"]\n',
        "symbols.scm": "(call function: (identifier) @name) @definition.event\n",
    }
    registry = _load(tmp_path, {"python": own})
    assert _symbols(registry, "python", "go()\nclass A: pass\n") == [("go", "event", ""), ("A", "class", "")]


def test_the_fingerprint_changes_with_what_is_inherited_and_not_with_the_place(tmp_path: Path) -> None:
    prints: list[str] = []
    for number, text in enumerate(("", "", "; a comment\n")):
        root = tmp_path / str(number)
        root.mkdir()
        base = {**BASE, "symbols.scm": BASE["symbols.scm"] + text}
        prints.append(_load(root, {"base": base, "heir": HEIR}).languages["heir"].fingerprint)
    assert prints[0] == prints[1] != prints[2]


@pytest.mark.parametrize(
    ("name", "file", "text", "place"),
    [
        ("heir", "symbols.scm", "\n(module (_ name: (_) @nam) @scope)", "heir/symbols.scm:2: unknown cap"),
        ("base", "symbols.scm", "\n(module (_ name: (_) @nam) @scope)", "base/symbols.scm:2: unknown cap"),
        ("base", "symbols.scm", "\n\n(no_such_node) @scope", "base/symbols.scm:3: Invalid node type"),
        ("base", "language.toml", "\n[kinds]\nconstants = 3", "base/language.toml:3: constants must be"),
        ("base", "language.toml", "\n[kinds]\nconstant = 'x'", "base/language.toml:3: unknown key [kinds] constant"),
        ("heir", "language.toml", "inherits = ['base']\nconstant = 'x'", "heir/language.toml:2: unknown key constant"),
        ("heir", "language.toml", "\ninherits = ['nowhere']", "heir/language.toml:2: there is no language 'nowhere'"),
        ("heir", "language.toml", "\ninherits = 'base'", "heir/language.toml:2: inherits must be"),
        ("base", "language.toml", "\ninherits = ['heir']", "there is no language "),
    ],
)
def test_a_fault_names_the_file_that_has_it(tmp_path: Path, name: str, file: str, text: str, place: str) -> None:
    languages = {"base": dict(BASE), "heir": dict(HEIR)}
    languages[name][file] = text
    with pytest.raises(BadSettings) as error:
        _load(tmp_path, languages)
    assert place in str(error.value).replace("\\", "/")
