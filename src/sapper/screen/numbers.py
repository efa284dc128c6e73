"""Finds the numbers that a window shows beside its board, in any font or in seven segments."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from sapper._support.engine_call import in_time
from sapper.screen.shapes import DIGITS, OTHER, SLASH, sign

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sapper.screen.grid import Grid

    Mask = NDArray[np.bool_]
    Box = tuple[int, int, int, int]

_REACH: Final = 220  # pixels around the board that are looked at
_EDGE: Final = 3  # pixels beside the board that belong to its frame
_GROUNDS: Final = 4  # colours of each strip that may lie behind numbers
_COMMON: Final = 0.004  # the least share of a strip that has such a colour
_INK: Final = 45  # what differs from its ground by more grey levels is drawn
_PARTS: Final = (0.0, 0.55)  # shares of the strongest ink: with soft edges, and only what is lit
_HEIGHTS: Final = (6, 70)  # of a digit, in pixels
_THIN: Final = 0.1  # the least width of a sign, in heights; a thinner one is a line
_STROKE: Final = 0.3  # the largest width of a 1 that is a plain stroke, in heights
_SOLID: Final = 0.85  # such a stroke fills more than this share of its box
_PART: Final = 0.8  # a reading smaller than this share of another is a part of it
_GAP: Final = 2  # the least pixels that may lie between pieces of one sign, one above the other
_DOTS: Final = 5  # the dots of a colon have at most this many pixels
_DOT: Final = 3  # dots may lie this many of their heights apart, other pieces a third of their height
_MOST_SIGNS: Final = 400  # a ground with more signs is a picture
_SURE: Final = 0.9  # the least probability of a sign
_NEAR: Final = 0.3  # the largest gap between signs of one word, in heights of a digit
_FREE: Final = 0.45  # the least gap beside a number that stands alone, in heights of a digit
_APART: Final = 0.9  # the largest gap between signs of one line, in heights of a digit
_EVEN: Final = 0.25  # how far the distances of the digits of a display may differ
_LIKE: Final = 0.85  # the least height of a digit, as a share of the highest digit beside it
_LONGEST: Final = 5  # the most digits of a number of mines


@dataclass(frozen=True, slots=True)
class Number:
    """A number in a picture.

    Attributes:
        value: What it says.
        before: The number before it and a slash, if there is one: 3 in `3/10`.
        alone: Whether nothing is beside it without a space, as in a clock.
        box: Where it lies: left, top, right, bottom.
    """

    value: int
    before: int | None
    alone: bool
    box: Box


@dataclass(frozen=True, slots=True)
class _Sign:
    """A sign in a line, and where it lies."""

    kind: int
    box: Box

    @property
    def height(self) -> int:
        return self.box[3] - self.box[1]


def numbers_beside(pixels: NDArray[np.uint8], grid: Grid) -> list[Number]:
    """The numbers around a board.

    Args:
        pixels: The picture.
        grid: Where the board lies.

    Returns:
        Those of which all digits are sure. Where two readings contradict each other, neither is among them.
    """
    found: list[Number] = []
    for left, top, part in _strips(pixels, grid):
        for number in _numbers(part):
            low_x, low_y, high_x, high_y = number.box
            box = low_x + left, low_y + top, high_x + left, high_y + top
            found.append(Number(number.value, number.before, number.alone, box))
    return list({each.box: each for each in found if each.alone and not _contradicted(each, found)}.values())


def _contradicted(number: Number, found: Sequence[Number]) -> bool:
    """Whether a reading of the same place says something else, and is at least as large.

    A smaller one is a part of a number, or a hole in a digit.
    """
    return any(
        _overlap(number.box, other.box)
        and _extent(other) > _PART * _extent(number)
        and (other.value, other.before, other.alone) != (number.value, number.before, number.alone)
        and (number.before is None or other.before is not None)
        for other in found
    )


def _extent(number: Number) -> int:
    """The size of the box around a number."""
    left, top, right, bottom = number.box
    return (right - left) * (bottom - top)


def _overlap(box: Box, other: Box) -> bool:
    return box[0] < other[2] and other[0] < box[2] and box[1] < other[3] and other[1] < box[3]


def _strips(pixels: NDArray[np.uint8], grid: Grid) -> Iterator[tuple[int, int, NDArray[np.uint8]]]:
    """The parts above, below and beside the board, with their places."""
    height, width = pixels.shape[:2]
    left, top, right, bottom = grid.box
    left, top, right, bottom = left - _EDGE, top - _EDGE, right + _EDGE, bottom + _EDGE
    first, last = max(0, left - _REACH), min(width, right + _REACH)
    low, high = max(0, top - _REACH), min(height, bottom + _REACH)
    for from_x, from_y, to_x, to_y in (
        (first, low, last, top),
        (first, bottom, last, high),
        (first, max(0, top), left, bottom),
        (right, max(0, top), last, bottom),
    ):
        if to_x - from_x >= _HEIGHTS[0] and to_y - from_y >= _HEIGHTS[0]:
            yield from_x, from_y, pixels[from_y:to_y, from_x:to_x]


def _numbers(part: NDArray[np.uint8]) -> Iterator[Number]:
    """The numbers in a part of the picture, by each colour that may lie behind them."""
    for ground in in_time(_grounds(part), every=1):
        strength = np.abs(part.astype(np.int16) - ground).max(axis=2)
        for part_of_strongest in _PARTS:
            mask = strength > max(_INK, part_of_strongest * int(strength.max()))
            ink = np.where(mask, strength, 0)
            told: dict[Box, _Sign] = {}  # most signs are the same in both
            for thick in (mask, _thickened(mask)):
                for line in _lines(_signs(ink, _boxes(thick), told)):
                    yield from _in_line(line)


def _grounds(part: NDArray[np.uint8]) -> list[NDArray[np.int16]]:
    """The usual colours of a part of the picture."""
    coarse = (part >> 4).astype(np.int32)
    keys = ((coarse[..., 0] << 8) | (coarse[..., 1] << 4) | coarse[..., 2]).ravel()
    counts = np.bincount(keys, minlength=1 << 12)
    usual = np.argsort(-counts, kind="stable")[:_GROUNDS]
    flat = part.reshape(-1, 3)
    return [
        np.median(flat[keys == key], axis=0).astype(np.int16)
        for key in usual.tolist()
        if counts[key] >= _COMMON * keys.size
    ]


def _thickened(mask: Mask) -> Mask:
    """The mask with one pixel more to the right and below, which closes the gaps between segments."""
    thick = mask.copy()
    thick[1:] |= mask[:-1]
    wide = thick.copy()
    wide[:, 1:] |= thick[:, :-1]
    return wide


def _boxes(mask: Mask) -> NDArray[np.int_]:
    """The boxes around the connected parts of a mask: left, top, right, bottom, of shape (parts, 4)."""
    height, width = mask.shape
    padded = np.zeros((height, width + 2), dtype=np.int8)
    padded[:, :width] = mask
    across = width + 2
    turns = np.diff(padded.ravel(), prepend=np.int8(0), append=np.int8(0))
    starts, stops = np.flatnonzero(turns == 1), np.flatnonzero(turns == -1)
    if not starts.size:
        return np.zeros((0, 4), dtype=np.int_)
    # The runs in the row below that touch a run, also at a corner.
    low = np.searchsorted(stops, starts + across, side="left")
    high = np.searchsorted(starts, stops + across, side="right")
    counts = np.maximum(0, high - low)
    upper = np.repeat(np.arange(starts.size), counts)
    lower = np.arange(upper.size) - np.repeat(np.cumsum(counts) - counts, counts) + np.repeat(low, counts)
    part = np.arange(starts.size)
    while True:
        least = np.minimum(part[upper], part[lower])
        after = part.copy()
        np.minimum.at(after, part[upper], least)
        np.minimum.at(after, part[lower], least)
        np.minimum.at(after, upper, least)
        np.minimum.at(after, lower, least)
        after = after[after]
        if np.array_equal(after, part):
            break
        part = after
    _, of = np.unique(part, return_inverse=True)
    boxes = np.tile(np.array([width, height, 0, 0]), (int(of.max()) + 1, 1))
    rows = starts // across
    np.minimum.at(boxes[:, 0], of, starts % across)
    np.minimum.at(boxes[:, 1], of, rows)
    np.maximum.at(boxes[:, 2], of, stops - rows * across)
    np.maximum.at(boxes[:, 3], of, rows + 1)
    return boxes


def _signs(ink: NDArray[np.int16], boxes: NDArray[np.int_], told: dict[Box, _Sign]) -> list[_Sign]:
    """The signs in some boxes, each told by its shape. `told` keeps those of this ink."""
    sizes = boxes[:, 2:] - boxes[:, :2]
    boxes = boxes[(sizes.max(axis=1) <= _HEIGHTS[1]) & (sizes.min(axis=1) >= 1)]
    if len(boxes) > _MOST_SIGNS:
        return []
    signs = []
    for left, top, right, bottom in _stacked([tuple(box) for box in boxes.tolist()]):
        drawn = ink[top:bottom, left:right]
        rows, columns = np.flatnonzero(drawn.any(axis=1)), np.flatnonzero(drawn.any(axis=0))
        if rows.size < 2 or columns.size < _THIN * rows.size:
            continue
        box = left + int(columns[0]), top + int(rows[0]), left + int(columns[-1]) + 1, top + int(rows[-1]) + 1
        if box not in told:
            told[box] = _sign(ink, box)
        signs.append(told[box])
    return signs


def _sign(ink: NDArray[np.int16], box: Box) -> _Sign:
    """The sign in a box."""
    shape = ink[box[1] : box[3], box[0] : box[2]].astype(np.float32)
    if shape.shape[0] < max(_HEIGHTS[0], shape.shape[1]):  # digits and slashes are higher than wide
        return _Sign(OTHER, box)
    proportion = shape.shape[1] / shape.shape[0]
    kind, chance = sign(shape / shape.max(), proportion)
    if proportion <= _STROKE and (shape > 0).mean() > _SOLID:
        kind, chance = 1, 1.0  # as in displays; beside letters it is none
    return _Sign(kind if chance >= _SURE else OTHER, box)


def _stacked(boxes: list[Box]) -> list[Box]:
    """The boxes, where those close above each other are one: the dots of a colon, the halves of a digit."""
    merged: list[Box] = []
    near: list[int] = []  # the places of those that end to the right of where later boxes begin
    for box in sorted(boxes):
        near = [place for place in near if merged[place][2] > box[0]]
        for place in near:
            other = merged[place]
            shared = min(box[2], other[2]) - max(box[0], other[0])
            if shared <= 0:
                continue
            width = min(box[2] - box[0], other[2] - other[0])
            gap = max(box[1], other[1]) - min(box[3], other[3])
            high = max(box[3] - box[1], other[3] - other[1])
            close = max(_GAP, _DOT * high) if high <= _DOTS else max(_GAP, high // _DOT)
            if 2 * shared > width and gap <= close:
                joined = zip(box[:2], other[:2], strict=True), zip(box[2:], other[2:], strict=True)
                first, last = (min(each) for each in joined[0]), (max(each) for each in joined[1])
                merged[place] = (*first, *last)  # type: ignore[assignment]
                break
        else:
            near.append(len(merged))
            merged.append(box)
    return [box for box in merged if box[3] - box[1] <= _HEIGHTS[1]]


def _lines(signs: Sequence[_Sign]) -> Iterator[list[_Sign]]:
    """The signs of each line, from left to right."""
    left = sorted(signs, key=lambda each: each.box[0])
    while left:
        line = [left.pop(0)]
        for each in list(left):
            last = line[-1]
            if each.box[0] - last.box[2] > _APART * _HEIGHTS[1]:
                break  # it is too far from a sign of any height, and so are all others
            high = max(last.height, each.height)
            level = min(last.box[3], each.box[3]) - max(last.box[1], each.box[1])
            near = each.box[0] - last.box[2] <= _APART * high
            if near and 2 * level > min(last.height, each.height) and each.box[0] >= last.box[0]:
                line.append(each)
                left.remove(each)
        yield line


def _in_line(line: Sequence[_Sign]) -> Iterator[Number]:
    """The numbers in a line of signs."""
    runs: list[list[_Sign]] = []
    for each in line:
        if runs and _goes_on(runs[-1], each):
            runs[-1].append(each)
        else:
            runs.append([each])
    for place, run in enumerate(runs):
        if run[0].kind >= DIGITS or len(run) > _LONGEST:
            continue
        before = None
        alone = _is_free(runs, place, -1) and _is_free(runs, place, 1)
        slash = runs[place - 1] if place else []
        if len(slash) == 1 and slash[0].kind == SLASH and place > 1 and runs[place - 2][0].kind < DIGITS:
            before = _value(runs[place - 2])
            alone = _is_free(runs, place - 2, -1) and _is_free(runs, place, 1)
        box = (
            run[0].box[0],
            min(each.box[1] for each in run),
            run[-1].box[2],
            max(each.box[3] for each in run),
        )
        yield Number(_value(run), before, alone, box)


def _goes_on(run: Sequence[_Sign], sign: _Sign) -> bool:
    """Whether a sign is the next digit of a number."""
    last = run[-1]
    if sign.kind >= DIGITS or last.kind >= DIGITS:
        return False
    height = max(last.height, sign.height)
    if min(last.height, sign.height) < _LIKE * height or abs(sign.box[3] - last.box[3]) > 0.15 * height + 1:
        return False
    if sign.box[0] - last.box[2] <= _NEAR * height:
        return True
    # In a display the right edges of the digits are at equal distances, also of a narrow 1.
    return (
        sign.kind == 1
        and sign.box[2] - last.box[2] <= (1 + _EVEN) * max(each.box[2] - each.box[0] for each in run) + 2
    )


def _is_free(runs: Sequence[Sequence[_Sign]], place: int, step: int) -> bool:
    """Whether nothing stands beside a number without a space."""
    if not 0 <= place + step < len(runs):
        return True
    run, other = runs[place], runs[place + step]
    height = max(each.height for each in run)
    gap = other[0].box[0] - run[-1].box[2] if step > 0 else run[0].box[0] - other[-1].box[2]
    return gap > _FREE * height


def _value(run: Sequence[_Sign]) -> int:
    return int("".join(str(each.kind) for each in run))
