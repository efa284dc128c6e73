"""The results of single games, in columns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sapper import _engine

WON, LOST, DRAWN = 1, 2, 3
"""The outcomes. A drawn game was played to its end although mines went off on the way."""

NO_CELL = 2**32 - 1


@dataclass(frozen=True, slots=True)
class Records:
    """Games in order, with one entry for each game, and their guesses, with one entry for each guess.

    Cells are numbers of the engine; `topology.cell` gives their names.
    """

    outcome: NDArray[np.uint8]  # 1 won, 2 lost, 3 drawn
    clicks: NDArray[np.uint32]  # the actions that changed something
    opened: NDArray[np.uint32]  # the safe cells that are open at the end
    # The mines found. In a game that was played to its end these are all mines that did not explode; in a
    # lost game the mines that were certain just before the last action.
    found: NDArray[np.uint32]
    exploded: NDArray[np.uint32]  # the mines that went off
    three_bv: NDArray[np.uint32]  # the 3BV of the minefield, the fewest clicks that open everything
    openings: NDArray[np.uint32]  # the connected sets of zeros in the minefield
    solved: NDArray[np.uint32]  # the part of the 3BV that was done
    guesses: NDArray[np.uint32]  # how many of the entries below belong to this game
    risk: NDArray[np.float64]  # the probability that some guess fails, by the risks below
    lost_at: NDArray[np.uint32]  # the first mine that went off; 2^32 - 1 if none did
    guess_cell: NDArray[np.uint32]  # the cell that was opened
    guess_risk: NDArray[np.float64]  # of a mine as the player knew it; the exact one if it knew none
    guess_exploded: NDArray[np.uint8]  # whether the cell was a mine
    # The time of the game. Only this column differs from run to run.
    nanoseconds: NDArray[np.uint64]

    @classmethod
    def of(cls, engine: _engine.Records) -> Records:
        """Records that view the columns of the engine."""
        return cls(**{field.name: getattr(engine, field.name) for field in fields(cls)})

    @classmethod
    def joined(cls, parts: Sequence[Records]) -> Records:
        """The games of all parts, one part after another. There must be at least one part."""
        columns: dict[str, Any] = {
            field.name: np.concatenate([getattr(part, field.name) for part in parts]) for field in fields(cls)
        }
        return cls(**columns)

    def __len__(self) -> int:
        return len(self.outcome)

    def digest(self, first: int) -> int:
        """A hash of 64 bits that changes when any result does. Times do not count.

        The games are numbered from `first`, and each game adds its own hash. So the digests of consecutive
        ranges add up (modulo 2^64) to the same sum, however the games are divided.
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
    """The last step of SplitMix64, which spreads all bits of each entry."""
    bits = bits + np.uint64(0x9E3779B97F4A7C15)
    bits = (bits ^ (bits >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    bits = (bits ^ (bits >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return bits ^ (bits >> np.uint64(31))
