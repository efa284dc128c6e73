"""The exceptions of Sapper. All are subclasses of `SapperError`.

What an error is about decides its class, whichever function raises it:

| What is wrong | Error |
|---|---|
| a board, its size, its mine count, its topology, the name of a level | BoardError |
| a position, its marks, or its mine count | PositionError |
| numbers that no minefield fits | ContradictionError |
| a cell that is not on the board, in any argument | CellError |
| a game, an action, the rules, a minefield, a replay, a choice of how to make a minefield | GameError |
| a strategy, an inference level, a policy | StrategyError |
| text or bytes, a format, the contents of a file | FormatError |
| a file that cannot be opened or written | FileError; MissingFileError if there is none |
| a number, a switch, a function, a time limit, a `Cancel` | ArgumentError |
| a run of many games, its file, its cluster | SimulationError |
| an optional package | MissingExtraError |
| too little time or memory | BudgetError; GenerationError if a minefield was searched |

An argument of the wrong type raises the error of what should have been given. The message says what was given
and what to give.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Any, Self

from sapper.cells import Cell


class SapperError(Exception):
    """The base class of all exceptions of Sapper."""


class BoardError(SapperError, ValueError):
    """An impossible board: an unknown level, no cells, more mines than cells, or an asymmetric adjacency."""


class CellError(SapperError, IndexError):
    """A cell that is not on the board, in any argument.

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

    _uncounted: tuple[int, ...] | None = None
    """The shape of a position that lacks the mine count it needs. The command line names its level."""

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
    """An action that the game does not allow, an impossible game, or something that is no game.

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
    """Text or bytes that are not in the expected format, or contents that a format cannot hold.

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


class FileError(FormatError, OSError):
    """A file that cannot be opened, read or written.

    Attributes:
        errno: The number of the system's error, as in `errno`; None if it has none.
        strerror: The text of the system's error.
        filename: The file, as it was given.
    """

    def __new__(cls, *_: object) -> Self:
        """Of the two built-in bases, the one that has room for `errno` makes the object."""
        return OSError.__new__(cls)

    def __init__(
        self, message: str, filename: str | os.PathLike[str] | None = None, cause: Exception | None = None
    ) -> None:
        """Takes `errno` and `strerror` from the cause."""
        super().__init__(message)
        self.filename = None if filename is None else os.fspath(filename)
        if isinstance(cause, OSError):
            self.errno, self.strerror = cause.errno, cause.strerror

    def __reduce__(self) -> tuple[Any, ...]:
        """Copies and pickles keep what the system said, for which OSError has attributes of its own."""
        cause = None if self.errno is None else OSError(self.errno, self.strerror)
        return type(self), (str(self), self.filename, cause), self.__dict__

    def __str__(self) -> str:
        """The message, which names the file."""
        return str(self.args[0])


class MissingFileError(FileError, FileNotFoundError):
    """A file that does not exist, or a folder on the way to it."""


class ArgumentError(SapperError, TypeError, ValueError):
    """A number, a switch or a function of the wrong type, or a number out of bounds."""


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
    """A run that cannot be done: arguments that exclude each other, a file of another run, a lost cluster."""
