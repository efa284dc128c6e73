"""Trains MaskablePPO of sb3-contrib on 6 x 6 with 4 mines (`pip install sb3-contrib "sapper[gym]"`)."""

import sys
from time import perf_counter
from typing import Any

import gymnasium
import numpy as np
from gymnasium.wrappers import TransformObservation
from sb3_contrib import MaskablePPO  # pyright: ignore[reportMissingImports]  # optional

from sapper.environments import MinesweeperEnv, planes

PLANES = gymnasium.spaces.Box(0, 1, (13 * 36,), np.float32)


def environment(**options: Any) -> gymnasium.Env[Any, Any]:
    env = MinesweeperEnv((6, 6, 4), **options)
    return TransformObservation(env, lambda marks: planes(marks[None]).ravel(), PLANES)


def win_rate(model: Any, games: int = 500) -> float:
    """The share of games won, on a seed that was not trained on."""
    env, won = environment(), 0
    observation, info = env.reset(seed=2**32 - 1)
    for _ in range(games):
        over = False
        while not over:
            masks = env.get_wrapper_attr("action_masks")()
            action, _ = model.predict(observation, action_masks=masks, deterministic=True)
            observation, _, terminated, truncated, info = env.step(int(action))
            over = terminated or truncated
        won += info["won"]
        observation, info = env.reset()
    return won / games


def main(steps: int) -> None:
    model = MaskablePPO(
        "MlpPolicy",
        environment(reward="regret", seed=1),
        seed=1,
        n_steps=1024,
        batch_size=256,
        gamma=0.5,
        learning_rate=1e-3,
        policy_kwargs={"net_arch": [256, 256]},
    )
    begun = perf_counter()
    print("steps  seconds  games won")
    for part in range(6):
        if part:
            model.learn(steps // 5, reset_num_timesteps=False)
        print(f"{part * steps // 5:6} {perf_counter() - begun:7.0f} {win_rate(model):9.1%}", flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 30_000)
