"""What a review says in words and numbers, for the terminal and for pages."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sapper.board.topology import Cell
    from sapper.reviews.reviewing import Review

__all__ = ["cell_words", "duration", "percent", "summary"]


def percent(share: float | None) -> str:
    """A probability in per cent. Only what is certain reads 0 % or 100 %."""
    if share is None:
        return ""
    if 0 < share < 0.001:
        return "<0.1 %"
    if 0.999 < share < 1:
        return ">99.9 %"
    return f"{100 * share:.1f} %" if 0 < share < 1 else f"{100 * share:.0f} %"


def duration(seconds: float) -> str:
    """A time in seconds, with hundredths."""
    return f"{seconds:.2f} s"


def cell_words(cell: Cell | None) -> str:
    """A cell as `(row,column)`, or an empty text for None."""
    if cell is None:
        return ""
    return f"({','.join(map(str, cell))})" if isinstance(cell, tuple) else str(cell)


def summary(review: Review) -> Iterator[tuple[str, str]]:
    """The results of a game, as names and values."""
    metrics = review.metrics
    if metrics.time:
        yield "Time", duration(metrics.time)
    if review.fair is not None:
        yield "Without guesses", "possible" if review.fair else "impossible"
    yield "Forced guesses", str(review.forced)
    yield "Needless guesses", str(review.needless)
    if review.first is not None and review.first.exploded:
        yield "First cell", "a mine"
    if review.guesses:
        yield "Luck", percent(review.luck)
        yield "Luck needed", percent(review.needed_luck)
    yield "3BV done", f"{metrics.solved} of {metrics.board.three_bv}"
    yield "Clicks", str(metrics.clicks)
    yield "ZiNi", str(metrics.board.zini)
    if metrics.ioe is not None:
        yield "Efficiency", f"{metrics.ioe:.2f}"
    if metrics.three_bv_per_second:
        yield "3BV per second", f"{metrics.three_bv_per_second:.2f}"
    longest = max((move.seconds or 0.0 for move in review.moves), default=0.0)
    if longest:
        yield "Longest thought", duration(longest)
