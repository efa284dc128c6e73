"""The SQLite file with the players, and the games with all their moves.

Every change is one transaction. It is committed before the page gets the answer. So nothing that was answered
is lost if the server is killed, and no move is saved twice. The methods block, and one thread at a time calls
them.
"""

from __future__ import annotations

import json
import math
import sqlite3
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np
from pydantic_core import from_json

from sapper.board.encoding import shape_from
from sapper.errors import SapperError
from sapper.web import limits
from sapper.web.errors import WebError
from sapper.web.games.hosted import HostedGame, now_ms
from sapper.web.games.moves import ACTIONS, CHANGED, Move
from sapper.web.games.origin import Origin, unpacked

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sapper.board.board import Board
    from sapper.web.games.clock import Clock

_VERSION: Final = 1

_TABLES: Final = """
CREATE TABLE players (
    id TEXT PRIMARY KEY,
    settings TEXT NOT NULL DEFAULT '{}',
    forgotten_at INTEGER NOT NULL DEFAULT 0
) WITHOUT ROWID;
CREATE TABLE games (
    id TEXT PRIMARY KEY,
    player TEXT NOT NULL,
    origin TEXT NOT NULL,
    mined BLOB,
    category TEXT NOT NULL,
    status TEXT NOT NULL,
    moves INTEGER NOT NULL,
    clicks INTEGER NOT NULL,
    elapsed_ms INTEGER NOT NULL,
    counts_not TEXT NOT NULL,
    revealed INTEGER NOT NULL,
    three_bv INTEGER,
    started_at INTEGER NOT NULL,
    changed_at INTEGER NOT NULL,
    ended_at INTEGER
) WITHOUT ROWID;
CREATE INDEX games_of_players ON games (player, changed_at);
CREATE TABLE moves (
    game TEXT NOT NULL,
    number INTEGER NOT NULL,
    kind TEXT NOT NULL,
    cell INTEGER NOT NULL,
    key TEXT NOT NULL,
    by TEXT NOT NULL,
    effect INTEGER NOT NULL,
    elapsed_ms INTEGER NOT NULL,
    mined BLOB,
    PRIMARY KEY (game, number),
    UNIQUE (game, key)
) WITHOUT ROWID;
"""

_SUMMARY: Final = (
    "id, origin, status, moves, clicks, elapsed_ms, counts_not, revealed, started_at, ended_at, category"
)

_OPEN: Final = (
    "(status IN ('playing', 'lost') AND NOT revealed"
    " AND NOT EXISTS (SELECT 1 FROM moves WHERE game = games.id AND kind = 'give_up'))"
)
"""Whether a game is in play or can be undone."""


class KeptGame(NamedTuple):
    """The rows of one game."""

    id: str
    player: str
    origin: str
    mined: bytes | None
    counts_not: str
    revealed: int
    elapsed_ms: int
    started_at: int
    changed_at: int
    ended_at: int | None
    moves: list[Any]

    @property
    def cells(self) -> int:
        """How many cells the board has. Raises WebError if the row is damaged."""
        with damage_errors():
            cells = math.prod(shape_from(from_json(self.origin, allow_inf_nan=False)["board"]))
            if not 0 < cells <= limits.MOST_CELLS:
                raise ValueError("no board can have this size")
            return cells

    def restored(self) -> HostedGame:
        """The game as it stood. Takes as long as playing it without thinking.

        Raises:
            WebError: What was kept of it is damaged.
        """
        with damage_errors():
            return self._restored()

    def _restored(self) -> HostedGame:
        hosted = HostedGame(self.player, Origin.restored(self.origin, self.mined), self.id)
        board = hosted.origin.board
        hosted.restore(
            (_move(row, board) for row in self.moves),
            self.elapsed_ms,
            max(0, now_ms() - self.changed_at),
        )
        hosted.counts_not = from_json(self.counts_not, allow_inf_nan=False)
        hosted.revealed = bool(self.revealed)
        hosted.started_at, hosted.ended_at = self.started_at, self.ended_at
        return hosted


