"""Each language's queries against its samples: `<language>/<sample>` beside `<sample>.outline`, its expected outline.

A line of an outline is `name path  kind  first-last line  [flags]  signature  — doc`, a line of imports is
`import module name as alias`. `UPDATE_EXPECT=1 pytest tests/queries` rewrites the expectations; review the diff.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest
import tree_sitter

from codeintel.engine.facts import FileFacts, Import
from codeintel.engine.index.decode import decode
from codeintel.engine.index.imports import imports_of
from codeintel.engine.index.parse import facts_of, tree_of
from codeintel.engine.languages import Registry, load_registry

HERE = Path(__file__).parent
SAMPLES = sorted(p for p in HERE.glob("*/*") if p.suffix != ".outline" and p.parent.name != "__pycache__")


@pytest.fixture(scope="session")
def registry() -> Registry:
    return load_registry()


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda p: f"{p.parent.name}/{p.name}")
def test_sample(sample: Path, registry: Registry) -> None:
    raw = sample.read_bytes()
    language = registry.language_of(sample.name, raw)
    assert language is not None and language.name == sample.parent.name
    source = decode(raw).source
    found = print_outline(facts_of(language, raw), imports_of(language, source, tree_of(language, source)))
    expected = sample.with_name(sample.name + ".outline")
    if os.environ.get("UPDATE_EXPECT"):
        expected.write_text(found, encoding="utf-8")
    assert found == expected.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", sorted(load_registry().languages))
def test_every_pattern_is_hit_by_a_sample(name: str, registry: Registry) -> None:
    language = registry.languages[name]
    missed: list[str] = []
    for name_of_file, patterns in (("symbols.scm", language.symbols), ("imports.scm", language.imports)):
        query = patterns.query
        hit: set[int] = set()
        for sample in (s for s in SAMPLES if s.parent.name == name):
            tree = tree_sitter.Parser(language.grammar).parse(decode(sample.read_bytes()).source)
            hit |= {index for index, _ in tree_sitter.QueryCursor(query).matches(tree.root_node)}
        texts = [text for path, text in language.sources.items() if os.path.basename(path) == name_of_file]
        text = "\n".join(texts).encode()
        missed += [
            text[query.start_byte_for_pattern(i) : query.end_byte_for_pattern(i)].decode().strip()
            for i, role in enumerate(patterns.roles)
            if i not in hit and os.path.dirname(role.file) == language.folder  # inherited patterns have samples at home
        ]
    assert not missed


def print_outline(facts: FileFacts, imports: list[Import]) -> str:
    lines = [
        "  ".join(
            filter(
                None,
                (
                    s.name_path,
                    s.kind,
                    f"{s.start_line + 1}-{s.end_line + 1}",
                    f"[{s.flags}]" if s.flags else "",
                    s.signature,
                    f"— {s.doc}" if s.doc else "",
                ),
            )
        )
        for s in facts.symbols
    ]
    for imported in imports:
        words = ["import", imported.module, imported.name, f"as {imported.alias}" if imported.alias else ""]
        lines.append(" ".join(filter(None, [*words, "reexport" if imported.reexport else ""])))
    return "\n".join([*lines, "(syntax errors)" if facts.errors else ""]).rstrip("\n") + "\n"
