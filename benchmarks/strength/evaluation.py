"""Check the estimated chance to win against games, and time it.

    python benchmarks/strength/evaluation.py time [--positions 20] [--player fast]
    python benchmarks/strength/evaluation.py calibrate RESULTS.csv [--positions 100000] [--games 64]
    python benchmarks/strength/evaluation.py table RESULTS.csv
    python benchmarks/strength/evaluation.py fit [benchmarks/strength/calibration.csv]
    python benchmarks/strength/evaluation.py reviews 4x4/4 [--games 900]

`time` evaluates expert positions after 30 openings, on one thread, to an error of 1 % and of 0.3 %. It prints
the median and the longest processor time, the median time of a game, and the median standard deviation of the
values of games.

`calibrate` plays games by `fast`, each to its end. It evaluates one position of each game, after a number of
moves that is drawn from 1 to 60, and writes it down beside the result of the game. It can be stopped and
started again: it goes on after the last line of the file. Nothing was learnt from these games.

Each position is evaluated twice, from different seeds. `table` sorts the positions into tenths by the first
value, and compares the mean of the second with how many were won and the 95 % interval of that number. The
first value would not do for both: among positions that it puts highest, it is too high more often than not.
`fit` says how many tenths of the levels agree in such a table, and sums the squares of all deviations.

`reviews` reviews games by `fast` with a safe first click, by the chance to win. It prints the means of what
their choices lost and of their luck, with half the 95 % interval, and the processor time of a review.
"""

from __future__ import annotations

import argparse
import csv
import math
import random
import statistics
import time
from collections import defaultdict
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

import sapper

LEVELS = ("beginner", "intermediate", "expert")
FIELDS = ("game", "level", "moves", "open", "win_probability", "again", "error", "won")
SEED = 20261123


def after(level: str, seed: int, number: int, moves: int) -> tuple[sapper.Game, str] | None:
    """A game after this many moves, and how it ends. None if it is over before."""
    board = sapper.Board.level(level)
    end = sapper.Strategy("fast").play(sapper.Game(board, seed=seed, number=number))
    if len(end.history) <= moves:
        return None
    return sapper.Game(board, seed=seed, number=number, history=end.history[:moves]), end.status


def measure_time(positions: int, player: str) -> None:
    """Prints how long evaluations take."""
    games = [case[0] for number in range(2 * positions) if (case := after("expert", SEED, number, 30))]
    for error in (0.01, 0.003):
        seconds, of_a_game, deviations = [], [], []
        for game in games[:positions]:
            start = time.process_time()
            evaluation = sapper.evaluate(game, strategy=player, error=error)
            seconds.append(time.process_time() - start)
            of_a_game.append(1000 * seconds[-1] / evaluation.games)
            deviations.append(evaluation.error * evaluation.games**0.5)
        print(
            f"to {100 * error:g} %: median {statistics.median(seconds):.3f} s, longest {max(seconds):.3f} s"
        )
        print(f"a game: {statistics.median(of_a_game):.3f} ms, deviation {statistics.median(deviations):.3f}")


def row_of(number: int, games: int) -> tuple[object, ...] | None:
    """A row of the file."""
    rng = random.Random(f"{SEED} {number}")
    level, moves = LEVELS[number % 3], rng.randint(1, 60)
    case = after(level, SEED, number, moves)
    if case is None:
        return None
    game, status = case
    one, other = (sapper.evaluate(game, games=games, error=1e-9, seed=2 * number + i) for i in range(2))
    open_share = round(float((game.position.marks >= 0).mean()), 4)
    chances = one.win_probability, other.win_probability, other.error
    return number, level, moves, open_share, *chances, int(status == "won")


def calibrate(path: Path, positions: int, games: int, threads: int) -> None:
    """Adds rows to the file until it has this many."""
    rows = list(csv.reader(path.open())) if path.exists() else [FIELDS]
    if len(rows) == 1:
        path.write_text(",".join(FIELDS) + "\n")
    count, first = len(rows) - 1, int(rows[-1][0]) + 1 if len(rows) > 1 else 0
    with ProcessPoolExecutor(threads) as pool, path.open("a", newline="") as file:
        writer = csv.writer(file)
        while count < positions:
            numbers = range(first, first + 500)
            for row in pool.map(partial(row_of, games=games), numbers, chunksize=20):
                if row is not None and count < positions:
                    writer.writerow(row)
                    count += 1
            file.flush()
            first += 500


