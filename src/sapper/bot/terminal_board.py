"""Finds a board in the text of a terminal, and draws it as a picture."""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from sapper._support.installation import importing

if TYPE_CHECKING:
    from numpy.typing import NDArray

SECOND_HALF: Final = "\0"
"""What stands in the second column of a wide character."""

_SMALLEST_SIDE: Final = 4  # rows and columns of the smallest board
_WIDEST_CELL: Final = 8  # columns from one cell to the next
_HIGHEST_CELL: Final = 4  # lines from one row to the next
_BLANK: Final = f" \u3000{SECOND_HALF}"
_OPENS: Final = "[("  # begins a cell that may be blank
_SIDES: Final = "|│┃║"  # stands between cells that may be blank
_NO_CELL: Final = re.compile(r"[0-9+=─━┄-╿]|--")  # digits, and what frames are made of
_CURSOR: Final = str.maketrans("<>[](){}", " " * 8)  # what stands beside the cell of the cursor
OPEN: Final = ("", *"012345678")
"""What open cells show."""
# What programs draw in open cells without a number, unless their hidden cells show it.
_EMPTY: Final = frozenset(".·_-0■□▢◻▫⬜░")
_FEWEST_SIGNS: Final = 6  # the fewest signs that tell a place
_STILL_THERE: Final = 0.8  # the least share of them that is there


@dataclass(frozen=True, slots=True)
class TextBoard:
    """Where the cells stand in the text.

    Attributes:
        line: The line of the first row.
        column: Where its first cell begins.
        width: The columns of a cell.
        step: The columns from one cell to the next.
        skip: The lines from one row to the next.
        rows: How many rows there are.
        columns: And how many columns.
        hidden: What hidden cells show; empty if they are blank.
        in_brackets: Whether brackets stand around each hidden cell.
    """

    line: int
    column: int
    width: int
    step: int
    skip: int
    rows: int
    columns: int
    hidden: str
    in_brackets: bool

    @property
    def cells(self) -> Iterator[tuple[int, int]]:
        """All cells, row by row."""
        return ((row, column) for row in range(self.rows) for column in range(self.columns))

    def place(self, row: int, column: int) -> tuple[int, int]:
        """The line of a cell, and the column where it begins."""
        return self.line + row * self.skip, self.column + column * self.step

    def cell_at(self, line: int, column: int) -> tuple[int, int] | None:
        """The cell that stands there."""
        row, over = divmod(line - self.line, self.skip)
        cell, beside = divmod(column - self.column, self.step)
        inside = over == 0 and beside < self.width and 0 <= row < self.rows and 0 <= cell < self.columns
        return (row, cell) if inside else None

    def raw_text(self, lines: Sequence[str], row: int, column: int) -> str:
        """All that stands in a cell."""
        line, start = self.place(row, column)
        return lines[line][start : start + self.width]

    def text(self, lines: Sequence[str], row: int, column: int) -> str:
        """What a cell shows, without brackets of the cursor: a digit, another character, or nothing."""
        raw = self.raw_text(lines, row, column)
        text = raw if self.in_brackets or self.width < 3 else raw.translate(_CURSOR)
        text = text.strip(_BLANK + _SIDES).replace(SECOND_HALF, "")
        digits = [digit for letter in text if (digit := unicodedata.digit(letter, None)) is not None]
        if digits:
            return str(digits[0])
        first = text.translate(_CURSOR).strip(_BLANK)[:1]
        return text if text == self.hidden or first == self.hidden else first

    @property
    def _extent(self) -> tuple[int, int]:
        """The lines and columns that it takes with what is around it."""
        return (self.rows - 1) * self.skip + 3, (self.columns - 1) * self.step + self.width + 2

    def signs(self, lines: Sequence[str]) -> dict[tuple[int, int], str]:
        """What stays in a game: the digits, and what is around the cells, by line and column from there."""
        height, width = self._extent
        return {
            (y, x): letter
            for y, line in enumerate(range(self.line - 1, self.line + height - 1))
            for x, column in enumerate(range(self.column - 1, self.column + width - 1))
            if 0 <= line < len(lines) and 0 <= column < len(lines[line])
            if (letter := lines[line][column]) not in _BLANK
            if letter.isdigit() or self.cell_at(line, column) is None
        }

    def where(self, signs: Mapping[tuple[int, int], str], lines: Sequence[str]) -> TextBoard | None:
        """The only place where most of these signs are; None if there is none, or they are few."""
        if len(signs) < _FEWEST_SIGNS:
            return None
        text = np.full((len(lines) + 2, len(lines[0]) + 2), " ")
        text[1:-1, 1:-1] = [list(line) for line in lines]
        high, wide = np.subtract(text.shape, self._extent) + 1
        if min(high, wide) < 1:
            return None
        counts = np.zeros((high, wide), dtype=np.int_)
        for (y, x), letter in signs.items():
            counts += text[y : y + high, x : x + wide] == letter
        places = np.argwhere(counts == counts.max()).tolist()
        if counts.max() < _STILL_THERE * len(signs):
            return None
        if [self.line, self.column] in places:
            return self
        return replace(self, line=places[0][0], column=places[0][1]) if len(places) == 1 else None

    def has_brackets(self, lines: Sequence[str], row: int, column: int) -> bool:
        """Whether a cell stands between brackets that only the cursor has."""
        raw = self.raw_text(lines, row, column)
        return not self.in_brackets and len(raw) > 2 and raw[0] in "<[({" and raw[-1] in ">])}"


