"""The file of a run, an SQLite database. A program that is killed loses only the chunks that it was playing.

One transaction makes the tables, and one writes each chunk together with its times. So several programs may
play the same run at once: SQLite's locks let them write in turn. Each chunk has a mark, a hash of its
contents, which is checked whenever the chunk is read. `RunFile.check` finds pages that are lost or mixed up.
Nothing is rescued from a file whose pages are damaged: the same games come again from their seed.
"""

from __future__ import annotations

import errno
import hashlib
import json
import os
import re
import sqlite3
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any, Final, Self

from sapper import _engine
from sapper._support.file_bytes import alone_with, free_name
from sapper._support.installation import data_folder
from sapper.errors import MissingFileError, SapperError, SimulationError
from sapper.simulation.chunk_result import ChunkResult
from sapper.simulation.configuration import Configuration

_FORMAT: Final = 4
_PATIENCE: Final = 30.0  # seconds to wait for a file that another program has locked
_SCHEMA: Final = """
CREATE TABLE run (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE chunks (number INTEGER PRIMARY KEY, count INTEGER NOT NULL, results TEXT NOT NULL,
                     mark TEXT NOT NULL);
CREATE TABLE timings (number INTEGER PRIMARY KEY, timings TEXT NOT NULL);
CREATE TABLE sessions (id INTEGER PRIMARY KEY, started TEXT NOT NULL, workers TEXT NOT NULL,
                       games INTEGER NOT NULL, seconds REAL NOT NULL, cpu_seconds REAL NOT NULL);
"""
_SESSION: Final = {"started": str, "workers": str, "games": int, "seconds": float, "cpu_seconds": float}
_CHUNKS: Final = "SELECT number, count, results, mark, timings FROM chunks JOIN timings USING (number)"
_SESSIONS: Final = f"SELECT {', '.join(_SESSION)} FROM sessions"
_VALUES: Final = "SELECT name, value FROM run"
_QUERIES: Final = (_CHUNKS, _SESSIONS, _VALUES)
_ADD_SESSION: Final = f"INSERT INTO sessions ({', '.join(_SESSION)}) VALUES (?, ?, ?, ?, ?)"
_NOT_A_RUN: Final = "is not the file of a run"
_DAMAGE: Final = "is damaged. Play the run again as before. The games will be the same"
_OUTSIDE: Final = {
    "FULL": "the disk is full. What was written is safe: make room and run the same command",
    "READONLY": "cannot be written. Name a file where you may write with --out",
    "PERM": "cannot be written. Name a file where you may write with --out",
    "CANTOPEN": "cannot be opened or made: does the folder exist, and may you write there?",
    "IOERR": "the disk failed: is it full? What was written is safe. Run the same command again",
    "BUSY": "another program keeps it busy. Wait for it, and run the same command",
    "LOCKED": None,
    "PROTOCOL": None,
    "NOMEM": None,
}
"""The errors of SQLite that do not mean damage, and the advice for each. None shows SQLite's own words."""


class DamageError(SimulationError):
    """A file no longer has the contents that a run wrote."""


