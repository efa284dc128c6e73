"""Play random games and compare an inference that follows them with fresh analyses, to the last bit.

The games are those of tests/support/following.py. The tests check a few dozen of them. Before a release, run
the full count:

    python tools/check/following.py --games 10000
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2] / "tests"))

from support.following import TOPOLOGIES, FollowedGame

from sapper import Topology

# Only in every tenth game, because it takes as long as ten of the others.
LARGE = Topology.square(16, 30)


def play(number: int, seed: int) -> int:
    """One game; returns how often it compared."""
    topology = LARGE if number % 10 == 9 else TOPOLOGIES[number % len(TOPOLOGIES)]
    game = FollowedGame(topology, random.Random(f"{seed} {number}"), often=0.2)
    try:
        game.play()
    except AssertionError as error:
        sys.exit(f"game {number} of seed {seed}: the inference differs from a fresh analysis: {error}")
    return game.comparisons


def main() -> None:
    """Plays the games, and reports the progress now and then."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=10_000, help="how many (%(default)s)")
    parser.add_argument("--first", type=int, default=0, help="the number of the first game (%(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="other seeds, other games (%(default)s)")
    options = parser.parse_args()
    start = time.process_time()
    comparisons = 0
    for number in range(1, options.games + 1):
        comparisons += play(options.first + number - 1, options.seed)
        if number % 500 == 0 or number == options.games:
            seconds = time.process_time() - start
            print(f"{number} games, {comparisons} comparisons, all equal; {seconds:.0f} s", flush=True)


if __name__ == "__main__":
    main()
