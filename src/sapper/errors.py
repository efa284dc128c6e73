"""The exceptions of Sapper. All are subclasses of `SapperError`.

The subject of an error decides its class, whichever function raises it. `docs/api/errors.md` lists the
classes and their causes. If a board is wanted, an argument of another type raises BoardError, and so on. The
message says what was given and what to give.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Any, Self

from sapper.cells import Cell


class SapperError(Exception):
    """The base class of all exceptions of Sapper.

    Example:
        >>> try:
        ...     sapper.analyse("1?", mines=2)
        ... except sapper.SapperError as error:
        ...     print(error)
        the board has 2 mines but only 1 cell that could hold one
        >>> issubclass(sapper.MissingFileError, FileNotFoundError)
        True
    """


class BoardError(SapperError, ValueError):
    """An impossible board: an unknown level, no cells, more mines than cells, or an asymmetric adjacency.

    Example:
        >>> sapper.Board.level("exprt")
        Traceback (most recent call last):
        sapper.errors.BoardError: unknown level 'exprt': did you mean 'expert'? There is ...
    """


class CellError(SapperError, IndexError):
    """A cell that is not on the board, in any argument.

    Attributes:
        cell: The value that was given as a cell.

    Example:
        >>> sapper.Topology.square(3, 3).neighbours((3, 0))
        Traceback (most recent call last):
        sapper.errors.CellError: (3, 0) is not on the board: its cells are (0, 0) to (2, 2)
    """

    def __init__(self, message: str, cell: object = None) -> None:
        super().__init__(message)
        self.cell = cell


class PositionError(SapperError, ValueError):
    """A malformed position.

    Attributes:
        cell: The cell at fault, as its topology names it; None if no single cell is at fault.

    Example:
        >>> sapper.analyse([[9, -1]], mines=1)
        Traceback (most recent call last):
        sapper.errors.PositionError: row 0, column 0 (0-based): the number is 9, but the cell has 1 neighbour
    """

    _shape_without_count: tuple[int, ...] | None = None
    """The shape of a position that lacks the mine count it needs. The command line names its level."""

    def __init__(self, message: str, cell: Cell | None = None) -> None:
        super().__init__(message)
        self.cell = cell


class ContradictionError(PositionError):
    r"""A position that no minefield fits.

    Attributes:
        cells: The numbers that contradict each other.
        mine_count: Whether the mine count of the board is part of the contradiction.

    Example:
        >>> sapper.analyse("1?1\n1?2", mines=2)
        Traceback (most recent call last):
        sapper.errors.ContradictionError: no placement of mines satisfies these numbers together: ...
    """

    def __init__(self, message: str, cells: Iterable[Cell] = (), mine_count: bool = False) -> None:
        self.cells: list[Cell] = list(cells)
        self.mine_count = mine_count
        super().__init__(message, self.cells[0] if self.cells else None)


class GameError(SapperError, ValueError):
    """An action that the game does not allow, an impossible game, or something that is not a game.

    Attributes:
        cell: The cell of the action, or None.

    Example:
        >>> sapper.Rules(first_click="sure")
        Traceback (most recent call last):
        sapper.errors.GameError: unknown `first_click` 'sure': did you mean 'safe'? There is ...
    """

    def __init__(self, message: str, cell: Cell | None = None) -> None:
        super().__init__(message)
        self.cell = cell


class StrategyError(SapperError, ValueError):
    """An unknown strategy, or a strategy in Python that raised or chose an impossible cell.

    Attributes:
        cell: The cell that was chosen, or None.

    Example:
        >>> sapper.Strategy("bets")
        Traceback (most recent call last):
        sapper.errors.StrategyError: unknown strategy 'bets': did you mean 'best'? 'sapper ...
    """

    def __init__(self, message: str, cell: Cell | None = None) -> None:
        super().__init__(message)
        self.cell = cell


class FormatError(SapperError, ValueError):
    r"""Text or bytes that are not in the expected format, or contents that a format cannot hold.

    Attributes:
        offset: The byte at fault, counted from 0, or None.
        line: The line at fault, counted from 1, or None.
        column: The place in that line, counted from 1, or None.
        formats: The names of the formats, if the text has different meanings in several. Otherwise empty.

    Example:
        >>> sapper.Position("1?\n2", mines=1)
        Traceback (most recent call last):
        sapper.errors.FormatError: line 2 has 1 cell, but line 1 has 2
    """

    def __init__(
        self,
        message: str,
        *,
        offset: int | None = None,
        line: int | None = None,
        column: int | None = None,
        formats: tuple[str, ...] = (),
    ) -> None:
        super().__init__(message)
        self.offset = offset
        self.line = line
        self.column = column
        self.formats = formats

    def _with_text(self, message: str) -> FormatError:
        """The same with another text."""
        return FormatError(
            message, offset=self.offset, line=self.line, column=self.column, formats=self.formats
        )


class FileError(FormatError, OSError):
    """A file that cannot be opened, read or written.

    Attributes:
        errno: The number of the system's error, as in `errno`; None if it has none.
        strerror: The text of the system's error.
        filename: The file, as it was given.

    Example:
        >>> sapper.write(sapper.Position("1?", mines=1), ".")
        Traceback (most recent call last):
        sapper.errors.FileError: .: cannot be written: ...
    """

    def __new__(cls, *_: object) -> Self:
        """Makes the object with OSError, because ValueError has no room for `errno`."""
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
        """Keeps `errno` and `strerror` in copies and pickles. OSError stores them outside `__dict__`."""
        cause = None if self.errno is None else OSError(self.errno, self.strerror)
        return type(self), (str(self), self.filename, cause), self.__dict__

    def __str__(self) -> str:
        """The message, which names the file."""
        return str(self.args[0])


class MissingFileError(FileError, FileNotFoundError):
    """A file that does not exist, or a folder on the way to it.

    Example:
        >>> sapper.read("nothing.mbf")
        Traceback (most recent call last):
        sapper.errors.MissingFileError: nothing.mbf: cannot be read: No such file or directory
    """


class ArgumentError(SapperError, TypeError, ValueError):
    """A number, a switch or a function of the wrong type, or a number out of bounds.

    Example:
        >>> sapper.analyse("1?", mines=1, time_limit=-1)
        Traceback (most recent call last):
        sapper.errors.ArgumentError: `time_limit` must be a number of seconds from 0, not -1
    """


class BudgetError(SapperError):
    """The work did not fit into the given time or memory.

    Example:
        >>> sapper.optimum(sapper.Board.square(8, 8, mines=10), memory=2**20)
        Traceback (most recent call last):
        sapper.errors.BudgetError: this board is too large for an exact search: there are ...
    """


class GenerationError(BudgetError):
    """No minefield with the wanted properties was found within the time limit. The message says why.

    Example:
        >>> sapper.generate((30, 30, 400), time_limit=0.01)
        Traceback (most recent call last):
        sapper.errors.GenerationError: found no such minefield within 0.01 seconds ...
    """


class CancelledError(SapperError):
    """The work was stopped from another thread through its `Cancel`.

    Example:
        >>> cancel = sapper.Cancel()
        >>> cancel.set()
        >>> sapper.analyse("1?", mines=1, cancel=cancel)
        Traceback (most recent call last):
        sapper.errors.CancelledError: the analysis was cancelled
    """


class InUseError(SapperError, RuntimeError):
    """A call would change an object that another call uses, in another thread or further up the stack."""


class MissingExtraError(SapperError, ImportError):
    """An optional package is missing. The message says how to install it."""


class SimulationError(SapperError, ValueError):
    """A run that cannot be done: arguments that exclude each other, a file of another run, a lost cluster.

    Example:
        >>> sapper.compare("best", "best")
        Traceback (most recent call last):
        sapper.errors.SimulationError: best is given twice: name two different strategies
    """
