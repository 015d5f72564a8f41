"""Turns one parsed file into its outline facts: symbols and words. Never looks at another file.

    matches of the language's query → definitions and scopes, nested by range → kinds, paths, ranges, headers

Everything that differs by language comes from `Language.symbols` (what a pattern means) and `Language.rules`
(`queries/README.md` explains both).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..facts import FileFacts, Symbol
from .drafts import FUNCTION_KINDS, Draft, draft_of
from .headers import MAX_SIGNATURE, doc, signature
from .nesting import nest, print_paths
from .ranges import (
    Text,
    after_decorators,
    find_outer_nodes,
    head_of,
    header_end,
    leading,
    trailing,
)

if TYPE_CHECKING:
    import tree_sitter

    from ..language_rules import Rules
    from ..languages import Language

__all__ = ["outline"]

MAX_WORD = 120
"""Longer words are data (base64, hashes), not names anyone looks up."""
INCLUDED = b"#"
"""Stands before the name of a file whose text is included, among the words: links ask which files belong together."""


def outline(language: Language, source: bytes, tree: tree_sitter.Tree) -> FileFacts:
    """The outline facts of `source` (UTF-8), which `tree` is the parse of."""
    import tree_sitter

    root = tree.root_node
    drafts: dict[tuple[int, int, int], Draft] = {}
    rules = language.rules
    query, roles = language.symbols
    for index, captures in tree_sitter.QueryCursor(query).matches(root):
        role = roles[index]
        draft = draft_of(rules, source, role, index, captures)
        if draft is None:
            continue
        key = (draft.start, draft.node.end_byte, draft.name_start if role.action == "definition" else -1)
        known = drafts.get(key)
        if known is None or known.order < index:
            drafts[key] = draft
    nested = nest(list(drafts.values()), rules)
    print_paths(nested)
    text = Text(source)
    find_outer_nodes(nested, rules, text)
    symbols = [_symbol(draft, rules, text) for draft in nested if draft.position >= 0]
    return FileFacts(language.name, source.count(b"\n") + 1, root.has_error, symbols, _words(rules, source))


def _symbol(draft: Draft, rules: Rules, text: Text) -> Symbol:
    source = text.source
    outer = draft.outer
    body = draft.body
    head = head_of(outer, rules)
    start, doc_from, doc_to, header_start = leading(head, rules, text)
    signature_start = after_decorators(head, rules)
    painted = text.painted_before(head)
    if painted < head.start_byte:
        start, header_start, signature_start = min(start, painted), min(header_start, painted), painted
    last = body if body is not None and body.end_byte > outer.end_byte else outer
    end = trailing(last, outer, rules, text)
    body_start, body_end = (body.start_byte, min(body.end_byte, end)) if body is not None else (-1, -1)
    stop = header_end(body, rules) if body is not None and body_start > header_start else min(end, outer.end_byte)
    line_end = source.find(b"\n", draft.name_end, stop) if body is None else -1  # what follows is a value, no header
    header = draft.shared + source[header_start : min(stop, header_start + 2000) if line_end < 0 else line_end].decode(
        "utf-8", "replace"
    )
    flags = [flag for flag, pattern in rules.flags if pattern.search(header)]
    if draft.role.flag and draft.role.flag not in flags:
        flags.append(draft.role.flag)
    kind = draft.kind
    if rules.header_kinds is not None and kind in FUNCTION_KINDS:
        found = rules.header_kinds.search(header)
        kind = found.lastgroup or kind if found else kind
    start_line = text.line(start)
    line, column = text.line_and_column(draft.name_start)
    end_line = text.line(end - source.endswith(b"\n", 0, end))
    return Symbol(
        draft.name,
        draft.name_path,
        kind,
        draft.parent.position if draft.parent is not None else -1,
        start_line,
        end_line,
        start,
        end,
        line,
        column,
        draft.name_start,
        draft.name_end,
        body_start,
        body_end,
        draft.shared + _signature(draft, signature_start, stop, body_end, rules, source),
        doc(body, rules, source, doc_from, doc_to),
        " ".join(flags),
    )


def _signature(draft: Draft, start: int, stop: int, body_end: int, rules: Rules, source: bytes) -> str:
    if draft.body is not None:
        return signature(source, start, body_end if draft.body.type in rules.signature_keep else stop, rules)
    first_line = source.find(b"\n", start, stop)
    if first_line > 0 and stop - start > MAX_SIGNATURE // 2:  # a long value: its first line says enough
        return signature(source, start, first_line, rules) + " …"
    return signature(source, start, stop, rules)


def _words(rules: Rules, source: bytes) -> str:
    """Each word once. Splitting costs 0.16 s for Django's 17 MB, a regular expression 0.4, a query 2.7."""
    found = rules.words.findall(source) if rules.words else source.translate(rules.separates).split()
    words = [word for word in set(found) if len(word) <= MAX_WORD]
    if rules.includes is not None:
        words += [
            INCLUDED + name for name in dict.fromkeys(rules.includes.findall(b"\n" + source)) if len(name) <= MAX_WORD
        ]
    return "\n" + b"\n".join(words).decode("utf-8", "replace") + "\n" if words else ""
