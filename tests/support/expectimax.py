"""The best chance to win, by its definition: every order of opening cells is tried, nothing is left out."""

from fractions import Fraction
from functools import cache
from itertools import combinations

from support.truth import configurations_of, marks_of, neighbours_of

from sapper import Position, Topology

Minefield = frozenset[int]


def best_chance(topology: Topology, mines: int, rule: str) -> Fraction:
    """The chance of a player who makes no mistake, on a board of a few cells."""
    around = list(map(set, neighbours_of(topology)))
    play = Play(around, mines)

    def chance(first: int) -> Fraction:
        fields = minefields_of(topology.size, mines, rule, first, around[first])
        return Fraction(play.after(tuple(fields), frozenset(), first), len(fields))

    return max(map(chance, range(topology.size)))


def best_chance_from(position: Position) -> Fraction:
    """The same from a position in the middle of a game."""
    marks, around = marks_of(position), list(map(set, neighbours_of(position.topology)))
    open_cells = frozenset(cell for cell, mark in enumerate(marks) if mark >= 0 or mark == -6)
    fields = tuple(configurations_of(position))
    return Fraction(Play(around, position.board.mines).wins(fields, open_cells), len(fields))


class Play:
    """In how many of some minefields a player who makes no mistake wins."""

    def __init__(self, around: list[set[int]], mines: int) -> None:
        self._around = around
        self._safe = len(around) - mines
        self._look = cache(self._try_all)

    def wins(self, fields: tuple[Minefield, ...], open_cells: frozenset[int]) -> int:
        """The minefields in a fixed order, so that what was seen before is found again."""
        return self._look(tuple(sorted(fields, key=sorted)), open_cells)

    def after(self, fields: tuple[Minefield, ...], open_cells: frozenset[int], cell: int) -> int:
        """The same once a cell was opened."""
        return sum(self.wins(group, open_cells | {cell}) for group in self.by_number(fields, cell))

    def by_number(self, fields: tuple[Minefield, ...], cell: int) -> list[tuple[Minefield, ...]]:
        """The minefields in which the cell is safe, by the number that it shows."""
        by_number: dict[int, list[Minefield]] = {}
        for field in fields:
            if cell not in field:
                by_number.setdefault(len(field & self._around[cell]), []).append(field)
        return list(map(tuple, by_number.values()))

    def _try_all(self, fields: tuple[Minefield, ...], open_cells: frozenset[int]) -> int:
        if len(open_cells) == self._safe:
            return len(fields)
        hidden = (cell for cell in range(len(self._around)) if cell not in open_cells)
        return max(self.after(fields, open_cells, cell) for cell in hidden)


def minefields_of(size: int, mines: int, rule: str, first: int, around: set[int]) -> list[Minefield]:
    """The minefields that a first click leaves: what the rule protects is mined last."""
    if rule == "any":
        return [frozenset(field) for field in combinations(range(size), mines)]
    safe = around if rule == "opening" else set()
    outside = [cell for cell in range(size) if cell != first and cell not in safe]
    if mines <= len(outside):
        return [frozenset(field) for field in combinations(outside, mines)]
    return [frozenset(outside) | frozenset(more) for more in combinations(sorted(safe), mines - len(outside))]
