"""The record and the best times of games by hand, kept in a file from session to session.

Whatever is wrong with the file, the games go on: `RecordFile.trouble` says what it was.
"""

from __future__ import annotations

import json
import math
import os
from contextlib import ExitStack, suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from sapper._support.file_bytes import alone_with, bytes_of, free_name, write_whole
from sapper._support.installation import data_folder
from sapper._support.words import percent, quantity
from sapper.errors import FileError, FormatError, MissingFileError
from sapper.simulation.tally import duration

if TYPE_CHECKING:
    from sapper.board.game import Game
    from sapper.cli.play.series import Result, Setup

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
class Standing:
    """All games of one kind."""

    won: int = 0
    lost: int = 0
    drawn: int = 0
    unfinished: int = 0
    best: list[BestTime] = field(default_factory=list)  # the shortest first

    @classmethod
    def of(cls, value: Any) -> Standing:
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
        finished = self.won + self.lost + self.drawn
        games = quantity(finished + self.unfinished, "game")
        rate = f" ({percent(self.won / finished, 1)} won)" if finished else ""
        unfinished = f", {self.unfinished} unfinished" if self.unfinished else ""
        best = ", ".join(duration(each.seconds) for each in self.best) or "none yet"
        return f"{games}, {self.won}-{self.lost}-{self.drawn}{rate}{unfinished}\nBest times: {best}"


class RecordFile:
    """The standings by the kind of game: its board and its rules.

    Attributes:
        trouble: Why the record could not be read or kept, in a sentence; empty if it could.
    """

    def __init__(self, file: Path | None) -> None:
        """Prepares it. Without a file, nothing is kept beyond this session."""
        self._file = file
        self._standings: dict[str, Standing] = {}
        self.trouble = ""
        self._read()

    def add(self, setup: Setup, result: Result, game: Game) -> str:
        """Adds a game that counts, and says what is new about the best time; empty if nothing is."""
        with ExitStack() as waiting:
            self._wait(waiting)
            self._read()  # another program may play too
            news = self._added(setup, result, game)
            self._write()
        return news

    def _wait(self, waiting: ExitStack) -> None:
        """Lets other programs that add games wait until the stack closes."""
        if self._file is not None:
            with suppress(OSError):  # there is no such folder yet, or `_write` says what is wrong with it
                self._file.parent.mkdir(parents=True, exist_ok=True)
                waiting.enter_context(alone_with(self._file.parent))

    def _added(self, setup: Setup, result: Result, game: Game) -> str:
        standing = self._standings.setdefault(kind_of(setup), Standing())
        name = {"playing": "unfinished", "cleared": "drawn"}.get(result.status, result.status)
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
        return f"All sessions: {kind}\n{self._standings.get(kind, Standing())}"

    def _read(self) -> None:
        if self._file is None:
            return
        try:
            content = json.loads(bytes_of(self._file))
            if content["format"] != _FORMAT:
                raise ValueError("another format")
            self._standings = {str(kind): Standing.of(value) for kind, value in content["kinds"].items()}
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
