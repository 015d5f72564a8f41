"""Where a project begins, and which repository it belongs to."""

import os
import subprocess
from pathlib import Path

import pytest

from codeintel.engine.project import find_root, git_common_dir, git_folder, git_top


def _make(root: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)


def _git(root: Path, *arguments: str) -> None:
    subprocess.run(
        ["git", "-c", "user.name=t", "-c", "user.email=t@example.com", *arguments],
        cwd=root,
        check=True,
        capture_output=True,
        env={"PATH": os.environ["PATH"], "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull},
    )


@pytest.mark.parametrize(
    ("files", "start", "root"),
    [
        ({".git/HEAD": "", "a/b/c.py": ""}, "a/b", ""),
        ({".git/HEAD": "", "a/b/c.py": ""}, "a/b/c.py", ""),
        ({".git": "gitdir: /gone", "a/c.py": ""}, "a", ""),
        ({".git/HEAD": "", "a/codeintel.toml": "", "a/b/c.py": ""}, "a/b", "a"),
        ({".git/HEAD": "", "a/pyproject.toml": "[tool.codeintel]", "a/b/c.py": ""}, "a/b", "a"),
        ({".git/HEAD": "", "a/pyproject.toml": "[project]", "a/b/c.py": ""}, "a/b", ""),
        ({"a/b/c.py": ""}, "a/b", "a/b"),
    ],
)
def test_the_nearest_repository_or_settings_make_the_root(
    tmp_path: Path, files: dict[str, str], start: str, root: str
) -> None:
    _make(tmp_path, files)
    assert find_root(str(tmp_path / start)) == str((tmp_path / root).resolve())


def test_a_root_is_named_by_its_real_path(tmp_path: Path) -> None:
    _make(tmp_path, {"real/.git/HEAD": "", "real/a/c.py": ""})
    (tmp_path / "link").symlink_to("real/a")
    assert find_root(str(tmp_path / "link")) == str((tmp_path / "real").resolve())


def test_work_trees_and_subfolders_share_a_common_folder(tmp_path: Path) -> None:
    main = tmp_path / "main"
    _make(main, {"a/b.py": ""})
    _git(main, "init", "-q")
    _git(main, "add", "-A")
    _git(main, "commit", "-qm", "one")
    _git(main, "worktree", "add", "-q", "../side")
    common = str((main / ".git").resolve())
    assert git_common_dir(str(main)) == common
    assert git_common_dir(str(main / "a")) == common
    assert git_common_dir(str(tmp_path / "side" / "a")) == common
    assert git_folder(str(tmp_path / "side")) == os.path.join(common, "worktrees", "side")
    assert git_top(str(tmp_path / "side" / "a")) == str((tmp_path / "side").resolve())


def test_a_submodule_has_a_common_folder_of_its_own(tmp_path: Path) -> None:
    _make(tmp_path, {".git/HEAD": "", ".git/modules/lib/HEAD": "", "lib/.git": "gitdir: ../.git/modules/lib\n"})
    assert git_common_dir(str(tmp_path / "lib")) == str((tmp_path / ".git/modules/lib").resolve())


@pytest.mark.parametrize(
    "files", [{"a.py": ""}, {".git/config": ""}, {".git": "nonsense"}, {".git": "gitdir: nowhere"}, {".git": ""}]
)
def test_what_is_no_repository_for_git_is_none_here(tmp_path: Path, files: dict[str, str]) -> None:
    _make(tmp_path, files)
    assert git_folder(str(tmp_path)) is None
