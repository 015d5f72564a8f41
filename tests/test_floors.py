"""The arrows of ARCHITECTURE.md: which module may import which."""

from __future__ import annotations

import ast
import inspect
from pathlib import Path

import pytest

from codeintel.engine.link.linker import Linker

TOP = Path(__file__).parent.parent
FLOORS = [
    {
        "facts",
        "deepfacts",
        "deeppacking",
        "errors",
        "project",
        "progress",
        "wording",
        "stamp",
        "namepath",
        "cache",
        "settings",
        "languages",
        "language_patterns",
        "language_rules",
        "precise",
        "home",
        "unseen",
    },
    {"semantics"},
    {"index"},
    {"link"},
    {"routes"},
    {"answers"},
    {"edit"},
    {
        "text",
        "shapes",
        "link_text",
        "link_shapes",
        "server_text",
        "server_shapes",
        "search_text",
        "search_shapes",
        "doctor",
    },
    {"service"},
]
FACES = ("cli", "mcp_adapter")
BESIDE = "lsp_bridge"
FOLDERS = (*FACES, BESIDE)
MODULES = sorted([*TOP.glob("engine/**/*.py"), *(path for name in FOLDERS for path in TOP.glob(f"{name}/*.py"))])


def imported(module: Path) -> set[str]:
    """The modules of ours that a module imports, as dotted paths from the repository's top; type-only imports too."""
    package = module.relative_to(TOP).with_suffix("").parts[:-1]
    found: set[str] = set()
    for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.level:
            base = package[: len(package) - node.level + 1]
            path = [*base, *(node.module.split(".") if node.module else [])]
            for name in node.names:
                deeper = TOP.joinpath(*path, name.name)
                found.add(".".join([*path, name.name] if deeper.with_suffix(".py").exists() else path))
    return found


def floor(dotted: str) -> int:
    parts = dotted.split(".")
    assert parts[0] == "engine", dotted
    return next(number for number, names in enumerate(FLOORS) if parts[1] in names)


@pytest.mark.parametrize("module", MODULES, ids=lambda path: str(path.relative_to(TOP)))
def test_imports_point_down(module: Path) -> None:
    dotted = ".".join(module.relative_to(TOP).with_suffix("").parts).removesuffix(".__init__")
    face = dotted.partition(".")[0]
    if dotted in ("engine", *FOLDERS):
        return
    for other in imported(module):
        if face == BESIDE:
            inside = other.startswith(BESIDE)
            assert inside or floor(other) == 0, f"{dotted} imports {other}: it stands on the model alone"
        elif face in FACES:
            assert other != "engine.index.store", f"{dotted} reaches past the service"
            others = [name for name in FACES if name != face]
            assert dotted == "cli.agents" or other.partition(".")[0] not in others, f"{dotted} imports a face, {other}"
        else:
            assert other.startswith("engine."), f"{dotted} imports the face {other}"
            assert floor(other) <= floor(dotted), f"{dotted} imports {other}, which stands above it"


def test_no_two_modules_import_each_other() -> None:
    arrows = {
        ".".join(module.relative_to(TOP).with_suffix("").parts): imported(module)
        for module in MODULES
        if module.name != "__init__.py"
    }
    mutual = [(a, b) for a, targets in arrows.items() for b in targets if a in arrows.get(b, ()) and a < b]
    assert not mutual


@pytest.mark.parametrize("module", MODULES, ids=lambda path: str(path.relative_to(TOP)))
def test_the_core_names_no_language(module: Path) -> None:
    languages = {path.parent.name for path in TOP.glob("queries/*/language.toml")} - {
        "c",
        "go",
        "dart",
        "swift",
        "bash",
    }
    strings = {
        node.value
        for node in ast.walk(ast.parse(module.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    named = strings & languages
    assert not named, f"{module} names {named}"


def test_no_storey_of_the_linker_takes_the_name_of_a_method_of_another() -> None:
    """They are one object: a helper that happens to be called like another language's would silently take its place.

    What a lower storey only declares is given by a higher one; whoever extends a method calls the one below.
    """
    given: dict[str, str] = {}
    for storey in reversed(Linker.__mro__):
        for name, method in vars(storey).items():
            if not inspect.isfunction(method) or name.startswith("__"):
                continue
            source = inspect.getsource(method)
            assert name not in given or f"super().{name}(" in source, f"{storey.__name__} and {given[name]} have {name}"
            if "raise NotImplementedError" not in source:
                given[name] = storey.__name__
