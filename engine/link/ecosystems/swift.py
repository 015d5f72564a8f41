"""Modules as targets: all files of a target see each other, and an import takes over all names of another one.

Targets are those of the package manifests; a folder below `Sources` or `Tests` is one too. Files of no target are of
one module without a name.
"""

from __future__ import annotations

import os
import re
from itertools import pairwise
from typing import TYPE_CHECKING

from .jvm import Packages

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from ..project import Texts

__all__ = ["make_resolver"]

MANIFEST = "Package.swift"
ROOTS = frozenset({"Sources", "Source", "src", "srcs", "Tests", "Plugins"})
_TARGET = re.compile(
    r"\.(?:target|executableTarget|testTarget|macro|plugin)\(\s*name:\s*\"(?P<name>[^\"]+)\"(?P<rest>.*?)"
    r"(?=\.(?:target|executableTarget|testTarget|macro|plugin|binaryTarget|systemLibrary)\(\s*name:|\Z)",
    re.DOTALL,
)
_PATH = re.compile(r"\bpath:\s*\"([^\"]*)\"")


def make_resolver(paths: Collection[str], texts: Texts) -> Packages:
    """The resolver of a project."""
    folders: dict[str, str] = {}
    for manifest in texts.named(MANIFEST):
        root = os.path.dirname(manifest)
        for found in _TARGET.finditer(texts.text(manifest) or ""):
            said = _PATH.search(found["rest"])
            if said is not None:
                folders[_joined(root, said[1])] = found["name"]
    return Packages({path: _target(path, folders) for path in paths})


def _joined(root: str, path: str) -> str:
    joined = os.path.normpath(os.path.join(root, path))
    return "" if joined == "." else joined


def _target(path: str, folders: Mapping[str, str]) -> str:
    """The target of a file: that of the nearest folder which a manifest names, else of one where they usually lie."""
    if os.path.basename(path) == MANIFEST:
        return "Package"
    parts = path.split("/")[:-1]
    around = ["/".join(parts[:count]) for count in range(len(parts), -1, -1)]
    said = next((folders[folder] for folder in around if folder in folders), "")
    usual = next((name for above, name in pairwise(parts) if above in ROOTS), "")
    return said or usual
