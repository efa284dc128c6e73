"""The models of the answers over HTTP, for OpenAPI. `docs/web-api.md` says what the fields mean.

Answers have all fields of their model and no others. A field with a default may be left out.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, RootModel

from sapper.board.game import Status
from sapper.board.kinds import TopologyName

Result = Literal["won", "lost", "cleared", "helped", "abandoned"]


class Answer(BaseModel):
    """An object with exactly these fields."""

    model_config = ConfigDict(extra="forbid")


class ProblemBody(Answer):
    """What went wrong."""

    type: str
    message: str
    cell: int | list[int] | None = None
    cells: list[int] | list[list[int]] | None = None
    mine_count: bool | None = None
    line: int | None = None
    column: int | None = None
    offset: int | None = None


class Problem(Answer):
    """Every answer that is an error."""

    error: ProblemBody


class Strategy(Answer):
    """A strategy for the assistant and for runs."""

    name: str
    summary: str
    usual: bool


class About(Answer):
    """What this server can do, and how much of it."""

    version: str
    strategies: list[Strategy]
    limits: dict[str, int]


class Format(Answer):
    """A file format."""

    name: str
    title: str
    holds: list[str]
    read: bool
    write: bool
    endings: list[str]


class Formats(Answer):
    """All file formats."""

    formats: list[Format]


class Board(Answer):
    """A board."""

    topology: TopologyName
    shape: tuple[int, int]
    mines: int


class Metrics(Answer):
    """Metrics of a finished game."""

    three_bv: int
    openings: int
    islands: int
    solved: int
    clicks: int
    effective_clicks: int
    efficiency: float | None
    correctness: float | None
    throughput: float | None
    three_bv_per_second: float | None


class Record(Answer):
    """The place of a won game among those of its category."""

    rank: int
    best_ms: int
    previous_ms: int | None


class End(Answer):
    """How a game ended."""

    cause: Literal["cleared", "mine", "guess"]
    cells: list[int]
    mined: list[int]
    wrong_flags: list[int]
    seed: str | None
    first: int | None
    metrics: Metrics
    record: Record | None


class Standing(Answer):
    """The current state of a game."""

    game: str
    status: Status
    begun: bool
    mines_left: int
    safe_left: int
    solved: int | None
    moves: int
    clicks: int
    elapsed_ms: int
    clock: bool
    counts: bool
    counts_not: list[str]
    result: Result | None
    end: End | None


class Kind(Answer):
    """Board and rules of a game."""

    board: Board
    level: str | None
    first_click: str
    variant: str


class State(Kind, Standing):
    """A whole game."""

    type: Literal["state"]
    fair: dict[str, Any] | None
    win: str
    on_mine: str
    question_marks: bool
    start: int | None
    daily: str | None
    marks: str | None
    started_at: int


class Action(Answer):
    """An action."""

    kind: str
    cell: int
    by: str
    risk: float | None


class Update(Standing):
    """What changed in a game."""

    type: Literal["update"]
    cells: list[int]
    values: list[int]
    marks: str | None
    action: Action | None


class Summary(Kind):
    """A game in a list."""

    game: str
    status: Status
    elapsed_ms: int
    moves: int
    clicks: int
    counts: bool
    result: Result | None
    started_at: int
    ended_at: int | None
    three_bv: int | None
    seed: str | None


class DailyBoard(Answer):
    """The daily board of a level, and the first game of the player on it."""

    level: str
    game: str | None
    status: Status | None
    result: Result | None
    elapsed_ms: int | None


class Daily(Answer):
    """The boards of a day."""

    date: str
    boards: list[DailyBoard]


class Games(Answer):
    """Games, the latest first."""

    games: list[Summary]


class Damage(Answer):
    """An entry of an archive that could not be read."""

    file: str
    reason: str


class Imported(Answer):
    """What was found in an archive."""

    added: int
    known: int
    damaged_count: int
    damaged: list[Damage]


class Win(Answer):
    """A won game that counts."""

    game: str
    ended_at: int
    elapsed_ms: int
    three_bv: int | None
    clicks: int
    three_bv_per_second: float | None
    efficiency: float | None


class Bests(Answer):
    """The best game by each measure."""

    time: Win
    three_bv_per_second: Win | None
    efficiency: Win | None


class Point(Answer):
    """The win rate at one of the games that count."""

    game: int
    at: int
    rate: float


class Category(Kind):
    """Results on one kind of board."""

    win: str
    on_mine: str
    played: int
    won: int
    lost: int
    left: int
    helped: int
    streak: int
    best_streak: int
    mean_ms: int | None
    three_bv_per_second: float | None
    bests: Bests | None
    best: list[Win]
    wins: list[Win]
    win_rates: list[Point]


class Statistics(Answer):
    """Results of a player."""

    categories: list[Category]
    not_counted: int
    unfinished: list[Summary]


class AnyBoard(Answer):
    """A board of any topology. Graphs also say which cells touch."""

    topology: str
    shape: list[int]
    adjacency: list[list[int]] | None = None
    mines: int


AnyCell = int | list[int]
"""`[row, column]`, or more coordinates; on graphs a number."""


class Analysis(Answer):
    """An analysis, as docs/json.md describes it."""

    board: AnyBoard
    mine_probability: list[Any]
    mine_probability_error: list[Any] | None
    safe: list[AnyCell]
    mines: list[AnyCell]
    best: AnyCell | None
    best_risk: float | None
    configurations: str | None
    log10_configurations: float
    log10_configurations_error: float
    exact: bool
    win_probability: float | None
    elapsed_ms: float


class Position(Board):
    """A board and its marks."""

    marks: str | None


class Minefield(Board):
    """A board and its mined cells."""

    mined: list[int]
    first_cell: int | None


class PositionRead(Answer):
    """A file that holds a position."""

    format: str
    kind: Literal["position"]
    position: Position


class MinefieldRead(Answer):
    """A file that holds a minefield."""

    format: str
    kind: Literal["minefield"]
    minefield: Minefield


class ReplayRead(Answer):
    """A file that holds a replay."""

    format: str
    kind: Literal["replay"]
    minefield: Minefield
    about: dict[str, str]
    actions: int
    duration_ms: int


class CountlessPosition(Answer):
    """A position whose mine count may be missing: then it is null."""

    topology: TopologyName
    shape: tuple[int, int]
    mines: int | None
    marks: str | None


class PictureQuestion(Answer):
    """What a picture leaves open: cells that look the same, and their possible marks, the likeliest first."""

    cells: list[int]
    marks: list[int]
    chances: list[float]


class PictureRead(Answer):
    """A picture of a board. The position is sure only if nothing is asked, unclear or doubtful."""

    format: Literal["picture"]
    kind: Literal["picture"]
    position: CountlessPosition
    certainty: float
    questions: list[PictureQuestion]
    unclear_ends: list[Literal["left", "top", "right", "bottom"]]
    doubtful: bool


class Contents(
    RootModel[Annotated[PositionRead | MinefieldRead | ReplayRead | PictureRead, Field(discriminator="kind")]]
):
    """What a file holds."""


class Deduction(Answer):
    """Cells that are certain, and why."""

    rule: str | None
    pattern: str | None
    difficulty: str | None
    sentence: str
    safe: list[int]
    mines: list[int]
    numbers: list[int]
    cells: list[int]
    mine_count: bool


class Chance(Answer):
    """A cell that may be a mine. The risk is null where the board cannot even be estimated."""

    cell: int
    risk: float | None


class Guess(Chance):
    """A cell to open when nothing is certainly safe."""

    win: float | None
    reason: str | None


class GuessFigures(Answer):
    """What a guess may bring."""

    risk: float
    numbers: int
    progress: float
    survival: float
    closed: bool
    score: float
    worth: float | None
    win_probability: float | None
    safest_play: float | None


class RankedGuess(Answer):
    """A guess in a ranking."""

    kind: Literal["open"]
    cell: int
    risk: float | None
    exact: bool
    rule: None
    figures: GuessFigures | None
    evaluation: None  # the page does not rank by the chance to win


class Advice(Deduction):
    """What to do next, and why."""

    certain: bool
    hints: list[Deduction]
    conclusion: str
    guess: Guess | None
    safest: Chance | None
    moves: list[RankedGuess]


class Hint(Advice):
    """The answer to the question what to do next."""

    type: Literal["hint"]


class Heat(Answer):
    """How many games were lost at each cell."""

    rows: int
    columns: int
    lost: list[int]


class Results(Answer):
    """The data of the plots of a run."""

    win_rate_by_games: list[list[float]]
    calibration: list[list[float]]
    by_guesses: list[list[int]]
    milliseconds: list[list[float]]
    heat: Heat


class Run(Answer):
    """A simulation."""

    run: str
    name: str
    state: Literal["running", "stopped", "finished", "failed"]
    mine: bool
    board: Board
    level: str | None
    first_click: str
    strategy: str
    seed: str
    games: int | None
    done: int
    won: int
    win_rate: float | None
    win_interval: list[float] | None
    games_per_second: float | None
    started_at: int | None
    message: str | None


class RunWithResults(Run):
    """A simulation and its results."""

    results: Results


class Runs(Answer):
    """Simulations, the latest first."""

    runs: list[Run]
