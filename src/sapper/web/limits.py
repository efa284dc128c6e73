"""How much of everything a request may ask for. `docs/web-api.md` promises these."""

from __future__ import annotations

from typing import Any, Final

__all__ = [
    "ACCUMULATED_RISK_CELLS",
    "ADDRESS_BURST",
    "ADDRESS_RATE",
    "CELLS_IN_MEMORY",
    "CELLS_OF_A_PLAYER",
    "CONNECTIONS",
    "CONNECTIONS_OF_A_PLAYER",
    "DEFAULT_TIME_LIMIT_MS",
    "DIFF_CELLS",
    "FILE_BYTES",
    "FRAME_BYTES",
    "GAME_CELLS",
    "HARD_CORE_CELLS",
    "HINTS",
    "LIVE_BURST",
    "LIVE_RATE",
    "MOST_CELLS",
    "MOST_SIDE",
    "MOVE_CELLS",
    "REQUEST_BURST",
    "REQUEST_RATE",
    "SETTINGS_BYTES",
    "SMALL_BODY_BYTES",
    "SMALL_CELLS",
    "THOUGHTS",
    "TIME_LIMIT_MS",
    "announced",
]

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

TIME_LIMIT_MS: Final = 30_000
DEFAULT_TIME_LIMIT_MS: Final = 10_000
THOUGHTS: Final = 2
"""Of a player at once."""

CONNECTIONS: Final = 1_000
CONNECTIONS_OF_A_PLAYER: Final = 16
LIVE_RATE: Final = 50.0
"""Messages a second of a connection."""
LIVE_BURST: Final = 200
REQUEST_RATE: Final = 20.0
"""Requests a second of a player."""
REQUEST_BURST: Final = 100
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
