"""`codeintel setup`: one entry in, the same out, and not a byte else."""

from __future__ import annotations

import json
import os
import tomllib
from pathlib import Path
from typing import Any

import pytest
from support import cli, commit, write

from codeintel.engine.errors import CodeintelError
from codeintel.mcp_adapter.setup import add, hosts, remove
from codeintel.mcp_adapter.setup import write as make
from codeintel.mcp_adapter.splice import NotReadable, json_with, json_without, toml_with, toml_without

OTHER = {"command": "other", "args": ["x"]}
ENTRY = {"command": "codeintel", "args": ["mcp", "--context", "any"]}
JSON = {
    "nothing": "",
    "empty": "{}",
    "empty with a line": "{\n}\n",
    "blank": "\n",
    "no servers": '{\n    "theme": "dark"\n}\n',
    "no servers, tabs": '{\n\t"theme": "dark",\n\t"deep": {\n\t\t"a": [1, 2, {"b": "}"}]\n\t}\n}',
    "empty servers": '{"mcpServers": {}}',
    "another server": json.dumps({"mcpServers": {"other": OTHER}}, indent=2) + "\n",
    "another server, one line": json.dumps({"mcpServers": {"other": OTHER}, "z": 1}),
    "comments": '// mine\n{\n  /* servers { */\n  "mcpServers": {\n    // one\n    "other": {"command": "x"}, // two\n  },\n}\n// end\n',
    "comment alone": '{\n  "mcpServers": {\n    // none yet\n  }\n}\n',
    "windows": '{\r\n  "mcpServers": {\r\n    "other": {}\r\n  }\r\n}\r\n',
    "byte order mark": '\ufeff{"a": 1}\n',
    "unicode": '{"naïve": "日本 \\u00e9 \\" }", "mcpServers": {"ö": {}}}',
    "numbers": '{"a": -1.5e3, "b": null, "c": true, "d": [], "mcpServers": {"o": {}}}',
}
BROKEN = [
    "[1]",
    '{"a": }',
    '{"a": 1',
    '{"a" 1}',
    '{"mcpServers": []}',
    '{"mcpServers": 5}',
    "{} {}",
    "{'a': 1}",
    '{"a": [1 2]}',
]
TOML = {
    "nothing": "",
    "settings": 'model = "o"\n\n[profiles.a]\nx = 1\n',
    "no newline at the end": 'model = "o"',
    "another server": '[mcp_servers.other]\ncommand = "x"\n\n[mcp_servers.other.env]\nA = "b"\n',
    "windows": 'model = "o"\r\n',
    "comment": "# mine\n",
}


@pytest.mark.parametrize("name", JSON)
def test_json_gets_one_entry_and_is_as_it_was_without(name: str) -> None:
    before = JSON[name]
    splice = json_with(before, ["mcpServers"], "codeintel", ENTRY)
    after = splice.on(before)
    assert after[: splice.start] == before[: splice.start]
    assert after.endswith(before[splice.end :])
    if "//" not in before:
        value = json.loads(after.removeprefix("\ufeff"))
        assert value["mcpServers"].pop("codeintel") == ENTRY
        was = json.loads(before.removeprefix("\ufeff")) if before.strip() else {}
        assert {**value, "mcpServers": value["mcpServers"]} == {"mcpServers": {}, **was}
    assert json_with(after, ["mcpServers"], "codeintel", ENTRY).on(after) == after
    changed = json_with(after, ["mcpServers"], "codeintel", OTHER).on(after)
    assert '"other"' in changed
    if '"mcpServers"' in before and '"mcpServers": {}' not in before and "// none yet" not in before:
        out = json_without(after, ["mcpServers"], "codeintel")
        assert out is not None
        assert out.on(after) == before
    assert json_without(before, ["mcpServers"], "codeintel") is None


@pytest.mark.parametrize("text", BROKEN)
def test_what_is_no_json_is_left_alone(text: str) -> None:
    with pytest.raises(NotReadable):
        json_with(text, ["mcpServers"], "codeintel", ENTRY)


@pytest.mark.parametrize("name", TOML)
def test_toml_gets_one_table_and_is_as_it_was_without(name: str) -> None:
    before = TOML[name]
    after = toml_with(before, ["mcp_servers"], "codeintel", ENTRY).on(before)
    value = tomllib.loads(after)
    assert value["mcp_servers"].pop("codeintel") == ENTRY
    assert after.startswith(before)
    assert toml_with(after, ["mcp_servers"], "codeintel", ENTRY).on(after) == after
    out = toml_without(after, ["mcp_servers"], "codeintel")
    assert out is not None
    assert tomllib.loads(out.on(after)) == tomllib.loads(before)
    assert (
        tomllib.loads(toml_with(after, ["mcp_servers"], "codeintel", OTHER).on(after))["mcp_servers"]["codeintel"]
        == OTHER
    )