@dataclass(frozen=True, slots=True)
class _Run:
    """The same character at equal distances in a line."""

    letter: str
    start: int
    length: int
    step: int
    count: int


def find_board(lines: Sequence[str], shape: tuple[int, int] | None = None) -> TextBoard | None:
    """The largest board on which all cells look the same; None if there is none.

    Args:
        lines: The text, with one character for each column.
        shape: Its rows and columns, if they are known.
    """
    places: defaultdict[_Run, list[int]] = defaultdict(list)
    for number, line in enumerate(lines):
        for run in _runs(line, None if shape is None else shape[1]):
            places[run].append(number)
    boards = [
        board
        for run, numbers in places.items()
        for first, skip, rows in _equal_steps(numbers)
        if (start := _board(run, first, skip, rows, lines)) is not None
        for board in (_grow(start, lines),)
        if shape is None or shape == (board.rows, board.columns)
    ]
    if not boards and shape is not None:
        boards = list(_blank_fields(lines, *shape))
    # A frame may be around cells that show something, and brackets are nearer to a cell than a frame.
    return max(boards, key=lambda each: (bool(each.hidden), each.rows * each.columns), default=None)


def _blank_fields(lines: Sequence[str], rows: int, columns: int) -> Iterator[TextBoard]:
    """Blank parts of the text with something at both sides, whose size is that of the board."""
    places: defaultdict[tuple[int, int], list[int]] = defaultdict(list)
    for number, line in enumerate(lines):
        for match in re.finditer(rf"(?<=[^ ]) {{{columns},}}(?=[^ ])", line):
            places[match.span()].append(number)
    for (start, end), numbers in places.items():
        width, over = divmod(end - start, columns)
        if not over and width <= _WIDEST_CELL:
            for first, skip, count in _equal_steps(numbers):
                if count == rows and skip == 1:
                    yield TextBoard(first, start, width, width, 1, rows, columns, "", in_brackets=False)


def _grow(board: TextBoard, lines: Sequence[str]) -> TextBoard:
    """The board with the rows and columns beside it that are partly open."""
    while board.hidden:  # blank ones are everywhere
        for larger, new_cells in _larger(board):
            texts = [larger.text(lines, *cell) for cell in new_cells if _is_there(larger, lines, cell)]
            open_texts = [text for text in texts if text != board.hidden]
            if (
                len(texts) == len(new_cells)
                and len(open_texts) < len(texts)
                and all(text in OPEN or text in _EMPTY for text in open_texts)
            ):
                board = larger
                break
        else:
            break
    return board


def _larger(board: TextBoard) -> Iterator[tuple[TextBoard, list[tuple[int, int]]]]:
    """The board with one more row or column, and the cells of that."""
    rows, columns = board.rows, board.columns
    taller, wider = replace(board, rows=rows + 1), replace(board, columns=columns + 1)
    yield taller, [(rows, column) for column in range(columns)]
    yield replace(taller, line=board.line - board.skip), [(0, column) for column in range(columns)]
    if board.step > 1:  # else what is beside it may be anything
        yield wider, [(row, columns) for row in range(rows)]
        yield replace(wider, column=board.column - board.step), [(row, 0) for row in range(rows)]


def _is_there(board: TextBoard, lines: Sequence[str], cell: tuple[int, int]) -> bool:
    line, column = board.place(*cell)
    return 0 <= line < len(lines) and 0 <= column <= len(lines[line]) - board.width


