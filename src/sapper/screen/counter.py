"""How many mines a board has, from the numbers that its window shows beside it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

import numpy as np

from sapper.board.board import LEVELS
from sapper.board.marks import FLAG

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sapper.screen.numbers import Number

_USUAL_PARTS: Final = (0.1, 0.3)  # the usual shares of cells that are mines
_TWO_DIGITS: Final = 10  # a smaller number has one digit, which may be a sign of something else


def counts(numbers: Sequence[Number], marks: NDArray[np.int16]) -> tuple[tuple[int, ...], int | None]:
    """The numbers of mines that a counter may say.

    Args:
        numbers: What stands around the board.
        marks: What the board shows. Most counters subtract the flags.

    Returns:
        The numbers of mines that are possible, and the one that is sure, if any: `flags / mines`, or that of
        a usual level, or the only number while nothing is open or flagged and no clock runs.
    """
    size, covered = marks.size, int((marks < 0).sum())
    flags = int((marks == FLAG).sum())
    possible = range(max(1, flags), covered + 1)
    alone = [each for each in numbers if each.alone]
    pairs = {each.value for each in alone if each.before in (flags, each.value - flags)}
    plain = {each.value + flags for each in alone if each.before is None and each.value > 0}
    pairs.intersection_update(possible)
    plain.intersection_update(possible)
    told = tuple(sorted(pairs or plain))
    if len(pairs) == 1:
        return told, told[0]
    usual = {level.mines for level in LEVELS.values() if level.topology.shape == marks.shape}
    if pairs or usual & plain:
        sure = usual & plain
        return told, next(iter(sure)) if sure and not pairs else None
    if covered == size and not flags and len(told) == 1 and told[0] >= _TWO_DIGITS:
        low, high = _USUAL_PARTS
        return told, told[0] if low <= told[0] / size <= high else None
    return told, None
