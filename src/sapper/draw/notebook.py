"""What notebooks show of a position, a game or an analysis."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sapper.draw.svg import board_svg
from sapper.draw.view import can_be_seen

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from sapper.analysis import Analysis
    from sapper.position import Position

__all__ = ["picture"]


def picture(
    position: Position, analysis: Analysis | None = None, minefield: NDArray[np.bool_] | None = None
) -> str | None:
    """An SVG document; None for a board that makes no picture, so that notebooks show its `repr`."""
    if not can_be_seen(position.topology):
        return None
    return board_svg(position, analysis, minefield=minefield)
