"""How the solver sees a position: components, and the order in which it sweeps the frontier."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from sapper import _engine

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sapper.board.position import Position
    from sapper.board.topology import Cell

__all__ = ["Anatomy", "ComponentAnatomy", "Sweep", "anatomy_of", "sweep_of"]


@dataclass(frozen=True, slots=True)
class ComponentAnatomy:
    """A component: frontier cells that constraints tie together.

    Attributes:
        numbers: The cells of the numbers that do so, in row-major order.
        sweep: Its groups (cells under exactly the same constraints), in the order in which they are walked.
    """

    numbers: tuple[Cell, ...]
    sweep: tuple[tuple[Cell, ...], ...]

    @property
    def cells(self) -> tuple[Cell, ...]:
        """All its cells, in the order in which they are walked."""
        return tuple(cell for group in self.sweep for cell in group)


@dataclass(frozen=True, slots=True)
class Anatomy:
    """A position cut up.

    Attributes:
        safe: The hidden cells that one number after the other shows to be safe; they are in no component.
        mines: The same for mines.
        components: What is left of the frontier, by the first cell of each.
        sea: How many hidden cells touch no number.
    """

    safe: tuple[Cell, ...]
    mines: tuple[Cell, ...]
    components: tuple[ComponentAnatomy, ...]
    sea: int


def anatomy_of(position: Position, *, trust_flags: bool = False) -> Anatomy:
    """Cuts a position up as exact inference does. Counts nothing, and takes time linear in the cells.

    Whether any minefield fits is not asked; where single numbers contradict each other there is nothing.
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
    """The components of a position as maps, for drawing.

    Attributes:
        component: Which component a cell is in, from 0; -1 for the other cells. int32 of the board's shape.
        step: When its component's sweep comes to the cell, from 0; -1 for the other cells. As that.
        lengths: How many steps the sweep of each component takes, int32.
    """

    component: NDArray[np.int32]
    step: NDArray[np.int32]
    lengths: NDArray[np.int32]


def sweep_of(position: Position) -> Sweep:
    """The components that `anatomy_of` finds, as maps. Takes time linear in the cells."""
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
