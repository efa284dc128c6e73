"""Reads the position from a picture of a board, of any program."""

from __future__ import annotations

import io
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from sapper import _engine
from sapper._support.checks import integer, rows_and_columns
from sapper._support.engine_call import EngineCall, check_common_arguments, limit_time, limits_left
from sapper._support.file_bytes import bytes_of, within_limit
from sapper._support.installation import importing
from sapper._support.words import brief, percent, quantity, size_words
from sapper.board.marks import FLAG, HIDDEN, SAFE
from sapper.board.position import Position
from sapper.errors import ArgumentError, CellError, FormatError, PositionError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sapper._engine import Cancel

    _Box = tuple[int, int, int, int]

MOST_PIXELS: Final = 10_000_000
"""The largest picture; a 4k screen has 8.3 million pixels. Reading takes about 100 bytes for each."""

_KINDS: Final = ("PNG", "JPEG", "GIF", "BMP", "WEBP")


def pixels_of(source: str | os.PathLike[str] | bytes | NDArray[Any]) -> NDArray[np.uint8]:
    """The pixels of a picture, of shape (height, width, 3).

    Args:
        source: A file, its bytes, or the pixels of a picture.

    Raises:
        ArgumentError: `source` is none of them.
        FileError: The file cannot be read.
        FormatError: It is no picture, or too large. The message names the file.
        MissingExtraError: Pillow is not installed.
    """
    if isinstance(source, np.ndarray):
        return _check(source)
    if isinstance(source, bytes):
        return _decode(within_limit(source, "the picture"))
    if not isinstance(source, (str, os.PathLike)):
        raise ArgumentError(f"`source` must be a file, its bytes or an array of pixels, not {brief(source)}")
    data = bytes_of(source, "source")
    try:
        return _decode(data)
    except FormatError as error:
        raise FormatError(f"{source}: {error}") from None


def _check(pixels: NDArray[Any]) -> NDArray[np.uint8]:
    if pixels.ndim != 3 or pixels.shape[2] not in (3, 4) or pixels.dtype != np.uint8:
        raise FormatError(
            "`pixels` must be of shape (height, width, 3) and type uint8, "
            f"not of shape {pixels.shape} and type {pixels.dtype}"
        )
    if np.ma.is_masked(pixels):
        raise FormatError("some pixels are masked: give a plain array of the whole picture")
    _check_size(pixels.shape[1], pixels.shape[0])
    return pixels[..., :3]


def _check_size(width: int, height: int) -> None:
    if width * height > MOST_PIXELS:
        raise FormatError(
            f"the picture has {width} x {height} pixels, and at most {MOST_PIXELS:,} are read: "
            "cut out the board"
        )


def _decode(data: bytes) -> NDArray[np.uint8]:
    with importing("screen", "reading pictures needs Pillow"):
        from PIL import Image, ImageOps, UnidentifiedImageError
    try:
        with Image.open(io.BytesIO(data), formats=_KINDS) as picture:
            _check_size(*picture.size)  # before anything is unpacked
            plain = ImageOps.exif_transpose(picture).convert("RGBA")  # as browsers show it
            ground = Image.new("RGBA", plain.size, "white")
            return np.asarray(Image.alpha_composite(ground, plain).convert("RGB"))
    except FormatError:
        raise
    except UnidentifiedImageError:
        raise FormatError(f"this is not a picture that can be read ({', '.join(_KINDS)})") from None
    except (Image.DecompressionBombError, Image.DecompressionBombWarning) as error:
        raise FormatError(f"the picture is too large: {brief(error)}") from None
    except Exception as error:  # noqa: BLE001  # decoders raise many kinds of errors about broken files
        raise FormatError(f"the picture is broken: {brief(error)}") from None


