"""The file of a run: one SQLite file that loses nothing but the chunks in flight, whatever ends the program.

The tables are made in one transaction, and each chunk is written in one, with its times beside it in a table
of their own. So several programs may play the same run at once: SQLite's locks let them write in turn. The
mark of a chunk, a hash of all that it says, is checked whenever the chunk is read. Marks tell that a chunk is
as it was written; `Ledger.check` tells that the pages of the file belong together.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
import time
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self

from sapper.errors import SapperError, SimulationError
from sapper.simulation.plan.configuration import Configuration
from sapper.simulation.run.chunk import ChunkResult

__all__ = ["DamagedError", "Ledger"]

_FORMAT: Final = 2
_PATIENCE: Final = 30.0  # seconds until a file that another program keeps busy is given up
_SCHEMA: Final = """
CREATE TABLE run (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE chunks (number INTEGER PRIMARY KEY, count INTEGER NOT NULL, results TEXT NOT NULL,
                     mark TEXT NOT NULL);
CREATE TABLE timings (number INTEGER PRIMARY KEY, timings TEXT NOT NULL);
CREATE TABLE sessions (id INTEGER PRIMARY KEY, started TEXT NOT NULL, workers TEXT NOT NULL,
                       games INTEGER NOT NULL, seconds REAL NOT NULL, cpu_seconds REAL NOT NULL);
"""  # files of earlier versions have one more table, which nothing reads
_SESSION: Final = {"started": str, "workers": str, "games": int, "seconds": float, "cpu_seconds": float}
_CHUNKS: Final = "SELECT number, count, results, mark, timings FROM chunks LEFT JOIN timings USING (number)"
_UNTIMED: Final = "SELECT number, count, results, mark, NULL FROM chunks"
_SESSIONS: Final = f"SELECT {', '.join(_SESSION)} FROM sessions"
_VALUES: Final = "SELECT name, value FROM run"
_QUERIES: Final = (_CHUNKS, _SESSIONS, _VALUES)
_ADD_SESSION: Final = f"INSERT INTO sessions ({', '.join(_SESSION)}) VALUES (?, ?, ?, ?, ?)"
_NOT_A_RUN: Final = "is not the file of a run"
_DAMAGED: Final = "is damaged. Play the run again as before: it keeps what can be read and plays the rest"


class DamagedError(SimulationError):
    """A file no longer says what a run has written into it."""


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
    def begin(cls, path: Path, configuration: Configuration, *, same_chunks: bool = False) -> Ledger:
        """Opens the file of a run to go on with it, or makes it.

        Args:
            path: Where it is.
            configuration: What is played.
            same_chunks: Whether a file that is there may have chunks of another size; then its size holds.

        Raises:
            DamagedError: The file is damaged.
            SimulationError: The file belongs to another configuration, is no run at all, or cannot be used;
                the text says which.
        """
        if path.is_dir():
            raise SimulationError(f"{path}: is a folder, not the file of a run")
        with _opened(path, "rwc") as connection:
            _create_once(connection, configuration)
            ledger = cls(path, connection, _configuration(path, connection))
            ledger.check_configuration(configuration, same_chunks=same_chunks)
            ledger.check()
        return ledger

    @classmethod
    def read(cls, path: Path, *, damaged: bool = False) -> Ledger:
        """Opens the file of a run that there is; with `damaged` also one that was cut off.

        Raises:
            SimulationError: There is none, or it is damaged.
        """
        if not path.is_file():
            raise SimulationError(f"{path}: {'is a folder' if path.is_dir() else 'there is no such file'}")
        # Writable also to read: SQLite then takes back what a killed program left half written.
        with _opened(path, "rw", damaged=damaged) as connection:
            return cls(path, connection, _configuration(path, connection))

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
            for query in _QUERIES:  # finds columns whose names were damaged
                self._connection.execute(f"{query} LIMIT 0")
            (found,) = self._connection.execute("PRAGMA quick_check(1)").fetchone()
        if found != "ok":
            raise self.damage()

    def damage(self) -> DamagedError:
        """The error that tells of damage, and what to do."""
        return DamagedError(f"{self.path}: {_DAMAGED}")

    def check_configuration(self, asked: Configuration, *, same_chunks: bool) -> None:
        """Raises SimulationError where the run is of another configuration; see `begin`."""
        if same_chunks:
            asked = asked.with_chunk(self.configuration.chunk)
        if differences := self.configuration.differences(asked):
            raise SimulationError(
                f"{self.path}: is the run of another configuration; asked for was {'; '.join(differences)}. "
                "Name another file, or play what the file says"
            )

    @property
    def games(self) -> int:
        """How many games are stored, all chunks together."""
        with _speaking_of(self.path):
            (games,) = self._connection.execute("SELECT total(count) FROM chunks").fetchone()
            return int(games)

    def count(self, number: int) -> int:
        """How many games of a chunk are stored; 0 where it is missing."""
        with _speaking_of(self.path):
            row = self._connection.execute("SELECT count FROM chunks WHERE number = ?", (number,)).fetchone()
        if row is None:
            return 0
        if not isinstance(row[0], int):
            raise self.damage()
        return row[0]

    def chunk(self, number: int) -> ChunkResult | None:
        """A stored chunk; None where it is missing. Raises DamagedError where it is damaged."""
        return self._chunk(number, _CHUNKS)

    def _chunk(self, number: int, query: str) -> ChunkResult | None:
        with _speaking_of(self.path):
            row = self._connection.execute(f"{query} WHERE number = ?", (number,)).fetchone()
        if row is None:
            return None
        try:
            return _chunk_of(row, self.configuration)
        except ValueError:
            raise self.damage() from None

    def intact(self, number: int) -> ChunkResult | None:
        """A stored chunk; None where it is missing or damaged: then it has to be played."""
        with suppress(DamagedError):
            return self.chunk(number)
        return None

    def legible(self, number: int) -> ChunkResult | None:
        """As `intact`, but where only the times are damaged, the chunk without them."""
        result = self.intact(number)
        if result is None:
            with suppress(DamagedError):
                result = self._chunk(number, _UNTIMED)
        return result

    def start_session(self, workers: str) -> None:
        """Notes that playing begins."""
        started = datetime.now(UTC).isoformat(timespec="seconds")
        with _speaking_of(self.path), self._connection:
            row = self._connection.execute(_ADD_SESSION, (started, workers, 0, 0.0, 0.0))
        self._session = row.lastrowid
        self._began = time.perf_counter(), time.process_time()

    def store(self, result: ChunkResult) -> None:
        """Writes a chunk, and how far the session is, in one transaction. A longer one that is there stays.

        Raises:
            SimulationError: The chunk was played before and came out otherwise, or cannot be written.
        """
        with _speaking_of(self.path), self._connection:
            self._connection.execute("BEGIN IMMEDIATE")  # nobody else writes the chunk after we have looked
            there = self.intact(result.number)
            if there is not None and there.count >= result.count:
                if there.count == result.count and there.results_text() != result.results_text():
                    raise SimulationError(
                        f"{self.path}: chunk {result.number} was played before and came out otherwise. "
                        "The games are not reproducible: was the engine or a strategy changed?"
                    )
                return
            self._put(result)
            if self._session is not None:
                seconds, cpu = self._began
                self._connection.execute(
                    "UPDATE sessions SET games = games + ?, seconds = ?, cpu_seconds = ? WHERE id = ?",
                    (result.count, time.perf_counter() - seconds, time.process_time() - cpu, self._session),
                )

    def fill(self, results: Iterable[ChunkResult], sessions: Iterable[dict[str, Any]]) -> None:
        """Writes what another file of the same run has, in one transaction."""
        with _speaking_of(self.path), self._connection:
            self._connection.execute("BEGIN IMMEDIATE")
            for result in results:
                self._put(result)
            for session in sessions:
                self._connection.execute(_ADD_SESSION, tuple(session.values()))

    def _put(self, result: ChunkResult) -> None:
        text = result.results_text()
        row = (result.number, result.count, text, _mark(result.number, result.count, text))
        self._connection.execute("INSERT OR REPLACE INTO chunks VALUES (?, ?, ?, ?)", row)
        times = (result.number, result.timings_text())
        self._connection.execute("INSERT OR REPLACE INTO timings VALUES (?, ?)", times)

    def sessions(self) -> list[dict[str, Any]]:
        """When, on what, how many games in how many seconds.

        Raises:
            DamagedError: They cannot be read.
        """
        with _speaking_of(self.path):
            rows = self._connection.execute(_SESSIONS).fetchall()
        if any(not all(map(isinstance, row, _SESSION.values())) for row in rows):
            raise self.damage()
        return [dict(zip(_SESSION, row, strict=True)) for row in rows]

    def note(self, **values: Any) -> None:
        """Keeps values of the run, in one transaction."""
        rows = [(name, json.dumps(value)) for name, value in values.items()]
        with _speaking_of(self.path), self._connection:
            self._connection.executemany("INSERT OR REPLACE INTO run VALUES (?, ?)", rows)

    def noted(self, name: str) -> Any:
        """A value that was kept, or None."""
        with _speaking_of(self.path):
            row = self._connection.execute(f"{_VALUES} WHERE name = ?", (name,)).fetchone()
        try:
            return None if row is None else json.loads(row[1])
        except (TypeError, ValueError, RecursionError):
            raise self.damage() from None


def _chunk_of(row: Any, configuration: Configuration) -> ChunkResult:
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


@contextmanager
def _opened(path: Path, mode: str, *, damaged: bool = False) -> Iterator[sqlite3.Connection]:
    """A connection, closed where an error ends what is done within."""
    with _speaking_of(path), ExitStack() as closing:
        uri = f"{path.absolute().as_uri()}?mode={mode}"
        connection = sqlite3.connect(uri, uri=True, timeout=_PATIENCE)
        closing.callback(connection.close)
        if damaged:
            connection.execute("PRAGMA writable_schema = ON")  # lets SQLite open a file that was cut off
            connection.execute("PRAGMA locking_mode = EXCLUSIVE")  # one lock for all that is read
        connection.execute("PRAGMA synchronous = FULL")  # also a power cut loses no chunk that was written
        # Marks tell what is damaged.
        connection.text_factory = partial(str, encoding="utf-8", errors="replace")
        yield connection
        closing.pop_all()


def _create_once(connection: sqlite3.Connection, configuration: Configuration) -> None:
    """Makes the tables where there are none.

    In one transaction: whoever comes second waits for it and finds them there. What a killed program left on
    the way is taken back by SQLite, and the file is then empty.
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
        raise SimulationError(f"{path}: is empty: the program that made it was ended before it played")
    try:
        rows = connection.execute(_VALUES).fetchall()
    except sqlite3.OperationalError as error:
        if "no such table" not in str(error):
            raise
        raise DamagedError(f"{path}: {_NOT_A_RUN}") from None
    try:
        values = {name: json.loads(value) for name, value in rows}
        if values["format"] == _FORMAT:
            return Configuration.from_dict(values["configuration"])
    except (KeyError, TypeError, ValueError, AttributeError, OverflowError, RecursionError, SapperError):
        raise DamagedError(f"{path}: {_DAMAGED}") from None
    raise SimulationError(f"{path}: is of another version of Sapper")


@contextmanager
def _speaking_of(path: Path) -> Iterator[None]:
    """SQLite's errors as ours: one line that names the file and says what to do."""
    try:
        yield
    except UnicodeDecodeError:  # in SQLite's own words, which quote damaged ones
        raise DamagedError(f"{path}: {_DAMAGED}") from None
    except sqlite3.Error as error:
        name = getattr(error, "sqlite_errorname", None) or ""
        kind = SimulationError if name.startswith(_OUTSIDE) else DamagedError
        otherwise = _DAMAGED if kind is DamagedError else f"cannot be used: {error}"
        raise kind(f"{path}: {_reason(name) or otherwise}") from None


_OUTSIDE: Final = tuple(
    f"SQLITE_{name}"
    for name in ("FULL", "READONLY", "PERM", "CANTOPEN", "IOERR", "BUSY", "LOCKED", "PROTOCOL", "NOMEM")
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
        return f"{_NOT_A_RUN}, or its beginning is damaged"
    if name.startswith("SQLITE_IOERR"):
        return "the disk does not take it: is it full? What was written is safe. Run the same command again"
    if name.startswith("SQLITE_BUSY"):
        return "another program keeps it busy. Wait for it, and run the same command"
    return None
