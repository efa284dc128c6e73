"""The components of a position, and the order in which the solver sweeps them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from sapper import _engine

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sapper.board.position import Position
    from sapper.cells import Cell


@dataclass(frozen=True, slots=True)
class ComponentAnatomy:
    """A component: frontier cells that constraints connect."""

    numbers: tuple[Cell, ...]  # the cells of the connecting numbers, in row-major order
    # The groups (cells under exactly the same constraints), in the order of the sweep.
    sweep: tuple[tuple[Cell, ...], ...]

    @property
    def cells(self) -> tuple[Cell, ...]:
        """All cells of the component, in the order of the sweep."""
        return tuple(cell for group in self.sweep for cell in group)


@dataclass(frozen=True, slots=True)
class Anatomy:
    """The parts of a position."""

    safe: tuple[Cell, ...]  # proven by single numbers, used one after another; in no component
    mines: tuple[Cell, ...]  # proven by single numbers; in no component
    components: tuple[ComponentAnatomy, ...]  # of the rest of the frontier, ordered by their first cells
    sea: int  # the number of hidden cells next to no number


def anatomy_of(position: Position, *, trust_flags: bool = False) -> Anatomy:
    """Splits a position into parts as exact inference does.

    It counts nothing and takes time linear in the number of cells. It does not check that any minefield fits;
    if single numbers contradict each other, the result is empty.
    """
    seen = _engine.anatomy(position._engine, trust_flags)
    name = position.topology.cell
    components = tuple(
        ComponentAnatomy(
            tuple(map(name, component.numbers)),
            tuple(tuple(map(name, group)) for group in component.sweep),
        )
        for component in seen.components
    )
    return Anatomy(tuple(map(name, seen.safe)), tuple(map(name, seen.mines)), components, seen.sea)


@dataclass(frozen=True, slots=True, eq=False)
class Sweep:
    """The components of a position as maps of the board's shape, for drawing."""

    component: NDArray[np.int32]  # the number of each cell's component, from 0; -1 for cells in none
    # The step in which the sweep of its component comes to each cell, from 0; -1 for cells in no component.
    step: NDArray[np.int32]
    lengths: NDArray[np.int32]  # the steps of each component's sweep


def sweep_of(position: Position) -> Sweep:
    """The components that `anatomy_of` finds, as maps. Takes time linear in the number of cells."""
    seen = _engine.anatomy(position._engine, False)
    component = np.full(position.topology.size, -1, dtype=np.int32)
    step = np.full(position.topology.size, -1, dtype=np.int32)
    sweeps = [each.sweep for each in seen.components]
    for number, sweep in enumerate(sweeps):
        for at, group in enumerate(sweep):
            component[group] = number
            step[group] = at
    shape = position.topology.shape
    lengths = np.array([len(sweep) for sweep in sweeps], dtype=np.int32)
    return Sweep(component.reshape(shape), step.reshape(shape), lengths)
