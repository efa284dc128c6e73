"""Finished games in an archive: each is a RawVF file, and a line of JSON with what the file cannot hold."""

from __future__ import annotations

import hashlib
from collections import deque
from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from sapper.errors import GameError
from sapper.variants.referee import Variant
from sapper.web import limits
from sapper.web.errors import WebError
from sapper.web.games.boards_asked import CellNumber
from sapper.web.games.hosted import HostedGame, now_ms
from sapper.web.games.moves import CHANGED, LOST_BY_GUESS, NOTHING, Move
from sapper.web.games.origin import FAIR_DEFAULTS, FirstClickAsked, Origin
from sapper.web.games.path import Place, packed
from sapper.web.games.views import summary_object

if TYPE_CHECKING:
    from typing import Any

    from sapper.replays.replay import Replay
    from sapper.web.encoding.values import Object

_DAY_MS = 86_400_000
_FARTHEST = 2**15 - 1  # pixels

Id = Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{1,64}$")]
Date = Annotated[int, Field(ge=0, lt=2**53)]
Reason = Literal["seed", "same", "undo", "help", "auto", "past"]


class _Listed(BaseModel):
    """An object of strangers. What this version does not know is left out."""

    model_config = ConfigDict(extra="ignore", strict=True, frozen=True)


class _Guess(_Listed):
    """In hard core, the guess that lost the game."""

    kind: Literal["open", "chord"]
    cell: CellNumber


class _Fair(_Listed):
    """How a fair board was made."""

    method: Literal["uniform", "adjusted"]
    mine_count: bool
    rule: Annotated[str, Field(max_length=40)] | None


class ListedGame(_Listed):
    """A game in `games.jsonl`. The fields with a default are missing in archives of earlier versions."""

    file: Annotated[str, Field(max_length=200)]
    game: Id
    first_click: FirstClickAsked
    variant: Variant
    status: Literal["won", "lost", "cleared"]
    elapsed_ms: Date
    counts: bool
    started_at: Date
    ended_at: Date
    seed: Annotated[str, Field(pattern=r"^[0-9]{1,20}$")] | None
    counts_not: Annotated[list[Reason], Field(max_length=10)] | None = None
    result: Literal["won", "lost", "cleared", "helped", "abandoned"] | None = None
    result_at: Date | None = None
    fair: _Fair | None = None
    start: CellNumber | None = None
    daily: Annotated[str, Field(pattern=r"^\d{4}-\d\d-\d\d$")] | None = None
    first: Id | None = None
    guess: _Guess | None = None


def listed_game(line: bytes) -> ListedGame:
    """Reads a line of the list. Raises WebError if it is damaged."""
    if len(line) > limits.LINE_BYTES:
        raise _damaged(f"it has more than {limits.LINE_BYTES} bytes")
    try:
        return ListedGame.model_validate_json(line)
    except ValidationError:
        raise _damaged("it does not describe a finished game") from None


def listed_object(file: str, row: dict[str, Any], hosted: HostedGame) -> Object:
    """The line of a game: its summary, and what `ListedGame` needs besides."""
    origin = hosted.origin
    guess = None if hosted.guessed_by is None else dict(zip(("kind", "cell"), hosted.guessed_by, strict=True))
    return {
        "file": file,
        **summary_object(row, origin),
        "counts_not": hosted.counts_not,
        "result_at": hosted.result_at,
        "fair": origin.fair,
        "start": origin.start,
        "daily": origin.daily,
        "first": origin.first,
        "guess": guess,
    }


def second_id(player: str, id: str) -> str:
    """The id of a game whose own id belongs to a game of another player. It is always the same."""
    return hashlib.sha256(f"{player} {id}".encode()).hexdigest()[:24]


def archived_game(player: str, listed: ListedGame, replay: Replay) -> tuple[HostedGame, list[Move]]:
    """A game of an archive, and its moves to save.

    Raises:
        WebError: The file and the line contradict each other.
    """
    hosted = HostedGame(player, _origin(listed, replay), listed.game)
    game = hosted.origin.game()
    index = game.topology.index
    moves: list[Move] = []

    way, pointed_ms = deque(_way(listed, replay)), 0

    def note(kind: str, cell: int, effect: int, at_ms: int) -> None:
        nonlocal pointed_ms
        before = []
        while way and way[0].at_ms <= at_ms:
            before.append(way.popleft())
        path, pointed_ms = packed(before, pointed_ms)
        key = f"archive-{len(moves)}"
        moves.append(Move(len(moves), kind, cell, key, "player", effect, at_ms, path=path))

    for action in replay.actions:
        try:
            changed = game.act(action.kind, action.cell)
        except GameError:
            raise _damaged("it goes on after the end of the game") from None
        note(action.kind, index(action.cell), CHANGED if changed else NOTHING, round(1000 * action.time))
    if listed.guess is not None and game.status == "playing":
        game.topology.cell(listed.guess.cell)  # raises CellError if there is no such cell
        note(listed.guess.kind, listed.guess.cell, LOST_BY_GUESS, listed.elapsed_ms)
    hosted.restore(moves, listed.elapsed_ms, max(0, now_ms() - listed.ended_at))
    if hosted.status != listed.status or not hosted.begun:
        raise _damaged(f"its clicks do not lead to the end {listed.status!r}")
    if not listed.started_at <= listed.ended_at <= now_ms() + _DAY_MS:
        raise _damaged("its dates are impossible")
    _set_standing(hosted, listed)
    return hosted, moves


def _way(listed: ListedGame, replay: Replay) -> list[Place]:
    """The path of the pointer. If a guess lost the game, the last place is left out: it marks the guess."""
    moved = [event for event in replay.events if event.kind == "mv"]
    return [
        Place(round(1000 * event.time), *event.pixel)
        for event in (moved if listed.guess is None else moved[:-1])
        if event.pixel is not None and all(0 <= each <= _FARTHEST for each in event.pixel)
    ]


def _origin(listed: ListedGame, replay: Replay) -> Origin:
    board, rules = replay.board, replay.rules
    if max(board.topology.shape) > limits.MOST_SIDE or board.topology.size > limits.MOST_CELLS:
        raise _damaged("its board is too large")
    if listed.start is not None:
        board.topology.cell(listed.start)
    return Origin(
        board,
        listed.first_click,
        listed.variant,
        rules.win,
        rules.on_mine,
        rules.question_marks,
        seed=None if listed.seed is None else int(listed.seed),
        mined=replay.minefield.mined,
        fair=dict(FAIR_DEFAULTS) if listed.fair is None else listed.fair.model_dump(),
        first=listed.first,
        start=listed.start,
        daily=listed.daily,
    )


def _set_standing(hosted: HostedGame, listed: ListedGame) -> None:
    """What the game counts as. Earlier versions listed only whether it counted."""
    hosted.started_at, hosted.ended_at = listed.started_at, listed.ended_at
    if listed.counts_not is None:
        hosted.counts_not = [] if listed.counts else ["help"]
    else:
        hosted.counts_not = list(listed.counts_not)
    hosted.result = listed.result if hosted.counts_not else listed.status
    hosted.result_at = None if hosted.result is None else (listed.result_at or listed.ended_at)


def _damaged(reason: str) -> WebError:
    return WebError("format", reason)
