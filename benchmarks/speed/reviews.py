"""Time the review of a folder of expert games, on all processors.

    python benchmarks/speed/reviews.py [GAMES]

The players of these games see what one or two numbers prove, and need half a second for a click. If that
proves nothing, every second player guesses by the density of mines and misses what is certain. The others
open the safest cell and win more games. The games are written as RawVF. Seed 1 decides them.
"""

import resource
import sys
import tempfile
import time
from pathlib import Path

import sapper
from sapper._support.parallel import usable_cores

SEED = 1
PLAYERS = [sapper.Strategy("subset+density"), sapper.Strategy("subset+least")]
CLICK = 0.5  # seconds


def main(games: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        for number in range(games):
            game = PLAYERS[number % 2].play(sapper.Game("expert", seed=SEED, number=number))
            times = [CLICK * click for click, _ in enumerate(game.history, start=1)]
            sapper.write(sapper.Replay.of(game, times), Path(folder, f"{number:05}.rawvf"))
        before, start = cpu_seconds(), time.monotonic()
        report = sapper.review_folder(folder)
        wall, taken = time.monotonic() - start, cpu_seconds() - before
    moves = sum(game.clicks for game in report.games)
    assert len(report.games) == games
    print(f"{games} games, {report.won} won, {moves} clicks, {report.needless} needless guesses")
    print(
        f"{wall:.0f} s on {usable_cores()} processors; {taken:.0f} s of CPU time, "
        f"{taken / games * 1000:.1f} ms a game"
    )


def cpu_seconds() -> float:
    """User and system time of this process and of those that it started and that have ended."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(each.ru_utime + each.ru_stime for each in used)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 8000)
