"""Routes of small projects, one a framework: `samples/<framework>/` and beside it `<framework>.routes`, what is found.

A line is `METHOD pattern  handler  path:line  framework  certainty`, and below it each call that reaches it.
`UPDATE_EXPECT=1 pytest tests/routes` rewrites the expectations; review the diff.
"""

from __future__ import annotations

import os
import shutil
from contextlib import closing
from pathlib import Path
from textwrap import dedent

import pytest
import tree_sitter
from support import cli, write

from codeintel.engine.answers.routes import RoutesRequest
from codeintel.engine.errors import BadSettings
from codeintel.engine.index.decode import decode
from codeintel.engine.index.parse import tree_of
from codeintel.engine.languages import load_registry
from codeintel.engine.routes.extract import route_facts
from codeintel.engine.routes.kept import rules_of_view
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


# --- questions -----------------------------------------------------------------------------------------------------

SHOP = {
    "app.py": """\
        from flask import Flask
        from users import bp

        app = Flask(__name__)
        app.register_blueprint(bp, url_prefix="/users")


        @app.get("/")
        def home(): ...
        """,
    "users.py": """\
        from flask import Blueprint

        bp = Blueprint("users", __name__)


        @bp.route("/<int:number>", methods=["GET", "POST"])
        def one(number): ...
        """,
    "tests/test_app.py": """\
        from app import app


        @app.get("/of-a-test")
        def nothing(): ...


        def test_one(client):
            client.post("/users/7")
        """,
}


@pytest.fixture
def shop(project: Path) -> Path:
    write(project, {name: dedent(text) for name, text in SHOP.items()})
    return project


@pytest.mark.parametrize(
    ("request_", "found"),
    [
        (RoutesRequest("/users/7"), ["GET /users/<int:number>", "POST /users/<int:number>"]),
        (RoutesRequest("/users/7", method="post"), ["POST /users/<int:number>"]),
        (RoutesRequest("/u*"), ["GET /users/<int:number>", "POST /users/<int:number>"]),
        (RoutesRequest("int:"), ["GET /users/<int:number>", "POST /users/<int:number>"]),
        (RoutesRequest(within="app.py"), ["GET /"]),
        (RoutesRequest(within="tests"), ["GET /of-a-test"]),
        (RoutesRequest("/nothing/here"), []),
    ],
)
def test_a_question_is_narrowed(shop: Path, request_: RoutesRequest, found: list[str]) -> None:
    with closing(Engine(str(shop))) as engine:
        assert [f"{route.method} {route.pattern}" for route in engine.routes(request_).routes] == found


def test_every_change_is_in_the_answer(shop: Path) -> None:
    with closing(Engine(str(shop))) as engine:
        assert len(engine.routes(RoutesRequest("users")).routes) == 2
        app = shop / "app.py"
        app.write_text(app.read_text().replace('"/users"', '"/people"'))
        answer = engine.routes(RoutesRequest("people"))
        assert [route.handler for route in answer.routes] == ["users.py:one", "users.py:one"]
        assert answer.notes == ["1 route that tests register is left out; ask for their folder to see them"]
        (shop / "users.py").unlink()
        assert engine.routes(RoutesRequest("people")).routes == []


def test_a_first_index_makes_no_facts_of_routes_and_a_question_makes_them_once(shop: Path) -> None:
    with closing(Engine(str(shop))) as engine:
        engine.index(links=True)
        view = engine._opened()
        versions = [rules.version for rules in rules_of_view(view).values()]
        assert view.store.route_facts(view.row.id, versions) == []
        engine.routes(RoutesRequest())
        rows = dict(view.store.route_facts(view.row.id, versions))
        assert len(rows) == 3
    copy = shop / "copy.py"
    copy.write_bytes((shop / "users.py").read_bytes())
    with closing(Engine(str(shop))) as engine:
        engine.routes(RoutesRequest())
        view = engine._opened()
        assert dict(view.store.route_facts(view.row.id, versions)) == rows


def test_damaged_facts_are_made_again(shop: Path) -> None:
    with closing(Engine(str(shop))) as engine:
        expected = shown(engine, RoutesRequest())
        view = engine._opened()
        (version,) = {rules.version for rules in rules_of_view(view).values()}
        damaged = [(blob, version, b"nonsense") for blob, _ in view.store.route_facts(view.row.id, [version])]
        view.store.add_route_facts(damaged)
    with closing(Engine(str(shop))) as engine:
        assert shown(engine, RoutesRequest()) == expected


