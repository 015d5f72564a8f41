"""What an agent may call: every tool with its parameters, as data. What a call does is in `calls.py`.

Descriptions stand alone, since hosts show some tools and not others: none names another tool. They cost an agent
characters in every session, so each word has to earn its place; a test holds the whole list to a budget.
"""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["TOOLS", "UNLISTED", "Param", "Tool"]

READ, EDIT, CONTROL = "read", "edit", "control"
"""What a tool does: answers a question, changes source, or changes what the session is about."""
OUTLINE, LINKS = "outline", "links"
"""Which lane a call takes: what the outline answers at once never waits for what has to be worked out."""


class Param(NamedTuple):
    """One parameter."""

    name: str
    type: str
    """`string`, `integer`, `boolean`, or `names` (a list of strings)."""
    about: str
    required: bool = False
    choices: tuple[str, ...] = ()
    is_listed: bool = True
    """Whether its tool's schema has it. What is taken without has to be told by an answer that makes one want it."""


class Tool(NamedTuple):
    """One tool, as it is listed."""

    name: str
    title: str
    about: str
    params: tuple[Param, ...]
    kind: str = READ
    lane: str = OUTLINE
    destructive: bool = False
    """Whether it may take something away, rather than add to it."""
    idempotent: bool = False

    @property
    def is_edit(self) -> bool:
        """Whether it changes source."""
        return self.kind == EDIT


_SYMBOL = Param("name_path", "string", "Class/method", required=True)
_FILE = Param("relative_path", "string", "File")
_DRY = Param("dry_run", "boolean", "Diff only")
_PRECISION = Param("precision", "string", "lsp: ask a language server", choices=("index", "auto", "lsp"))
_PRECISE = _PRECISION._replace(is_listed=False)
_SEVERITIES = ("error", "warning", "information", "hint")
_SEVERITY = Param("min_severity", "string", "Nothing less grave", choices=_SEVERITIES, is_listed=False)
_FORCE = Param("force", "boolean", "Although it may be used", is_listed=False)
UNLISTED = {
    READ: (Param("max_answer_chars", "integer", "Limit"), Param("project", "string", "Another known project")),
    EDIT: (Param("max_answer_chars", "integer", "Limit"), _DRY),
    CONTROL: (Param("max_answer_chars", "integer", "Limit"),),
}
"""What every tool of a kind takes besides. The instructions say so once; in each schema it was a tenth of the list."""

