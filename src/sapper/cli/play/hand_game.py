"""Playing by hand, without the screen: the games, their clock and clicks, and the record of all sessions.

Whatever is wrong with the file of the record, the games go on: `RecordFile.trouble` says what it was.
"""

from __future__ import annotations

import json
import math
import os
import time
from collections.abc import Callable, Iterable
from contextlib import ExitStack, suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from sapper._support.file_bytes import alone_with, bytes_of, free_name, write_whole
from sapper._support.installation import data_folder
from sapper._support.words import percent, quantity
from sapper.board.board import Level
from sapper.board.game import Action, ActionKind, Game
from sapper.cells import Cell
from sapper.cli.play.series import GameResult, Keep, SeriesRecord, Setup, in_words
from sapper.errors import FileError, FormatError, GenerationError, MissingFileError
from sapper.simulation.tally import duration
from sapper.strategy.turns import flagging, opening

if TYPE_CHECKING:
    from sapper.board.game import Game
    from sapper.cli.play.series import GameResult, Setup

_FORMAT: Final = 1
_MOST_TIMES: Final = 5  # that are kept of each kind of game
_COUNTS: Final = ("won", "lost", "drawn", "unfinished")


@dataclass(slots=True)
class BestTime:
    """A won game that counts."""

    seconds: float
    seed: int
    number: int


@dataclass(slots=True)
class KindRecord:
    """All games of one kind."""

    won: int = 0
    lost: int = 0
    drawn: int = 0
    unfinished: int = 0
    best: list[BestTime] = field(default_factory=list)  # the shortest first

    @classmethod
    def from_json(cls, value: Any) -> KindRecord:
        """Reads what `asdict` wrote. Raises ValueError, KeyError or TypeError if it is something else."""
        counts = {name: value[name] for name in _COUNTS}
        best = [BestTime(float(each["seconds"]), each["seed"], each["number"]) for each in value["best"]]
        whole = [*counts.values(), *(number for each in best for number in (each.seed, each.number))]
        if not all(type(each) is int and each >= 0 for each in whole):
            raise ValueError("not a count")
        if not all(math.isfinite(each.seconds) and each.seconds >= 0 for each in best):
            raise ValueError("not a time")
        return cls(**counts, best=best)

    def __str__(self) -> str:
        count = self.won + self.lost + self.drawn
        games = quantity(count + self.unfinished, "game")
        rate = f" ({percent(self.won / count, 1)} won)" if count else ""
        more = f", {self.unfinished} unfinished" if self.unfinished else ""
        best = ", ".join(duration(each.seconds) for each in self.best) or "none yet"
        return f"{games}, {self.won}-{self.lost}-{self.drawn}{rate}{more}\nBest times: {best}"


