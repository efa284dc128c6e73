"""All limits of the server, and of the page's worker. `docs/web-api.md` states those that callers meet."""

from __future__ import annotations

from typing import Any, Final

MOST_CELLS: Final = 1_000_000
MOST_SIDE: Final = 2_000
HINTS: Final = 1_000
"""The most hints in one answer."""
MOVES: Final = 100
"""The most ranked guesses in one answer."""
COMPARED: Final = 3
"""The most guesses that a hint compares."""
STATEMENTS: Final = 2_000
"""The most statements of a strategy in one answer."""
ZERO_CELLS: Final = 10_000
"""The chance of a zero is computed in windows of at most this many cells."""
SAFE_CELLS: Final = 100
"""The most safe cells that a review lists for a move."""
POINTER_PLACES: Final = 20_000
"""The most places of the pointer in a review. A longer path is thinned out."""
COURSE_POINTS: Final = 200
"""The most points of the course of a run."""
FOLLOWED: Final = 8
"""A connection follows at most this many games, and as many runs."""
UNFINISHED: Final = 50
"""The most unfinished games that a page is told of when it begins."""
STEPS: Final = 500
LARGE_STEPS: Final = 50
"""Moves of the assistant at once if there is no delay between them. On large boards and in variants fewer, so
that stopping is quick."""
SMALL_CELLS: Final = 20_000
"""Games on boards up to this size are always accepted. Their moves are so quick that they need no thread."""
CELLS_IN_MEMORY: Final = 10_000_000
"""Cells of all games in memory. The other games are in the store only. A cell takes about 12 bytes."""
CELLS_OF_A_PLAYER: Final = 3_000_000
"""The share of one player."""
GAME_CELLS: Final = 500
MOVE_CELLS: Final = 20
"""A game counts as its cells and `GAME_CELLS`, and each of its moves as `MOVE_CELLS`."""
HARD_CORE_CELLS: Final = 10_000
ACCUMULATED_RISK_CELLS: Final = 100_000
DIFF_CELLS: Final = 20_000
"""If more cells change at once, the whole board is sent instead."""

REPORT_GAMES: Final = 500
"""A report covers at most this many games, the latest."""
REPORT_CELLS: Final = 100_000
"""It leaves out games on larger boards."""
FOLDER_FILES: Final = 20_000
FOLDER_BYTES: Final = 32 * 2**20
"""The most files in a report on replay files, and what the server keeps of them in memory. An expert game
with a mistake takes two kilobytes."""
ENTRY_BYTES: Final = 300
"""What a file takes besides its texts."""
FILES_AT_ONCE: Final = 50
"""The most files in one message."""
CHANCE_CELLS: Final = 10_000
"""The chance to win is estimated on boards up to this size."""
PUZZLES: Final = 30
"""The most puzzles from a player's games at once."""
PATH_PLACES: Final = 300
"""The most places of the pointer with one action."""
PATH_STEP_MS: Final = 30
"""A place of the pointer is left out if it follows the last one sooner than this, on the game's clock."""
PAST_ACTIONS: Final = 10_000
"""The most actions that a practice game can begin with."""

READING_SECONDS: Final = 5.0
"""How long the server reads a file or a text."""
PICTURE_SECONDS: Final = 15.0
"""How long it reads a picture. A screen takes about one second, and a 4k screen a few."""

FILE_BYTES: Final = 3 * 2**20
FRAME_BYTES: Final = FILE_BYTES // 3 * 4 + 64 * 2**10
"""A message of the WebSocket. It has room for the largest file in base64, and for the request around it."""
JSON_VALUES: Final = MOST_CELLS + 100_000
JSON_LISTS: Final = 20_000
JSON_TEXTS: Final = 50_000
"""The most values, lists and objects, names and texts in JSON from strangers. A minefield of a million mines
and 10,000 past actions fit in."""
PICTURE_BYTES: Final = 12 * 2**20
"""A picture of a board. A 4k screen with a photograph behind the windows takes up to ten."""
ARCHIVE_BYTES: Final = 24 * 2**20
"""An archive of games to import. As a body it counts less than `REQUEST_BURST`."""
ARCHIVE_FILES: Final = 30_000
UNPACKED_BYTES: Final = 512 * 2**20
LIST_BYTES: Final = 32 * 2**20
LINE_BYTES: Final = 64 * 2**10
"""Its list of games, and each line of it."""
DAMAGED: Final = 100
"""The most damaged entries or files that are listed."""
SMALL_BODY_BYTES: Final = 64 * 2**10
SETTINGS_BYTES: Final = 16 * 2**10

