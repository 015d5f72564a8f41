"""Classes, interfaces, enumerations, records, types of annotations, and what stands in them; imports."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...deepfacts import NONE, ImportFact, Star
from ..builder import text_of
from .functions import header_of, modifiers, parameters, routine
from .state import COMMENTS, FILE, MAX_ARGUMENTS, arguments_of, constructor, make, method, occur, visit
from .statements import declare, statements
from .types import heads, said_type

if TYPE_CHECKING:
    import tree_sitter

    from .state import Handler, Walk

__all__ = ["CLASSES", "anonymous"]


def class_(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    """A class, an interface, an enumeration, a record, a type of annotations."""
    name = node.child_by_field_name("name")
    if name is None:
        return NONE
    builder, text = walk.builder, walk.text(name)
    modifiers(walk, node, scope)
    outer = header_of(walk, node, scope)
    index = builder.define("class", text, name, node, (scope, NONE, outer))
    builder.bind((scope, NONE), text, "class", name, node.start_byte, number=index)
    bases = _bases(walk, node, outer)
    if node.type in _LIBRARY_BASES:
        bases.append(make(walk, "name", _LIBRARY_BASES[node.type]))
    traits = _ROW if node.type == "record_declaration" else frozenset[str]()
    builder.complete(index, bases=tuple(bases), traits=traits)
    before = walk.owner, walk.parent, walk.own, walk.function
    walk.owner = text
    walk.parent = _parent_of(node, bases)
    walk.own = make(walk, "self", "instance", number=index)
    walk.function = NONE
    own = builder.definitions[index].own
    components = node.child_by_field_name("parameters")
    if components is not None:
        _components(walk, components, outer, own)
    body = node.child_by_field_name("body")
    if body is not None:
        _members(walk, body, index, own)
    walk.owner, walk.parent, walk.own, walk.function = before
    return NONE


def _bases(walk: Walk, node: tree_sitter.Node, scope: int) -> list[int]:
    found: list[int] = []
    for child in node.named_children:
        role = _ROLES.get(child.type)
        if role is None:
            continue
        listed = child.named_children
        if listed and listed[0].type == "type_list":
            listed = listed[0].named_children
        for each in listed:
            if each.type not in COMMENTS:
                base = said_type(walk, each, scope, role)
                if child.type != "permits":
                    found.append(base)
    return found


def _parent_of(node: tree_sitter.Node, bases: list[int]) -> tuple[str, int]:
    """The name and the expression of the class whose constructors `super(…)` means."""
    base = node.child_by_field_name("superclass")
    listed = [child for child in base.named_children if child.type not in COMMENTS] if base is not None else []
    name = heads(listed[0]) if listed else None
    return (text_of(name), bases[0]) if name is not None and bases else ("", NONE)


def anonymous(walk: Walk, node: tree_sitter.Node, body: tree_sitter.Node, base: int, scope: int) -> int:
    """`new Base() { … }`: an instance of a class without a name."""
    builder = walk.builder
    index = builder.define("class", "", node, body, (scope, NONE, scope), node)
    builder.complete(index, bases=(base,))
    before = walk.owner, walk.parent, walk.own, walk.function
    walk.owner, walk.parent = "", ("", NONE)
    walk.own = make(walk, "self", "instance", number=index)
    walk.function = NONE
    _members(walk, body, index, builder.definitions[index].own)
    walk.owner, walk.parent, walk.own, walk.function = before
    return make(walk, "object", number=index)


def _members(walk: Walk, body: tree_sitter.Node, index: int, own: int) -> None:
    for child in body.named_children:
        kind = child.type
        if kind in _ROUTINES:
            name = child.child_by_field_name("name")
            if name is not None:
                bound = method if kind.startswith(("method", "annotation")) else constructor
                routine(walk, child, name, bound(walk.text(name)), own, index)
        elif kind in ("field_declaration", "constant_declaration"):
            modifiers(walk, child, own)
            declare(walk, child, own)
        elif kind == "enum_constant":
            _constant(walk, child, own)
        elif kind == "enum_body_declarations":
            _members(walk, child, index, own)
        elif kind in ("block", "static_initializer"):
            inside = walk.builder.scope("block", own, child)
            for block in [child] if kind == "block" else child.named_children:
                statements(walk, block, inside)
        else:
            visit(walk, child, own)


def _constant(walk: Walk, node: tree_sitter.Node, own: int) -> None:
    """A constant of an enumeration: an instance of it; one with a body is of a class of its own."""
    name = node.child_by_field_name("name")
    if name is None:
        return
    modifiers(walk, node, own)
    kind = make(walk, "name", walk.owner)
    walk.builder.bind((own, NONE), walk.text(name), "declare", name, node.end_byte, annotation=kind)
    given = arguments_of(walk, node.child_by_field_name("arguments"), own)
    _implied(walk, walk.owner, name, make(walk, "new", "", [kind, *given[:MAX_ARGUMENTS]], number=len(given)), own)
    body = node.child_by_field_name("body")
    if body is not None:
        anonymous(walk, node, body, kind, own)


def _implied(walk: Walk, name: str, node: tree_sitter.Node, value: int, scope: int) -> None:
    """A place that calls a constructor without its name."""
    occur(walk, name, node, "call", scope, value, "implied")


def constructed(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    """A constructor is called by another one: `this(…)`, `super(…)`."""
    given = arguments_of(walk, node.child_by_field_name("arguments"), scope)
    word = node.child_by_field_name("constructor")
    visit(walk, node.child_by_field_name("object"), scope)
    if word is None:
        return NONE
    name, kind = walk.parent
    if word.type == "this":
        name, kind = walk.owner, make(walk, "name", walk.owner)
    if name and kind >= 0:
        value = make(walk, "new", "", [kind, *given[:MAX_ARGUMENTS]], number=len(given))
        _implied(walk, name, word, value, scope)
    return NONE


def _components(walk: Walk, node: tree_sitter.Node, outer: int, own: int) -> None:
    """The components of a record: fields, the accessors of that name, and what its constructor takes."""
    listed = parameters(walk, node, outer)
    walk.components = tuple(row for row, _ in listed)
    place = own, NONE
    for row, name in listed:
        walk.builder.bind(place, row.name, "declare", name, name.end_byte, annotation=row.annotation)
        value = make(walk, "name", row.name)
        walk.builder.bind(place, method(row.name), "alias", name, name.end_byte, value, row.annotation)


# --- imports ---------------------------------------------------------------------------------------------------------


def import_(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    """`import a.b.C;`, `import a.b.*;`, `import static a.b.C.name;`."""
    del scope
    path = next((child for child in node.named_children if child.type in ("scoped_identifier", "identifier")), None)
    if path is None:
        return NONE
    builder = walk.builder
    names = _names(path)
    module = ".".join(walk.text(each) for each in names[:-1])
    every = any(child.type == "asterisk" for child in node.named_children)
    for number, each in enumerate(names if every else names[:-1]):
        text = walk.text(each)
        if number and text[:1].isupper():  # a class on the way
            builder.imports.append(ImportFact(".".join(walk.text(n) for n in names[:number]), text, first=False))
            occur(walk, text, each, "import", FILE, len(builder.imports) - 1, "import")
    if every:
        builder.stars.append(Star(FILE, ".".join(walk.text(each) for each in names), node.end_byte))
        return NONE
    last = names[-1]
    text = walk.text(last)
    bound = [text, method(text)] if any(child.type == "static" for child in node.children) else [text]
    for name in bound:
        builder.imports.append(ImportFact(module, name, first=False))
        builder.bind((FILE, NONE), name, "import", last, node.end_byte, number=len(builder.imports) - 1)
    occur(walk, text, last, "import", FILE, len(builder.imports) - len(bound), "import")
    return NONE


def _names(node: tree_sitter.Node) -> list[tree_sitter.Node]:
    found: list[tree_sitter.Node] = []
    while node.type == "scoped_identifier":
        name, before = node.child_by_field_name("name"), node.child_by_field_name("scope")
        if name is None or before is None:
            break
        found.append(name)
        node = before
    return [node, *reversed(found)]


def _package(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    for child in node.named_children:
        if child.type not in ("scoped_identifier", "identifier"):
            visit(walk, child, scope)
    return NONE


def _module(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    """A description of a module names packages and, in `uses` and `provides`, classes."""
    if node.type in ("uses_module_directive", "provides_module_directive"):
        for child in node.named_children:
            if child.type in ("scoped_identifier", "identifier"):
                said_type(walk, child, scope)
    return NONE


_ROLES = {
    "superclass": "inherit",
    "super_interfaces": "implement",
    "extends_interfaces": "inherit",
    "permits": "type",
}
_LIBRARY_BASES = {"enum_declaration": "Enum", "annotation_type_declaration": "Annotation"}
"""What kinds of classes have members from without saying so."""
_ROW = frozenset({"row"})
_ROUTINES = frozenset(
    {
        "method_declaration",
        "constructor_declaration",
        "compact_constructor_declaration",
        "annotation_type_element_declaration",
    }
)
CLASSES: dict[str, Handler] = {
    "class_declaration": class_,
    "interface_declaration": class_,
    "enum_declaration": class_,
    "record_declaration": class_,
    "annotation_type_declaration": class_,
    "explicit_constructor_invocation": constructed,
    "import_declaration": import_,
    "package_declaration": _package,
    "requires_module_directive": _module,
    "exports_module_directive": _module,
    "opens_module_directive": _module,
    "uses_module_directive": _module,
    "provides_module_directive": _module,
}
