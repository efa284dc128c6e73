"""What notebooks show of a position, a game, an analysis, a minefield, a hint or a review."""

from __future__ import annotations

import html
from typing import TYPE_CHECKING

from sapper.draw.svg import board_svg, hint_svg
from sapper.draw.timeline import review_svg
from sapper.draw.view import can_be_seen

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from sapper.board.minefield import Minefield
    from sapper.board.position import Position
    from sapper.inference.analysis import Analysis
    from sapper.knowledge.hints import Hint
    from sapper.reviews.result import Review


def picture(
    position: Position, analysis: Analysis | None = None, minefield: NDArray[np.bool_] | None = None
) -> str | None:
    """An SVG document, or None for a board that makes no picture. Notebooks show its `repr` then."""
    if not can_be_seen(position.topology):
        return None
    return board_svg(position, analysis, minefield=minefield)


def laid_open(hidden: Position, minefield: Minefield) -> str | None:
    """A picture of a minefield, with a ring around its first cell if it has one.

    `hidden` is its position with every cell hidden.
    """
    if not can_be_seen(minefield.topology):
        return None
    return board_svg(hidden, minefield=minefield.mined, best=minefield.start, legend=False)


def explained(hint: Hint) -> str:
    """The words of a hint, below a picture of it if the board makes one."""
    text = f"<p>{html.escape(hint.text)}</p>"
    if not can_be_seen(hint.position.topology):
        return text
    return f"{hint_svg(hint)}{text}"


def timeline(review: Review) -> str:
    """The risk of every move of a review."""
    return review_svg(review)
