"""How the definitions of a file hang together: containers by range, kinds by container, printed paths."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..namepath import Component, parse_name_path, print_name_path
from .drafts import FUNCTION_KINDS, TYPE_KINDS, Draft

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ..language_rules import Rules

__all__ = ["nest", "print_paths"]


def nest(drafts: list[Draft], rules: Rules) -> list[Draft]:
    """Finds each draft's container and kind, drops locals; in source order."""
    drafts.sort(key=lambda d: (d.start, -d.end, d.role.action, d.name_start))
    stack: list[Draft] = []
    single: list[Draft] = []
    for draft in drafts:
        while stack and not _holds(stack[-1], draft):
            stack.pop()
        container = stack[-1] if stack else None
        if container is not None:
            if draft.role.action == "definition" and _is_same(container, draft):
                continue
            if container.kind == "constructor" and draft.kind in ("field", "property"):
                container = container.container
        single.append(draft)
        draft.container = container
        parent = container
        while parent is not None and parent.role.action == "scope":
            parent = parent.container
        draft.parent = parent
        _settle_kind(draft, rules)
        stack.append(draft)
    return _without_locals(single, rules)


def _without_locals(single: list[Draft], rules: Rules) -> list[Draft]:
    """The same without locals that hold nothing, each definition with its position."""
    kept: list[Draft] = []
    for draft in reversed(single):
        if draft.kind in rules.locals and _is_in_function(draft) and not draft.children and not draft.receiver:
            continue
        if draft.role.action == "definition" and draft.parent is not None:
            draft.parent.children += 1
        kept.append(draft)
    kept.reverse()
    position = 0
    for draft in kept:
        if draft.role.action == "definition":
            draft.position = position
            position += 1
    return kept


def _is_same(outer: Draft, inner: Draft) -> bool:
    """Whether both are one definition: `const f = function g() {}`, `const f = wrapped(function f() {})`."""
    if outer.body is not None and outer.body == inner.body:
        return outer.role.action == "definition"
    return outer.name == inner.name and outer.kind == "variable" and inner.kind == "function"


def _is_in_function(draft: Draft) -> bool:
    """Whether it is local to a function, be it as a field of a class in it."""
    parent = draft.parent
    while parent is not None and parent.kind not in FUNCTION_KINDS:
        parent = parent.parent
    return parent is not None


def _holds(outer: Draft, inner: Draft) -> bool:
    if outer.end < inner.end or inner.start >= outer.end:
        return False
    same = outer.start == inner.start and outer.end == inner.end
    return not same or outer.role.action != inner.role.action


def _settle_kind(draft: Draft, rules: Rules) -> None:
    container = draft.container
    in_type = bool(draft.receiver) or (
        container is not None and (container.role.action == "scope" or container.kind in TYPE_KINDS)
    )
    if in_type:
        draft.kind = rules.members.get(draft.kind, draft.kind)
    if draft.kind == "method" and rules.constructors and draft.name in rules.constructors:
        draft.kind = "constructor"
    elif draft.kind == "method" and "=" in rules.constructors:
        owner = draft.receiver[-1] if draft.receiver else container.name if container is not None else ""
        if owner == draft.name:
            draft.kind = "constructor"
    elif draft.kind in ("variable", "field") and rules.constants and rules.constants.search(draft.name):
        draft.kind = "constant"


def print_paths(drafts: list[Draft]) -> None:
    """Gives each draft its printed path, unique in the file; `[n]` follows where one container has the name again."""
    if any(draft.receiver or draft.role.action == "scope" for draft in drafts):
        _print_paths_by_level(drafts)
    else:
        _print_paths_in_order(drafts)
    for draft in drafts:
        if ":" in draft.name_path:
            draft.name_path = print_name_path(parse_name_path(draft.name_path))


def _print_paths_in_order(drafts: list[Draft]) -> None:
    """Where containers are all that counts: source order has each before what is in it."""
    counts: dict[tuple[int, str], int] = {}
    for draft in drafts:
        key = (id(draft.container), draft.name)
        counts[key] = counts.get(key, 0) + 1
    met: dict[tuple[int, str], int] = {}
    for draft in drafts:
        key = (id(draft.container), draft.name)
        component = _component(draft.name)
        if counts[key] > 1:
            number = met.get(key, 0)
            met[key] = number + 1
            component = f"{component}[{number}]"
        container = draft.container
        draft.name_path = component if container is None else f"{container.name_path}/{component}"


def _print_paths_by_level(drafts: list[Draft]) -> None:
    """Outermost first, since an inner path needs the outer one, and two containers can have one path.

    A receiver's name stands for the first symbol of that path, should the file have it.
    """
    levels: dict[int, list[Draft]] = {}
    depths: dict[int, int] = {}
    for draft in drafts:
        around = _around(draft)
        depths[id(draft)] = (depths[id(around)] + 1 if around is not None else 0) + len(draft.receiver)
        levels.setdefault(depths[id(draft)], []).append(draft)
    first: dict[str, str] = {}
    for _, level in sorted(levels.items()):
        groups: dict[str, list[Draft]] = {}
        for draft in level:
            plain = _plain_path(draft, first)
            if draft.role.action == "scope":
                draft.name_path = plain
            else:
                groups.setdefault(plain, []).append(draft)
        for plain, group in groups.items():
            for number, draft in enumerate(group):
                draft.name_path = plain if len(group) == 1 else f"{plain}[{number}]"
            first[plain] = group[0].name_path
        for draft in level:
            if draft.role.action == "scope":
                draft.name_path = first.get(draft.name_path, draft.name_path)


def _plain_path(draft: Draft, first: Mapping[str, str]) -> str:
    around = _around(draft)
    path = around.name_path if around is not None else ""
    for component in draft.receiver:
        plain = f"{path}/{_component(component)}" if path else _component(component)
        path = first.get(plain, plain)
    name = _component(draft.name)
    return f"{path}/{name}" if path else name


def _component(name: str) -> str:
    return name if name.isidentifier() else print_name_path((Component(name, None),))


def _around(draft: Draft) -> Draft | None:
    """Whose path comes before this one: a scope on the very node of a definition stands beside it, not in it."""
    container = draft.container
    if (
        container is not None
        and draft.role.action == "scope"
        and container.role.action == "definition"
        and (container.start, container.end) == (draft.start, draft.end)
    ):
        return container.container
    return container
