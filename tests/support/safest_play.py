"""The wins of a player who opens certain cells, or else the safest.

Of equally safe cells it opens one that can show the most numbers. Or it takes the better of the first two
cells in this order.
"""

from functools import cache
from typing import NamedTuple

from support.truth import configurations_of, marks_of, neighbours_of

from sapper import Position

Minefields = int  # a set of minefields, one bit for each


class Wins(NamedTuple):
    """With the worst and with the best of equal cells opened each time."""

    least: int
    most: int


class SafestPlay:
    """From a position in which few minefields fit, all of them listed."""

    def __init__(self, position: Position, tries: int = 1) -> None:
        self._tries = tries
        around = [set(cells) for cells in neighbours_of(position.topology)]
        minefields = configurations_of(position)
        self._all = (1 << len(minefields)) - 1
        self._showing: dict[int, list[Minefields]] = {}  # per cell and number, where it is safe
        for cell in (index for index, mark in enumerate(marks_of(position)) if mark == -1):
            by_number = [0] * (len(around[cell]) + 1)
            for i, minefield in enumerate(minefields):
                if cell not in minefield:
                    by_number[len(around[cell] & minefield)] |= 1 << i
            self._showing[cell] = by_number
        self._wins = cache(self._wins_of)

    def wins_after(self, cell: int) -> Wins:
        """The number of minefields won with this first guess; none if it cannot tell anything."""
        outcomes = self._outcomes(cell, self._all)
        return self._sum(outcomes) if len(outcomes) > 1 else Wins(0, 0)

    def _wins_of(self, minefields: Minefields) -> Wins:
        moves = []
        for cell in self._showing:
            outcomes = self._outcomes(cell, minefields)
            if len(outcomes) > 1:
                mines = minefields.bit_count() - sum(outcomes).bit_count()
                moves.append(((mines, -len(outcomes)), outcomes))
        if not moves:
            return Wins(1, 1)  # one order of opening cells that tell nothing wins one minefield
        moves.sort(key=lambda move: move[0])
        tries = 1 if moves[0][0][0] == 0 else min(self._tries, len(moves))  # what is certain is opened
        last = moves[tries - 1][0]
        wins = [(order, self._sum(outcomes)) for order, outcomes in moves if order <= last]
        # Of equals that come last in order any may be tried, as many as there is room for.
        sure = [each.least for order, each in wins if order < last]
        equal = sorted(each.least for order, each in wins if order == last)
        least = max([*sure, *equal[: tries - len(sure)]])
        return Wins(least, max(each.most for _, each in wins))

    def _sum(self, outcomes: list[Minefields]) -> Wins:
        wins = [self._wins(outcome) for outcome in outcomes]
        return Wins(sum(each.least for each in wins), sum(each.most for each in wins))

    def _outcomes(self, cell: int, minefields: Minefields) -> list[Minefields]:
        """Those in which the cell is safe, by the number it shows."""
        return [alike for showing in self._showing.get(cell, []) if (alike := showing & minefields)]
