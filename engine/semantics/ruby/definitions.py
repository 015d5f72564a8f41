"""Classes, modules and methods: what opens a class, what a class takes in, what its methods take and give."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...deepfacts import NONE, Parameter, Result
from ..builder import text_of
from ..wanting import value, visit, visit_children
from .comments import NO_DOC, read_doc
from .state import CLASS, INSTANCE, MAIN, UNKNOWN, make, static, suite, symbol_of

if TYPE_CHECKING:
    import tree_sitter

    from .comments import Doc
    from .state import Walk

__all__ = [
    "alias",
    "bind_method",
    "class_",
    "from_block",
    "in_class",
    "method",
    "open_class",
    "parameters",
    "property_",
    "singleton_class",
    "singleton_method",
]

OPEN = frozenset({"closed", "open"})


def class_(walk: Walk, node: tree_sitter.Node, scope: int, block: int, wanted: bool) -> int:
    """`class A::B < C`, `module A`."""
    del wanted
    name = node.child_by_field_name("name")
    if name is None:
        visit_children(walk, node, scope, block)
        return NONE
    superclass = node.child_by_field_name("superclass")
    bases: list[int] = []
    if superclass is not None:
        bases += [value(walk, child, scope, block) for child in superclass.named_children]
    open_class(walk, node, name, node.child_by_field_name("body"), (scope, block), tuple(bases))
    return NONE


def whole_name(walk: Walk, name: str, scope: int) -> str:
    """The whole name of a class that is opened in a scope."""
    if name.startswith("::"):
        return name[2:]
    scopes = walk.builder.scopes
    while scope >= 0 and not scopes[scope].name:
        scope = scopes[scope].parent
    return f"{scopes[scope].name}::{name}" if scope >= 0 else name


def open_class(
    walk: Walk,
    node: tree_sitter.Node,
    name: tree_sitter.Node,
    body: tree_sitter.Node | None,
    place: tuple[int, int],
    bases: tuple[int, ...] = (),
    *,
    whole: str = "",
) -> int:
    """A class that is opened, perhaps for the first time."""
    builder = walk.builder
    scope, block = place
    last = name
    if name.type == "scope_resolution":
        outer = name.child_by_field_name("scope")
        if outer is not None:
            visit(walk, outer, scope, block)
        last = name.child_by_field_name("name") or name
    text, written = text_of(last), text_of(name)
    whole = whole or whole_name(walk, written, scope)
    holder = scope
    while builder.scopes[holder].kind in _WITHIN:
        holder = builder.scopes[holder].parent
    index = builder.define("class", text, last, node, (holder, block, scope), traits=OPEN)
    own = builder.definitions[index].own
    builder.scopes[own] = builder.scopes[own]._replace(name=whole)
    builder.complete(index, bases=bases, traits=OPEN)
    bound = text if written == text else f"{whole.rpartition('::')[0]}:: {text}"
    builder.bind((holder, block), bound, "class", last, node.start_byte, number=index)
    if body is not None:
        _inside(walk, body, index, own, CLASS)
    return index


def _inside(walk: Walk, body: tree_sitter.Node, index: int, scope: int, own: str, *, singleton: bool = False) -> None:
    around = (walk.owner, walk.own, walk.function, walk.in_singleton, walk.shared_functions)
    walk.owner, walk.own, walk.function, walk.in_singleton, walk.shared_functions = index, own, NONE, singleton, False
    before = body.prev_named_sibling
    while before is not None and before.type == "comment":  # of the first method, they stand before the body
        walk.comment, before = before, before.prev_named_sibling
    suite(walk, body, scope, walk.builder.block(NONE))
    walk.owner, walk.own, walk.function, walk.in_singleton, walk.shared_functions = around


def singleton_class(walk: Walk, node: tree_sitter.Node, scope: int, block: int, wanted: bool) -> int:
    """`class << self`."""
    del wanted
    held, body = node.child_by_field_name("value"), node.child_by_field_name("body")
    if body is None:
        return NONE
    if held is not None and held.type == "self" and walk.owner >= 0:
        own = walk.builder.definitions[walk.owner].own
        _inside(walk, body, walk.owner, own, UNKNOWN, singleton=True)
    elif held is not None and held.type in ("constant", "scope_resolution"):
        index = open_class(walk, node, held, None, (scope, block), whole=text_of(held).removeprefix("::"))
        _inside(walk, body, index, walk.builder.definitions[index].own, UNKNOWN, singleton=True)
    else:
        visit_children(walk, node, scope, block)
    return NONE


def method(walk: Walk, node: tree_sitter.Node, scope: int, block: int, wanted: bool) -> int:
    """`def name`: of instances, of the class itself within `class << self`, of the program at its top."""
    name = node.child_by_field_name("name")
    if name is None:
        visit_children(walk, node, scope, block)
        return NONE
    kind = CLASS if walk.in_singleton else INSTANCE
    define(walk, node, name, scope, block, kind)
    return make(walk, "literal", "symbol", names=(text_of(name),)) if wanted else NONE


def singleton_method(walk: Walk, node: tree_sitter.Node, scope: int, block: int, wanted: bool) -> int:
    """`def self.name`, `def Name.name`."""
    del wanted
    name, held = node.child_by_field_name("name"), node.child_by_field_name("object")
    if name is None or held is None:
        visit_children(walk, node, scope, block)
        return NONE
    if held.type == "self" and walk.owner >= 0:
        define(walk, node, name, scope, block, CLASS)
        return NONE
    visit(walk, held, scope, block)
    if held.type == "constant":
        own_name = text_of(held)
        if walk.owner >= 0 and walk.builder.definitions[walk.owner].name == own_name:
            define(walk, node, name, scope, block, CLASS)
            return NONE
        index = open_class(walk, node, held, None, (scope, block))
        around, walk.owner = walk.owner, index
        define(walk, node, name, walk.builder.definitions[index].own, block, CLASS)
        walk.owner = around
        return NONE
    around, walk.owner = walk.owner, NONE
    define(walk, node, name, scope, block, UNKNOWN)
    walk.owner = around
    return NONE


def define(walk: Walk, node: tree_sitter.Node, name: tree_sitter.Node, scope: int, block: int, kind: str) -> int:
    """A method with its body."""
    builder = walk.builder
    text = text_of(name)
    doc = read_doc(walk, walk.comment, scope, block)
    walk.comment = None
    holder = builder.definitions[walk.owner].own if walk.owner >= 0 else 0
    index = builder.define("function", text, name, node, (holder, block, scope))
    bind_method(walk, text, name, node.start_byte, (holder, block), index, kind)
    own, inner = builder.definitions[index].own, builder.block(NONE)
    around = (walk.own, walk.function, walk.owner)
    walk.function = index
    walk.own = MAIN if walk.owner < 0 and kind != UNKNOWN else kind
    given = node.child_by_field_name("parameters")
    rows = parameters(walk, given, own, inner, doc) if given is not None else ()
    is_method = walk.owner >= 0
    builder.complete(index, parameters=rows, returns=doc.returns, receiver="implicit" if is_method else "")
    body = node.child_by_field_name("body")
    if body is not None:
        last = _body(walk, body, own, inner)
        if last >= 0:
            builder.results.setdefault(index, []).append(Result(last, own, inner, node.end_byte))
    walk.own, walk.function, walk.owner = around
    return index


def _body(walk: Walk, body: tree_sitter.Node, scope: int, block: int) -> int:
    if body.type != "body_statement":
        return value(walk, body, scope, block)
    return suite(walk, body, scope, block, wanted=True)


def bind_method(
    walk: Walk, name: str, node: tree_sitter.Node, position: int, place: tuple[int, int], index: int, kind: str
) -> None:
    """Give a class a method: its instances, itself, or both."""
    builder = walk.builder
    if walk.owner < 0:
        if kind != UNKNOWN:
            builder.shared[f"function {name}"] = True
            builder.bind(place, name, "function", node, position, number=index)
        return
    if kind == CLASS or walk.shared_functions:
        builder.bind(place, static(name), "function", node, position, number=index)
    if kind != CLASS:
        builder.bind(place, name, "function", node, position, number=index)


def property_(
    walk: Walk, name: tuple[str, int], node: tree_sitter.Node, block: int, kind: str, *, held: int = NONE
) -> None:
    """A method that gives a variable of the instance, or what is held."""
    builder = walk.builder
    own = builder.definitions[walk.owner].own
    text, skipped = name
    line, column = builder.point_of(node)
    index = builder.define("function", text, node, node, (own, block, own))
    row = builder.definitions[index]._replace(name_line=line, name_column=column + skipped, receiver="implicit")
    builder.definitions[index] = row
    bound = text if kind == INSTANCE else static(text)
    builder.bind_at((own, block), bound, "function", row, index)
    builder.bound.add((own, bound))
    if held < 0:
        variable = f"@{text}" if kind == INSTANCE else static(f"@{text}")
        held = make(walk, "member", variable, (make(walk, "self", kind, number=walk.owner),))
    builder.results.setdefault(index, []).append(Result(held, row.own, block, node.end_byte))


def parameters(walk: Walk, node: tree_sitter.Node, scope: int, block: int, doc: Doc = NO_DOC) -> tuple[Parameter, ...]:
    """The parameters of a method or a block, bound in its scope."""
    builder = walk.builder
    rows: list[Parameter] = []
    for child in node.named_children:
        kind = child.type
        if kind == "destructured_parameter":
            parameters(walk, child, scope, block)
            rows.append(Parameter("", NONE, NONE, ""))
            continue
        name = child if kind == "identifier" else child.child_by_field_name("name")
        held = child.child_by_field_name("value")
        default = value(walk, held, scope, block)
        if name is None:
            continue
        text = text_of(name)
        annotation = doc.parameters.get(text, NONE)
        builder.occur(text, name, "write", scope, block, form="bind")
        is_plain = kind in ("identifier", "optional_parameter", "keyword_parameter")
        if builder.scopes[scope].kind == "function" and node.type == "method_parameters":
            number = len(rows)
            builder.bind((scope, block), text, "parameter", name, node.start_byte, annotation=annotation, number=number)
        else:
            builder.bind((scope, block), text, "loop", name, node.start_byte)
        rows.append(Parameter(text, annotation, default, "" if is_plain else "rest"))
    return tuple(rows)


def in_class(walk: Walk, body: tree_sitter.Node, index: int) -> None:
    """The content of a class that is made by a call."""
    _inside(walk, body, index, walk.builder.definitions[index].own, CLASS)


def alias(walk: Walk, new: tree_sitter.Node, old: tree_sitter.Node, block: int) -> None:
    """Another name for a method of the class around."""
    builder = walk.builder
    kind = CLASS if walk.in_singleton else INSTANCE
    own = make(walk, "self", kind, number=walk.owner)
    texts: list[str] = []
    for node in (new, old):
        said, skipped = symbol_of(node) if node.type in ("simple_symbol", "string") else (text_of(node), 0)
        texts.append(said)
        if node == old and said:
            place = node.start_byte + skipped
            builder.occur_at(said, place, "read", builder.definitions[walk.owner].own, block, own)
    if all(texts):
        held = make(walk, "call", "", (make(walk, "member", texts[1], (own,)),))
        skipped = 1 if new.type in ("simple_symbol", "string") else 0
        property_(walk, (texts[0], skipped), new, block, kind, held=held)


def from_block(
    walk: Walk,
    said: tuple[str, int],
    name: tree_sitter.Node,
    body: tree_sitter.Node | None,
    place: tuple[int, int],
    kind: str,
) -> None:
    """A method whose body is a block."""
    builder = walk.builder
    scope, block = place
    text, skipped = said
    if body is None:
        if text:
            property_(walk, said, name, block, kind, held=make(walk, "module", "?"))
        return
    holder = builder.definitions[walk.owner].own
    column = builder.point_of(name)[1]
    index = builder.define("function", text, name, body, (holder, block, scope), name, opens="block")
    builder.definitions[index] = builder.definitions[index]._replace(name_column=column + skipped, receiver="implicit")
    if text:
        bound = text if kind == INSTANCE else static(text)
        builder.bind_at((holder, block), bound, "function", builder.definitions[index], index)
        builder.bound.add((holder, bound))
    own, inner = builder.definitions[index].own, builder.block(NONE)
    around = (walk.own, walk.function)
    walk.function, walk.own = index, kind
    given = body.child_by_field_name("parameters")
    if given is not None:
        parameters(walk, given, own, inner)
    content = body.child_by_field_name("body")
    if content is not None:
        last = suite(walk, content, own, inner, wanted=True)
        if last >= 0:
            builder.results.setdefault(index, []).append(Result(last, own, inner, body.end_byte))
    walk.own, walk.function = around


_WITHIN = frozenset({"block", "function"})