def show_table(path: Path) -> None:
    """Prints the tenths of at least 100 positions, in per cent, as calibration.csv has them."""
    print("positions,predicted,won,within,number")
    for what in ("all boards", *LEVELS, "under half open", "half open or more"):
        tenths: dict[int, list[tuple[float, float]]] = defaultdict(list)
        for row in csv.DictReader(path.open()):
            is_late = float(row["open"]) >= 0.5
            if what in ("all boards", row["level"], ("under half open", "half open or more")[is_late]):
                tenth = min(int(10 * float(row["win_probability"])), 9)
                tenths[tenth].append((float(row["again"]), float(row["won"])))
        for _, pairs in sorted(tenths.items()):
            if len(pairs) < 100:
                continue
            forecast, won = (statistics.fmean(column) for column in zip(*pairs, strict=True))
            half = 1.96 * (max(won * (1 - won), 1 / len(pairs)) / len(pairs)) ** 0.5
            print(f"{what},{100 * forecast:.1f},{100 * won:.1f},{100 * half:.1f},{len(pairs)}")


def show_fit(path: Path) -> None:
    """Prints how well the tenths of the levels agree, each by its own error."""
    with path.open() as file:
        rows = [row for row in csv.DictReader(file) if row["positions"] in LEVELS]
    deviations = [(float(row["predicted"]) - float(row["won"])) / float(row["within"]) for row in rows]
    agree = sum(abs(deviation) <= 1 for deviation in deviations)
    square = sum((1.96 * deviation) ** 2 for deviation in deviations)
    print(f"{agree} of {len(rows)} within the 95 % interval, chi-square {square:.1f}")


def measure_reviews(name: str, games: int) -> None:
    """Prints what reviews find on a level, or on a board such as 4x4/4."""
    size, _, mines = name.partition("/")
    rows, _, columns = size.partition("x")
    board = sapper.Board.square(int(rows), int(columns), int(mines)) if mines else sapper.Board.level(size)
    seconds, lost, luck = [], [], []
    for number in range(games):
        game = sapper.Strategy("fast").play(sapper.Game(board, "safe", seed=SEED, number=number))
        start = time.process_time()
        review = sapper.review(game, by="win")
        seconds.append(time.process_time() - start)
        chances = [move.chance for move in review.moves if move.chance is not None]
        lost.append(review.chance_lost or 0.0)
        luck.append(math.fsum(chance.luck for chance in chances))
    for what, values in (("lost", lost), ("luck", luck)):
        half = 1.96 * statistics.stdev(values) / games**0.5
        print(f"{what} a game: {statistics.fmean(values):+.4f} +- {half:.4f}")
    print(f"a review: median {statistics.median(seconds):.3f} s, longest {max(seconds):.3f} s")


def main() -> None:
    """Reads the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = parser.add_subparsers(dest="command", required=True)
    time_command = commands.add_parser("time")
    time_command.add_argument("--positions", type=int, default=20)
    time_command.add_argument("--player", default="fast")
    calibration = commands.add_parser("calibrate")
    calibration.add_argument("path", type=Path)
    calibration.add_argument("--positions", type=int, default=100_000)
    calibration.add_argument("--games", type=int, default=64)
    calibration.add_argument("--threads", type=int, default=2)
    commands.add_parser("table").add_argument("path", type=Path)
    ours = Path(__file__).with_name("calibration.csv")
    commands.add_parser("fit").add_argument("path", type=Path, nargs="?", default=ours)
    reviews_command = commands.add_parser("reviews")
    reviews_command.add_argument("board", help="a level, or ROWSxCOLUMNS/MINES")
    reviews_command.add_argument("--games", type=int, default=900)
    options = parser.parse_args()
    if options.command == "time":
        measure_time(options.positions, options.player)
    elif options.command == "calibrate":
        calibrate(options.path, options.positions, options.games, options.threads)
    elif options.command == "table":
        show_table(options.path)
    elif options.command == "fit":
        show_fit(options.path)
    else:
        measure_reviews(options.board, options.games)


if __name__ == "__main__":
    main()
