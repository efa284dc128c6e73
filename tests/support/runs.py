"""Short runs of one configuration, and what their files hold."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import sapper

GAMES, CHUNK = 900, 15


def run(out: Path | None = None, *, games: int = GAMES, chunk: int | None = CHUNK) -> sapper.Report:
    return sapper.simulate("expert", "exact+first", games=games, chunk=chunk, threads=2, out=out)


def stored(path: Path) -> list[tuple[int, int]]:
    """Of every chunk its number and how many games it has."""
    with sqlite3.connect(path) as connection:
        return connection.execute("SELECT number, count FROM chunks ORDER BY number").fetchall()
