"""What a project may say about itself, and how it is told that it is wrong."""

import subprocess
import sys
from pathlib import Path

import pytest

from codeintel.engine.errors import BadSettings
from codeintel.engine.settings import SETTINGS_HELP, Settings, load_settings, settings_files

OWN, PYPROJECT = "codeintel.toml", "pyproject.toml"


def _load(root: Path, files: dict[str, str]) -> Settings:
    for name, text in files.items():
        (root / name).write_bytes(text.encode("latin-1"))
    return load_settings(str(root))


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        ({}, Settings()),
        ({OWN: ""}, Settings()),
        ({OWN: 'exclude = ["vendor/", "!a"]'}, Settings(exclude=("vendor/", "!a"))),
        ({OWN: "max_file_size = 10"}, Settings(max_file_size=10)),
        ({OWN: 'queries = ["tools/q"]'}, Settings(queries=("tools/q",))),
        ({PYPROJECT: "[project]\nname = 'x'"}, Settings()),
        ({PYPROJECT: "broken ="}, Settings()),  # not ours to complain about
        ({PYPROJECT: "[tool.codeintel]\nmax_file_size = 7"}, Settings(max_file_size=7)),
        ({PYPROJECT: "[tool.codeintel]\nmax_file_size = 7", OWN: "exclude = ['a']"}, Settings(exclude=("a",))),
    ],
)
def test_settings_are_read(tmp_path: Path, files: dict[str, str], expected: Settings) -> None:
    assert _load(tmp_path, files) == expected


@pytest.mark.parametrize(
    ("name", "text", "message", "hint"),
    [
        (OWN, "\nexcludes = []", ":2: there is no setting `excludes`", "exclude, max_file_size, queries"),
        (OWN, "\n[lint]\nx = 1", ":2: there is no setting `lint`", "exclude"),
        (OWN, "exclude = 'vendor'", ":1: `exclude` cannot be 'vendor'", "a list of patterns"),
        (OWN, "exclude = [1]", ":1: `exclude`", "a list of patterns"),
        (OWN, "max_file_size = true", ":1: `max_file_size`", "a whole number"),
        (OWN, "max_file_size = 0", ":1: `max_file_size`", "a whole number"),
        (OWN, "max_file_size = '2 MB'", ":1: `max_file_size`", "a whole number"),
        (OWN, "queries = ['../q']", ":1: `queries`", "inside the project"),
        (OWN, "queries = ['/etc']", ":1: `queries`", "inside the project"),
        (OWN, "exclude = []\nmax_file_size 3", ":2:15: Expected", "TOML"),
        (OWN, "exclude = [", "Invalid value", "TOML"),
        (OWN, "# fine\n# \xff", ":2: not UTF-8", "UTF-8"),
        (PYPROJECT, "[tool.codeintel]\n\nnope = 1", ":3: there is no setting `nope`", "exclude"),
        (PYPROJECT, "nope = 2\n[tool.codeintel]\nnope = 1", ":3: there is no setting `nope`", "exclude"),
        (PYPROJECT, "[[tool.codeintel]]\nexclude = []", "`codeintel` cannot be", "[tool.codeintel]"),
    ],
)
def test_wrong_settings_are_refused_with_their_place(
    tmp_path: Path, name: str, text: str, message: str, hint: str
) -> None:
    with pytest.raises(BadSettings) as caught:
        _load(tmp_path, {name: text})
    assert str(tmp_path / name) in caught.value.message
    assert message in caught.value.message
    assert hint in caught.value.hint


def test_settings_that_cannot_be_read_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    (tmp_path / OWN).write_text("")
    monkeypatch.setattr("builtins.open", refuse)
    with pytest.raises(BadSettings, match="Permission denied"):
        load_settings(str(tmp_path))


def test_every_setting_is_explained() -> None:
    assert set(SETTINGS_HELP) == set(Settings._fields)


def test_both_files_matter_whether_they_exist_or_not(tmp_path: Path) -> None:
    assert settings_files(str(tmp_path)) == [str(tmp_path / OWN), str(tmp_path / PYPROJECT)]


def test_no_settings_cost_no_parser(tmp_path: Path) -> None:
    (tmp_path / PYPROJECT).write_text("[project]\nname = 'x'")
    code = (
        "import sys; from codeintel.engine.settings import load_settings;"
        "load_settings(sys.argv[1]); sys.exit('tomllib' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code, str(tmp_path)], check=False).returncode == 0
