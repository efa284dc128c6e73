"""The file of a run: one SQLite file that loses nothing but the chunks in flight, whatever ends the program.

A chunk is written once, in one transaction, with its times beside it in a table of their own. Its mark, a
hash of all that it says, is checked whenever it is read, and whenever the chunk is written again. Marks tell
that a chunk is as it was written; that all are there tells `Ledger.check`.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self

from sapper.errors import SimulationError
from sapper.simulation.plan.configuration import Configuration
from sapper.simulation.run.chunk import ChunkResult

__all__ = ["PAGE", "SESSION_COLUMNS", "DamagedError", "Ledger", "chunk_of"]

PAGE: Final = 4096
"""Bytes a page of the file."""

SESSION_COLUMNS: Final = "started, workers, games, seconds, cpu_seconds"
"""What is noted of a session."""

_FORMAT: Final = 2
_PATIENCE: Final = 30.0  # seconds until a file that another program keeps busy is given up
_SCHEMA: Final = """
CREATE TABLE run (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE chunks (number INTEGER PRIMARY KEY, count INTEGER NOT NULL, results TEXT NOT NULL,
                     mark TEXT NOT NULL);
CREATE TABLE timings (number INTEGER PRIMARY KEY, timings TEXT NOT NULL);
CREATE TABLE sessions (id INTEGER PRIMARY KEY, started TEXT NOT NULL, workers TEXT NOT NULL,
                       games INTEGER NOT NULL, seconds REAL NOT NULL, cpu_seconds REAL NOT NULL);
CREATE TABLE spare (configuration TEXT NOT NULL);
"""  # the spare is read where a damaged page took the other copy
_CHUNKS: Final = "SELECT number, count, results, mark, timings FROM chunks LEFT JOIN timings USING (number)"
_NOT_A_RUN: Final = "is not the file of a run"
_REPAIR: Final = "'sapper report --repair FILE' saves what can be read of it"
_DAMAGED: Final = f"is damaged. {_REPAIR}"


class DamagedError(SimulationError):
    """A file does not say, or no longer, what a run has written into it."""


class Ledger:
    """An open file of a run.

    Attributes:
        path: Where it is.
        configuration: What the run plays.
    """

    def __init__(self, path: Path, connection: sqlite3.Connection, configuration: Configuration) -> None:
        """For use by `begin` and `read`."""
        self.path = path
        self.configuration = configuration
        self._connection = connection
        self._session: int | None = None
        self._began = 0.0, 0.0

    @classmethod
    def begin(cls, path: Path, configuration: Configuration) -> Ledger:
        """Opens the file of a run to go on with it, or makes it.

        Raises:
            SimulationError: The file belongs to another configuration, is damaged or no run at all, or cannot
                be written; the text says which.
        """
        if path.is_dir():
            raise SimulationError(f"{path}: is a folder, not the file of a run")
        if path.exists() and path.stat().st_size:
            ledger = cls.read(path)
            differences = ledger.configuration.differences(configuration)
            if differences:
                ledger.close()
                raise SimulationError(
                    f"{path}: is the run of another configuration; asked for was {'; '.join(differences)}. "
                    "Name another file, or play what the file says"
                )
            return ledger
        with _speaking_of(path):
            connection = _connected(path, "rwc")
            try:
                _create(connection, configuration)
            except BaseException:
                connection.close()
                raise
        return cls(path, connection, configuration)

    @staticmethod
    def lay_out(connection: sqlite3.Connection) -> None:
        """Makes the tables, empty."""
        connection.execute(f"PRAGMA page_size = {PAGE}")
        connection.execute("BEGIN IMMEDIATE")
        for statement in filter(str.strip, _SCHEMA.split(";")):
            connection.execute(statement)

    @classmethod
    def read(cls, path: Path) -> Ledger:
        """Opens the file of a run that there is.

        Raises:
            SimulationError: There is none, or it is damaged.
        """
        if not path.is_file():
            raise SimulationError(f"{path}: {'is a folder' if path.is_dir() else 'there is no such file'}")
        with _speaking_of(path):
            # Also to read: what a killed program left half written is taken back on opening.
            connection = _connected(path, "rw")
            try:
                configuration = _configuration(path, connection)
            except BaseException:
                connection.close()
                raise
        return cls(path, connection, configuration)

    def __enter__(self) -> Self:
        """Itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Closes the file."""
        self.close()

    def close(self) -> None:
        """Closes the file."""
        self._connection.close()

    def check(self) -> None:
        """Looks whether the pages of the file belong together: a page lost or doubled takes chunks with it.

        Reads the whole file, a gigabyte in less than a second of the processor: a small part of what
        reading all its chunks takes.

        Raises:
            DamagedError: They do not.
        """
        with _speaking_of(self.path):
            (found,) = self._connection.execute("PRAGMA quick_check(1)").fetchone()
        if found != "ok":
            raise DamagedError(f"{self.path}: {_DAMAGED}")

    @property
    def games(self) -> int:
        """How many games are stored, all chunks together."""
        with _speaking_of(self.path):
            (games,) = self._connection.execute("SELECT total(count) FROM chunks").fetchone()
            return int(games)

    def count(self, number: int) -> int:
        """How many games of a chunk are stored; 0 where it is missing."""
        stored = self._stored(number)
        return 0 if stored is None else stored[0]

    def chunks(self) -> Iterator[ChunkResult]:
        """All stored chunks, in the order of their numbers.

        Raises:
            DamagedError: A chunk is damaged.
        """
        with _speaking_of(self.path):
            yield from map(self._result, self._connection.execute(f"{_CHUNKS} ORDER BY number"))

    def chunk(self, number: int) -> ChunkResult:
        """A stored chunk. Raises DamagedError where it is damaged."""
        with _speaking_of(self.path):
            return self._result(self._connection.execute(f"{_CHUNKS} WHERE number = ?", (number,)).fetchone())

    def _result(self, row: Any) -> ChunkResult:
        try:
            return chunk_of(row, self.configuration)
        except ValueError:
            raise DamagedError(f"{self.path}: {_DAMAGED}") from None

    def start_session(self, workers: str) -> None:
        """Notes that playing begins."""
        started = datetime.now(UTC).isoformat(timespec="seconds")
        with _speaking_of(self.path), self._connection:
            row = self._connection.execute(
                f"INSERT INTO sessions ({SESSION_COLUMNS}) VALUES (?, ?, 0, 0, 0)",
                (started, workers),
            )
        self._session = row.lastrowid
        self._began = time.perf_counter(), time.process_time()

    def store(self, result: ChunkResult) -> None:
        """Writes a chunk, and how far the session is, in one transaction. A longer one that is there stays.

        Raises:
            SimulationError: The chunk was played before and came out otherwise, or cannot be written.
        """
        stored = self._stored(result.number)
        text = result.results_text()
        mark = _mark(result.number, result.count, text)
        if stored is not None and stored[0] == result.count and stored[1] != mark:
            raise SimulationError(
                f"{self.path}: chunk {result.number} was played before and came out otherwise. "
                "The games are not reproducible: was the engine or a strategy changed?"
            )
        if stored is not None and stored[0] >= result.count:
            return
        row = (result.number, result.count, text, mark)
        with _speaking_of(self.path), self._connection:
            self._connection.execute("INSERT OR REPLACE INTO chunks VALUES (?, ?, ?, ?)", row)
            self._connection.execute(
                "INSERT OR REPLACE INTO timings VALUES (?, ?)", (result.number, result.timings_text())
            )
            if self._session is not None:
                seconds, cpu = self._began
                self._connection.execute(
                    "UPDATE sessions SET games = games + ?, seconds = ?, cpu_seconds = ? WHERE id = ?",
                    (result.count, time.perf_counter() - seconds, time.process_time() - cpu, self._session),
                )

    def _stored(self, number: int) -> tuple[int, str] | None:
        with _speaking_of(self.path):
            row = self._connection.execute(
                "SELECT count, mark FROM chunks WHERE number = ?", (number,)
            ).fetchone()
        if row is None:
            return None
        count, mark = row
        if not (isinstance(count, int) and isinstance(mark, str)):
            raise DamagedError(f"{self.path}: {_DAMAGED}")
        return count, mark

    def sessions(self) -> list[dict[str, Any]]:
        """When, on what, how many games in how many seconds."""
        with _speaking_of(self.path):
            rows = self._connection.execute(f"SELECT {SESSION_COLUMNS} FROM sessions")
            names = [column[0] for column in rows.description]
            return [dict(zip(names, row, strict=True)) for row in rows]

    def add_sessions(self, sessions: Iterable[Sequence[Any]]) -> None:
        """Notes sessions of another file of the same run: the values of each as `sessions` names them."""
        with _speaking_of(self.path), self._connection:
            self._connection.executemany(
                f"INSERT INTO sessions ({SESSION_COLUMNS}) VALUES (?, ?, ?, ?, ?)", sessions
            )

    def note(self, **values: Any) -> None:
        """Keeps values of the run, in one transaction."""
        rows = [(name, json.dumps(value)) for name, value in values.items()]
        with _speaking_of(self.path), self._connection:
            self._connection.executemany("INSERT OR REPLACE INTO run VALUES (?, ?)", rows)

    def noted(self, name: str) -> Any:
        """A value that was kept, or None."""
        with _speaking_of(self.path):
            row = self._connection.execute("SELECT value FROM run WHERE name = ?", (name,)).fetchone()
            return None if row is None else json.loads(row[0])


def chunk_of(row: Any, configuration: Configuration) -> ChunkResult:
    """The chunk of a row: number, count, results, mark, and timings, which may be None: they are lost.

    Raises:
        ValueError: The row is damaged.
    """
    number, count, results, mark, timings = row
    if mark != _mark(number, count, results):
        raise ValueError("a row without its mark")
    try:
        return ChunkResult.from_texts(number, count, results, timings, configuration.board)
    except (KeyError, TypeError, IndexError) as error:
        raise ValueError(str(error)) from None


def _mark(number: int, count: int, results: str) -> str:
    return hashlib.blake2b(f"{number} {count} {results}".encode(), digest_size=8).hexdigest()


def _connected(path: Path, mode: str) -> sqlite3.Connection:
    uri = f"{path.absolute().as_uri()}?mode={mode}"
    connection = sqlite3.connect(uri, uri=True, timeout=_PATIENCE)
    connection.execute("PRAGMA synchronous = FULL")  # also a power cut loses no chunk that was written
    connection.text_factory = partial(str, encoding="utf-8", errors="replace")  # marks tell what is damaged
    return connection


def _create(connection: sqlite3.Connection, configuration: Configuration) -> None:
    """In one transaction: a file that was killed on the way is empty."""
    with connection:
        Ledger.lay_out(connection)
        values = {"format": _FORMAT, "configuration": configuration.to_dict()}
        for name, value in values.items():
            connection.execute("INSERT INTO run VALUES (?, ?)", (name, json.dumps(value)))
        connection.execute("INSERT INTO spare VALUES (?)", (json.dumps(values["configuration"]),))


def _configuration(path: Path, connection: sqlite3.Connection) -> Configuration:
    try:
        values = {
            name: json.loads(value) for name, value in connection.execute("SELECT name, value FROM run")
        }
    except sqlite3.OperationalError as error:
        if "no such table" not in str(error):
            raise
        raise DamagedError(f"{path}: {_NOT_A_RUN}") from None
    except (TypeError, ValueError):
        raise DamagedError(f"{path}: {_DAMAGED}") from None
    if "format" not in values:
        raise DamagedError(f"{path}: {_DAMAGED}")
    if values["format"] != _FORMAT:
        raise SimulationError(f"{path}: is of another version of Sapper")
    try:
        return Configuration.from_dict(values["configuration"])
    except (KeyError, TypeError, ValueError, AttributeError):
        raise DamagedError(f"{path}: {_DAMAGED}") from None


@contextmanager
def _speaking_of(path: Path) -> Iterator[None]:
    """SQLite's errors as ours: one line that names the file and says what to do."""
    try:
        yield
    except sqlite3.Error as error:
        name = getattr(error, "sqlite_errorname", None) or ""
        kind = SimulationError if name.startswith(_OUTSIDE) else DamagedError
        raise kind(f"{path}: {_reason(name) or f'cannot be used: {error}'}") from None


_OUTSIDE: Final = tuple(
    f"SQLITE_{name}" for name in ("FULL", "READONLY", "PERM", "CANTOPEN", "IOERR", "BUSY")
)
"""What is no fault of the file."""


def _reason(name: str) -> str | None:
    if name.startswith("SQLITE_FULL"):
        return "the disk is full. What was written is safe: make room and run the same command"
    if name.startswith(("SQLITE_READONLY", "SQLITE_PERM")):
        return "cannot be written. Name a file where you may write with --out"
    if name.startswith("SQLITE_CANTOPEN"):
        return "cannot be opened or made: does the folder exist, and may you write there?"
    if name.startswith("SQLITE_NOTADB"):
        return f"{_NOT_A_RUN}, or its beginning is damaged. {_REPAIR}"
    if name.startswith("SQLITE_CORRUPT"):
        return _DAMAGED
    if name.startswith("SQLITE_IOERR"):
        return "the disk does not take it: is it full? What was written is safe"
    if name.startswith("SQLITE_BUSY"):
        return "another program keeps it busy"
    return None
