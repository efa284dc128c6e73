"""Components that hold few mines or many and nothing between, so that the mine count proves things."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from math import comb

from support.sets import Constraint, as_position

from sapper import Position


@dataclass(frozen=True)
class Stars:
    """In each star a 1 lies between the middle and every leaf: the middle is a mine, or all leaves are.

    Attributes:
        leaves: how many leaves each star has.
        sea: how many cells no number touches.
        mines: of the whole board.
    """

    leaves: Sequence[int]
    sea: int
    mines: int

    @property
    def position(self) -> Position:
        """Star after star, each with its middle first; then the sea; then the numbers."""
        constraints: list[Constraint] = []
        cells = 0
        for leaves in self.leaves:
            constraints += [((cells, cells + leaf), 1) for leaf in range(1, leaves + 1)]
            cells += leaves + 1
        return as_position(cells + self.sea, constraints, self.mines)

    def counts(self) -> tuple[list[int | None], int]:
        """The configurations with a mine in each cell, and all; all 0 when the mine count is impossible."""
        by_leaves: dict[int, tuple[int, int]] = {}
        for leaves in set(self.leaves):
            others = Counter(self.leaves)
            others[leaves] -= 1
            by_leaves[leaves] = (
                placements(others, self.sea, self.mines - 1),
                placements(others, self.sea, self.mines - leaves),
            )
        counts: list[int | None] = []
        for leaves in self.leaves:
            if_middle, if_leaves = by_leaves[leaves]
            counts += [if_middle] + [if_leaves] * leaves
        stars = Counter(self.leaves)
        if self.sea:
            counts += [placements(stars, self.sea - 1, self.mines - 1)] * self.sea
        return counts + [None] * sum(self.leaves), placements(stars, self.sea, self.mines)


def placements(stars: Counter[int], sea: int, mines: int) -> int:
    """In how many ways stars of these sizes and a sea hold this many mines."""
    by_mines = {0: 1}
    for leaves, number in stars.items():
        longer: Counter[int] = Counter()
        for count, ways in by_mines.items():
            for full in range(number + 1):
                longer[count + number + full * (leaves - 1)] += ways * comb(number, full)
        by_mines = longer
    return sum(ways * comb(sea, mines - count) for count, ways in by_mines.items() if count <= mines)
