"""Saves what is good in a damaged file of a run."""

from __future__ import annotations

import contextlib
import json
import sqlite3
from pathlib import Path
from typing import Any

from sapper.errors import SimulationError
from sapper.simulation.chunk_result import ChunkResult
from sapper.simulation.configuration import Configuration
from sapper.simulation.ledger import Ledger

__all__ = ["repair"]

_SET_ASIDE = ".damaged"
_GAP = 1000  # numbers without a readable chunk after which nothing more is looked for


def repair(path: Path) -> tuple[int, int]:
    """Makes a new file of the chunks that can be read, in place of the damaged one, which is set aside.

    Chunks that are lost are played again when the run goes on.

    Returns:
        How many chunks were kept, and how many of those before the last kept one are lost.

    Raises:
        SimulationError: Not even the configuration can be read, or the new file cannot be written.
    """
    if not path.is_file():
        raise SimulationError(f"{path}: {'is a folder' if path.is_dir() else 'there is no such file'}")
    aside = path.with_name(path.name + _SET_ASIDE)
    fresh = path.with_name(path.name + ".repaired")
    with contextlib.suppress(FileNotFoundError):
        fresh.unlink()
    connection = sqlite3.connect(f"{path.absolute().as_uri()}?mode=rw", uri=True)
    try:
        kept, last = _copied(connection, path, fresh)
    finally:
        connection.close()
    if not kept:
        fresh.unlink()
        raise SimulationError(f"{path}: nothing in it can be saved: no chunk can be read")
    try:
        path.replace(aside)
        fresh.replace(path)
    except OSError as error:
        raise SimulationError(f"{path}: cannot be replaced: {error.strerror}") from None
    return kept, last + 1 - kept


def _copied(connection: sqlite3.Connection, path: Path, fresh: Path) -> tuple[int, int]:
    configuration = _configuration(connection, path)
    kept, last = 0, -1
    with Ledger.begin(fresh, configuration) as ledger:
        number = 0
        most = _most(connection)
        while number <= max(most, last + _GAP):
            result = _chunk(connection, number, configuration)
            if result is not None:
                ledger.store(result)
                kept, last = kept + 1, number
            number += 1
    return kept, last


def _configuration(connection: sqlite3.Connection, path: Path) -> Configuration:
    text = _value(connection, "SELECT value FROM run WHERE name = 'configuration'")
    try:
        return Configuration.from_dict(json.loads(text))
    except (TypeError, ValueError, KeyError, AttributeError):
        raise SimulationError(
            f"{path}: nothing in it can be saved: it does not tell what was played"
        ) from None


def _most(connection: sqlite3.Connection) -> int:
    most = _value(connection, "SELECT max(number) FROM chunks")
    return most if isinstance(most, int) and 0 <= most < 2**32 else 0


def _chunk(connection: sqlite3.Connection, number: int, configuration: Configuration) -> ChunkResult | None:
    """A chunk whose results are as they were written, with its times or, where they are lost, without."""
    row = _value(connection, f"SELECT json_array(count, results, digest) FROM chunks WHERE number = {number}")
    times = _value(connection, f"SELECT timings FROM timings WHERE number = {number}")
    try:
        count, results, digest = json.loads(row)
        result = ChunkResult.from_texts(number, count, results, times, digest, configuration.board)
    except (TypeError, ValueError, KeyError, IndexError):
        return None
    wanted = {tally.games for tally in result.tallies}
    return result if wanted == {count} else None


def _value(connection: sqlite3.Connection, query: str) -> Any:
    """The first value, or None where it cannot be read."""
    try:
        row = connection.execute(query).fetchone()
    except (sqlite3.Error, UnicodeDecodeError):
        return None
    return None if row is None else row[0]
