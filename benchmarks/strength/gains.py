"""How much more often one strategy wins than another, measured at the guesses where they differ.

    python benchmarks/strength/gains.py play RESULTS.csv --board expert-safe --player best@5 --games 1000
    python benchmarks/strength/gains.py report RESULTS.csv...

`play` plays games by `--player`. At every guess it asks the strategy `--against`, too. Where `--against`
would open another cell, it estimates how much more often the game is won by the first choice than by the
second, if `--against` plays on in both cases: `--pairs` times on common minefields that fit, with the luck of
guesses taken out. The mean over games of the sum of these gains is the difference of the two win rates:

    win(player) - win(against) = E[sum over the guesses of player of Q(its choice) - Q(the choice of against)]

where Q is the chance to win if `against` plays on (the performance difference lemma: Kakade and Langford,
2002). The sum telescopes: after every guess the chance to win by `against` changes by this much and by luck,
and luck is zero on average. The minefields are not those by which the player may have chosen.

One line of the file is one game: whether it was won, its guesses, the processor seconds of the player, and
for each guess that differs the hidden cells and the gain. The run can be stopped and started again. The line
at the top says which command and which commit made it. `report` prints the gain of a game with its 95 %
interval.
"""

from __future__ import annotations

import argparse
import csv
import math
import statistics
import subprocess
import sys
import time
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path
from typing import Any

import numpy as np

import sapper
from sapper import _engine
from sapper.strategy.turns import GameTurns

FIELDS = ("game", "won", "guesses", "seconds", "gains")


def gain(
    position: sapper.Position[Any],
    rules: sapper.Rules,
    cells: list[int],
    against: str,
    seed: int,
    pairs: int,
) -> float:
    """How much more often `against` wins after opening the first of two cells."""
    player = sapper.Strategy(against)._player(position.board, rules)
    evaluation = _engine.Evaluation(position._engine, rules._for_engine(), player)
    one, other = (np.array(evaluation.values(seed, 0, pairs, cells=[cell])) for cell in cells)
    return float((one - other).mean())


def played(board: str, number: int, options: argparse.Namespace) -> tuple[object, ...]:
    """Plays a game and returns its row."""
    level, _, first_click = board.partition("-")
    rules = sapper.Rules(first_click=first_click)  # type: ignore[arg-type]  # checked there
    game = sapper.Game(sapper.Board.level(level), rules, seed=options.seed, number=number)
    playing, against = GameTurns(game, sapper.Strategy(options.player)), sapper.Strategy(options.against)
    seconds, guesses, gains = 0.0, 0, []
    while game.status == "playing":
        start = time.process_time()
        turn = playing.choose()
        seconds += time.process_time() - start
        if turn.risk != 0:
            guesses += 1
            other = against.choose(game).cell
            if other != turn.opens[0]:
                position = game.position
                cells = [position.topology.index(cell) for cell in (turn.opens[0], other)]
                hidden = int(np.count_nonzero(position.marks < 0))
                seed = options.seed << 32 | number << 8 | guesses
                gain_of_pairs = gain(position, game.rules, cells, options.against, seed, options.pairs)
                gains.append(f"{hidden}:{gain_of_pairs:.6f}")
        for _ in playing.act(turn):
            pass
    return number, int(game.status == "won"), guesses, f"{seconds:.3f}", " ".join(gains)


def play(options: argparse.Namespace) -> None:
    """Plays the games that the file lacks."""
    path: Path = options.results
    if not path.exists():
        command = ["git", "rev-parse", "--short", "HEAD"]
        commit = subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
        path.write_text(f"# {' '.join(sys.argv)} (commit {commit})\n{','.join(FIELDS)}\n")
    ready = {int(row["game"]) for row in rows(path)}
    missing = [
        number for number in range(options.start, options.start + options.games) if number not in ready
    ]
    with ProcessPoolExecutor(options.processes) as pool, path.open("a", newline="") as file:
        tasks = [pool.submit(played, options.board, number, options) for number in missing]
        for task in as_completed(tasks):
            csv.writer(file, lineterminator="\n").writerow(task.result())
            file.flush()


def rows(path: Path) -> list[dict[str, str]]:
    """The games of a file."""
    with path.open(newline="") as file:
        return list(csv.DictReader(line for line in file if not line.startswith("#")))


def report(paths: list[Path]) -> None:
    """Prints what the games say."""
    games = [row for path in paths for row in rows(path)]
    by_game = [[tuple(map(float, one.split(":"))) for one in row["gains"].split()] for row in games]
    seconds = [float(row["seconds"]) for row in games]
    sums = [sum(gain for _, gain in one) for one in by_game]
    print(f"{len(games)} games, {sum(map(len, by_game)) / len(games):.2f} other guesses a game")
    print(f"seconds a game: mean {statistics.mean(seconds):.2f}, longest {max(seconds):.2f}")
    print(f"gain of a game: {interval(sums)}")
    hidden = sorted(cells for one in by_game for cells, _ in one)
    edges = [hidden[len(hidden) * i // 4] for i in range(1, 4)] if len(hidden) >= 40 else []
    for least, most in zip([0.0, *edges], [*edges, math.inf], strict=True):
        some = [gain for one in by_game for cells, gain in one if least <= cells < most]
        if some:
            print(
                f"gain of a guess with {least:.0f} to {most:.0f} hidden cells: {interval(some)} ({len(some)})"
            )


def interval(values: list[float]) -> str:
    """The mean in percent and half its 95 % interval."""
    error = statistics.stdev(values) / len(values) ** 0.5 if len(values) > 1 else math.inf
    return f"{100 * statistics.mean(values):+.3f} +- {196 * error:.3f} %"


def main() -> None:
    """Reads the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = parser.add_subparsers(dest="command", required=True)
    playing = commands.add_parser("play")
    playing.add_argument("results", type=Path)
    playing.add_argument("--board", default="expert-safe", help="a level, - and safe or opening")
    playing.add_argument("--player", default="best@5")
    playing.add_argument("--against", default="best")
    playing.add_argument("--games", type=int, default=1000)
    playing.add_argument("--start", type=int, default=0, help="the number of the first game")
    playing.add_argument("--seed", type=int, default=1)
    playing.add_argument("--pairs", type=int, default=256)
    playing.add_argument("--processes", type=int, default=1)
    commands.add_parser("report").add_argument("results", type=Path, nargs="+")
    options = parser.parse_args()
    if options.command == "play":
        play(options)
    else:
        report(options.results)


if __name__ == "__main__":
    main()
