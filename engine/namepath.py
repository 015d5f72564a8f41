r"""Name paths: printing them, reading them, and reading what people type in their place.

A name path (`Class/method`) says where a definition sits inside its file. Printed paths and typed patterns share one
escape rule: `\` before anything but a letter, a digit or `_` makes that character part of the name. The printer
escapes what would be misread otherwise: `\`, `/`, a trailing `[digits]`, and a `:` that would end a place.

**The place rule.** `place:pattern` is split at the first colon whose left side looks like a place: a folder (it ends
with `/`), or a file whose last segment has a suffix (`stem.suffix`; the suffix is a letter, then at most 11 letters,
digits, `_`, `+` or `-`; the stem has no quotes). A text that starts with `/` is anchored and has no place. So
`mod.py:Foo`, `a.py:Foo::bar` and `lib/:run` have one; `Foo::bar`, `setX:y:`, `.btn:hover`, `bin/deploy:main` do not.
Whatever is chosen first, `other_readings` has the rest: the whole text as a name, each other colon as a place's end.

Stops at strings: it knows neither files nor the index. Whoever asks decides when to try the next reading.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from itertools import islice
from typing import NamedTuple

from .errors import BadPattern

__all__ = [
    "Component",
    "Pattern",
    "module_fits",
    "nearest",
    "other_readings",
    "parse_name_path",
    "parse_pattern",
    "place_fits",
    "print_name_path",
]


class Component(NamedTuple):
    """One step of a name path. `index` is its place among equal names; None: it stands alone, or none was asked for."""

    name: str
    index: int | None = None  # pyright: ignore[reportIncompatibleMethodOverride]  # nobody searches a component


class Pattern(NamedTuple):
    """A name path as asked for. `place` and `module` narrow the file; `matches` looks at the path inside it alone."""

    components: tuple[Component, ...]
    anchored: bool = False
    place: str | None = None
    substring: bool = False
    ignore_case: bool = False
    module: tuple[str, ...] | None = None

    @property
    def last(self) -> Component:
        """The component that names the definition itself; candidates are looked up by its name."""
        return self.components[-1]

    @property
    def has_glob(self) -> bool:
        """Whether `matches_glob` could say anything else than `matches`."""
        return any("*" in name or "?" in name for name, _ in self.components)

    def matches(self, name_path: str) -> bool:
        """Whether the printed `name_path` fits, with `*` and `?` standing for themselves."""
        if len(self.components) == 1 and not (self.anchored or self.substring or self.ignore_case):
            name, index = self.last
            if index is None and name_path[-1:] != "]" and "\\" not in name_path:
                return name_path.rpartition("/")[2] == name  # most questions end here, and need no parsing
        if self.ignore_case:
            return _fits(self, name_path, _equal_folded, _contains_folded)
        return _fits(self, name_path, str.__eq__, str.__contains__)

    def matches_glob(self, name_path: str) -> bool:
        """Whether the printed `name_path` fits, with `*` and `?` read as globs inside their component."""
        ignore_case = self.ignore_case

        def equal(name: str, wanted: str) -> bool:
            return _glob(wanted, ignore_case)(name.casefold() if ignore_case else name) is not None

        return _fits(self, name_path, equal, lambda name, wanted: equal(name, f"*{wanted}*"))

    def globbed(self, names: Iterable[str]) -> list[str]:
        """The `names` that fit the last component, with `*` and `?` read as globs."""
        fits = _glob(f"*{self.last.name}*" if self.substring else self.last.name, self.ignore_case)
        return [name for name in names if fits(name.casefold() if self.ignore_case else name)]


def print_name_path(components: Iterable[Component]) -> str:
    """Print `components` so that `parse_name_path` gives them back. Names are not empty."""
    text = "/".join(map(_print_component, components))
    while (colon := _end_of_place(text)) is not None:
        text = f"{text[:colon]}\\{text[colon:]}"
    return text


def parse_name_path(text: str) -> tuple[Component, ...]:
    """Read a printed name path back into its components."""
    if not text:
        return ()
    return tuple(map(_parse_component, _split(text)))


def parse_pattern(text: str, *, substring: bool = False, ignore_case: bool = False) -> Pattern:
    """Read `text` the way it was most likely meant; `other_readings` has the rest. Raises BadPattern."""
    return _read(*_first_body(text), substring=substring, ignore_case=ignore_case)


def other_readings(text: str, *, substring: bool = False, ignore_case: bool = False) -> Iterator[Pattern]:
    r"""Give what else `text` could mean, most specific first, for when the first reading finds nothing.

    1. Another split into place and pattern, or none at all.
    2. The last `/` belongs to the name (`Foo/operator/`, `describe("GET /users")`), then the last two, and so on.
    3. `.`, `::`, `#`, `:` and `\` are read as `/`: all of them, then one at a time (`exports.x.y` is `exports.x/y`).
    4. The leading dotted part is the file's module; the shortest such `module`, with the longest path, comes first.
    """
    if len(text) > _LONGEST:
        return
    bodies = [_first_body(text), *_other_bodies(text)]
    seen: set[Pattern] = set()
    for at, (place, body, longest_module) in enumerate(islice(_rewritten(bodies), _MOST_READINGS)):
        try:
            reading = _read(place, body, substring=substring, ignore_case=ignore_case)
        except BadPattern:
            continue
        for pattern in _with_modules(reading, longest_module) if longest_module else (reading,):
            if pattern not in seen and at:  # the first is what `parse_pattern` gives
                yield pattern
            seen.add(pattern)


def place_fits(place: str, path: str) -> bool:
    """Whether the file at `path` is the `place`, or lies in it. The end of a path, or a run of folders, is enough."""
    place = place.removeprefix("./")
    if place.endswith("/"):
        return f"/{place}" in f"/{path}"
    return not place or f"/{path}".endswith(f"/{place}")


def module_fits(module: tuple[str, ...], path: str) -> bool:
    """Whether the file at `path` is the `module`, or lies directly in the package of that name."""
    folder, _, file = path.rpartition("/")
    end = "/" + "/".join(module)
    stem = file[:1] + file[1:].rpartition(".")[0] if "." in file[1:] else file
    return any(f"/{where}".replace(".", "/").endswith(end) for where in (f"{folder}/{stem}".lstrip("/"), folder))


def nearest(name: str, names: Iterable[str], limit: int = 5) -> list[str]:
    """Pick the `names` that were most likely meant by `name`.

    Those that differ in case and underscores alone come first, then those that start with it or contain it, then
    those a few letters away.
    """
    wanted = _squash(name)
    squashed = dict(zip(names := list(dict.fromkeys(names)), _squash_all(names), strict=True))
    near: list[tuple[int, int, str]] = []
    for candidate in [candidate for candidate, text in squashed.items() if wanted in text] if wanted else []:
        text = squashed.pop(candidate)
        rank = 0 if text == wanted else 1 if text.startswith(wanted) else 2
        near.append((rank, len(candidate), candidate))
    found = [candidate for _, _, candidate in sorted(near)[:limit]]
    return found if len(found) == limit else found + _misspelt(wanted, squashed, limit - len(found))


# Reading and printing components.

_INDEX = re.compile(r"\[([0-9]{1,9})\]\Z")
_ESCAPED = re.compile(r"\\(\W)")
_ESCAPED_OR_SLASH = re.compile(r"\\.|/", re.DOTALL)
_FILE = re.compile(r"[^\"'`]+\.[A-Za-z][A-Za-z0-9_+-]{0,11}")
_SEPARATOR = re.compile(r"(?<=[^\\/.:#])(?:::|[.:#]|\\(?=\w))(?=[^/])")


