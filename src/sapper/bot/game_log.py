"""Keeps games of the bot in a folder, run after run: replays, and one table of all games."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import TYPE_CHECKING, Final

from sapper._support.file_bytes import unusable
from sapper.errors import FormatError
from sapper.formats.files import write

if TYPE_CHECKING:
    from sapper.bot.game_end import GameEnd

TABLE: Final = "games.csv"
_COLUMNS: Final = (
    *("rows", "columns", "mines", "strategy", "status"),
    *("guesses", "misread", "seconds", "replay", "why"),
)


class GameLog:
    """A folder of games. Nothing in it is ever replaced."""

    def __init__(self, folder: Path) -> None:
        """Makes the folder.

        Raises:
            FileError: The folder cannot be made, or the table in it cannot be read.
            FormatError: The table is of something else.
        """
        self._folder, self._table = folder, folder / TABLE
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise unusable(folder, "cannot be made", error) from error
        try:
            text = self._table.read_text(encoding="utf-8") if self._table.exists() else ""
        except (OSError, UnicodeDecodeError) as error:
            raise unusable(self._table, "cannot be read", error) from error
        if text and text.partition("\n")[0].split(",") != list(_COLUMNS):
            raise FormatError(f"{self._table}: this is not a table of the bot: choose another folder")
        if text and not text.endswith("\n"):
            raise FormatError(f"{self._table}: the last line is cut off: mend or remove it")

    def add(self, end: GameEnd, shape: tuple[int, int], mines: int, strategy: str) -> None:
        """Keeps a game.

        Args:
            end: How it ended.
            shape: The rows and columns of its board.
            mines: The number of mines.
            strategy: Who chose the moves.

        Raises:
            FileError: A file cannot be written.
        """
        name = ""  # stays so if the program did not show where the mines were
        if end.replay is not None:
            name = self._new_name()
            write(end.replay, self._folder / name)
        seconds = round(end.seconds, 3)
        row = *shape, mines, strategy, end.status, end.guesses, int(end.misread), seconds, name, end.why
        try:
            with self._table.open("a", encoding="utf-8", newline="") as file:
                table = csv.writer(file, lineterminator="\n")
                if file.tell() == 0:
                    table.writerow(_COLUMNS)
                table.writerow(row)
        except OSError as error:
            raise unusable(self._table, "cannot be written", error) from error

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
