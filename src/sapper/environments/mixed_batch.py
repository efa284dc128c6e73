"""Games on boards of several sizes in one batch."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from sapper._support.words import brief
from sapper.environments.encoders import ABSENT
from sapper.environments.game_batch import GameBatch
from sapper.environments.game_choices import mask_of, numbers_of, read_only
from sapper.errors import ArgumentError, BoardError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import ArrayLike, NDArray


class MixedBatch:
    """Games on boards of several sizes, stepped in one batch, for networks that must play all of them.

    The batch has the places of all parts, in order. Each board stands in the upper left corner of the largest
    one; a place beyond it has the mark -5 and no legal action. Actions count the cells of the largest board:
    with c columns, action a is at row a // c, column a % c, and further kinds follow as in `GameBatch`. The
    arrays are like those of a `GameBatch`, and each step overwrites them, too. It is copied, pickled and set
    as a `GameBatch` is, part by part.

    Attributes:
        parts: The batches, one for each board.
        observations: int16 of shape (n, rows, columns) of the largest board.
        legal: bool of shape (n, number of actions).
        rewards: float64 of shape (n,).
        terminations: bool of shape (n,).
        truncations: bool of shape (n,).
        won: bool of shape (n,).

    Example:
        >>> parts = [sapper.GameBatch(4, board, seed=1) for board in ("beginner", "expert")]
        >>> games = sapper.environments.MixedBatch(parts)
        >>> games.observations.shape, games.legal.sum(axis=1).tolist()
        ((8, 16, 30), [81, 81, 81, 81, 480, 480, 480, 480])
        >>> observations, rewards, terminations, truncations = games.step(games.sample())
    """

    __slots__ = (
        "_actions", "_arrays", "_cells", "_starts", "legal", "observations", "parts", "rewards",
        "terminations", "truncations", "won",
    )  # fmt: skip

    def __init__(self, parts: list[GameBatch[Any]] | tuple[GameBatch[Any], ...]) -> None:
        """Joins the games.

        Args:
            parts: Batches on boards with rows and columns, all with the same actions.

        Raises:
            ArgumentError: `parts` is not a list of batches, or their actions differ.
            BoardError: A board has no rows and columns.
        """
        source: object = parts
        if (
            not isinstance(source, list | tuple)
            or not source
            or not all(isinstance(each, GameBatch) for each in source)
        ):
            raise ArgumentError(f"`parts` must be a list of GameBatch, not {brief(parts)}")
        self.parts = tuple(parts)
        for part in self.parts:
            if part.topology.dimension != 2:
                raise BoardError(f"mixed games need boards with rows and columns, not {part.topology!r}")
        if len({part.actions for part in self.parts}) > 1:
            raise ArgumentError("mixed games need parts with the same actions")
        shape = tuple(max(part.topology.shape[axis] for part in self.parts) for axis in (0, 1))
        kinds = len(self.parts[0].actions)
        bounds = np.cumsum([0, *map(len, self.parts)]).tolist()
        self._starts: list[int] = bounds
        count = bounds[-1]
        # For each part, its actions by number, as the batch numbers them, and back: -1 is no cell.
        self._actions, self._cells = [], []
        for part in self.parts:
            there = np.zeros((kinds, *shape), np.bool_)
            rows, columns = part.topology.shape
            there[:, :rows, :columns] = True
            numbers = np.flatnonzero(there)
            back = np.full(there.size, -1)
            back[numbers] = np.arange(len(numbers))
            self._actions.append(numbers)
            self._cells.append(back)
        observations = np.full((count, *shape), ABSENT, np.int16)
        legal, ends = np.zeros((count, kinds * shape[0] * shape[1]), np.bool_), np.zeros((3, count), np.bool_)
        self._arrays = observations, legal, np.zeros(count), *ends
        self.observations: NDArray[np.int16] = read_only(observations)
        self.legal: NDArray[np.bool_] = read_only(legal)
        self.rewards: NDArray[np.float64] = read_only(self._arrays[2])
        self.terminations: NDArray[np.bool_] = read_only(ends[0])
        self.truncations: NDArray[np.bool_] = read_only(ends[1])
        self.won: NDArray[np.bool_] = read_only(ends[2])
        self._show()

    def __len__(self) -> int:
        """The number of games."""
        return self._starts[-1]

    def reset(self, seed: int | None = None, mask: ArrayLike | None = None) -> NDArray[np.int16]:
        """Begins a new game in every place, or in some, as `GameBatch.reset` does.

        Raises:
            SapperError: As `GameBatch.reset` raises it.
        """
        which = None if mask is None else mask_of(mask, len(self))
        for part, places in self._places():
            part.reset(seed, None if which is None else which[places])
        self._show()
        return self.observations

    def step(
        self, actions: ArrayLike
    ) -> tuple[NDArray[np.int16], NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_]]:
        """Makes one action in every game, as `GameBatch.step` does.

        Raises:
            ArgumentError: The actions are not whole numbers, not one for each game, or one is at no cell. No
                game has changed.
            SapperError: As `GameBatch.step` raises it.
        """
        end = self.legal.shape[1]
        numbers = numbers_of(actions, "actions", len(self), end)
        exist = (numbers >= 0) & (numbers < end)
        own = np.full(len(self), -1)
        for back, (_, places) in zip(self._cells, self._places(), strict=True):
            own[places] = np.where(exist[places], back[np.where(exist[places], numbers[places], 0)], -1)
        if (own < 0).any():
            at = int(np.flatnonzero(own < 0)[0])
            raise ArgumentError(f"game {at} has no action {numbers[at]}")
        for part, places in self._places():
            part.step(own[places])
        self._show()
        return self.observations, self.rewards, self.terminations, self.truncations

    def sample(self) -> NDArray[np.int64]:
        """Draws a legal action for every game, all equally likely: int64 of shape (n,)."""
        draws = [numbers[part.sample()] for numbers, part in zip(self._actions, self.parts, strict=True)]
        return np.concatenate(draws)

    def copy(self) -> MixedBatch:
        """The same games, which go on as these do, but with arrays and parts of their own.

        A copy has no `cancel`.
        """
        return MixedBatch([part.copy() for part in self.parts])

    def set(self, other: MixedBatch, places: ArrayLike | None = None) -> MixedBatch:
        """Takes over the state of other games, as `GameBatch.set` does.

        Args:
            other: Games with as many parts, each like the part here, or these themselves.
            places: For each place here, the place of `other` to take over, in the same part. None takes all
                in order, from as many games.

        Returns:
            These games.

        Raises:
            ArgumentError: `other` has no such games, or a place is not in the part where it is to go. No game
                has changed.

        Example:
            >>> parts = [sapper.GameBatch(1, board, seed=1) for board in ("beginner", "expert")]
            >>> games = sapper.environments.MixedBatch(parts)
            >>> backup = games.copy()
            >>> results = games.step(games.sample())
            >>> bool((games.set(backup).observations == backup.observations).all())
            True
        """
        source: object = other
        if not isinstance(source, MixedBatch) or [each._fit for each in self.parts] != [
            each._fit for each in source.parts
        ]:
            raise ArgumentError("`other` must be mixed games with the same kinds of parts")
        if places is None and other._starts != self._starts:
            raise ArgumentError(f"give `places`: there are {len(other)} other games for {len(self)}")
        origins = np.arange(len(self))
        if places is not None:
            origins = numbers_of(places, "places", len(self), len(other))
        pairs = zip(self._places(), other._places(), strict=True)
        own = [origins[here] - there.start for (_, here), (_, there) in pairs]
        for number, (theirs, part) in enumerate(zip(own, other.parts, strict=True)):
            if ((theirs < 0) | (theirs >= len(part))).any():
                raise ArgumentError(f"a place of part {number} must take over one of part {number}")
        for part, its, theirs in zip(self.parts, other.parts, own, strict=True):
            part.set(its, theirs)
        self._show()
        return self

    __copy__ = copy

    def __deepcopy__(self, memo: object) -> MixedBatch:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        """The parts, which hold everything."""
        return MixedBatch, (self.parts,)

    def _places(self) -> Iterator[tuple[GameBatch[Any], slice]]:
        """Each part with its places in the batch."""
        return zip(self.parts, (slice(*ends) for ends in pairwise(self._starts)), strict=True)

    def _show(self) -> None:
        observations, legal, rewards, terminations, truncations, won = self._arrays
        for numbers, (part, places) in zip(self._actions, self._places(), strict=True):
            rows, columns = part.topology.shape
            observations[places, :rows, :columns] = part.observations
            legal[places, numbers] = part.legal
            rewards[places] = part.rewards
            terminations[places] = part.terminations
            truncations[places] = part.truncations
            won[places] = part.won
