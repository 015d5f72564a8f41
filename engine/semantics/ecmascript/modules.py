"""What a module takes from others and gives to them: both kinds of modules of the ecosystem."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...deepfacts import NONE, ImportFact, Star
from .state import EXPORTS, content_of, make, occur, place_of, said, visit

if TYPE_CHECKING:
    import tree_sitter

    from .state import Walk

__all__ = [
    "WHOLE",
    "export",
    "export_assigned",
    "export_local",
    "import_",
    "import_alias",
    "module_of",
    "required",
]

WHOLE = "="
"""The name under which a module gives all that it is."""
DEFAULT = "default"
_REQUIRING = frozenset({"call_expression", "member_expression"})


def import_(walk: Walk, node: tree_sitter.Node, scope: int, block: int) -> int:
    """`import … from "…"`, `import x = require("…")`."""
    source = node.child_by_field_name("source")
    module = content_of(source) if source is not None else ""
    for child in node.named_children:
        if child.type == "import_clause":
            for part in child.named_children:
                _clause(walk, part, module, scope, block)
        elif child.type == "import_require_clause":
            inner = child.child_by_field_name("source")
            if inner is not None and child.named_children:
                _bind(walk, child.named_children[0], ImportFact(content_of(inner), WHOLE, first=False), scope, block)
    return NONE


def _clause(walk: Walk, node: tree_sitter.Node, module: str, scope: int, block: int) -> None:
    if node.type == "identifier":
        _bind(walk, node, ImportFact(module, DEFAULT, first=False), scope, block)
    elif node.type == "namespace_import" and node.named_children:
        _bind(walk, node.named_children[0], ImportFact(module, "", first=False), scope, block)
    elif node.type == "named_imports":
        for child in node.named_children:
            name = child.child_by_field_name("name")
            if child.type != "import_specifier" or name is None:
                continue
            alias = child.child_by_field_name("alias")
            fact = ImportFact(module, walk.text(name).strip("\"'"), first=False)
            _bind(walk, alias or name, fact, scope, block)
            if alias is not None:
                _occur_imported(walk, name, scope, block)


def _bind(
    walk: Walk,
    node: tree_sitter.Node,
    fact: ImportFact,
    scope: int,
    block: int,
    name: str = "",
    *,
    silent: bool = False,
) -> None:
    """Bind what is imported; where it stands is a reference to it, if not `silent`."""
    name = name or walk.text(node)
    walk.builder.imports.append(fact)
    number = len(walk.builder.imports) - 1
    walk.builder.bind((scope, block), name, "import", node, 0 if scope == 0 else node.end_byte, number=number)
    if scope != EXPORTS and not silent:
        occur(walk, node, "import", scope, block, name=name)


def _occur_imported(walk: Walk, node: tree_sitter.Node, scope: int, block: int) -> None:
    """The name by which another module knows what was imported last."""
    number = len(walk.builder.imports) - 1
    name = walk.text(node).strip("\"'")
    walk.builder.occur(name, node, "import", scope, block, number, "import")


def import_alias(walk: Walk, node: tree_sitter.Node, scope: int, block: int) -> int:
    """`import x = a.b`."""
    name, *rest = node.named_children
    value = visit(walk, rest[0], scope, block) if rest else NONE
    walk.builder.occur(walk.text(name), name, "write", scope, block, form="bind")
    walk.builder.bind((scope, block), walk.text(name), "assign", name, node.end_byte, value)
    return NONE


def module_of(node: tree_sitter.Node | None) -> str | None:
    """The module that `require("…")` names; None where a node is something else."""
    if node is None or node.type != "call_expression":
        return None
    function, arguments = node.child_by_field_name("function"), node.child_by_field_name("arguments")
    if function is None or function.text != b"require" or arguments is None or arguments.named_child_count != 1:
        return None
    inner = arguments.named_children[0]
    return content_of(inner) if inner.type == "string" else None


def required(walk: Walk, name: tree_sitter.Node, value: tree_sitter.Node, scope: int, block: int) -> bool:
    """`const x = require("…")`, `const { a, b: c } = require("…")`, `const x = require("…").a`: whether it is one."""
    if value.type not in _REQUIRING:
        return False
    module = module_of(value)
    if module is not None:
        if name.type == "identifier":  # a variable of its own, whatever it holds
            _bind(walk, name, ImportFact(module, WHOLE, first=False), scope, block, silent=True)
            return True
        if name.type == "object_pattern" and all(_is_plain(child) for child in name.named_children):
            for child in name.named_children:
                _unpacked(walk, child, module, scope, block)
            return True
    if value.type == "member_expression" and name.type == "identifier":
        module = module_of(value.child_by_field_name("object"))
        member = value.child_by_field_name("property")
        if module is not None and member is not None:
            _bind(walk, name, ImportFact(module, walk.text(member), first=False), scope, block)
            _occur_imported(walk, member, scope, block)
            return True
    return False


def _is_plain(node: tree_sitter.Node) -> bool:
    if node.type == "pair_pattern":
        key, value = node.child_by_field_name("key"), node.child_by_field_name("value")
        return (
            key is not None
            and key.type != "computed_property_name"
            and value is not None
            and value.type == "identifier"
        )
    return node.type in ("shorthand_property_identifier_pattern", "comment")


def _unpacked(walk: Walk, node: tree_sitter.Node, module: str, scope: int, block: int) -> None:
    if node.type == "pair_pattern":
        key, value = node.child_by_field_name("key"), node.child_by_field_name("value")
        if key is not None and value is not None:
            _bind(walk, value, ImportFact(module, said(key) or "", first=False), scope, block)
            _occur_imported(walk, place_of(key), scope, block)
    elif node.type != "comment":
        _bind(walk, node, ImportFact(module, walk.text(node), first=False), scope, block)


# --- what is given --------------------------------------------------------------------------------------------------


def export(walk: Walk, node: tree_sitter.Node, scope: int, block: int) -> int:
    """`export …`."""
    source = node.child_by_field_name("source")
    module = content_of(source) if source is not None else None
    words = {child.type for child in node.children}
    value = node.child_by_field_name("value")
    declaration = node.child_by_field_name("declaration")
    for child in node.named_children:
        if child.type == "decorator":
            visit(walk, child, scope, block)
        elif child.type == "export_clause":
            for part in child.named_children:
                _specifier(walk, part, module, scope, block)
        elif child.type == "namespace_export" and module is not None and child.named_children:
            name = child.named_children[0]
            _bind(walk, name, ImportFact(module, "", first=False), _surface(scope), block)
    if module is not None and "*" in words and not any(c.type == "namespace_export" for c in node.named_children):
        walk.builder.stars.append(Star(EXPORTS, module, node.start_byte))
    if declaration is not None:
        _declaration(walk, declaration, scope, block, default="default" in words)
    elif value is not None or "=" in words:
        whole = next((child for child in node.named_children if child.type != "comment"), None)
        given = value or whole
        if given is not None:
            _given(walk, given, DEFAULT if value is not None else WHOLE, scope, block)
    return NONE


def _surface(scope: int) -> int:
    return EXPORTS if scope == 0 else scope


def _specifier(walk: Walk, node: tree_sitter.Node, module: str | None, scope: int, block: int) -> None:
    name, alias = node.child_by_field_name("name"), node.child_by_field_name("alias")
    if node.type != "export_specifier" or name is None:
        return
    local = walk.text(name).strip("\"'")
    shown = walk.text(alias).strip("\"'") if alias is not None else local
    if module is not None:
        _bind(walk, alias or name, ImportFact(module, local, first=False), _surface(scope), block, shown)
        _occur_imported(walk, name, scope, block)
        return
    occur(walk, name, "import", scope, block, name=local)
    if scope == 0:
        export_local(walk, alias or name, shown, local, block)


def export_local(walk: Walk, node: tree_sitter.Node, shown: str, local: str, block: int) -> None:
    """Give something that has a name in the module."""
    _bind(walk, node, ImportFact("", local, first=False), EXPORTS, block, shown)


def _declaration(walk: Walk, node: tree_sitter.Node, scope: int, block: int, *, default: bool) -> None:
    bindings = walk.builder.bindings
    before = len(bindings)
    name = node.child_by_field_name("name")
    if default and name is None:
        _given(walk, node, DEFAULT, scope, block)
        return
    visit(walk, node, scope, block)
    if scope != 0:
        return
    if default and name is not None:
        export_local(walk, name, DEFAULT, walk.text(name), block)
        return
    for binding in bindings[before:]:
        if binding.scope == 0 and (EXPORTS, binding.name) not in walk.builder.bound:
            walk.builder.imports.append(ImportFact("", binding.name, first=False))
            number = len(walk.builder.imports) - 1
            walk.builder.bind((EXPORTS, block), binding.name, "import", node, node.start_byte, number=number)


def _given(walk: Walk, node: tree_sitter.Node, shown: str, scope: int, block: int) -> None:
    """Give a value."""
    inner = node
    while inner.type in ("as_expression", "satisfies_expression", "parenthesized_expression") and inner.named_children:
        inner = inner.named_children[0]
    value = visit(walk, node, scope, block)
    if inner.type == "identifier":
        export_local(walk, inner, shown, walk.text(inner), block)
        return
    row = walk.builder.expression_at(value)
    kind, number = "assign", NONE
    if row is not None and row.op == "defined":
        number = row.number
        kind = walk.builder.definitions[number].kind
        name = walk.builder.definitions[number].name
        if name:  # known by that name inside; outside it is this one
            walk.builder.definitions[number] = walk.builder.definitions[number]._replace(scope=EXPORTS)
    walk.builder.bind((EXPORTS, block), shown, kind, node, node.end_byte, value, number=number)


def export_assigned(walk: Walk, name: tree_sitter.Node, value: tree_sitter.Node, scope: int, block: int) -> int:
    """`exports.name = value`, `module.exports = value`: gives the value."""
    shown = walk.text(name)
    whole = shown == "exports"
    shown = WHOLE if whole else shown
    if whole:
        occur(walk, name, "write", scope, block, member=True)
    elif value.type == "identifier" or module_of(value) is not None:
        occur(walk, name, "write", EXPORTS, block)
    if value.type == "identifier":
        found = visit(walk, value, scope, block)
        export_local(walk, name, shown, walk.text(value), block)
        return found
    module = module_of(value)
    if module is not None:
        _bind(walk, name, ImportFact(module, WHOLE, first=False), EXPORTS, block, shown)
        return make(walk, "module", module)
    found = visit(walk, value, scope, block)
    row = walk.builder.expression_at(found)
    kind, number = "assign", NONE
    if row is not None and row.op == "defined":
        kind, number = walk.builder.definitions[row.number].kind, row.number
    walk.builder.bind((EXPORTS, block), shown, kind, name, value.end_byte, found, number=number)
    if not whole:
        occur(walk, name, "write", EXPORTS, block, form="bind")
    elif value.type == "object":
        _object(walk, value, row.number if row is not None else NONE, block)
    return found


def _object(walk: Walk, node: tree_sitter.Node, index: int, block: int) -> None:
    """`module.exports = { f, g: h }` gives what has a name in the module under that of the key."""
    for child in node.named_children:
        if child.type == "shorthand_property_identifier":
            _alias(walk, index, child, walk.text(child), walk.text(child), block)
        elif child.type == "pair":
            key, value = child.child_by_field_name("key"), child.child_by_field_name("value")
            name = said(key) if key is not None else None
            if key is not None and value is not None and value.type == "identifier" and name:
                _alias(walk, index, place_of(key), name, walk.text(value), block)


def _alias(walk: Walk, index: int, node: tree_sitter.Node, shown: str, local: str, block: int) -> None:
    """Give something under the name of a key, and make a key of the same name nothing but that."""
    export_local(walk, node, shown, local, block)
    if shown != local:
        return
    number = len(walk.builder.imports) - 1
    own = walk.builder.definitions[index].own
    for row, binding in enumerate(walk.builder.bindings):
        if binding.scope == own and binding.name == shown:
            walk.builder.bindings[row] = binding._replace(kind="import", number=number)
