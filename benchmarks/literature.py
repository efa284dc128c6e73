"""Plays every row of the published results anew and prints the table of `docs/literature.md`.

    python benchmarks/literature.py --games 100000 --keep build/literature-100000.jsonl

Every row that is done is kept as a line of JSON, so a run that was broken off goes on where it stopped.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from sapper.literature import ROWS, Row, compare


def main() -> None:
    """Plays what is missing, and prints the table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--keep", type=Path, default=Path("build/literature.jsonl"), metavar="FILE")
    options = parser.parse_args()
    options.keep.parent.mkdir(parents=True, exist_ok=True)
    done = kept(options.keep, options.games, options.seed)
    for row in ROWS:
        if name_of(row) in done:
            continue
        found = compare(row, games=options.games, seed=options.seed, threads=options.threads).to_dict()
        done[name_of(row)] = found
        with options.keep.open("a", encoding="utf-8") as file:
            line = {"row": name_of(row), "games": options.games, "seed": options.seed, "found": found}
            file.write(json.dumps(line) + "\n")
    print("| Source | Strategy | Board | First click | Published | Measured | Agrees | Human |")
    print("|---|---|---|---|---|---|---|---|")
    for row in ROWS:
        print(line_of(row, done[name_of(row)]))


def name_of(row: Row) -> str:
    """What tells a row from the others."""
    return f"{row.source} {row.strategy} {row.board_name} {row.first_click} {row.published}"


def kept(path: Path, games: int, seed: int) -> dict[str, dict[str, Any]]:
    """The rows that were played before, by their names."""
    if not path.exists():
        return {}
    lines = map(json.loads, path.read_text(encoding="utf-8").splitlines())
    return {line["row"]: line["found"] for line in lines if (line["games"], line["seed"]) == (games, seed)}


def line_of(row: Row, found: dict[str, Any]) -> str:
    """A row of the table."""
    within = "" if row.half_width is None else f" ± {100 * row.half_width:.2f}"
    published = f"{'about ' if row.about else ''}{100 * row.published:.2f}{within}"
    low, high = found["measured"]["interval"]
    measured = f"{100 * found['measured']['win_rate']:.2f} ± {50 * (high - low):.2f}"
    agrees = {True: "yes", False: "no", None: "-"}[found["agrees"]]
    human = "" if found["human"] is None else f"{100 * found['human']:.1f}"
    cells = [row.source, f"`{row.strategy}`", row.board_name, row.first_click, published, measured, agrees]
    return "| " + " | ".join([*cells, human]) + " |"


if __name__ == "__main__":
    main()
