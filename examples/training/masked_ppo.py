"""Trains MaskablePPO of sb3-contrib on 6 x 6 with 4 mines, and prints how often it wins on the way.

pip install sb3-contrib matplotlib "sapper[gym]"
python examples/training/masked_ppo.py 409600 curve.svg
"""

import sys
from time import perf_counter
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sb3_contrib import MaskablePPO  # pyright: ignore[reportMissingImports]  # optional
from stable_baselines import BatchVecEnv

import sapper
from sapper.environments import planes

BOARD = (6, 6, 4)
PARTS = 10


def encode(marks: NDArray[np.int16]) -> NDArray[np.float32]:
    return planes(marks).reshape(len(marks), -1)


def win_rate(model: Any, games: int = 1000) -> float:
    """The share of games won, on a seed that was not trained on."""
    env = BatchVecEnv(games, BOARD, encode=encode, seed=2**32 - 1)
    observations, first, won = env.reset(), np.ones(games, np.bool_), 0
    while first.any():  # in each place, only its first game counts
        actions, _ = model.predict(observations, action_masks=env.action_masks(), deterministic=True)
        observations, _, ends, _ = env.step(actions)
        won += int((env.games.won & first).sum())
        first &= ~ends
    return won / games


def draw(path: str, steps: list[int], rates: list[float], best: float) -> None:
    from matplotlib.figure import Figure

    figure = Figure(figsize=(6.4, 3.8), layout="constrained")
    axes = figure.subplots()
    axes.plot(steps, [100 * rate for rate in rates], marker="o", label="MaskablePPO")
    axes.axhline(100 * best, linestyle="--", color="grey", label="strategy best")
    axes.set(xlabel="Steps", ylabel="Games won (%)", ylim=(0, 100))
    axes.legend(loc="lower right")
    figure.savefig(path, metadata={"Date": None})


def main(total: int, picture: str | None) -> None:
    env = BatchVecEnv(64, BOARD, encode=encode, reward="regret", seed=1)
    model = MaskablePPO(
        "MlpPolicy",
        env,
        seed=1,
        n_steps=128,
        batch_size=512,
        n_epochs=4,
        gamma=0.5,
        learning_rate=1e-3,
        policy_kwargs={"net_arch": [256, 256]},
    )
    best = sapper.simulate(BOARD, "best", games=10_000, seed=2**32 - 1, threads=1).win_rate
    print(f"best wins {best:.1%}")
    begun, steps, rates = perf_counter(), [0], [win_rate(model)]
    print("    steps seconds games won")
    for part in range(PARTS + 1):
        if part:
            model.learn(total // PARTS, reset_num_timesteps=False)
            steps.append(model.num_timesteps)
            rates.append(win_rate(model))
        print(f"{steps[-1]:9,} {perf_counter() - begun:7.0f} {rates[-1]:9.1%}", flush=True)
        if picture:
            draw(picture, steps, rates, best)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 500_000, sys.argv[2] if len(sys.argv) > 2 else None)