TOOLS: dict[str, Tool] = {
    tool.name: tool
    for tool in (
        Tool(
            "get_symbols_overview",
            "Outline",
            "What a file defines, or the files of a folder.",
            (
                Param("relative_path", "string", "File or folder", required=True),
                Param("depth", "integer", "Default 1"),
            ),
        ),
        Tool(
            "find_symbol",
            "Find",
            "Where a symbol is defined: save, Model/save, /top_level, get_*; its source if asked.",
            (
                Param("name_path_pattern", "string", "Name or Class/method", required=True),
                Param("relative_path", "string", "File or folder"),
                Param("depth", "integer", "Of members"),
                Param("include_body", "boolean", "Show source"),
                Param("include_kinds", "names", "e.g. class"),
                Param("exclude_kinds", "names", "Kinds"),
                Param("substring_matching", "boolean", "Match part"),
            ),
        ),
        Tool(
            "search_symbols",
            "Search",
            "Symbols by what they do, for when no name is known.",
            (
                Param("words", "string", "A few", required=True),
                _FILE._replace(is_listed=False),
                Param("include_kinds", "names", "Only these", is_listed=False),
                Param("include_tests", "boolean", "Tests are as welcome", is_listed=False),
            ),
        ),
        Tool(
            "get_repo_map",
            "Map",
            "The most important symbols of the project, or around something.",
            (Param("focus", "names", "Files, folders, symbols, or words"),),
        ),
        Tool(
            "find_referencing_symbols",
            "Uses",
            "Uses of a symbol: exact, inferred, or name (same name only).",
            (_SYMBOL, _FILE, _PRECISION),
            lane=LINKS,
        ),
        Tool(
            "find_implementations",
            "Subtypes",
            "Subclasses of a class, overriders of a method.",
            (_SYMBOL, _FILE, _PRECISE),
            lane=LINKS,
        ),
        Tool(
            "find_declaration",
            "Meaning",
            "What a name in a line refers to.",
            (
                Param("relative_path", "string", "File", required=True),
                Param("line", "integer", "From 1", required=True),
                Param("name", "string", "Name there", required=True),
                _PRECISE,
            ),
            lane=LINKS,
        ),
        Tool(
            "call_graph",
            "Calls",
            "Callers of a symbol, callees, what a change breaks (impact), or a way to another (trace).",
            (
                _SYMBOL,
                _FILE,
                Param(
                    "direction",
                    "string",
                    "Which",
                    choices=("callers", "callees", "impact", "trace"),
                ),
                Param("depth", "integer", "Steps"),
                Param("to", "string", "Of trace"),
                _PRECISE,
            ),
            lane=LINKS,
        ),
        Tool(
            "get_diagnostics_for_file",
            "Problems",
            "What a language server finds wrong in a file.",
            (Param("relative_path", "string", "File or folder", required=True), _SEVERITY),
            lane=LINKS,
        ),
        Tool(
            "get_diagnostics_for_symbol",
            "Problems there",
            "What a language server finds wrong in a definition.",
            (_SYMBOL, _FILE, _SEVERITY),
            lane=LINKS,
        ),
        Tool(
            "get_changes",
            "Changes",
            "Symbols changed since a git revision, what they reach, tests to run.",
            (
                Param("revision", "string", "Default HEAD"),
                Param("depth", "integer", "Default 3"),
            ),
            lane=LINKS,
        ),
        Tool(
            "get_more",
            "More",
            "The rest of a shortened answer.",
            (Param("cursor", "string", "As given", required=True),),
        ),
        Tool(
            "replace_symbol_body",
            "Replace",
            "Replaces a definition; keeps decorators and docs if body has none.",
            (_SYMBOL, _FILE, Param("body", "string", "Code", required=True)),
            kind=EDIT,
            destructive=True,
            idempotent=True,
        ),
        Tool(
            "insert_before_symbol",
            "Insert",
            "Puts code before a definition.",
            (_SYMBOL, _FILE, Param("body", "string", "Code", required=True)),
            kind=EDIT,
        ),
        Tool(
            "insert_after_symbol",
            "Append",
            "Puts code after a definition.",
            (_SYMBOL, _FILE, Param("body", "string", "Code", required=True)),
            kind=EDIT,
        ),
        Tool(
            "rename_symbol",
            "Rename",
            "Renames everywhere, or says what is unsure.",
            (_SYMBOL, _FILE, Param("new_name", "string", "New name", required=True), _PRECISE),
            kind=EDIT,
            lane=LINKS,
            destructive=True,
        ),
        Tool(
            "safe_delete_symbol",
            "Delete",
            "Deletes what nothing uses, or lists uses.",
            (_SYMBOL, _FILE, _FORCE, _PRECISE),
            kind=EDIT,
            lane=LINKS,
            destructive=True,
        ),
        Tool(
            "undo_edit",
            "Undo",
            "Takes back the last edit, to the byte.",
            (Param("edit", "string", "Which; the last one by default", is_listed=False),),
            kind=EDIT,
            destructive=True,
        ),
        Tool(
            "activate_project",
            "Project",
            "Chooses the project, or lists them.",
            (Param("project", "string", "Name or path"),),
            kind=CONTROL,
            idempotent=True,
        ),
        Tool(
            "replace_in_symbol",
            "Replace text",
            "Replaces a text inside of one definition, where it stands once.",
            (
                _SYMBOL,
                _FILE,
                Param("old", "string", "Text that stands there", required=True),
                Param("new", "string", "New text", required=True),
                Param("every", "boolean", "Everywhere in it"),
            ),
            kind=EDIT,
            destructive=True,
        ),
        Tool(
            "move_symbol",
            "Move",
            "Moves a definition to another file, or lists what may still point to the old place.",
            (
                _SYMBOL,
                _FILE,
                Param("target_path", "string", "File to move it to", required=True),
                Param("export", "boolean", "Export what is needed across files"),
            ),
            kind=EDIT,
            lane=LINKS,
            destructive=True,
        ),
        Tool(
            "explore",
            "Explore",
            "Symbols that a task is about, with source and calls between them.",
            (
                Param("task", "string", "In words", required=True),
                Param("relative_path", "string", "File or folder"),
                Param("include_tests", "boolean", "Tests are as welcome", is_listed=False),
            ),
            lane=LINKS,
        ),
        Tool(
            "get_routes",
            "Routes",
            "HTTP routes with handler, place and the client calls that reach each.",
            (
                Param("pattern", "string", "Part of one, with *, or a path asked for, e.g. /users/7"),
                Param("relative_path", "string", "File or folder"),
                Param("method", "string", "e.g. GET"),
            ),
            lane=LINKS,
        ),
        Tool(
            "get_status",
            "Status",
            "What is indexed, what is left out and why.",
            (),
        ),
    )
}
