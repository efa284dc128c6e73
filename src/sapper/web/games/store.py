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
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple

import numpy as np
from pydantic_core import from_json

from sapper.board.encoding import shape_from
from sapper.errors import SapperError
from sapper.web import limits
from sapper.web.errors import WebError
from sapper.web.games.hosted import HostedGame, now_ms
from sapper.web.games.moves import Move, standing_moves
from sapper.web.games.origin import Origin, unpacked
from sapper.web.games.path import unpacked as unpacked_path

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from sapper.board.board import Board
    from sapper.web.games.clock import Clock
    from sapper.web.games.path import Place

_FIRST: Final = """
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

_SECOND: Final = """
CREATE TABLE second_games (
    id TEXT PRIMARY KEY,
    player TEXT NOT NULL,
    origin TEXT NOT NULL,
    mined BLOB,
    category TEXT NOT NULL,
    status TEXT NOT NULL,
    moves INTEGER NOT NULL,
    clicks INTEGER NOT NULL,
    elapsed_ms INTEGER NOT NULL,
    running INTEGER NOT NULL,
    counts_not TEXT NOT NULL,
    three_bv INTEGER,
    standing TEXT,
    result_at INTEGER,
    started_at INTEGER NOT NULL,
    changed_at INTEGER NOT NULL,
    ended_at INTEGER
) WITHOUT ROWID;
INSERT INTO second_games
    SELECT id, player, origin, mined, category, status, moves, clicks, elapsed_ms, 0, counts_not, three_bv,
        CASE WHEN ended_at IS NOT NULL AND counts_not = '[]' THEN status END,
        CASE WHEN counts_not = '[]' THEN ended_at END, started_at, changed_at, ended_at
    FROM games;
DROP TABLE games;
ALTER TABLE second_games RENAME TO games;
CREATE INDEX games_of_players ON games (player, changed_at);
UPDATE games SET status = 'playing', ended_at = NULL
    WHERE counts_not LIKE '%"same"%' AND id IN (SELECT game FROM moves WHERE kind = 'give_up');
CREATE INDEX running_games ON games (id) WHERE running = 1;
CREATE TABLE heartbeat (at INTEGER NOT NULL);
INSERT INTO heartbeat VALUES (0);
"""
"""Adds what a game counts as, and whether its clock runs. Games that were given up are practice games now."""

_THIRD: Final = """
ALTER TABLE moves ADD COLUMN path BLOB NOT NULL DEFAULT x'';
CREATE TABLE reviews (
    game TEXT PRIMARY KEY,
    version INTEGER NOT NULL,
    found TEXT NOT NULL
) WITHOUT ROWID;
"""
"""Adds the path of the pointer before each move, and what the reviews of games found out."""

_STEPS: Final = (_FIRST, _SECOND, _THIRD)
"""What makes each version of the file from the version before it."""

_SETTLE: Final = """
UPDATE games SET elapsed_ms = elapsed_ms + max(0, (SELECT at FROM heartbeat) - changed_at),
    changed_at = max(changed_at, (SELECT at FROM heartbeat)), running = 0 WHERE running = 1