class RunFile:
    """An open file of a run."""

    def __init__(self, path: Path, connection: sqlite3.Connection, configuration: Configuration) -> None:
        """Keeps an open file. `begin` and `read` make the object."""
        self.path = path
        self.configuration = configuration
        self._connection = connection
        self._session: int | None = None
        self._began = 0.0, 0.0

    @classmethod
    def begin(cls, path: Path, configuration: Configuration) -> RunFile:
        """Opens the file of a run to continue it, or makes the file.

        A configuration without a size of chunks takes the size that the file has.

        Raises:
            DamageError: The file is damaged.
            SimulationError: The file belongs to another configuration, is not the file of a run, or cannot be
                used; the text says which.
        """
        if path.is_dir():
            raise SimulationError(f"{path}: is a folder, not the file of a run")
        with _connect(path, "rwc") as connection:
            _create_once(connection, configuration)
            run_file = cls(path, connection, _configuration(path, connection))
            run_file.check_configuration(configuration)
            run_file.check()
        return run_file

    @classmethod
    def read(cls, path: Path, *, tolerant: bool = False) -> RunFile:
        """Opens the file of a run. If `tolerant`, it also opens a file that was cut off.

        Raises:
            MissingFileError: There is no such file.
            SimulationError: It is damaged.
        """
        if not path.is_file():
            if path.is_dir():
                raise SimulationError(f"{path}: is a folder")
            cause = FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT))
            raise MissingFileError(f"{path}: there is no such file", path, cause)
        # SQLite needs to write even now: it rolls back what a killed program left half written.
        with _connect(path, "rw", tolerant=tolerant) as connection:
            return cls(path, connection, _configuration(path, connection))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._connection.close()

    def check(self) -> None:
        """Checks that the pages of the file belong together. A lost or doubled page would hide chunks.

        This reads the whole file. A gigabyte takes less than a second of processor time, much less than
        reading all its chunks.

        Raises:
            DamageError: The pages do not belong together.
        """
        with _errors_about(self.path):
            for query in _QUERIES:  # finds damaged names of columns
                self._connection.execute(f"{query} LIMIT 0")
            (answer,) = self._connection.execute("PRAGMA quick_check(1)").fetchone()
        if answer != "ok":
            raise self.damage()

    def damage(self) -> DamageError:
        """The error for a damaged file. It says what to do."""
        return DamageError(f"{self.path}: {_DAMAGE}")

    def check_configuration(self, other: Configuration) -> None:
        """Raises SimulationError if the run has another configuration; see `begin`."""
        if other.chunk is None:
            other = replace(other, chunk=self.configuration.chunk)
        if differences := self.configuration.differences(other):
            raise SimulationError(
                f"{self.path}: is the run of another configuration; you asked for {'; '.join(differences)}. "
                "Name another file, or ask for the configuration of this one"
            )

    @property
    def games(self) -> int:
        """The number of games in all stored chunks."""
        with _errors_about(self.path):
            (games,) = self._connection.execute("SELECT total(count) FROM chunks").fetchone()
            return int(games)

    def chunk(self, number: int) -> ChunkResult | None:
        """A stored chunk; None if it is missing.

        Raises:
            DamageError: The chunk is damaged.
        """
        with _errors_about(self.path):
            row = self._connection.execute(f"{_CHUNKS} WHERE number = ?", (number,)).fetchone()
        if row is None:
            return None
        _, count, results, mark, timings = row
        try:
            if mark == _mark(number, count, results):
                return ChunkResult.from_texts(number, count, results, timings, self.configuration.board)
        except (KeyError, TypeError, ValueError, IndexError):
            pass
        raise self.damage()

    def intact(self, number: int) -> ChunkResult | None:
        """A stored chunk; None if it is missing or damaged."""
        with suppress(DamageError):
            return self.chunk(number)
        return None

    def start_session(self, workers: str) -> None:
        """Adds a row for a new session."""
        start = datetime.now(UTC).isoformat(timespec="seconds")
        with _errors_about(self.path), self._connection:
            row = self._connection.execute(_ADD_SESSION, (start, workers, 0, 0.0, 0.0))
        self._session = row.lastrowid
        self._began = time.perf_counter(), time.process_time()

    def store(self, result: ChunkResult) -> None:
        """Writes a chunk and the progress of the session in one transaction. A longer stored chunk stays.

        Raises:
            SimulationError: The chunk was played before with other results, or cannot be written.
        """
        with _errors_about(self.path), self._connection:
            self._connection.execute("BEGIN IMMEDIATE")  # no other program writes between this read and write
            there = self.intact(result.number)
            if there is not None and there.count >= result.count:
                if there.count == result.count and there.results_text() != result.results_text():
                    raise SimulationError(
                        f"{self.path}: chunk {result.number} was played before, with other results. "
                        "The games are not reproducible: was the engine or a strategy changed?"
                    )
                return
            text = result.results_text()
            row = (result.number, result.count, text, _mark(result.number, result.count, text))
            self._connection.execute("INSERT OR REPLACE INTO chunks VALUES (?, ?, ?, ?)", row)
            times = (result.number, result.timings_text())
            self._connection.execute("INSERT OR REPLACE INTO timings VALUES (?, ?)", times)
            if self._session is not None:
                seconds, cpu = self._began
                self._connection.execute(
                    "UPDATE sessions SET games = games + ?, seconds = ?, cpu_seconds = ? WHERE id = ?",
                    (result.count, time.perf_counter() - seconds, time.process_time() - cpu, self._session),
                )

    def sessions(self) -> list[dict[str, Any]]:
        """The sessions: when each started, on which workers, and how many games it played in what time.

        Raises:
            DamageError: They cannot be read.
        """
        with _errors_about(self.path):
            rows = self._connection.execute(_SESSIONS).fetchall()
        if any(not all(map(isinstance, row, _SESSION.values())) for row in rows):
            raise self.damage()
        return [dict(zip(_SESSION, row, strict=True)) for row in rows]

    def note(self, **values: Any) -> None:
        """Writes values about the run, in one transaction."""
        rows = [(name, json.dumps(value)) for name, value in values.items()]
        with _errors_about(self.path), self._connection:
            self._connection.executemany("INSERT OR REPLACE INTO run VALUES (?, ?)", rows)

    def value_of(self, name: str) -> Any:
        """A value that `note` wrote, or None."""
        with _errors_about(self.path):
            row = self._connection.execute(f"{_VALUES} WHERE name = ?", (name,)).fetchone()
        try:
            return None if row is None else json.loads(row[1])
        except (TypeError, ValueError, RecursionError):
            raise self.damage() from None