def _runs(line: str, columns: int | None) -> Iterator[_Run]:
    blocks: defaultdict[str, list[tuple[int, int]]] = defaultdict(list)
    for match in re.finditer(r"(\S)\1*", line.translate(dict.fromkeys(map(ord, _BLANK), " "))):
        letter, start, length = match[1], match.start(), len(match[0])
        if letter not in _SIDES and _NO_CELL.match(match[0]):
            continue
        blocks[letter].append((start, length))
        if length >= _SMALLEST_SIDE:
            # Without a distance between them, only the size of the board tells how wide cells are.
            width = 1 if columns is None or length % columns else length // columns
            yield _Run(letter, start, width, width, length // width)
    for letter, places in blocks.items():
        run = [places[0]]
        for before, now in pairwise([*places, (len(line) + 2 * _WIDEST_CELL, 0)]):
            step = now[0] - before[0]
            if len(run) > 1 and (step != run[1][0] - run[0][0] or now[1] != run[0][1]):
                if len(run) >= _SMALLEST_SIDE:
                    yield _Run(letter, *run[0], run[1][0] - run[0][0], len(run))
                run = [before]
            if now[1] == run[-1][1] and step <= _WIDEST_CELL:
                run.append(now)
            else:
                run = [now]


def _equal_steps(numbers: Sequence[int]) -> Iterator[tuple[int, int, int]]:
    """Series of lines at equal distances: the first, the distance, and how many."""
    there = set(numbers)
    for skip in range(1, _HIGHEST_CELL + 1):
        for first in numbers:
            if first - skip not in there:
                count = 1
                while first + count * skip in there:
                    count += 1
                if count >= _SMALLEST_SIDE:
                    yield first, skip, count


def _board(run: _Run, first: int, skip: int, rows: int, lines: Sequence[str]) -> TextBoard | None:
    column, width, columns = max(0, run.start - (run.step - run.length) // 2), run.step, run.count
    in_brackets = run.letter in _OPENS
    if in_brackets:
        column = run.start
    elif run.letter in _SIDES:
        column, width, columns = run.start + 1, run.step - 1, run.count - 1
    if width < 1 or columns < _SMALLEST_SIDE:
        return None
    board = TextBoard(first, column, width, run.step, skip, rows, columns, "", in_brackets)
    if not in_brackets and run.letter not in _SIDES:
        return replace(board, hidden=run.letter * run.length)
    # In a game that has begun, all cells but the open ones show the same.
    texts = {board.raw_text(lines, *cell).strip(_BLANK).replace(SECOND_HALF, "") for cell in board.cells}
    hidden = texts if len(texts) == 1 else {text for text in texts if text not in OPEN}
    if len(hidden) != 1 or (in_brackets and not all(text[-1:] in "])" for text in hidden)):
        return None
    return replace(board, hidden=hidden.pop())


_CELL: Final = 28  # pixels of a cell in the picture
_AROUND: Final = 60  # pixels around the board
_GROUND, _FACE, _HIDDEN, _LINE, _INK = 150, 235, 190, 90, 20  # grey levels
_DOTS: Final = 4  # squares at each side of the pattern that stands for a character outside ASCII


def pixel_cell(place: tuple[int, int]) -> tuple[int, int]:
    """The cell that the picture has there."""
    column, row = ((each - _AROUND) // _CELL for each in place)
    return row, column


def picture(cells: Sequence[Sequence[str | None]]) -> NDArray[np.uint8]:
    """A board with lines between the cells, where hidden cells are darker and without a mark.

    Args:
        cells: What each cell shows; None if it is hidden.

    Returns:
        Pixels of shape (height, width, 3).
    """
    with importing("screen", "drawing a terminal needs Pillow"):
        from PIL import Image, ImageDraw, ImageFont
    rows, columns = len(cells), len(cells[0])
    size = columns * _CELL + 2 * _AROUND, rows * _CELL + 2 * _AROUND
    image = Image.new("RGB", size, (_GROUND,) * 3)
    draw: Any = ImageDraw.Draw(image)
    font = ImageFont.load_default(size=_CELL * 0.75)
    for row, line in enumerate(cells):
        for column, text in enumerate(line):
            x, y = _AROUND + column * _CELL, _AROUND + row * _CELL
            face = _HIDDEN if text is None else _FACE
            draw.rectangle((x, y, x + _CELL - 1, y + _CELL - 1), fill=(face,) * 3, outline=(_LINE,) * 3)
            if not text or text in _EMPTY:
                continue
            if text.isascii():
                middle = x + _CELL / 2, y + _CELL / 2
                draw.text(middle, text, font=font, fill=(_INK,) * 3, anchor="mm")
            else:
                _draw_pattern(draw, x, y, ord(text))
    return np.asarray(image)


def _draw_pattern(draw: Any, x: int, y: int, number: int) -> None:
    """Draws squares in a pattern that tells this number from others, because fonts lack many characters."""
    bits = (number * 0x9E3779B1 >> 8) | 1
    size = _CELL // (_DOTS + 2)
    for place in range(_DOTS * _DOTS):
        if bits >> place & 1:
            left, top = x + size + place % _DOTS * size, y + size + place // _DOTS * size
            draw.rectangle((left, top, left + size - 1, top + size - 1), fill=(_INK,) * 3)
