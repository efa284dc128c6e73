"""What a report keeps of the review of a game, as text for the store."""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import fields
from typing import TYPE_CHECKING, Any, Final

from pydantic_core import from_json

from sapper.board.encoding import board_from, board_object, cell_from
from sapper.errors import SapperError
from sapper.reviews.many import Mistake, ReviewedGame

if TYPE_CHECKING:
    from sapper.board.board import Board

VERSION: Final = 1
"""Changes with what reviews find out, so that games are reviewed again."""


def review_text(game: ReviewedGame) -> str:
    """A reviewed game as text."""
    kept = {field.name: getattr(game, field.name) for field in fields(game)}
    mistakes = [mistake.to_dict() for mistake in game.mistakes]
    return json.dumps({**kept, "board": board_object(game.board), "mistakes": mistakes})


def reviews_from(texts: Mapping[str, str]) -> dict[str, ReviewedGame]:
    """The inverse of `review_text`, for many games by their ids. Damaged texts are left out.

    Games on equal boards share one board, which may be large.
    """
    boards: dict[str, Board] = {}
    games = {}
    for id, text in texts.items():
        with suppress(ValueError, TypeError, KeyError, AttributeError, RecursionError, SapperError):
            kept = from_json(text, allow_inf_nan=False)
            known = json.dumps(kept["board"])
            if known not in boards:
                boards[known] = board_from(kept["board"])
            mistakes = tuple(map(_mistake, kept["mistakes"]))
            games[id] = ReviewedGame(**{**kept, "board": boards[known], "mistakes": mistakes})
    return games


def _mistake(kept: dict[str, Any]) -> Mistake:
    cells = {name: cell_from(kept[name]) for name in ("cell", "best")}
    return Mistake(**{**kept, **cells})
