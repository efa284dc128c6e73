"""How much of everything a request may ask for. `docs/web-api.md` promises these."""

from __future__ import annotations

from typing import Any, Final

MOST_CELLS: Final = 1_000_000
MOST_SIDE: Final = 2_000
HINTS: Final = 1_000
"""That one answer tells beside the first."""
SMALL_CELLS: Final = 20_000
"""Games on boards up to this size always find room, and take so little time that no thread is needed."""
CELLS_IN_MEMORY: Final = 10_000_000
"""Of all games that are in memory; the others wait in the store. About 12 bytes each."""
CELLS_OF_A_PLAYER: Final = 3_000_000
"""The share of one player in that."""
GAME_CELLS: Final = 500
MOVE_CELLS: Final = 20
"""What a game and every move of it take beside the board, in cells."""
HARD_CORE_CELLS: Final = 10_000
ACCUMULATED_RISK_CELLS: Final = 100_000
DIFF_CELLS: Final = 20_000
"""Where more cells change at once, the whole board is sent instead."""

FRAME_BYTES: Final = 4 * 2**20
FILE_BYTES: Final = 3 * 2**20
SMALL_BODY_BYTES: Final = 64 * 2**10
SETTINGS_BYTES: Final = 16 * 2**10

HEAD_BYTES: Final = 16 * 2**10
"""Of a request up to its body: address and headers."""
MOST_HEADERS: Final = 100
HEAD_SECONDS: Final = 10.0
"""In which a request comes up to its body, from the start of the connection or the end of the last answer."""
BODY_SECONDS: Final = 10.0
BODY_BYTES_A_SECOND: Final = 16 * 2**10
"""A body takes at most `BODY_SECONDS`, and a second more for every so many bytes."""
MOST_FRAGMENTS: Final = 256
"""Of one message of the WebSocket."""

STALL_SECONDS: Final = 20.0
"""After which a connection that reads nothing of what waits for it is cut."""
MOST_BACKLOG: Final = 4 * 2**20
"""Bytes that a page may leave unread before its next message is looked at."""
HELD_BYTES_OF_A_WIRE: Final = 64 * 2**20
"""Unread answers and unfinished requests of one connection."""
HELD_BYTES: Final = 256 * 2**20
"""The same of all connections."""

TIME_LIMIT_MS: Final = 30_000
DEFAULT_TIME_LIMIT_MS: Final = 10_000
THOUGHTS: Final = 2
"""Of a player at once."""

WIRES: Final = 2_000
"""Connections of every kind. Fewer where the system allows fewer."""
WIRES_OF_A_NETWORK: Final = 1_000
"""Of those from one address, or one /64 of IPv6."""
CONNECTIONS: Final = 1_000
"""WebSockets."""
CONNECTIONS_OF_A_NETWORK: Final = 500
CONNECTIONS_OF_A_PLAYER: Final = 16
QUIET_SECONDS: Final = 120.0
"""A WebSocket that asked nothing for so long makes room for another, when room is short."""
LIVE_RATE: Final = 50.0
"""Messages a second of a connection."""
LIVE_BURST: Final = 200
REQUEST_RATE: Final = 20.0
"""Requests a second of a player."""
REQUEST_BURST: Final = 100
SIZE_OF_A_DROP: Final = 256 * 2**10
"""A body or a message counts once more for every so many bytes."""
ADDRESS_RATE: Final = 400.0
"""Requests a second from one address, which many players may share."""
ADDRESS_BURST: Final = 2_000


def announced() -> dict[str, Any]:
    """The limits that the page needs to know."""
    return {
        "cells": MOST_CELLS,
        "side": MOST_SIDE,
        "hard_core_cells": HARD_CORE_CELLS,
        "frame_bytes": FRAME_BYTES,
        "file_bytes": FILE_BYTES,
        "time_limit_ms": TIME_LIMIT_MS,
        "default_time_limit_ms": DEFAULT_TIME_LIMIT_MS,
        "thoughts": THOUGHTS,
        "messages_per_second": int(LIVE_RATE),
    }
