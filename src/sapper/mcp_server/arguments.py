"""What a client may ask of the server for agents."""

from __future__ import annotations

import base64
import binascii
import math
from typing import Annotated, Any, Final, Literal, cast

from pydantic import BaseModel, ConfigDict, Field, model_validator
from pydantic_core import PydanticCustomError

from sapper import formats
from sapper.board.board import Board
from sapper.board.game import Game
from sapper.board.mine_prior import Density, MineCounts
from sapper.board.minefield import Minefield
from sapper.board.position import Position, as_position
from sapper.board.topology import TopologyName, topology_by_name, topology_help
from sapper.errors import ArgumentError, BoardError, GameError
from sapper.formats.registry import format_to_name
from sapper.mcp_server.game_store import GameStore
from sapper.replays.replay import Replay

MOST_CELLS: Final = 1_000_000
MOST_SIDE: Final = 2_000
MOST_HINTS: Final = 1_000
"""The most hints in one answer."""
MOST_MOVES: Final = 100
"""The most ranked guesses in one answer."""
READING_SECONDS: Final = 5.0
"""How long the server reads a text."""
FILE_BYTES: Final = 3 * 2**20
TIME_LIMIT_MS: Final = 30_000
DEFAULT_TIME_LIMIT_MS: Final = 10_000
CALLS_AT_ONCE: Final = 4
MOST_GAMES: Final = 1_000_000
"""The most games of an evaluation."""

Side = Annotated[int, Field(ge=1, le=MOST_SIDE)]
Mines = Annotated[int, Field(ge=0, le=MOST_CELLS)]
Milliseconds = Annotated[int, Field(ge=1, le=TIME_LIMIT_MS)]
Cell = Annotated[
    list[Annotated[int, Field(ge=0, lt=MOST_SIDE)]],
    Field(min_length=2, max_length=2, description="Row and column, from 0."),
]
GameId = Annotated[str, Field(min_length=1, max_length=64, description="A game that `play` began.")]
Seed = Annotated[int, Field(ge=0, lt=2**64)]
GuessSeed = Annotated[Seed, Field(description="Decides the games that 'win' plays.")]
FormatName = Annotated[str, Field(max_length=40, description="The format of the text.")]
TopologyText = Annotated[str, Field(max_length=10_000, description=f"Which cells touch. {topology_help()}")]
Rule = Annotated[
    str, Field(max_length=40, description="The hardest rule that a board without guesses may need.")
]