class Store:
    """The file. Only one server at a time can open it."""

    def __init__(self, path: Path) -> None:
        """Opens the file. Makes it if it is missing.

        Raises:
            SapperError: It cannot be opened, is another kind of file, or another server has it open.
        """
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._sql = sqlite3.connect(path, timeout=1.0, isolation_level=None, check_same_thread=False)
            self._prepare(path)
        except (sqlite3.Error, OSError) as error:
            in_use = "locked" in str(error)
            reason = "another server has it open" if in_use else str(error)
            raise SapperError(f"{path}: the games in this file cannot be opened: {reason}") from None

    def close(self) -> None:
        """Closes the file."""
        self._sql.close()

    def settings(self, player: str) -> dict[str, Any]:
        """The settings that the page stored; none if they are damaged or nested too deep."""
        row = self._sql.execute("SELECT settings FROM players WHERE id = ?", (player,)).fetchone()
        with suppress(ValueError, TypeError):
            kept = {} if row is None else from_json(row[0], allow_inf_nan=False)
            if isinstance(kept, dict):
                return kept
        return {}

    def put_settings(self, player: str, settings: dict[str, Any]) -> None:
        """Replaces the settings."""
        self._sql.execute(
            "INSERT INTO players (id, settings) VALUES (?, ?)"
            " ON CONFLICT (id) DO UPDATE SET settings = excluded.settings",
            (player, json.dumps(settings)),
        )

    def add(self, hosted: HostedGame) -> None:
        """Saves a new game."""
        text, mined = hosted.origin.kept()
        row: dict[str, Any] = {"id": hosted.id, "player": hosted.player, "origin": text, "mined": mined}
        row |= {"category": hosted.origin.category, "started_at": hosted.started_at, **_state(hosted)}
        names = ", ".join(row)
        holes = ", ".join(f":{name}" for name in row)
        self._sql.execute(f"INSERT INTO games ({names}) VALUES ({holes})", row)

    def moved(self, hosted: HostedGame, moves: list[Move], three_bv: int | None = None) -> None:
        """Saves moves, and the state of the game after them."""
        with self._transaction():
            self._sql.executemany(
                "INSERT INTO moves VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                [(hosted.id, *_move_row(move)) for move in moves],
            )
            self.noted(hosted, three_bv)

    def clocked(self, game: str, clock: Clock) -> None:
        """Saves how long a game has taken."""
        self._sql.execute(
            "UPDATE games SET elapsed_ms = ?, changed_at = ? WHERE id = ?",
            (clock.elapsed_ms, now_ms() - clock.stood_ms, game),
        )

    def noted(self, hosted: HostedGame, three_bv: int | None = None) -> None:
        """Saves the state of a game."""
        row = {"id": hosted.id, "three_bv": three_bv, **_state(hosted)}
        self._sql.execute(
            "UPDATE games SET status = :status, moves = :moves, clicks = :clicks, elapsed_ms = :elapsed_ms,"
            " counts_not = :counts_not, revealed = :revealed, changed_at = :changed_at, ended_at = :ended_at,"
            " three_bv = coalesce(:three_bv, three_bv) WHERE id = :id",
            row,
        )

    def load(self, player: str, id: str) -> KeptGame | None:
        """The rows of a game; None if the player has no such game."""
        row = self._sql.execute(
            "SELECT origin, mined, counts_not, revealed, elapsed_ms, started_at, changed_at, ended_at"
            " FROM games WHERE id = ? AND player = ?",
            (id, player),
        ).fetchone()
        if row is None:
            return None
        moves = self._sql.execute(
            "SELECT number, kind, cell, key, by, effect, elapsed_ms, mined FROM moves WHERE game = ?"
            " ORDER BY number",
            (id,),
        ).fetchall()
        return KeptGame._make((id, player, *row, moves))

    def summaries(self, player: str, over: bool | None, limit: int) -> list[dict[str, Any]]:
        """The games of a player without their moves, the latest first."""
        which = {None: "", True: " AND status != 'playing'", False: " AND status = 'playing'"}[over]
        cursor = self._sql.execute(
            f"SELECT {_SUMMARY} FROM games WHERE player = ?{which} ORDER BY changed_at DESC, id LIMIT ?",
            (player, limit),
        )
        names = [column[0] for column in cursor.description]
        return [dict(zip(names, row, strict=True)) for row in cursor]

    def last_game(self, player: str) -> str | None:
        """The latest game, if it is in play or can be undone."""
        row = self._sql.execute(
            f"SELECT id, {_OPEN} FROM games WHERE player = ?"
            " ORDER BY started_at DESC, changed_at DESC LIMIT 1",
            (player,),
        ).fetchone()
        return row[0] if row is not None and row[1] else None

    def open_on(self, player: str, first: str) -> list[str]:
        """The games on the minefield of `first`, the first game on it, that are in play or can be undone."""
        rows = self._sql.execute(
            "SELECT id FROM games WHERE player = ? AND (id = ? OR json_extract(origin, '$.first') = ?)"
            f" AND {_OPEN}",
            (player, first, first),
        )
        return [id for (id,) in rows]

    def times(self, game: str) -> list[int]:
        """The times of the actions in the history of a game, in milliseconds."""
        standing: list[tuple[int, int]] = []
        rows = self._sql.execute(
            "SELECT kind, effect, elapsed_ms FROM moves WHERE game = ? ORDER BY number", (game,)
        )
        with damage_errors():
            for kind, effect, elapsed_ms in rows:
                if kind == "undo":
                    standing.pop()
                elif effect and kind in ACTIONS:
                    standing.append((effect, elapsed_ms))
        return [elapsed_ms for effect, elapsed_ms in standing if effect == CHANGED]

    def record(self, hosted: HostedGame) -> tuple[int, int | None]:
        """How many other games of the category were won faster, and their best time, of games that count."""
        return self._sql.execute(  # type: ignore[no-any-return]  # two columns
            "SELECT coalesce(sum(elapsed_ms < ?), 0), min(elapsed_ms) FROM games"
            " LEFT JOIN players ON players.id = player"
            " WHERE player = ? AND category = ? AND status = 'won' AND counts_not = '[]' AND games.id != ?"
            " AND ended_at > coalesce(forgotten_at, 0)",
            (hosted.clock.elapsed_ms, hosted.player, hosted.origin.category, hosted.id),
        ).fetchone()

    def forget(self, player: str) -> None:
        """Leaves the results so far out of the statistics."""
        self._sql.execute(
            "INSERT INTO players (id, forgotten_at) VALUES (?, ?)"
            " ON CONFLICT (id) DO UPDATE SET forgotten_at = excluded.forgotten_at",
            (player, now_ms()),
        )

    def results(self, player: str) -> list[tuple[str, str, int, int, str, int | None, str]]:
        """The results of the finished games, in the order in which they ended.

        Returns:
            Category, status, milliseconds, date of the end, why it does not count (JSON), 3BV, id.
        """
        return self._sql.execute(
            "SELECT category, status, elapsed_ms, ended_at, counts_not, three_bv, games.id FROM games"
            " LEFT JOIN players ON players.id = player"
            " WHERE player = ? AND ended_at > coalesce(forgotten_at, 0) ORDER BY ended_at, games.id",
            (player,),
        ).fetchall()

    def _prepare(self, path: Path) -> None:
        self._sql.execute("PRAGMA locking_mode = EXCLUSIVE")
        self._sql.execute("PRAGMA journal_mode = WAL")
        self._sql.execute("PRAGMA synchronous = NORMAL")
        version = self._sql.execute("PRAGMA user_version").fetchone()[0]
        if version > _VERSION:
            raise SapperError(
                f"{path}: a newer Sapper wrote this file (version {version}; this one reads {_VERSION})"
            )
        self._sql.execute("BEGIN EXCLUSIVE")
        if version == 0:
            for statement in _TABLES.split(";")[:-1]:
                self._sql.execute(statement)
            self._sql.execute(f"PRAGMA user_version = {_VERSION}")
        self._sql.execute("COMMIT")

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        self._sql.execute("BEGIN")
        try:
            yield
            self._sql.execute("COMMIT")
        except BaseException:
            if self._sql.in_transaction:  # a full disk may have ended it
                self._sql.execute("ROLLBACK")
            raise


