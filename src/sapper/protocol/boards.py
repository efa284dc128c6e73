"""The boards that requests name."""

from __future__ import annotations

import math
from typing import Any, Final

from sapper import _engine
from sapper.board.board import Board
from sapper.board.topology import Topology, named_topology
from sapper.protocol.requests import Request, RequestError, shortened

MOST_CELLS: Final = 20_000_000
"""The most cells of a new board, so that a short line cannot use up the memory."""


def board_in(request: Request) -> Board:
    """The board of a request: a level, or a topology and a number of mines.

    Raises:
        RequestError: A field is missing, has another type, or asks for too many cells.
        BoardError: There is no such board.
    """
    level = request.get("level", str)
    if level is not None:
        return Board.level(level)
    mines = request.need("mines", int)
    return Board(shaped_topology_in(request), mines)


def topology_in(request: Request) -> Any:
    """A graph by its neighbours, a topology by its name, or None."""
    name = request.get("topology", str)
    if request.has("adjacency"):
        request.has("shape")  # boards in answers have both
        return Topology.graph(request.need("adjacency", list))
    return name


def shaped_topology_in(request: Request) -> Topology[Any]:
    """A graph by its neighbours, or a topology by its name and shape; without a name a grid."""
    topology = topology_in(request)
    if isinstance(topology, Topology):
        return topology
    return named_topology("grid" if topology is None else topology, shape_in(request))


def shape_in(request: Request) -> tuple[int, ...]:
    """The extent of every dimension. Raises RequestError if it is missing, malformed or too large."""
    shape = request.integers("shape")
    if not 1 <= len(shape) <= _engine.MAX_DIMENSIONS or min(shape) < 1:
        text = f"a 'shape' has 1 to {_engine.MAX_DIMENSIONS} numbers from 1 up, not {shortened(shape)}"
        raise RequestError(text)
    if math.prod(shape) > MOST_CELLS:
        raise RequestError(f"a new board can have at most {MOST_CELLS} cells: {shortened(shape)} has more")
    return tuple(shape)
