"""The part of a long line that is in view, and how it follows what happens."""

from __future__ import annotations

__all__ = ["followed", "glided"]


def followed(start: int, at: int, room: int, length: int, step: int = 1) -> int:
    """Where a view should start so that a place stays in it, a quarter of the view away from its ends.

    Args:
        start: Where the view starts now.
        at: The place to keep in view, from 0.
        room: How much the view shows.
        length: How much there is to show.
        step: The size of what should not be cut in two by the start of the view.
    """
    margin = room // 4
    start = max(start, at + margin + 1 - room)
    start = min(start, at - margin)
    if start >= length - room:
        return max(0, length - room)
    return max(0, start - start % step if step <= margin else start)


def glided(start: int, goal: int, step: int = 1) -> int:
    """Where a view should start on its way to a goal: a quarter of it nearer, in whole steps, one at least.

    Args:
        start: Where the view starts now.
        goal: Where it should start.
        step: The size of what should not be cut in two.
    """
    way = goal - start
    if abs(way) <= step:
        return goal
    steps = max(1, abs(way) // (4 * step))
    return start + (steps * step if way > 0 else -steps * step)
