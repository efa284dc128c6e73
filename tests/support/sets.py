"""Positions on graphs whose numbers say how many mines are among which cells, and how many fit them."""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from math import comb, prod

from sapper import Position, Topology

# Some cells and how many mines they hold.
Constraint = tuple[Collection[int], int]


def as_position(cells: int, constraints: Sequence[Constraint], mines: int) -> Position:
    """The cells 0, 1, ... are hidden; after them comes one number for each constraint."""
    adjacency: list[list[int]] = [[] for _ in range(cells + len(constraints))]
    for number, (around, _) in enumerate(constraints, start=cells):
        adjacency[number] = sorted(around)
        for cell in around:
            adjacency[cell].append(number)
    marks = [-1] * cells + [need for _, need in constraints]
    return Position(marks, mines, Topology.graph(adjacency))


def letter_position(sets: dict[str, int], mines: int, more: str = "") -> tuple[Position, str]:
    """The same with sets of letters; the second result tells which letter each hidden cell is."""
    letters = "".join(sorted(set("".join(sets) + more)))
    constraints = [([letters.index(letter) for letter in cells], need) for cells, need in sets.items()]
    return as_position(len(letters), constraints, mines), letters


@dataclass(frozen=True)
class Hubs:
    """Numbers that touch very many cells: too many to look at cells one by one, so that groups are counted.

    Attributes:
        needs: what each number says.
        groups: of each group the numbers that touch it, and how many cells it has; a group that no number
            touches belongs to the sea.
        mines: of the whole board.
    """

    needs: Sequence[int]
    groups: Sequence[tuple[Collection[int], int]]
    mines: int

    @property
    def position(self) -> Position:
        """The cells of all groups, then the numbers."""
        firsts = [sum(size for _, size in self.groups[:at]) for at in range(len(self.groups) + 1)]
        around: list[list[int]] = [[] for _ in self.needs]
        for at, (numbers, _) in enumerate(self.groups):
            for number in numbers:
                around[number].extend(range(firsts[at], firsts[at + 1]))
        return as_position(firsts[-1], list(zip(around, self.needs, strict=True)), self.mines)

    def counts(self) -> tuple[list[int | None], int]:
        """The configurations with a mine in each cell, and all: every way to give each group its mines."""
        sizes = [size for _, size in self.groups]
        total = 0
        mines_in = [0] * len(sizes)
        for shares in self._shares():
            ways = prod(map(comb, sizes, shares))
            total += ways
            for at, share in enumerate(shares):
                mines_in[at] += share * ways
        counts: list[int | None] = []
        for size, in_group in zip(sizes, mines_in, strict=True):
            counts += [in_group // size] * size
        return counts + [None] * len(self.needs), total

    def _shares(self) -> Iterator[tuple[int, ...]]:
        """All ways to say how many mines each group holds. The mine count is a number that touches all."""
        everywhere = len(self.needs)
        touching = [{*numbers, everywhere} for numbers, _ in self.groups]
        partial: list[tuple[tuple[int, ...], tuple[int, ...]]] = [((), (*self.needs, self.mines))]
        for at, (_, size) in enumerate(self.groups):
            later = list(zip(touching, self.groups, strict=True))[at + 1 :]
            room = [sum(more for numbers, (_, more) in later if n in numbers) for n in range(everywhere + 1)]
            partial = [
                ((*shares, share), tuple(rest[n] - share * (n in touching[at]) for n in range(len(rest))))
                for shares, rest in partial
                for share in range(
                    max(0, *(rest[n] - room[n] for n in touching[at])),
                    1 + min(size, *(rest[n] for n in touching[at])),
                )
            ]
        return (shares for shares, rest in partial if not any(rest))


@dataclass(frozen=True)
class Stars:
    """Components that hold few mines or many and nothing between, so that the mine count proves things.

    In each star a 1 lies between the middle and every leaf: the middle is a mine, or all leaves are.

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