def _print_component(component: Component) -> str:
    name, index = component
    text = name.replace("\\", "\\\\").replace("/", "\\/")
    if text.endswith("]"):
        text = _INDEX.sub(r"\\[\1]", text)
    return text if index is None else f"{text}[{index}]"


def _parse_component(text: str) -> Component:
    """Read one component; `text` is still escaped."""
    index = None
    if text[-1:] == "]" and (found := _INDEX.search(text)) is not None:
        before = text[: found.start()]
        if (len(before) - len(before.rstrip("\\"))) % 2 == 0:  # else the bracket is escaped: part of the name
            text, index = before, int(found[1])
    return Component(_ESCAPED.sub(r"\1", text) if "\\" in text else text, index)


def _split(text: str) -> list[str]:
    """Split at each `/` that is not escaped; the parts stay escaped."""
    if "\\" not in text:
        return text.split("/")
    cuts = [found.start() for found in _ESCAPED_OR_SLASH.finditer(text) if found[0] == "/"]
    return [text[start + 1 : end] for start, end in zip([-1, *cuts], [*cuts, len(text)], strict=True)]


def _end_of_place(text: str) -> int | None:
    """Where the colon is that ends the place in `text`, by the place rule."""
    if ":" not in text or text.startswith("/"):
        return None
    return next((colon for colon in _colons(text) if _is_place(text[:colon])), None)