@contextmanager
def damage_errors() -> Iterator[None]:
    """Turns errors of damaged rows into an error for people. Raises WebError."""
    try:
        yield
    except (ValueError, TypeError, KeyError, IndexError, AttributeError, RecursionError, SapperError):
        raise WebError("storage", "this is damaged in the file of the games: it cannot be read") from None


def _state(hosted: HostedGame) -> dict[str, Any]:
    return {
        "status": hosted.status,
        "moves": hosted.moves,
        "clicks": hosted.clicks,
        "elapsed_ms": hosted.clock.elapsed_ms,
        "counts_not": json.dumps(hosted.counts_not),
        "revealed": hosted.revealed,
        "changed_at": now_ms() - hosted.clock.stood_ms,  # when the clock stopped, or now
        "ended_at": hosted.ended_at,
    }


def _move(row: tuple[Any, ...], board: Board) -> Move:
    number, kind, cell, key, by, effect, elapsed_ms, bits = row
    mined = None if bits is None else unpacked(bits, board)
    return Move(number, kind, cell, key, by, effect, elapsed_ms, mined)


def _move_row(move: Move) -> tuple[Any, ...]:
    bits = None if move.mined is None else np.packbits(move.mined).tobytes()
    return (move.number, move.kind, move.cell, move.key, move.by, move.effect, move.elapsed_ms, bits)
