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

class Contradiction(ValueError):
    pass

class BudgetExceeded(RuntimeError):
    pass

class TimeIsUp(TimeoutError):
    pass

class Analysis:
    """What the numbers say about the hidden cells."""

    @property
    def mine_probability(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None,), writable=False)]: ...

    @property
    def verdicts(self) -> Annotated[NDArray[numpy.uint8], dict(shape=(None,), writable=False)]:
        """0 revealed, 1 uncertain, 2 safe, 3 mine."""

    @property
    def log_configurations(self) -> float: ...

    @property
    def best(self) -> int | None: ...

    @property
    def sea(self) -> int: ...

    @property
    def mines(self) -> int: ...

    @property
    def walks(self) -> list[tuple[int, float]]: ...

    def ways_modulo(self, walk: int, prime: int) -> list[int]: ...

def analyse(position: Position, trust_flags: bool, time_limit: float | None, budget: int | None) -> Analysis: ...

def couple(components: Sequence[tuple[int, Sequence[float]]], sea: int, mines: int, contour: bool) -> tuple[list[list[float]], float, float] | None: ...
