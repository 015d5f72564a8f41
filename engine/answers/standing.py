"""What a file is to its project, told by its path: product code, or tests, examples, generated or vendored code."""

from __future__ import annotations

import re
from functools import lru_cache

__all__ = ["EXAMPLE", "GENERATED", "PRODUCT", "TEST", "VENDORED", "standing"]

PRODUCT, TEST, EXAMPLE, GENERATED, VENDORED = "product", "test", "example", "generated", "vendored"

_TEST_FOLDERS = frozenset(
    {
        "tests",
        "__tests__",
        "testdata",
        "testing_data",
        "spec",
        "specs",
        "e2e",
        "fixtures",
        "__fixtures__",
        "mocks",
        "__mocks__",
        "testcases",
        "unittests",
        "js_tests",
        "testutil",
        "testutils",
        "test-d",
        "test-d.ts",
    }
)
_TEST_ROOTS = frozenset({"", "src", "packages", "modules", "libs", "crates", "cmd"})
_TEST_FILE = re.compile(
    r"^(?:tests?[_.-].*|conftest\.py|.*[_.-](?:tests?|spec)\.\w+|.*[_.-](?:test|spec)[_.-]\w+\.\w+|.*[a-z0-9](?:Tests?|Spec)\.\w+)$"
)
_VENDORED = frozenset(
    {
        "vendor",
        "vendored",
        "_vendor",
        "_vendored",
        "third_party",
        "third-party",
        "thirdparty",
        "3rdparty",
        "node_modules",
        "bower_components",
        "deps",
        "extern",
        "externals",
        "external",
    }
)
_EXAMPLES = frozenset(
    {
        "example",
        "examples",
        "sample",
        "samples",
        "demo",
        "demos",
        "docs",
        "doc",
        "documentation",
        "tutorial",
        "tutorials",
        "playground",
        "benchmark",
        "benchmarks",
        "bench",
        "scripts",
        "tools",
        "utils-dev",
        "contrib-examples",
    }
)
_GENERATED = re.compile(
    r"(?:\.pb\.\w+|_pb2(?:_grpc)?\.pyi?|\.g\.\w+|\.gen\.\w+|[._-]generated[._-].*|_generated\.\w+|\.min\.\w+|(?:^|/)(?:zz_)?generated[._-][^/]*)$"
)


@lru_cache(maxsize=200_000)
def standing(path: str) -> str:
    """What the file at `path` (from the root, with /) is."""
    *folders, name = path.split("/")
    lower = [folder.lower() for folder in folders]
    if any(folder in _VENDORED for folder in lower):
        return VENDORED
    if _TEST_FILE.match(name) or any(folder in _TEST_FOLDERS for folder in lower) or _below_test(lower):
        return TEST
    if _GENERATED.search(path) or "generated" in lower or "__generated__" in lower:
        return GENERATED
    if any(folder in _EXAMPLES for folder in lower[:1]):
        return EXAMPLE
    return PRODUCT


def _below_test(folders: list[str]) -> bool:
    """Whether a folder called `test` holds tests: at the root or where sources are put, not inside of a package."""
    for at, folder in enumerate(folders):
        above = folders[at - 1] if at else ""
        two_above = folders[at - 2] if at > 1 else ""
        if folder == "test" and (above in _TEST_ROOTS or two_above in _TEST_ROOTS - {""}):
            return True
    return False
