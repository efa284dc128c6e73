"""Measure how far a player is from perfect play on small boards, where both are known exactly.

    python benchmarks/strength/optima.py [--player best] [ROWSxCOLUMNS/MINES...]

For each board: the chance to win by perfect play (`sapper.optimum`, first click safe), that of the player on
all minefields without a mine under its own first click, and the difference, in percent. Nothing is drawn at
random, so these have no error.

All minefields that look the same to the player are played together: what is safe in all of them is opened,
and the player is asked only where it must guess. So it must play by the position alone. Needs numpy 2.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

import sapper

BOARDS = (
    *("4x4/3", "4x5/4", "4x6/4", "4x8/3", "4x8/4", "4x8/5", "5x5/3", "5x5/4", "5x5/5"),
    *("6x6/3", "6x6/4", "6x6/5"),
)
RULES = sapper.Rules(first_click="safe")

Minefields = NDArray[np.uint64]
"""Minefields, a bit for each cell."""


def minefield_of(mines: Iterable[int]) -> np.uint64:
    """The minefield with these mines."""
    return np.uint64(sum(1 << cell for cell in mines))


class Walk:
    """How many minefields a player wins, found on a walk through all positions that it reaches."""

    def __init__(self, board: sapper.Board[tuple[int, int]], player: str) -> None:
        self.board = board
        self.topology = board.topology
        self.strategy = sapper.Strategy(player)
        near = (map(self.topology.index, self.topology.neighbours(cell)) for cell in self.topology)
        self.around = [minefield_of(cells) for cells in near]

    def result(self) -> tuple[int, int]:
        """How many minefields it wins, and of how many."""
        first = self.topology.index(self.strategy.first_cell(self.board, RULES))
        free = [cell for cell in range(self.topology.size) if cell != first]
        minefields = np.array([minefield_of(mines) for mines in combinations(free, self.board.mines)])
        marks = np.full(self.topology.size, -1, np.int64)
        return self._won_after([first], marks, minefields), len(minefields)

    def _won_after(self, opens: list[int], marks: NDArray[np.int64], minefields: Minefields) -> int:
        """The wins after cells are opened that are safe in all of these minefields."""
        numbers = np.stack([np.bitwise_count(minefields & self.around[cell]) for cell in opens], axis=1)
        kinds, kind_of = np.unique(numbers, axis=0, return_inverse=True)
        won = 0
        for kind, pattern in enumerate(kinds):
            after = marks.copy()
            after[opens] = pattern
            won += self._won_from(after, minefields[kind_of.ravel() == kind])
        return won

    def _won_from(self, marks: NDArray[np.int64], minefields: Minefields) -> int:
        """The wins from a position that these minefields fit, and no others."""
        if len(minefields) == 1:
            return 1
        mined = np.bitwise_or.reduce(minefields)
        safe = [cell for cell in np.flatnonzero(marks < 0).tolist() if not mined & minefield_of([cell])]
        if safe:
            return self._won_after(safe, marks, minefields)
        position = sapper.Position(marks.reshape(self.topology.shape), self.board.mines, self.topology)
        guess = self.topology.index(self.strategy.choose(position, rules=RULES).cell)
        left = minefields[minefields & minefield_of([guess]) == 0]
        return self._won_after([guess], marks, left) if len(left) else 0


def main() -> None:
    """Prints a row of a table for each board."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("boards", nargs="*", default=BOARDS)
    parser.add_argument("--player", default="best")
    options = parser.parse_args()
    for name in options.boards:
        shape, _, mines = name.partition("/")
        rows, columns = map(int, shape.split("x"))
        board = sapper.Board.square(rows, columns, int(mines))
        best = sapper.optimum(board, "safe", memory=2**32)  # 6x6/6 takes more than the usual GiB
        perfect = best.wins / best.minefields
        won, count = Walk(board, options.player).result()
        loss = perfect - won / count
        row = f"| {name} | {100 * perfect:.3f} | {100 * won / count:.3f} | {100 * loss:.3f} |"
        print(f"{row} {best.wins} of {best.minefields}, {won} of {count}", flush=True)


if __name__ == "__main__":
    main()