def test_the_command_line(shop: Path) -> None:
    ran = cli("-C", shop, "routes", "/users/7", "--method", "POST", "--json")
    assert ran.code == 0
    (route,) = ran.json["routes"]
    assert list(route) == ["method", "pattern", "handler", "path", "line", "framework", "certainty", "calls"]
    assert route["calls"] == [
        {"path": "tests/test_app.py", "line": 9, "enclosing": "test_one", "certainty": "inferred"}
    ]
    short = cli("-C", shop, "routes", "--json", "--budget", "400")
    assert len(short.out) <= 450
    assert short.json["more"]
    text = cli("-C", shop, "routes", "--method", "POST")
    assert "POST  /users/<int:number>  users.py:one  users.py:6  flask" in text.out
    assert "called from  tests/test_app.py:9  test_one (inferred)" in text.out
    nothing = cli("-C", shop, "routes", "nothing")
    assert (nothing.code, nothing.out) == (1, "no routes of a framework that is known\n")
    assert cli("-C", shop, "routes", "--in", "nowhere").code == 3


# --- what a language says ------------------------------------------------------------------------------------------

LANGUAGE = 'grammar = "python"\nsuffixes = [".own"]\n'
QUERY = "(call function: (identifier) @call.name arguments: (argument_list) @call.arguments) @call\n"
TABLES = '[syntax]\nstrings = ["string"]\n\n[[frameworks]]\nname = "own"\nwords = ["serve"]\n'
RULE = '[[frameworks.rules]]\nis = "route"\ncalls = ["serve"]\npath = "0"\nhandler = "1"\nmethod = "=GET"\n'


def own(root: Path, query: str = QUERY, tables: str = TABLES + RULE) -> None:
    write(
        root,
        {
            "codeintel.toml": 'queries = ["lang"]\n',
            "lang/own/language.toml": LANGUAGE,
            "lang/own/symbols.scm": "(function_definition name: (identifier) @name) @definition.function\n",
            "lang/own/routes.scm": query,
            "lang/own/routes.toml": tables,
            "a.own": "def hello(): pass\nserve('/hi', hello)\n",
        },
    )


def test_a_project_may_bring_frameworks_of_its_own(project: Path) -> None:
    own(project)
    with closing(Engine(str(project))) as engine:
        assert shown(engine, RoutesRequest()) == "GET /hi  a.own:hello  a.own:2  own  exact\n"


@pytest.mark.parametrize(
    ("query", "tables", "place"),
    [
        (QUERY + "\n(call) @cal", TABLES, "routes.scm:3: unknown capture @cal"),
        (QUERY + "\n(no_such_node) @call", TABLES, "routes.scm:3: Invalid node type"),
        ("\n(call function: (_) @call.name)", TABLES, "routes.scm:2: a pattern needs exactly one of"),
        (QUERY, TABLES.replace("strings", "string"), "routes.toml:2: unknown key string"),
        (QUERY, TABLES.replace('"string"', '"strng"'), "routes.toml:2: 'strng' is no node type"),
        (QUERY, TABLES + 'joins = "slash"\n', "routes.toml:7: unknown key joins"),
        (QUERY, TABLES + 'join = "glue"\n', "routes.toml:7: join must be one of"),
        (QUERY, TABLES + 'params = "("\n', "routes.toml:7: params must be a regular expression"),
        (QUERY, TABLES + RULE + "paths = 3\n", "routes.toml:13: unknown key paths"),
        (QUERY, TABLES + RULE.replace("route", "rout"), "routes.toml:8: is must be one of"),
        (QUERY, TABLES + RULE + 'expand = "all"\n', "routes.toml:13: there is no [expansions.all]"),
        (QUERY, TABLES + "[[\n", "routes.toml: "),
        (QUERY, TABLES.replace('["serve"]', "3"), "routes.toml:6: words must be a list of strings"),
    ],
)
def test_a_fault_names_its_file_and_line(project: Path, query: str, tables: str, place: str) -> None:
    own(project, query, tables)
    with closing(Engine(str(project))) as engine, pytest.raises(BadSettings) as error:
        engine.routes(RoutesRequest())
    assert place in str(error.value)