FEWEST_ROWS: Final = 5  # rows and columns; a smaller grid may be a part of a board or of a cell
_MOST_MINES: Final = 2**32 - 1  # that the engine takes
_LEAST_CHANCE: Final = 0.001  # the least probability of an option that a question names
_NAMES: Final = {HIDDEN: "covered", 0: "empty"}


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
            if chance >= _LEAST_CHANCE
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
        unclear_ends: The sides where the board may be larger or smaller, `"left"`, `"top"`, `"right"` or
            `"bottom"`: a few rows or columns there would be empty, and nothing tells them from the window
            around the board, or the picture cuts a cell there. `read_picture(..., shape=...)` takes the
            answer. Do not take a part of a board for a board: its outer numbers count mines outside.
        doubtful: Whether the rules explain little of what the picture shows: its cells could just as well be
            random. It may be no board, or different cells may look the same. Then no cell is certain. Boards
            on which only scattered numbers are open are doubtful, and so are boards without lines on which
            nothing is open.
        counts: The numbers of mines that the picture's own counter may say, if the caller gave none. If
            nothing is open or doubtful, they fit the board. If one of them is sure, `position.mines` has it.
            Otherwise `position.mines` is None: find out the number, and give it to `with_mines`.

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
    _read: _engine.PictureReading = field(repr=False)

    @property
    def box(self) -> tuple[int, int, int, int]:
        """Where the board lies in the picture: left, top, right, bottom, in pixels."""
        return self._read.grid.box

    @property
    def sure(self) -> bool:
        """Whether nothing is open or doubtful."""
        return not (self.questions or self.unclear_ends or self.doubtful)

    def answer(self, cell: tuple[int, int], mark: int) -> PictureReading:
        """The reading with an answer: what a cell, and all that look the same, really show.

        Args:
            cell: Any cell, whether or not a question has it.
            mark: Its mark as in `Position`: a number, -1 hidden, -2 flag, or -6 for an open cell whose number
                cannot be seen, such as one under a window.

        Raises:
            CellError: There is no such cell.
            ArgumentError: It is no such mark.
            PositionError: No minefield fits the answer.
        """
        rows, columns = self.position.topology.shape
        index, mark = _index(cell, rows, columns), _mark(mark)
        with EngineCall("reading the picture"), _positions():
            return _reading(self._read.answer(index, mark))

    def with_mines(self, mines: int) -> PictureReading:
        """The reading if the board has this many mines.

        Raises:
            PositionError: No minefield with this many mines fits.
        """
        mines = integer("mines", mines, PositionError)
        Position(self.position.marks, mines, self.position.topology)  # raises if they are too many
        with EngineCall("reading the picture"), _positions():
            return _reading(self._read.with_mines(mines))


def read_picture(
    source: str | os.PathLike[str] | bytes | NDArray[Any],
    mines: int | None = None,
    *,
    shape: tuple[int, int] | None = None,
    within: tuple[int, int, int, int] | None = None,
    partial: bool = False,
    time_limit: float | None = None,
    cancel: Cancel | None = None,
) -> PictureReading:
    r"""Reads the position from a picture of a board: a screenshot of any program, or a drawing.

    It knows no program. It finds lines or digits at equal distances, tells the cells apart by their looks,
    and gives each look the meaning that the rules of Minesweeper allow. Other drawings than numbers are read
    as flags. What the rules and the shapes of the digits leave open becomes a question.

    Args:
        source: A file (PNG, JPEG, GIF, BMP or WebP) of at most 10 million pixels, its bytes, or the pixels as
            an array of shape (height, width, 3) and type uint8.
        mines: The number of mines on the board. By default it is read from a counter beside the board, if
            there is one that is sure. Fewer questions stay open if it is known.
        shape: The numbers of rows and columns. They are needed where hidden cells have no lines between them
            and few numbers are open: then the board is found by its sides. They also say how far a board goes
            that has unclear ends. No board of another size is read.
        within: The part of the picture to look at: left, top, right, bottom, in pixels. With `shape`, this
            part may be the board itself, and so may the whole picture if the cells are square then. The
            sides of the board need no edges then.
        partial: Whether the picture shows a part of a board, because it is cropped or scrolled. Then the
            edge of the picture is no wall: numbers on the outer cells count mines that nobody sees, so these
            cells are read as `s`, open without a number. Only an outer cell that is empty keeps its 0. The
            number of mines in the part is not known, and no side is unclear.
        time_limit: Seconds after which reading stops with an error.
        cancel: Stops reading if it is set from another thread.

    Returns:
        The position, how sure it is, and the open questions. A screen of 1280 by 960 pixels takes about a
        quarter of a second, or up to three seconds if no board in it is clear.

    Raises:
        ArgumentError: `source` is none of these, `within` is not a part of the picture, `mines` is given for
            a part of a board, or `shape`, `time_limit` or `cancel` is invalid.
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
    check_common_arguments(partial=partial)
    if mines is not None:
        if partial:
            raise ArgumentError("nobody knows how many mines a part of a board has: leave out the mines")
        mines = integer("mines", mines, PositionError)
        if not 0 <= mines <= _MOST_MINES:
            raise PositionError(f"no board can hold {quantity(mines, 'mine')}")
    size = None if shape is None else rows_and_columns(shape, FEWEST_ROWS)
    if size is not None and max(size) > MOST_PIXELS:
        raise FormatError(f"found no board of {size_words(size)}: a picture has too few pixels")
    with limit_time("reading the picture", time_limit, cancel):
        pixels = pixels_of(source)
        part = _part(within, pixels)
        left, stop = limits_left()
        with EngineCall("reading the picture", left), _positions():
            return _reading(_engine.read_picture(pixels, mines, size, part, partial, left, stop))


@contextmanager
def _positions() -> Iterator[None]:
    """Turns the engine's errors about pictures into those of this package."""
    try:
        yield
    except _engine.PictureRefusal as error:
        kind = refusal_kind(error)
        advice = "Cut one out, or choose one of these" if kind == "several_boards" else None
        text = refusal_words(error, advice=advice)
        raise (PositionError if kind == "contradiction" else FormatError)(text) from None
    except _engine.PositionError as error:
        raise PositionError(error.args[0]) from None


