"""References over small projects of shell scripts: what is found, and how sure it is."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from linking import make, uses

if TYPE_CHECKING:
    from pathlib import Path


UTIL = """
    TMP=/tmp/x
    log() { echo "$1"; helper; }
    helper() { :; }
    """


@pytest.mark.parametrize(
    "source",
    [
        'source "$(dirname "$0")/lib/util.sh"',
        '. "${BASH_SOURCE%/*}/lib/util.sh"',
        'source "$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)/lib/util.sh"',
        "[ -f lib/util.sh ] && . ./lib/util.sh",
        'source "$HERE/util.sh"',
        "source lib/util.sh",
    ],
)
def test_functions_and_variables_of_a_sourced_file_are_seen(project: Path, source: str) -> None:
    engine = make(project, {"main.sh": f'{source}\nlog "$TMP"\n', "lib/util.sh": UTIL, "old/log.sh": "log() { :; }\n"})
    assert uses(engine, "lib/util.sh:log") == ["main.sh:2 call exact"]
    assert uses(engine, "lib/util.sh:TMP") == ["main.sh:2 read exact"]
    assert uses(engine, "lib/util.sh:helper") == ["lib/util.sh:2 call exact"]


def test_what_nobody_evidently_sources_is_inferred_where_there_is_but_one(project: Path) -> None:
    engine = make(
        project,
        {
            "a.sh": "only() { :; }\nboth() { :; }\n",
            "b.sh": "both() { :; }\nboth\n",
            "c.sh": 'for f in *.sh; do source "$f"; done\nonly\nboth\n',
        },
    )
    assert uses(engine, "a.sh:only") == ["c.sh:2 call inferred"]
    assert uses(engine, "a.sh:both") == ["c.sh:3 call name"]


def test_a_function_that_only_another_one_defines_counts_less(project: Path) -> None:
    files = {"a.sh": "only() { :; }\n", "b.sh": "fake() { only() { :; }; }\n", "c.sh": "only\n"}
    assert uses(make(project, files), "a.sh:only") == ["c.sh:1 call inferred"]


def test_a_function_that_a_sourced_file_defines_too_is_not_sure(project: Path) -> None:
    engine = make(project, {"a.sh": ". ./b.sh\nrun() { :; }\nrun\n", "b.sh": "run() { :; }\n"})
    assert uses(engine, "a.sh:run") == ["a.sh:3 call inferred"]


def test_words_that_run_or_tell_of_a_function_name_it_others_may(project: Path) -> None:
    engine = make(
        project,
        {
            "a.sh": """
                cleanup() { :; }
                export -f cleanup
                trap cleanup EXIT
                trap 'echo bye; cleanup' INT
                command -v cleanup && unset -f cleanup
                each cleanup a b
                echo "cleanup"
                cleanup=1
                """
        },
    )
    assert uses(engine, "a.sh:cleanup[0]") == [
        "a.sh:2 read exact",
        "a.sh:3 call exact",
        "a.sh:4 call exact",
        "a.sh:5 call exact",
        "a.sh:5 read exact",
        "a.sh:6 read name",
    ]


def test_variables_of_a_function_are_its_own_and_those_that_may_be_a_callers_are_not_sure(project: Path) -> None:
    engine = make(
        project,
        {
            "a.sh": """
                mode=fast
                level=1
                one() { local mode=slow; echo "$mode"; two; }
                two() { echo "${mode:-none} $level"; }
                read -r level < file
                for mode in a b; do :; done
                """
        },
    )
    assert uses(engine, "a.sh:mode") == ["a.sh:6 write exact", "a.sh:4 read name"]
    assert uses(engine, "a.sh:level") == ["a.sh:4 read exact", "a.sh:5 write exact"]


def test_names_with_hyphens_are_found_and_renamed(project: Path) -> None:
    engine = make(project, {"a.sh": "git-ok() { :; }\n", "b.sh": ". ./a.sh\ngit-ok now\ngit\nok\n"})
    assert uses(engine, "a.sh:git-ok") == ["b.sh:2 call exact"]


def test_bats_sees_what_it_loads(project: Path) -> None:
    engine = make(
        project,
        {
            "test/helper.bash": "fixture() { :; }\n",
            "test/a.bats": 'load helper\n@test "it" {\n  fixture x\n  run fixture y\n}\n',
        },
    )
    assert uses(engine, "test/helper.bash:fixture") == ["test/a.bats:3 call exact", "test/a.bats:4 call exact"]


def test_code_that_cannot_be_read_hides_nothing_around_it(project: Path) -> None:
    engine = make(project, {"a.sh": 'good() { :; }\nbad() { if [ ; }\ngood "$(good)" | while read -r x\ngood\n'})
    assert [use.split()[0] for use in uses(engine, "a.sh:good")] == ["a.sh:3", "a.sh:3", "a.sh:4"]
