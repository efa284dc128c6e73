"""
The engine of Sapper. Use the faces in `sapper`; this module checks little and explains less.
"""

from collections.abc import Sequence
from typing import Annotated

import numpy
from numpy.typing import NDArray


class Topology:
    """Which cells touch which."""

    @staticmethod
    def grid(shape: Sequence[int]) -> Topology: ...

    @staticmethod
    def torus(shape: Sequence[int]) -> Topology: ...

    @staticmethod
    def hexagons(rows: int, columns: int) -> Topology: ...

    @staticmethod
    def graph(adjacency: Sequence[Sequence[int]]) -> Topology: ...

    @property
    def kind(self) -> str: ...

    @property
    def shape(self) -> tuple[int, ...]: ...

    @property
    def size(self) -> int: ...

    @property
    def max_degree(self) -> int: ...

    def neighbours(self, cell: int) -> list[int]: ...

    def __eq__(self, arg: object, /) -> bool: ...

    def __hash__(self) -> int: ...

class PositionError(ValueError):
    pass

class Position:
    """What the player sees."""

    def __init__(self, topology: Topology, mines: int, marks: Annotated[NDArray[numpy.int16], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None: ...

    @property
    def topology(self) -> Topology: ...

    @property
    def mines(self) -> int: ...

    @property
    def marks(self) -> Annotated[NDArray[numpy.int16], dict(shape=(None,), writable=False)]: ...

    def __eq__(self, arg: object, /) -> bool: ...
