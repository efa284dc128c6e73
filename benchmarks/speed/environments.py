"""Time steps of many games at once: millions of steps a second on one processor.

    python benchmarks/speed/environments.py [--games 1000] [--rounds 9] [--published]

Actions are legal and drawn at random. The time is the processor time of the drawing and the steps. Each
figure is the median of the rounds. `gymnasium.make_vec` copies its results. The loop of Python plays one
`sapper.Game`. `--published` times those of jumanji, textarena and gym-minesweeper that are installed, on the
board of jumanji: 10 x 10 with 10 mines.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable, Iterator
from importlib.metadata import version
from importlib.util import find_spec
from random import Random
from typing import Any

import gymnasium
import numpy as np

import sapper

STEPS = 100


def rate(step: Callable[[], object], games: int, rounds: int) -> float:
    """Millions of steps a second."""
    steps = []
    for _ in range(rounds):
        start = time.process_time()
        for _ in range(STEPS):
            step()
        steps.append(games * STEPS / (time.process_time() - start) / 1e6)
    return statistics.median(steps)


def many(level: str, reward: Any, count: int) -> Callable[[], object]:
    """A step of many games."""
    games = sapper.GameBatch(count, level, seed=1, reward=reward)
    return lambda: games.step(games.sample())


def vector(level: str, count: int) -> Callable[[], object]:
    """A step of Gymnasium's vector environment."""
    envs = gymnasium.make_vec("sapper/Minesweeper-v0", num_envs=count, board=level)
    envs.reset(seed=1)
    games: sapper.GameBatch = envs.unwrapped.games  # type: ignore[attr-defined]
    return lambda: envs.step(games.sample())


def loop(level: str) -> Callable[[], object]:
    """A step of one game in Python."""
    random = np.random.default_rng(1)
    game = sapper.Game(level, seed=1)

    def step() -> None:
        nonlocal game
        hidden = np.argwhere(np.asarray(game.position) == -1)
        game.open(*hidden[random.integers(len(hidden))])
        if game.status != "playing":
            game = sapper.Game(level, seed=int(random.integers(2**32)))

    return step


def rivals(count: int) -> Iterator[tuple[str, Callable[[], object], int]]:
    """Yields the environments of others that are installed: name, step, and games in a step."""
    if find_spec("jumanji"):
        yield f"jumanji {version('jumanji')}, {count} at once", of_jumanji(count), count
    if find_spec("textarena"):
        yield f"textarena {version('textarena')}", of_textarena(), 1
    if find_spec("gym_minesweeper"):
        yield f"gym-minesweeper {version('gym-minesweeper')}", of_gym_minesweeper(), 1


def of_jumanji(count: int) -> Callable[[], object]:
    """A step of many games, compiled by JAX for the processor. It includes the drawing of the actions."""
    import jax
    import jumanji
    from jumanji.wrappers import AutoResetWrapper

    env = AutoResetWrapper(jumanji.make("Minesweeper-v0"))

    def draw_action(key: Any, mask: Any) -> Any:
        action = jax.random.categorical(key, jax.numpy.where(mask.ravel(), 0.0, -jax.numpy.inf))
        return jax.numpy.stack(jax.numpy.divmod(action, mask.shape[1])).astype(jax.numpy.int32)

    @jax.jit  # type: ignore[untyped-decorator]  # JAX is not installed where types are checked
    def step_all(state: Any, mask: Any, key: Any) -> Any:
        state, timestep = jax.vmap(env.step)(state, jax.vmap(draw_action)(jax.random.split(key, count), mask))
        return state, timestep.observation.action_mask

    state, timestep = jax.jit(jax.vmap(env.reset))(jax.random.split(jax.random.PRNGKey(1), count))
    now = [step_all(state, timestep.observation.action_mask, jax.random.PRNGKey(1))]
    keys = iter(jax.random.split(jax.random.PRNGKey(2), 100_000))

    def step() -> None:
        now[0] = jax.block_until_ready(step_all(*now[0], next(keys)))

    return step


def of_textarena() -> Callable[[], object]:
    """A step of a game of text."""
    from textarena.envs.Minesweeper.env import MinesweeperEnv

    random, env = Random(1), MinesweeperEnv(10, 10, 10, max_turns=10**9)
    env.reset(1, seed=1)

    def step() -> None:
        row, column = random.choice([(i, j) for i in range(10) for j in range(10) if not env.revealed[i][j]])
        if env.step(f"[{row} {column}]")[0]:
            env.reset(1, seed=random.randrange(2**32))

    return step


def of_gym_minesweeper() -> Callable[[], object]:
    """A step of a game."""
    from gym_minesweeper.envs import MinesweeperEnv

    random, env = np.random.default_rng(1), MinesweeperEnv(10, 10, 10)
    now = [env.reset()]

    def step() -> None:
        hidden = np.argwhere(now[0] == -1)
        now[0], _, ends, _ = env.step(hidden[random.integers(len(hidden))])
        if ends:
            now[0] = env.reset()

    return step


def main() -> None:
    """Runs everything."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    arguments.add_argument("--games", type=int, default=1000)
    arguments.add_argument("--rounds", type=int, default=9)
    arguments.add_argument("--published", action="store_true")
    options = arguments.parse_args()
    gymnasium.register_envs(sapper.environments.MinesweeperVectorEnv)  # type: ignore[arg-type]  # any object will do
    if options.published:
        board, count = sapper.Board.square(10, 10, 10), options.games
        ours = sapper.GameBatch(count, board=board, seed=1)
        steps = [("sapper.GameBatch", lambda: ours.step(ours.sample()), count), *rivals(count)]
        for name, step, games in steps:
            print(f"{name:<30} {1e6 * rate(step, games, options.rounds):12,.0f} steps a second")
        return
    for level in ("beginner", "expert"):
        count = options.games
        levels = {
            "sapper.GameBatch": (many(level, "outcome", count), count),
            'sapper.GameBatch, reward="deduction"': (many(level, "deduction", count), count),
            "gymnasium.make_vec": (vector(level, count), count),
            "a loop of Python": (loop(level), 1),
        }
        for name, (step, games) in levels.items():
            print(f"{level:<9} {name:<33} {rate(step, games, options.rounds):7.3f} million steps a second")


if __name__ == "__main__":
    main()
