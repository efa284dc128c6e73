"""The shapes of answers over HTTP, for OpenAPI; `docs/web-api.md` says what the fields mean."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel

from sapper.board.kinds import TopologyName

__all__ = [
    "About",
    "Analysis",
    "Contents",
    "Formats",
    "Games",
    "Problem",
    "Run",
    "Runs",
    "State",
    "Statistics",
    "Update",
]

Status = Literal["playing", "won", "lost", "cleared"]


class ProblemBody(BaseModel):
    """What went wrong."""

    type: str
    message: str
    cell: int | list[int] | None = None
    cells: list[int] | list[list[int]] | None = None
    mine_count: bool | None = None
    line: int | None = None
    column: int | None = None
    offset: int | None = None


class Problem(BaseModel):
    """Every answer that is an error."""

    error: ProblemBody


class About(BaseModel):
    """What this server can do."""

    version: str
    capabilities: dict[str, Any]
    limits: dict[str, int]


class Format(BaseModel):
    """A file format."""

    name: str
    title: str
    holds: list[str]
    read: bool
    write: bool
    endings: list[str]


class Formats(BaseModel):
    """All file formats."""

    formats: list[Format]


class Board(BaseModel):
    """A board."""

    topology: TopologyName
    shape: tuple[int, int]
    mines: int


class Metrics(BaseModel):
    """How a game was played."""

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


class Record(BaseModel):
    """A won game among those of its category."""

    rank: int
    best_ms: int
    previous_ms: int | None


class End(BaseModel):
    """How a game ended."""

    cause: Literal["cleared", "mine", "guess", "given_up"]
    cells: list[int]
    can_undo: bool
    revealed: bool
    mined: list[int] | None
    wrong_flags: list[int] | None
    seed: str | None
    metrics: Metrics | None
    record: Record | None


class Standing(BaseModel):
    """How a game stands."""

    game: str
    status: Status
    begun: bool
    mines_left: int
    safe_left: int
    moves: int
    clicks: int
    elapsed_ms: int
    clock: bool
    counts: bool
    counts_not: list[str]
    end: End | None


class Kind(BaseModel):
    """What is played."""

    board: Board
    level: str | None
    first_click: str
    variant: str


class State(Kind, Standing):
    """All of a game."""

    type: Literal["state"]
    fair: dict[str, Any] | None
    win: str
    on_mine: str
    question_marks: bool
    marks: str | None
    started_at: int


class Action(BaseModel):
    """What was done."""

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
    """A game in short."""

    game: str
    status: Status
    elapsed_ms: int
    moves: int
    clicks: int
    counts: bool
    started_at: int
    ended_at: int | None
    revealed: bool
    seed: str | None


class Games(BaseModel):
    """Games, the latest first."""

    games: list[Summary]


class Best(BaseModel):
    """One of the fastest games."""

    elapsed_ms: int
    ended_at: int
    game: str
    three_bv: int | None


class Category(Kind):
    """Results on one kind of board."""

    win: str
    on_mine: str
    played: int
    won: int
    streak: int
    best_streak: int
    mean_ms: int | None
    three_bv_per_second: float | None
    best: list[Best]


class Statistics(BaseModel):
    """Results of a player."""

    categories: list[Category]
    not_counted: int


class Analysis(BaseModel):
    """An analysis, as docs/json.md has it."""

    board: dict[str, Any]
    mine_probability: list[list[float | None]]
    safe: list[list[int]]
    mines: list[list[int]]
    best: list[int] | None
    best_risk: float | None
    configurations: str | None
    log10_configurations: float
    exact: bool
    win_probability: float | None
    elapsed_ms: float


class Position(Board):
    """A board and what is seen of it."""

    marks: str | None


class Minefield(Board):
    """A board and where its mines are."""

    mined: list[int]
    start: int | None


class Contents(BaseModel):
    """What a file holds."""

    format: str
    kind: Literal["position", "minefield", "replay"]
    position: Position | None = None
    minefield: Minefield | None = None
    about: dict[str, str] | None = None
    actions: int | None = None
    duration_ms: int | None = None


class Deduction(BaseModel):
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


class Guess(BaseModel):
    """A cell to open when nothing is certain."""

    cell: int
    risk: float
    win: float | None = None
    reason: str | None = None


class Hint(Deduction):
    """What to do now, and why."""

    type: Literal["hint"]
    certain: bool
    guess: Guess | None
    safest: Guess | None
    more_hints: list[Deduction]


class Heat(BaseModel):
    """Where games were lost."""

    rows: int
    columns: int
    lost: list[int]


class Results(BaseModel):
    """What the plots of a run are drawn from."""

    win_rate_by_games: list[list[float]]
    calibration: list[list[float]]
    by_guesses: list[list[int]]
    milliseconds: list[list[float]]
    heat: Heat


class Run(BaseModel):
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
    interval: list[float] | None
    games_per_second: float | None
    started_at: int | None
    message: str | None
    results: Results | None = None


class Runs(BaseModel):
    """Simulations, the latest first."""

    runs: list[Run]
