"""A live board in the terminal while the engine plays."""

from __future__ import annotations

import math
import time
from types import TracebackType
from typing import Self

from rich.console import Console, Group
from rich.live import Live
from rich.segment import Segment, Segments
from rich.text import Text

from sapper.autoplay import Move
from sapper.cli.play.record import Record, outcome_of
from sapper.cli.play.scene import Advice, Reveal, Scene
from sapper.cli.play.setup import Setup
from sapper.cli.play.tiles import LARGE, SMALL, Tiles, line_of, size_of
from sapper.cli.play.window import followed
from sapper.game import Game

__all__ = ["LiveBoard"]

_FRAME = 1 / 30  # seconds; the eye wants no more, and slow terminals take no more
_LAST_LOOK = 1.0  # seconds at most, on the end of a game
_CAPTION = 4  # lines: one blank, three of text


class LiveBoard:
    """Draws the game on the whole screen and slows it down; the view follows the play where it must."""

    def __init__(self, setup: Setup, games: int, speed: float, console: Console | None = None) -> None:
        """Readies the view.

        Args:
            setup: What is played.
            games: How many games.
            speed: Moves per second.
            console: Where to draw, by default on standard output.
        """
        self._setup = setup
        self._games = games
        self._speed = speed
        self._console = Console() if console is None else console
        self._live = Live(console=self._console, screen=True, auto_refresh=False)
        self._left = self._top = 0
        self._moves = 0
        self._due = time.monotonic()
        self._drawn = 0.0
        self._last: Scene | None = None

    def __enter__(self) -> Self:
        """Takes the screen."""
        self._live.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Gives the screen back and leaves the last board on it, if it fits."""
        self._live.stop()
        if self._last is None:
            return
        width, height = size_of(self._last, SMALL)
        if width <= self._console.width and height <= self._console.height:
            self._console.print(Segments(_lines(self._last, SMALL, 0, 0, width, height)))

    def moved(self, game: Game, move: Move, record: Record) -> None:
        """Shows the move, then waits for the next to be due."""
        self._moves += 1
        now = time.monotonic()
        if now - self._drawn >= _FRAME or game.status != "playing":
            advice = None if move.analysis is None else Advice.of(move.analysis)
            self._draw(Scene(game.position, move.action.cell, advice), game, _told(move), record)
        self._due = max(self._due + 1 / self._speed, now)
        time.sleep(max(0.0, self._due - time.monotonic()))

    def ended(self, game: Game, record: Record) -> None:
        """Shows how it ended, and where the mines were, for a moment."""
        reveal: Reveal = "flags" if game.status in ("won", "cleared") else "mines"
        scene = Scene(game.position, minefield=game.minefield, reveal=reveal)
        self._draw(scene, game, Text(outcome_of(game).capitalize(), "bold"), record)
        self._moves = 0
        time.sleep(min(_LAST_LOOK, 5 / self._speed))
        self._due = time.monotonic()

    def _draw(self, scene: Scene, game: Game, told: Text, record: Record) -> None:
        width, height = self._console.size
        tiles = LARGE if _fits(scene, LARGE, width, height) else SMALL
        wide, high = size_of(scene, tiles)
        room, lines = min(wide, width), min(high, max(1, height - _CAPTION))
        if isinstance(scene.cursor, tuple):
            row, column = scene.cursor
            self._left = followed(self._left, column * tiles.width, room, wide, tiles.width)
            self._top = followed(self._top, row * tiles.height, lines, high, tiles.height)
        self._left, self._top = min(self._left, wide - room), min(self._top, high - lines)
        board = Segments(_lines(scene, tiles, self._left, self._top, room, lines))
        self._live.update(Group(board, self._caption(game, told, record)), refresh=True)
        self._drawn = time.monotonic()
        self._last = scene

    def _caption(self, game: Game, told: Text, record: Record) -> Text:
        number = game.game - self._setup.first + 1
        which = f"seed {game.seed}, game {game.game}"
        lines = [
            Text(),
            Text(f"Game {number} of {self._games}: {self._setup}; {which}", "bold"),
            Text.assemble(told, f"  Move {self._moves}, {game.safe_left} safe cells left."),
            Text(f"Record {record.won}-{record.lost}-{record.drawn}{_rate(record)}", "dim"),
        ]
        caption = Text("\n", no_wrap=True, overflow="ellipsis").join(lines)
        caption.no_wrap, caption.overflow = True, "ellipsis"
        return caption


def _fits(scene: Scene, tiles: Tiles, width: int, height: int) -> bool:
    wide, high = size_of(scene, tiles)
    return wide <= width and high + _CAPTION <= height


def _lines(scene: Scene, tiles: Tiles, left: int, top: int, width: int, height: int) -> list[Segment]:
    """The part of the board that is in view."""
    segments: list[Segment] = []
    for y in range(top, top + height):
        segments += line_of(scene, tiles, y, left, width)
        segments.append(Segment.line())
    return segments


def _told(move: Move) -> Text:
    kind, cell = move.action
    if kind == "flag":
        return Text(f"Flags {cell}.")
    if move.position is None:
        return Text(f"Begins at {cell}.")
    if move.risk == 0.0:
        return Text(f"Opens {cell}, certainly safe.", "green")
    risk = "" if math.isnan(move.risk) else f", a mine at {100 * move.risk:.1f} %"
    return Text(f"Guesses {cell}{risk}.", "bold yellow")


def _rate(record: Record) -> str:
    return "" if record.win_rate is None else f", {100 * record.win_rate:.1f} % won"
