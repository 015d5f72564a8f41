"""Puts the routers of files together: what stands before the paths of their routes.

An edge says that one node is reached through another one, with a prefix: because it was made from it, is mounted in
it, is handed over, or stands in it. No cycle is followed twice.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, NamedTuple

from .facts import HOLE, NOWHERE, Bind, Fact, Ref, RouteFacts
from .names import EXACT, INFERRED, NAME, Names, Node
from .patterns import joined

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from ..link.project import Project
    from .rules import RouteRules, Rule

__all__ = ["Graph", "Prefix"]

MAX_PREFIXES = 24


class Prefix(NamedTuple):
    """What stands before a path."""

    text: str
    sure: int
    rooted: bool
    """Whether it begins where a program serves; else the beginning is not known."""
    framework: str = ""
    """Of the router at the beginning."""
    client: bool = False
    served: bool = True
    """Whether anything mounts it that has to be mounted."""


class Edge(NamedTuple):
    """How a node is reached."""

    path: str
    fact: int
    """The mount; -1 where something is handed over."""
    parent: int
    ref: Ref
    function: int
    sure: int = EXACT
    added: str = ""
    """What is added to the prefix."""


class Graph(Names):
    """How the routers of all files hang together."""

    def __init__(
        self,
        files: Mapping[str, RouteFacts],
        rules: Mapping[str, RouteRules],
        project: Project,
        load: Callable[[str], RouteFacts],
        defining: Callable[[str], Sequence[str]],
    ) -> None:
        """As of `Names`."""
        super().__init__(files, rules, project, load, defining)
        self._edges: dict[Node, list[Edge]] = {}
        self._prefixes: dict[Node, list[Prefix]] = {}
        self._members: dict[str, list[tuple[str, int]]] = {}
        """By the name of a class, the expansions that name it."""
        self._roots = self._named_roots()
        self._connect()

    def _named_roots(self) -> dict[str, set[Node]]:
        """By framework, the nodes at which a setting says that paths begin."""
        found: dict[str, set[Node]] = {}
        for path, facts in self.files.items():
            for framework in self.rules[path].frameworks.values():
                for bind in facts.binds if framework.roots is not None else ():
                    if bind.text is not None and framework.roots is not None and framework.roots.search(bind.name):
                        target = self.module(path, bind.text)
                        if target is not None and not self.is_test(path):
                            root = self.canonical(Node(target, "module"))
                            found.setdefault(framework.name, set()).add(root)
        return found

    def _rooted(self, node: Node) -> Prefix | None:
        """The beginning of all paths, if a node is one; one that is not although others are serves nothing."""
        if node.path not in self.files or node.number >= 0:
            return None
        if node.kind == "name" and node.name not in self.rules[node.path].syntax.exported:
            return None
        for name in self.files[node.path].frameworks:
            if self.rules[node.path].frameworks[name].roots is not None and name in self._active:
                roots = self._roots.get(name, set())
                if node in roots or not roots:
                    return Prefix("", EXACT if roots else INFERRED, rooted=True, framework=name)
                return Prefix("", NAME, rooted=False, framework=name, served=False)
        return None

    def _connect(self) -> None:
        for path, facts in self.files.items():
            for number, fact in enumerate(facts.facts):
                if self.is_active(path, fact) and self.rule(path, fact).expand and fact.handler.kind == "name":
                    name = fact.handler.text.rpartition(".")[2]
                    self._members.setdefault(name, []).append((path, number))
                if not fact.targets or not self.is_active(path, fact):
                    continue
                for target in fact.targets:
                    mount = self._mount_folder if target.kind == "folder" else self._mount
                    mount(path, number, fact, target)
            exported = set(self.rules[path].syntax.exported)
            for bind in facts.binds:
                if bind.name in exported:
                    for part in bind.parts:
                        self._edge(path, part, Edge(path, -1, -1, _name_ref(bind), bind.function))
            for handed in facts.passes:
                self._hand(path, handed.callee, handed.arguments, handed.parent, handed.function)

    def _mount(self, path: str, number: int, fact: Fact, target: Ref) -> None:
        found = self.resolve(path, target)
        if found is None or found[0] == Node(path, "fact", number):
            return
        edges = self._edges.setdefault(self.canonical(found[0]), [])
        edge = Edge(path, number, fact.parent, fact.on, -1, found[1])
        if edge not in edges:
            edges.append(edge)

    def _mount_folder(self, path: str, number: int, fact: Fact, target: Ref) -> None:
        """Every file of a folder is mounted, below the names of the folders in it unless the call says otherwise."""
        folder = os.path.normpath(os.path.join(os.path.dirname(path), target.text.lstrip("/")))
        flat = "false" in next((words for _, words in fact.options), ())
        for other in self.files:
            if not other.startswith(f"{folder}/") and folder != ".":
                continue
            names = os.path.dirname(other)[len(folder) :].strip("/")
            framework = self.framework(path, fact)
            own = [b.text for b in self.files[other].binds if b.name == framework.prefix_name and b.text is not None]
            added = own[0] if framework.prefix_name and own else "" if flat else names
            node = self.canonical(Node(other, "module"))
            edge = Edge(path, number, fact.parent, fact.on, -1, INFERRED, added)
            if node.kind == "function" and edge not in self._edges.setdefault(node, []):
                self._edges[node].append(edge)

    def edges(self, node: Node) -> list[Edge]:
        """How a node is reached; what tests do counts only where nothing else is done."""
        found = self._edges.get(node, [])
        return (
            [edge for edge in found if not self.is_test(edge.path)] or found if not self.is_test(node.path) else found
        )

    def _edge(self, path: str, target: Ref, edge: Edge) -> None:
        found = self.resolve(path, target)
        if found is not None:
            self._edges.setdefault(self.canonical(found[0]), []).append(edge._replace(sure=found[1]))

    def _hand(self, path: str, callee: Ref, arguments: Iterable[tuple[int, Ref]], parent: int, function: int) -> None:
        last = callee.text.rpartition(".")[2]
        if callee.kind == "name" and last not in self._taking:
            return
        found = self.resolve(path, callee, functions=True)
        node = self.canonical(found[0]) if found is not None else None
        if found is None or node is None or node.kind != "function":
            return
        taken = self.facts_of(node.path).functions[node.number]
        shift = 1 if taken.parameters and taken.parameters[0] in self.rules_of(node.path).syntax.selves else 0
        for position, ref in arguments:
            parameter = Node(node.path, "parameter", node.number, str(position + shift))
            self._edges.setdefault(parameter, []).append(Edge(path, -1, -1, ref, function, found[1]))
        if self.rules[path].syntax.implicit:
            self._edges.setdefault(node, []).append(Edge(path, -1, parent, NOWHERE, function, found[1]))

    def before(self, path: str, fact: Fact, selector: str = "") -> list[Prefix]:
        """What stands before the path of a fact."""
        if fact.on.kind != "nowhere":
            found = self.resolve(path, fact.on)
            if found is None:
                return []
            node, sure = self.canonical(found[0]), found[1]
            return [p._replace(sure=max(p.sure, sure)) for p in self.prefixes(node)]
        if fact.parent >= 0:
            return self.inside(path, fact.parent, selector)
        if fact.rule >= 0 and self.rule(path, fact).member:
            detail = "detail" if "True" in dict(fact.options).get("detail", ()) else ""
            return [p for owner in self._members.get(fact.controller, ()) for p in self.inside(*owner, detail)]
        marked = self._of_marked(path, fact)
        if marked is not None:
            return marked
        kind, function, name = fact.holder
        if kind == "name":
            return self.prefixes(self.canonical(Node(path, "name", function, name)))
        if kind == "result":
            return self.prefixes(Node(path, "result", function))
        if function >= 0:
            return self.prefixes(Node(path, "function", function))
        return self._of_file(path, fact)

    def _of_marked(self, path: str, fact: Fact) -> list[Prefix] | None:
        """Of a marked function what registers it by its name; None where nothing needs to."""
        rule = self.rule(path, fact)
        if fact.handler.kind != "function" or not rule.marks:
            return None
        marked = Node(path, "function", fact.handler.number)
        if self.edges(marked):
            return self.prefixes(marked)
        return [Prefix("", NAME, rooted=False, framework=rule.framework, served=False)] if rule.sub else None

    def _of_file(self, path: str, fact: Fact) -> list[Prefix]:
        found = self.prefixes(Node(path, "module"))
        if any(p.rooted for p in found) or Node(path, "module") in self._edges:
            return found
        placed = self._placed(path)
        return [placed or Prefix("", EXACT, rooted=True, framework=self.framework(path, fact).name)]

    def inside(self, path: str, number: int, selector: str = "") -> list[Prefix]:
        """What stands before the paths of what is in a fact."""
        numbers = self.alternatives(path, number) or [number]
        fact = self.files[path].facts[numbers[0]]
        rule = self.rule(path, fact)
        before = self.before(path, fact, rule.at)
        if not before:  # what it stands on is not known
            before = [Prefix("", INFERRED, rooted=False)]
        if rule.root:
            before = [Prefix("", EXACT, rooted=True, framework=rule.framework)]
        nest = ""
        paths: Sequence[str] = fact.paths or ("",)
        if rule.expand:
            nest = self.rules[path].expansions[rule.expand].nest.get(selector, "")
            nest = nest.replace("{singular}", self.singular(path, paths[0]))
        return self._joined(path, fact, before, [p + nest for p in paths])

    def singular(self, path: str, word: str) -> str:
        """The name of one of what a word names many of."""
        word = word.strip("/").rpartition("/")[2].replace("-", "_")
        for pattern, put in self.rules[path].singulars:
            if pattern.search(word):
                return pattern.sub(put, word, count=1)
        return word

    def prefixes(self, node: Node) -> list[Prefix]:
        """What stands before what hangs on a node."""
        found = self._prefixes.get(node)
        if found is None:
            self._prefixes[node] = []  # while it is worked out
            found = self._prefixes[node] = list(dict.fromkeys(self._found_prefixes(node)))[:MAX_PREFIXES]
        return found

    def _found_prefixes(self, node: Node) -> list[Prefix]:
        if node.kind == "fact":
            return self._of_router(node)
        found = [prefix for edge in self.edges(node) for prefix in self._through(edge)]
        if node.kind == "name" and any(node in roots for roots in self._roots.values()):
            found = [p for p in (self._rooted(node), *found) if p is not None]
        if node.kind == "parameter":
            found += self._of_parameter(node)
        if found:
            return found
        outermost = node.kind in ("parameter", "function", "module") and node.path in self.files
        placed = self._placed(node.path) if outermost else None
        return [self._rooted(node) or placed or Prefix("", INFERRED, rooted=False)]

    def _placed(self, path: str) -> Prefix | None:
        """What a convention says of the file."""
        for name in self.files[path].frameworks:
            framework = self.rules[path].frameworks[name]
            if name not in self._active:
                continue
            for pattern, template in framework.places:
                found = pattern.search(path)
                if found is not None:
                    return Prefix(found.expand(template), EXACT, rooted=True, framework=name)
        return None

    def _of_parameter(self, node: Node) -> list[Prefix]:
        function = self.facts_of(node.path).functions[node.number]
        if function.owner >= 0 and node.path in self.files:
            return self.inside(node.path, function.owner)
        found: list[Prefix] = []
        if node.name == "0":
            for edge in self.edges(Node(node.path, "function", node.number)):
                if edge.fact >= 0:
                    found += self._through(edge)
        return found

    def _of_router(self, node: Node) -> list[Prefix]:
        numbers = self.alternatives(node.path, node.number)
        if not numbers:
            return []
        fact = self.files[node.path].facts[numbers[0]]
        rule, framework = self.rule(node.path, fact), self.framework(node.path, fact)
        if rule.is_ == "client":
            return []  # `request(app).get("/x")`: a call is no router
        own = [self.constant(node.path, text) for text in fact.paths] or [("", EXACT)]
        edges = self.edges(node)
        if edges:
            found: list[Prefix] = []
            for edge in edges:
                mount = self.files[edge.path].facts[edge.fact] if edge.fact >= 0 else None
                replaces = mount is not None and mount.paths and self.rule(edge.path, mount).override
                for prefix in self._through(edge):
                    paths = [("", EXACT)] if replaces else own
                    found += [
                        prefix._replace(text=joined(framework.join, prefix.text, p), sure=max(prefix.sure, s))
                        for p, s in paths
                    ]
            if found:
                return found
        if fact.on.kind != "nowhere" or fact.parent >= 0 or rule.static:
            before = self.before(node.path, fact)
            if not before and rule.path and rule.on is None and not (rule.sub or framework.client):
                before = [Prefix("", INFERRED, rooted=False)]  # made of something that is not known
            if before:
                return self._joined(node.path, fact, before, fact.paths or ("",))
        rooted = not rule.sub
        return [
            Prefix(text, max(sure, EXACT if rooted else INFERRED), rooted, framework.name, framework.client, rooted)
            for text, sure in own
        ]

    def _through(self, edge: Edge) -> list[Prefix]:
        return [prefix._replace(sure=max(prefix.sure, edge.sure)) for prefix in self._before_edge(edge)]

    def _before_edge(self, edge: Edge) -> list[Prefix]:
        if edge.fact >= 0:
            numbers = self.alternatives(edge.path, edge.fact) or [edge.fact]
            fact = self.files[edge.path].facts[edge.fact if edge.fact in numbers else numbers[0]]
            before = self.before(edge.path, fact) or [Prefix("", INFERRED, rooted=False)]
            whole = self._joined(edge.path, fact, before, fact.paths or ("",))
            how = self.framework(edge.path, fact).join
            return [p._replace(text=joined(how, p.text, edge.added)) for p in whole] if edge.added else whole
        if edge.ref.kind != "nowhere":
            found = self.resolve(edge.path, edge.ref)
            return self.prefixes(self.canonical(found[0])) if found is not None else []
        if edge.parent >= 0:
            return self.inside(edge.path, edge.parent)
        if edge.function >= 0:
            return self.prefixes(Node(edge.path, "function", edge.function))
        return []

    def _joined(self, path: str, fact: Fact, before: Iterable[Prefix], paths: Iterable[str]) -> list[Prefix]:
        rule, framework = self.rule(path, fact), self.framework(path, fact)
        put = self.put_before(rule, fact)
        texts = [self.constant(path, put + self.with_tokens(path, fact, text)) for text in paths]
        if rule.optional:  # what stood in the place of a path was none
            texts = [("", EXACT) if text == HOLE else (text, sure) for text, sure in texts]
        return [
            prefix._replace(
                text=joined(framework.join, prefix.text, text, framework.absolute if rule.marks else None),
                sure=max(prefix.sure, sure),
                framework=prefix.framework or (framework.name if prefix.rooted else ""),
            )
            for prefix in before
            for text, sure in texts
        ]

    def put_before(self, rule: Rule, fact: Fact) -> str:
        """What an option of a fact puts before its path."""
        if rule.before is None or rule.before[2] not in self._active:
            return ""
        return "".join(rule.before[1].replace("{}", word) for word in dict(fact.options).get(rule.before[0], ())[:1])


def _name_ref(bind: Bind) -> Ref:
    return Ref("name", bind.name, -1, -1, -1, bind.function, bind.position)
