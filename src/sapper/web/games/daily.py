"""The daily boards: one for each level and day, the same for everyone."""

from __future__ import annotations

import hashlib
from datetime import UTC, date, datetime

from sapper.board.board import Board, Level
from sapper.minefields.generation import generate
from sapper.web.games.origin import Origin


def today() -> date:
    """The day in UTC."""
    return datetime.now(UTC).date()


def daily_category(level: Level) -> str:
    """The category of a daily board in statistics: that of any board of the level that needs no guess."""
    return Origin(Board.level(level), "fair").category


def daily_origin(level: Level, day: date) -> Origin:
    """The daily board of a level. It needs no guess from its marked first cell. Takes some milliseconds.

    The seed of `sapper.generate` is the first 8 bytes, big endian, of the SHA-256 of `sapper 2026-11-23
    expert`, with the date and the level. All other options have their defaults.
    """
    name = f"sapper {day.isoformat()} {level}"
    seed = int.from_bytes(hashlib.sha256(name.encode()).digest()[:8], "big")
    generated = generate(level, seed=seed)
    topology = generated.board.topology
    return Origin(
        generated.board,
        "fair",
        mined=generated.minefield.mined,
        start=topology.index(generated.start),
        daily=day.isoformat(),
    )