"""
"""Stops the clocks that ran when a server was killed, at its last sign of life. It reads only these games, so
damage elsewhere in the file does not matter."""

_SUMMARY: Final = (
    "id, origin, status, moves, clicks, elapsed_ms, counts_not, nullif(standing, 'unfinished') AS result,"
    " started_at, ended_at, category, three_bv"
)

Status = Literal["playing", "over", "unfinished"]
"""Which games to list. Unfinished ones are those in play in which something was done."""

_WITH_STATUS: Final[Mapping[Status | None, str]] = {
    None: "",
    "playing": " AND status = 'playing'",
    "over": " AND status != 'playing'",
    "unfinished": " AND status = 'playing' AND moves > 0",
}


class KeptGame(NamedTuple):
    """The rows of one game."""

    id: str
    player: str
    origin: str
    mined: bytes | None
    counts_not: str
    standing: str | None
    result_at: int | None
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
        hosted.started_at, hosted.ended_at = self.started_at, self.ended_at
        if self.standing != "unfinished":
            hosted.result, hosted.result_at = self.standing, self.result_at
        return hosted


class Result(NamedTuple):
    """What the statistics need of a game that counts."""

    category: str
    standing: str
    elapsed_ms: int
    at: int
    three_bv: int | None
    clicks: int
    game: str


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

    def add_finished(self, hosted: HostedGame, moves: list[Move], three_bv: int, second: str) -> bool:
        """Saves a finished game of an archive, unless the player has it. Returns whether it is new.

        If its id belongs to another player, it gets the id `second`.
        """
        row = {"second": second, **_state(hosted)}
        row |= {"id": hosted.id, "player": hosted.player, "category": hosted.origin.category}
        row |= {"started_at": hosted.started_at, "last": moves[-1].cell}
        with self._transaction():
            known = self._sql.execute(
                "SELECT 1 FROM games WHERE player = :player AND (id IN (:id, :second) OR category = :category"
                " AND started_at = :started_at AND ended_at = :ended_at AND elapsed_ms = :elapsed_ms"
                " AND clicks = :clicks AND moves = :moves AND :last ="
                " (SELECT cell FROM moves WHERE game = games.id ORDER BY number DESC LIMIT 1)) LIMIT 1",
                row,
            ).fetchone()
            if known is not None:
                return False
            if self._sql.execute("SELECT 1 FROM games WHERE id = ?", (hosted.id,)).fetchone() is not None:
                hosted.id = second
            self.add(hosted)
            self._save(hosted, moves, three_bv)
        return True

    def moved(self, hosted: HostedGame, moves: list[Move], three_bv: int | None = None) -> None:
        """Saves moves, and the state of the game after them."""
        with self._transaction():
            self._save(hosted, moves, three_bv)

    def _save(self, hosted: HostedGame, moves: list[Move], three_bv: int | None) -> None:
        self._sql.executemany(
            "INSERT INTO moves VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            [(hosted.id, *_move_row(move)) for move in moves],
        )
        self.noted(hosted, three_bv)

    def clocked(self, game: str, clock: Clock) -> None:
        """Saves how long a game has taken."""
        self._sql.execute(
            "UPDATE games SET elapsed_ms = ?, running = ?, changed_at = ? WHERE id = ?",
            (clock.elapsed_ms, clock.running, now_ms() - clock.stood_ms, game),
        )

    def beat(self) -> None:
        """Notes that the server is alive. If it is killed, the clocks of games stop at this moment."""
        with suppress(sqlite3.Error):  # the next one comes soon, and other requests report the trouble
            self._sql.execute("UPDATE heartbeat SET at = ?", (now_ms(),))

    def noted(self, hosted: HostedGame, three_bv: int | None = None) -> None:
        """Saves the state of a game."""
        row = {"id": hosted.id, "three_bv": three_bv, **_state(hosted)}
        self._sql.execute(
            "UPDATE games SET status = :status, moves = :moves, clicks = :clicks, elapsed_ms = :elapsed_ms,"
            " running = :running, counts_not = :counts_not, standing = :standing, result_at = :result_at,"
            " changed_at = :changed_at, ended_at = :ended_at, three_bv = coalesce(:three_bv, three_bv)"
            " WHERE id = :id",
            row,
        )

    def load(self, player: str, id: str) -> KeptGame | None:
        """The rows of a game; None if the player has no such game."""
        row = self._sql.execute(
            "SELECT origin, mined, counts_not, standing, result_at, elapsed_ms, started_at, changed_at,"
            " ended_at FROM games WHERE id = ? AND player = ?",
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

    def summaries(self, player: str, status: Status | None, limit: int | None) -> list[dict[str, Any]]:
        """The games of a player without their moves, the latest first. Without a limit all of them."""
        cursor = self._sql.execute(
            f"SELECT {_SUMMARY} FROM games WHERE player = ?{_WITH_STATUS[status]}"
            " ORDER BY changed_at DESC, id LIMIT ?",
            (player, -1 if limit is None else limit),
        )
        names = [column[0] for column in cursor.description]
        return [dict(zip(names, row, strict=True)) for row in cursor]

    def countable(self, player: str, limit: int) -> list[str]:
        """The latest games that are over and count as they ended, the oldest of them first."""
        rows = self._sql.execute(
            "SELECT id FROM games WHERE player = ? AND ended_at IS NOT NULL AND counts_not = '[]'"
            " ORDER BY ended_at DESC, id LIMIT ?",
            (player, limit),
        )
        return [id for (id,) in rows][::-1]

    def reviews(self, player: str, version: int) -> dict[str, str]:
        """What this version of reviews found out about the games of a player, by game."""
        rows = self._sql.execute(
            "SELECT game, found FROM reviews JOIN games ON games.id = game WHERE player = ? AND version = ?",
            (player, version),
        )
        return dict(rows.fetchall())

    def put_review(self, game: str, version: int, found: str) -> None:
        """Keeps what a version of reviews found out about a game, instead of what was kept before."""
        self._sql.execute("INSERT OR REPLACE INTO reviews VALUES (?, ?, ?)", (game, version, found))

    def last_game(self, player: str) -> str | None:
        """The game begun last, if it is in play or can be undone."""
        row = self._sql.execute(
            "SELECT id, status IN ('playing', 'lost') FROM games WHERE player = ?"
            " ORDER BY started_at DESC, changed_at DESC LIMIT 1",
            (player,),
        ).fetchone()
        return row[0] if row is not None and row[1] else None

    def daily_games(self, player: str, category: str, date: str) -> list[tuple[str, str, str | None, int]]:
        """The games of a player on a daily board, the first one first: id, status, result, milliseconds."""
        return self._sql.execute(
            "SELECT id, status, nullif(standing, 'unfinished'), elapsed_ms FROM games"
            " WHERE player = ? AND category = ? AND json_extract(origin, '$.daily') = ?"
            " ORDER BY started_at, id",
            (player, category, date),
        ).fetchall()

    def clicks(self, game: str) -> list[Move]:
        """The actions of a game that were not undone, including those that changed nothing."""
        rows = self._sql.execute(
            "SELECT number, kind, cell, key, by, effect, elapsed_ms FROM moves WHERE game = ?"
            " ORDER BY number",
            (game,),
        )
        with damage_errors():
            return standing_moves(Move(*row) for row in rows)[0]

    def path(self, game: str) -> list[Place]:
        """The path of the pointer during a game. Moves that were undone belong to it."""
        rows = self._sql.execute("SELECT path FROM moves WHERE game = ? ORDER BY number", (game,))
        with damage_errors():
            return [place for (path,) in rows for place in unpacked_path(path)]

    def record(self, hosted: HostedGame) -> tuple[int, int | None]:
        """How many other games of the category were won faster, and their best time, of games that count."""
        return self._sql.execute(  # type: ignore[no-any-return]  # two columns
            "SELECT coalesce(sum(elapsed_ms < ?), 0), min(elapsed_ms) FROM games"
            " LEFT JOIN players ON players.id = player"
            " WHERE player = ? AND category = ? AND standing = 'won' AND games.id != ?"
            " AND result_at > coalesce(forgotten_at, 0)",
            (hosted.clock.elapsed_ms, hosted.player, hosted.origin.category, hosted.id),
        ).fetchone()

    def forget(self, player: str) -> None:
        """Leaves the results so far out of the statistics."""
        self._sql.execute(
            "INSERT INTO players (id, forgotten_at) VALUES (?, ?)"
            " ON CONFLICT (id) DO UPDATE SET forgotten_at = excluded.forgotten_at",
            (player, now_ms()),
        )

    def results(self, player: str) -> list[Result]:
        """The results of the games that count, in the order of their dates.

        A game in play counts as `"unfinished"`, with the date of its start, once a later one was started.
        """
        rows = self._sql.execute(
            "SELECT category, standing, elapsed_ms, coalesce(result_at, started_at) AS at, three_bv, clicks,"
            " games.id FROM games LEFT JOIN players ON players.id = player"
            " WHERE player = :player AND standing IS NOT NULL AND at > coalesce(forgotten_at, 0)"
            " AND (standing != 'unfinished' OR games.id != (SELECT id FROM games WHERE player = :player"
            " ORDER BY started_at DESC, changed_at DESC LIMIT 1)) ORDER BY at, games.id",
            {"player": player},
        )
        return [Result._make(row) for row in rows]

    def practice_games(self, player: str) -> int:
        """How many games are over and do not count."""
        return int(
            self._sql.execute(
                "SELECT count(*) FROM games LEFT JOIN players ON players.id = player WHERE player = ?"
                " AND standing IS NULL AND ended_at > coalesce(forgotten_at, 0)",
                (player,),
            ).fetchone()[0]
        )

    def _prepare(self, path: Path) -> None:
        self._sql.execute("PRAGMA locking_mode = EXCLUSIVE")
        self._sql.execute("PRAGMA journal_mode = WAL")
        self._sql.execute("PRAGMA synchronous = NORMAL")
        version = self._sql.execute("PRAGMA user_version").fetchone()[0]
        if version > len(_STEPS):
            raise SapperError(
                f"{path}: a newer Sapper wrote this file (version {version}; this one reads {len(_STEPS)})"
            )
        self._sql.execute("BEGIN EXCLUSIVE")
        for step in _STEPS[version:]:
            for statement in step.split(";")[:-1]:
                self._sql.execute(statement)
        self._sql.execute(f"PRAGMA user_version = {len(_STEPS)}")
        self._sql.execute(_SETTLE)
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
        "running": hosted.clock.running,
        "counts_not": json.dumps(hosted.counts_not),
        "standing": hosted.standing,
        "result_at": hosted.result_at,
        "changed_at": now_ms() - hosted.clock.stood_ms,  # when the clock stopped, or now
        "ended_at": hosted.ended_at,
    }


def _move(row: tuple[Any, ...], board: Board) -> Move:
    number, kind, cell, key, by, effect, elapsed_ms, bits = row
    mined = None if bits is None else unpacked(bits, board)
    return Move(number, kind, cell, key, by, effect, elapsed_ms, mined)


def _move_row(move: Move) -> tuple[Any, ...]:
    bits = None if move.mined is None else np.packbits(move.mined).tobytes()
    state = (move.by, move.effect, move.elapsed_ms, bits, move.path)
    return (move.number, move.kind, move.cell, move.key, *state)
