"""Blocks with declarations of their own, labels, and the lines of the preprocessor."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...deepfacts import NONE, spaced
from .conditions import CONDITIONAL, conditional_children
from .state import FILE, function_around, visit
from .words import note_words

if TYPE_CHECKING:
    import tree_sitter

    from .state import Visit, Walk

__all__ = ["LABEL", "VISITS"]

LABEL = "label"
"""The space of names in which labels have theirs."""


def block(walk: Walk, node: tree_sitter.Node, scope: int) -> None:
    """A block: a scope, if it declares something."""
    children = node.named_children
    if any(child.type in _DECLARING for child in children):
        scope = walk.builder.scope("block", scope, node)
    for child in children:
        visit(walk, child, scope)


def label(walk: Walk, node: tree_sitter.Node, scope: int) -> None:
    """A statement with a label."""
    name = node.child_by_field_name("label")
    if name is not None:
        around = function_around(walk, scope)
        walk.builder.bind((around, NONE), spaced(LABEL, walk.text(name)), "assign", name, node.end_byte)
    for child in node.named_children:
        if child.type != "statement_identifier":
            visit(walk, child, scope)


def goto(walk: Walk, node: tree_sitter.Node, scope: int) -> None:
    """`goto`."""
    name = node.child_by_field_name("label")
    if name is not None:
        walk.builder.occur(walk.text(name), name, "read", function_around(walk, scope), walk.block, form=LABEL)


def conditional(walk: Walk, node: tree_sitter.Node, scope: int) -> None:
    """A part of the text that may not be there."""
    for child in conditional_children(walk, node):
        visit(walk, child, scope)


def macro(walk: Walk, node: tree_sitter.Node, scope: int) -> None:
    """The definition of a macro: read later, with all others."""
    del scope
    walk.macros.append((node, walk.block))


def directive(walk: Walk, node: tree_sitter.Node, scope: int) -> None:
    """Any other line of the preprocessor: `#undef` names a macro, what is no line of it may name anything."""
    del scope
    command, argument = node.child_by_field_name("directive"), node.child_by_field_name("argument")
    if command is not None and argument is not None and walk.text(command).lstrip("# \t") not in _PROSE:
        note_words(walk, argument, FILE)


def include(walk: Walk, node: tree_sitter.Node, scope: int) -> None:
    """`#include`: that of a macro names it; what looks like a name in a path is none."""
    del scope
    path = node.child_by_field_name("path")
    if path is None:
        return
    if path.type == "string_literal":
        for content in path.named_children:
            note_words(walk, content, FILE, "import")
    elif path.type != "system_lib_string":
        visit(walk, path, FILE)


def nothing(walk: Walk, node: tree_sitter.Node, scope: int) -> None:
    """A node without a name in it."""
    del walk, node, scope


_DECLARING = frozenset(
    {"declaration", "type_definition", "function_definition", "preproc_ifdef", "preproc_if", "alias_declaration",
     "using_declaration", "namespace_alias_definition", "class_specifier", "struct_specifier", "enum_specifier"}
)  # fmt: skip
_PROSE = frozenset({"error", "warning", "pragma", "line", "ident", "region", "endregion"})

VISITS: dict[str, Visit] = {
    "compound_statement": block,
    "for_statement": block,
    "labeled_statement": label,
    "goto_statement": goto,
    "preproc_include": include,
    "preproc_def": macro,
    "preproc_function_def": macro,
    "preproc_call": directive,
    **dict.fromkeys(CONDITIONAL, conditional),
    **dict.fromkeys(
        ("comment", "number_literal", "string_literal", "char_literal", "primitive_type", "storage_class_specifier",
         "type_qualifier", "string_content", "preproc_arg", "break_statement", "continue_statement",
         "system_lib_string", "escape_sequence", "preproc_directive", "statement_identifier"),
        nothing,
    ),
}  # fmt: skip
