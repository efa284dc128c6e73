"""The models of all requests: those over the WebSocket, and the bodies of those over HTTP."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

from pydantic import Field, TypeAdapter

from sapper import formats
from sapper.board.board import Level
from sapper.board.game import ActionKind
from sapper.board.kinds import TopologyName
from sapper.board.minefield import Minefield
from sapper.board.position import Position, counted_position
from sapper.board.rules import FirstClick, OnMine, Win
from sapper.replays.replay import CELL_SIZE
from sapper.variants.referee import Variant
from sapper.web import limits
from sapper.web.errors import WebError
from sapper.web.games.boards_asked import AskedBoard, AskedMinefield, AskedPosition, CellNumber, Strict
from sapper.web.games.origin import FirstClickAsked

Token = Annotated[str, Field(min_length=1, max_length=64)]
StrategyName = Annotated[str, Field(min_length=1, max_length=200)]
Delay = Annotated[int, Field(ge=0, le=10_000)]
Seed = Annotated[str, Field(pattern=r"^[0-9]{1,20}$")]
TimeLimit = Annotated[int, Field(ge=1, le=limits.TIME_LIMIT_MS)]
Before = Annotated[int, Field(ge=0, le=3_600_000)]
Pixel = Annotated[int, Field(ge=0, lt=CELL_SIZE * limits.MOST_SIDE)]
Place = Annotated[tuple[Before, Pixel, Pixel], Field(strict=False)]  # JSON has lists
Window = Annotated[list[Annotated[int, Field(ge=0, le=limits.MOST_SIDE)]], Field(min_length=4, max_length=4)]


MOST_ID: Final = 2**53
"""The ids of requests are smaller."""


class Message(Strict):
    """A request over the WebSocket."""

    id: Annotated[int, Field(ge=0, lt=MOST_ID)]


class Fair(Strict):
    """How to make a fair board: one that needs no guess."""

    method: Literal["uniform", "adjusted"] = "uniform"
    mine_count: bool = True
    rule: Annotated[str, Field(max_length=40)] | None = None


class PastAction(Strict):
    """An action that was done before a game begins."""

    kind: ActionKind
    cell: CellNumber


class GameAsked(Strict):
    """A new game."""

    board: AskedBoard | None = None
    same_as: Token | None = None
    minefield: AskedMinefield | None = None
    daily: Level | None = None
    actions: Annotated[list[PastAction], Field(max_length=limits.PAST_ACTIONS, fail_fast=True)] | None = None
    first_click: FirstClickAsked | None = None
    variant: Variant | None = None
    win: Win | None = None
    on_mine: OnMine | None = None
    question_marks: bool | None = None
    seed: Seed | None = None
    fair: Fair | None = None


class NewGame(GameAsked, Message):
    """Starts a game and follows it."""

    type: Literal["new"]


class Game(Message):
    """A request that needs a game and nothing else."""

    type: Literal["resume", "leave", "undo"]
    game: Token


class Action(Strict):
    """An action on a cell."""

    kind: ActionKind
    cell: CellNumber
    key: Annotated[str, Field(min_length=1, max_length=40)]


class Act(Action, Message):
    """Opens, flags, chords."""

    type: Literal["act"]
    game: Token
    path: Annotated[list[Place], Field(max_length=limits.PATH_PLACES, fail_fast=True)] | None = None


class Thought(Message):
    """A request that runs beside play, with a time limit."""

    time_limit_ms: TimeLimit = limits.DEFAULT_TIME_LIMIT_MS


class About(Thought):
    """A thought about a game or a position. Exactly one of the two is given."""

    game: Token | None = None
    position: AskedPosition | None = None


class Sourced(About):
    """A thought in which flags may count as mines."""

    trust_flags: bool = False


class Hint(Sourced):
    """Asks what to do next, and why."""

    type: Literal["hint"]
    all: bool = False


class Explain(Thought):
    """Asks what was certain when a game was lost, and why."""

    type: Literal["explain"]
    game: Token


class Analyse(Sourced):
    """Asks for probabilities, certain cells and counts."""

    type: Literal["analyse"]
    window: Window | None = None
    count: bool = True
    zeros: bool = False
    guess: bool = False
    moves: Annotated[int, Field(ge=1, le=limits.MOVES)] = 5


class Beliefs(About):
    """Asks what a strategy itself believes."""

    type: Literal["beliefs"]
    strategy: StrategyName | None = None
    window: Window | None = None


class CellFigures(Sourced):
    """Asks for the figures of one cell."""

    type: Literal["cell"]
    cell: CellNumber


class Evaluate(About):
    """Asks for the chance to win."""

    type: Literal["evaluate"]


class Structure(Sourced):
    """Asks for the solver's view."""

    type: Literal["structure"]


class Played(Thought):
    """Moves that are made for the player. The time limit is for each move."""

    game: Token
    flags: bool = False
    delay_ms: Delay = 0


class Assist(Played):
    """Does what the hints say, all of it or one cell, once or until a guess is needed; or guesses."""

    type: Literal["assist"]
    action: Literal["move", "step", "run", "guess"]
    hint: Annotated[int, Field(ge=0, le=limits.HINTS)] = 0


class Autoplay(Played):
    """Plays on while the player watches."""

    type: Literal["autoplay"]
    strategy: StrategyName | None = None
    delay_ms: Delay = 200
    guesses: bool = True
    thinking: bool = False