class Strict(BaseModel):
    """A model that allows no other fields and no other types."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    @model_validator(mode="before")
    @classmethod
    def _few_fields(cls, values: Any) -> Any:
        """Refuses too many fields, before each of them becomes an error of its own."""
        if isinstance(values, dict) and len(values) > len(cls.model_fields):
            raise PydanticCustomError(
                "too_many_fields", "Input should have at most {most} fields", {"most": len(cls.model_fields)}
            )
        return values


class BoardArguments(Strict):
    """The name of a level; or a size, and mines or their density."""

    topology: TopologyText = "square"
    shape: list[Side] | None = Field(None, min_length=2, max_length=2)
    level: Literal["beginner", "intermediate", "expert"] | None = None
    mines: Mines | None = None
    density: float | None = Field(None, ge=0, le=1)

    def board(self) -> Board:
        """The board.

        Raises:
            BoardError: Fields are missing, or contradict each other, or the board is too large.
        """
        size = (self.shape, self.mines, self.density)
        if self.level is not None:
            if size != (None, None, None):
                raise BoardError("give a board either its `level`, or its size and mines")
            level = Board.level(self.level)
            return Board(topology_by_name(self.topology, level.topology.shape), level.mines)
        if (self.mines is None) == (self.density is None):
            raise BoardError("a board needs exactly one of `mines` and `density`")
        if self.shape is None:
            raise BoardError("a board needs its `shape`, such as [16, 30]")
        rows, columns = self.shape
        if rows * columns > MOST_CELLS:
            raise BoardError(
                f"a board can have at most {MOST_CELLS} cells: this one would have {rows * columns}"
            )
        topology = topology_by_name(self.topology, (rows, columns))
        mines = math.floor(topology.size * self.density + 0.5) if self.density is not None else self.mines
        assert mines is not None
        return Board(topology, mines)


class Arguments(Strict):
    """What every tool takes."""

    time_limit_ms: Milliseconds = DEFAULT_TIME_LIMIT_MS

    @property
    def seconds(self) -> float:
        """The time limit."""
        return self.time_limit_ms / 1000


class PositionArguments(Arguments):
    """A position: as text with its mine count, or that of a game. Exactly one of `text` and `game`."""

    text: str | None = Field(
        None,
        max_length=FILE_BYTES,
        description="A row on each line: 0 to 8 is a number, '.' hidden, 'F' a flag, '!' an exploded mine, "
        "'*' a known mine, 's' safe without a number. Or another format of Sapper: 'zeros' if '.' is an "
        "opened zero.",
    )
    mines: Mines | None = Field(None, description="The mines on the whole board.")
    mines_left: int | None = Field(None, description="What the mine counter shows, in place of 'mines'.")
    density: float | None = Field(
        None, gt=0, lt=1, description="The chance of a mine in each cell, in place of 'mines'."
    )
    mine_counts: list[Mines] | None = Field(
        None,
        min_length=1,
        max_length=10_000,
        description="Numbers of mines that are equally likely, in place of 'mines'.",
    )
    topology: TopologyText | None = None
    format: FormatName = "auto"
    game: GameId | None = None
    trust_flags: bool = Field(False, description="Whether flags count as mines.")

    def position(self, games: GameStore) -> tuple[Position | Game, formats.Format | None]:
        """The position, or the game that it is of; and the format that the answer should name, if any.

        Raises:
            ArgumentError: There is none, or there are two.
            SapperError: The text is malformed, the board is too large, or there is no such game.
        """
        if (self.text is None) == (self.game is None):
            raise ArgumentError("give exactly one of `text` and `game`")
        if self.game is not None:
            names = ["mines", "mines_left", "density", "mine_counts", "topology"]
            if self.format != "auto" or any(getattr(self, name) is not None for name in names):
                raise ArgumentError(
                    f"{', '.join(f'`{name}`' for name in names)} and `format` go with `text`, not with `game`"
                )
            return games.get(self.game), None
        reading = formats.identify(
            self.text or "",
            formats.Hints(self.mines, cast("TopologyName | None", self.topology), Position),
            self.format,
            time_limit=READING_SECONDS,
        )
        position = as_position(cast("Position", reading.contents), self._prior, mines_left=self.mines_left)
        check_size(position)
        return position, format_to_name(reading, self.format)

    @property
    def _prior(self) -> Density | MineCounts | None:
        """What stands in place of the number of mines. Raises ArgumentError if there are two such values."""
        if self.density is None:
            return None if self.mine_counts is None else MineCounts(self.mine_counts)
        if self.mine_counts is not None:
            raise ArgumentError("give one of `density` and `mine_counts`")
        return Density(self.density)


By = Annotated[
    Literal["best", "win"],
    Field(description="'win' compares the guesses by the chance to win; it takes one or two seconds."),
]


class AnalyseRequest(PositionArguments):
    """Arguments of `analyse`."""

    configurations: bool = Field(False, description="Whether to count the minefields that fit.")


class HintRequest(PositionArguments):
    """Arguments of `hint`."""

    all: bool = Field(False, description="Whether to give all deductions, not only the simplest.")
    by: By = "best"
    seed: GuessSeed = 0


class RankRequest(PositionArguments):
    """Arguments of `rank`."""

    most: int = Field(5, ge=1, le=MOST_MOVES)
    by: By = "best"
    seed: GuessSeed = 0


class EvaluateRequest(PositionArguments):
    """Arguments of `evaluate`."""

    strategy: str = Field("fast", min_length=1, max_length=200, description="Who plays on.")
    error: float = Field(0.01, gt=0, lt=1, description="The standard error at which it stops.")
    games: int = Field(MOST_GAMES, ge=1, le=MOST_GAMES)
    seed: Seed = 0


class ReviewRequest(Arguments):
    """Arguments of `review`: exactly one of `text`, `file` and `game`."""

    time_limit_ms: Milliseconds = TIME_LIMIT_MS
    by: Literal["risk", "win"] = Field(
        "risk",
        description="'win' also follows the chance to win, and says what each move lost, in seconds.",
    )
    seed: GuessSeed = 0
    text: str | None = Field(None, max_length=FILE_BYTES, description="A replay in RawVF or another text.")
    file: str | None = Field(
        None,
        max_length=4 * (FILE_BYTES // 3 + 1),
        description="The bytes of a replay file (AVF, EVF, RMV, ...) in base64.",
    )
    game: GameId | None = None

    def replay(self, games: GameStore) -> Replay:
        """The replay.

        Raises:
            ArgumentError: There is none, or there are two, or the file is not base64.
            SapperError: It is malformed or too large, or the game is not over.
        """
        if [self.text, self.file, self.game].count(None) != 2:
            raise ArgumentError("give exactly one of `text`, `file` and `game`")
        if self.game is not None:
            game = games.get(self.game)
            if game.status == "playing":
                raise GameError("the game is not over: a review tells where its mines are")
            return Replay.from_game(game)
        try:
            content = self.text if self.text is not None else base64.b64decode(self.file or "", validate=True)
        except (binascii.Error, ValueError):
            raise ArgumentError("`file` must be the bytes of a file in base64") from None
        replay = formats.parse(content, kind=Replay, time_limit=READING_SECONDS)
        check_size(replay.minefield)
        return replay


class GenerateRequest(Arguments):
    """Arguments of `generate`."""

    board: BoardArguments
    fair: bool = Field(True, description="Whether the board must need no guess.")
    hardest: Rule = "counting"
    method: Literal["uniform", "adjusted"] = "uniform"
    first_click: Literal["opening", "safe"] = "opening"
    seed: Seed | None = None


class PlayRequest(Arguments):
    """Arguments of `play`. 'new' takes a board; 'show' a game; the others a game and a cell."""

    action: Literal["new", "open", "flag", "chord", "show"]
    game: GameId | None = None
    cell: Cell | None = None
    board: BoardArguments | None = None
    fair: bool = Field(
        False, description="A new board that needs no guess; its first cell is opened at once."
    )
    hardest: Rule = "counting"
    seed: Seed | None = Field(
        None, description="Repeats a game: the same mines for the same board and clicks."
    )


def check_size(thing: Position | Minefield) -> None:
    """Raises BoardError for boards that are too large for this server, or have no rows and columns."""
    topology = thing.topology
    if topology.dimension != 2 or topology.kind == "graph":
        raise BoardError(f"this server takes boards with rows and columns, not {topology!r}")
    if max(topology.shape) > MOST_SIDE or topology.size > MOST_CELLS:
        rows, columns = topology.shape
        raise BoardError(
            f"a board of {rows} x {columns} is too large: at most {MOST_CELLS} cells, and "
            f"{MOST_SIDE} rows and columns"
        )
