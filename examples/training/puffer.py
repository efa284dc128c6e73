"""`sapper.GameBatch` for PufferLib: many games that write to its buffers (`pip install pufferlib`)."""

from typing import Any

import numpy as np
import pufferlib  # pyright: ignore[reportMissingImports]  # optional
from gymnasium.spaces import Box, Discrete
from numpy.typing import NDArray

from sapper import GameBatch


class BatchPufferEnv(pufferlib.PufferEnv):  # type: ignore[misc]  # the package has no types
    """Each game is an agent. A game that ends is followed by another in the same step.

    PufferLib has no masks of actions. An illegal action changes nothing; `reward="regret"` makes it cost 1.
    """

    def __init__(
        self, count: int = 1024, board: Any = "beginner", *, buf: Any = None, seed: int = 0, **options: Any
    ) -> None:
        """Begins the games. PufferLib gives `buf` and `seed`; the others are as in `sapper.GameBatch`."""
        self.games: GameBatch[Any] = GameBatch(count, board, seed=seed, autoreset="same_step", **options)
        topology = self.games.topology
        self.single_observation_space = Box(-4, topology.max_degree, topology.shape, np.int16)
        self.single_action_space = Discrete(self.games.legal.shape[1])
        self.num_agents = count
        super().__init__(buf)

    def reset(self, seed: int | None = None) -> tuple[NDArray[np.int16], list[dict[str, float]]]:
        self.observations[:] = self.games.reset(seed)
        return self.observations, []

    def step(self, actions: NDArray[np.integer[Any]]) -> tuple[Any, Any, Any, Any, list[dict[str, float]]]:
        observations, self.rewards[:], self.terminals[:], self.truncations[:] = self.games.step(actions)
        self.observations[:] = observations
        ended = self.games.terminations | self.games.truncations
        infos = [{"won": float(self.games.won[ended].mean())}] if ended.any() else []
        return self.observations, self.rewards, self.terminals, self.truncations, infos

    def close(self) -> None:
        pass
