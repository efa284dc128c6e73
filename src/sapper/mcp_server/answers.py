"""The schemas of the answers of all tools. Analyses, hints and moves have those of the protocol."""

from __future__ import annotations

from typing import Any, Final

from pydantic import BaseModel, ConfigDict, TypeAdapter

from sapper.board.game import Status
from sapper.protocol.answers import Object, analysis_schema, hint_schema
from sapper.strategy.evaluation import Evaluation


class _Answer(BaseModel):
    model_config = ConfigDict(extra="forbid")


class Board(_Answer):
    """A board, as everywhere in Sapper's JSON."""

    topology: str
    shape: list[int]
    mines: int


class Generated(_Answer):
    """A minefield, as a drawing: `*` is a mine."""

    board: Board
    minefield: str
    start: list[int]
    seed: int
    game: int


class Seen(_Answer):
    """What the player of a game sees. `minefield` is null until the game is over."""

    game: str
    status: Status
    board: Board
    text: str
    mines_left: int
    safe_left: int
    changed: int
    minefield: str | None


class Guesses(_Answer):
    """How many guesses a game had."""

    forced: int
    riskier: int
    needless: int
    slips: int


class Reviewed(_Answer):
    """A review; `docs/review.md` of Sapper describes the fields."""

    board: Board
    status: Status
    mode: str | None
    fair: bool | None
    seconds: float | None
    three_bv: int
    solved: int
    zini: int | None
    clicks: int
    efficiency: float | None
    guesses: Guesses
    luck: float
    needed_luck: float
    chance_lost: float | None
    accuracy: float | None
    grades: dict[str, int] | None
    moves: list[dict[str, Any]]


def _part(schema: Object, name: str) -> Object:
    """One definition of a schema, as a schema of its own."""
    definitions = schema["$defs"]
    return {**definitions[name], "$defs": definitions}


ANALYSIS: Final = _part(analysis_schema(), "analysis")
HINT: Final = _part(hint_schema(), "hint")
RANKING: Final[Object] = {
    "type": "object",
    "properties": {name: HINT["properties"][name] for name in ("moves", "read_as")},
    "required": ["moves"],
    "additionalProperties": False,
    "$defs": HINT["$defs"],
}
_FIGURES: Final = TypeAdapter(Evaluation).json_schema()
EVALUATION: Final = {
    **_FIGURES,
    "properties": {**_FIGURES["properties"], "read_as": HINT["properties"]["read_as"]},
}
REVIEW: Final = Reviewed.model_json_schema()
GENERATED: Final = Generated.model_json_schema()
SEEN: Final = Seen.model_json_schema()
