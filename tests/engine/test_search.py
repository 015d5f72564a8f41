"""Concept search: what words find, in which order, with which reasons; and that it is fresh and the same every time."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from support import cli, commit, git, write

from codeintel.engine.answers.search import SearchRequest
from codeintel.engine.index.stems import stem, terms_of
from codeintel.engine.service import Engine

if TYPE_CHECKING:
    from pathlib import Path

SHOP = {
    "shop/db.py": '''\
class Connection:
    """An open line to the server."""

    def rollback(self):
        """Undo what was written since the last commit."""

    def commit(self):
        """Make everything since the last commit permanent."""


def execute_sql(conn, statement):
    """Run a statement on the database and
    give the rows of its result."""
    return conn.cursor.run(statement)


class HTTPServer2:
    def handle_request(self, req):
        return execute_sql(self.conn, req.sql)
''',
    "shop/cache.py": """\
def evict_expired_entries(now):
    return [key for key in STORE if is_stale(key, now)]


def is_stale(key, now):
    return STORE[key].until < now


class LRUCache:
    pass


STORE = {}
""",
    "shop/skiplist.py": "def insert(node):\n    pass\n",
    "tests/test_db.py": "def test_rollback_undo_commit():\n    connection_rollback_undo()\n",
    "vendor/lib/rollback.py": "def rollback_undo():\n    '''Undo by rollback.'''\n",
}


@pytest.fixture
def shop(project: Path) -> Engine:
    write(project, SHOP)
    return Engine(str(project))


def found(engine: Engine, words: str, **options: object) -> list[str]:
    answer = engine.search(SearchRequest(words, **options))  # type: ignore[arg-type]
    return [hit.node.id for hit in answer.symbols]


@pytest.mark.parametrize(
    ("words", "first"),
    [
        ("execute sql", "shop/db.py:execute_sql"),
        ("executing SQL statements", "shop/db.py:execute_sql"),  # stems
        ("rows of the result", "shop/db.py:execute_sql"),  # the second line of its doc
        ("undo", "shop/db.py:Connection/rollback"),
        ("http server", "shop/db.py:HTTPServer2"),  # case and digits
        ("handleRequest", "shop/db.py:HTTPServer2/handle_request"),
        ("handle req", "shop/db.py:HTTPServer2/handle_request"),  # an abbreviation
        ("evict expired", "shop/cache.py:evict_expired_entries"),
        ("eviction of expiring entries", "shop/cache.py:evict_expired_entries"),
        ("lru cache", "shop/cache.py:LRUCache"),
        ("lrucache", "shop/cache.py:LRUCache"),  # written together
        ("insert into skip list", "shop/skiplist.py:insert"),  # the path
    ],
)
def test_words_find_what_is_about_them(shop: Engine, words: str, first: str) -> None:
    assert found(shop, words)[0] == first


def test_each_hit_says_why(shop: Engine) -> None:
    hits = {hit.node.symbol.name_path: hit for hit in shop.search(SearchRequest("execute sql request")).symbols}
    assert hits["execute_sql"].why[0] == "name: execute sql"
    assert "used by HTTPServer2/handle_request" in hits["execute_sql"].why
    assert "text: execute sql" in hits["HTTPServer2/handle_request"].why
    assert hits["execute_sql"].score == 1.0 or hits["HTTPServer2/handle_request"].score == 1.0


def test_product_code_comes_before_tests_and_vendored_code(shop: Engine) -> None:
    ids = found(shop, "rollback undo")
    assert ids[0] == "shop/db.py:Connection/rollback"
    assert set(ids[1:]) >= {"tests/test_db.py:test_rollback_undo_commit", "vendor/lib/rollback.py:rollback_undo"}
    assert found(shop, "test rollback undo")[0].startswith("tests/")


def test_tests_are_welcome_when_asked_for(shop: Engine) -> None:
    def rank(tests: bool) -> float:
        hits = shop.search(SearchRequest("rollback undo commit", tests=tests)).symbols
        return next(hit.score for hit in hits if hit.node.path.startswith("tests/"))

    assert rank(tests=True) > rank(tests=False)


def test_kinds_and_folders_narrow(shop: Engine) -> None:
    assert found(shop, "rollback", kinds=frozenset({"method"})) == ["shop/db.py:Connection/rollback"]
    assert all(each.startswith("vendor/") for each in found(shop, "rollback", within="vendor"))
    assert found(shop, "rollback", within="shop/cache.py") == []


@pytest.mark.parametrize("words", ["", "  ", "?!", "…"])
def test_no_word_is_said(shop: Engine, words: str) -> None:
    answer = shop.search(SearchRequest(words))
    assert not answer.symbols
    assert answer.notes == ["there is no word to look for"]


def test_unknown_words_say_what_may_be_meant(shop: Engine) -> None:
    answer = shop.search(SearchRequest("rolback"))
    assert not answer.symbols
    assert "shop/db.py:Connection/rollback" in answer.suggestions
    partly = shop.search(SearchRequest("rollback xyzzyx"))
    assert partly.symbols
    assert partly.notes == ["no symbol has xyzzyx"]


def test_stop_words_count_where_there_are_no_others(project: Path) -> None:
    write(project, {"a.py": "def until_after(): ...\n\n\ndef other(): ...\n"})
    assert found(Engine(str(project)), "until after") == ["a.py:until_after"]


def test_words_of_other_alphabets(project: Path) -> None:
    write(project, {"a.py": "def größe_messen(): ...\n\n\ndef 距離を測る(): ...\n\n\nclass Ответ: ...\n"})
    engine = Engine(str(project))
    assert found(engine, "Größe")[0] == "a.py:größe_messen"
    assert found(engine, "距離を測る")[0] == "a.py:距離を測る"
    assert found(engine, "ответ")[0] == "a.py:Ответ"
    assert found(engine, "🦆") == []


def test_a_change_is_in_the_next_answer(shop: Engine) -> None:
    assert found(shop, "quicksort pivot") == []
    path = f"{shop.root}/shop/cache.py"
    with open(path, "a", encoding="utf-8") as file:
        file.write("\n\ndef choose_pivot(rows):\n    '''For quicksort.'''\n")
    assert found(shop, "quicksort pivot")[0] == "shop/cache.py:choose_pivot"
    write_again = SHOP["shop/cache.py"]
    with open(path, "w", encoding="utf-8") as file:
        file.write(write_again)
    assert found(shop, "quicksort pivot") == []


def test_the_answer_depends_on_the_project_alone(project: Path, tmp_path: Path) -> None:
    """Not on what else the index holds, nor on how its segments came to be."""
    write(project, SHOP)
    git(project, "init", "-q")
    commit(project)
    engine = Engine(str(project))
    scores = [[(hit.node.id, hit.score) for hit in engine.search(SearchRequest("undo rollback")).symbols]]
    for number in range(20):  # many small segments, and blobs that nobody has any more
        write(project, {f"extra{number}.py": f"def rollback_undo_{number}(): ...\n" * (number + 1)})
        found(engine, "undo rollback")
    for number in range(20):
        (project / f"extra{number}.py").unlink()
    scores.append([(hit.node.id, hit.score) for hit in engine.search(SearchRequest("undo rollback")).symbols])
    other = tmp_path / "other"
    git(project, "worktree", "add", "-q", str(other))
    write(other, {"more.py": "def undo_undo_rollback(): ...\n"})
    assert found(Engine(str(other)), "undo rollback")[0] == "more.py:undo_undo_rollback"
    scores.append(
        [(hit.node.id, hit.score) for hit in Engine(str(project)).search(SearchRequest("undo rollback")).symbols]
    )
    assert scores[0] == scores[1] == scores[2]


def test_a_forced_index_is_searched_anew(shop: Engine) -> None:
    before = found(shop, "execute sql")
    shop.index(force=True)
    assert found(shop, "execute sql") == before


def test_overloads_and_announcements_are_one_hit(project: Path) -> None:
    write(
        project,
        {
            "src/list.h": "/* Put a node into the list. */\nint list_insert(int node);\n",
            "src/list.c": '#include "list.h"\nint list_insert(int node) { return node; }\n',
        },
    )
    assert found(Engine(str(project)), "list insert node") == ["src/list.c:list_insert"]


@pytest.mark.parametrize(
    ("word", "like"),
    [
        ("expired", "expiration"),
        ("validate", "validator"),
        ("connections", "connect"),
        ("parser", "parsing"),
        ("cfg", "configurations"),
        ("ctx", "Context"),
        ("replicas", "slave"),
        ("hashing", "hasher"),
        ("policies", "policy"),
    ],
)
def test_forms_of_a_word_are_one_term(word: str, like: str) -> None:
    assert terms_of(word) == terms_of(like)


@pytest.mark.parametrize(
    ("word", "root"),
    [
        ("caresses", "caress"),
        ("hopping", "hop"),
        ("relational", "relat"),
        ("sky", "sky"),
        ("is", "is"),
        ("größe", "größe"),
    ],
)
def test_stems(word: str, root: str) -> None:
    assert stem(word) == root


def test_the_command(project: Path) -> None:
    write(project, SHOP)
    ran = cli("-C", project, "search", "undo", "rollback", "--limit", "2", "--json")
    assert ran.code == 0
    assert ran.json["symbols"][0]["id"] == "shop/db.py:Connection/rollback"
    assert ran.json["symbols"][0]["why"]
    assert ran.json["symbols"][0]["score"] == 1
    assert ran.json["more"] >= 1
    assert "shop/db.py:4  method  Connection/rollback" in cli("-C", project, "search", "undo").out
    nothing = cli("-C", project, "search", "rolback")
    assert nothing.code == 1
    assert "did you mean" in nothing.err
    assert cli("-C", project, "search", " ").code == 2
    assert cli("-C", project, "search", "x", "--kind", "nonsense").code == 2
    assert len(cli("-C", project, "search", "undo rollback commit", "--budget", "200").out) <= 400
