"""The schemas of answers, and plain schemas without references, which some clients do not follow."""

from __future__ import annotations

import json
from typing import Any, Final

from pydantic import BaseModel, ConfigDict, TypeAdapter

from sapper.board.game import Status
from sapper.protocol.answers import Object, analysis_schema, hint_schema
from sapper.strategy.evaluation import Evaluation

Schema = dict[str, Any]


def plain_schema(model: type[BaseModel]) -> Schema:
    """The schema of a model. An argument that may be missing has a plain type, and no part is a reference."""
    schema = model.model_json_schema()
    return _plain(schema, schema.pop("$defs", {}))


def _plain(schema: Schema, models: dict[str, Schema]) -> Schema:
    if "$ref" in schema:
        model = models[schema["$ref"].rpartition("/")[2]]
        return _plain(model | {name: value for name, value in schema.items() if name != "$ref"}, models)
    if "anyOf" in schema:
        (only,) = (each for each in schema["anyOf"] if each != {"type": "null"})
        beside = {name: value for name, value in schema.items() if name not in ("anyOf", "default")}
        return _plain(only | beside, models)
    plain = {name: value for name, value in schema.items() if name != "title"}
    if "properties" in plain:
        plain["properties"] = {name: _plain(each, models) for name, each in plain["properties"].items()}
    if "items" in plain:
        plain["items"] = _plain(plain["items"], models)
    return plain


def to_schema(value: Any, schema: Schema) -> Any:
    """The value, with what clients write differently from the schema in its form.

    A text is read as JSON where the schema expects something else. One that cannot be read stays as it is. A
    whole number may be a floating number, and a field that is null is absent.
    """
    expected = schema.get("type")
    if isinstance(value, str) and expected != "string":
        try:
            value = json.loads(value)
        except (ValueError, RecursionError):
            return value
    if isinstance(value, float) and expected == "integer" and value.is_integer():
        return int(value)
    if isinstance(value, dict) and "properties" in schema:
        parts = schema["properties"]
        fields = {
            name: to_schema(each, parts[name]) if name in parts else each for name, each in value.items()
        }
        return {name: each for name, each in fields.items() if each is not None or name not in parts}
    if isinstance(value, list) and "items" in schema:
        return [to_schema(each, schema["items"]) for each in value]
    return value


class _Answer(BaseModel):
    model_config = ConfigDict(extra="forbid")


class BoardDescription(_Answer):
    """A board, as everywhere in Sapper's JSON."""

    topology: str
    shape: list[int]
    mines: int


class GeneratedBoard(_Answer):
    """A minefield, as a drawing: `*` is a mine."""

    board: BoardDescription
    minefield: str
    first_cell: list[int]
    seed: int
    number: int


class GameView(_Answer):
    """What the player of a game sees. `minefield` is null until the game is over."""

    game: str
    status: Status
    board: BoardDescription
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


class GameReview(_Answer):
    """A review; `docs/review.md` of Sapper describes the fields."""

    board: BoardDescription
    status: Status
    lost_by_guess: bool
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
    chance_lost_error: float | None
    accuracy: float | None
    accuracy_error: float | None
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
REVIEW: Final = GameReview.model_json_schema()
BOARD: Final = GeneratedBoard.model_json_schema()
GAME: Final = GameView.model_json_schema()