class RecordFile:
    """The standings by the kind of game: its board and its rules.

    Attributes:
        trouble: Why the record could not be read or kept, in a sentence; empty if it could.
    """

    def __init__(self, file: Path | None) -> None:
        """Prepares it. Without a file, nothing is kept beyond this session."""
        self._file = file
        self._standings: dict[str, KindRecord] = {}
        self.trouble = ""
        self._read()

    def add(self, setup: Setup, result: GameResult, game: Game) -> str:
        """Adds a game that counts, and says what is new about the best time; empty if nothing is."""
        with ExitStack() as waiting:
            self._wait(waiting)
            self._read()  # another program may play too
            news = self._add(setup, result, game)
            self._write()
        return news

    def _wait(self, waiting: ExitStack) -> None:
        """Lets other programs that add games wait until the stack closes."""
        if self._file is not None:
            with suppress(OSError):  # there is no such folder yet, or `_write` says what is wrong with it
                self._file.parent.mkdir(parents=True, exist_ok=True)
                waiting.enter_context(alone_with(self._file.parent))

    def _add(self, setup: Setup, result: GameResult, game: Game) -> str:
        standing = self._standings.setdefault(kind_of(setup), KindRecord())
        name = in_words(result.status)
        setattr(standing, name, getattr(standing, name) + 1)
        news = ""
        if result.status == "won":
            news = _news(standing.best, result.seconds)
            standing.best.append(BestTime(result.seconds, setup.seed, game.number))
            standing.best.sort(key=lambda each: each.seconds)
            del standing.best[_MOST_TIMES:]
        return news

    def text(self, setup: Setup) -> str:
        """The standing of games of this kind, in lines."""
        kind = kind_of(setup)
        return f"All sessions: {kind}\n{self._standings.get(kind, KindRecord())}"

    def _read(self) -> None:
        if self._file is None:
            return
        try:
            content = json.loads(bytes_of(self._file))
            if content["format"] != _FORMAT:
                raise ValueError("another format")
            self._standings = {
                str(kind): KindRecord.from_json(value) for kind, value in content["kinds"].items()
            }
        except MissingFileError:
            return
        except FileError as error:
            self.trouble = f"The record of earlier sessions is missing, and nothing is kept: {error}."
            self._file = None  # what cannot be read must not be replaced
        except (FormatError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
            self._set_aside(self._file)

    def _set_aside(self, file: Path) -> None:
        """Renames a damaged file, so that what is in it is not lost."""
        with suppress(OSError):
            aside = free_name(file, "damaged")
            file.rename(aside)
            self.trouble = f"The record of earlier sessions was damaged. It is now {aside}."
            return
        self.trouble = f"{file} is damaged, and nothing is kept."
        self._file = None

    def _write(self) -> None:
        if self._file is None:
            return
        kinds = {kind: asdict(standing) for kind, standing in self._standings.items()}
        text = json.dumps({"format": _FORMAT, "kinds": kinds}, indent=1)
        try:
            write_whole(self._file, f"{text}\n".encode())
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or error
            self.trouble = f"The record is not kept: {self._file}: {reason}."


def kind_of(setup: Setup) -> str:
    """The board and the rules in words: games of the same kind can be compared."""
    rules = setup.rules
    parts = [f"{setup}" if setup.hardest is None else f"{setup} ({setup.hardest})"]
    parts.append(f"first click {rules.first_click}")
    if rules.on_mine != "stop":
        parts.append("goes on after a mine")
    if rules.guessing != "free":
        parts.append(f"guessing {rules.guessing}")
    if rules.win != "cleared":
        parts.append(f"won when {rules.win}")
    return "; ".join(parts)


def usual_file() -> Path | None:
    """The file that the environment variable `SAPPER_RECORD` names, or else one in the user's data folder.

    None if the variable is `off`.
    """
    name = os.environ.get("SAPPER_RECORD")
    if name == "off":
        return None
    if name:
        return Path(name)
    with suppress(RuntimeError):  # there is no home
        return data_folder() / "record.json"
    return None


def _news(best: list[BestTime], seconds: float) -> str:
    if not best:
        return "Your first win on this board."
    if seconds < best[0].seconds:
        return f"Your best time! The old one was {duration(best[0].seconds)}."
    return f"Your best time is {duration(best[0].seconds)}."


_PATIENCE = 2.0  # seconds that a player waits for a fair board


class HandGame:
    """A person's games, one after the other.

    A game enters the record once: when it first ends, or when the player leaves it after opening a cell. A
    loss that is taken back stays a loss. A board played again does not count at all, and neither does a game
    with moves by `assist`.
    """

    def __init__(
        self,
        setup: Setup,
        clock: Callable[[], float] = time.monotonic,
        keep: Keep | None = None,
        record_file: RecordFile | None = None,
    ) -> None:
        """Starts with the first game of the setup.

        `keep` gets every game that ends, and `record_file` counts those that enter the record.
        """
        self.setup = setup
        self.game = setup.game(setup.first)
        self.clicks = 0  # actions that changed something, including those taken back
        self.counts = True  # whether a win would; not after taking back or `assist`, nor played again
        self._clock = clock
        self._keep = keep
        self.record_file = RecordFile(None) if record_file is None else record_file  # of all sessions
        self.news = ""  # about the best time, when a game was won
        self._times: list[float] = []  # of every action in the history of the current game
        self.under_way = False  # whether a cell was opened
        self._in_record = False  # whether the current game is in the record, or never will be
        self._number = setup.first
        self._seconds = 0.0  # up to when the clock last stood
        self._since: float | None = None  # when the clock was last started
        self.past = SeriesRecord()  # the record of the games that are over

    @property
    def record(self) -> SeriesRecord:
        """The record, with the current game if a cell was opened."""
        if self._in_record or not self.under_way:
            return self.past
        return self.past.plus(GameResult.of_person(self.game, self.seconds))

    @property
    def playing(self) -> bool:
        """Whether the game is not over."""
        return self.game.status == "playing"

    @property
    def seconds(self) -> float:
        """What the clock shows. It runs from the first opened cell to the end of the game."""
        return self._seconds + (0.0 if self._since is None else self._clock() - self._since)

    def act(self, kind: ActionKind, cell: Cell) -> int:
        """Opens, flags or chords, and returns how many cells changed. Does nothing once the game is over.

        Raises:
            GenerationError: No board was found in time that is fair from the first cell on.
            FormatError: The game ended and could not be kept.
        """
        if not self.playing:
            return 0
        if kind == "open" and not self.under_way and self.setup.hardest is not None:
            self._become_fair(cell)
        changes = self.game.act(kind, cell)
        acts = changes > 0 or self.game.lost_by_guess
        self.clicks += acts
        if changes and kind != "flag" and not self.under_way:
            self.under_way, self._since = True, self._clock()
        if acts:
            self._times.append(self.seconds)
        if not self.playing:
            self._end()
        return changes

    def assist(self, opens: Iterable[Cell], flags: Iterable[Cell]) -> tuple[int, int]:
        """Opens and flags hidden cells for the player, whose game then does not count.

        It removes flags on cells to open.

        Returns:
            How many cells were opened, without those that opened with them, and how many were flagged.

        Raises:
            GenerationError: As for `act`.
            FormatError: As for `act`.
        """
        before = self.counts, self._in_record
        self.counts, self._in_record = False, True
        try:
            open_count = sum(self._does(opening(self.game._mark(cell), cell)) for cell in opens)
            flag_count = sum(self._does(flagging(self.game._mark(cell), cell)) for cell in flags)
        except GenerationError:
            self.counts, self._in_record = before
            raise
        if not open_count and not flag_count:
            self.counts, self._in_record = before
        return open_count, flag_count

    def take_back(self) -> bool:
        """Takes back the action that lost; returns whether there was one."""
        if self.game.status != "lost":
            return False
        game = self.game
        self.game = Game(
            game.board, game.rules, seed=game.seed, number=game.number, history=game.history[:-1]
        )
        self._times.pop()
        self.counts = False
        self._since = self._clock()
        return True

    def new(self, setup: Setup | None = None) -> None:
        """Starts the next game, of another setup if one is given."""
        self.leave()
        self.setup = self.setup if setup is None else setup
        self._number += 1
        self._begin(counts=True)

    def at_level(self, level: Level) -> None:
        """Starts the next game, on the board of a level."""
        self.new(self.setup.at_level(level))

    def again(self) -> None:
        """Starts the same game over. It does not count."""
        self.leave()
        self._begin(counts=False)

    def _does(self, actions: Iterable[Action]) -> bool:
        """Whether any of these actions changes something."""
        return sum(self.act(*action) for action in actions) > 0

    def _begin(self, counts: bool) -> None:
        self.game = self.setup.game(self._number)
        self.clicks = 0
        self.news = ""
        self.counts = counts
        self._in_record = not counts
        self.under_way = False
        self._times = []
        self._seconds = 0.0
        self._since = None

    def _become_fair(self, cell: Cell) -> None:
        """Takes the next minefield that is fair from that cell on, and keeps the flags."""
        game = self.setup.game_from(self._number, cell, _PATIENCE)
        self._number = game.number
        self.game = Game(
            game.board, game.rules, seed=game.seed, number=game.number, history=self.game.history
        )

    def leave(self) -> None:
        """Leaves the current game. If a cell was opened and it is not over, it is unfinished."""
        if not self._in_record and self.under_way:
            result = GameResult.of_person(self.game, self.seconds)
            self.past = self.past.plus(result)
            self.news = self.record_file.add(self.setup, result, self.game)
        self._in_record = True

    def _end(self) -> None:
        self._seconds, self._since = self.seconds, None
        self.leave()
        if self._keep is not None:
            self._keep(self.game, self._times)


def ending(session: HandGame) -> str:
    """How the current game ended, in a line."""
    game = session.game
    clicks = quantity(session.clicks, "click")
    facts = f"{duration(session.seconds)}, {clicks}, seed {game.seed}, game {game.number}."
    if game.status == "lost":
        how = "Lost by a guess while a cell was certain" if game.lost_by_guess else "Lost"
        return f"{how}: {facts} u: undo, s: mines, r: new"
    if game.status == "drawn":
        return f"Drawn, {quantity(game.exploded, 'mine')} set off: {facts}"
    return f"Won: {facts} {session.news if session.counts else 'Not counted.'}".rstrip()


def standing(session: HandGame) -> str:
    """Which game this is, and how those before came out."""
    game, record = session.game, session.past
    before = f"; won {record.won} of {record.complete}" if record.complete else ""
    rule = "" if game.rules.guessing == "free" else f"; {game.rules.guessing.replace('_', ' ')}"
    if not game.is_judged:
        rule += ", but this position cannot be counted: the next guess is free"
    return f"seed {game.seed}, game {game.number}{before}{rule}"