class Speed(Message):
    """Changes the speed of an autoplay."""

    type: Literal["speed"]
    request: int
    delay_ms: Delay


Bytes = Annotated[str, Field(max_length=4 * (limits.FILE_BYTES // 3 + 1))]
"""A file in base64."""


class Replayed(Thought):
    """A thought about a finished game or a replay file. Exactly one of the two is given."""

    time_limit_ms: TimeLimit = limits.TIME_LIMIT_MS
    game: Token | None = None
    file: Bytes | None = None
    replay: Annotated[int, Field(ge=1, le=limits.FOLDER_FILES)] | None = None


class ReplayFile(Strict):
    """A file of replays, and how a report calls it."""

    name: Annotated[str, Field(min_length=1, max_length=1_000)]
    file: Bytes


class Add(Thought):
    """Reviews replay files for a report. The time limit is for each file. `win` follows the chance to win."""

    type: Literal["add"]
    begin: bool = False
    win: bool = False
    files: Annotated[list[ReplayFile], Field(max_length=limits.FILES_AT_ONCE, fail_fast=True)]


class Review(Replayed):
    """Reviews a game."""

    type: Literal["review"]


class Chances(Replayed):
    """Asks for the chance to win over the moves of a game."""

    type: Literal["chances"]


class Report(Thought):
    """Asks for a report on the games that count, or on added files. The time limit is for each game.

    `win` follows the chance to win in games that count; for added files, `Add.win` does.
    """

    type: Literal["report"]
    added: bool = False
    win: bool = False


class Puzzles(Thought):
    """Asks for puzzles from the player's own mistakes. The time limit is for each game."""

    type: Literal["puzzles"]


class Watch(Message):
    """Starts or stops following a run."""

    type: Literal["watch", "unwatch"]
    run: Token


class Ping(Message):
    """Asks whether the connection still works."""

    type: Literal["ping"]


class Stop(Message):
    """Stops a request."""

    type: Literal["stop"]
    request: int


class RunAsked(Strict):
    """A simulation to start."""

    board: AskedBoard
    first_click: FirstClick = "safe"
    strategy: StrategyName | None = None
    games: Annotated[int, Field(ge=1, le=100_000_000)] = 10_000
    seed: Seed = "1"


class Deed(Strict):
    """An action on a game."""

    kind: Literal[ActionKind, "undo"]
    cell: CellNumber | None = None
    key: Annotated[str, Field(min_length=1, max_length=40)] | None = None


class AnalysisAsked(Strict):
    """A position, or a text with one, to analyse."""

    position: AskedPosition | None = None
    text: Annotated[str, Field(max_length=limits.FRAME_BYTES)] | None = None
    format: Annotated[str, Field(max_length=40)] = "auto"
    mines: Annotated[int, Field(ge=0, le=limits.MOST_CELLS)] | None = None
    topology: TopologyName | None = None
    trust_flags: bool = False
    time_limit_ms: TimeLimit = limits.DEFAULT_TIME_LIMIT_MS
    count: bool = True

    @property
    def bulk(self) -> str | None:
        """The part that may be long."""
        return self.text if self.position is None else self.position.marks

    def asked_position(self) -> Position:
        """The position. Raises WebError, FormatError, PositionError or BoardError."""
        if (self.position is None) == (self.text is None):
            raise WebError("request", "give exactly one of 'position' and 'text'")
        if self.position is not None:
            if (self.mines, self.topology, self.format) != (None, None, "auto"):
                raise WebError(
                    "request", "'mines', 'topology' and 'format' go with 'text', not with 'position'"
                )
            return self.position.position()
        assert self.text is not None
        position = formats.parse(
            self.text,
            self.mines,
            self.topology,
            self.format,
            kind=Position,
            time_limit=limits.READING_SECONDS,
        )
        return counted_position(position)


class FileAsked(Strict):
    """What to write to a file, and its format."""

    position: AskedPosition | None = None
    minefield: AskedMinefield | None = None
    format: Annotated[str, Field(max_length=40)]

    def contents(self) -> Position | Minefield:
        """What to write. May take 0.1 s: call it in a thread.

        Raises:
            WebError: There is no content or there are two, or it is malformed.
            BoardError: There is no such board.
            PositionError: A mark is not possible.
        """
        if (self.position is None) == (self.minefield is None):
            raise WebError("request", "give exactly one of 'position' and 'minefield'")
        if self.position is not None:
            return self.position.position()
        assert self.minefield is not None
        return self.minefield.minefield()


class HintAsked(Strict):
    """Asks for a hint in a position, over HTTP."""

    position: AskedPosition
    all: bool = False
    trust_flags: bool = False
    time_limit_ms: TimeLimit = limits.DEFAULT_TIME_LIMIT_MS


MESSAGES: TypeAdapter[Any] = TypeAdapter(
    Annotated[
        NewGame
        | Game
        | Act
        | Hint
        | Explain
        | Assist
        | Autoplay
        | Speed
        | Analyse
        | Beliefs
        | CellFigures
        | Structure
        | Evaluate
        | Review
        | Add
        | Chances
        | Report
        | Puzzles
        | Watch
        | Ping
        | Stop,
        Field(discriminator="type"),
    ]
)
"""Reads any message of the WebSocket."""
