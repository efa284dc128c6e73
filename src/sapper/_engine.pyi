"""
The engine of Sapper. Use the faces in `sapper`; this module checks little and explains less.
"""

from collections.abc import Sequence


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
    def shape(self) -> tuple: ...

    @property
    def size(self) -> int: ...

    @property
    def max_degree(self) -> int: ...

    def neighbours(self, cell: int) -> list[int]: ...

    def __eq__(self, arg: object, /) -> bool: ...

    def __hash__(self) -> int: ...
