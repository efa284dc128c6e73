"""Reads the position from a picture of a board, of any program."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from sapper._support.checks import integer, rows_and_columns
from sapper._support.engine_call import in_time, limited, limits_left
from sapper._support.words import brief, percent, quantity, size_words
from sapper.board.marks import FLAG, HIDDEN
from sapper.board.position import Position
from sapper.errors import ArgumentError, BudgetError, CellError, FormatError, PositionError
from sapper.screen.counter import counts
from sapper.screen.edges import LEAST_PITCH, Edges
from sapper.screen.ends import ends
from sapper.screen.fields import find_fields
from sapper.screen.grid import Grid, find_grids
from sapper.screen.labels import Labelling, Readings
from sapper.screen.looks import MOST_LOOKS, Faces, Look, looks_of
from sapper.screen.numbers import numbers_beside
from sapper.screen.outline import goes_round, trimmed, widened
from sapper.screen.pixels import pixels_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sapper._engine import Cancel

    _Box = tuple[int, int, int, int]

_CANDIDATES: Final = 3  # places of the picture that are tried
FEWEST: Final = 5  # rows and columns; a smaller grid may be a part of a board or of a cell
_REPEATED: Final = 6  # the fewest cells for each look of a board that is found by its sides
_SQUARE: Final = 0.03  # how far the width and the height of a cell may differ if the whole picture is a board
_DOUBTED: Final = 0.9  # the certainty of a cell that is the same in all readings, if these are doubtful
_NAMED: Final = 0.001  # the least probability of an option that a question names
_NAMES: Final = {HIDDEN: "covered", 0: "empty"}


class NoBoardError(FormatError):
    """A picture without a board that can be found. With its size, the reader may still find one."""


@dataclass(frozen=True, slots=True)
class PictureQuestion:
    """What a picture leaves open: cells that look the same, and what they may be.

    Attributes:
        cells: The cells.
        options: Their possible marks as in `Position`, the most likely first: numbers, or -1 for covered.
            That a covered cell has a flag changes no analysis, so it is never asked.
        chances: The probability of each option.

    Example:
        >>> print(sapper.PictureQuestion(((0, 4), (2, 1)), (2, 3), (0.9, 0.1)))
        what is in row 0, column 4 and 1 other cell that look the same: 2 (90 %) or 3 (10 %)?
    """

    cells: tuple[tuple[int, int], ...]
    options: tuple[int, ...]
    chances: tuple[float, ...]

    def __str__(self) -> str:
        """The question, in one line."""
        row, column = self.cells[0]
        more = (
            f" and {quantity(len(self.cells) - 1, 'other cell')} that look the same" if self.cells[1:] else ""
        )
        likely = [
            f"{_name(mark)} ({percent(chance, figures=2)})"
            for mark, chance in zip(self.options, self.chances, strict=True)
            if chance >= _NAMED
        ]
        other = [] if len(likely) == len(self.options) else ["another mark"]
        return f"what is in row {row}, column {column}{more}: {' or '.join(likely + other)}?"


@dataclass(frozen=True, slots=True)
class PictureReading:
    """What `read_picture` found.

    Attributes:
        position: The most likely position. It is sure only if there are no questions.
        certainty: The probability that each cell is read right, of shape (rows, columns), flags counted as
            hidden cells. 1 means that all readings that have something else there are more than 1000 times
            less likely than the best.
        questions: What is open. `answer` takes the answers.
        unclear_ends: The sides where the board may be a few rows or columns larger or smaller, `"left"`,
            `"top"`, `"right"` or `"bottom"`: they would be empty, and nothing tells them from the window
            around the board. `read_picture(..., within=...)` takes the answer.
        doubtful: Whether the rules explain little of what the picture shows: its cells could just as well be
            random. It may be no board, or different cells may look the same. Then no cell is certain. Boards
            on which only scattered numbers are open are doubtful, and so are boards without lines on which
            nothing is open.
        counts: The numbers of mines that the picture's own counter may say, if the caller gave none. If one
            of them is sure, `position.mines` has it. Otherwise `position.mines` is None: find out the number,
            and give it to `with_mines`.

    Example:
        >>> from sapper.draw import board_svg, png_of
        >>> game = sapper.Game("beginner", seed=1)
        >>> game.open(4, 4)
        53
        >>> reading = sapper.read_picture(png_of(board_svg(game.position)))
        >>> reading.sure, float(reading.certainty.min())
        (True, 1.0)
        >>> reading.with_mines(10).position == game.position
        True
    """

    position: Position
    certainty: NDArray[np.float64]
    questions: tuple[PictureQuestion, ...]
    unclear_ends: tuple[str, ...]
    doubtful: bool
    counts: tuple[int, ...]
    _grid: Any = field(repr=False)
    _looks: tuple[Any, ...] = field(repr=False)
    _known: Mapping[int, int] = field(repr=False)
    _by_lines: bool = field(repr=False)

    @property
    def box(self) -> tuple[int, int, int, int]:
        """Where the board lies in the picture: left, top, right, bottom, in pixels."""
        left, top, right, bottom = self._grid.box
        return left, top, right, bottom

    @property
    def sure(self) -> bool:
        """Whether nothing is open or doubtful."""
        return not (self.questions or self.unclear_ends or self.doubtful)

    def answer(self, cell: tuple[int, int], mark: int) -> PictureReading:
        """The reading with an answer: what a cell, and all that look the same, really show.

        Args:
            cell: Any cell, whether or not a question has it.
            mark: Its mark as in `Position`: a number, -1 hidden, or -2 flag.

        Raises:
            CellError: There is no such cell.
            ArgumentError: It is no such mark.
            PositionError: No minefield fits the answer.
        """
        rows, columns = self.position.topology.shape
        index = _index(cell, rows, columns)
        known = {**self._known}
        known[next(number for number, look in enumerate(self._looks) if index in look.cells)] = _mark(mark)
        read = _reading(self._looks, self._grid, self.position.mines, known, by_lines=self._by_lines)
        return replace(read, unclear_ends=self.unclear_ends, counts=self.counts)

    def with_mines(self, mines: int) -> PictureReading:
        """The reading if the board has this many mines.

        Raises:
            PositionError: No minefield with this many mines fits.
        """
        integer("mines", mines, PositionError)
        counted = Position(self.position.marks, mines, self.position.topology)
        read = _reading(self._looks, self._grid, counted.mines, self._known, by_lines=self._by_lines)
        return replace(read, unclear_ends=self.unclear_ends)


def read_picture(
    source: str | os.PathLike[str] | bytes | NDArray[Any],
    mines: int | None = None,
    *,
    shape: tuple[int, int] | None = None,
    within: tuple[int, int, int, int] | None = None,
    time_limit: float | None = None,
    cancel: Cancel | None = None,
) -> PictureReading:
    r"""Reads the position from a picture of a board: a screenshot of any program, or a drawing.

    It knows no program. It finds lines at equal distances, tells the cells apart by their looks, and gives
    each look the meaning that the rules of Minesweeper allow. Other drawings than numbers are read as flags.
    What the rules and the shapes of the digits leave open becomes a question.

    Args:
        source: A file (PNG, JPEG, GIF, BMP or WebP) of at most 10 million pixels, its bytes, or the pixels as
            an array of shape (height, width, 3) and type uint8.
        mines: The number of mines on the board. By default it is read from a counter beside the board, if
            there is one that is sure. Fewer questions stay open if it is known.
        shape: The numbers of rows and columns. They are needed where hidden cells have no lines between them:
            then the board is found by its sides. No board of another size is read.
        within: The part of the picture to look at: left, top, right, bottom, in pixels. With `shape`, this
            part may be the board itself, and so may the whole picture if the cells are square then. The
            sides of the board need no edges then.
        time_limit: Seconds after which reading stops with an error.
        cancel: Stops reading if it is set from another thread.

    Returns:
        The position, how sure it is, and the open questions. A screen of 1280 by 960 pixels takes about half
        a second.

    Raises:
        ArgumentError: `source` is none of these, `within` is not a part of the picture, or `shape`,
            `time_limit` or `cancel` is invalid.
        MissingFileError: There is no such file.
        FileError: The file cannot be read.
        FormatError: It is no picture, it is too large, or no board or more than one was found in it.
        PositionError: `mines` is not possible on the board.
        BudgetError: It took longer than the time limit.
        CancelledError: `cancel` was set.
        MissingExtraError: Pillow is not installed.

    Example:
        >>> from sapper.draw import board_svg, png_of
        >>> position = sapper.Position("11100\n1?100\n11100\n00000\n00000", mines=1)
        >>> reading = sapper.read_picture(png_of(board_svg(position)), mines=1)
        >>> reading.sure, reading.position == position
        (True, True)
    """
    if mines is not None:
        integer("mines", mines, PositionError)
    size = None if shape is None else rows_and_columns(shape, FEWEST)
    with limited("reading the picture", time_limit, cancel):
        pixels = pixels_of(source)
        return _read(pixels, _part(within, pixels), mines, size)


def _read(
    pixels: NDArray[np.uint8], part: _Box, mines: int | None, shape: tuple[int, int] | None
) -> PictureReading:
    """The reading of a part of a picture."""
    left, top, right, bottom = part
    size = pixels.shape[:2]
    pixels = pixels[top:bottom, left:right]
    whole = pixels.shape[:2]
    search = _Search(pixels, mines, shape)
    if min(whole) >= (FEWEST - 1) * LEAST_PITCH:
        edges = Edges.of(pixels)
        search.by_lines(edges)
        if shape is not None and all(each.doubtful for each in search.found):
            search.by_sides(edges, *shape, chosen=whole != size)
    found = [replace(each, _grid=each._grid.moved(left, top)) for each in search.found]
    found = [each for each in found if not each.doubtful] or found[:1]
    boards = [each for each in found if len(each._looks) > 2 and each.position.hidden]
    if not boards and search.refused:
        error, grid = search.refused[0]
        raise PositionError(f"{error}; the board is at within={grid.moved(left, top).box}")
    if not found:
        if search.others:
            other = size_words(search.others[0])
            raise NoBoardError(f"found no board of this size: the one in this picture has {other}")
        of_size = "" if shape is None else f" of {size_words(shape)}"
        ask = "If there are no edges between hidden cells, say how many rows and columns it has"
        raise NoBoardError(
            f"found no board{of_size} in this picture: it needs at least 5 rows and columns of square cells, "
            "each at least 7 pixels wide, and nothing in front of them"
            + (f". {ask}" if shape is None else "")
        )
    if len(boards) > 1:
        places = " and ".join(f"within={each.box}" for each in boards)
        raise FormatError(
            f"there are {len(boards)} boards in this picture: cut one out, or choose one with {places}"
        )
    return (boards or found)[0]


class _Search:
    """Boards in a picture.

    Attributes:
        found: The readings that the rules allow.
        refused: Grids that they do not allow, and why.
        others: The sizes of boards that do not have the given size.
    """

    def __init__(self, pixels: NDArray[np.uint8], mines: int | None, shape: tuple[int, int] | None) -> None:
        self.found: list[PictureReading] = []
        self.refused: list[tuple[PositionError, Grid]] = []
        self.others: list[tuple[int, int]] = []
        self._pixels, self._mines, self._shape = pixels, mines, shape

    def by_lines(self, edges: Edges) -> None:
        """Looks for boards with lines between their cells."""
        for grid in in_time(find_grids(edges)[:_CANDIDATES], every=1):
            grid, looks, unclear = trimmed(self._pixels, *widened(self._pixels, grid))
            if len(looks) <= MOST_LOOKS and min(grid.rows, grid.columns) >= FEWEST:
                self._try(grid, looks, unclear, by_lines=True)

    def by_sides(self, edges: Edges, rows: int, columns: int, *, chosen: bool) -> None:
        """Looks for a board without such lines.

        `chosen` says that the user chose this part of a picture. Then it may be the board itself. A whole
        picture may be one, too, if its cells are square and not all alike.
        """
        grids = find_fields(self._pixels, edges, rows, columns)
        height, width = self._pixels.shape[0] / rows, self._pixels.shape[1] / columns
        whole = None
        if min(height, width) >= LEAST_PITCH and (chosen or abs(width / height - 1) <= _SQUARE):
            whole = Grid.between((0, 0, width * columns, height * rows), rows, columns)
            grids.append(whole)
        most = min(MOST_LOOKS, rows * columns // _REPEATED)
        for grid in in_time(grids, every=1):  # the likeliest first
            if any(grid.overlaps(each._grid) for each in self.found if not each.doubtful):
                continue
            looks = looks_of(Faces.of(self._pixels, grid), most=most)
            if len(looks) > most or not goes_round(grid, looks):
                continue
            if grid is whole and len(looks) == 1 and not chosen:
                continue
            wide, _ = widened(self._pixels, grid)
            if wide == grid:
                self._try(grid, looks, set(), by_lines=False)
            else:
                self.others.append((wide.rows, wide.columns))
        if self.found:
            self.refused.clear()

    def _try(self, grid: Grid, looks: list[Look], unclear: set[str], *, by_lines: bool) -> None:
        """Reads a grid. One found by its lines may go on beyond its ends where the board is empty."""
        try:
            reading = _reading(tuple(looks), grid, self._mines, {}, by_lines=by_lines)
            if by_lines:
                reading = _ended(self._pixels, reading, unclear)
        except PositionError as error:
            self.refused.append((error, grid))
            return
        shape = reading._grid.rows, reading._grid.columns
        if self._shape not in (None, shape):
            self.others.append(shape)
            return
        self.found.append(_counted(self._pixels, reading) if self._mines is None else reading)


def _counted(pixels: NDArray[np.uint8], reading: PictureReading) -> PictureReading:
    """The reading with what a counter beside the board says."""
    told, sure = counts(numbers_beside(pixels, reading._grid), reading.position.marks)
    if sure is not None:
        try:
            reading = reading.with_mines(sure)
        except PositionError:  # then it is no counter
            told = tuple(each for each in told if each != sure)
    return replace(reading, counts=told)


def _ended(pixels: NDArray[np.uint8], reading: PictureReading, unclear: set[str]) -> PictureReading:
    """The reading with the rows and columns at its ends that have no drawing."""
    while True:
        grid, sides = ends(pixels, reading._grid, reading.position.marks, reading._looks)
        # A side stays unclear after the cells that may be beyond it are added.
        unclear = unclear.union(sides)
        if grid == reading._grid:
            return replace(reading, unclear_ends=tuple(sorted(unclear)))
        looks = tuple(looks_of(Faces.of(pixels, grid)))
        reading = _reading(looks, grid, reading.position.mines, {}, by_lines=True)


def _part(within: object, pixels: NDArray[np.uint8]) -> _Box:
    height, width = pixels.shape[:2]
    if within is None:
        return 0, 0, width, height
    try:
        # What is no tuple of four raises.
        left, top, right, bottom = (integer("within", each) for each in within)  # type: ignore[attr-defined]
    except (TypeError, ValueError):
        left = top = right = bottom = -1
    if not (0 <= left < right <= width and 0 <= top < bottom <= height):
        raise ArgumentError(
            f"within must be (left, top, right, bottom) in a picture of {width} x {height} pixels, "
            f"not {brief(within)}"
        )
    return left, top, right, bottom


def _reading(
    looks: tuple[Look, ...],
    grid: Grid,
    mines: int | None,
    known: Mapping[int, int],
    *,
    by_lines: bool,
) -> PictureReading:
    """What the rules say about the looks of a board that was found by its lines, or else by its sides.

    Raises PositionError if they allow nothing.
    """
    rows, columns = grid.rows, grid.columns
    Position(
        np.full((rows, columns), HIDDEN, dtype=np.int16), mines
    )  # raises if there are more mines than cells
    try:
        readings = Labelling(looks, (rows, columns), mines, known, is_board=by_lines).readings()
    except BudgetError:
        seconds, _ = limits_left()
        if seconds is not None and seconds <= 0:
            raise
        raise PositionError(
            "the numbers on this picture are too entangled to count: perhaps it shows no board"
        ) from None
    if not readings.meanings:
        counted = "" if mines is None else f" with {quantity(mines, 'mine')}"
        said = " and the answers about it" if known else ""
        raise PositionError(f"no minefield{counted} fits what this picture shows{said}")
    marks = np.zeros(rows * columns, dtype=np.int16)
    # Any rectangle may be a board without lines on which nothing is open.
    doubtful = readings.doubtful or (not by_lines and max(readings.meanings[0]) < 0)
    certainty = np.full(rows * columns, _DOUBTED if doubtful else 1.0)
    questions = []
    for number, look in enumerate(looks):
        mark = marks[look.cells] = readings.meanings[0][number]
        likely = {max(meaning[number], HIDDEN) for meaning in readings.meanings}
        if len(likely) > 1:
            chances = _chances(readings, number)
            certainty[look.cells] *= chances[max(mark, HIDDEN)]
            ranked = sorted(chances, key=lambda mark: -chances[mark])
            cells = tuple((int(cell) // columns, int(cell) % columns) for cell in look.cells)
            questions.append(PictureQuestion(cells, tuple(ranked), tuple(chances[mark] for mark in ranked)))
    certainty.setflags(write=False)
    questions.sort(key=lambda question: (question.chances[0], question.cells))
    position = Position(marks.reshape(rows, columns), mines)
    return PictureReading(
        position,
        certainty.reshape(rows, columns),
        tuple(questions),
        (),
        doubtful,
        (),
        grid,
        looks,
        known,
        by_lines,
    )


def _chances(readings: Readings, number: int) -> dict[int, float]:
    """The probability of each mark that a look may have, also of unlikely ones. A flag is a covered cell."""
    meanings, told = readings.meanings + readings.others, readings.chances + readings.chances_of_others
    chances: dict[int, float] = {}
    for meaning, chance in zip(meanings, told, strict=True):
        mark = max(meaning[number], HIDDEN)
        chances[mark] = chances.get(mark, 0.0) + chance
    return {mark: min(chance, 1.0) for mark, chance in chances.items()}


def _index(cell: object, rows: int, columns: int) -> int:
    if isinstance(cell, tuple) and len(cell) == 2:
        row, column = (integer("a cell", each, CellError) for each in cell)
        if 0 <= row < rows and 0 <= column < columns:
            return row * columns + column
    raise CellError(f"{brief(cell)} is not on the board: it has {rows} rows and {columns} columns", cell)


def _mark(mark: object) -> int:
    value = integer("mark", mark)
    if not FLAG <= value <= 8:
        raise ArgumentError(f"mark must be a number from 0 to 8, -1 hidden or -2 flag, not {value}")
    return value


def _name(mark: int) -> str:
    return _NAMES.get(mark, str(mark))
