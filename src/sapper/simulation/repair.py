"""Saves what is good in a damaged file of a run."""

from __future__ import annotations

import json
import shutil
import sqlite3
from contextlib import ExitStack, closing, suppress
from pathlib import Path
from typing import Any, Final

from sapper.errors import SimulationError
from sapper.simulation.chunk_result import ChunkResult
from sapper.simulation.configuration import Configuration
from sapper.simulation.ledger import PAGE, Ledger, chunk_of

__all__ = ["repair"]

_SET_ASIDE: Final = ".damaged"
_GAP: Final = 1000  # numbers without a readable chunk after which nothing more is looked for
_PAGE_COUNT: Final = slice(28, 32)  # of the first page: how long the file is


def repair(path: Path) -> tuple[int, int]:
    """Makes a new file of the chunks that can be read, in place of the damaged one, which is set aside.

    Chunks that are lost are played again when the run goes on.

    Returns:
        How many chunks were kept, and how many games are in them.

    Raises:
        SimulationError: Not even the configuration can be read, or the new file cannot be written.
    """
    if not path.is_file():
        raise SimulationError(f"{path}: {'is a folder' if path.is_dir() else 'there is no such file'}")
    aside, legible, fresh = (
        path.with_name(path.name + ending) for ending in (_SET_ASIDE, ".legible", ".repaired")
    )
    with ExitStack() as at_the_end:
        for file in (legible, fresh):
            file.unlink(missing_ok=True)
            at_the_end.callback(file.unlink, missing_ok=True)
        try:
            _make_legible(path, legible)
            with closing(sqlite3.connect(legible)) as connection:
                kept, games = _copied(connection, path, fresh)
            if not kept:
                raise SimulationError(f"{path}: nothing in it can be saved: no chunk can be read")
            path.replace(aside)
            fresh.replace(path)
        except OSError as error:
            raise SimulationError(f"{path}: cannot be repaired: {error.strerror}") from None
    return kept, games


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


def _copied(connection: sqlite3.Connection, path: Path, fresh: Path) -> tuple[int, int]:
    configuration = _configuration(connection, path)
    kept, games, last = 0, 0, -1
    with Ledger.begin(fresh, configuration) as ledger:
        number = 0
        most = _most(connection)
        while number <= max(most, last + _GAP):
            result = _chunk(connection, number, configuration)
            if result is not None:
                ledger.store(result)
                kept, games, last = kept + 1, games + result.count, number
            number += 1
        with suppress(TypeError, ValueError):
            asked = json.loads(_row(connection, "SELECT value FROM run WHERE name = 'stop'")[0])
            ledger.note(stop=asked, ended=False)
    return kept, games


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


def _row(connection: sqlite3.Connection, query: str) -> tuple[Any, ...]:
    """The first row, or one of None where it cannot be read."""
    with suppress(sqlite3.Error, UnicodeDecodeError):
        if (row := connection.execute(query).fetchone()) is not None:
            return tuple(row)
    return (None,)
