"""Play the games behind the win rates of README.md and docs/research/best.md, and print their tables.

    python benchmarks/strength/headline.py play
    python benchmarks/strength/headline.py table

Every row is one public command, `sapper compare A B --to-end`, with a number of games that stood here before
the first of them was played, and with one seed that nothing was ever tuned or tried on. `play` prints each
command and plays what is missing: the run can be stopped and started again. What `best@5` wins beyond `best`
is measured where the two differ (`gains.py`), because plain games would take a hundred times as long. All
rows take about 20 minutes of one idle core.

`table` prints what is complete. Rates and differences are those without luck, with half the 95 % interval.
A difference from a published rate has the interval of both.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

SEED = 20261129
FOLDER = Path("build/headline")
GAINS = Path(__file__).with_name("gains.py")


class Row(NamedTuple):
    """A board under a rule: the games that the two players get, and the best rate of other authors."""

    board: str
    options: str
    first_click: str
    games: int
    their_rate: float
    within: float | None  # half its 95 % interval, in points, as far as its author gives one


ROWS = (
    Row("9x9/10", "--level beginner", "safe", 1_000_000, 91.6949, 0.0054),
    Row("9x9/10", "--level beginner", "opening", 1_000_000, 97.1669, 0.0033),
    Row("16x30/99", "--level expert", "safe", 150_000, 41.132, 0.03),
    Row("16x30/99", "--level expert", "opening", 150_000, 54.3, None),
    Row("16x16/40", "--level intermediate", "safe", 300_000, 78.2295, 0.0081),
    Row("16x16/40", "--level intermediate", "opening", 300_000, 89.0757, 0.0095),
    Row("8x8/10", "--rows 8 --columns 8 --mines 10", "safe", 200_000, 81.7711, 0.0076),
    Row("8x8/10", "--rows 8 --columns 8 --mines 10", "opening", 200_000, 90.3448, 0.0099),
)
# Against exact+first, on expert boards under "safe".
EFFORTS = ("fast", "best@2", "best", "best@4")
EFFORT_GAMES = 10_000
GAIN_GAMES = 300


def command(a: str, b: str, row: Row, games: int) -> tuple[list[str], Path]:
    """The command that compares two players, and the file of its run."""
    path = FOLDER / f"{row.board.replace('/', '-')}-{row.first_click}-{a}-{b}.sapper"
    line = f"compare {a} {b} {row.options} --first-click {row.first_click} --games {games} --seed {SEED}"
    return [*line.split(), "--to-end", "--threads", "1", "--out", str(path)], path


def matches() -> list[tuple[str, str, Row, int]]:
    """The comparisons of all tables, in the order in which they are played."""
    expert = next(row for row in ROWS if row.board == "16x30/99")
    efforts = [("exact+first", player, expert, EFFORT_GAMES) for player in EFFORTS]
    return [("best", "fast", row, row.games) for row in ROWS] + efforts


def play() -> None:
    """Plays the games that are missing."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for a, b, row, games in matches():
        arguments, _ = command(a, b, row, games)
        print("sapper", *arguments, flush=True)
        subprocess.run([sys.executable, "-m", "sapper", *arguments], check=True)
    for first_click in ("safe", "opening"):
        results = str(FOLDER / f"best@5-{first_click}.csv")
        line = f"play {results} --board expert-{first_click} --seed {SEED} --games {GAIN_GAMES} --pairs 256"
        print("python", GAINS, line, flush=True)
        subprocess.run([sys.executable, GAINS, *line.split()], check=True)


def results(a: str, b: str, row: Row, games: int) -> dict[str, Any] | None:
    """What a comparison says. None if its games are not complete."""
    _, path = command(a, b, row, games)
    if not path.exists():
        return None
    arguments = [sys.executable, "-m", "sapper", "report", str(path), "--json"]
    report: dict[str, Any] = json.loads(subprocess.run(arguments, capture_output=True, check=True).stdout)
    return report if report["pairs"]["games"] == games else None


def rate(report: dict[str, Any]) -> tuple[float, float]:
    """A win rate or a difference without luck, and half its 95 % interval, in points."""
    return 100 * report["without_luck"]["value"], 196 * report["without_luck"]["error"]


def effort_line(player: str, report: dict[str, Any], difference: str) -> str:
    """The row of a player in the table of efforts."""
    value, error = rate(report)
    timing = report["timing"]
    times = " | ".join(f"{timing[name]:.3g}" for name in ("ms_per_game", "ms_p50", "ms_p99", "ms_max"))
    won = 100 * report["won"] / report["games"]
    return f"| `{player}` | {won:.2f} % | {value:.2f} +- {error:.2f} | {difference} | {times} |"


def show_tables() -> None:
    """Prints the tables of what is complete."""
    print("| Board | First click | Games | Published | `best` | Difference | ms | `fast` | ms |")
    for row in ROWS:
        comparison = results("best", "fast", row, row.games)
        if comparison is None:
            continue
        within = f" +- {row.within}" if row.within is not None else ""
        cells = [row.board, row.first_click, f"{row.games:,}", f"{row.their_rate}{within}"]
        for side in ("first", "second"):
            value, error = rate(comparison[side])
            cells.append(f"{value:.2f} +- {error:.2f}")
            if side == "first":
                joint = (error**2 + (row.within or 0.0) ** 2) ** 0.5
                level = " (level)" if abs(value - row.their_rate) <= joint else ""
                cells.append(f"{value - row.their_rate:+.2f} +- {joint:.2f}{level}")
            cells.append(f"{comparison[side]['timing']['ms_per_game']:.3f}")
        print("|", " | ".join(cells), "|")
    print("\n| Player | Won | Without luck | Difference, without luck | ms a game | p50 | p99 | worst game |")
    for a, player, row, games in matches()[len(ROWS) :]:
        comparison = results(a, player, row, games)
        if comparison is None:
            continue
        if player == EFFORTS[0]:
            print(effort_line(a, comparison["first"], ""))
        less, joint = rate(comparison)  # the difference of a comparison is A minus B
        print(effort_line(player, comparison["second"], f"{-less:+.2f} +- {joint:.2f}"))
    for first_click in ("safe", "opening"):
        path = FOLDER / f"best@5-{first_click}.csv"
        if path.exists():
            print(f"\nbest@5, {first_click}:", flush=True)
            subprocess.run([sys.executable, GAINS, "report", path], check=True)


def main() -> None:
    """Reads the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("what", choices=("play", "table"))
    if parser.parse_args().what == "play":
        play()
    else:
        show_tables()


if __name__ == "__main__":
    main()
