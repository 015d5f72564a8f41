"""The routes of a project: each registration with every way that leads to it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from ..link.folders import shared_folders
from .facts import HOLE, NOWHERE, Fact, Ref
from .graph import Prefix
from .names import EXACT, INFERRED, NAME
from .patterns import joined, shown

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from .graph import Graph
    from .rules import Framework, Rule

__all__ = ["CERTAINTIES", "ClientCall", "RouteRow", "client_calls", "routes"]

CERTAINTIES = ("exact", "inferred", "name")
ANY = "ANY"
LOCAL = "modules"
_WORD = re.compile(r"[A-Za-z_]\w*")


class RouteRow(NamedTuple):
    """One route."""

    method: str
    pattern: str
    path: str
    line: int
    """0-based."""
    framework: str
    sure: int
    handler: Ref
    controller: str
    """The class whose member the handler is, where it is named by a word alone."""
    folder: str
    """Where that class is to be looked for, by the modules around it."""
    start: int
    expand: str = ""
    """The expansion of which it is one row."""


class ClientCall(NamedTuple):
    """One call of a client."""

    method: str
    url: str
    path: str
    line: int
    sure: int
    start: int


def routes(graph: Graph) -> list[RouteRow]:
    """All routes, in order of path and place."""
    found: dict[tuple[object, ...], RouteRow] = {}
    bases = _bases(graph)
    for path, facts in graph.files.items():
        for number, fact in enumerate(facts.facts):
            if graph.is_active(path, fact) and _is_chosen(graph, path, number):
                for row in _rows(graph, path, fact, bases):
                    key = (row.method, row.pattern, row.path, row.start)
                    known = found.get(key)
                    if known is None or row.sure < known.sure:
                        found[key] = row
    return sorted(found.values(), key=lambda row: (row.path, row.start))


def client_calls(graph: Graph) -> list[ClientCall]:
    """All calls of clients."""
    found: list[ClientCall] = []
    for path, facts in graph.files.items():
        for number, fact in enumerate(facts.facts):
            if not graph.is_active(path, fact):
                continue
            rule = graph.rule(path, fact)
            if rule.is_ == "client" and _is_chosen(graph, path, number):
                found += _calls(graph, path, fact, rule)
    return found


def _calls(graph: Graph, path: str, fact: Fact, rule: Rule) -> Iterable[ClientCall]:
    bases = [Prefix("", EXACT, rooted=True)]
    if rule.on is None and not rule.bare and not rule.static:
        bases = [p for p in graph.before(path, fact) if p.client]
    for base in dict.fromkeys(bases):
        for text in fact.paths:
            url, sure = graph.constant(path, text)
            if HOLE in url and not re.search(r"\w", url.replace(HOLE, "")):
                continue  # what is asked for is not known at all
            whole = url if re.match(r"[a-z]+://", url) else joined("slash", base.text, url)
            for method in fact.methods:
                yield ClientCall(method, whole, path, fact.line, max(sure, base.sure), fact.start)


def _is_chosen(graph: Graph, path: str, number: int) -> bool:
    """Whether a fact is the one that counts of those of the same call."""
    others = graph.alternatives(path, number)
    if len(others) < 2:  # noqa: PLR2004 - itself alone
        return True
    facts = graph.files[path].facts
    scores = [(_score(graph, path, facts[n]), -i, n) for i, n in enumerate(others)]
    return max(scores)[2] == number


def _score(graph: Graph, path: str, fact: Fact) -> int:
    """How well the framework of a fact fits what it hangs on."""
    rule = graph.rule(path, fact)
    if rule.is_ == "client":
        if rule.on is not None or rule.bare:
            return 3
        return 4 if any(p.client for p in graph.before(path, fact)) else -1
    frameworks = {p.framework for p in graph.before(path, fact)}
    if rule.framework in frameworks:
        return 2
    return 1 if rule.framework in graph.files[path].frameworks and not frameworks - {""} else 0


def _bases(graph: Graph) -> list[tuple[str, str, str]]:
    """Prefixes that hold for a whole program: framework, file, prefix."""
    return [
        (graph.rule(path, fact).framework, path, graph.constant(path, text)[0])
        for path, facts in graph.files.items()
        for fact in facts.facts
        if graph.is_active(path, fact) and graph.rule(path, fact).is_ == "base" and not graph.is_test(path)
        for text in fact.paths or (HOLE,)
    ]


def _below(bases: Sequence[tuple[str, str, str]], path: str, framework: Framework, prefix: Prefix) -> Prefix:
    """A prefix with what holds for the whole program before it: that of the nearest one."""
    mine = [(shared_folders(other, path), text) for name, other, text in bases if name == framework.name]
    if not mine or not prefix.rooted:
        return prefix
    base = max(mine)[1]
    sure = max(prefix.sure, INFERRED if HOLE in base else EXACT)
    return prefix._replace(text=joined(framework.join, base, prefix.text), sure=sure)


def _rows(graph: Graph, path: str, fact: Fact, bases: Sequence[tuple[str, str, str]]) -> Iterable[RouteRow]:
    rule, framework = graph.rule(path, fact), graph.framework(path, fact)
    if rule.is_ != "route" and not (rule.expand and rule.is_ == "scope"):
        return
    selector = dict(fact.options).get("on", ("",))[0] or rule.at
    before = [p for p in graph.before(path, fact, selector) if not p.client]
    if not before:
        if not _is_likely(rule, framework, fact):
            return
        before = [Prefix("", NAME if not rule.marks else INFERRED, rooted=False)]
    put = graph.put_before(rule, fact)
    if put:
        before = [prefix._replace(text=joined(framework.join, put, prefix.text)) for prefix in before]
    for prefix in (_below(bases, path, framework, p) for p in before):
        sure = _sure(rule, framework, fact, prefix)
        if sure is not None:
            yield from _expanded(graph, path, fact, rule, framework, prefix, sure)


def _is_likely(rule: Rule, framework: Framework, fact: Fact) -> bool:
    last = fact.on.text.rpartition(".")[2]
    return rule.free and fact.on.kind in ("name", "call") and bool(framework.routers and framework.routers.search(last))


def _sure(rule: Rule, framework: Framework, fact: Fact, prefix: Prefix) -> int | None:
    if prefix.rooted:
        if prefix.framework and prefix.framework != framework.name and not rule.static and fact.on != NOWHERE:
            return None if prefix.client else max(prefix.sure, INFERRED)
        return prefix.sure
    if not prefix.served and prefix.framework:
        return NAME
    if fact.on.kind == "nowhere":
        return max(prefix.sure, INFERRED)
    if rule.marks or _is_likely(rule, framework, fact):
        return max(prefix.sure, INFERRED)
    return NAME if rule.free and prefix.text else None


def _expanded(
    graph: Graph, path: str, fact: Fact, rule: Rule, framework: Framework, prefix: Prefix, sure: int
) -> Iterable[RouteRow]:
    for text in fact.paths or ("",):
        own, how = graph.constant(path, graph.with_tokens(path, fact, text))
        level = max(sure, how)
        controller, folder = _controller(graph, path, fact)
        whole = joined(framework.join, prefix.text, own, framework.absolute if rule.marks else None)
        if not rule.expand:
            for number, method in enumerate(fact.methods):
                handler = fact.each[number] if fact.each else fact.handler
                yield RouteRow(
                    method,
                    shown(whole),
                    path,
                    fact.line,
                    framework.name,
                    level,
                    handler,
                    controller,
                    folder,
                    fact.start,
                )
            continue
        options = dict(fact.options)
        expansion = graph.rules[path].expansions[rule.expand]
        *outer, last = own.split(".") if expansion.nested else [own]
        if outer:
            parts = [
                expansion.nested.replace("{name}", n).replace("{singular}", graph.singular(path, n)) for n in outer
            ]
            whole = joined(framework.join, prefix.text, "".join(parts) + "/" + last, None)
            own = last
        only, without = options.get("only"), options.get("except", ())
        for member, method, added in expansion.rows:
            if (only is not None and member not in only) or member in without:
                continue
            singular = graph.singular(path, own)
            pattern = joined("plain", whole, added.replace("{singular}", singular))
            name = own.strip("/").rpartition("/")[2]
            yield RouteRow(
                method,
                shown(pattern),
                path,
                fact.line,
                framework.name,
                level,
                Ref("text", member),
                _expanded_controller(fact, framework, options, name),
                folder,
                fact.start,
                rule.expand,
            )


def _expanded_controller(fact: Fact, framework: Framework, options: dict[str, tuple[str, ...]], name: str) -> str:
    if fact.handler.kind in ("name", "class", "call", "text"):
        return fact.handler.text
    named = options.get("controller", (name,))
    return framework.controller.replace("{Name}", camel(named[-1])) if framework.controller else ""


def camel(name: str) -> str:
    """`user_accounts` as `UserAccounts`."""
    return "".join(part[:1].upper() + part[1:] for part in re.split(r"[_\-]", name) if part)


def _controller(graph: Graph, path: str, fact: Fact) -> tuple[str, str]:
    """The class and the folder that the facts around one give to its handler."""
    folders: list[str] = []
    controller = fact.controller
    number, seen = fact.parent, 0
    while number >= 0 and seen < 20:  # noqa: PLR2004 - nobody nests deeper
        seen += 1
        around = graph.files[path].facts[number]
        rule = graph.rule(path, around)
        options = dict(around.options)
        if "module" in options:
            folders.insert(0, "/".join(options["module"]))
        elif rule.controller == LOCAL:
            folders.insert(0, around.paths[0].strip("/") if around.paths else "")
        framework = graph.framework(path, around)
        if not controller and around.controller and rule.controller != LOCAL:
            controller = around.controller
        elif not controller and "controller" in options:
            controller = framework.controller.replace("{Name}", camel(options["controller"][-1]))
        elif not controller and rule.expand and around.paths and framework.controller:
            named = options.get("controller", (around.paths[0].strip("/"),))
            controller = framework.controller.replace("{Name}", camel(named[-1]))
        on = around.on
        while not controller and on.kind == "fact":  # `Route::controller(X::class)->prefix("x")->group(…)`
            before = graph.files[path].facts[on.number]
            controller, on = before.controller, before.on
        number = around.parent
    return controller, "/".join(folders)
