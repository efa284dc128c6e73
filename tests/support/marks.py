"""What a player may see of a minefield: positions with a minefield behind them."""

from collections.abc import Callable, Collection
from functools import cache
from random import Random

import numpy as np
from hypothesis import strategies as st
from support.strategies import topologies
from support.truth import neighbours_of

from sapper import Position, Topology

HIDDEN, FLAG, EXPLODED, QUESTION, SAFE = -1, -2, -3, -4, -6


def shows(neighbours: list[list[int]], mine_cells: Collection[int], cell: int) -> int:
    """What an opened cell shows: its number, or the mine that went off."""
    return EXPLODED if cell in mine_cells else sum(other in mine_cells for other in neighbours[cell])


def view_of(topology: Topology, mine_cells: Collection[int], mark: Callable[[int], int | None]) -> Position:
    """The position in which every cell has its mark, or where that is None shows what is there.

    A mine that is marked as safe shows, too.
    """
    neighbours = neighbours_of(topology)
    marks = []
    for cell in range(topology.size):
        value = mark(cell)
        shows_itself = value is None or (value == SAFE and cell in mine_cells)
        marks.append(shows(neighbours, mine_cells, cell) if shows_itself else value)
    return Position(np.array(marks).reshape(topology.shape), len(mine_cells), topology)


def scatter(topology: Topology, mines: int, share: float, seed: int) -> Position:
    """A position in which safe cells are open here and there, whatever lies between them."""
    random = Random(seed)
    mine_cells = set(random.sample(range(topology.size), mines))
    open_cells = {cell for cell in range(topology.size) if cell not in mine_cells and random.random() < share}
    return view_of(topology, mine_cells, lambda cell: None if cell in open_cells else HIDDEN)


@cache
@st.composite
def positions_in_view(
    draw: st.DrawFn, of: st.SearchStrategy[Topology] | None = None
) -> tuple[Position, frozenset[int]]:
    """A position with any kind of marks, right or wrong, and the minefield behind it."""
    topology = draw(topologies(5) if of is None else of)
    mines, marks = _mines_and_marks(topology.size)
    mine_cells, value = frozenset(draw(mines)), draw(marks)
    return view_of(topology, mine_cells, value.__getitem__), mine_cells


@cache
def _mines_and_marks(size: int) -> tuple[st.SearchStrategy[set[int]], st.SearchStrategy[list[int | None]]]:
    mark = st.sampled_from([HIDDEN, HIDDEN, None, None, FLAG, QUESTION, SAFE])
    return st.sets(st.sampled_from(range(size))), st.lists(mark, min_size=size, max_size=size)
