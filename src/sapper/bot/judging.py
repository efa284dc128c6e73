"""Tells from the board how a game ended."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from sapper.board.marks import FLAG

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sapper.bot.change import Change
    from sapper.bot.ended import Begun, Ended

    Cell = tuple[int, int]
    Mask = NDArray[np.bool_]


def end_of(game: Begun, change: Change, *, sure: bool, placed: bool) -> Ended | None:
    """How a game ended, if the board shows that; None if it goes on, or nothing changed.

    It is lost only where mines are seen. The looks of mines are remembered then.

    Args:
        game: The game.
        change: What the last click changed.
        sure: Whether the cells that were clicked seemed certainly safe.
        placed: Whether the board surely lies where the looks were taken.
    """
    if change.is_opening:
        return None
    if not placed and change.mines_beside_cover is None:
        return game.ended("unfinished", "the board may lie elsewhere now")
    strange, unknown = change.strange, change.unknown
    if not strange.any():
        mines = [cell for cell in unknown if change.surely_mined(cell)]
        return _lost(game, change, sure, mines, strange) if mines else None
    hidden = change.hidden
    mined = hidden | strange
    # A program that shows the mines of a won game shows all of them. If cells are still hidden, an
    # unknown look is the mine that was hit. Else a loss on one of the last two cells would look
    # like a win.
    exploded = [cell for cell in unknown if hidden.any() or _exploded(change, cell)]
    if not exploded and int(mined.sum()) == change.mines and change.fits(mined):
        _learn(change, strange)
        return game.ended("won", mined=mined)
    if unknown:
        return _lost(game, change, sure, exploded or unknown, strange)
    # The program may show all mines but the one that was hit.
    marked = change.marked
    hit = marked.copy()
    for cell in change.clicked:
        hit[cell] = True
    for mined in (marked, hit):
        if int(mined.sum()) == change.mines and change.fits(mined):
            return _lost(game, change, sure, (), mined)
    return game.ended("unfinished", "it is not clear how the game ended")


def _exploded(change: Change, cell: Cell) -> bool:
    """Whether a cell that was opened last surely shows a mine."""
    look = int(change.after[cell])
    return look in change.after[change.strange] or change.sight.meaning(look) == FLAG


def _lost(game: Begun, change: Change, sure: bool, exploded: Sequence[Cell], strange: Mask) -> Ended:
    mined = strange.copy()
    for cell in exploded:
        mined[cell] = True
        change.sight.learn(int(change.after[cell]), FLAG)
    _learn(change, mined)
    shown = mined if int(mined.sum()) == change.mines else None
    return game.ended("lost", misread=sure, mined=shown)


def _learn(change: Change, mined: Mask) -> None:
    for number in np.unique(change.after[mined]).tolist():
        if change.sight.meaning(number) is None:
            change.sight.learn(number, FLAG)
