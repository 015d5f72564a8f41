"""Routes of small projects, one a framework: `samples/<framework>/` and beside it `<framework>.routes`, what is found.

A line is `METHOD pattern  handler  path:line  framework  certainty`, and below it each call that reaches it.
`UPDATE_EXPECT=1 pytest tests/routes` rewrites the expectations; review the diff.
"""

from __future__ import annotations

import os
import shutil
from contextlib import closing
from pathlib import Path

import pytest
import tree_sitter

from codeintel.engine.answers.routes import RoutesRequest
from codeintel.engine.index.decode import decode
from codeintel.engine.index.parse import tree_of
from codeintel.engine.languages import load_registry
from codeintel.engine.routes.extract import route_facts
from codeintel.engine.routes.load import load_rules
from codeintel.engine.service import Engine

SAMPLES = sorted(path for path in (Path(__file__).parent / "samples").iterdir() if path.is_dir())
FILES = [path for sample in SAMPLES for path in sorted(sample.rglob("*")) if path.is_file()]
REGISTRY = load_registry()
WITH_ROUTES = sorted(name for name, language in REGISTRY.languages.items() if load_rules(language) is not None)


def shown(engine: Engine, request: RoutesRequest) -> str:
    lines: list[str] = []
    for route in engine.routes(request).routes:
        place = f"{route.path}:{route.line}"
        lines.append(
            "  ".join(
                (f"{route.method} {route.pattern}", route.handler or "-", place, route.framework, route.certainty)
            )
        )
        lines += [f"    {call.path}:{call.line}  {call.enclosing or '-'}  {call.certainty}" for call in route.calls]
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda path: path.name)
def test_sample(sample: Path, project: Path) -> None:
    shutil.copytree(sample, project, dirs_exist_ok=True)
    with closing(Engine(str(project))) as engine:
        found = shown(engine, RoutesRequest())
        assert shown(engine, RoutesRequest()) == found
    with closing(Engine(str(project))) as again:  # from what is stored
        assert shown(again, RoutesRequest()) == found
    expected = sample.with_name(sample.name + ".routes")
    if os.environ.get("UPDATE_EXPECT"):
        expected.write_text(found, encoding="utf-8")
    assert found == expected.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", WITH_ROUTES)
def test_every_pattern_and_every_rule_is_hit_by_a_sample(name: str) -> None:
    language = REGISTRY.languages[name]
    rules = load_rules(language)
    assert rules is not None
    hit: set[int] = set()
    followed: set[int] = set()
    for path in FILES:
        raw = path.read_bytes()
        own = REGISTRY.language_of(path.name, raw)
        if own is None or own.family != language.family or name not in (os.path.basename(f) for f in own.folders):
            continue
        theirs = load_rules(own)  # of an heir: the patterns and rules of what it inherits come first
        assert theirs is not None
        source = decode(raw).source
        tree = tree_of(own, source)
        hit |= {index for index, _ in tree_sitter.QueryCursor(theirs.query).matches(tree.root_node)}
        facts = route_facts(own, theirs, source, tree, frozenset(theirs.frameworks))
        followed |= {fact.rule for fact in facts.facts}
    own_patterns, own_rules = _own(language.folder, name)
    patterns = len(rules.actions)
    assert {i for i in range(patterns) if i not in hit and i >= patterns - own_patterns} == set()
    missed = [rules.rules[i] for i in range(len(rules.rules) - own_rules, len(rules.rules)) if i not in followed]
    assert [(rule.framework, rule.is_, sorted(rule.calls | rule.marks)) for rule in missed] == []


def _own(folder: str, name: str) -> tuple[int, int]:
    """How many patterns and rules a language has besides those that it inherits."""
    import tomllib

    language = REGISTRY.languages[name]
    query, tables = Path(folder, "routes.scm"), Path(folder, "routes.toml")
    patterns = tree_sitter.Query(language.grammar, query.read_text() + "\n").pattern_count if query.exists() else 0
    frameworks = tomllib.loads(tables.read_text()).get("frameworks", []) if tables.exists() else []
    return int(patterns), sum(len(framework.get("rules", [])) for framework in frameworks)  # pyright: ignore[reportArgumentType]
