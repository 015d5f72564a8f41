"""Scopes, bindings and occurrences of a language with indented blocks, `self` and comprehensions."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from ..builder import Builder, by_kind
from . import assignments, definitions, imports, occurrences, patterns, statements
from .state import Walk, suite

if TYPE_CHECKING:
    from collections.abc import Callable

    import tree_sitter

    from ...deepfacts import DeepFacts
    from ...languages import Language
    from .state import Handler

__all__ = ["extract"]


def extract(language: Language, source: bytes, tree: tree_sitter.Tree) -> DeepFacts:
    """The deep facts of one file."""
    builder = Builder(source)
    walk = Walk(builder, tree, source, *_by_kind(language.grammar), _reparser(language, source))
    root = tree.root_node
    module = builder.scope("module", -1, root)
    suite(walk, root, module, builder.block(-1))
    return builder.finish()


@lru_cache(maxsize=4)
def _by_kind(grammar: tree_sitter.Language) -> tuple[dict[int, Handler], frozenset[int]]:
    """Handlers, and what leaves a block."""
    return by_kind(grammar, HANDLERS), frozenset(by_kind(grammar, dict.fromkeys(LEAVING)))


def _reparser(language: Language, source: bytes) -> Callable[[tree_sitter.Range], tree_sitter.Tree]:
    """Parses a part of the file where it stands, so that places in it are places in the file."""
    import tree_sitter

    parser = tree_sitter.Parser(language.grammar)

    def reparse(part: tree_sitter.Range) -> tree_sitter.Tree:
        parser.included_ranges = [part]
        return parser.parse(source)

    return reparse


def _nothing(walk: Walk, node: tree_sitter.Node, scope: int, block: int) -> None:
    """A node that holds no name."""
    del walk, node, scope, block


LEAVING = ("return_statement", "raise_statement", "continue_statement", "break_statement")
HANDLERS: dict[str, Handler] = {
    "identifier": occurrences.identifier,
    "attribute": occurrences.member,
    "call": occurrences.call,
    "subscript": occurrences.subscript,
    "generic_type": occurrences.generic_type,
    "type": occurrences.typed,
    "string": occurrences.string,
    "keyword_argument": occurrences.keyword_argument,
    "decorated_definition": definitions.decorated,
    "function_definition": definitions.function,
    "class_definition": definitions.class_,
    "lambda": definitions.lambda_,
    "list_comprehension": definitions.comprehension,
    "set_comprehension": definitions.comprehension,
    "dictionary_comprehension": definitions.comprehension,
    "generator_expression": definitions.comprehension,
    "assignment": assignments.assignment,
    "augmented_assignment": assignments.augmented,
    "named_expression": assignments.walrus,
    "type_alias_statement": assignments.type_alias,
    "delete_statement": assignments.deletion,
    "block": statements.block_,
    "if_statement": statements.if_,
    "boolean_operator": statements.boolean,
    "conditional_expression": statements.conditional,
    "assert_statement": statements.assert_,
    "while_statement": statements.while_,
    "for_statement": statements.for_,
    "try_statement": statements.try_,
    "with_statement": statements.with_,
    "return_statement": statements.return_,
    "yield": statements.yield_,
    "global_statement": statements.names_of_outer,
    "nonlocal_statement": statements.names_of_outer,
    "match_statement": patterns.match,
    "import_statement": imports.import_,
    "import_from_statement": imports.import_from,
    "future_import_statement": _nothing,
    "comment": _nothing,
    "integer": _nothing,
    "float": _nothing,
    "string_content": _nothing,
}
