"""`sapper.GameBatch` for Stable-Baselines3: many games in one call, and `action_masks()` for sb3-contrib.

Needs `pip install stable-baselines3`.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
from gymnasium.spaces import Box, Discrete
from numpy.typing import NDArray
from stable_baselines3.common.vec_env import VecEnv  # pyright: ignore[reportMissingImports]  # optional

from sapper import GameBatch

Encode = Callable[[NDArray[np.int16]], NDArray[Any]]


class BatchVecEnv(VecEnv):  # type: ignore[misc]  # the package has no types
    """Many games as one `VecEnv`. A game that ends is followed by another in the same step.

    `games` are the games. All places share one seed.
    """

    def __init__(self, count: int, board: Any, *, encode: Encode | None = None, **options: Any) -> None:
        """Begins the games.

        Args:
            count: The number of games.
            board: As in `sapper.GameBatch`, as are the options, such as `reward` and `seed`.
            encode: Takes marks of shape (n, *shape) and returns what the policy sees, n rows, such as
                `sapper.environments.planes`. None shows the marks.
        """
        self.games: GameBatch[Any] = GameBatch(count, board, autoreset="same_step", **options)
        self.render_mode = None
        self._encode = encode
        self._actions: NDArray[np.integer[Any]] = np.zeros(count, np.int64)
        self._seed: int | None = None
        shown = self._shown(self.games.observations)
        low, high = (-4, self.games.topology.max_degree) if encode is None else (-np.inf, np.inf)
        space = Box(low, high, shown.shape[1:], shown.dtype.type)
        super().__init__(count, space, Discrete(self.games.legal.shape[1]))

    def _shown(self, marks: NDArray[np.int16]) -> NDArray[Any]:
        return marks.copy() if self._encode is None else self._encode(marks)

    def seed(self, seed: int | None = None) -> list[int | None]:
        """Takes the seed of the next reset, which is that of all places. None goes on with the next games."""
        self._seed = seed
        return [seed] * self.num_envs

    def reset(self) -> NDArray[Any]:
        self.games.reset(self._seed)
        self._seed = None
        return self._shown(self.games.observations)

    def step_async(self, actions: NDArray[np.integer[Any]]) -> None:
        self._actions = actions

    def step_wait(self) -> tuple[NDArray[Any], NDArray[np.float32], NDArray[np.bool_], list[dict[str, Any]]]:
        games = self.games
        _, rewards, terminations, truncations = games.step(self._actions)
        ends = terminations | truncations
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        places = np.flatnonzero(ends)
        if len(places) and games.last_observations is not None:
            for place, last in zip(places, self._shown(games.last_observations[places]), strict=True):
                infos[place] = {
                    "terminal_observation": last,
                    "TimeLimit.truncated": bool(truncations[place]),
                    "is_success": bool(games.won[place]),
                }
        return self._shown(games.observations), rewards.astype(np.float32), ends, infos

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions would change something: bool of shape (n, actions)."""
        return self.games.legal.copy()

    def env_method(self, method_name: str, *arguments: Any, indices: Any = None, **options: Any) -> list[Any]:
        """The only method of a single place is `action_masks`."""
        if method_name != "action_masks":
            raise AttributeError(f"games have no method {method_name!r}")
        return list(self.action_masks()[self._get_indices(indices)])

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        value = getattr(self, attr_name)
        return [value for _ in self._get_indices(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        raise AttributeError("what all places share cannot be set for some")

    def env_is_wrapped(self, wrapper_class: type, indices: Any = None) -> list[bool]:
        return [False for _ in self._get_indices(indices)]

    def close(self) -> None:
        pass
