"""What `enrich` makes of real issue texts: `python -m benchmarks.mentions --sources FOLDER --texts FOLDER`.

`questions/mentions.toml` says which symbols each text names. Printed are, for each text and for all: the share of them
that is found, the share of answers that are wrong, the characters of the answer, the milliseconds of CPU in process.
"""

from __future__ import annotations

import argparse
import sys
import time
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING

from codeintel.engine.search_text import enrich_text
from codeintel.engine.service import Engine
from codeintel.engine.text import plain

if TYPE_CHECKING:
    from collections.abc import Sequence

HERE = Path(__file__).resolve().parent
TEXTS = HERE / "questions" / "mentions.toml"


def main(argv: Sequence[str]) -> int:
    """Run one command line; gives the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sources", required=True, metavar="FOLDER", type=Path)
    parser.add_argument("--texts", required=True, metavar="FOLDER", type=Path)
    parser.add_argument("--budget", type=int, default=600, metavar="N")
    parser.add_argument("--show", action="store_true", help="print what is missing and what is wrong")
    arguments = parser.parse_args(argv)
    engines: dict[str, Engine] = {}
    found = named = wrong = given = 0
    sizes: list[int] = []
    times: list[float] = []
    for row in tomllib.loads(TEXTS.read_text(encoding="utf-8"))["text"]:
        path = arguments.texts / f"{row['id']}.txt"
        if not path.exists():
            print(f"{row['id']:22} no text: {row['url']}")
            continue
        engine = engines.get(row["project"])
        if engine is None:
            engine = engines[row["project"]] = Engine(str(arguments.sources / row["project"]))
            engine.enrich("x")
        started = time.process_time()
        answer = engine.enrich(path.read_text(encoding="utf-8"))
        times.append((time.process_time() - started) * 1000)
        text = plain(enrich_text(answer, arguments.budget))
        sizes.append(len(text))
        ids = [
            f"{n.node.path}:{_bare(n.node.symbol.name_path)}"
            for n in answer.named
            if f"{n.node.path}:{n.node.symbol.start_line + 1} " in text
        ]
        hits = [wanted for wanted in row["named"] if wanted in ids]
        bad = [each for each in ids if each not in row["named"] and each not in row.get("also", ())]
        found, named = found + len(hits), named + len(row["named"])
        wrong, given = wrong + len(bad), given + len(ids)
        counts = f"found {len(hits)} of {len(row['named'])}, wrong {len(bad)} of {len(ids)}"
        print(f"{row['id']:22} {counts}, {len(text)} characters, {times[-1]:.0f} ms")
        if arguments.show:
            for each in row["named"]:
                if each not in ids:
                    print(f"    missing {each}")
            for each in bad:
                print(f"    wrong   {each}")
    if sizes:
        print(
            f"all: found {found / named:.0%} of {named}, wrong {wrong / max(given, 1):.0%} of {given},"
            f" {sum(sizes) / len(sizes):.0f} characters, {max(times):.0f} ms at most"
        )
    return 0


def _bare(name_path: str) -> str:
    return name_path.rpartition("[")[0] if name_path.endswith("]") else name_path


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
