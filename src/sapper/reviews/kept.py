"""What a report keeps of the review of a game, as text for files and for the store of the server."""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import fields
from datetime import datetime
from typing import TYPE_CHECKING, Any, Final, NoReturn

import numpy as np

from sapper.board.encoding import board_from, board_object, cell_from
from sapper.board.position import Position
from sapper.errors import SapperError
from sapper.reviews.many import Mistake, ReviewedGame

if TYPE_CHECKING:
    from sapper.board.board import Board

VERSION: Final = 2
"""Changes whenever reviews find out something new, so that games are reviewed again."""

_MARK: Final = np.dtype("<i2")


def review_text(game: ReviewedGame) -> str:
    """A reviewed game as text."""
    kept = {field.name: getattr(game, field.name) for field in fields(game)}
    played = None if game.played is None else game.played.isoformat()
    mistakes = [{**mistake.to_dict(), "position": _text(mistake.position)} for mistake in game.mistakes]
    board = board_object(game.board)
    return json.dumps({**kept, "board": board, "played": played, "mistakes": mistakes})


def reviews_from(texts: Mapping[str, str]) -> dict[str, ReviewedGame]:
    """The inverse of `review_text`, for many games by their ids. Damaged texts are left out.

    Games on equal boards share one board, which may be large.
    """
    boards: dict[str, Board] = {}
    games = {}
    for id, text in texts.items():
        with suppress(ValueError, TypeError, KeyError, AttributeError, RecursionError, SapperError):
            kept = json.loads(text, parse_constant=_refuse)
            known = json.dumps(kept["board"])
            if known not in boards:
                boards[known] = board_from(kept["board"])
            board = boards[known]
            played = None if kept["played"] is None else datetime.fromisoformat(kept["played"])
            mistakes = tuple(_mistake(each, board) for each in kept["mistakes"])
            games[id] = ReviewedGame(**{**kept, "board": board, "played": played, "mistakes": mistakes})
    return games


def _mistake(kept: dict[str, Any], board: Board) -> Mistake:
    cells = {name: cell_from(kept[name]) for name in ("cell", "best")}
    return Mistake(**{**kept, **cells, "position": _position(kept["position"], board)})


def _text(position: Position) -> str:
    """The marks, in a fifth of the space of a list of numbers."""
    return base64.b64encode(zlib.compress(position.marks.astype(_MARK).tobytes())).decode()


def _position(text: str, board: Board) -> Position:
    size = board.topology.size * _MARK.itemsize
    data = zlib.decompressobj().decompress(base64.b64decode(text), size)  # never more than the board has
    marks = np.frombuffer(data, _MARK).reshape(board.topology.shape)
    return Position(marks, board.mines, board.topology)


def _refuse(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is not a finite number")
