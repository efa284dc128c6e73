"""The exceptions of Sapper. All are subclasses of `SapperError`."""

from __future__ import annotations

from collections.abc import Iterable

from sapper.cells import Cell

__all__ = [
    "ArgumentError",
    "BoardError",
    "BudgetError",
    "CancelledError",
    "CellError",
    "ContradictionError",
    "FormatError",
    "GameError",
    "GenerationError",
    "InUseError",
    "MissingExtraError",
    "PositionError",
    "SapperError",
    "SimulationError",
    "StrategyError",
]


class SapperError(Exception):
    """The base class of all exceptions of Sapper."""


class BoardError(SapperError, ValueError):
    """An impossible board: an unknown level, no cells, more mines than cells, or an asymmetric adjacency."""


class CellError(SapperError, IndexError):
    """A cell that is not on the board.

    Attributes:
        cell: The value that was given as a cell.
    """

    def __init__(self, message: str, cell: object = None) -> None:
        super().__init__(message)
        self.cell = cell


class PositionError(SapperError, ValueError):
    """A malformed position.

    Attributes:
        cell: The cell at fault, as its topology names it; None if no single cell is at fault.
    """

    def __init__(self, message: str, cell: Cell | None = None) -> None:
        super().__init__(message)
        self.cell = cell


class ContradictionError(PositionError):
    """A position that no minefield fits.

    Attributes:
        cells: The numbers that contradict each other.
        mine_count: Whether the mine count of the board is part of the contradiction.
    """

    def __init__(self, message: str, cells: Iterable[Cell] = (), mine_count: bool = False) -> None:
        self.cells: list[Cell] = list(cells)
        self.mine_count = mine_count
        super().__init__(message, self.cells[0] if self.cells else None)


class GameError(SapperError, ValueError):
    """An action that the game does not allow, or an impossible game.

    Attributes:
        cell: The cell of the action, or None.
    """

    def __init__(self, message: str, cell: Cell | None = None) -> None:
        super().__init__(message)
        self.cell = cell


class StrategyError(SapperError, ValueError):
    """An unknown strategy, or a strategy in Python that raised or chose an impossible cell.

    Attributes:
        cell: The cell that was chosen, or None.
    """

    def __init__(self, message: str, cell: Cell | None = None) -> None:
        super().__init__(message)
        self.cell = cell


class FormatError(SapperError, ValueError):
    """Text or bytes that are not in the expected format, or a file that cannot be read or written.

    Attributes:
        offset: The byte at fault, counted from 0, or None.
        line: The line at fault, counted from 1, or None.
        column: The place in that line, counted from 1, or None.
    """

    def __init__(
        self,
        message: str,
        *,
        offset: int | None = None,
        line: int | None = None,
        column: int | None = None,
    ) -> None:
        super().__init__(message)
        self.offset = offset
        self.line = line
        self.column = column


class ArgumentError(SapperError, TypeError, ValueError):
    """An argument of the wrong type, or an impossible value, such as a time limit that is nan."""


class BudgetError(SapperError):
    """The work did not fit into the given time or memory."""


class GenerationError(BudgetError):
    """No minefield with the wanted properties was found within the time limit. The message says why."""


class CancelledError(SapperError):
    """The work was stopped from another thread through its `Cancel`."""


class InUseError(SapperError, RuntimeError):
    """A call would change an object that another call uses, in another thread or further up the stack."""


class MissingExtraError(SapperError, ImportError):
    """An optional package is missing. The message says how to install it."""


class SimulationError(SapperError, ValueError):
    """A run that cannot be done: bad limits, a file of another run, or a cluster that does not answer."""
