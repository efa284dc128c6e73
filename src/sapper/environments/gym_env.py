"""Minesweeper for Gymnasium, alone or many at a time."""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING, Any, Final, Literal, SupportsIndex, get_args

import numpy as np
from numpy.typing import ArrayLike, NDArray

from sapper._support.checks import integer
from sapper._support.installation import importing
from sapper._support.words import check_choice
from sapper.draw.pixels import png_of
from sapper.draw.svg import board_svg
from sapper.draw.text_drawing import board_text
from sapper.environments.game_batch import Autoreset, GameBatch
from sapper.environments.game_choices import Reward, Scalar
from sapper.environments.registration import register
from sapper.errors import ArgumentError

with importing("gym", "environments need gymnasium"):
    import gymnasium
    from gymnasium.spaces import Box, Discrete, Graph, GraphInstance
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space

if TYPE_CHECKING:
    from sapper.board.rules import RulesLike
    from sapper.board.topology import Topology

Observation = Literal["board", "graph"]
"""What an environment shows: the marks in the shape of the board, or a graph of cells that touch."""

_LEAST_MARK: Final = -4
"""The marks of `Position.marks` begin here."""


class MinesweeperEnv(gymnasium.Env[Any, int]):
    """Minesweeper on any board, for one agent.

    ## Description
    The agent opens cells of a board. A number says how many mines touch a cell. The game is won when every
    cell without a mine is open.

    ## Action Space
    `Discrete(cells)`: action a opens the cell with the index a; on a board of c columns, that is row a // c,
    column a % c. With `actions=("open", "flag")`, as many more actions flag cells. With
    `("open", "flag", "chord")`, as many again chord numbers. An illegal action changes nothing.

    ## Observation Space
    `Box(-4, most, shape, int16)`: the marks of `sapper.Position.marks`. A mark is a number, -1 (hidden), -2
    (flag), -3 (exploded mine) or -4 (question mark). `most` is the largest number of neighbours of a cell.
    With `observation="graph"`, for any topology: `Graph(Box(-4, most, (1,), int16), Discrete(1))`. A node is
    a cell with its mark. `edge_links` has both directions of each pair of cells that touch, and never
    changes. `edges` is 0 for each, because Gymnasium requires a value.

    ## Rewards
    See `reward` of `sapper.GameBatch`: by default 1 for a win, -1 for a loss, 0 otherwise.

    ## Starting State
    All cells are hidden. By default the first click opens a zero.

    ## Episode End
    The episode ends (`terminated`) when the game is won or lost. It is cut (`truncated`) after `max_steps`
    steps, by default ten for each cell.

    ## Information
    `info["action_mask"]` says which actions would change something: int8, as `Discrete.sample(mask=)` takes
    it. `info["won"]` says whether the game is won. It holds nothing that a player could not see.

    ## Arguments
    Those of `sapper.GameBatch`, except `count` and `autoreset`: the board, the rules, `reward`.
    `render_mode` is `"ansi"` (text), `"human"` (text, printed at every step) or `"rgb_array"` (a picture;
    needs `sapper[gif]`).

    ## Version History
    v0: the first.

    Example:
        >>> import gymnasium
        >>> env = gymnasium.make("sapper/Minesweeper-v0", board="beginner")
        >>> observation, info = env.reset(seed=1)
        >>> observation, reward, terminated, truncated, info = env.step(40)
        >>> int((observation >= 0).sum()), float(reward), terminated
        (53, 0.0, False)
    """

    metadata: dict[str, Any] = {  # noqa: RUF012  # as the base class has it
        "render_modes": ["ansi", "human", "rgb_array"],
        "render_fps": 4,
    }

    def __init__(
        self,
        board: Any = "expert",
        rules: RulesLike | None = None,
        *,
        render_mode: str | None = None,
        reward: Reward = "outcome",
        observation: Observation = "board",
        **options: Any,
    ) -> None:
        """Makes an environment.

        Args:
            board: As in `sapper.GameBatch`.
            rules: As in `sapper.GameBatch`.
            render_mode: `"ansi"`, `"human"`, `"rgb_array"` or None.
            reward: As in `sapper.GameBatch`.
            observation: `"board"` or `"graph"`.
            **options: Other arguments of `sapper.GameBatch`.

        Raises:
            SapperError: As `sapper.GameBatch` raises it.
            ArgumentError: There is no such `render_mode` or `observation`.
        """
        self.games: GameBatch[Any] = GameBatch(
            1, board, rules, reward=reward, autoreset="disabled", **options
        )
        if self.games.topology.kind == "graph" or self.games.topology.dimension > 2:
            self.metadata = {**self.metadata, "render_modes": ["ansi", "human"]}  # there are no pictures
        if render_mode is not None:
            check_choice("render_mode", render_mode, self.metadata["render_modes"], ArgumentError)
        self.render_mode = render_mode
        check_choice("observation", observation, get_args(Observation), ArgumentError)
        self._links = _links(self.games.topology) if observation == "graph" else None
        self.observation_space: Box[np.int16] | Graph = _observation_space(self.games)
        if observation == "graph":
            node = Box(_LEAST_MARK, self.games.topology.max_degree, (1,), np.int16)
            self.observation_space = Graph(node, Discrete(1))
        self.action_space = Discrete(self.games.legal.shape[1])  # type: ignore[assignment]  # of numpy integers

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Begins a game: the first game of the seed if one is given, otherwise the next game.

        There are no options. Raises ArgumentError if one is given.
        """
        _check_options(options, ())
        super().reset(seed=seed)
        self.games.reset(seed)
        self._show()
        return self._observation(), self._info()

    def step(self, action: SupportsIndex) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Makes one action. Raises ArgumentError if there is no such action."""
        _, rewards, terminations, truncations = self.games.step([integer("action", action)])
        self._show()
        ends = bool(terminations[0]), bool(truncations[0])
        return self._observation(), float(rewards[0]), *ends, self._info()

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions would change something, as sb3-contrib asks for it: bool of shape (actions,)."""
        masks: NDArray[np.bool_] = self.games.legal[0].copy()
        return masks

    def render(self) -> Any:
        """The board as text (`"ansi"`) or as an array of shape (height, width, 3), uint8 (`"rgb_array"`)."""
        position = self.games.position(0)
        if self.render_mode == "ansi":
            return board_text(position).plain + "\n"
        if self.render_mode != "rgb_array":
            return None
        with importing("gif", "the render mode 'rgb_array' needs Pillow and resvg_py"):
            from PIL import Image
        return np.asarray(Image.open(BytesIO(png_of(board_svg(position)))).convert("RGB"))

    def _observation(self) -> NDArray[np.int16] | GraphInstance:
        marks: NDArray[np.int16] = self.games.observations[0].copy()
        if self._links is None:
            return marks
        return GraphInstance(marks.reshape(-1, 1), np.zeros(len(self._links), np.int64), self._links.copy())

    def _show(self) -> None:
        if self.render_mode == "human":
            print(board_text(self.games.position(0)).plain, end="\n\n")

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.games.legal[0].astype(np.int8), "won": bool(self.games.won[0])}


class MinesweeperVectorEnv(VectorEnv[NDArray[np.int16], ArrayLike, NDArray[Any]]):
    """Many games of Minesweeper at a time, stepped in the engine; see `MinesweeperEnv`, `GameBatch`.

    All environments share one seed: environment i of n plays the games i, i + n, i + 2n, ... of the seed.
    `infos` has `action_mask`, int8 of shape (n, actions), and `won`, bool of shape (n,). With
    `autoreset="same_step"`, where a game ended it has `final_obs` and `final_info`, too. As in Gymnasium's
    `SyncVectorEnv`, `_action_mask`, `_final_obs` and so on, bool of shape (n,), say where they hold.

    Example:
        >>> import gymnasium
        >>> envs = gymnasium.make_vec("sapper/Minesweeper-v0", num_envs=100, board="beginner")
        >>> observations, infos = envs.reset(seed=1)
        >>> observations.shape, infos["action_mask"].shape
        ((100, 9, 9), (100, 81))
    """

    metadata: dict[str, Any] = {"render_modes": [], "autoreset_mode": AutoresetMode.NEXT_STEP}  # noqa: RUF012

    def __init__(
        self,
        num_envs: int = 1,
        board: Any = "expert",
        rules: RulesLike | None = None,
        *,
        autoreset: Autoreset = "next_step",
        reward: Reward = "outcome",
        copy: bool = True,
        render_mode: None = None,
        **options: Any,
    ) -> None:
        """Makes the environments.

        Args:
            num_envs: The number of environments.
            board: As in `sapper.GameBatch`.
            rules: As in `sapper.GameBatch`.
            autoreset: As in `sapper.GameBatch`.
            reward: As in `sapper.GameBatch`.
            copy: Whether every step returns new arrays. Without copies a step takes less time, and overwrites
                the arrays that the last step returned.
            render_mode: None, because many environments cannot be drawn.
            **options: Other arguments of `sapper.GameBatch`.

        Raises:
            SapperError: As `sapper.GameBatch` raises it.
            ArgumentError: `render_mode` is not None.
        """
        if render_mode is not None:
            raise ArgumentError("many environments at once cannot be drawn: leave out `render_mode`")
        self.games: GameBatch[Any] = GameBatch(
            num_envs, board, rules, reward=reward, autoreset=autoreset, **options
        )
        self.metadata = {**self.metadata, "autoreset_mode": AutoresetMode[autoreset.upper()]}
        self.num_envs = num_envs
        self.render_mode = None
        self.single_observation_space = _observation_space(self.games)
        self.single_action_space = Discrete(self.games.legal.shape[1])
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._copy = copy

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.int16], dict[str, Any]]:
        """Begins all games: the first games of the seed if one is given, otherwise the next games.

        With `options={"reset_mask": mask}` it begins only the games where the mask, bool of shape (n,), is
        true. The others go on.

        Raises:
            ArgumentError: `seed` is a list, or not a whole number; there is no such option; or the mask is
                invalid, or comes with a seed.
        """
        if isinstance(seed, list):
            raise ArgumentError("`seed` must be one whole number for all environments, or None")
        _check_options(options, ("reset_mask",))
        mask = (options or {}).get("reset_mask")
        super().reset(seed=seed)
        return self._array(self.games.reset(seed, mask)), self._infos()

    def step(
        self, actions: ArrayLike
    ) -> tuple[NDArray[np.int16], NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """Makes one action in every game. Raises ArgumentError if there is no such action."""
        observations, rewards, terminations, truncations = self.games.step(actions)
        ends = self._array(terminations), self._array(truncations)
        return self._array(observations), self._array(rewards), *ends, self._infos()

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions would change something: bool of shape (n, actions)."""
        return self._array(self.games.legal)

    def _array(self, array: NDArray[Scalar]) -> NDArray[Scalar]:
        return array.copy() if self._copy else array

    def _infos(self) -> dict[str, Any]:
        games, everywhere = self.games, np.ones(self.num_envs, np.bool_)
        infos: dict[str, Any] = {
            "action_mask": self._array(games.legal).view(np.int8),
            "_action_mask": everywhere,
            "won": self._array(games.won),
            "_won": everywhere,
        }
        if games.last_observations is None or games.last_legal is None:
            return infos
        over = games.terminations | games.truncations
        if not over.any():
            return infos
        # Another game has begun there, so what is won now is not what was won.
        infos["won"] = games.won & ~over
        infos["final_obs"] = self._array(games.last_observations)
        infos["final_info"] = {
            "action_mask": self._array(games.last_legal).view(np.int8),
            "_action_mask": over,
            "won": self._array(games.won),
            "_won": over,
        }
        infos["_final_obs"] = infos["_final_info"] = over
        return infos


def _check_options(options: dict[str, Any] | None, names: tuple[str, ...]) -> None:
    for name in options or {}:
        if name not in names:
            only = f": only `{names[0]}`" if names else ""
            raise ArgumentError(f"there is no option `{name}` here{only}")


def _observation_space(games: GameBatch[Any]) -> Box[np.int16]:
    return Box(_LEAST_MARK, games.topology.max_degree, games.topology.shape, np.int16)


def _links(topology: Topology[Any]) -> NDArray[np.int32]:
    """Each cell with each of its neighbours: int32 of shape (pairs, 2)."""
    near = [topology._engine.neighbours(index) for index in range(topology.size)]
    pairs = [(index, other) for index, others in enumerate(near) for other in others]
    return np.array(pairs, np.int32).reshape(-1, 2)


register()
