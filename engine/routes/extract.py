"""Turns one parsed file into its facts of routes: matches of the query → calls and marks → rules → facts.

Never looks at another file. What a call of some name means is a rule of `routes.toml`; which nodes are calls,
functions and bindings is said by `routes.scm`.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from .facts import MARK, NOWHERE, Bind, Fact, Function, Imported, Pass, Ref, RouteFacts
from .nodes import Arguments, arguments_of, dotted, elements, inner, is_text, raw, text_of_string, value_of
from .syntax import Call, Reading

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    import tree_sitter

    from ..languages import Language
    from .rules import RouteRules, Rule

__all__ = ["frameworks_in", "route_facts", "signs_in"]

GIVES_PREFIX = frozenset({"scope", "mount"})
MAX_CONSTANT = 300
ANY = "ANY"


def frameworks_in(rules: RouteRules, words: str) -> frozenset[str]:
    """The frameworks whose words are among those of a file, each between newlines."""
    return frozenset(
        name
        for name, framework in rules.frameworks.items()
        if any(all(f"\n{word}\n" in words for word in group) for group in framework.words)
    )


def signs_in(rules: RouteRules, words: str) -> frozenset[str]:
    """The frameworks that a project uses which has a file with these words."""
    return frozenset(
        name
        for name, framework in rules.frameworks.items()
        if any(all(f"\n{word}\n" in words for word in group) for group in framework.project or framework.words)
    )


def route_facts(
    language: Language, rules: RouteRules, source: bytes, tree: tree_sitter.Tree, frameworks: frozenset[str]
) -> RouteFacts:
    """What `source` (UTF-8) says of routes, by the rules of some frameworks."""
    from ..index.imports import imports_of

    imports = imports_of(language, source, tree)
    imported = tuple(Imported(i.module, i.name, i.alias or i.name or _last(i.module)) for i in imports)
    return _Extraction(rules, source, frameworks).run(tree.root_node, imported)


def _last(module: str) -> str:
    return re.split(r"[./\\]|::", module)[-1]


class _Extraction(Reading):
    """One file at work."""

    def run(self, root: tree_sitter.Node, imports: tuple[Imported, ...]) -> RouteFacts:
        matches = self._matches(root)
        self._functions(matches)
        types = [(m["bind.name"][0], m["bind.type"][0]) for a, m in matches if a == "bind" and "bind.type" in m]
        binds = [
            (m["bind.name"][0], m["bind.value"][0], "bind.more" in m)
            for a, m in matches
            if a == "bind" and "bind.value" in m
        ]
        returns = [m["return.value"][0] for action, m in matches if action == "return"]
        for name, value, more in binds:
            text = dotted(self.source, name) or raw(self.source, name)
            self.bind_values.setdefault(value.id, (text, self.function_around(name)))
            if not more:
                self.values[text] = value
        for action, m in matches:
            if action == "loop":
                self.loops[m["loop"][0].id] = m["loop.name"][0], m["loop.over"][0]
        for value in returns:
            self.return_values.setdefault(value.id, self.function_around(value))
        self.called_on = {call.on.id: call for call in self.calls.values() if call.on is not None}
        for call in self.calls.values():
            marked = self._marked(call)[1] if call.is_mark else None
            if marked is not None:
                self.marks_of.setdefault(marked.id, []).append(call)
        chosen = [(call, rule) for call in self.calls.values() for rule in self._rules_of(call)]
        kept = [
            (call, rule, put) for call, rule in chosen if self._fits(call, rule) for put in self._rounds(call, rule)
        ]
        for number, (call, rule, _) in enumerate(kept):  # numbers first, since facts speak of each other
            self.facts_at.setdefault(call.node.id, []).append(number)
            if rule.is_ in GIVES_PREFIX:
                begin = call.arguments.start_byte if call.arguments is not None and not call.is_mark else -1
                self.prefixing.setdefault(self._scope_node(call, rule).id, (number, begin))
        made = [self._fact(call, rule, put) for call, rule, put in kept]
        self._own_functions(kept)
        return RouteFacts(
            tuple(_combined(self.rules.rules, made)),
            tuple(self.functions),
            tuple(self._bind(name, value, more=more) for name, value, more in binds),
            tuple((self.function_around(value), self.ref(value)) for value in returns),
            tuple(self._passes()),
            imports,
            tuple(sorted(self.frameworks)),
            tuple(dict.fromkeys((dotted(self.source, name), self._type(node)) for name, node in types)),
            (),
        )

    def _rules_of(self, call: Call) -> Sequence[Rule]:
        table = self.rules.by_mark if call.is_mark else self.rules.by_call
        return [rule for rule in table.get(call.name, ()) if rule.framework in self.frameworks]

    def _fits(self, call: Call, rule: Rule) -> bool:
        if rule.bare and call.on is not None:
            return False
        if rule.on is not None and (call.on is None or not rule.on.search(self._written(call.on))):
            return False
        return not (rule.of and self._marked(call)[0] != rule.of) and self._is_given(call, rule)

    def _is_given(self, call: Call, rule: Rule) -> bool:
        """Whether the arguments are those that a rule wants."""
        given = self.given(call)
        if not rule.least <= len(given.positional) <= rule.most:
            return False
        for condition, wanted in ((rule.when, True), (rule.unless, False)):
            if condition is not None:
                texts = [raw(self.source, node) for node in given.at(condition[0])] or [""]
                if bool(condition[1].search(texts[0])) is not wanted:
                    return False
        if rule.path and not rule.optional and rule.is_ in ("route", "client"):
            nodes = given.at(rule.path)
            if not nodes or all(value_of(self.syntax, self.source, e) is None for e in self._elements(nodes)):
                return False
        if rule.like is not None and not rule.optional:
            texts = [text for node in self._elements(given.at(rule.path)) if (text := self._path(node)) is not None]
            if not any(rule.like.search(text) for text in texts):
                return False
        return True

    def _scope_node(self, call: Call, rule: Rule) -> tree_sitter.Node:
        """The node in which everything has the prefix."""
        if call.is_mark and rule.of:
            return self._marked(call)[1] or call.node
        return call.node

    def _fact(self, call: Call, rule: Rule, put: Mapping[str, tree_sitter.Node]) -> Fact:
        given = self.given(call, put)
        path_nodes = self._elements(given.at(rule.path)) if rule.path else []
        paths = tuple(
            path
            for node in path_nodes
            if (path := self._path(node)) is not None
            and (rule.like is None or path.startswith(MARK) or rule.like.search(path))
        )
        methods, handler = self._methods(call, rule, given), self._handler(call, rule, given)
        each: tuple[Ref, ...] = ()
        if rule.chain:
            pairs = [pair for node in given.at(rule.chain) for pair in self._chained(node)]
            methods, each = tuple(method for method, _ in pairs), tuple(ref for _, ref in pairs)
        if rule.named and not paths and handler.kind == "function":
            paths = (self.functions[handler.number].name,)
        if rule.shape:
            paths = tuple(rule.shape.replace("{path}", path) for path in paths)
        texts = {node.id for node in path_nodes if is_text(self.syntax, node)}
        start = self._marked(call)[1] if call.is_mark else call.node
        parent, holder = self._lexical(start or call.node)
        marked = self._marked(call)[1] if call.is_mark else None
        on = self.ref(call.on) if call.on is not None else NOWHERE
        if rule.static and on.kind != "fact":
            on = NOWHERE
        controller = next((dotted(self.source, n) for n in given.at(rule.controller)), "") if rule.controller else ""
        if call.is_mark and not controller:
            controller = self.classes.get(marked.id, "") if marked is not None and rule.of == "class" else ""
            controller = controller or self._class_around(call.node)
        return Fact(
            rule.number,
            methods,
            tuple(dict.fromkeys(paths)),
            on,
            self._targets(rule, given, texts),
            handler,
            each,
            call.node.start_point[0],
            call.node.start_byte,
            call.node.end_byte,
            parent,
            holder,
            controller.removesuffix(".class"),
            tuple(self._options(call, rule, given)),
        )._replace(line=self._name_line(call))

    def _targets(self, rule: Rule, given: Arguments, paths: Iterable[int]) -> tuple[Ref, ...]:
        """What is mounted; a string that is the path is nothing to mount."""
        if rule.folder:
            texts = [text for node in given.at(rule.folder) for text in self._texts_in(node)]
            return (Ref("folder", texts[-1]),) if texts else ()
        nodes = self._elements(given.at(rule.target)) if rule.target else []
        return tuple(self.ref(node) for node in nodes if node.id not in paths)

    def _texts_in(self, node: tree_sitter.Node) -> list[str]:
        if is_text(self.syntax, node):
            return [text_of_string(self.syntax, self.source, inner(self.syntax, node))]
        return [text for child in node.named_children for text in self._texts_in(child)]

    def _options(self, call: Call, rule: Rule, given: Arguments) -> Iterable[tuple[str, tuple[str, ...]]]:
        """The options that a rule knows: arguments, or members that are called on the call later."""
        for name in rule.options:
            if given.at(name):
                yield name, self._words(given.at(name))
        marked = self._marked(call)[1] if call.is_mark else None
        for other in self.marks_of.get(marked.id, ()) if marked is not None else ():
            if other.name in rule.options and other.arguments is not None:
                yield other.name, self._words([other.arguments])
        after = self.called_on.get(call.node.id)
        while after is not None:
            if after.name in rule.options and after.arguments is not None:
                yield after.name, self._words([after.arguments])
            after = self.called_on.get(after.node.id)

    def _name_line(self, call: Call) -> int:
        """Where the name of the call stands: a long chain begins lines before."""
        if call.arguments is not None and not call.is_mark:
            return call.arguments.start_point[0]
        return call.node.start_point[0]

    def _methods(self, call: Call, rule: Rule, given: Arguments) -> tuple[str, ...]:
        if rule.method.startswith("="):
            return tuple(rule.method[1:].split())
        if rule.method == "name":
            found = rule.verb.search(call.name) if rule.verb else None
            return (self._as_method(found[1] if found else call.name),)
        place, _, default = rule.method.partition("=")
        words = [self._method(node) for node in self._elements(given.at(place))]
        methods = [self._as_method(word) for text in words for word in re.findall(r"[A-Za-z]+", text)]
        return tuple(dict.fromkeys(methods)) or tuple(default.split())

    def _as_method(self, word: str) -> str:
        return self.rules.methods.get(word.upper(), word.upper())

    def _method(self, node: tree_sitter.Node) -> str:
        if is_text(self.syntax, node):
            return text_of_string(self.syntax, self.source, inner(self.syntax, node))
        name = dotted(self.source, node).rpartition(".")[2]
        return re.sub(r"^(?:HttpMethod|Method)", "", name) or name

    def _handler(self, call: Call, rule: Rule, given: Arguments) -> Ref:
        if call.is_mark and rule.is_ == "route" and not rule.handler:
            node = self._marked(call)[1]
            if node is None:
                return NOWHERE
            number = self.function_nodes.get(node.id)
            if number is not None:
                return Ref("function", "", number)
            return Ref("class", self.classes[node.id], -1, node.start_point[0])
        if rule.handler == "name":
            return Ref("text", call.name)
        nodes = given.at(rule.handler) if rule.handler else []
        return self.handler_ref(nodes[-1]) if nodes else NOWHERE

    def _chained(self, node: tree_sitter.Node) -> list[tuple[str, Ref]]:
        """Methods and handlers of a chain of calls of verbs: `get(show).post(save)`, `web::get().to(show)`."""
        found: list[tuple[str, Ref]] = []
        handler = NOWHERE
        at: tree_sitter.Node | None = inner(self.syntax, node)
        while at is not None:
            call = self.calls.get(at.id)
            if call is None:
                break
            given = self.given(call).positional
            if call.name in self.rules.verbs:
                found.insert(0, (self._as_method(call.name), self.handler_ref(given[-1]) if given else handler))
            elif call.name == "to" and given:
                handler = self.handler_ref(given[-1])
            at = call.on
        return found

    def _lexical(self, node: tree_sitter.Node) -> tuple[int, tuple[str, int, str]]:
        """The fact around a node that gives a prefix, else -1; and what the node is part of besides."""
        around = self.function_around(node)
        holder: tuple[str, int, str] | None = None
        at: tree_sitter.Node | None = node
        crossed = False
        while at is not None:
            number, begin = self.prefixing.get(at.id, (-1, -1))
            if number >= 0 and at.id != node.id and node.start_byte >= begin:
                return number, holder or ("function", around, "")
            if holder is None and at.id in self.bind_values and not crossed:
                name, function = self.bind_values[at.id]
                holder = ("name", function, name)
            if holder is None and at.id in self.return_values and not crossed:
                holder = ("result", self.return_values[at.id], "")
            function = self.function_nodes.get(at.id)
            if function is not None:
                crossed = True
            at = at.parent
        return -1, holder or ("function", around, "")

    def _bind(self, name: tree_sitter.Node, value: tree_sitter.Node, *, more: bool) -> Bind:
        text = dotted(self.source, name) or raw(self.source, name)
        whole = inner(self.syntax, value)
        constant = value_of(self.syntax, self.source, value)
        parts: list[Ref] = []
        several = more or whole.type in self.syntax.lists or whole.type in self.syntax.joins
        if several:
            parts = [ref for each in self._parts(whole) if (ref := self.ref(each)).kind in ("name", "call")]
        ref = NOWHERE if several else self.ref(whole)
        if constant is not None and (len(constant) > MAX_CONSTANT or (MARK in constant and ref.kind == "name")):
            constant = None
        return Bind(text, self.function_around(name), ref, constant, tuple(parts), value.end_byte)

    def _passes(self) -> Iterable[Pass]:
        for call in self.calls.values():
            if call.is_mark or call.node.id in self.facts_at:
                continue
            given = self.given(call).positional
            refs = [(number, self.ref(node)) for number, node in enumerate(given)]
            arguments = [(number, ref) for number, ref in refs if ref.kind in ("name", "fact")]
            if self.syntax.extends and call.on is not None:
                arguments = [(0, self.ref(call.on)), *((n + 1, ref) for n, ref in arguments)]
                callee = self._ref_at("name", call.name, call.node)
            elif call.on is None:
                named = dotted(self.source, call.called)
                callee = self._ref_at("name", named, call.node) if named else self.ref(call.called)
            else:
                before = self.ref(call.on)
                callee = self._ref_at("name", f"{before.text}.{call.name}".lstrip("."), call.node)
            if arguments or self.syntax.implicit:
                parent, _ = self._lexical(call.node)
                yield Pass(callee, tuple(arguments), parent, self.function_around(call.node))

    def _rounds(self, call: Call, rule: Rule) -> list[dict[str, tree_sitter.Node]]:
        """What the variables of the loop around a call stand for, round by round, where that is written down."""
        at = call.node.parent
        while at is not None and at.id not in self.loops:
            at = at.parent
        if at is None or rule.is_ != "mount":
            return [{}]
        names, over = self.loops[at.id]
        whole = inner(self.syntax, over)
        whole = inner(self.syntax, self.values.get(dotted(self.source, whole), whole))
        if whole.type not in self.syntax.lists:
            return [{}]
        named = [raw(self.source, n) for n in (names.named_children or [names])]
        return [self._round(named, element) for element in elements(self.syntax, whole)] or [{}]

    def _round(self, names: Sequence[str], element: tree_sitter.Node) -> dict[str, tree_sitter.Node]:
        if element.type in self.syntax.objects and element.type not in self.syntax.lists:
            keywords = arguments_of(self.syntax, self.source, element).keywords
            return {f"{name}.{key}": value for name in names for key, value in keywords.items()} | dict(keywords)
        if len(names) > 1:
            return dict(zip(names, elements(self.syntax, element), strict=False))
        return {names[0]: element} if names else {}

    def _own_functions(self, kept: Sequence[tuple[Call, Rule, dict[str, tree_sitter.Node]]]) -> None:
        """Say of each function that is an argument of a fact, which one that is."""
        for number, (call, rule, _) in enumerate(kept):
            if rule.is_ not in GIVES_PREFIX or call.is_mark:
                continue
            for index, function in enumerate(self.functions):
                inside = call.node.start_byte <= function.start and function.end <= call.node.end_byte
                if inside and function.owner < 0 and (call.on is None or function.start >= call.on.end_byte):
                    outermost = function.parent < 0 or self.functions[function.parent].start < call.node.start_byte
                    if outermost or self._is_direct(function, call):
                        self.functions[index] = function._replace(owner=number)

    def _is_direct(self, function: Function, call: Call) -> bool:
        parent = self.functions[function.parent]
        return not (call.node.start_byte <= parent.start and parent.end <= call.node.end_byte)


def _combined(rules: Sequence[Rule], facts: list[Fact]) -> list[Fact]:
    """Marks of one function that say method and path apart become one route each; the others get no method."""
    by_handler: dict[tuple[str, int], list[int]] = {}
    for number, fact in enumerate(facts):
        rule = rules[fact.rule]
        if rule.is_ == "route" and rule.marks and fact.handler.kind == "function":
            by_handler.setdefault((rule.framework, fact.handler.number), []).append(number)
    for numbers in by_handler.values():
        with_path = [n for n in numbers if facts[n].paths and not facts[n].methods]
        bare = [n for n in numbers if facts[n].methods and not facts[n].paths]
        if with_path and bare:
            paths = tuple(path for n in with_path for path in facts[n].paths)
            for number in bare:
                facts[number] = facts[number]._replace(paths=paths)
            for number in with_path:
                facts[number] = facts[number]._replace(rule=-1)
        elif with_path:
            others = any(facts[n].methods for n in numbers)
            for number in with_path:
                facts[number] = facts[number]._replace(methods=(ANY,), rule=-1 if others else facts[number].rule)
    return [
        fact._replace(methods=fact.methods or (ANY,), paths=tuple(p.replace("\r", "") for p in fact.paths))
        for fact in facts
    ]
