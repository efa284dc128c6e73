"""What notebooks show of a position, a game, an analysis, a minefield, a hint or a review."""

from __future__ import annotations

import html
from typing import TYPE_CHECKING, cast

import numpy as np

from sapper.board.game import Game
from sapper.board.marks import HIDDEN
from sapper.board.minefield import Minefield
from sapper.board.position import Position
from sapper.draw.review_chart import review_svg
from sapper.draw.svg import board_svg, hint_svg
from sapper.draw.svg_frame import can_be_seen
from sapper.inference.analysis import Analysis

if TYPE_CHECKING:
    from sapper.hints.hints import Hint
    from sapper.reviews.verdicts import Review


def drawing(value: object) -> str | None:
    """The SVG or HTML of a value; None for a board that makes no picture, which shows its `repr` then."""
    if isinstance(value, Position | Game | Analysis | Minefield):
        board = value.position if isinstance(value, Analysis) else value
        return _picture(value) if can_be_seen(board.topology) else None
    from sapper.hints.hints import Hint  # loaded already if the value is one; boards do not wait for it

    return _hint(value) if isinstance(value, Hint) else review_svg(cast("Review", value))


def _picture(value: Position | Game | Analysis | Minefield) -> str:
    if isinstance(value, Game):
        return board_svg(value.position, minefield=None if value.status == "playing" else value.minefield)
    if isinstance(value, Analysis):
        return board_svg(value.position, value)
    if isinstance(value, Minefield):
        hidden = Position(np.full(value.topology.shape, HIDDEN), value.mines, value.topology)
        return board_svg(hidden, minefield=value.mined, best=value.first_cell, legend=False)
    return board_svg(value)


def _hint(hint: Hint) -> str:
    text = f"<p>{html.escape(hint.text)}</p>"
    return f"{hint_svg(hint)}{text}" if can_be_seen(hint.position.topology) else text