def _reading(read: _engine.PictureReading) -> PictureReading:
    """The reading of the engine."""
    columns = read.grid.columns
    questions = tuple(
        PictureQuestion(tuple(divmod(cell, columns) for cell in cells), tuple(options), tuple(chances))
        for cells, options, chances in read.questions
    )
    return PictureReading(
        Position(read.marks, read.mines),
        read.certainty,
        questions,
        tuple(read.unclear_ends),
        read.doubtful,
        tuple(read.counts),
        read,
    )


def _part(within: object, pixels: NDArray[np.uint8]) -> _Box:
    height, width = pixels.shape[:2]
    if within is None:
        return 0, 0, width, height
    try:
        # This line raises one of the two errors unless `within` has four whole numbers.
        left, top, right, bottom = (integer("within", each) for each in within)  # type: ignore[attr-defined]
    except (TypeError, ValueError):
        left = top = right = bottom = -1
    if not (0 <= left < right <= width and 0 <= top < bottom <= height):
        raise ArgumentError(
            f"`within` must be (left, top, right, bottom) in a picture of {width} x {height} pixels, "
            f"not {brief(within)}"
        )
    return left, top, right, bottom


def _index(cell: object, rows: int, columns: int) -> int:
    if isinstance(cell, tuple) and len(cell) == 2:
        row, column = (integer("a cell", each, CellError) for each in cell)
        if 0 <= row < rows and 0 <= column < columns:
            return row * columns + column
    raise CellError(f"{brief(cell)} is not on the board: it has {rows} rows and {columns} columns", cell)


def _mark(mark: object) -> int:
    value = integer("mark", mark)
    if not FLAG <= value <= 8 and value != SAFE:
        raise ArgumentError(
            "`mark` must be a number from 0 to 8, -1 hidden, -2 flag or -6 safe without a number, "
            f"not {value}"
        )
    return value


def _name(mark: int) -> str:
    return _NAMES.get(mark, str(mark))


def refusal_behind(error: Exception) -> _engine.PictureRefusal | None:
    """What the engine said, if that is behind an error of `read_picture`."""
    refusal = error.__context__
    return refusal if isinstance(refusal, _engine.PictureRefusal) else None


def refusal_kind(refusal: _engine.PictureRefusal) -> str:
    """The kind of a refusal, as the engine names it: `no_board`, `several_boards`, `contradiction`..."""
    return str(refusal.args[0])


def refusal_words(
    refusal: _engine.PictureRefusal,
    *,
    where: str = "in this picture",
    place: str | None = "`within=({}, {}, {}, {})`",
    advice: str | None = None,
) -> str:
    """Why a picture was not read, and what to do.

    Args:
        refusal: What the engine says.
        where: Where the board should have been.
        place: How a part of the picture is given: left, top, right, bottom. None where no part can be given.
        advice: A sentence without its full stop, or an empty text; by default that of the engine.
    """
    kind, finding, reason, its_advice, places = refusal.args
    text = finding if kind == "contradiction" else f"{finding} {where}"
    if reason:
        text += f": {reason}"
    if places and place is not None:
        names = " and ".join(place.format(*each) for each in places)
        text += f"; {'the board is' if len(places) == 1 else 'they are'} at {names}"
    advice = its_advice if advice is None else advice
    return f"{text}. {advice}" if advice else text
