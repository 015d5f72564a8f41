"""Turns one parsed file into its facts of routes: matches of the query → calls and marks → rules → facts.

Never looks at another file. What a call of some name means is a rule of `routes.toml`; which nodes are calls,
functions and bindings is said by `routes.scm`.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from .facts import MARK, NOWHERE, Bind, Fact, Function, Imported, Pass, Ref, RouteFacts
from .nodes import Arguments, arguments_of, dotted, elements, inner, is_text, raw, text_of_string, value_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    import tree_sitter

    from ..languages import Language
    from .rules import RouteRules, Rule

__all__ = ["frameworks_in", "route_facts", "signs_in"]

GIVES_PREFIX = frozenset({"scope", "mount"})
MAX_CONSTANT = 300
_WORDS = re.compile(r"\w+")
_MADE = re.compile(r"[&*(]*(?:new\s+)?([\w.]+)\s*[{(]")
"""A new instance: its class."""
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


class _Call(NamedTuple):
    """A call or a mark, as the query found it."""

    node: tree_sitter.Node
    name: str
    called: tree_sitter.Node
    """The node of the name; another expression where what is called has none."""
    on: tree_sitter.Node | None
    arguments: tree_sitter.Node | None
    is_mark: bool


class _Extraction:
    """One file at work."""

    def __init__(self, rules: RouteRules, source: bytes, frameworks: frozenset[str]) -> None:
        self.rules = rules
        self.syntax = rules.syntax
        self.source = source
        self.frameworks = frameworks
        self.calls: dict[int, _Call] = {}
        self.function_nodes: dict[int, int] = {}
        self.functions: list[Function] = []
        self.classes: dict[int, str] = {}
        self.facts: list[Fact] = []
        self.facts_at: dict[int, list[int]] = {}
        """By the node of the call or mark; of a mark on a class or function, by that node as well."""
        self.prefixing: dict[int, tuple[int, int]] = {}
        """The fact that gives a prefix to all that is in a node, and from where in it on."""
        self.bind_values: dict[int, tuple[str, int]] = {}
        self.return_values: dict[int, int] = {}
        self.values: dict[str, tree_sitter.Node] = {}
        """The last value of each name."""
        self.called_on: dict[int, _Call] = {}
        """By the node of an expression, the call of a member of it."""
        self.marks_of: dict[int, list[_Call]] = {}
        """By the node of a function or class, its marks."""
        self.loops: dict[int, tuple[tree_sitter.Node, tree_sitter.Node]] = {}
        """By the node of a loop: what its variables are, what it goes over."""

    def run(self, root: tree_sitter.Node, imports: tuple[Imported, ...]) -> RouteFacts:
        matches = self._matches(root)
        self._functions(matches)
        types = [(m["bind.name"][0], m["bind.type"][0]) for a, m in matches if a == "bind" and "bind.type" in m]
        binds = [(m["bind.name"][0], m["bind.value"][0], "bind.more" in m)
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

    # --- what the query finds ----------------------------------------------------------------------------------

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

    def _call(self, action: str, captures: Mapping[str, list[tree_sitter.Node]]) -> _Call:
        def one(name: str) -> tree_sitter.Node | None:
            nodes = captures.get(f"{action}.{name}")
            return nodes[0] if nodes else None

        name = one("name")
        assert name is not None
        text = raw(self.source, name)
        return _Call(captures[action][0], text, name, one("on"), one("arguments"), action == "mark")

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

    # --- which rules a call follows ----------------------------------------------------------------------------

    def _rules_of(self, call: _Call) -> Sequence[Rule]:
        table = self.rules.by_mark if call.is_mark else self.rules.by_call
        return [rule for rule in table.get(call.name, ()) if rule.framework in self.frameworks]

    def _fits(self, call: _Call, rule: Rule) -> bool:
        if rule.bare and call.on is not None:
            return False
        if rule.on is not None and (call.on is None or not rule.on.search(self._written(call.on))):
            return False
        if rule.of and self._marked(call)[0] != rule.of:
            return False
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

    def _written(self, node: tree_sitter.Node) -> str:
        return dotted(self.source, node) or raw(self.source, node)[:200]

    def _elements(self, nodes: Iterable[tree_sitter.Node]) -> list[tree_sitter.Node]:
        return [element for node in nodes for element in elements(self.syntax, node)]

    def given(self, call: _Call, put: Mapping[str, tree_sitter.Node] | None = None) -> Arguments:
        """The arguments of a call, with what stands for some names put in their place."""
        given = arguments_of(self.syntax, self.source, call.arguments)
        if not put:
            return given
        return Arguments(
            [put.get(dotted(self.source, node), node) for node in given.positional],
            {key: put.get(dotted(self.source, node), node) for key, node in given.keywords.items()},
            given.texts,
        )

    def _marked(self, call: _Call) -> tuple[str, tree_sitter.Node | None]:
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

    def _scope_node(self, call: _Call, rule: Rule) -> tree_sitter.Node:
        """The node in which everything has the prefix."""
        if call.is_mark and rule.of:
            return self._marked(call)[1] or call.node
        return call.node

    # --- facts -------------------------------------------------------------------------------------------------

    def _fact(self, call: _Call, rule: Rule, put: Mapping[str, tree_sitter.Node]) -> Fact:
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

    def _options(self, call: _Call, rule: Rule, given: Arguments) -> Iterable[tuple[str, tuple[str, ...]]]:
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

    def _name_line(self, call: _Call) -> int:
        """Where the name of the call stands: a long chain begins lines before."""
        if call.arguments is not None and not call.is_mark:
            return call.arguments.start_point[0]
        return call.node.start_point[0]

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

    def _methods(self, call: _Call, rule: Rule, given: Arguments) -> tuple[str, ...]:
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

    def _handler(self, call: _Call, rule: Rule, given: Arguments) -> Ref:
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

    # --- names -------------------------------------------------------------------------------------------------

    def _ref_at(self, kind: str, text: str, node: tree_sitter.Node) -> Ref:
        last = text.rpartition(".")[2]
        row, column = node.end_point
        return Ref(kind, text, -1, row, column - len(last.encode()), self.function_around(node), node.start_byte)

    def ref(self, node: tree_sitter.Node) -> Ref:
        """What an expression refers to."""
        node = inner(self.syntax, node)
        facts = [n for n in self.facts_at.get(node.id, ())]
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

    def _ref_of_call(self, node: tree_sitter.Node, call: _Call) -> Ref:
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

    def _parts(self, node: tree_sitter.Node) -> list[tree_sitter.Node]:
        if node.type in self.syntax.lists or node.type in self.syntax.joins:
            return [part for child in node.named_children for part in self._parts(inner(self.syntax, child))]
        return [node]

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

    def _rounds(self, call: _Call, rule: Rule) -> list[dict[str, tree_sitter.Node]]:
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

    def _own_functions(self, kept: Sequence[tuple[_Call, Rule, dict[str, tree_sitter.Node]]]) -> None:
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

    def _is_direct(self, function: Function, call: _Call) -> bool:
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