def _is_place(text: str) -> bool:
    if text.endswith("/"):
        return not text.endswith("\\/")
    return _FILE.fullmatch(text.rpartition("/")[2]) is not None


def _colons(text: str) -> Iterator[int]:
    return (at for at, character in enumerate(text) if character == ":")


_LONGEST = 1000
_MOST_READINGS = 60
"""A name path has some ten; a pasted piece of source has as many as it has pairs of separators."""

# Reading patterns. A body is the place, if any, and the text of the pattern behind it.

_Body = tuple[str | None, str]


def _read(place: str | None, body: str, *, substring: bool, ignore_case: bool) -> Pattern:
    if not body or body == "/":
        raise _nothing_named(place, body)
    parts = _split(body)
    anchored = parts[0] == ""
    parts = parts[anchored : -1 if parts[-1] == "" else None]
    components = tuple(map(_parse_component, parts))
    for part, component in zip(parts, components, strict=True):
        if not component.name:
            raise _nameless(body, part)
    return Pattern(components, anchored, place, substring, ignore_case)


def _nothing_named(place: str | None, body: str) -> BadPattern:
    if place is not None:
        hint = f"Name a definition after the colon, or use `{place}:?*` for all of them."
        return BadPattern(f"`{place}:{body}` has a file or folder but no name.", hint)
    if body:
        return BadPattern("A bare `/` names nothing.", r"Name a definition, as in `/main`; an operator `/` is `\/`.")
    return BadPattern("The name path is empty.", "Name a definition, as in `Class/method`; `?*` stands for any name.")


def _nameless(body: str, part: str) -> BadPattern:
    if part:
        hint = f"Write `name{part}` to pick one of several; a definition that is called `{part}` is written `\\{part}`."
        return BadPattern(f"`{part}` in `{body}` has no name before it.", hint)
    hint = r"Put a single `/` between names; a `/` that belongs to a name is written `\/`."
    return BadPattern(f"`{body}` has an empty component.", hint)


def _first_body(text: str) -> _Body:
    colon = _end_of_place(text)
    return (None, text) if colon is None else (text[:colon], text[colon + 1 :])


def _other_bodies(text: str) -> Iterator[_Body]:
    """Give the pattern behind `file.py::`, the whole text, and each other single colon as the end of a place."""
    place, body = _first_body(text)
    if place is not None:
        if body.startswith(":"):
            yield place, body.lstrip(":")
        yield None, text
    for colon in _colons(text):
        left, right = text[:colon], text[colon + 1 :]
        if left and left != place and left[-1] not in ":\\" and not right.startswith(":"):
            yield left, right


def _rewritten(bodies: list[_Body]) -> Iterator[tuple[str | None, str, int]]:
    """Each body as it is, then by steps 2 to 4 of `other_readings`, with the length of its longest module or 0."""
    for place, body in bodies:
        yield place, body, 0
    for place, body in bodies:
        parts = _split(body)
        for start in range(len(parts) - 2, -1, -1):
            yield place, "/".join([*parts[:start], "\\/".join(parts[start:])]), 0
    for place, body in bodies:
        yield place, _SEPARATOR.sub("/", body), 0
        for found in reversed(list(_SEPARATOR.finditer(body))):
            yield place, f"{body[: found.start()]}/{body[found.end() :]}", 0
    for place, body in bodies:
        separators = len(_SEPARATOR.findall(_split(body)[0]))
        if separators:
            yield place, _SEPARATOR.sub("/", body), separators + 1


