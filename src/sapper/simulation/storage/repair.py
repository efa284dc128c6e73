"""Saves what is good in a damaged file of a run."""

from __future__ import annotations

import json
import shutil
import sqlite3
from contextlib import ExitStack, closing, suppress
from itertools import count
from pathlib import Path
from typing import Any, Final, NamedTuple

from sapper.errors import SimulationError
from sapper.simulation.plan.configuration import Configuration
from sapper.simulation.run.chunk import ChunkResult
from sapper.simulation.storage.ledger import PAGE, SESSION_COLUMNS, DamagedError, Ledger, chunk_of

__all__ = ["Repaired", "repair"]

_GAP: Final = 1000  # numbers without a readable chunk after which nothing more is looked for
_PAGE_COUNT: Final = slice(28, 32)  # of the first page: how long the file is


class Repaired(NamedTuple):
    """What a repair has kept.

    Attributes:
        chunks: How many chunks.
        games: The games in them.
        counted: Those of them before the first chunk that was lost: what a report counts.
        aside: Where the damaged file is now.
    """

    chunks: int
    games: int
    counted: int
    aside: Path


def repair(path: Path) -> Repaired | None:
    """Makes a new file of the chunks that can be read, in place of the damaged one, which is set aside.

    Chunks that are lost are played again when the run goes on. A file that is not damaged stays as it is.

    Returns:
        What was kept; None where nothing was damaged.

    Raises:
        SimulationError: Not even the configuration can be read, or the new file cannot be written.
    """
    if not path.is_file():
        raise SimulationError(f"{path}: {'is a folder' if path.is_dir() else 'there is no such file'}")
    if _is_sound(path):
        return None
    try:
        return _repaired(path)
    except OSError as error:
        raise SimulationError(f"{path}: cannot be repaired: {error.strerror}") from None


def _is_sound(path: Path) -> bool:
    try:
        with Ledger.read(path) as ledger:
            ledger.check()
            for _ in ledger.chunks():
                pass
    except DamagedError:
        return False
    return True


def _repaired(path: Path) -> Repaired:
    legible, fresh = (path.with_name(path.name + ending) for ending in (".legible", ".repaired"))
    with ExitStack() as at_the_end:
        for file in (legible, fresh):
            file.unlink(missing_ok=True)
            at_the_end.callback(file.unlink, missing_ok=True)
        _make_legible(path, legible)
        with closing(sqlite3.connect(legible)) as connection:
            chunks, games, counted = _copied(connection, path, fresh)
        if not chunks:
            raise SimulationError(f"{path}: nothing in it can be saved: no chunk can be read")
        aside = _free_name(path)
        path.replace(aside)
        fresh.replace(path)
    return Repaired(chunks, games, counted, aside)


def _free_name(path: Path) -> Path:
    """Where no file is that was set aside before: it may have what this one lost."""
    names = (path.with_name(f"{path.name}.damaged{number or ''}") for number in count())
    return next(name for name in names if not name.exists())


def _make_legible(path: Path, legible: Path) -> None:
    """A copy that SQLite opens though the file was cut off or its first page is damaged.

    That page, which says where the tables begin, is the same in every file of a run but for the length of the
    file; here it is a new one.
    """
    with suppress(sqlite3.Error), closing(sqlite3.connect(path)) as connection:
        connection.execute("SELECT * FROM run").fetchone()  # what a killed program half wrote is taken back
    with closing(sqlite3.connect(legible)) as connection, connection:
        Ledger.lay_out(connection)
    first = bytearray(legible.read_bytes()[:PAGE])
    shutil.copyfile(path, legible)
    pages = -(-legible.stat().st_size // PAGE)
    first[_PAGE_COUNT] = pages.to_bytes(4, "big")
    with legible.open("r+b") as file:
        file.write(first)
        file.truncate(pages * PAGE)


def _copied(connection: sqlite3.Connection, path: Path, fresh: Path) -> tuple[int, int, int]:
    """How many chunks were copied, how many games they have, and how many of these are before any gap."""
    configuration = _configuration(connection, path)
    kept, games, counted, last = 0, 0, 0, -1
    with Ledger.begin(fresh, configuration) as ledger:
        number = 0
        most = _most(connection)
        while number <= max(most, last + _GAP):
            result = _chunk(connection, number, configuration)
            if result is not None:
                ledger.store(result)
                kept, games, last = kept + 1, games + result.count, number
                if games == configuration.games_before(number) + result.count:
                    counted = games
            number += 1
        ledger.add_sessions(_sessions(connection))
        with suppress(TypeError, ValueError):
            asked = json.loads(_row(connection, "SELECT value FROM run WHERE name = 'stop'")[0])
            ledger.note(stop=asked, ended=False)
    return kept, games, counted


def _configuration(connection: sqlite3.Connection, path: Path) -> Configuration:
    copies = "SELECT value FROM run WHERE name = 'configuration'", "SELECT configuration FROM spare"
    for copy in copies:
        with suppress(TypeError, ValueError, KeyError, AttributeError):
            return Configuration.from_dict(json.loads(_row(connection, copy)[0]))
    raise SimulationError(f"{path}: nothing in it can be saved: it does not tell what was played")


def _most(connection: sqlite3.Connection) -> int:
    most = _row(connection, "SELECT max(number) FROM chunks")[0]
    return most if isinstance(most, int) and 0 <= most < 2**32 else 0


def _chunk(connection: sqlite3.Connection, number: int, configuration: Configuration) -> ChunkResult | None:
    """A chunk whose results are as they were written, with its times or, where they are lost, without."""
    row = _row(connection, f"SELECT count, results, mark FROM chunks WHERE number = {number}")
    times = _row(connection, f"SELECT timings FROM timings WHERE number = {number}")
    for timings in (times[0], None):
        with suppress(ValueError, TypeError):
            return chunk_of((number, *row, timings), configuration)
    return None


def _sessions(connection: sqlite3.Connection) -> list[tuple[Any, ...]]:
    """Those that can be read: they tell how fast the games were played."""
    kinds = str, str, int, float, float
    with suppress(sqlite3.Error):
        rows = connection.execute(f"SELECT {SESSION_COLUMNS} FROM sessions").fetchall()
        return [row for row in rows if all(map(isinstance, row, kinds))]
    return []


def _row(connection: sqlite3.Connection, query: str) -> tuple[Any, ...]:
    """The first row, or one of None where it cannot be read."""
    with suppress(sqlite3.Error, UnicodeDecodeError):
        if (row := connection.execute(query).fetchone()) is not None:
            return tuple(row)
    return (None,)