def begin_anew_after_damage(path: Path, configuration: Configuration) -> tuple[RunFile, Path | None]:
    """Opens the file of a run to continue it, or makes the file; see `RunFile.begin`.

    A file whose pages are damaged gets another name, and a new one takes its place.

    Returns:
        The open file, and the new path of the damaged one, if it was damaged.

    Raises:
        SimulationError: The file cannot be used; the text says why and what to do.
    """
    there = None
    with suppress(OSError):
        there = path.stat()
    try:
        return RunFile.begin(path, configuration), None
    except DamageError:
        aside = None if there is None else _set_aside(path, there, configuration)
    return RunFile.begin(path, configuration), aside


def _set_aside(path: Path, before: os.stat_result, configuration: Configuration) -> Path | None:
    """Renames the damaged file of this run. Returns its new path, or None if another program was faster.

    That program may have put a new file in its place, which must stay.
    """
    try:
        # This comes before the file is opened: to close it would end SQLite's locks on it in this process.
        if not os.path.samestat(before, path.stat()):
            return None
        with alone_with(path) as status:
            if not (os.path.samestat(status, before) and os.path.samestat(status, path.stat())):
                return None
            with RunFile.read(path, tolerant=True) as tolerant:
                tolerant.check_configuration(configuration)
            aside = free_name(path, "damaged")
            path.with_name(f"{path.name}-journal").unlink(missing_ok=True)  # it belongs to the damaged pages
            path.rename(aside)
    except FileNotFoundError:
        return None
    except DamageError:
        raise SimulationError(
            f"{path}: is not the file of a run, or is too damaged to be used. Name another file, or move "
            "this one away to play the games again from the first on"
        ) from None
    except OSError as error:
        raise SimulationError(f"{path}: is damaged, and cannot be moved away: {error.strerror}") from None
    return aside


def usual_file(configuration: Configuration) -> Path:
    """The path of the file: there is one for each configuration and each build of the engine.

    It is in the folder that the environment variable `SAPPER_RUNS` names, or else in the user's data folder.
    Its name does not depend on the size of the chunks.
    """
    identity = {**configuration.to_dict(), "chunk": None, "engine": _engine_build()}
    mark = hashlib.blake2b(json.dumps(identity, sort_keys=True).encode(), digest_size=4).hexdigest()
    words = "-".join([*configuration.strategies, *map(str, configuration.board.topology.shape)])
    name = re.sub(r"[^A-Za-z0-9+.]+", "-", words)[:80]
    folder = Path(os.environ.get("SAPPER_RUNS") or data_folder() / "runs")
    return folder / f"{name}-{mark}.sapper"


