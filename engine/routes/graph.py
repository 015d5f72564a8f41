"""Puts the facts of files together: which router an expression means, and what stands before the paths of its routes.

A node is what routes hang on: a router, a name, a parameter, what a function gives back, a module. An edge says that
one node is reached through another one, with a prefix: because it was made from it, is mounted in it, is handed over,
or stands in it. No cycle is followed twice, nothing is stored.
"""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING, NamedTuple

from ..link.folders import shared_folders
from .facts import MARK, NOWHERE, Bind, Fact, Function, Ref, RouteFacts
from .patterns import joined

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from ..link.project import Project
    from .rules import Framework, RouteRules, Rule

__all__ = ["EXACT", "INFERRED", "NAME", "Graph", "Node", "Prefix", "among"]

EXACT, INFERRED, NAME = 0, 1, 2
MAX_PREFIXES = 24
MAX_DEPTH = 40
MAX_IMPORTS = 8


class Node(NamedTuple):
    """What routes hang on."""

    path: str
    kind: str
    """`fact`, `name`, `parameter`, `function`, `result` or `module`."""
    number: int = -1
    """The fact; else the function, of a name the one around it."""
    name: str = ""
    """Of a name; of a parameter, its position."""


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


class Graph:
    """The facts of all files with routes."""

    def __init__(
        self,
        files: Mapping[str, RouteFacts],
        rules: Mapping[str, RouteRules],
        project: Project,
        load: Callable[[str], RouteFacts],
        defining: Callable[[str], Sequence[str]],
    ) -> None:
        """`load` gives the facts of any file, `defining` the files whose outline has a symbol of a name."""
        self.files = files
        self.rules = rules
        self.project = project
        self._load = load
        self._defining = defining
        self._active = self._frameworks_of_project()
        self._by_start: dict[str, dict[tuple[int, int], list[int]]] = {}
        self._functions: dict[str, list[Node]] = {}
        self._names: dict[str, list[Node]] = {}
        self._containers: set[str] = set()
        self._edges: dict[Node, list[Edge]] = {}
        self._prefixes: dict[Node, list[Prefix]] = {}
        self._resolved: dict[tuple[str, Ref], tuple[Node, int] | None] = {}
        self._chosen: dict[tuple[str, int], int] = {}
        self._members: dict[str, list[tuple[str, int]]] = {}
        """By the name of a class, the expansions that name it."""
        self._index()
        self._roots = self._named_roots()
        self._connect()

    # --- facts and rules ---------------------------------------------------------------------------------------

    def rule(self, path: str, fact: Fact) -> Rule:
        """The rule that a fact follows."""
        return self.rules[path].rules[fact.rule]

    def framework(self, path: str, fact: Fact) -> Framework:
        """The framework that a fact is of."""
        return self.rules[path].frameworks[self.rule(path, fact).framework]

    def is_active(self, path: str, fact: Fact) -> bool:
        """Whether the project uses the framework of a fact at all."""
        return fact.rule >= 0 and self.rule(path, fact).framework in self._active

    def alternatives(self, path: str, number: int) -> list[int]:
        """The facts of the same call by several frameworks, those that the project uses."""
        fact = self.files[path].facts[number]
        numbers = self._by_start[path].get((fact.start, fact.end), [number])
        return [n for n in numbers if self.is_active(path, self.files[path].facts[n])]

    def _frameworks_of_project(self) -> frozenset[str]:
        return frozenset(name for facts in self.files.values() for name in facts.signs)

    # --- what there is -----------------------------------------------------------------------------------------

    def _index(self) -> None:
        for path, facts in self.files.items():
            table = self._by_start[path] = {}
            for number, fact in enumerate(facts.facts):
                table.setdefault((fact.start, fact.end), []).append(number)
            for number, function in enumerate(facts.functions):
                self._containers.add(function.container)
                if function.name:
                    self._functions.setdefault(function.name, []).append(Node(path, "function", number))
            for bind in facts.binds:
                if bind.value.kind in ("fact", "call", "name") or bind.parts:
                    last = bind.name.rpartition(".")[2]
                    node = Node(path, "name", bind.function, bind.name)
                    if node not in self._names.setdefault(last, []):
                        self._names[last].append(node)

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
                    if target.kind == "folder":
                        self._mount_folder(path, number, fact, target.text)
                    else:
                        self._mount(path, number, fact, target)
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

    def _mount_folder(self, path: str, number: int, fact: Fact, text: str) -> None:
        """Every file of a folder is mounted, below the names of the folders in it unless the call says otherwise."""
        folder = os.path.normpath(os.path.join(os.path.dirname(path), text.lstrip("/")))
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

    def is_test(self, path: str) -> bool:
        """Whether a file holds tests, by its path."""
        tests = self.rules[path].syntax.tests if path in self.rules else None
        return tests is not None and tests.search(path) is not None

    def _edge(self, path: str, target: Ref, edge: Edge) -> None:
        found = self.resolve(path, target)
        if found is not None:
            self._edges.setdefault(self.canonical(found[0]), []).append(edge._replace(sure=found[1]))

    def _hand(self, path: str, callee: Ref, arguments: Iterable[tuple[int, Ref]], parent: int, function: int) -> None:
        last = callee.text.rpartition(".")[2]
        if callee.kind == "name" and last not in self._functions and last not in self._containers:
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

    def facts_of(self, path: str) -> RouteFacts:
        """The facts of any file."""
        return self.files.get(path) or self._load(path)

    def rules_of(self, path: str) -> RouteRules:
        """The rules of the language of a file."""
        return self.rules[path]

    # --- what an expression means ------------------------------------------------------------------------------

    def resolve(self, path: str, ref: Ref, *, functions: bool = False) -> tuple[Node, int] | None:
        """The node that an expression means, and how sure that is."""
        key = path, ref
        if key in self._resolved:
            return self._resolved[key]
        self._resolved[key] = None  # while it is looked for
        found = self._resolve(path, ref, functions=functions)
        self._resolved[key] = found
        return found

    def _resolve(self, path: str, ref: Ref, *, functions: bool) -> tuple[Node, int] | None:
        if ref.kind == "fact":
            return Node(path, "fact", ref.number), EXACT
        if ref.kind == "function":
            return Node(path, "function", ref.number), EXACT
        if ref.kind in ("module", "text"):
            target = self.module(path, ref.text)
            return (Node(target, "module"), EXACT) if target else None
        if ref.kind == "name":
            return self._named(path, ref)
        if ref.kind == "call":
            called = self._named(path, ref)
            function = self.canonical(called[0]) if called is not None else None
            if called is not None and function is not None and function.kind == "function":
                return function._replace(kind="result"), called[1]
            if called is not None and functions:
                return called
        return None

    def module(self, path: str, text: str) -> str | None:
        """The file that a module name means; a path of a file is one as well."""
        if not text or "\x00" in text or MARK in text:
            return None
        if self.project.library(path).resolver:
            found = self.project.resolver(path).module(path, text)
            if found is not None and found.kind == "module":
                return found.path
        ending = "/" + text.lstrip("./")
        suffix = path[path.rfind(".") :]
        fitting = [p for p in self.files if f"/{p}".endswith((ending, ending + suffix))]
        return (
            fitting[0]
            if len(fitting) == 1 and "/" in text.lstrip("./") or len(fitting) == 1 and "." not in text
            else None
        )

    def _named(self, path: str, ref: Ref) -> tuple[Node, int] | None:
        local = self._local(path, ref)
        if local is not None:
            return local, EXACT
        head, _, rest = ref.text.partition(".")
        imported = self._imported(path, head, rest, 0)
        if imported is not None:
            return imported, EXACT
        return self._by_name(path, ref.text)

    def _local(self, path: str, ref: Ref) -> Node | None:
        """A name that is bound in the functions around a place or in the file."""
        facts = self.facts_of(path)
        function = ref.function
        while True:
            if self.bind(path, function, ref.text, ref.position) is not None:
                return Node(path, "name", function, ref.text)
            if function < 0:
                break
            row = facts.functions[function]
            if ref.text in row.parameters:
                return Node(path, "parameter", function, str(row.parameters.index(ref.text)))
            function = row.parent
        head, _, last = ref.text.rpartition(".")
        if head and any(bind.name == ref.text for bind in facts.binds):  # `self.router`, bound in another method
            return next(Node(path, "name", b.function, b.name) for b in facts.binds if b.name == ref.text)
        made = self._constructor(path, last) if not head else None
        if made is not None:
            return made
        selves = self.rules_of(path).syntax.selves
        if head in selves and ref.function >= 0:  # a parameter of the constructor that becomes a member
            around = self._constructor(path, facts.functions[ref.function].container)
            names = facts.functions[around.number].parameters if around is not None else ()
            if around is not None and last in names:
                return Node(path, "parameter", around.number, str(names.index(last)))
        for number, row in enumerate(facts.functions):
            if row.name != last:
                continue
            own = not head and (not row.container or self.rules_of(path).syntax.extends)
            member = head in selves or (head and head.rpartition(".")[2] == row.container)
            if own or member:
                return Node(path, "function", number)
        return None

    def _constructor(self, path: str, name: str) -> Node | None:
        """The constructor of a class of a file."""
        constructors = self.rules_of(path).syntax.constructors if path in self.rules else frozenset[str]()
        for number, row in enumerate(self.facts_of(path).functions):
            if name and row.container == name and row.name in constructors:
                return Node(path, "function", number)
        return None

    def bind(self, path: str, function: int, name: str, position: int = -1) -> Bind | None:
        """The binding of a name that holds at a place: the last one before it, else the first."""
        rows = [b for b in self.facts_of(path).binds if b.function == function and b.name == name]
        if not rows:
            return None
        before = [b for b in rows if position < 0 or b.position <= position]
        return before[-1] if before else rows[0] if function < 0 or position < 0 else None

    def _imported(self, path: str, head: str, rest: str, depth: int) -> Node | None:
        if depth > MAX_IMPORTS or not self.project.library(path).resolver:
            return None
        resolver = self.project.resolver(path)
        for row in self.facts_of(path).imports:
            first = row.module.partition(".")[0] if not row.name and row.local != head else row.local
            if head not in (row.local, first) and row.name != "*":
                continue
            module = resolver.module(path, row.module)
            if module is None:
                continue
            if row.name == "*":
                found = self._exported(module.path, head, rest, depth + 1) if module.kind == "module" else None
                if found is not None:
                    return found
                continue
            if not row.name:
                if module.kind != "module":
                    continue
                whole = f"{head}.{rest}".removeprefix(f"{row.module}.") if row.local != head else rest
                if not whole:
                    return Node(module.path, "module")
                name, _, more = whole.partition(".")
                return self._exported(module.path, name, more, depth + 1)
            inside = resolver.member(module, row.name)
            if module.kind == "module":
                found = self._exported(module.path, row.name, rest, depth + 1)
                if found is not None:
                    return found
            if inside is not None and inside.kind == "module":
                if not rest:
                    return Node(inside.path, "module")
                name, _, more = rest.partition(".")
                return self._exported(inside.path, name, more, depth + 1)
        return None

    def _exported(self, path: str, name: str, rest: str, depth: int) -> Node | None:
        """What a module gives under a name."""
        facts = self.facts_of(path)
        dotted = f"{name}.{rest}" if rest else name
        exported = self.rules_of(path).syntax.exported if path in self.rules else ()
        for candidate in (dotted, *(f"{base}.{dotted}" for base in exported)):
            if any(bind.name == candidate and bind.function < 0 for bind in facts.binds):
                return Node(path, "name", -1, candidate)
        if name in exported or name == "default":
            return Node(path, "module")
        made = self._constructor(path, name) if not rest else None
        if made is not None:
            return made
        for number, row in enumerate(facts.functions):
            last = rest.rpartition(".")[2] or name
            if row.name == last and (row.container == name if rest else row.parent < 0 and not row.container):
                return Node(path, "function", number)
        return self._imported(path, name, rest, depth)

    def _by_name(self, path: str, text: str) -> tuple[Node, int] | None:
        """The nearest thing of a name in files of the same family; sure only if there is no other."""
        head, _, last = text.rpartition(".")
        family = self.project.families.get(path, "")
        if self.project.library(path).resolver and head.partition(".")[0] not in self.rules[path].syntax.selves:
            return None
        found = [n for n in (*self._names.get(last, ()), *self._functions.get(last, ())) if n.path != path or head]
        found = [n for n in found if self.project.families.get(n.path) == family]
        qualifier = head.rpartition(".")[2].lower()
        words, types = self._hints(path, head)
        typed = [n for n in found if n.kind == "function" and self._container(n) in types]
        near = typed or [n for n in found if qualifier and self._is_of(n, qualifier)]
        found = near or [n for n in found if not qualifier or n.kind == "function" or "." in n.name]
        if not found:
            return None
        best = max(found, key=lambda n: (among(words, n.path), shared_folders(n.path, path)))
        return best, INFERRED if len(found) == 1 or near else NAME

    def _hints(self, path: str, head: str) -> tuple[list[str], frozenset[str]]:
        """Words that tell where something before a dot comes from, and the types that it may be of."""
        facts = self.facts_of(path)
        last = head.rpartition(".")[2]
        words = head.lower().split(".")
        types = {type_ for name, type_ in facts.types if name == last}
        if not types:
            types = {t for other in self.files.values() for name, t in other.types if name == last and "." in head}
        for bind in facts.binds:
            if bind.name == head and bind.value.kind in ("call", "name"):
                words += bind.value.text.lower().split(".")
                made = bind.value.text.rpartition(".")[2]
                types |= {f.result for f in map(self._function, self._functions.get(made, ())) if f.result}
        for row in facts.imports:
            if row.local in head.split("."):
                words += re.split(r"\W+", row.module.lower())
        return words, frozenset(types)

    def _function(self, node: Node) -> Function:
        return self.facts_of(node.path).functions[node.number]

    def _container(self, node: Node) -> str:
        return self._function(node).container

    def _is_of(self, node: Node, qualifier: str) -> bool:
        """Whether a qualifier fits the class, the file or the folder of something."""
        if node.kind == "function":
            container = self.facts_of(node.path).functions[node.number].container.lower()
            if container and (container == qualifier or container.endswith(qualifier)):
                return True
        *folders, name = node.path.lower().split("/")
        return name.rpartition(".")[0] == qualifier or (bool(folders) and folders[-1] == qualifier)

    def canonical(self, node: Node, depth: int = 0) -> Node:
        """The node that a node is another name of."""
        if depth > MAX_DEPTH:
            return node
        facts = self.facts_of(node.path)
        if node.kind == "fact":
            fact = facts.facts[node.number]
            if fact.rule >= 0 and node.path in self.rules and self.rule(node.path, fact).is_ in ("route", "mount"):
                found = self.resolve(node.path, fact.on)
                return self.canonical(found[0], depth + 1) if found and found[0] != node else node
            return node
        if node.kind == "name":
            bind = self.bind(node.path, node.number, node.name)
            found = self.resolve(node.path, bind.value) if bind is not None else None
            if found is None or found[0] == node:
                return node
            return self.canonical(found[0], depth + 1)
        if node.kind == "result":
            for function, ref in facts.returns:
                found = self.resolve(node.path, ref) if function == node.number else None
                if found is not None and found[0] != node:
                    target = self.canonical(found[0], depth + 1)
                    if target.kind in ("fact", "name"):
                        return target
            return node
        if node.kind == "module" and node.path in self.rules:
            for name in self.rules[node.path].syntax.exported:
                if any(bind.name == name and bind.function < 0 for bind in facts.binds):
                    return self.canonical(Node(node.path, "name", -1, name), depth + 1)
        return node

    # --- what stands before ------------------------------------------------------------------------------------

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
        if fact.handler.kind == "function" and self.rule(path, fact).marks:  # registered by the name of the function
            marked = Node(path, "function", fact.handler.number)
            if self.edges(marked):
                return self.prefixes(marked)
            if self.rule(path, fact).sub:
                return [Prefix("", NAME, rooted=False, framework=self.rule(path, fact).framework, served=False)]
        kind, function, name = fact.holder
        if kind == "name":
            return self.prefixes(self.canonical(Node(path, "name", function, name)))
        if kind == "result":
            return self.prefixes(Node(path, "result", function))
        if function >= 0:
            return self.prefixes(Node(path, "function", function))
        return self._of_file(path, fact)

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
            texts = [("", EXACT) if text == "\x00" else (text, sure) for text, sure in texts]
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

    # --- texts -------------------------------------------------------------------------------------------------

    def with_tokens(self, path: str, fact: Fact, text: str) -> str:
        """A path with what stands for the name of a class or of a function replaced by it."""
        for token, (of, drop) in self.framework(path, fact).tokens.items():
            if token in text:
                functions = self.files[path].functions
                named = functions[fact.handler.number].name if fact.handler.kind == "function" else ""
                name = fact.controller.rpartition(".")[2] if of == "class" else named
                text = text.replace(token, drop.sub("", name) if name else token)
        return text

    def constant(self, path: str, text: str) -> tuple[str, int]:
        """A path with its constants put in, and how sure that is."""
        if MARK not in text:
            return text, INFERRED if "\x00" in text else EXACT
        pieces = text.split(MARK)
        sure = EXACT
        for index in range(1, len(pieces), 2):
            value, how = self._constant(path, pieces[index])
            pieces[index] = value
            sure = max(sure, how)
        return "".join(pieces), sure

    def _constant(self, path: str, name: str, depth: int = 0) -> tuple[str, int]:
        if depth > MAX_IMPORTS:
            return "\x00", INFERRED
        facts = self.facts_of(path)
        head, _, rest = name.partition(".")
        last = name.rpartition(".")[2]
        rows = [b for b in facts.binds if b.text is not None and b.name in (name, last)]
        if rows:
            value = rows[-1].text or ""
            if value == f"{MARK}{name}{MARK}":
                return "\x00", INFERRED
            return self._nested(path, value, depth)
        node = self._imported(path, head, rest, 0)
        if node is not None and node.kind == "name" and node.path != path:
            return self._constant(node.path, node.name, depth + 1)
        if head != name:  # a member of something imported, as it is written in that file
            owner = self._imported(path, head, "", 0)
            if owner is not None:
                texts = {b.text for b in self.facts_of(owner.path).binds if b.text is not None and b.name == last}
                if len(texts) == 1:
                    return self._nested(owner.path, texts.pop(), depth)
        fitting = [p for p in self._defining(last) if self.project.families.get(p) == self.project.families.get(path)]
        found = {
            bind.text: INFERRED
            for other in fitting[:MAX_IMPORTS]
            if other != path
            for bind in self.facts_of(other).binds
            if bind.name.rpartition(".")[2] == last and bind.text is not None and MARK not in bind.text
        }
        return next(iter(found.items())) if len(found) == 1 else ("\x00", INFERRED)  # pyright: ignore[reportReturnType]

    def _nested(self, path: str, value: str, depth: int) -> tuple[str, int]:
        pieces = value.split(MARK)
        sure = INFERRED if "\x00" in value else EXACT
        for index in range(1, len(pieces), 2):
            pieces[index], how = self._constant(path, pieces[index], depth + 1)
            sure = max(sure, how)
        return "".join(pieces), sure


def among(words: Sequence[str], path: str) -> int:
    """How many of the words are folders of a path, or its file."""
    parts = set(path.lower().rpartition(".")[0].split("/"))
    return sum(word in parts for word in words)


def _name_ref(bind: Bind) -> Ref:
    return Ref("name", bind.name, -1, -1, -1, bind.function, bind.position)
