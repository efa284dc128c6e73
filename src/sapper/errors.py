"""Everything that Sapper raises on purpose. All of it is a `SapperError`."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sapper.board.topology import Cell

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
    """The parent of every error Sapper raises on purpose."""


class BoardError(SapperError, ValueError):
    """A board that cannot be: an unknown level, no cells, more mines than cells, neighbours that disagree."""


class CellError(SapperError, IndexError):
    """A cell that is not on the board.

    Attributes:
        cell: What was given for a cell.
    """

    def __init__(self, message: str, cell: object = None) -> None:
        """Builds the error; the message is for people."""
        super().__init__(message)
        self.cell = cell


class PositionError(SapperError, ValueError):
    """A position that is malformed.

    Attributes:
        cell: Where, as cells are written on that topology; None when no single cell is to blame.
    """

    def __init__(self, message: str, cell: Cell | None = None) -> None:
        """Builds the error; the message is for people."""
        super().__init__(message)
        self.cell = cell


class ContradictionError(PositionError):
    """A position that no minefield fits.

    Attributes:
        cells: The numbers that contradict each other.
        mine_count: Whether the mine count of the board is part of the contradiction.
    """

    def __init__(self, message: str, cells: Iterable[Cell] = (), mine_count: bool = False) -> None:
        """Builds the error; the message is for people."""
        self.cells: list[Cell] = list(cells)
        self.mine_count = mine_count
        super().__init__(message, self.cells[0] if self.cells else None)


class GameError(SapperError, ValueError):
    """An action the game does not allow, or a game that cannot be.

    Attributes:
        cell: The cell of the action, or None.
    """

    def __init__(self, message: str, cell: Cell | None = None) -> None:
        """Builds the error; the message is for people."""
        super().__init__(message)
        self.cell = cell


class StrategyError(SapperError, ValueError):
    """A strategy that there is not, or a part written in Python that raised or chose what cannot be.

    Attributes:
        cell: The cell that was chosen, or None.
    """

    def __init__(self, message: str, cell: Cell | None = None) -> None:
        """Builds the error; the message is for people."""
        super().__init__(message)
        self.cell = cell


class FormatError(SapperError, ValueError):
    """Text or bytes that are not what they should be.

    Attributes:
        offset: Where in the bytes, from 0, or None.
        line: Where in the text, from 1, or None.
        column: Where in the line, from 1, or None.
    """

    def __init__(
        self,
        message: str,
        *,
        offset: int | None = None,
        line: int | None = None,
        column: int | None = None,
    ) -> None:
        """Builds the error; the message is for people."""
        super().__init__(message)
        self.offset = offset
        self.line = line
        self.column = column


class ArgumentError(SapperError, TypeError, ValueError):
    """An argument of the wrong kind, or a number that it cannot be, such as a time limit that is nan."""


class BudgetError(SapperError):
    """The work would not fit the time or the memory it was given."""


class GenerationError(BudgetError):
    """No minefield was found, in the time given, that is what was asked for; the text says why."""


class CancelledError(SapperError):
    """The work was stopped from another thread, by the `Cancel` it was given."""


class InUseError(SapperError, RuntimeError):
    """A call wants to change what another call uses: one in another thread, or the one around this one."""


class MissingExtraError(SapperError, ImportError):
    """A package is missing that only some of Sapper needs; the text says how to install it."""


class SimulationError(SapperError, ValueError):
    """A run of games that cannot be: bad limits, a file of another run, a cluster that does not answer."""
