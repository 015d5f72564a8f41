"""What expressions mean across files: the routers, functions and modules behind names, and the texts behind constants.

A node is what routes hang on. A name is looked for in its file, through imports by the resolver of the language, else
by name, nearest first. Nothing is stored.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from ..link.folders import shared_folders
from .facts import HOLE, MARK, Bind, Fact, Function, Ref, RouteFacts

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from ..link.project import Project
    from ..link.types import Type
    from .rules import Framework, RouteRules, Rule

__all__ = ["EXACT", "INFERRED", "MAX_DEPTH", "NAME", "Names", "Node", "among"]

EXACT, INFERRED, NAME = 0, 1, 2
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


class Names:
    """The facts of all files, and what the expressions in them mean."""

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
        self._taking: set[str] = set()
        """Names of functions that register something, and of the classes and functions around: what is handed to others
        matters to no route."""
        self._resolved: dict[tuple[str, Ref], tuple[Node, int] | None] = {}
        self._index()

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

    def is_test(self, path: str, place: str = "") -> bool:
        """Whether a file holds tests, by its path; with `place`, whether that is where its language has tests."""
        tests = self.rules[path].syntax.tests if path in self.rules else None
        return tests is not None and tests.search(place or path) is not None

    def _frameworks_of_project(self) -> frozenset[str]:
        return frozenset(name for facts in self.files.values() for name in facts.signs)

    def _index(self) -> None:
        for path, facts in self.files.items():
            table = self._by_start[path] = {}
            for number, fact in enumerate(facts.facts):
                table.setdefault((fact.start, fact.end), []).append(number)
            for number, function in enumerate(facts.functions):
                if function.name:
                    self._functions.setdefault(function.name, []).append(Node(path, "function", number))
            for fact in facts.facts:
                number = max(fact.on.function, fact.holder[1])
                while number >= 0:
                    self._taking |= {facts.functions[number].name, facts.functions[number].container}
                    number = facts.functions[number].parent
            for bind in facts.binds:
                if bind.value.kind in ("fact", "call", "name") or bind.parts:
                    last = bind.name.rpartition(".")[2]
                    node = Node(path, "name", bind.function, bind.name)
                    if node not in self._names.setdefault(last, []):
                        self._names[last].append(node)

    def facts_of(self, path: str) -> RouteFacts:
        """The facts of any file."""
        return self.files.get(path) or self._load(path)

    def rules_of(self, path: str) -> RouteRules:
        """The rules of the language of a file."""
        return self.rules[path]

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
        if not text or HOLE in text or MARK in text:
            return None
        if self._is_imported(path):
            found = self.project.resolver(path).module(path, text)
            if found is not None and found.kind == "module":
                return found.path
        ending = "/" + text.lstrip("./")
        suffix = path[path.rfind(".") :]
        fitting = [p for p in self.files if f"/{p}".endswith((ending, ending + suffix))]
        return (
            fitting[0]
            if (len(fitting) == 1 and "/" in text.lstrip("./")) or (len(fitting) == 1 and "." not in text)
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
        function = ref.function
        while True:
            if self.bind(path, function, ref.text, ref.position) is not None:
                return Node(path, "name", function, ref.text)
            if function < 0:
                break
            row = self.facts_of(path).functions[function]
            if ref.text in row.parameters:
                return Node(path, "parameter", function, str(row.parameters.index(ref.text)))
            function = row.parent
        head, _, last = ref.text.rpartition(".")
        if not head:
            return self._constructor(path, last) or self._function_of(path, "", last)
        return self._of_member(path, head, last, ref.function) or self._function_of(path, head, last)

    def _of_member(self, path: str, head: str, last: str, function: int) -> Node | None:
        """A member that is bound in any method, or that a parameter of the constructor becomes."""
        facts = self.facts_of(path)
        bound = next((bind for bind in facts.binds if bind.name == f"{head}.{last}"), None)
        if bound is not None:
            return Node(path, "name", bound.function, bound.name)
        if head in self.rules_of(path).syntax.selves and function >= 0:
            around = self._constructor(path, facts.functions[function].container)
            names = facts.functions[around.number].parameters if around is not None else ()
            if around is not None and last in names:
                return Node(path, "parameter", around.number, str(names.index(last)))
        return None

    def _function_of(self, path: str, head: str, last: str) -> Node | None:
        """A function of a file; with something before its name, a method."""
        syntax = self.rules_of(path).syntax
        for number, row in enumerate(self.facts_of(path).functions):
            if row.name != last:
                continue
            own = not head and (not row.container or syntax.extends)
            if own or head in syntax.selves or (head and head.rpartition(".")[2] == row.container):
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

    def _is_imported(self, path: str) -> bool:
        """Whether what a file has from others comes by imports alone, which a resolver can follow."""
        return self.rules_of(path).syntax.imported and bool(self.project.library(path).resolver)

    def _imported(self, path: str, head: str, rest: str, depth: int) -> Node | None:
        """What an imported name stands for; `rest` follows it after a dot."""
        if depth > MAX_IMPORTS or not self._is_imported(path):
            return None
        resolver = self.project.resolver(path)
        for row in self.facts_of(path).imports:
            whole = not row.name and row.local != head  # `import a.b` binds `a`
            if head != (row.module.partition(".")[0] if whole else row.local) and row.name != "*":
                continue
            module = resolver.module(path, row.module)
            if module is None:
                continue
            found: Node | None = None
            if row.name == "*":
                found = self._exported(module.path, head, rest, depth + 1) if module.kind == "module" else None
            elif not row.name:
                inside = f"{head}.{rest}".removeprefix(f"{row.module}.") if whole else rest
                found = self._in_module(module, inside, depth)
            else:
                if module.kind == "module":
                    found = self._exported(module.path, row.name, rest, depth + 1)
                found = found or self._in_module(resolver.member(module, row.name), rest, depth)
            if found is not None:
                return found
        return None

    def _in_module(self, module: Type | None, name: str, depth: int) -> Node | None:
        """A module itself, or what it gives under a dotted name."""
        if module is None or module.kind != "module":
            return None
        first, _, more = name.partition(".")
        return self._exported(module.path, first, more, depth + 1) if name else Node(module.path, "module")

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
        if self._is_imported(path) and head.partition(".")[0] not in self.rules[path].syntax.selves:
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
        target = {
            "fact": self._of_fact,
            "name": self._of_name,
            "result": self._of_result,
            "module": self._of_module,
        }.get(node.kind, self._of_nothing)(node, depth)
        return node if target is None or target == node else self.canonical(target, depth + 1)

    def _of_fact(self, node: Node, depth: int) -> Node | None:
        """What a chain of calls goes on with: that on which a route or mount is called."""
        del depth
        fact = self.facts_of(node.path).facts[node.number]
        if fact.rule < 0 or node.path not in self.rules or self.rule(node.path, fact).is_ not in ("route", "mount"):
            return None
        found = self.resolve(node.path, fact.on)
        return found[0] if found is not None else None

    def _of_name(self, node: Node, depth: int) -> Node | None:
        del depth
        bind = self.bind(node.path, node.number, node.name)
        found = self.resolve(node.path, bind.value) if bind is not None else None
        return found[0] if found is not None else None

    def _of_result(self, node: Node, depth: int) -> Node | None:
        for function, ref in self.facts_of(node.path).returns:
            found = self.resolve(node.path, ref) if function == node.number else None
            if found is not None and found[0] != node:
                target = self.canonical(found[0], depth + 1)
                if target.kind in ("fact", "name"):
                    return target
        return None

    def _of_module(self, node: Node, depth: int) -> Node | None:
        del depth
        binds = self.facts_of(node.path).binds
        for name in self.rules[node.path].syntax.exported if node.path in self.rules else ():
            if any(bind.name == name and bind.function < 0 for bind in binds):
                return Node(node.path, "name", -1, name)
        return None

    def _of_nothing(self, node: Node, depth: int) -> Node | None:
        del node, depth
        return None

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
            return text, INFERRED if HOLE in text else EXACT
        pieces = text.split(MARK)
        sure = EXACT
        for index in range(1, len(pieces), 2):
            value, how = self._constant(path, pieces[index])
            pieces[index] = value
            sure = max(sure, how)
        return "".join(pieces), sure

    def _constant(self, path: str, name: str, depth: int = 0) -> tuple[str, int]:
        if depth > MAX_IMPORTS:
            return HOLE, INFERRED
        facts = self.facts_of(path)
        head, _, rest = name.partition(".")
        last = name.rpartition(".")[2]
        rows = [b for b in facts.binds if b.text is not None and b.name in (name, last)]
        if rows:
            value = rows[-1].text or ""
            if value == f"{MARK}{name}{MARK}":
                return HOLE, INFERRED
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
        return next(iter(found.items())) if len(found) == 1 else (HOLE, INFERRED)  # pyright: ignore[reportReturnType]

    def _nested(self, path: str, value: str, depth: int) -> tuple[str, int]:
        pieces = value.split(MARK)
        sure = INFERRED if HOLE in value else EXACT
        for index in range(1, len(pieces), 2):
            pieces[index], how = self._constant(path, pieces[index], depth + 1)
            sure = max(sure, how)
        return "".join(pieces), sure


def among(words: Sequence[str], path: str) -> int:
    """How many of the words are folders of a path, or its file."""
    parts = set(path.lower().rpartition(".")[0].split("/"))
    return sum(word in parts for word in words)
