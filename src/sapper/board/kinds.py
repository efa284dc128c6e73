"""The kinds of topology: the one list that every other part asks, from the command line to the page.

A new kind is a class method of `Topology`, a name in `TopologyName` and a row of `KINDS`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import Final, Literal, get_args

from sapper._support.naming import unknown
from sapper.board.topology import Topology
from sapper.errors import BoardError

__all__ = ["KINDS", "TOPOLOGY_NAMES", "TopologyKind", "TopologyName", "named_topology", "topology_help"]

TopologyName = Literal["square", "torus", "hexagons", "octagons"]
"""The topologies that need no more than a shape: what people choose from."""

TOPOLOGY_NAMES: Final[tuple[TopologyName, ...]] = get_args(TopologyName)
"""The same, as a tuple."""


@dataclass(frozen=True, slots=True)
class TopologyKind:
    """A kind of topology that is known by its name and its shape alone.

    Attributes:
        build: Makes one from its extents.
        flat: Whether it has rows and columns and no other dimensions.
        touching: Which cells touch, in a few words for the help.
    """

    build: Callable[..., Topology]
    flat: bool
    touching: str


KINDS: Final[Mapping[str, TopologyKind]] = MappingProxyType(
    {
        "square": TopologyKind(Topology.square, True, "the eight around"),
        "torus": TopologyKind(Topology.torus, False, "also across the edges"),
        "hexagons": TopologyKind(Topology.hexagons, True, "six, odd rows shifted"),
        "octagons": TopologyKind(Topology.octagons, True, "octagons eight, squares between them four"),
        "grid": TopologyKind(Topology.grid, False, "those around, in any number of dimensions"),
    }
)
"""Every kind but `"graph"`, by its name. `"grid"` is what boards of other than two dimensions are called."""

_MOST_KEPT: Final = 20_000
"""The cells of the largest topologies that are kept for the next board. Larger ones take much memory."""


def named_topology(name: object, shape: tuple[int, ...]) -> Topology:
    """The topology of a name and a shape.

    Raises:
        BoardError: There is no such name, or no such board.
    """
    if not isinstance(name, str) or name not in KINDS:
        raise BoardError(unknown("topology", name, TOPOLOGY_NAMES))
    if KINDS[name].flat and len(shape) != 2:
        raise BoardError(f"a board of {name} has rows and columns, but the shape is {shape}")
    build = _kept if math.prod(shape) <= _MOST_KEPT else _built
    return build(name, shape)


def _built(name: str, shape: tuple[int, ...]) -> Topology:
    return KINDS[name].build(*shape)


_kept = lru_cache(maxsize=16)(_built)  # boards of one usual size come in great numbers


def topology_help() -> str:
    """Which cells touch, for each of the names that people choose from."""
    return "; ".join(f"{name}: {KINDS[name].touching}" for name in TOPOLOGY_NAMES)
