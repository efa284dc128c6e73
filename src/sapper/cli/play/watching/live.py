"""A live board in the terminal while the engine plays."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from dataclasses import replace
from types import TracebackType
from typing import Literal, Self

import numpy as np
from rich.console import Console
from rich.text import Text

from sapper.board.game import Game
from sapper.board.topology import Cell
from sapper.cli.play.record import Record, outcome_of
from sapper.cli.play.scene import Advice, Overlay, Reveal, Scene
from sapper.cli.play.setup import Setup
from sapper.cli.play.tiles import SMALL, size_of
from sapper.cli.play.watching.auto import Done
from sapper.cli.play.watching.screen import Screen, styled
from sapper.cli.play.watching.thinking import Thinker, Thought
from sapper.cli.play.watching.view import View
from sapper.inference.inference import Inference
from sapper.strategy.playing import Turn

__all__ = ["LiveBoard", "Show"]

Show = Literal["moves", "risks", "thinking"]
"""What is drawn: the moves and what is certain; every risk; what the solver walks along before it chooses."""

_FRAME = 1 / 30  # seconds; the eye wants no more, and slow terminals take no more
_LAST_LOOK = 1.0  # seconds at most, on the end of a game
_CAPTION = 4  # lines: one blank, three of text
_BEHIND = 0.25  # seconds that the moves may lag behind and make good
_STEP = 0.05  # seconds of a step of a walk, where there is time
_LONGEST_THOUGHT = 1.2  # seconds
_MOVES_A_THOUGHT = 8  # the time of so many moves goes into walks at most


class LiveBoard:
    """Draws the game on the whole screen and slows it down; the view follows the play where it must."""

    def __init__(
        self, setup: Setup, games: int, speed: float, show: Show = "moves", console: Console | None = None
    ) -> None:
        """Readies the view.

        Args:
            setup: What is played.
            games: How many games.
            speed: Moves per second.
            show: What is drawn beside the moves.
            console: Where to draw, by default on standard output.
        """
        self._setup = setup
        self._games = games
        self._speed = speed
        self._overlay: Overlay = "probabilities" if show == "risks" else "certain"
        self._console = Console() if console is None else console
        self._screen = Screen(self._console)
        self._view = View(_CAPTION, glides=speed * _FRAME > 1)
        self._thinker = Thinker() if show == "thinking" else None
        self._knowledge = Inference(setup.board)
        self._thought: Thought | None = None
        self._at: Cell | None = None  # where the last move was
        self._games_begun = 0
        self._moves = 0
        self._due = time.monotonic()
        self._drawn = 0.0
        self._last: Scene | None = None

    def __enter__(self) -> Self:
        """Takes the screen."""
        self._screen.take()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Gives the screen back and leaves the last board on it, if it fits."""
        self._screen.give_back()
        if self._last is None:
            return
        width, height = size_of(self._last, SMALL)
        if width <= self._console.width and height <= self._console.height:
            for line in View(0).lines(self._last, self._screen.size):
                self._console.file.write(styled(line, self._console) + "\n")
            self._console.file.flush()

    def chosen(self, game: Game, turn: Turn, record: Record) -> None:
        """Shows what the engine walked along, and where that led."""
        if not self._moves:
            self._begin()
        now = time.monotonic()
        if self._thinker is None or now - self._drawn < _FRAME or not self._moves:
            return
        look = self._thinker.look(game.position)
        told = Text("Thinks.", "cyan")
        best = turn.opens[0] if turn.risk != 0.0 and turn.opens else None
        scene = self._scene(game, best)
        for moment in self._moments(look, scene):
            self._thought = moment
            self._draw(replace(scene, thought=moment), game, told, record, best or self._at)
            self._sleep_until(self._drawn + _FRAME)
        self._due = max(self._due, time.monotonic())

    def moved(self, game: Game, done: Done, record: Record) -> None:
        """Shows the move, then waits for the next to be due."""
        self._moves += 1
        self._knowledge.follow(game)
        self._at = done.action.cell
        now = time.monotonic()
        if now - self._drawn >= _FRAME or game.status != "playing":
            scene = replace(self._scene(game), cursor=done.action.cell, thought=self._thought)
            self._draw(scene, game, _told(done, self._moves), record, done.action.cell)
        self._due = max(self._due + 1 / self._speed, now - _BEHIND)
        self._sleep_until(self._due)

    def ended(self, game: Game, record: Record) -> None:
        """Shows how it ended, and where the mines were, for a moment."""
        reveal: Reveal = "flags" if game.status in ("won", "cleared") else "mines"
        scene = Scene(game.position, minefield=game.minefield, reveal=reveal)
        self._draw(scene, game, Text(outcome_of(game).capitalize(), "bold"), record)
        self._moves = 0
        self._sleep_until(time.monotonic() + min(_LAST_LOOK, 5 / self._speed))
        self._due = time.monotonic()

    def _begin(self) -> None:
        """Another game is played."""
        self._games_begun += 1
        self._knowledge = Inference(self._setup.board)
        self._thought = None
        if self._thinker is not None:
            self._thinker = Thinker()

    def _scene(self, game: Game, best: Cell | None = None) -> Scene:
        return Scene(
            game.position, advice=Advice(self._knowledge.mine_probability, best), overlay=self._overlay
        )

    def _moments(self, look: Thought, scene: Scene) -> Iterator[Thought]:
        """The look as the walks go on, as fast as the time for it asks; the last with all walks behind."""
        steps = look.steps(*self._view.seen(scene, self._screen.size))
        patience = min(_LONGEST_THOUGHT, _MOVES_A_THOUGHT / self._speed, steps * _STEP)
        frames = math.floor(patience / _FRAME)
        for frame in range(frames):
            yield look.moment(round(steps * frame / frames))
        yield look.moment(np.iinfo(np.int32).max // 2)

    def _draw(self, scene: Scene, game: Game, told: Text, record: Record, focus: Cell | None = None) -> None:
        width, _ = self._screen.size
        lines = [styled(line, self._console) for line in self._view.lines(scene, self._screen.size, focus)]
        lines.append("")
        for text in self._caption(game, told, record):
            text.truncate(width, overflow="ellipsis")
            lines.append(styled(text.render(self._console), self._console))
        self._screen.draw(lines)
        self._drawn = time.monotonic()
        self._last = scene

    def _caption(self, game: Game, told: Text, record: Record) -> Iterator[Text]:
        which = f"seed {game.seed}, game {game.game}"
        yield Text(f"Game {self._games_begun} of {self._games}: {self._setup}; {which}", "bold")
        hit = f", {game.exploded} set off" if game.exploded else ""
        yield Text.assemble(told, f"  Move {self._moves}, {game.safe_left} safe cells left{hit}.")
        yield Text(f"Record {record.won}-{record.lost}-{record.drawn}{_rate(record)}", "dim")

    def _sleep_until(self, due: float) -> None:
        time.sleep(max(0.0, due - time.monotonic()))


def _told(done: Done, number: int) -> Text:
    (kind, cell), risk = done
    if kind == "flag":
        return Text(f"Flags {cell}.")
    if number == 1:
        return Text(f"Begins at {cell}.")
    if risk == 0.0:
        return Text(f"Opens {cell}, certainly safe.", "green")
    chance = "" if math.isnan(risk) else f", a mine at {100 * risk:.1f} %"
    return Text(f"Guesses {cell}{chance}.", "bold yellow")


def _rate(record: Record) -> str:
    return "" if record.win_rate is None else f", {100 * record.win_rate:.1f} % won"
