"""Keeps games of the bot in a folder, run after run: replays, and one table of all games."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from dataclasses import astuple, dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING, Final

from sapper._support.file_bytes import unusable
from sapper.errors import FormatError
from sapper.formats.files import write

if TYPE_CHECKING:
    from sapper.bot.game_end import GameEnd

TABLE: Final = "games.csv"
_STATUS: Final = ("won", "lost", "unfinished")
_LONGEST: Final = 1e9  # seconds of a game


@dataclass(frozen=True, slots=True)
class GameRow:
    """A game as the table has it.

    Attributes:
        rows: The rows of the board.
        columns: Its columns.
        mines: Its mines.
        strategy: Who chose the moves.
        status: Won, lost or unfinished.
        guesses: How many of the opened cells were not certainly safe.
        misread: How many times a cell that seemed certainly safe held a mine: 0 or 1.
        seconds: How long it took.
        replay: The name of its file; empty if the program did not show where the mines were.
        why: Why it is unfinished, or what the status rests on.
    """

    rows: int
    columns: int
    mines: int
    strategy: str
    status: str
    guesses: int
    misread: int
    seconds: float
    replay: str
    why: str

    @classmethod
    def of(cls, end: GameEnd, shape: tuple[int, int], mines: int, strategy: str, replay: str = "") -> GameRow:
        """How a game ended, as a line of the table."""
        guesses, misread, seconds = end.guesses, int(end.misread), round(end.seconds, 3)
        return cls(*shape, mines, strategy, end.status, guesses, misread, seconds, replay, end.why)

    def is_like(self, other: GameRow) -> bool:
        """Whether the same strategy played the same kind of board."""
        mine, others = astuple(self)[:4], astuple(other)[:4]
        return bool(mine == others)


_COLUMNS: Final = tuple(each.name for each in fields(GameRow))


class GameLog:
    """A folder of games. Nothing in it is ever replaced."""

    def __init__(self, folder: Path) -> None:
        """Makes the folder and reads its table.

        Raises:
            FileError: The folder cannot be made, or the table cannot be read.
            FormatError: The table is of something else.
        """
        self._folder, self._table = folder, folder / TABLE
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise unusable(folder, "cannot be made", error) from error
        self.games = list(self._read())
        """All games, those of earlier runs first."""

    def _read(self) -> Iterator[GameRow]:
        try:
            text = self._table.read_text(encoding="utf-8") if self._table.exists() else ""
        except (OSError, UnicodeDecodeError) as error:
            raise unusable(self._table, "cannot be read", error) from error
        table = csv.DictReader(text.splitlines())
        if text and tuple(table.fieldnames or ()) != _COLUMNS:
            raise FormatError(f"{self._table}: this is not a table of the bot: choose another folder")
        for row in table:
            try:
                yield _row_of(row)
            except ValueError:
                place = f"{self._table}: line {table.line_num}"
                raise FormatError(f"{place} is not a game of the bot: mend or remove it") from None

    def add(self, end: GameEnd, shape: tuple[int, int], mines: int, strategy: str) -> GameRow:
        """Keeps a game.

        Args:
            end: How it ended.
            shape: The rows and columns of its board.
            mines: The number of mines.
            strategy: Who chose the moves.

        Raises:
            FileError: A file cannot be written.
        """
        name = "" if end.replay is None else self._new_name()
        if end.replay is not None:
            write(end.replay, self._folder / name)
        game = GameRow.of(end, shape, mines, strategy, name)
        try:
            with self._table.open("a", encoding="utf-8", newline="") as file:
                table = csv.writer(file, lineterminator="\n")
                if file.tell() == 0:
                    table.writerow(_COLUMNS)
                table.writerow(astuple(game))
        except OSError as error:
            raise unusable(self._table, "cannot be written", error) from error
        self.games.append(game)
        return game

    def _new_name(self) -> str:
        """A name that no file has. The file is made at once, so that no other bot takes it."""
        number = 1
        while True:
            name = f"bot-{number}.rawvf"
            try:
                (self._folder / name).open("x").close()
            except FileExistsError:
                number += 1
            except OSError as error:
                raise unusable(self._folder / name, "cannot be written", error) from error
            else:
                return name


def _row_of(row: dict[str, str]) -> GameRow:
    """The row that a line of the table holds. Raises ValueError if the line holds none."""
    if tuple(row) != _COLUMNS or None in row.values() or row["status"] not in _STATUS:
        raise ValueError("not the columns of the table")
    board = (int(row["rows"]), int(row["columns"]), int(row["mines"]))
    guesses, misread, seconds = int(row["guesses"]), int(row["misread"]), float(row["seconds"])
    if min(*board, guesses, misread) < 0 or not 0 <= seconds < _LONGEST:
        raise ValueError("out of bounds")
    return GameRow(
        *board, row["strategy"], row["status"], guesses, misread, seconds, row["replay"], row["why"]
    )
