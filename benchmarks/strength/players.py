"""Compare players on the same minefields: win rates, paired differences with 95 % intervals, times.

    python benchmarks/strength/players.py expert-safe 20000 exact+first fast best

Plays in chunks and saves every chunk in a folder. So an interrupted run continues, and a longer run begins
where a shorter one ended. The other players are compared with the first. "By luck" gives the same figures
with the luck of the guesses removed by regression (see benchmarks/strength/players.cpp). They have the same
expectation, and intervals that would otherwise take two to three times as many games.

The time of a game is the mean over whole chunks. With --each every game is also timed by itself, which shows
the usual and the rare times, and makes every game some 0.4 microseconds longer. A player need not count again
what it has counted once, so short games take less time in larger chunks.
"""

from __future__ import annotations

import argparse
import subprocess
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

BOARDS = {
    "expert-safe": "16 30 99 safe 0",
    "expert-opening": "16 30 99 opening 93",
    "intermediate-safe": "16 16 40 safe 0",
    "intermediate-opening": "16 16 40 opening 34",
    "beginner-safe": "9 9 10 safe 0",
    "beginner-opening": "9 9 10 opening 20",
    "small-safe": "8 8 10 safe 0",
    "small-opening": "8 8 10 opening 18",
}

Games = NDArray[np.float64]


def main() -> None:
    """Plays what is missing, and prints the table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("board", choices=BOARDS)
    parser.add_argument("games", type=int, help="a multiple of those of a chunk")
    parser.add_argument("players", nargs="+")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--chunk", type=int, default=1000, metavar="GAMES")
    parser.add_argument("--each", action="store_true", help="time every game by itself, too")
    parser.add_argument("--program", type=Path, default=Path("build/bench/sapper_players"))
    parser.add_argument("--keep", type=Path, default=Path("build/players"), metavar="FOLDER")
    options = parser.parse_args()
    if not options.program.exists():
        parser.error(f"there is no {options.program}: make bench && cmake --build build/bench")
    base = None
    for player in options.players:
        chunks = [chunk(options, player, first) for first in range(0, options.games, options.chunk)]
        games = np.concatenate([games for _, games in chunks])
        base = games if base is None else base
        text = f"{report(games, base)} | ms {np.mean([mean for mean, _ in chunks]):.4f}"
        print(f"{player:32s} {text}{spread(games) if options.each else ''}")


def chunk(options: argparse.Namespace, player: str, first: int) -> tuple[float, Games]:
    """The milliseconds of a game of one chunk, and its games in rows. Plays the chunk unless it is saved."""
    each = ["--each"] if options.each else []
    name = "-".join([options.board, str(options.seed), f"{first}+{options.chunk}", *each, player])
    path: Path = options.keep / f"{name.replace(':', '_')}.txt"
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        numbers = [*BOARDS[options.board].split(), str(options.seed), str(first), str(options.chunk)]
        run = subprocess.run(
            [options.program, *each, *numbers, player], stdout=subprocess.PIPE, text=True, check=True
        )
        draft = path.with_suffix(".part")
        draft.write_text(run.stdout)
        draft.replace(path)
    with path.open() as file:
        return float(file.readline().split()[1]), np.loadtxt(file)


def report(games: Games, base: Games) -> str:
    """The win rate of a player, and its difference from the first player."""
    text = f"{interval(games[:, 0])} by luck {interval(games[:, 0], games[:, 2:])}"
    if games is not base:
        difference, luck = games[:, 0] - base[:, 0], np.c_[games[:, 2:], base[:, 2:]]
        text += f" | difference {interval(difference)} by luck {interval(difference, luck)}"
    return text


def spread(games: Games) -> str:
    """The median, the 99th percentile and the longest of the times of single games."""
    milliseconds = np.sort(games[:, 1])
    p50, p99 = (milliseconds[int(share * len(games))] for share in (0.5, 0.99))
    return f" p50 {p50:.3f} p99 {p99:.2f} worst {milliseconds[-1]:.1f}"


def interval(values: NDArray[np.float64], luck: NDArray[np.float64] | None = None) -> str:
    """The mean in percent and half its 95 % interval."""
    if luck is not None:
        slopes = np.linalg.lstsq(np.c_[np.ones(len(values)), luck], values, rcond=None)[0][1:]
        values = values - luck @ slopes
    return f"{100 * values.mean():+7.3f} +- {196 * values.std() / len(values) ** 0.5:.3f}"


if __name__ == "__main__":
    main()
