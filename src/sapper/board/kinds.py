"""The registry of topologies. All other code, from the command line to the page, asks here.

A new one needs a class method of `Topology`, a name in `TopologyName` and a row of `KINDS`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import Final, Literal, get_args

from sapper._support.words import unknown
from sapper.board.topology import Topology
from sapper.errors import BoardError

TopologyName = Literal["square", "torus", "hexagons", "octagons"]
"""The topologies that people choose from. A name and a shape determine each of them."""

TOPOLOGY_NAMES: Final[tuple[TopologyName, ...]] = get_args(TopologyName)
"""The names in `TopologyName`."""


@dataclass(frozen=True, slots=True)
class TopologyKind:
    """A kind of topology in which the shape determines the topology."""

    build: Callable[..., Topology]  # takes the extent of each dimension
    flat: bool  # whether it always has exactly two dimensions
    touching: str  # which cells are neighbours, in a few words for the help


KINDS: Final[Mapping[str, TopologyKind]] = MappingProxyType(
    {
        "square": TopologyKind(Topology.square, True, "the eight around"),
        "torus": TopologyKind(Topology.torus, False, "also across the edges"),
        "hexagons": TopologyKind(Topology.hexagons, True, "six, odd rows shifted"),
        "octagons": TopologyKind(Topology.octagons, True, "octagons eight, squares between them four"),
        "grid": TopologyKind(Topology.grid, False, "those around, in any number of dimensions"),
    }
)
"""Every kind except `"graph"`, by name. A board that does not have two dimensions is called `"grid"`."""

_MOST_KEPT: Final = 20_000
"""The number of cells of the largest topologies in the cache. Larger ones take much memory."""


def named_topology(name: object, shape: tuple[int, ...]) -> Topology:
    """Builds a topology from its name and shape. Topologies of usual sizes are cached.

    Raises:
        BoardError: There is no such name, or the shape does not suit it.
    """
    if not isinstance(name, str) or name not in KINDS:
        raise BoardError(unknown("topology", name, TOPOLOGY_NAMES))
    if KINDS[name].flat and len(shape) != 2:
        raise BoardError(f"the topology '{name}' has rows and columns, but the shape is {shape}")
    build = _kept if math.prod(shape) <= _MOST_KEPT else _built
    return build(name, shape)


def _built(name: str, shape: tuple[int, ...]) -> Topology:
    return KINDS[name].build(*shape)


_kept = lru_cache(maxsize=16)(_built)  # programs make many boards of the same size


def topology_help() -> str:
    """Which cells are neighbours in each topology of `TOPOLOGY_NAMES`, for the help."""
    return "; ".join(f"{name}: {KINDS[name].touching}" for name in TOPOLOGY_NAMES)