HEAD_BYTES: Final = 16 * 2**10
"""Address and headers of a request together."""
MOST_HEADERS: Final = 100
HEAD_SECONDS: Final = 10.0
"""Address and headers have to arrive in this time after the connection began or the last answer ended."""
BODY_SECONDS: Final = 10.0
BODY_BYTES_A_SECOND: Final = 16 * 2**10
"""A body may take `BODY_SECONDS`, plus a second for each of these many bytes."""
MOST_CHUNKS: Final = 1_000
BYTES_A_CHUNK: Final = 256
"""A body has at most `MOST_CHUNKS`, and one more for each of these many bytes."""
MOST_FRAGMENTS: Final = 256
"""Fragments of one message of the WebSocket."""
MOST_WAITING: Final = 1_000
"""Messages of one WebSocket that have arrived and wait to be read."""

STALL_SECONDS: Final = 20.0
"""A connection that reads nothing for this long, while data waits for it, is cut."""
MOST_BACKLOG: Final = 4 * 2**20
"""The server reads no more messages of a page that leaves more bytes unread."""
HELD_BYTES_OF_A_WIRE: Final = 64 * 2**20
"""Bytes of unread answers and unfinished requests of one connection."""
HELD_BYTES: Final = 256 * 2**20
"""The same for all connections together."""

TIME_LIMIT_MS: Final = 30_000
DEFAULT_TIME_LIMIT_MS: Final = 10_000
THOUGHTS: Final = 4
"""Thoughts of a player at once, waiting ones included. The page needs three when it opens a file while the
server makes a fair board."""

WIRES: Final = 2_000
"""Connections of every kind. There are fewer if the system allows fewer."""
WIRES_OF_A_NETWORK: Final = 1_000
"""Connections from one address, or one /64 of IPv6."""
CONNECTIONS: Final = 1_000
"""WebSockets of all players."""
CONNECTIONS_OF_A_NETWORK: Final = 500
CONNECTIONS_OF_A_PLAYER: Final = 16
QUIET_SECONDS: Final = 120.0
"""A WebSocket that asked nothing for this long is closed if another needs its place."""
LIVE_RATE: Final = 50.0
"""Messages a second on one WebSocket."""
LIVE_BURST: Final = 200
REQUEST_RATE: Final = 20.0
"""Requests a second of a player."""
REQUEST_BURST: Final = 100
SIZE_OF_A_DROP: Final = 256 * 2**10
"""A body or a message counts once more for each of these many bytes."""
ADDRESS_RATE: Final = 400.0
"""Requests a second from one address. Many players may share it."""
ADDRESS_BURST: Final = 2_000


def announced() -> dict[str, Any]:
    """The limits that the page needs to know."""
    return {
        "cells": MOST_CELLS,
        "side": MOST_SIDE,
        "hard_core_cells": HARD_CORE_CELLS,
        "frame_bytes": FRAME_BYTES,
        "file_bytes": FILE_BYTES,
        "picture_bytes": PICTURE_BYTES,
        "archive_bytes": ARCHIVE_BYTES,
        "folder_files": FOLDER_FILES,
        "files_at_once": FILES_AT_ONCE,
        "time_limit_ms": TIME_LIMIT_MS,
        "default_time_limit_ms": DEFAULT_TIME_LIMIT_MS,
        "thoughts": THOUGHTS,
        "messages_per_second": int(LIVE_RATE),
    }
