"""The evaluation of concept search: its queries, its kept ranks, what the README says of them; and a run on a small project."""

from __future__ import annotations

import os
import re
from collections import Counter
from pathlib import Path

import pytest
from support import write

from benchmarks import concepts, mentions
from benchmarks.concepts import GREP, OURS, Query, Ranks, load_queries, load_ranks, summary

README = Path(__file__).parent.parent.parent / "benchmarks" / "README.md"
BLOCK = re.compile(
    r"(?<=<!-- concepts: kept true by tests/benchmarks/test_concept_queries.py -->\n```\n).*?(?=```)", re.DOTALL
)


def test_there_are_enough_queries_and_none_twice() -> None:
    queries = load_queries()
    halves = Counter(query.half for query in queries)
    assert min(halves["first"], halves["blind"]) >= 30
    assert len({query.project for query in queries}) >= 6
    assert len({query.words for query in queries}) == len(queries)
    assert all(query.expected for query in queries)


def test_every_query_has_its_ranks() -> None:
    ranks = load_ranks()
    assert [query.words for query in load_queries()] == list(ranks)
    assert all(OURS in row and GREP in row for row in ranks.values())


def test_the_readme_has_what_the_ranks_say() -> None:
    ranks = load_ranks()
    lines = "\n".join(summary({query: ranks[query.words] for query in load_queries()})) + "\n"
    text = README.read_text(encoding="utf-8")
    if os.environ.get("UPDATE_EXPECT"):
        README.write_text(BLOCK.sub(lambda _: lines, text), encoding="utf-8")
    else:
        assert lines in text


def test_concepts_are_found_better_than_by_grep_and_peers() -> None:
    """By a third at least, in each half: the kept ranks say so, and `--check` holds them against the program."""
    ranks = load_ranks()
    for half in ("first", "blind"):
        rows = [ranks[query.words] for query in load_queries() if query.half == half]
        scores = {side: sum(1 / row[side].first for row in rows if row[side].first) for side in concepts.SIDES}
        assert all(scores[OURS] >= scores[side] * 4 / 3 for side in concepts.SIDES if side != OURS)


def test_a_run_on_a_small_project(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    write(tmp_path, {"small/a.py": "def evict(keys):\n    '''Drop old keys.'''\n\n\ndef other():\n    pass\n"})
    queries = [Query("first", "small", "eviction of keys", ("a.py:evict",))]
    monkeypatch.setattr(concepts, "load_queries", lambda: queries)
    monkeypatch.setattr(concepts, "RANKS", tmp_path / "ranks.csv")
    command = ["--sources", str(tmp_path)]
    assert concepts.main([*command, "--write"]) == 0
    assert load_ranks() == {"eviction of keys": {OURS: Ranks(1, 1.0), GREP: Ranks(1, 1.0)}}
    assert concepts.main([*command, "--check"]) == 0
    (tmp_path / "small" / "a.py").write_text("def drop():\n    pass\n")
    assert concepts.main([*command, "--check"]) == 1
    assert "'eviction of keys'" in capsys.readouterr().out


def test_texts_are_looked_at(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    write(tmp_path, {"sources/small/a.py": "def evict_keys():\n    pass\n", "texts/one.txt": "evict_keys is slow"})
    questions = tmp_path / "mentions.toml"
    row = '[[text]]\nid = "{0}"\nurl = "u"\nproject = "small"\nnamed = ["a.py:evict_keys"]\n'
    questions.write_text(row.format("one") + row.format("two"))
    monkeypatch.setattr(mentions, "TEXTS", questions)
    assert mentions.main(["--sources", str(tmp_path / "sources"), "--texts", str(tmp_path / "texts"), "--show"]) == 0
    said = capsys.readouterr().out
    assert "found 1 of 1, wrong 0 of 1" in said
    assert "two                    no text: u" in said
    assert "all: found 100% of 1" in said
