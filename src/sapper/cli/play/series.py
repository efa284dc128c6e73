"""A series of games: what is played, its record, and the files that keep the games themselves."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any, Literal, NamedTuple

import numpy as np

from sapper._engine import wilson
from sapper._support.file_bytes import unusable
from sapper._support.words import percent
from sapper.board.board import LEVELS, Board, Level, board_words, level_of
from sapper.board.game import Action, Game, Status
from sapper.board.json_form import board_object
from sapper.board.marks import FLAG, HIDDEN
from sapper.board.position import Position
from sapper.board.rules import Rules
from sapper.cells import Cell
from sapper.cli.shared.board_options import board_on
from sapper.errors import GenerationError
from sapper.formats.files import write
from sapper.inference.analysing import analyse
from sapper.replays.replay import Replay
from sapper.simulation.tally import Timing, duration
from sapper.strategy import Strategy
from sapper.strategy.turns import GameTurns, Turn


@dataclass(frozen=True, slots=True)
class Setup:
    """A series of games on one board: those of one seed, in the order of their numbers."""

    board: Board
    rules: Rules
    seed: int
    first: int = 0  # the number of the first game
    hardest: str | None = None  # if given, boards need no guess, and no harder rule than this

    def game(self, number: int) -> Game:
        """The game with that number, before its first click. After the largest number comes 0."""
        return Game(self.board, self.rules, seed=self.seed, number=number % 2**64)

    def game_from(self, number: int, cell: Cell, time_limit: float = 30.0) -> Game:
        """The game with that number; if boards must be fair, the next one that is fair from this first cell.

        Raises:
            CellError: There is no such cell.
            GenerationError: No fair board was found in time.
        """
        if self.hardest is None:
            return self.game(number)
        from sapper.minefields.generation import generate  # only fair games need it

        try:
            board = generate(
                self.board,
                first_cell=cell,
                rules="safe" if self.rules.first_click == "safe" else "opening",
                hardest=self.hardest,
                seed=self.seed,
                number=number % 2**64,
                time_limit=time_limit,
            )
        except GenerationError:
            raise GenerationError(
                f"found no fair board within {time_limit:g} seconds: try fewer mines, or a harder --hardest"
            ) from None
        return self.game(board.number)

    def at_level(self, level: Level) -> Setup:
        """The same series on the board of a level, with the same topology."""
        board = LEVELS[level]
        rows, columns = board.topology.shape
        return replace(self, board=board_on(self.board.topology.name, rows, columns, board.mines))

    @property
    def level(self) -> str:
        """The name of the level that has this size and mine count, else `"custom"`."""
        rows, columns = self.board.topology.shape
        return level_of(Board.square(rows, columns, self.board.mines)) or "custom"

    def __str__(self) -> str:
        """The board in a line, as in `expert, 16 x 30, 99 mines`."""
        name = self.board.topology.name
        fair = "" if self.hardest is None else ", fair"
        return f"{self.level}, {board_words(self.board, '' if name == 'square' else name)}{fair}"

    def to_dict(self) -> dict[str, Any]:
        """Board, rules and seed as plain values."""
        return {
            "board": board_object(self.board),
            "rules": asdict(self.rules),
            "fair": self.hardest is not None,
            "hardest": self.hardest,
            "seed": self.seed,
            "number": self.first,
        }


Keep = Callable[[Game, Sequence[float] | None], None]
"""Keeps a game, with the times of its actions in seconds if they are known."""


@dataclass(frozen=True, slots=True)
class GameResult:
    """The result of a game."""

    status: Status
    mines: int
    # Of a won game all mines, of a drawn one those not set off, of a lost one those that were certain, or by
    # hand those rightly flagged.
    finds: int
    seconds: float

    @classmethod
    def of_engine(cls, game: Game, lost_at: Cell | None, seconds: float) -> GameResult:
        """The result of a game that the engine played. `lost_at` is the mine that lost the game, if any."""
        if lost_at is None:
            return cls._of(game, 0, seconds)
        marks = game.position.marks.copy()
        marks[lost_at] = HIDDEN
        before = analyse(Position(marks, game.board.mines, game.topology))
        return cls._of(game, len(before.mines), seconds)

    @classmethod
    def of_person(cls, game: Game, seconds: float) -> GameResult:
        """The result of a game played by hand."""
        is_mine = game.minefield
        right = 0 if is_mine is None else int(np.count_nonzero((game.position.marks == FLAG) & is_mine))
        return cls._of(game, right, seconds)

    @classmethod
    def _of(cls, game: Game, certain: int, seconds: float) -> GameResult:
        mines, status = game.board.mines, game.status
        return cls(status, mines, mines - game.exploded if status in ("won", "drawn") else certain, seconds)


def in_words(status: Status) -> Literal["won", "lost", "drawn", "unfinished"]:
    """A status as the record calls it. A drawn game was played to its end, with mines set off on the way."""
    return "unfinished" if status == "playing" else status


@dataclass(frozen=True, slots=True)
class SeriesRecord:
    """Sums over games. Rates, shares and times are of finished games only."""

    won: int = 0
    lost: int = 0
    drawn: int = 0
    unfinished: int = 0
    mines: int = 0
    finds: int = 0
    timing: Timing = field(default_factory=Timing)

    def plus(self, result: GameResult) -> SeriesRecord:
        """The record with one more game."""
        if result.status == "playing":
            return replace(self, unfinished=self.unfinished + 1)
        timing = Timing.from_nanoseconds(np.array([1e9 * result.seconds], dtype=np.uint64))
        timing.add(self.timing)
        return replace(
            self,
            won=self.won + (result.status == "won"),
            lost=self.lost + (result.status == "lost"),
            drawn=self.drawn + (result.status == "drawn"),
            mines=self.mines + result.mines,
            finds=self.finds + result.finds,
            timing=timing,
        )

    @property
    def complete(self) -> int:
        """How many games were finished."""
        return self.won + self.lost + self.drawn

    @property
    def games(self) -> int:
        """How many games were begun."""
        return self.complete + self.unfinished

    @property
    def win_rate(self) -> float | None:
        """The share of games won, 0 to 1, or None before the first finished game."""
        return self.won / self.complete if self.complete else None

    @property
    def win_interval(self) -> tuple[float, float] | None:
        """The 95 % confidence interval of the win rate (Wilson's), or None before the first finished game."""
        return wilson(self.won, self.complete) if self.complete else None

    @property
    def seconds(self) -> float:
        """The time of all finished games."""
        return self.timing.nanoseconds / 1e9

    @property
    def mines_found(self) -> float | None:
        """The share of mines found, 0 to 1, or None if there were no mines."""
        return self.finds / self.mines if self.mines else None

    def __str__(self) -> str:
        """The record as a table of lines."""
        more = f", {self.unfinished} unfinished" if self.unfinished else ""
        lines = [
            f"Games          {self.games}",
            f"Record         {self.won}-{self.lost}-{self.drawn} (won-lost-drawn){more}",
        ]
        if self.win_interval is not None:
            low, high = self.win_interval
            interval = f"(95 % interval {100 * low:.2f} to {100 * high:.2f})"
            lines.append(f"Win rate       {percent(self.won / self.complete)} {interval}")
        if self.mines_found is not None:
            lines.append(f"Mines found    {percent(self.mines_found)}")
        if self.complete:
            lines.append(f"Time per game  {duration(self.timing.mean)}")
            lines.append(f"Total time     {duration(self.seconds)}")
            lines.append(f"Longest game   {duration(self.timing.longest / 1e9)}")
        return "\n".join(lines)

    def to_dict(self) -> dict[str, Any]:
        """The record as plain values. Shares are 0 to 1 or None."""
        return {
            "games": self.games,
            "won": self.won,
            "lost": self.lost,
            "drawn": self.drawn,
            "unfinished": self.unfinished,
            "win_rate": self.win_rate,
            "win_interval": None if self.win_interval is None else list(self.win_interval),
            "mines_found": self.mines_found,
            "timing": self.timing.summary(self.seconds, self.complete),
        }


def saver(folder: Path) -> Keep:
    """Returns a function that keeps games as `SEED-GAME.rawvf` in a folder, and makes the folder.

    A game can end more than once: after a move is taken back, or when its board is played again. The last
    end replaces the file.

    Raises:
        FileError: The folder cannot be made. The returned function raises it if a file cannot be written.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise unusable(folder, "cannot be made", error) from error

    def keep(game: Game, times: Sequence[float] | None) -> None:
        write(Replay.from_game(game, times), folder / f"{game.seed}-{game.number}.rawvf")

    return keep


class Quit(Exception):  # noqa: N818  # not an error
    """Ends the series: the spectator has seen enough."""


class EngineStep(NamedTuple):
    """An action of the engine."""

    action: Action
    risk: float  # of a mine as the engine knew it, nan where it did not know


class Spectator(AbstractContextManager["Spectator"]):
    """Watches the games from entering to leaving. This one does nothing; others show something.

    The time that it takes does not count as time of the games.
    """

    def __exit__(self, *_: object) -> None:
        """Stops watching."""

    def on_choice(self, game: Game, turn: Turn, record: SeriesRecord) -> None:
        """Called when the engine has chosen, before it acts. `record` is of the games before."""

    def on_move(self, game: Game, step: EngineStep, record: SeriesRecord) -> None:
        """Called after every action. `record` is of the games before."""

    def on_end(self, game: Game, record: SeriesRecord, result: GameResult) -> None:
        """Called after every game. `record` includes its result."""


class Series:
    """A series of games. Its record is right at any moment, even if Ctrl-C interrupts it."""

    def __init__(
        self, setup: Setup, first_cell: Cell | None, strategy: Strategy, keep: Keep | None = None
    ) -> None:
        """Prepares a series.

        Without a first cell, the strategy chooses it, unless boards are fair. `keep` gets every game that
        ends.
        """
        self._keep = keep
        self._setup = setup
        self._first_cell = first_cell
        self._strategy = strategy
        # One value for both, so that Ctrl-C never finds a game that is counted and still running.
        self._state: tuple[SeriesRecord, _Running | None] = (SeriesRecord(), None)

    @property
    def record(self) -> SeriesRecord:
        """The record so far. A game that was interrupted counts as unfinished."""
        before, running = self._state
        return before if running is None else before.plus(running.result())

    def play(self, games: int, spectator: Spectator) -> None:
        """Plays that many games.

        Raises:
            CellError: The first cell is not on the board.
            BudgetError: A position would need too much memory to analyse.
            GenerationError: No fair board was found in time.
            FormatError: A game could not be kept.
            Quit: The spectator has seen enough.
        """
        number = self._setup.first
        for _ in range(games):
            before = self._state[0]
            cell = self._first_cell
            game = self._setup.game(number) if cell is None else self._setup.game_from(number, cell)
            running = _Running(game, cell, self._strategy)
            self._state = before, running
            while running.game.status == "playing":
                turn = running.choose()
                spectator.on_choice(running.game, turn, before)
                for step in running.act(turn):
                    spectator.on_move(running.game, step, before)
            result = running.result()
            self._state = before.plus(result), None
            if self._keep is not None:
                self._keep(running.game, None)
            spectator.on_end(running.game, self._state[0], result)
            number = running.game.number + 1


class _Running:
    """A game that is being played, and the time that the engine took so far."""

    def __init__(self, game: Game, first_cell: Cell | None, strategy: Strategy) -> None:
        self.game = game
        self._playing = GameTurns(game, strategy, first_cell)
        self._last: Action | None = None
        self._seconds = 0.0

    def choose(self) -> Turn:
        start = time.perf_counter()
        turn = self._playing.choose()
        self._seconds += time.perf_counter() - start
        return turn

    def act(self, turn: Turn) -> Iterator[EngineStep]:
        actions = self._playing.act(turn)
        while True:
            start = time.perf_counter()
            step = next(actions, None)
            self._seconds += time.perf_counter() - start
            if step is None:
                return
            self._last = step[0]
            yield EngineStep(*step)

    def result(self) -> GameResult:
        last_step = self._last if self.game.status == "lost" else None
        return GameResult.of_engine(self.game, None if last_step is None else last_step.cell, self._seconds)
