"""Compares everything a server sends with its models."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field, TypeAdapter, ValidationError
from starlette.routing import Match

from sapper.board.game import Status
from sapper.web.access.guard import Guard, Receive
from sapper.web.encoding import answers
from sapper.web.encoding.answers import Answer
from sapper.web.transport.api import router

Message = MutableMapping[str, Any]
Send = Callable[[Message], Awaitable[None]]
Note = Callable[[str], object]


class Hello(answers.About):
    type: Literal["hello"]
    player: Literal["new", "known"]
    game: str | None
    settings: dict[str, Any]


class Left(Answer):
    type: Literal["left"]
    game: str


class Explanation(Answer):
    type: Literal["explanation"]
    risk: float
    sentence: str
    safe: list[int]
    numbers: list[int]
    cells: list[int]
    best: int | None


class Done(Answer):
    type: Literal["done"]
    game: str
    reason: Literal["done", "guess", "over", "stopped", "acted"]
    moves: int
    hint: answers.Advice | None


class Speed(Answer):
    type: Literal["speed"]
    request: int
    delay_ms: int


class Progress(Answer):
    type: Literal["progress"]
    done: int
    of: int | None
    text: str


class Figures(Answer):
    type: Literal["analysis"]
    window: tuple[int, int, int, int]
    mine_probability: str
    zero_probability: str | None
    safe: list[int]
    mines: list[int]
    safe_count: int
    mine_count: int
    hidden: int
    mines_left: int
    best: int | None
    best_risk: float | None
    log10_configurations: float
    configurations: str | None
    win_probability: float | None
    guess: int | None
    moves: list[answers.RankedGuess] | None
    dead: list[int] | None
    exact: bool
    risk_taken: float | None
    elapsed_ms: float


class Statement(Answer):
    cells: Annotated[list[int], Field(min_length=1)]
    least: int
    most: int


class Beliefs(Answer):
    type: Literal["beliefs"]
    strategy: str
    window: tuple[int, int, int, int]
    risk: str
    safe: list[int]
    mines: list[int]
    safe_count: int
    mine_count: int
    statements: list[Statement]
    statement_count: int


class Cell(Answer):
    type: Literal["cell"]
    cell: int
    risk: float
    configurations: str | None
    log10_configurations: float | None
    numbers: Annotated[list[float], Field(min_length=9, max_length=9)]
    progress: float
    next_safety: float
    win: float | None


class Component(Answer):
    cells: list[int]
    numbers: list[int]
    sweep: list[list[int]]


class Structure(Answer):
    type: Literal["structure"]
    safe: list[int]
    mines: list[int]
    components: list[Component]
    sea: int


class ReviewedMove(Answer):
    n: int
    at_ms: int
    kind: Literal["open", "flag", "chord"]
    cell: int
    cells: list[int]
    values: list[int]
    verdict: Literal["certain", "forced", "needless", "slip", "flag", "first", "idle"]
    risk: float | None
    riskier: bool
    best: int | None
    best_risk: float | None
    safe: list[int]
    safe_count: int
    missed_rule: str | None
    sentence: str | None
    numbers: list[int]
    given: list[int]
    luck: float


class ReviewSummary(Answer):
    risk_taken: float
    luck: float
    needed_luck: float
    forced: int
    riskier: int
    needless: int
    slips: int
    missed: int
    fair: bool | None
    zini: int | None


class Review(Answer):
    type: Literal["review"]
    result: answers.Result | None
    board: answers.Board
    level: str | None
    win: str
    on_mine: str
    question_marks: bool
    status: Status
    mined: list[int]
    duration_ms: int
    about: dict[str, str]
    moves: list[ReviewedMove]
    lost_by_guess: bool
    pointer: list[tuple[float, float, float]]
    metrics: answers.Metrics
    summary: ReviewSummary


class Evaluation(Answer):
    type: Literal["evaluation"]
    win_probability: float
    error: float
    exact: bool


class MoveChance(Answer):
    n: int
    before: float
    before_error: float
    chosen: float
    lost: float
    lost_error: float
    after: float | None
    luck: float | None
    grade: Literal["best", "fine", "inaccuracy", "mistake", "blunder"]
    best: int | None


class Chances(Answer):
    type: Literal["chances"]
    accuracy: float
    chance_lost: float
    grades: dict[str, int]
    moves: list[MoveChance]


class MistakeMade(Answer):
    game: str
    move: int
    cell: int
    risk: float
    best: int
    rule: str
    reason: str | None


class MissedRule(Answer):
    rule: str
    mistakes: int
    risk: float
    worst: MistakeMade


class GameOfReport(Answer):
    game: str
    board: answers.Board
    level: str | None
    played: str | None
    seconds: float | None
    three_bv: int
    status: Status
    solved: int
    clicks: int
    expected: float
    struck: int
    forced: int
    riskier: int
    needless: int
    missed: dict[str, int]
    chance_lost: float | None
    accuracy: float | None


class Skipped(Answer):
    name: str
    error: str
    gave_up: bool


class Added(Answer):
    type: Literal["added"]
    files: int


class Report(Answer):
    type: Literal["report"]
    left_out: int
    pluck: float | None
    skipped: list[Skipped]
    games: int
    won: int
    forced: int
    riskier: int
    needless: int
    slips: int
    expected: float
    struck: int
    selected: bool
    apart: dict[str, int]
    excess: float
    efficiency: float | None
    three_bv_per_second: float | None
    chance_lost: float | None
    accuracy: float | None
    course: list[GameOfReport]
    missed: list[MissedRule]
    worst: list[MistakeMade]


class Puzzle(MistakeMade):
    board: answers.Board
    level: str | None


class Puzzles(Answer):
    type: Literal["puzzles"]
    games: int
    puzzles: list[Puzzle]


class RunNews(Answer):
    type: Literal["run"]
    run: answers.RunWithResults


class Unwatched(Answer):
    type: Literal["unwatched"]
    run: str


class Pong(Answer):
    type: Literal["pong"]


class Stopped(Answer):
    type: Literal["stopped"]
    request: int


class Error(answers.Problem):
    type: Literal["error"]


LIVE: TypeAdapter[Any] = TypeAdapter(
    Annotated[
        Hello
        | answers.State
        | Left
        | answers.Update
        | Progress
        | answers.Hint
        | Explanation
        | Done
        | Speed
        | Figures
        | Beliefs
        | Cell
        | Structure
        | Evaluation
        | Chances
        | Review
        | Added
        | Report
        | Puzzles
        | RunNews
        | Unwatched
        | Pong
        | Stopped
        | Error,
        Field(discriminator="type"),
    ]
)
"""The messages of the WebSocket without `id` and `more`."""

UNASKED = ("hello", "update", "run")
"""The messages that may come without an `id`."""

BEFORE_THE_LAST = ("progress", "update", "structure")
"""The messages that may have `"more": true`."""


def live_fault(text: str) -> str | None:
    """What is wrong with a message of the WebSocket."""
    message = json.loads(text)
    id, more = message.pop("id", "none"), message.pop("more", "none")
    kind = message.get("type")
    if not (type(id) is int or (id is None and kind == "error") or (id == "none" and kind in UNASKED)):
        return f"id {id!r}: {text[:500]}"
    if more != "none" and (more is not True or kind not in BEFORE_THE_LAST):
        return f"more {more!r}: {text[:500]}"
    return fault(LIVE, json.dumps(message))


def http_fault(scope: Message, status: int, kind: str, body: bytes) -> str | None:
    """What is wrong with an answer over HTTP."""
    if not scope["path"].startswith("/api/") and status < 400:
        return None  # files of the page
    if scope["method"] == "HEAD" or scope["path"] == "/api/openapi.json":
        return None
    if status >= 400:
        model: Any = answers.Problem
    else:
        route: Any = next(each for each in router.routes if each.matches(scope)[0] == Match.FULL)
        declared = route.responses[status]
        if "content" in declared:
            return None if kind in declared["content"] else f"{scope['path']}: {kind}"
        model = declared["model"]
    if kind != "application/json":
        return f"{scope['path']}: {kind}"
    return fault(TypeAdapter(model), body)


def fault(model: TypeAdapter[Any], text: str | bytes) -> str | None:
    try:
        value = model.validate_json(text, strict=True)
    except ValidationError as error:
        return f"{error}\n{text[:500]!r}"
    assert isinstance(value, BaseModel | dict)
    return None


def watched(note: Note) -> Callable[[Guard, Message, Receive, Send], Awaitable[None]]:
    """What takes the place of `Guard.__call__` in a server that notes every fault."""
    answer = Guard.__call__

    async def call(guard: Guard, scope: Message, receive: Receive, send: Send) -> None:
        await answer(guard, scope, receive, _Watched(scope, send, note))

    return call


class _Watched:
    """Sends what a server sends, and notes what fits no model."""

    def __init__(self, scope: Message, send: Send, note: Note) -> None:
        self._scope, self._send, self._note = scope, send, note
        self._status, self._kind, self._body = 0, "", b""

    async def __call__(self, message: Message) -> None:
        kind = message["type"].removeprefix("websocket.")
        if kind == "http.response.start":
            self._status = message["status"]
            self._kind = dict(message.get("headers", [])).get(b"content-type", b"").decode()
        elif kind == "http.response.body":
            self._body += message.get("body", b"")
            if not message.get("more_body", False):
                scope = {"method": "GET", **self._scope}
                self._look_at(http_fault(scope, self._status, self._kind, self._body))
        elif kind == "send":
            self._look_at(live_fault(message["text"]))
        await self._send(message)

    def _look_at(self, fault: str | None) -> None:
        if fault is not None:
            self._note(fault)
