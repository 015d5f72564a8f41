"""Reads the tree of one file by its query: calls, marks, functions and bindings, and what expressions refer to."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from .facts import NOWHERE, Function, Ref
from .nodes import Arguments, arguments_of, dotted, elements, inner, is_text, raw, text_of_string, value_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    import tree_sitter

    from .rules import RouteRules

__all__ = ["Call", "Reading"]

_WORDS = re.compile(r"\w+")
_MADE = re.compile(r"[&*(]*(?:new\s+)?([\w.]+)\s*[{(]")
"""A new instance: its class."""


class Call(NamedTuple):
    """A call or a mark, as the query found it."""

    node: tree_sitter.Node
    name: str
    called: tree_sitter.Node
    """The node of the name; another expression where what is called has none."""
    on: tree_sitter.Node | None
    arguments: tree_sitter.Node | None
    is_mark: bool


class Reading:
    """One file, as its query sees it."""

    def __init__(self, rules: RouteRules, source: bytes, frameworks: frozenset[str]) -> None:
        self.rules = rules
        self.syntax = rules.syntax
        self.source = source
        self.frameworks = frameworks
        self.calls: dict[int, Call] = {}
        self.function_nodes: dict[int, int] = {}
        self.functions: list[Function] = []
        self.classes: dict[int, str] = {}
        self.facts_at: dict[int, list[int]] = {}
        """By the node of the call or mark; of a mark on a class or function, by that node as well."""
        self.prefixing: dict[int, tuple[int, int]] = {}
        """The fact that gives a prefix to all that is in a node, and from where in it on."""
        self.bind_values: dict[int, tuple[str, int]] = {}
        self.return_values: dict[int, int] = {}
        self.values: dict[str, tree_sitter.Node] = {}
        """The last value of each name."""
        self.called_on: dict[int, Call] = {}
        """By the node of an expression, the call of a member of it."""
        self.marks_of: dict[int, list[Call]] = {}
        """By the node of a function or class, its marks."""
        self.loops: dict[int, tuple[tree_sitter.Node, tree_sitter.Node]] = {}
        """By the node of a loop: what its variables are, what it goes over."""

    def _matches(self, root: tree_sitter.Node) -> list[tuple[str, dict[str, list[tree_sitter.Node]]]]:
        import tree_sitter

        found: list[tuple[str, dict[str, list[tree_sitter.Node]]]] = []
        marked: set[int] = set()
        for index, captures in tree_sitter.QueryCursor(self.rules.query).matches(root):
            action = self.rules.actions[index]
            if action in ("call", "mark"):
                call = self._call(action, captures)
                known = self.calls.get(call.node.id)
                if known is None or (known.arguments is None and call.arguments is not None):
                    self.calls[call.node.id] = call
                if action == "mark":
                    marked |= {child.id for child in call.node.children}
            elif action == "class":
                self.classes[captures["class"][0].id] = raw(self.source, captures["class.name"][0])
            else:
                found.append((action, captures))
        for node in marked:
            self.calls.pop(node, None)
        return found

    def _call(self, action: str, captures: Mapping[str, list[tree_sitter.Node]]) -> Call:
        def one(name: str) -> tree_sitter.Node | None:
            nodes = captures.get(f"{action}.{name}")
            return nodes[0] if nodes else None

        name = one("name")
        assert name is not None
        text = raw(self.source, name)
        return Call(captures[action][0], text, name, one("on"), one("arguments"), action == "mark")

    def _functions(self, matches: Iterable[tuple[str, Mapping[str, list[tree_sitter.Node]]]]) -> None:
        rows = [captures for action, captures in matches if action == "function"]
        by_node: dict[int, Mapping[str, list[tree_sitter.Node]]] = {}
        for captures in rows:
            node = captures["function"][0]
            if node.id not in by_node or "function.name" in captures:
                by_node[node.id] = captures
        ordered = sorted(by_node.values(), key=lambda c: (c["function"][0].start_byte, -c["function"][0].end_byte))
        for captures in ordered:
            node = captures["function"][0]
            names = captures.get("function.name")
            parameters = captures.get("function.parameters")
            parent = self.function_around(node)
            self.function_nodes[node.id] = len(self.functions)
            self.functions.append(
                Function(
                    raw(self.source, names[0]) if names else "",
                    parent,
                    self._parameters(parameters[0]) if parameters else (),
                    (names[0] if names else node).start_point[0],
                    node.start_byte,
                    node.end_byte,
                    -1,
                    self._type(captures["function.container"][0])
                    if "function.container" in captures
                    else self._class_around(node),
                    self._result(captures),
                )
            )

    def _result(self, captures: Mapping[str, list[tree_sitter.Node]]) -> str:
        """The first name of the declared result that is a type of a file, not its package."""
        nodes = captures.get("function.result")
        found = re.findall(r"(?:\w+\.)*(\w+)", raw(self.source, nodes[0])) if nodes else []
        return found[0] if found else ""

    def _type(self, node: tree_sitter.Node) -> str:
        """The last name of a type, without what it is wrapped in."""
        found = _WORDS.findall(raw(self.source, node))
        return found[-1] if found else ""

    def _parameters(self, node: tree_sitter.Node) -> tuple[str, ...]:
        """The name of each parameter: the first word of it that is no word of the syntax, by the fields of its node."""
        if not node.named_children:
            name = dotted(self.source, node)
            return (name,) if name else ()
        found: list[str] = []
        for child in node.named_children:
            if child.type in self.syntax.comments:
                continue
            named: tree_sitter.Node | None = None
            for field in ("name", "pattern"):
                named = named or child.child_by_field_name(field)
            found.append(self._first_name(named or child))
        return tuple(found)

    def _first_name(self, node: tree_sitter.Node) -> str:
        while node.named_children:
            node = node.named_children[0]
        return raw(self.source, node).lstrip("$")

    def function_around(self, node: tree_sitter.Node) -> int:
        """The innermost function in which a node stands; -1 for the file itself."""
        at = node.parent
        while at is not None:
            number = self.function_nodes.get(at.id)
            if number is not None:
                return number
            at = at.parent
        return -1

    def _class_around(self, node: tree_sitter.Node) -> str:
        at = node.parent
        while at is not None:
            if at.id in self.classes:
                return self.classes[at.id]
            at = at.parent
        return ""

    def _written(self, node: tree_sitter.Node) -> str:
        return dotted(self.source, node) or raw(self.source, node)[:200]

    def _elements(self, nodes: Iterable[tree_sitter.Node]) -> list[tree_sitter.Node]:
        return [element for node in nodes for element in elements(self.syntax, node)]

    def given(self, call: Call, put: Mapping[str, tree_sitter.Node] | None = None) -> Arguments:
        """The arguments of a call, with what stands for some names put in their place."""
        given = arguments_of(self.syntax, self.source, call.arguments)
        if not put:
            return given
        return Arguments(
            [put.get(dotted(self.source, node), node) for node in given.positional],
            {key: put.get(dotted(self.source, node), node) for key, node in given.keywords.items()},
            given.texts,
        )

    def _marked(self, call: Call) -> tuple[str, tree_sitter.Node | None]:
        """What a mark stands at: `function` or `class`, and its node."""
        at: tree_sitter.Node | None = call.node
        for _ in range(4):
            if at is None:
                break
            if at.id in self.function_nodes:
                return "function", at
            if at.id in self.classes:
                return "class", at
            sibling = at.next_named_sibling
            while sibling is not None:
                if sibling.id in self.function_nodes:
                    return "function", sibling
                if sibling.id in self.classes:
                    return "class", sibling
                if sibling.type != at.type and sibling.type not in self.syntax.comments:
                    break
                sibling = sibling.next_named_sibling
            at = at.parent
        return "", None

    def _words(self, nodes: Iterable[tree_sitter.Node]) -> tuple[str, ...]:
        return tuple(word for node in nodes for word in _WORDS.findall(raw(self.source, node)))

    def _path(self, node: tree_sitter.Node) -> str | None:
        value = value_of(self.syntax, self.source, node)
        if value is not None:
            return value
        node = inner(self.syntax, node)
        call = self.calls.get(node.id)
        if call is not None:  # `_(r"^x$")`, `"/x".toString()`: what is in it, if there is but one text
            given = self.given(call).positional
            texts = [self._path(each) for each in given if is_text(self.syntax, each)]
            if len(given) == 1 and texts:
                return texts[0]
        return None

    def _ref_at(self, kind: str, text: str, node: tree_sitter.Node) -> Ref:
        last = text.rpartition(".")[2]
        row, column = node.end_point
        return Ref(kind, text, -1, row, column - len(last.encode()), self.function_around(node), node.start_byte)

    def ref(self, node: tree_sitter.Node) -> Ref:
        """What an expression refers to."""
        node = inner(self.syntax, node)
        facts = self.facts_at.get(node.id)
        if facts:
            return self._ref_at("fact", "", node)._replace(number=facts[0])
        number = self.function_nodes.get(node.id)
        if number is not None:
            return Ref("function", "", number)
        if node.type in self.syntax.strings:
            return self._ref_at("text", text_of_string(self.syntax, self.source, node), node)
        call = self.calls.get(node.id)
        if call is not None:
            return self._ref_of_call(node, call)
        name = dotted(self.source, node)
        if name:
            head, _, last = name.rpartition(".")
            return self._ref_at("name", head if head and last in self.rules.unwrap_on else name, node)
        if node.type in self.syntax.lists:
            parts = elements(self.syntax, node)
            return self.ref(parts[0]) if parts else NOWHERE
        return NOWHERE

    def _ref_of_call(self, node: tree_sitter.Node, call: Call) -> Ref:
        given = self.given(call).positional
        if call.on is None and call.name in self.syntax.requires and given and is_text(self.syntax, given[0]):
            text = text_of_string(self.syntax, self.source, inner(self.syntax, given[0]))
            return self._ref_at("module", text, node)
        if call.name in self.rules.unwrap and given:
            return self.ref(given[0])
        if call.on is None:
            return self._ref_at("call", call.name, node)
        if call.name in self.rules.unwrap_on:
            return self.ref(call.on)
        before = self.ref(call.on)
        if before.kind in ("fact", "call"):
            return before
        made = _MADE.match(raw(self.source, call.on)) if before.kind == "nowhere" else None
        owner = before.text if before.kind == "name" else made[1] if made else ""
        name = f"{owner}.{call.name}" if owner else call.name
        return self._ref_at("call", name, node)

    def handler_ref(self, node: tree_sitter.Node) -> Ref:
        """What handles: seen through what wraps it."""
        node = inner(self.syntax, node)
        if node.type in self.syntax.lists:
            parts = elements(self.syntax, node)
            name = dotted(self.source, parts[0]) if parts else ""
            if len(parts) == 2 and name.endswith(".class") and is_text(self.syntax, parts[1]):  # noqa: PLR2004
                member = text_of_string(self.syntax, self.source, parts[1])
                return self._ref_at("name", f"{name.removesuffix('.class')}.{member}", node)
            return self.handler_ref(parts[-1]) if parts else NOWHERE
        call = self.calls.get(node.id)
        if call is not None and call.name not in self.rules.unwrap_on and call.name not in self.rules.unwrap:
            inside = [self.handler_ref(each) for each in self.given(call).positional]
            sound = [ref for ref in inside if ref.kind in ("function", "name", "class")]
            if sound and not (call.on is not None and self.ref(call.on).kind == "fact"):
                return sound[-1] if any(ref.kind == "function" for ref in sound) else sound[0]
        found = self.ref(node)
        if found.kind == "name" and found.text.endswith(".class"):
            return found._replace(text=found.text.removesuffix(".class"))
        return found

    def _parts(self, node: tree_sitter.Node) -> list[tree_sitter.Node]:
        if node.type in self.syntax.lists or node.type in self.syntax.joins:
            return [part for child in node.named_children for part in self._parts(inner(self.syntax, child))]
        return [node]
