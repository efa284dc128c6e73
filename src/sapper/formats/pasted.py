"""Positions in text copied from a terminal, with frames, coordinates, colours and the signs of any game."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

import numpy as np

from sapper.board.marks import FLAG, HIDDEN
from sapper.errors import FormatError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

_COLOUR: Final = re.compile(r"\x1b(\[[0-9;:?]*[ -/]*[@-~]|\][^\x07\x1b]*(\x07|\x1b\\)|[@-Z\\-_])")
_BARS: Final = "|│┃║"
_FRAME: Final = re.compile(r"[\s+\-=|.'`\u2500-\u257f]*[+\-=\u2500-\u257f]{3}[\s+\-=|.'`\u2500-\u257f]*")
_FLAGS: Final = frozenset("Ff!Pp⚑🚩Þ")
_COVERS: Final = frozenset("#?xX*■█▇▓▒░□▢")  # if a text has one of them, no other sign is covered
_NUMBERS: Final = "012345678"
_FEWEST: Final = 4  # rows and columns
_MOST_SIGNS: Final = 4  # other than numbers and flags, whose meaning the rules tell
_WIDEST: Final = 4  # letters from one cell to the next

_Rows = list[list[str]]


def marks_in(data: bytes) -> NDArray[np.int16] | None:
    """The marks of the board in a text, or None if there is no such text.

    Numbers are numbers, and F, !, P or a drawing of a flag are flags. Of other signs, one is covered and the
    others are empty. If none of them is usual for covered cells, the rules tell which: no empty cell touches
    a covered one, and each number touches as many.

    Raises:
        FormatError: The rules allow more than one meaning, or none.
    """
    try:
        text = _COLOUR.sub("", data.decode())
    except UnicodeDecodeError:
        return None
    lines = [line.rstrip("\r") for line in text.expandtabs().split("\n")]
    rows = next((rows for block in _blocks(lines) if (rows := _cells(block)) is not None), None)
    return None if rows is None else _marks(rows)


def _blocks(lines: Sequence[str]) -> Iterator[list[str]]:
    """The lines of what may be a board: those in a frame, then those below a row of coordinates."""
    block: list[str] = []
    frames = 0
    for line in lines:
        sides = _within_bars(line) if frames else None
        is_frame = _FRAME.fullmatch(line) is not None
        if sides is not None:
            block.append(sides)
        elif is_frame and len(block) <= frames:  # frames may also lie between all rows
            frames += 1
        else:
            if len(block) >= _FEWEST:
                yield block
            block, frames = [], int(is_frame)
    if len(block) >= _FEWEST:
        yield block
    for number, line in enumerate(lines):
        below = list(_below(line, lines[number + 1 :]))
        if len(below) >= _FEWEST:
            yield below


def _within_bars(line: str) -> str | None:
    places = [place for place, sign in enumerate(line) if sign in _BARS]
    return line[places[0] + 1 : places[-1]] if len(places) > 1 else None


def _below(head: str, lines: Sequence[str]) -> Iterator[str]:
    """The lines below a head of coordinates, without the coordinate at the beginning of each."""
    names = head.split()
    count = len(names)
    letters = [chr(ord(names[0][0]) + i) for i in range(count)] if names else []
    numbers = [[str(i + first) for i in range(count)] for first in (0, 1)]
    if count < _FEWEST or (names not in numbers and names != letters):
        return
    start = head.index(names[0])
    for line in lines:
        if not re.fullmatch(r"\s*(\d+|[A-Za-z])\s*", line[:start].replace("|", " ")):
            return
        yield line[start:].rstrip(_BARS + " ").ljust(len(head.rstrip()) - start)


def _cells(block: list[str]) -> _Rows | None:
    """The signs of the cells; None if they do not stand in columns."""
    if any(bar in line for line in block for bar in _BARS):
        rows = [[part.strip() or " " for part in re.split(f"[{_BARS}]", line)] for line in block]
        if len({len(row) for row in rows}) == 1 and all(len(sign) == 1 for row in rows for sign in row):
            return rows if len(rows[0]) >= _FEWEST else None
        return None
    width = max(map(len, block))
    lines = [line.ljust(width) for line in block]
    for step in range(_WIDEST, 0, -1):
        for start in range(step):
            places = range(start, width, step)
            between = {line[i] for line in lines for i in range(width) if i not in places}
            if between <= {" "} and len(places) >= _FEWEST:
                return [[line[i] for i in places] for line in lines]
    return None


def _marks(rows: _Rows) -> NDArray[np.int16]:
    signs = sorted({sign for row in rows for sign in row if not (sign in _FLAGS or sign in _NUMBERS)})
    if len(signs) > _MOST_SIGNS:
        raise FormatError(
            f"this text has the signs {' '.join(signs)}: use 0 to 8, F for a flag and . for a covered cell"
        )
    usual = [sign for sign in signs if sign in _COVERS]
    candidates: list[NDArray[np.int16]] = []
    for covers in [usual] if usual else [[sign] for sign in signs]:
        marks = np.array([[_mark(sign, covers) for sign in row] for row in rows], dtype=np.int16)
        if _obeys_rules(marks):
            candidates.append(marks)
    if len(candidates) != 1:
        names = ", ".join(repr(sign) for sign in signs)
        why = "more than one meaning of" if candidates else "no meaning of"
        raise FormatError(
            f"the rules allow {why} the signs {names}: write 0 for empty cells, and . for covered ones"
        )
    return candidates[0]


def _mark(sign: str, covers: Sequence[str]) -> int:
    if sign in _FLAGS:
        return FLAG
    if sign in covers:
        return HIDDEN
    return int(sign) if sign in _NUMBERS else 0


def _obeys_rules(marks: NDArray[np.int16]) -> bool:
    """Whether no empty cell touches a covered one, and each number touches as many."""
    covers = np.pad(marks < 0, 1)
    around = sum(
        (
            covers[1 + down : 1 + down + marks.shape[0], 1 + right : 1 + right + marks.shape[1]].astype(int)
            for down in (-1, 0, 1)
            for right in (-1, 0, 1)
            if down or right
        ),
        np.zeros(marks.shape, dtype=int),
    )
    return bool((marks < 0).any() and (around >= marks).all() and not around[marks == 0].any())
