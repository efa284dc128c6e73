"""Those who look on while the engine plays, without a live board."""

from __future__ import annotations

import math
import time
from contextlib import suppress
from typing import TYPE_CHECKING, Final, Self

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from sapper._support.words import percent, quantity
from sapper.board.game import Game
from sapper.cli.play.series import EngineStep, GameResult, SeriesRecord, Spectator, in_words
from sapper.errors import BudgetError
from sapper.inference.analysing import analyse
from sapper.inference.analysis import Analysis
from sapper.protocol.answers import json_line
from sapper.simulation.tally import duration

if TYPE_CHECKING:
    from sapper.strategy.turns import Turn

_PAUSE: Final = 0.1  # seconds between two updates during a game


class ProgressBar(Spectator):
    """Shows on standard error how many games are done, how far this one is, and the win rate."""

    def __init__(self, games: int) -> None:
        self._progress = Progress(
            TextColumn("Playing"),
            BarColumn(),
            MofNCompleteColumn(),
            TextColumn("{task.fields[rate]}"),
            TimeRemainingColumn(),
            console=Console(stderr=True),
            transient=True,
        )
        self._task = self._progress.add_task("", total=games, rate="")
        self._look_at = 0.0

    def __enter__(self) -> Self:
        self._progress.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._progress.stop()

    def on_move(self, game: Game, step: EngineStep, record: SeriesRecord) -> None:  # noqa: ARG002  others need it
        """Moves the bar now and then, because a game on a massive board takes a while."""
        now = time.monotonic()
        if now >= self._look_at:
            self._look_at = now + _PAUSE
            safe = game.board.topology.size - game.board.mines
            part = 1 - game.safe_left / max(safe, 1)
            self._progress.update(self._task, completed=record.games + part)

    def on_end(self, game: Game, record: SeriesRecord, result: GameResult) -> None:  # noqa: ARG002  others need it
        """Moves the bar to the next game."""
        rate = "" if record.win_rate is None else f"{percent(record.win_rate, 1)} won"
        self._progress.update(self._task, completed=record.games, rate=rate)


class Transcript(Spectator):
    """Writes the last position of every game as plain text. `--watch` does so into a file or a pipe."""

    def __init__(self, games: int) -> None:
        self._games = games
        self._moves = 0

    def on_move(self, game: Game, step: EngineStep, record: SeriesRecord) -> None:  # noqa: ARG002  others need it
        """Counts the move."""
        self._moves += 1

    def on_end(self, game: Game, record: SeriesRecord, result: GameResult) -> None:  # noqa: ARG002  others need it
        """Writes the game."""
        which = f"Game {record.games} of {self._games} (seed {game.seed}, game {game.number})"
        click.echo(f"{which}: {in_words(game.status)} after {quantity(self._moves, 'move')}\n{game}\n")
        self._moves = 0


class Lines(Spectator):
    """Writes a line for each game: its number, how it ended, its moves, its guesses and its time."""

    def __init__(self, *, as_json: bool) -> None:
        """Prepares the lines. `as_json` makes them objects."""
        self._as_json = as_json
        self._moves = self._guesses = 0
        self._analysis: Analysis | None = None

    def on_choice(self, game: Game, turn: Turn, record: SeriesRecord) -> None:  # noqa: ARG002  others need it
        """Analyses the position if the strategy does not know its risk."""
        self._analysis = None
        if math.isnan(turn.risk) and turn.opens and self._moves:
            with suppress(BudgetError):  # it then counts as a guess
                self._analysis = analyse(game)

    def on_move(self, game: Game, step: EngineStep, record: SeriesRecord) -> None:  # noqa: ARG002  others need it
        """Counts the move. The first is not a guess."""
        risk = step.risk
        if self._analysis is not None and step.action.kind == "open":
            risk = float(self._analysis.mine_probability[step.action.cell])
        self._guesses += self._moves > 0 and risk != 0.0
        self._moves += 1

    def on_end(self, game: Game, record: SeriesRecord, result: GameResult) -> None:  # noqa: ARG002  others need it
        """Writes the line."""
        if self._as_json:
            numbers = {"moves": self._moves, "guesses": self._guesses, "elapsed_ms": 1000 * result.seconds}
            click.echo(json_line({"number": game.number, "status": result.status, **numbers}))
        else:
            text = f"{quantity(self._moves, 'move')}, {self._guesses} guess{'es' * (self._guesses != 1)}"
            click.echo(f"Game {game.number}: {in_words(result.status)}, {text}, {duration(result.seconds)}")
        self._moves = self._guesses = 0
