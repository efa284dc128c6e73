"""What is kept of every game, column by column."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sapper import _engine

__all__ = ["DRAWN", "LOST", "NO_CELL", "WON", "Records"]

WON, LOST, DRAWN = 1, 2, 3
"""The outcomes; drawn is a game played to its end with mines set off on the way."""

NO_CELL = 2**32 - 1


@dataclass(frozen=True, slots=True)
class Records:
    """Games in order, one entry a game, and their guesses, one entry a guess.

    Cells are engine numbers (`topology.cell` names them).

    Attributes:
        outcome: uint8: 1 won, 2 lost, 3 drawn.
        clicks: uint32: actions that changed something.
        opened: uint32: safe cells open at the end.
        found: uint32: mines found: all but the exploded in a game played to its end; in a lost one those that
            were certain just before the last action.
        exploded: uint32: mines set off.
        three_bv: uint32: of the minefield: the fewest clicks that open all.
        openings: uint32: of the minefield: connected sets of zeros.
        solved: uint32: how much of the 3BV was done.
        guesses: uint32: how many of the entries below are of this game.
        risk: float64: the chance that not all guesses would go well, by the risks below.
        lost_at: uint32: the first mine set off; 2^32 - 1 where there was none.
        guess_cell: uint32: what was opened.
        guess_risk: float64: the chance of a mine, as the player knew it; the exact one where it had no idea.
        guess_exploded: uint8: whether it was one.
        nanoseconds: uint64: how long the game took; the only column that is not the same every time.
    """

    outcome: NDArray[np.uint8]
    clicks: NDArray[np.uint32]
    opened: NDArray[np.uint32]
    found: NDArray[np.uint32]
    exploded: NDArray[np.uint32]
    three_bv: NDArray[np.uint32]
    openings: NDArray[np.uint32]
    solved: NDArray[np.uint32]
    guesses: NDArray[np.uint32]
    risk: NDArray[np.float64]
    lost_at: NDArray[np.uint32]
    guess_cell: NDArray[np.uint32]
    guess_risk: NDArray[np.float64]
    guess_exploded: NDArray[np.uint8]
    nanoseconds: NDArray[np.uint64]

    @classmethod
    def of(cls, engine: _engine.Records) -> Records:
        """Views of the engine's columns."""
        return cls(**{field.name: getattr(engine, field.name) for field in fields(cls)})

    @classmethod
    def joined(cls, parts: Sequence[Records]) -> Records:
        """Ranges of games one after another; at least one."""
        columns: dict[str, Any] = {
            field.name: np.concatenate([getattr(part, field.name) for part in parts]) for field in fields(cls)
        }
        return cls(**columns)

    def __len__(self) -> int:
        """The number of games."""
        return len(self.outcome)

    def digest(self, first: int) -> int:
        """64 bits that change when any result does; times have no part in them.

        The games are numbered from `first`, and each adds bits of its own: so the digests of ranges add up
        (modulo 2^64) to the same, however the games were divided.
        """
        games = _mixed(np.arange(len(self), dtype=np.uint64) + np.uint64(first))
        place = np.arange(len(self.guess_cell), dtype=np.int64)
        place -= np.repeat(np.cumsum(self.guesses, dtype=np.int64) - self.guesses, self.guesses)
        guesses = _mixed(np.repeat(games, self.guesses) + place.astype(np.uint64))
        for field in fields(self):
            bits = _bits(getattr(self, field.name))
            if field.name.startswith("guess_"):
                guesses = _mixed(guesses ^ bits)
            elif field.name != "nanoseconds":
                games = _mixed(games ^ bits)
        return (int(games.sum()) + int(guesses.sum())) % 2**64


def _bits(column: NDArray[Any]) -> NDArray[np.uint64]:
    return column.view(np.uint64) if column.dtype == np.float64 else column.astype(np.uint64)


def _mixed(bits: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Each entry to another in which all its bits count: the end of SplitMix64."""
    bits = bits + np.uint64(0x9E3779B97F4A7C15)
    bits = (bits ^ (bits >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    bits = (bits ^ (bits >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return bits ^ (bits >> np.uint64(31))
