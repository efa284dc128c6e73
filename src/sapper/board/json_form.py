"""Boards and cells as JSON. Files, the server and the protocol all write them this way.

    {"topology": "torus", "shape": [16, 30], "mines": 99}
    {"topology": "graph", "shape": [3], "adjacency": [[1], [0, 2], [1]], "mines": 1}

Readers also accept what earlier versions wrote: `rows` and `columns` instead of `shape`, and `kind` instead
of `topology`.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from typing import TYPE_CHECKING, Any, cast

from sapper._support.words import brief, quantity
from sapper.board.board import Board
from sapper.board.mine_prior import UNKNOWN, Density, MineCounts
from sapper.board.topology import Topology, topology_by_name
from sapper.cells import Cell
from sapper.errors import BoardError, PositionError

if TYPE_CHECKING:
    from sapper.board.mine_prior import MinePrior
    from sapper.board.minefield import Minefield
    from sapper.board.position import Position


def board_object(board: Board | Minefield | Position) -> dict[str, Any]:
    """A board, or the board of a position, as plain values, from which `board_from` builds it again.

    `"mines"` is None if the position has no mine count. Then `"mine_prior"` has what stands in its place.
    """
    topology = board.topology
    values: dict[str, Any] = {"topology": topology.name, "shape": list(topology.shape)}
    if topology.kind == "graph":
        values["adjacency"] = [topology.neighbours(cell) for cell in topology]
    values["mines"] = board.mines
    prior = getattr(board, "mine_prior", None)
    return values if prior is None else {**values, "mine_prior": prior_value(prior)}


def prior_value(prior: MinePrior) -> dict[str, Any] | str:
    """What is believed of the number of mines, as plain values, from which `prior_from` builds it again."""
    if isinstance(prior, Density):
        return {"density": prior.probability}
    if isinstance(prior, MineCounts):
        return {"counts": [[count, weight] for count, weight in prior.weights.items()]}
    return prior


def prior_from(value: object) -> MinePrior:
    """Reads what `prior_value` writes.

    Raises:
        PositionError: The value is not one of these.
    """
    if value == UNKNOWN:
        return UNKNOWN
    if isinstance(value, Mapping) and len(value) == 1:
        [(name, its)] = value.items()
        if name == "density":
            return Density(its)
        if name == "counts" and all(isinstance(pair, list) and len(pair) == 2 for pair in its):
            return MineCounts(dict(its))
    raise PositionError(
        f"`mine_prior` must be {UNKNOWN!r}, {{'density': 0.2}} or {{'counts': [[99, 1], [100, 2]]}}, "
        f"with the weight of each count, not {brief(value)}"
    )


def board_from(values: object) -> Board:
    """Reads what `board_object` writes, and what earlier versions wrote.

    Raises:
        BoardError: The values do not describe a board.
    """
    if not isinstance(values, Mapping) or "mines" not in values:
        raise BoardError("a board must be an object with the field `mines`")
    return Board(_topology_from(values), values["mines"])


def shape_from(values: Mapping[str, Any]) -> tuple[int, ...]:
    """Reads the shape of a board from plain values, without building the board.

    Raises:
        BoardError: The shape is missing or malformed.
    """
    shape = values.get("shape")
    if shape is None and "rows" in values and "columns" in values:
        shape = [values["rows"], values["columns"]]
    if not isinstance(shape, list) or not all(type(extent) is int for extent in shape):
        raise BoardError("a board needs a `shape`, an array of whole numbers such as [16, 30]")
    return tuple(shape)


def cell_value(cell: object) -> list[int] | int:
    """A cell as plain values: a list of its coordinates, or a number on graphs."""
    return list(cell) if isinstance(cell, tuple) else cast("int", cell)


def plain(value: Any) -> Any:
    """A value as JSON has it: None for nan, a list for a tuple or a cell, an object for a dataclass."""
    kind = type(value)
    if kind is float:
        return None if math.isnan(value) else value
    if kind is int or kind is str or value is None:  # without the tests below, which take a microsecond
        return value
    if isinstance(value, list | tuple):
        return list(map(plain, value))
    if isinstance(value, dict):
        return {name: plain(each) for name, each in value.items()}
    if isinstance(value, float):  # of numpy
        return plain(float(value))
    if isinstance(value, Board):
        return board_object(value)
    if hasattr(value, "to_dict"):
        return value.to_dict()
    return plain_fields(value) if is_dataclass(value) else value


def plain_fields(value: Any, *, without: str = "") -> dict[str, Any]:
    """The fields of a dataclass by their names, as plain values. Those that begin with `_` are left out."""
    names = (each.name for each in fields(value) if each.name != without and not each.name.startswith("_"))
    return {name: plain(getattr(value, name)) for name in names}


def cell_from(value: list[int] | int) -> Cell:
    """Reads what `cell_value` writes."""
    return tuple(value) if isinstance(value, list) else value


def _topology_from(values: Mapping[str, Any]) -> Topology:
    name = values.get("topology", values.get("kind", "square"))
    adjacency = values.get("adjacency")
    if name == "graph" or adjacency is not None:
        if not isinstance(adjacency, list):
            raise BoardError("a graph needs an `adjacency`: for every cell the array of its neighbours")
        if values.get("topology", "graph") != "graph":
            raise BoardError(
                f"`adjacency` says which cells touch, and so does the topology {name!r}: leave out one "
                "of them"
            )
        graph = Topology.graph(adjacency)
        if "shape" in values and math.prod(shape_from(values)) != graph.size:
            raise BoardError(
                f"`adjacency` has {quantity(graph.size, 'cell')}, but `shape` is {brief(values['shape'])}: "
                "leave out `shape`"
            )
        return graph
    return topology_by_name(name, shape_from(values))