@pytest.mark.parametrize("text", ["a = [", "[mcp_servers]\ncodeintel = 1\n", "mcp_servers = {a = 1}\n"])
def test_what_is_no_toml_or_unusual_is_left_alone(text: str) -> None:
    with pytest.raises(NotReadable):
        toml_with(text, ["mcp_servers"], "codeintel", ENTRY)


@pytest.mark.parametrize("host", hosts())
@pytest.mark.parametrize("case", ["nothing", "other settings", "edited meanwhile"])
def test_every_agent_there_and_back(project: Path, host: str, case: str) -> None:
    commit(project)
    first = add(host, str(project))
    assert first.before is None
    path = Path(first.path)
    original = {"nothing": None}.get(case, b"\n" if path.suffix == ".toml" else b'{\r\n  "mine": 1\r\n}\r\n')
    if original is not None:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(original)
        path.chmod(0o640)
    change = add(host, str(project))
    make(change)
    assert "codeintel" in change.diff
    assert path.read_bytes() == change.after
    assert add(host, str(project)).diff == ""
    if case == "edited meanwhile":
        text = path.read_bytes()
        path.write_bytes(b"# more\n" + text if path.suffix == ".toml" else text.replace(b'"mine": 1', b'"mine": 2'))
    make(remove(host, str(project)))
    if original is None:
        assert not path.exists()
    elif case == "edited meanwhile":
        assert path.read_bytes() == (b"# more\n" + original if path.suffix == ".toml" else original.replace(b"1", b"2"))
    else:
        assert path.read_bytes() == original
        assert path.stat().st_mode & 0o777 == 0o640
    assert remove(host, str(project)).diff == ""


def test_an_entry_of_another_version_is_brought_up_to_date_and_taken_out_whole(project: Path) -> None:
    commit(project)
    path = project / ".mcp.json"
    path.write_text('{"mcpServers": {"a": {}}}')
    make(add("claude-code", str(project)))
    path.write_text(path.read_text().replace("--context", "--old-option"))
    make(add("claude-code", str(project)))
    assert "--old-option" not in path.read_text()
    make(remove("claude-code", str(project)))
    assert path.read_text() == '{"mcpServers": {"a": {}}}'


def test_a_link_stays_a_link(project: Path, tmp_path: Path) -> None:
    commit(project)
    real = tmp_path / "dotfiles.json"
    real.write_text("{}")
    (project / ".mcp.json").symlink_to(real)
    make(add("claude-code", str(project)))
    assert (project / ".mcp.json").is_symlink()
    assert "codeintel" in real.read_text()
    make(remove("claude-code", str(project)))
    assert real.read_text() == "{}"


def test_the_command(project: Path) -> None:
    commit(project)
    write(project, {".mcp.json": "{}"})
    done = cli("-C", project, "setup", "claude-code")
    assert done.code == 0
    assert "+++ b/" in done.out
    assert '+      "type": "stdio"' in done.out
    assert json.loads((project / ".mcp.json").read_text())["mcpServers"]["codeintel"]["args"][-2:] == [
        "--context",
        "claude-code",
    ]
    done = cli("-C", project, "setup", "claude-code", "--remove", "--json")
    assert done.json["changed"]
    assert (project / ".mcp.json").read_text() == "{}"
    assert cli("-C", project, "setup", "claude-code", "--remove").code == 1
    printed = cli("-C", project, "setup", "--print")
    assert json.loads(printed.out)["mcpServers"]["codeintel"]["args"][-2:] == ["-C", str(project)]
    assert tomllib.loads(cli("-C", project, "setup", "codex", "--print").out)["mcp_servers"]["codeintel"]
    assert cli("-C", project, "setup", "nonsense").code == 2
    done = cli("-C", project, "setup")
    assert done.code == 2
    assert "claude-code" in done.err
    write(project, {".mcp.json": "{broken"})
    done = cli("-C", project, "setup", "claude-code")
    assert done.code == 3
    assert "line 1 is no JSON" in done.err
    assert (project / ".mcp.json").read_text() == "{broken"


def test_a_file_that_cannot_be_written_is_told(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    commit(project)

    def full(*_: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    with pytest.raises(CodeintelError, match="No space left"):
        make(add("claude-code", str(project)))
    assert not (project / ".mcp.json").exists()
    assert not list(project.glob(".codeintel-*"))
