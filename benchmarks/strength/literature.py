"""Measure every published win rate again and print the table of `docs/research/literature.md`.

    python benchmarks/strength/literature.py --games 100000 --keep build/literature.jsonl

Finished work is saved, one line of JSON per strategy, board and rule. So an interrupted run continues where
it stopped. Rows that are the same here share their games.
"""

from __future__ import annotations

import argparse
import json
import math
from pathlib import Path

from sapper._engine import wilson
from sapper.literature import HUMANS, ROWS, Row
from sapper.simulation import simulate


def main() -> None:
    """Plays what is missing, and prints the table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--keep", type=Path, default=Path("build/literature.jsonl"), metavar="FILE")
    options = parser.parse_args()
    options.keep.parent.mkdir(parents=True, exist_ok=True)
    won = earlier_wins(options.keep, options.games, options.seed)
    for row in ROWS:
        name = name_of(row)
        if name in won:
            continue
        won[name] = simulate(
            row.board,
            row.strategy,
            games=options.games,
            rules=row.first_click,
            seed=options.seed,
            threads=options.threads,
        ).won
        line = {"played": name, "games": options.games, "seed": options.seed, "won": won[name]}
        with options.keep.open("a", encoding="utf-8") as file:
            file.write(json.dumps(line) + "\n")
    print("| Source | Strategy | Board | First click | Published | Measured | Agrees | Human |")
    print("|---|---|---|---|---|---|---|---|")
    for row in ROWS:
        print(table_row(row, won[name_of(row)], options.games))


def name_of(row: Row) -> str:
    """Names what a row plays. Rows with the same name share their games."""
    return f"{row.strategy} {row.board_name} {row.first_click}"


def earlier_wins(path: Path, games: int, seed: int) -> dict[str, int]:
    """The numbers of games won in earlier runs, by name."""
    if not path.exists():
        return {}
    lines = map(json.loads, path.read_text(encoding="utf-8").splitlines())
    return {line["played"]: line["won"] for line in lines if (line["games"], line["seed"]) == (games, seed)}


def table_row(row: Row, won: int, games: int) -> str:
    """A row of the table."""
    low, high = wilson(won, games)
    within, about = (high - low) / 2, "about " if row.about else ""
    if row.half_width is None:
        their_rate, agrees = f"{about}{100 * row.published:.2f}", "-"
    else:
        their_rate = f"{about}{100 * row.published:.2f} ± {100 * row.half_width:.2f}"
        near = abs(won / games - row.published) <= math.hypot(row.half_width, within)
        agrees = "yes" if near else "no"
    our_rate = f"{100 * won / games:.2f} ± {100 * within:.2f}"
    human = f"{100 * HUMANS[row.board_name]:.1f}" if row.board_name in HUMANS else ""
    cells = [row.source, f"`{row.strategy}`", row.board_name, row.first_click, their_rate, our_rate, agrees]
    return "| " + " | ".join([*cells, human]) + " |"


if __name__ == "__main__":
    main()
