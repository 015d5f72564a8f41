"""Scopes, bindings and occurrences of a language with braces, prototypes and closures, with types or without."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from ...deepfacts import NONE
from ..builder import Builder, by_kind
from . import assignments, classes, docs, functions, modules, statements, values
from .state import Walk, visit_children
from .statements import body_of
from .types import TYPES

if TYPE_CHECKING:
    import tree_sitter

    from ...deepfacts import DeepFacts
    from ...languages import Language
    from .state import Handler

__all__ = ["extract"]


def extract(language: Language, source: bytes, tree: tree_sitter.Tree) -> DeepFacts:
    """The deep facts of one file."""
    builder = Builder(source)
    walk = Walk(builder, tree, *_by_kind(language.grammar))
    root = tree.root_node
    module = builder.scope("module", NONE, root)
    builder.scope("exports", module, root)
    walk.plain = language.grammar.id_for_node_kind("type_annotation", True) is None
    walk.documented = walk.plain and any(tag in source for tag in _TAGS)
    walk.commonjs = b"exports" in source and not any(child.type in _MODULE for child in root.named_children)
    body_of(walk, root, module, builder.block(NONE))
    return builder.finish()


@lru_cache(maxsize=4)
def _by_kind(grammar: tree_sitter.Language) -> tuple[dict[int, Handler], dict[int, Handler]]:
    """Handlers of values and statements, and of types."""
    return by_kind(grammar, VALUES), by_kind(grammar, TYPES)


_TAGS = (b"@param", b"@type", b"@return")
_MODULE = frozenset({"import_statement", "export_statement"})
VALUES: dict[str, Handler] = {
    "identifier": values.identifier,
    "undefined": values.literal("undefined"),
    "this": values.own,
    "super": values.parent,
    "member_expression": values.member,
    "nested_identifier": values.member,
    "subscript_expression": values.subscript,
    "parenthesized_expression": values.enclosed,
    "sequence_expression": values.inner,
    "non_null_expression": values.inner,
    "expression_statement": values.inner,
    "spread_element": values.inner,
    "computed_property_name": values.inner,
    "instantiation_expression": values.inner,
    "await_expression": values.awaited,
    "yield_expression": values.yielded,
    "as_expression": values.cast,
    "satisfies_expression": values.satisfied,
    "type_assertion": values.asserted,
    "binary_expression": values.binary,
    "unary_expression": values.updated,
    "update_expression": values.updated,
    "augmented_assignment_expression": values.augmented,
    "assignment_expression": assignments.assignment,
    "ternary_expression": statements.ternary,
    "call_expression": values.call,
    "new_expression": values.new,
    "array": values.array,
    "object": values.object_,
    "string": values.literal("string"),
    "number": values.literal("number"),
    "true": values.literal("boolean"),
    "false": values.literal("boolean"),
    "null": values.literal("null"),
    "regex": values.literal("RegExp"),
    "template_string": values.template,
    "arrow_function": functions.function_value,
    "function_expression": functions.function_value,
    "generator_function": functions.function_value,
    "class": classes.class_value,
    "jsx_opening_element": values.element,
    "jsx_self_closing_element": values.element,
    "jsx_closing_element": values.element,
    "function_declaration": functions.declared,
    "generator_function_declaration": functions.declared,
    "function_signature": functions.declared,
    "class_declaration": classes.class_,
    "abstract_class_declaration": classes.class_,
    "interface_declaration": classes.interface,
    "type_alias_declaration": classes.type_alias,
    "enum_declaration": classes.enumeration,
    "internal_module": classes.namespace,
    "module": classes.namespace,
    "ambient_declaration": classes.ambient,
    "import_statement": modules.import_,
    "import_alias": modules.import_alias,
    "export_statement": modules.export,
    "lexical_declaration": statements.variables,
    "variable_declaration": statements.variables,
    "statement_block": statements.statements,
    "if_statement": statements.branches,
    "switch_statement": statements.switch,
    "for_in_statement": statements.for_each,
    "for_statement": statements.loop,
    "while_statement": statements.loop,
    "do_statement": statements.loop,
    "try_statement": statements.tried,
    "catch_clause": statements.caught,
    "finally_clause": visit_children,
    "return_statement": statements.returned,
    "labeled_statement": statements.labeled,
    "comment": docs.comment,
    "property_identifier": values.nothing,
    "statement_identifier": values.nothing,
    "jsx_text": values.nothing,
    "string_fragment": values.nothing,
    "meta_property": values.nothing,
    "hash_bang_line": values.nothing,
}
