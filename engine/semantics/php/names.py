"""Names of classes, functions, constants and namespaces: where they stand, and what the file says they stand for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...deepfacts import NONE, ImportFact, spaced
from .state import CONSTANT, FUNCTION, NAMESPACE, suite

if TYPE_CHECKING:
    import tree_sitter

    from .state import Handler, Walk

__all__ = [
    "HANDLERS",
    "SEPARATOR",
    "begin",
    "class_name",
    "class_text",
    "constant",
    "function_name",
    "namespace_of",
    "whole_space",
]

SEPARATOR = "\\"
_KINDS = {"function": FUNCTION, "const": CONSTANT}
_OWN = frozenset({"self", "static", "parent"})


def begin(walk: Walk, root: tree_sitter.Node) -> None:
    """A file with one namespace and nothing before it is that namespace as a whole."""
    found = [child for child in root.named_children if child.type == "namespace_definition"]
    if len(found) == 1 and found[0].child_by_field_name("body") is None:
        name = found[0].child_by_field_name("name")
        walk.namespace = walk.text(name) if name is not None else ""
        walk.builder.scopes[0] = walk.builder.scopes[0]._replace(name=walk.namespace)


def whole_space(walk: Walk) -> int:
    """The scope of names that belong to no namespace."""
    if not walk.builder.scopes[walk.space].name:
        return walk.space
    if walk.whole == NONE:
        builder = walk.builder
        builder.scopes.append(builder.scopes[0]._replace(kind="space", parent=0, name=""))
        walk.whole = len(builder.scopes) - 1
    return walk.whole


# --- namespaces --------------------------------------------------------------------------------------------------


def namespace(walk: Walk, node: tree_sitter.Node, scope: int, block: int, wanted: bool) -> int:
    r"""`namespace A\B;` or with a body."""
    del wanted
    name, body = node.child_by_field_name("name"), node.child_by_field_name("body")
    text = walk.text(name) if name is not None else ""
    if name is not None:
        _parts(walk, name, "", scope, block, "definition")
    if body is None and text == walk.namespace and walk.builder.scopes[0].name == text:
        return NONE
    before = walk.namespace, walk.space, walk.aliases
    walk.namespace, walk.aliases = text, {}
    walk.space = walk.builder.scope("space", 0, node)
    walk.builder.scopes[walk.space] = walk.builder.scopes[walk.space]._replace(name=text)
    if body is not None:
        suite(walk, body.named_children, walk.space, block)
        walk.namespace, walk.space, walk.aliases = before
    return NONE


def use(walk: Walk, node: tree_sitter.Node, scope: int, block: int, wanted: bool) -> int:
    r"""`use A\B as C, D;`, `use function A\{b, c};`."""
    del scope, wanted
    kind = _kind_of(node)
    prefix = ""
    for child in node.named_children:
        if child.type == "namespace_name":
            prefix = walk.text(child).strip(SEPARATOR)
            _parts(walk, child, "", walk.space, block, "import")
        elif child.type == "namespace_use_clause":
            _clause(walk, child, prefix, _kind_of(child) or kind, block)
        elif child.type == "namespace_use_group":
            for clause in child.named_children:
                if clause.type == "namespace_use_clause":
                    _clause(walk, clause, prefix, _kind_of(clause) or kind, block)
    return NONE


def _kind_of(node: tree_sitter.Node) -> str:
    for child in node.children:
        if child.type in _KINDS:
            return _KINDS[child.type]
    return ""


def _clause(walk: Walk, node: tree_sitter.Node, prefix: str, kind: str, block: int) -> None:
    alias = node.child_by_field_name("alias")
    target = next((c for c in node.named_children if c.type in _NAMES and (alias is None or c.id != alias.id)), None)
    if target is None:
        return
    name, module = target, prefix
    if target.type == "qualified_name":
        name = target.named_children[-1]
        inner = _prefix(target)
        if inner is not None:
            _parts(walk, inner, prefix, walk.space, block, "import")
            module = _joined(prefix, walk.text(inner).strip(SEPARATOR))
    text = walk.text(name)
    builder = walk.builder
    number = len(builder.imports)
    imported = spaced(kind, text) if kind else text
    builder.imports.append(ImportFact(module, imported, first=False))
    builder.occur(text, name, "import", walk.space, block, number, "import")
    local = walk.text(alias) if alias is not None else text
    place = alias if alias is not None else name
    bound = spaced(kind, local) if kind else local
    builder.bind((walk.space, block), bound, "import", place, node.end_byte, number=number)
    if not kind:
        walk.aliases[local.lower()] = _joined(module, text)


def _prefix(node: tree_sitter.Node) -> tree_sitter.Node | None:
    """The namespaces before a name; a separator before all of them is a prefix too."""
    return next((child for child in node.named_children if child.type == "namespace_name"), None)


def _joined(prefix: str, name: str) -> str:
    return f"{prefix}{SEPARATOR}{name}" if prefix and name else prefix or name


def _parts(walk: Walk, node: tree_sitter.Node, before: str, scope: int, block: int, role: str = "read") -> None:
    """The parts of a namespace, each a name of its own."""
    for part in node.named_children if node.type == "namespace_name" else [node]:
        if part.type != "name":
            continue
        text = walk.text(part)
        owner = walk.builder.expression(("module", before, (), (), NONE))
        walk.builder.occur(text, part, role, scope, block, owner, NAMESPACE)
        before = _joined(before, text)


# --- what a name stands for --------------------------------------------------------------------------------------


def class_name(walk: Walk, node: tree_sitter.Node, scope: int, block: int, role: str) -> int:
    """The name of a class; gives the class as an expression."""
    if node.type in ("name", "relative_scope"):
        text = walk.text(node)
        own = _own_class(walk, text)
        if own is not None:
            return own
        walk.builder.occur(text, node, role, scope, block)
        return walk.builder.name(text)
    return _qualified(walk, node, scope, block, role, "")


def class_text(walk: Walk, text: str) -> int:
    """The class that a name in a comment means, as an expression."""
    own = _own_class(walk, text)
    if own is not None:
        return own
    if SEPARATOR not in text:
        return walk.builder.name(text)
    prefix, _, name = text.rpartition(SEPARATOR)
    owner = walk.builder.expression(("module", _absolute(walk, prefix), (), (), NONE))
    return walk.builder.expression(("member", name, (owner,), (), NONE))


def function_name(walk: Walk, node: tree_sitter.Node, scope: int, block: int) -> int:
    """The name of a function that is called; gives it as an expression."""
    return _of_kind(walk, node, scope, block, "call", FUNCTION)


def constant(walk: Walk, node: tree_sitter.Node, scope: int, block: int, wanted: bool) -> int:
    """A name that stands alone: a constant."""
    del wanted
    return _of_kind(walk, node, scope, block, "read", CONSTANT)


def _of_kind(walk: Walk, node: tree_sitter.Node, scope: int, block: int, role: str, kind: str) -> int:
    if node.type == "name":
        text = walk.text(node)
        walk.builder.occur(text, node, role, scope, block, form=kind)
        return walk.builder.expression(("name", spaced(kind, text), (), (), NONE))
    return _qualified(walk, node, scope, block, role, kind)


def _qualified(walk: Walk, node: tree_sitter.Node, scope: int, block: int, role: str, kind: str) -> int:
    r"""`A\b`, `\A\b`, `namespace\b`."""
    children = node.named_children
    if not children or children[-1].type != "name":
        return NONE
    name, prefix = children[-1], _prefix(node)
    text = walk.text(name)
    space = _absolute(walk, walk.text(node).rpartition(SEPARATOR)[0])
    if prefix is not None:
        written = walk.text(prefix).strip(SEPARATOR)
        _parts(walk, prefix, space[: -len(written)].rstrip(SEPARATOR) if space.endswith(written) else "?", scope, block)
    owner = walk.builder.expression(("module", space, (), (), NONE))
    walk.builder.occur(text, name, role, scope, block, owner, kind)
    return walk.builder.expression(("member", spaced(kind, text) if kind else text, (owner,), (), NONE))


def namespace_of(walk: Walk, text: str) -> str:
    """The whole name of the namespace in which a name with separators in it is."""
    return _absolute(walk, text.rpartition(SEPARATOR)[0]) if SEPARATOR in text else walk.namespace


def _absolute(walk: Walk, prefix: str) -> str:
    """The whole name of a namespace that is written `prefix`."""
    if prefix.startswith(SEPARATOR) or not prefix:
        return prefix.strip(SEPARATOR)
    first, _, rest = prefix.partition(SEPARATOR)
    if first.lower() == "namespace":
        return _joined(walk.namespace, rest)
    known = walk.aliases.get(first.lower())
    return _joined(known, rest) if known is not None else _joined(walk.namespace, prefix)


def _own_class(walk: Walk, text: str) -> int | None:
    """What `self`, `static` and `parent` mean; None for any other name."""
    word = text.lower()
    if word not in _OWN:
        return None
    if walk.owner == NONE:
        return NONE
    builder = walk.builder
    if word == "self":
        return builder.expression(("defined", "", (), (), walk.owner))
    if word == "static":
        return builder.expression(("self", "class", (), (), walk.owner))
    this = builder.expression(("self", "instance", (), (), walk.owner))
    return builder.expression(("super", "", (this,), (), NONE))


_NAMES = frozenset({"name", "qualified_name"})

HANDLERS: dict[str, Handler] = {
    "namespace_definition": namespace,
    "namespace_use_declaration": use,
    "name": constant,
    "qualified_name": constant,
    "relative_name": constant,
}
