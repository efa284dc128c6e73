"""The contents of files, as objects for JSON."""

from __future__ import annotations

import base64
import binascii
from itertools import islice
from typing import Any

from sapper import _engine, formats
from sapper._support.engine_call import EngineCall
from sapper.board.minefield import Minefield
from sapper.board.position import Position
from sapper.formats.files import replays_of
from sapper.replays.replay import Replay
from sapper.web import limits
from sapper.web.encoding.values import Object, minefield_object, position_object
from sapper.web.errors import WebError
from sapper.web.questions.figures import Budget


def contents_object(contents: Position | Minefield | Replay) -> Object:
    """The contents of a file. Raises WebError for boards that the page cannot show."""
    if isinstance(contents, Position):
        check_shape(contents.topology)
        return {"kind": "position", "position": position_object(contents)}
    check_shape(contents.minefield.topology if isinstance(contents, Replay) else contents.topology)
    if isinstance(contents, Minefield):
        return {"kind": "minefield", "minefield": minefield_object(contents)}
    events = contents.events
    return {
        "kind": "replay",
        "minefield": minefield_object(contents.minefield),
        "about": dict(contents.about),
        "actions": len(contents.actions),
        "duration_ms": round(1000 * max((event.time for event in events), default=0.0)),
    }


def with_nearest_mines(position: Position, budget: Budget) -> Position:
    """The position with the mine count that is nearest to its own and fits its numbers; itself if none fits.

    Raises:
        BudgetError: The time is up.
        CancelledError: It was stopped.
    """
    limit = budget.seconds
    with EngineCall("the search for a mine count", limit):
        mines = _engine.nearest_mine_count(position._engine, limit, budget.cancel)
    return Position(position.marks, mines, position.topology)


def bytes_in(file: str) -> bytes:
    """The bytes of a file given as base64. Raises WebError."""
    try:
        return base64.b64decode(file, validate=True)
    except (binascii.Error, ValueError):
        raise WebError("request", "'file' must be the bytes of a file in base64") from None


def replay_in(file: str, number: int | None = None) -> Replay:
    """The only replay in a file given as base64, or one of several. Raises WebError or FormatError."""
    content = bytes_in(file)
    if number is None:
        replay = formats.parse(content, kind=Replay, time_limit=limits.READING_SECONDS)
    else:
        replays = replays_of(content, time_limit=limits.READING_SECONDS)
        try:
            replay = next(islice(replays, number - 1, None))
        except StopIteration:
            raise WebError("request", f"'replay': the file has no replay {number}") from None
    check_shape(replay.minefield.topology)
    return replay


def check_shape(topology: Any) -> None:
    """Raises WebError for boards that the page cannot show."""
    if topology.dimension != 2 or topology.kind == "graph":
        raise WebError("format", f"the page shows boards with rows and columns, not {topology!r}")
    if max(topology.shape) > limits.MOST_SIDE or topology.size > limits.MOST_CELLS:
        rows, columns = topology.shape
        raise WebError("format", f"a board of {rows} x {columns} is too large for the page")