def _with_modules(reading: Pattern, longest: int) -> Iterator[Pattern]:
    """Read the first component as the module, then the first two, and so on."""
    for length in range(1, min(longest + 1, len(reading.components))):
        leading = reading.components[:length]
        if all(component.index is None for component in leading):
            module = tuple(component.name for component in leading)
            yield reading._replace(components=reading.components[length:], module=module)


# Matching.

_Test = Callable[[str, str], bool]
"""Asks of a symbol's name, given first, whether it is what a pattern wants."""


def _fits(pattern: Pattern, name_path: str, equal: _Test, contains: _Test) -> bool:
    """Compare from the last component outwards, and read no more components than that takes."""
    parts = _split(name_path)
    wanted = pattern.components
    surplus = len(parts) - len(wanted)
    if surplus < 0 or (surplus and pattern.anchored):
        return False
    test = contains if pattern.substring else equal
    for (name, index), part in zip(reversed(wanted), reversed(parts), strict=False):
        plain = part[-1:] != "]" and "\\" not in part
        symbol_name, symbol_index = (part, None) if plain else _parse_component(part)
        if not test(symbol_name, name) or (index is not None and index != (symbol_index or 0)):
            return False
        test = equal
    return True


def _equal_folded(name: str, wanted: str) -> bool:
    return name.casefold() == wanted.casefold()


def _contains_folded(name: str, wanted: str) -> bool:
    return wanted.casefold() in name.casefold()


@lru_cache(maxsize=64)
def _glob(glob: str, ignore_case: bool) -> Callable[[str], re.Match[str] | None]:  # noqa: FBT001 - a cache key
    """Compile a glob. Each `*` takes the nearest match and keeps it, so that no glob can be slow."""
    text = glob.casefold() if ignore_case else glob
    first, *rest = [re.escape(piece).replace(r"\?", ".") for piece in text.split("*")]
    middle = "".join(f"(?>.*?{piece})" for piece in rest[:-1])
    return re.compile(first + middle + (f".*{rest[-1]}" if rest else ""), re.DOTALL).fullmatch


# Suggestions.

_WORTH_COMPARING = 100  # the comparison costs some 50 µs a name
_SHORT = 4  # up to here letters are compared, then pairs
_ALIKE = 0.65  # of 1.0; `validte` and `validate` have 0.93, `parse` and `purge` 0.6


def _squash(name: str) -> str:
    return name.casefold().replace("_", "")


def _squash_all(names: list[str]) -> list[str]:
    """All at once: a call for each of tens of thousands takes longer than all that follows."""
    squashed = _squash("\n".join(names)).split("\n")
    return squashed if len(squashed) == len(names) else list(map(_squash, names))


def _misspelt(wanted: str, names: dict[str, str], limit: int) -> list[str]:
    """Rank the `names` (with their squashed form) that resemble `wanted`: by the pairs of letters that they share.

    Only the most promising are compared in full.
    """
    from difflib import SequenceMatcher

    slack = 1 + len(wanted) // 3
    low, high = len(wanted) - slack, len(wanted) + slack
    alike = [(squashed, name) for name, squashed in names.items() if low <= len(squashed) <= high]
    shared = [0] * len(alike)
    pieces = {wanted[at : at + 2] for at in range(len(wanted) - 1)} if len(wanted) > _SHORT else set(wanted)
    for piece in pieces:
        for at, (squashed, _) in enumerate(alike):
            if piece in squashed:
                shared[at] += 1
    promising = [
        (abs(len(squashed) - len(wanted)) - 2 * count, squashed, name)
        for count, (squashed, name) in zip(shared, alike, strict=True)
        if count
    ]
    matcher = SequenceMatcher(b=wanted, autojunk=False)
    ranked: list[tuple[float, str]] = []
    for _, squashed, name in sorted(promising)[:_WORTH_COMPARING]:
        matcher.set_seq1(squashed)
        if (ratio := matcher.ratio()) >= _ALIKE:
            ranked.append((-ratio, name))
    return [name for _, name in sorted(ranked)[:limit]]
