"""The statistics of a player, by category."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic_core import from_json

from sapper import _engine
from sapper.board.encoding import board_from, board_object
from sapper.web.encoding.values import Object, values_in

if TYPE_CHECKING:
    from sapper.web.games.store import Result


def statistics_object(results: list[Result]) -> Object:
    """The fields of the answer to `GET /api/statistics`, of results from `Store.results`."""
    games: dict[str, list[tuple[str, int, int, int | None, int, str]]] = {}
    for result in results:
        games.setdefault(result.category, []).append(result[1:])
    categories = [{**_category(text), **values_in(_engine.statistics_of(its))} for text, its in games.items()]
    return {"categories": categories}


def _category(text: str) -> Object:
    """A category of the store, with its board as answers write boards."""
    category: Object = from_json(text, allow_inf_nan=False)
    return {**category, "board": board_object(board_from(category["board"]))}
