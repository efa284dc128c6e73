"""Time steps of many games at once: millions of steps a second on one processor.

    python benchmarks/environments.py [--games 1000] [--rounds 9]

Actions are legal and drawn at random. The time is processor time, of the drawing and the steps. Each figure
is the median of the rounds. `gymnasium.make_vec` copies its results. The loop of Python plays one
`sapper.Game`.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np

import sapper

STEPS = 100


def rate(step: Callable[[], object], games: int, rounds: int) -> float:
    """Millions of steps a second."""
    found = []
    for _ in range(rounds):
        begun = time.process_time()
        for _ in range(STEPS):
            step()
        found.append(games * STEPS / (time.process_time() - begun) / 1e6)
    return statistics.median(found)


def many(level: str, reward: Any, count: int) -> Callable[[], object]:
    """A step of many games."""
    games = sapper.Games(count, level, seed=1, reward=reward)
    return lambda: games.step(games.sample())


def vector(level: str, count: int) -> Callable[[], object]:
    """A step of Gymnasium's vector environment."""
    envs = gymnasium.make_vec("sapper/Minesweeper-v0", num_envs=count, level=level)
    envs.reset(seed=1)
    games: sapper.Games = envs.unwrapped.games  # type: ignore[attr-defined]
    return lambda: envs.step(games.sample())


def loop(level: str) -> Callable[[], object]:
    """A step of one game in Python."""
    random = np.random.default_rng(1)
    game = sapper.Game.new(level, seed=1)

    def step() -> None:
        nonlocal game
        hidden = np.argwhere(np.asarray(game.position) == -1)
        game.open(*hidden[random.integers(len(hidden))])
        if game.status != "playing":
            game = sapper.Game.new(level, seed=int(random.integers(2**32)))

    return step


def main() -> None:
    """Runs everything."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    arguments.add_argument("--games", type=int, default=1000)
    arguments.add_argument("--rounds", type=int, default=9)
    options = arguments.parse_args()
    gymnasium.register_envs(sapper.environments.MinesweeperVectorEnv)
    for level in ("beginner", "expert"):
        count = options.games
        steps = {
            "sapper.Games": (many(level, "outcome", count), count),
            'sapper.Games, reward="deduction"': (many(level, "deduction", count), count),
            "gymnasium.make_vec": (vector(level, count), count),
            "a loop of Python": (loop(level), 1),
        }
        for name, (step, games) in steps.items():
            print(f"{level:<9} {name:<33} {rate(step, games, options.rounds):7.3f} million steps a second")


if __name__ == "__main__":
    main()
