"""What an answer costs an agent to read: characters of ours beside those of `grep` and the files it leads to."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..contents import sample
from ..results import Measure
from ..sides.agent import started
from ..sides.grep import found, read_around, read_whole, researched
from ..workspace import git_copy, own_cache, scratch

if TYPE_CHECKING:
    from ..sides.agent import Agent
    from . import Context, Result

__all__ = ["run"]

OURS, THEIRS = "codeintel", "grep and reads"
QUESTIONS = Path(__file__).parent.parent / "questions"
SHARE = 0.1
"""Ten times fewer."""


def run(context: Context) -> Result:
    """Measure."""
    machine = context.start()
    with scratch() as work, own_cache(work / "cache"):
        context.said("copying the repository into a git work tree")
        root = git_copy(context.repository.path, work / context.repository.name)
        with started(root) as agent:
            questions, notes = _questions(context, root)
            answers: dict[str, dict[str, str]] = {OURS: {}, THEIRS: {}}
            for question in questions:
                context.said(question["ask"])
                answers[OURS][question["ask"]] = _asked(agent, question)
                answers[THEIRS][question["ask"]] = _searched(root, question)
    sizes = {side: [float(len(texts[q["ask"]])) for q in questions] for side, texts in answers.items()}
    recall = {side: [_recall(texts[q["ask"]], q["expect"]) for q in questions] for side, texts in answers.items()}
    shares = [ours / theirs for ours, theirs in zip(sizes[OURS], sizes[THEIRS], strict=True)]
    measures = [
        *(Measure("characters of an answer", side, "", values) for side, values in sizes.items()),
        Measure("times fewer characters", OURS, "x", [1 / share for share in shares]),
        Measure("share of the characters", f"{OURS} / {THEIRS}", "x", shares, limits={"median": SHARE}),
        *(Measure("recall", side, "%", [100 * value for value in values]) for side, values in recall.items()),
    ]
    return context.result("tokens", measures, machine, answers, notes)


def _questions(context: Context, root: Path) -> tuple[list[dict[str, Any]], list[str]]:
    file = QUESTIONS / f"{context.repository.name}.toml"
    if file.exists():
        return tomllib.loads(file.read_text(encoding="utf-8"))["questions"], []
    targets = sample(str(root), context.rounds(20))
    made = [
        {
            "kind": "where",
            "ask": f"Where is {target.id}?",
            "tool": {"name": "find_symbol", "name_path_pattern": target.by_path},
            "grep": [[rf"\b{target.symbol.name}\b", "."]],
            "expect": [target.path],
        }
        for target in targets
    ]
    return made, [f"there are no questions about {context.repository.name}: random symbols were asked for"]


def _asked(agent: Agent, question: dict[str, Any]) -> str:
    arguments = dict(question["tool"])
    return agent.call(arguments.pop("name"), **arguments)


def _searched(root: Path, question: dict[str, Any]) -> str:
    hits = [found(root, pattern, where) for pattern, where in question.get("grep", ())]
    texts = [*hits, *(read_whole(root, path) for path in question.get("read", ()))]
    before = question.get("around", 0)
    if before:
        texts.append(read_around(root, hits[0], before))
        texts.append(researched(root, hits[0], before, question.get("steps", 0)))
    return "\n".join(text for text in texts if text)


def _recall(text: str, expected: list[str]) -> float:
    """The share of what is expected that a text holds; `a|b` is there if one of them is."""
    return sum(any(way in text for way in words.split("|")) for words in expected) / len(expected)
