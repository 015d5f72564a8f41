"""Which names of code a text mentions, and how: words like code, spans and blocks of code, traces. Knows no project."""

from __future__ import annotations

import re
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

__all__ = ["BLOCK", "MAX_TEXT", "PROSE", "SPAN", "Mention", "looks_like_code", "mentions"]

MAX_TEXT = 200_000
"""Characters that are read: of a longer text its beginning and its end."""
MAX_MENTIONS = 1_500
SPAN, PROSE, BLOCK = 3, 2, 1
_FENCE = re.compile(r"^[ \t]*(?:```|~~~).*?(?:^[ \t]*(?:```|~~~)[ \t]*$|\Z)", re.MULTILINE | re.DOTALL)
_SPAN = re.compile(r"``([^`\n]{1,200})``|`([^`\n]{1,200})`")
_PLACE = re.compile(
    r"File \"(?P<file>[^\"\n]{1,300})\", line (?P<line>\d{1,7})(?:, in (?P<name>[^\W\d]\w*))?"
    r"|(?<![\w.@+/\\-])(?P<path>(?:[\w.@+-]{1,100}[/\\]){0,30}[\w.@+-]{1,100}\.[A-Za-z]\w{0,9}):(?P<number>\d{1,7})"
    r"|(?<![\w.@+/-])(?P<bare>(?:[\w.@+-]{1,100}/){1,30}[\w@+-][\w.@+-]{0,100}\.[a-z][a-z0-9]{0,5})(?![\w.(/])"
    r"|\((?P<frame>[^\W\d]\w*)\+0x"
)
_NAME = r"[^\W\d]\w*"
_CODE = re.compile(rf"{_NAME}(?:(?:\.|::|->|#){_NAME})*(?P<call>\()?")
_SEPARATOR = re.compile(r"\.|::|->|#")
_DEFINED = re.compile(
    rf"\b(?:def|class|function|func|fn|interface|struct|enum|type|const|let|var|trait|module)\s+({_NAME})"
)
_CAMEL = re.compile(r"[a-z0-9][A-Z]|[A-Z][A-Z][a-z]")
_RECEIVER = re.compile(r"\(\*?([^\W\d]\w*)\)\.(?=[^\W\d])")
"""A method with its receiver, as traces write it: `(*Head).Truncate`."""
_MEMBER_OF_ME = frozenset({"self", "this", "cls", "super"})


class Mention(NamedTuple):
    """A name of code in a text."""

    parts: tuple[str, ...]
    """The qualifiers and the name: `QuerySet.filter` is two parts."""
    form: int
    """How it stands there: SPAN in a code span or a trace, PROSE as a word that looks like code, BLOCK in a block."""
    path: str = ""
    """The file that it is said to be in, as written."""
    line: int = 0
    """The line there, from 1; 0 if none is said."""

    is_called: bool = False

    @property
    def name(self) -> str:
        """The last part; empty for a mere place in a file."""
        return self.parts[-1] if self.parts else ""

    @property
    def is_distinctive(self) -> bool:
        """Whether the name is no plain word: it has an underscore or capitals inside, or is qualified."""
        return looks_like_code(self.name) or len(self.parts) > 1


def mentions(text: str) -> list[Mention]:
    """The names of code that a text mentions, each once in its best form, in order of their first appearance."""
    if len(text) > MAX_TEXT:
        text = text[: MAX_TEXT // 2] + "\n" + text[-MAX_TEXT // 2 :]
    text = _RECEIVER.sub(r"\1.", text)
    blocks = _FENCE.findall(text)
    own = {name for block in blocks for name in _DEFINED.findall(block)}
    prose = _PLACE.sub(" ", _FENCE.sub("\n", text))
    found: dict[tuple[tuple[str, ...], str, int], Mention] = {}
    for mention in chain(_places(text), _in_prose(prose), _in_blocks(blocks)):
        if mention.name in own and not mention.path:
            continue  # the text defines it itself
        key = mention.parts, mention.path, mention.line
        known = found.get(key)
        if len(found) < MAX_MENTIONS and (known is None or known.form < mention.form):
            found[key] = mention
    return list(found.values())


def looks_like_code(name: str) -> bool:
    """Whether a word is a name for sure: with an underscore inside, or capitals after small letters."""
    return "_" in name.strip("_") or bool(_CAMEL.search(name))


def _places(text: str) -> Iterator[Mention]:
    for place in _PLACE.finditer(text):
        name = place["name"] or place["frame"]
        path = place["file"] or place["path"] or place["bare"] or ""
        line = int(place["line"] or place["number"] or 0)
        yield Mention((name,) if name else (), SPAN, path.replace("\\", "/"), line)


def _in_prose(prose: str) -> Iterator[Mention]:
    for span in _SPAN.finditer(prose):
        for code in _CODE.finditer(span[1] or span[2]):
            yield Mention(_parts(code[0]), SPAN)
    for code in _CODE.finditer(_SPAN.sub(" ", prose)):
        parts = _parts(code[0])
        if code["call"] or looks_like_code(parts[-1]) or _is_path_of_names(code[0], parts):
            yield Mention(parts, PROSE, is_called=bool(code["call"]))


def _in_blocks(blocks: Iterable[str]) -> Iterator[Mention]:
    for block in blocks:
        for code in _CODE.finditer(_PLACE.sub(" ", block)):
            parts = _parts(code[0])
            if code["call"] or looks_like_code(parts[-1]):
                yield Mention(parts, BLOCK, is_called=bool(code["call"]))


def _parts(code: str) -> tuple[str, ...]:
    parts = tuple(part for part in _SEPARATOR.split(code.rstrip("(")) if part)
    while len(parts) > 1 and parts[0] in _MEMBER_OF_ME:
        parts = parts[1:]
    return parts or (code,)


def _is_path_of_names(code: str, parts: tuple[str, ...]) -> bool:
    """Whether a word with separators is code rather than the end of a sentence or a file name."""
    if len(parts) == 1 or not all(len(part) > 1 for part in parts):
        return False
    if "." not in code or len(parts) > 2 or any(looks_like_code(part) for part in parts):  # noqa: PLR2004 - as said
        return True
    holder, member = code.split(".", 1)
    return holder[0].isupper() and member[0].islower()
