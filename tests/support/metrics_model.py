"""3BV, openings, islands and ZiNi again, in plain Python, straight from their definitions."""

from collections.abc import Iterable, Iterator, Sequence

import numpy as np
from numpy.typing import NDArray
from support.truth import neighbours_of

from sapper import Topology

Neighbours = Sequence[set[int]]


def components_of(cells: Iterable[int], neighbours: Neighbours) -> Iterator[set[int]]:
    """The connected sets that the cells fall into, by their first cell."""
    rest = set(cells)
    while rest:
        component, edge = set[int](), {min(rest)}
        while edge:
            component |= edge
            edge = {other for cell in edge for other in neighbours[cell] & rest} - component
        rest -= component
        yield component


class Minefield:
    """Where the mines are, and what follows from it."""

    def __init__(self, neighbours: Neighbours, mines: set[int]) -> None:
        self.neighbours = neighbours
        self.mines = mines
        self.safe = set(range(len(neighbours))) - mines
        self.zeros = {cell for cell in self.safe if not neighbours[cell] & mines}
        self.isolated = {cell for cell in self.safe - self.zeros if not neighbours[cell] & self.zeros}
        self.openings = list(components_of(self.zeros, neighbours))
        self.islands = list(components_of(self.isolated, neighbours))
        self.units = self.openings + [{cell} for cell in sorted(self.isolated)]
        self.adjacent = [
            {number for number, unit in enumerate(self.units) if unit & (neighbours[cell] | {cell})}
            for cell in range(len(neighbours))
        ]

    @property
    def three_bv(self) -> int:
        return len(self.units)

    def opens_with(self, cell: int) -> set[int]:
        """What a left click on a safe cell opens."""
        for zeros in self.openings:
            if cell in zeros:
                return zeros.union(*(self.neighbours[zero] for zero in zeros))
        return {cell}


def model_of(topology: Topology, is_mine: NDArray[np.bool_]) -> Minefield:
    """The model of a minefield."""
    return Minefield(list(map(set, neighbours_of(topology))), set(np.flatnonzero(is_mine).tolist()))


class Clicker:
    """Clears a minefield by a rule of ZiNi, looking at everything again before every move."""

    def __init__(self, minefield: Minefield, order: Sequence[int]) -> None:
        self.minefield = minefield
        self.order = order
        self.open_cells: set[int] = set()
        self.flags: set[int] = set()
        self.clicks: list[tuple[str, int]] = []

    def closed_parts(self) -> set[int]:
        """The part of the 3BV that is closed: openings without an open zero, and isolated numbers."""
        return {number for number, unit in enumerate(self.minefield.units) if not unit & self.open_cells}

    def premium(self, cell: int, parts: set[int]) -> int:
        adjacent = len(self.minefield.adjacent[cell] & parts)
        flags_missing = len(self.minefield.neighbours[cell] & self.minefield.mines - self.flags)
        return adjacent - flags_missing - (cell not in self.open_cells) - 1

    def open(self, cell: int) -> None:
        self.clicks.append(("open", cell))
        self.open_cells |= self.minefield.opens_with(cell)

    def play(self, cell: int) -> None:
        if cell not in self.open_cells:
            self.open(cell)
        here = self.minefield.neighbours[cell]
        for mine in sorted(here & self.minefield.mines - self.flags):
            self.clicks.append(("flag", mine))
            self.flags.add(mine)
        self.clicks.append(("chord", cell))
        for other in here & self.minefield.safe:
            self.open_cells |= self.minefield.opens_with(other)

    def clear(self, only_open: bool) -> list[tuple[str, int]]:
        while parts := self.closed_parts():
            playable = [
                cell
                for cell in self.order
                if cell in self.minefield.safe and (cell in self.open_cells or not only_open)
            ]
            premiums = [self.premium(cell, parts) for cell in playable]
            if max(premiums, default=-1) >= 0:
                self.play(playable[premiums.index(max(premiums))])
            else:
                rest = set[int]().union(*(self.minefield.units[number] for number in parts))
                self.open(next(cell for cell in self.order if cell in rest))
        return self.clicks


def greedy_clicks(minefield: Minefield, order: Sequence[int]) -> list[tuple[str, int]]:
    return Clicker(minefield, order).clear(only_open=False)


def human_clicks(minefield: Minefield, order: Sequence[int]) -> list[tuple[str, int]]:
    clicker = Clicker(minefield, order)
    for zeros in minefield.openings:
        clicker.open(min(zeros))
    return clicker.clear(only_open=True)
