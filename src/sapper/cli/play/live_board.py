"""A live board in the terminal while the engine plays."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from itertools import zip_longest
from typing import Final, Literal, Self

import numpy as np
from numpy.typing import NDArray
from rich.console import Console, ConsoleDimensions
from rich.control import Control
from rich.segment import ControlType, Segment, Segments
from rich.text import Text

from sapper._support.words import counting_from, percent
from sapper.board.game import Game
from sapper.cells import Cell
from sapper.cli.play.advice import (
    THINKING,
    beliefs_text,
    knowledge_text,
    move_caption,
    risks_to_draw,
    statement_text,
    statements_around,
)
from sapper.cli.play.keys import APART, WATCHING, Keys, ScrolledText, Suspension, foot_line, keys_text
from sapper.cli.play.series import EngineStep, GameResult, Quit, SeriesRecord, Setup, Spectator, in_words
from sapper.cli.play.sweep_view import SweepFrame, Thinker
from sapper.cli.play.tiles import SMALL, Viewport, size_of
from sapper.cli.shared.plain_terminals import segments_for
from sapper.draw.scene import Reveal, Scene
from sapper.errors import SapperError
from sapper.inference.inference import Inference
from sapper.strategy import Beliefs, Strategy
from sapper.strategy.turns import Turn

Show = Literal["moves", "risks", "beliefs", "thinking"]
"""What is drawn: the moves and what is certain; every risk; what the strategy believes; the sweeps of the
solver before it chooses."""

_FRAME: Final = 1 / 30  # seconds; the eye wants no more, and slow terminals take no more
_LAST_LOOK: Final = 1.0  # seconds at most, on the end of a game
_CAPTION: Final = 4  # lines: one blank, three of text, without that of the keys
_STATEMENTS: Final = 2  # what the strategy knows around the cell it plays, below a line on all it knows
_MOST_DELAY: Final = 0.25  # seconds of delay that the moves may catch up on
_STEP: Final = 0.05  # seconds of a step of a sweep, where there is time
_SPEEDS: Final = (0.1, 10_000.0)  # moves per second, the slowest and the fastest by key
_PATIENCE: Final = 10.0  # seconds that the strategy may take to say what it knows
_GLANCE: Final = 0.25  # seconds between two looks at the size of the terminal while nothing moves
_LONGEST_SWEEP: Final = 1.2  # seconds
_MOVES_A_SWEEP: Final = 8  # sweeps may take the time of so many moves

# Terminals that know these two show everything between them at once.
_BEGIN: Final = Segment("\x1b[?2026h")
_END: Final = Segment("\x1b[?2026l")
_REST: Final = Control((ControlType.ERASE_IN_LINE, 0)).segment


class LiveBoard(Spectator):
    """Draws the game on the whole screen and slows it down. The view follows the play where it must.

    Keys pause it, step through it and change its speed.
    """

    def __init__(
        self,
        setup: Setup,
        games: int,
        speed: float,
        show: Show = "moves",
        console: Console | None = None,
        keys: Keys | None = None,
        strategy: Strategy | None = None,
    ) -> None:
        """Readies the view. The speed is in moves per second. Only the beliefs need the strategy."""
        self._setup = setup
        self._games = games
        self._speed = speed
        self._every_risk = show in ("risks", "beliefs")
        self._believer = strategy if show == "beliefs" else None
        self._console = Console() if console is None else console
        self._screen = self._console.screen()
        self._lines: list[list[Segment]] = []
        self._size = self._console.size
        self._beliefs: Beliefs | None = None  # of the strategy in the position that is shown
        below = _CAPTION + (keys is not None) + (show == "thinking")
        below += 0 if self._believer is None else 1 + _STATEMENTS
        self._view = Viewport(below, glides=speed * _FRAME > 1)
        self._keys = keys
        self._suspension = Suspension(self._away)
        self._is_paused = False
        self._page: ScrolledText | None = None  # of text, which covers the board
        self._strategy = strategy
        self._game: Game | None = None  # that is shown
        self._steps = 0  # the moves to make although it is paused
        self._redraw: Callable[[], None] = lambda: None
        self._thinker = Thinker() if show == "thinking" else None
        self._knowledge = Inference(setup.board)
        self._sweep_frame: SweepFrame | None = None
        self._at: Cell | None = None  # where the last move was
        self._game_count = 0
        self._moves = 0
        self._due = time.monotonic()
        self._last_drawing = 0.0
        self._last: Scene | None = None

    def __enter__(self) -> Self:
        self._suspension.__enter__()
        self._take_terminal()
        return self

    def __exit__(self, *_: object) -> None:
        """Gives the terminal back and leaves the last board on it, if it fits."""
        self._give_terminal_back()
        self._suspension.__exit__()
        if self._last is None:
            return
        width, height = size_of(self._last, SMALL)
        if width <= self._console.width and height <= self._console.height:
            for line in Viewport(0).lines(self._last, self._console.size):
                segments = segments_for(self._console, line)
                self._console.print(Segments([*segments, Segment.line()]), end="")

    def _take_terminal(self) -> None:
        """Takes the whole screen and the keys."""
        self._screen.__enter__()
        if self._keys is not None:
            self._keys.__enter__()

    def _give_terminal_back(self) -> None:
        if self._keys is not None:
            self._keys.__exit__(None, None, None)
        self._screen.__exit__(None, None, None)

    @contextmanager
    def _away(self) -> Iterator[None]:
        """Gives the terminal back for a while."""
        self._give_terminal_back()
        yield
        self._take_terminal()
        lines, self._size = self._lines, ConsoleDimensions(0, 0)
        # As they were. A signal may come while the engine counts, and a second count must not begin then.
        self._show(lines)
        self._due = time.monotonic()

    def on_choice(self, game: Game, turn: Turn, record: SeriesRecord) -> None:
        """Shows the sweeps by which the engine came to its choice, if there is time."""
        if not self._moves:
            self._begin()
        now = time.monotonic()
        if self._thinker is None or now - self._last_drawing < _FRAME or not self._moves:
            return
        look = self._thinker.look(game.position)
        state = Text("Thinks.", "cyan")
        best = turn.opens[0] if turn.risk != 0.0 and turn.opens else None
        scene = self._scene(game, best=best)
        for moment in self._moments(look, scene):
            self._sweep_frame = moment
            self._redraw = partial(
                self._draw, replace(scene, sweeps=moment), game, state, record, best or self._at
            )
            self._redraw()
            self._sleep_until(self._last_drawing + _FRAME)
        self._due = max(self._due, time.monotonic())

    def on_move(self, game: Game, step: EngineStep, record: SeriesRecord) -> None:
        """Shows the move, then waits for the next to be due."""
        self._moves += 1
        if game.status == "playing":
            self._steps = max(0, self._steps - 1)
        self._knowledge.follow(game)
        self._at = step.action.cell
        now = time.monotonic()
        self._redraw = partial(self._draw_move, game, step, record)
        if now - self._last_drawing >= _FRAME or game.status != "playing" or self._is_paused:
            self._redraw()
        self._due = max(self._due + 1 / self._speed, now - _MOST_DELAY)
        self._sleep_until(self._due)

    def on_end(self, game: Game, record: SeriesRecord, result: GameResult) -> None:  # noqa: ARG002  others need it
        """Shows how it ended, and where the mines were, for a moment."""
        reveal: Reveal = "flags" if game.status in ("won", "drawn") else "mines"
        scene = Scene(game.position, minefield=game.minefield, reveal=reveal)

        state = Text(in_words(game.status).capitalize(), "bold")
        self._redraw = partial(self._draw, scene, game, state, record)
        self._redraw()
        self._steps = max(0, self._steps - 1)
        self._sleep_until(time.monotonic() + min(_LAST_LOOK, 5 / self._speed))
        self._moves = 0
        self._due = time.monotonic()

    def _draw_move(self, game: Game, step: EngineStep, record: SeriesRecord) -> None:
        cell = step.action.cell
        scene = replace(self._scene(game, cursor=cell), sweeps=self._sweep_frame)
        with counting_from(1):
            (kind, _), risk = step
            caption = move_caption(kind, cell, risk, begins=self._moves == 1)
        self._draw(scene, game, Text(*caption), record, cell)

    def _begin(self) -> None:
        """Forgets the game before."""
        self._game_count += 1
        self._knowledge = Inference(self._setup.board)
        self._sweep_frame = None
        if self._thinker is not None:
            self._thinker = Thinker()

    def _scene(self, game: Game, best: Cell | None = None, cursor: Cell | None = None) -> Scene:
        best_index, cursor_index = (
            None if cell is None else game.topology.index(cell) for cell in (best, cursor)
        )
        return Scene(game.position, self._risks(game), best_index, self._every_risk, cursor=cursor_index)

    def _risks(self, game: Game) -> NDArray[np.float64]:
        """The exact risks, or what the strategy takes them to be."""
        if self._believer is None:
            return self._knowledge.mine_probability
        self._beliefs = None
        if game.status != "playing":
            return np.full(game.topology.shape, np.nan)
        self._beliefs = self._believer.beliefs(game.position, rules=game.rules)
        return risks_to_draw(self._beliefs)

    def _statements(self, cell: Cell | None, game: Game) -> list[Text]:
        """What the strategy believes, and what it knows of the cells around its last one.

        Empty if the beliefs are not shown.
        """
        if self._believer is None:
            return []
        texts = []
        if self._beliefs is not None:
            texts.append(Text(beliefs_text(self._believer.name, self._beliefs), "cyan"))
            if cell is not None:
                around = statements_around(self._beliefs, game.topology, cell, _STATEMENTS)
                with counting_from(1):
                    texts += [Text(statement_text(each), "cyan") for each in around]
        return texts + [Text()] * (1 + _STATEMENTS - len(texts))

    def _moments(self, look: SweepFrame, scene: Scene) -> Iterator[SweepFrame]:
        """The sweeps step by step, as fast as the time for them asks. At the last moment all are over."""
        steps = look.steps(*self._view.in_view(scene, self._console.size))
        patience = min(_LONGEST_SWEEP, _MOVES_A_SWEEP / self._speed, steps * _STEP)
        frames = math.floor(patience / _FRAME)
        for frame in range(frames):
            yield look.moment(round(steps * frame / frames))
        yield look.moment(np.iinfo(np.int32).max // 2)

    def _draw(
        self, scene: Scene, game: Game, state: Text, record: SeriesRecord, focus: Cell | None = None
    ) -> None:
        size = self._console.size
        self._game = game
        if self._page is not None:
            self._show(self._page.lines(size))
            return
        _, beside, extent = self._view.arrangement(scene, size)
        board = [segments_for(self._console, line) for line in self._view.lines(scene, size, focus)]
        texts = [*self._caption(game, state, record), *self._statements(focus, game)]
        place = self._beside if beside else self._below
        self._show(place(board, texts, extent))
        self._last_drawing = time.monotonic()
        self._last = scene

    def _below(self, board: list[list[Segment]], texts: list[Text], extent: int) -> list[list[Segment]]:
        """The board with so many lines of text below it. That of the keys is the last to go."""
        width, foot = self._console.width, self._foot(self._console.width)
        texts = texts[: max(0, extent - len(foot))] + foot
        if len(texts) < extent:
            texts.insert(0, Text())
        for text in texts:
            text.truncate(width, overflow="ellipsis")
        return [*board, *([*text.render(self._console)] for text in texts)]

    def _beside(self, board: list[list[Segment]], texts: list[Text], extent: int) -> list[list[Segment]]:
        """The board with a column of text of that width beside it, with the keys at its foot."""
        blank, width = [Segment(" " * Segment.get_line_length(board[0]))], extent - 1
        foot = self._foot(width)
        column = [line for text in texts for line in text.wrap(self._console, width)]
        column = [*column[: self._console.height - len(foot)], *foot]
        return [
            [*(line or blank), Segment(" "), *(() if text is None else text.render(self._console))]
            for line, text in zip_longest(board, column)
        ]

    def _show(self, lines: list[list[Segment]]) -> None:
        """Writes the lines that changed, all in one piece."""
        size, console = self._console.size, self._console
        with self._suspension.put_off(), console:
            console.update_screen_lines([[_BEGIN]])
            if size != self._size:
                console.control(Control.clear())
                self._size, self._lines = size, []
            lines = lines[: size.height]  # below the last line, terminals write on the last line
            lines = lines + [[]] * (len(self._lines) - len(lines))  # nothing of a page stays
            for y, line in enumerate(lines):
                if y >= len(self._lines) or self._lines[y] != line:
                    console.update_screen_lines([[*Segment.simplify(line), _REST]], y=y)
            console.update_screen_lines([[_END]])
            self._lines = lines

    def _caption(self, game: Game, state: Text, record: SeriesRecord) -> Iterator[Text]:
        which = f"seed {game.seed}, game {game.number}"
        yield Text(f"Game {self._game_count} of {self._games}: {self._setup}; {which}", "bold")
        hit = f", {game.exploded} set off" if game.exploded else ""
        yield Text.assemble(state, f"  Move {self._moves}, {game.safe_left} safe cells left{hit}.")
        rate = "" if record.win_rate is None else f", {percent(record.win_rate, 1)} won"
        stands = f"Record {record.won}-{record.lost}-{record.drawn}{rate}"
        if self._thinker is not None:
            yield Text(THINKING, "dim")
        if self._keys is not None:
            stands = f"{'Paused.  ' if self._is_paused else ''}{stands}  Speed {self._speed:.3g}/s"
        yield Text(stands, "dim")

    def _foot(self, width: int) -> list[Text]:
        """The keys, if there are any."""
        if self._keys is None:
            return []
        return [Text(APART.join(key.foot for key in foot_line(WATCHING, width)), "dim")]

    def _sleep_until(self, due: float) -> None:
        """Waits, for as long as it is paused too, and does what the keys ask."""
        if self._keys is None:
            time.sleep(max(0.0, due - time.monotonic()))
            return
        while True:
            stands = (self._is_paused and not self._steps) or self._page is not None
            key = self._keys.wait(_GLANCE if stands else max(0.0, due - time.monotonic()))
            if key:
                self._do(key)
                due = min(due, time.monotonic() + 1 / self._speed)
            elif not stands:
                return
            elif self._console.size != self._size:
                self._redraw()

    def _do(self, key: str) -> None:
        """Does what a key asks. Other keys do nothing, but any closes a page."""
        if self._page is not None and key != "q":
            self._turn(self._page, key)
        elif key == "?":
            self._page = ScrolledText(keys_text(WATCHING))
        elif key == "v":
            self._page = ScrolledText(self._knowledge_text())
        elif key == " ":
            self._is_paused, self._steps = not self._is_paused, 0
        elif key == "s":
            self._is_paused, self._steps = True, self._steps + 1
        elif key in "+=":
            self._set_speed(2 * self._speed)
        elif key in "-_":
            self._set_speed(self._speed / 2)
        elif key == "q":
            raise Quit
        else:
            return
        self._due = time.monotonic()
        self._redraw()

    def _turn(self, page: ScrolledText, key: str) -> None:
        """Scrolls a page, or closes it."""
        if key in "jk":
            page.turn(1 if key == "j" else -1)
        else:
            self._page = None

    def _knowledge_text(self) -> str:
        """All that the strategy knows."""
        game = self._game
        if self._strategy is None or game is None or game.status != "playing":
            return "There is no game in progress."
        try:
            beliefs = self._strategy.beliefs(game.position, rules=game.rules, time_limit=_PATIENCE)
        except SapperError as error:
            return f"{error}."
        with counting_from(1):
            return knowledge_text(self._strategy.name, beliefs)

    def _set_speed(self, speed: float) -> None:
        slowest, fastest = _SPEEDS
        self._speed = min(max(speed, slowest), fastest)
        self._view.glides = self._speed * _FRAME > 1