def _engine_build() -> str:
    """A hash of the engine. Another build may play otherwise, so its runs get files of their own."""
    return hashlib.blake2b(Path(_engine.__file__ or "").read_bytes(), digest_size=8).hexdigest()


def _mark(number: int, count: int, results: str) -> str:
    return hashlib.blake2b(f"{number} {count} {results}".encode(), digest_size=8).hexdigest()


@contextmanager
def _connect(path: Path, mode: str, *, tolerant: bool = False) -> Iterator[sqlite3.Connection]:
    """A connection. It is closed if the block raises an error."""
    with _errors_about(path), ExitStack() as closing:
        uri = f"{path.absolute().as_uri()}?mode={mode}"
        connection = sqlite3.connect(uri, uri=True, timeout=_PATIENCE)
        closing.callback(connection.close)
        if tolerant:
            connection.execute("PRAGMA writable_schema = ON")  # lets SQLite open a file that was cut off
        connection.execute("PRAGMA synchronous = FULL")  # so a power cut loses no stored chunk, says SQLite
        # Damaged text must not fail here: the marks find it.
        connection.text_factory = partial(str, encoding="utf-8", errors="replace")
        yield connection
        closing.pop_all()


def _create_once(connection: sqlite3.Connection, configuration: Configuration) -> None:
    """Makes the tables if there are none.

    This takes one transaction. A second program waits for it and then finds the tables. If the program is
    killed on the way, SQLite rolls back and the file is empty.
    """
    if _has_tables(connection):
        return
    with connection:
        connection.execute("BEGIN IMMEDIATE")
        if _has_tables(connection):
            return
        for statement in filter(str.strip, _SCHEMA.split(";")):
            connection.execute(statement)
        values = {"format": _FORMAT, "configuration": configuration.to_dict()}
        for name, value in values.items():
            connection.execute("INSERT INTO run VALUES (?, ?)", (name, json.dumps(value)))


def _has_tables(connection: sqlite3.Connection) -> bool:
    return connection.execute("SELECT 1 FROM sqlite_master").fetchone() is not None


def _configuration(path: Path, connection: sqlite3.Connection) -> Configuration:
    if not _has_tables(connection):
        raise SimulationError(
            f"{path}: is empty, because the program that made it was stopped before it played. Play the run"
        )
    try:
        rows = connection.execute(_VALUES).fetchall()
    except sqlite3.OperationalError as error:
        if "no such table" not in str(error):
            raise
        raise DamageError(f"{path}: {_NOT_A_RUN}") from None
    try:
        values = {name: json.loads(value) for name, value in rows}
        if values["format"] == _FORMAT:
            return Configuration.from_dict(values["configuration"])
    except (KeyError, TypeError, ValueError, AttributeError, OverflowError, RecursionError, SapperError):
        raise DamageError(f"{path}: {_DAMAGE}") from None
    raise SimulationError(f"{path}: is a run of another version of Sapper. Use that version, or another file")


@contextmanager
def _errors_about(path: Path) -> Iterator[None]:
    """Turns errors of SQLite and of the system into one line that names the file and says what to do."""
    try:
        yield
    except OSError as error:  # the folder where the program works is gone, for example
        raise SimulationError(f"{path}: cannot be used: {error.strerror or error}") from None
    except UnicodeDecodeError:  # SQLite's message quotes damaged text
        raise DamageError(f"{path}: {_DAMAGE}") from None
    except sqlite3.Error as error:
        name = (getattr(error, "sqlite_errorname", None) or "").removeprefix("SQLITE_")
        for outside, advice in _OUTSIDE.items():
            if name.startswith(outside):
                raise SimulationError(f"{path}: {advice or f'cannot be used: {error}'}") from None
        no_run = f"{_NOT_A_RUN}, or its beginning is damaged"
        raise DamageError(f"{path}: {no_run if name == 'NOTADB' else _DAMAGE}") from None
