"""Games kept when they end, as replays that `sapper review` reads."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from sapper.board.game import Game
from sapper.errors import FormatError
from sapper.formats.files import write
from sapper.replays.replay import Replay

__all__ = ["Keep", "saver"]

Keep = Callable[[Game, Sequence[float] | None], None]
"""Keeps a game, and when each of its actions was done, in seconds, where that is known."""


def saver(folder: Path) -> Keep:
    """Keeps games as `SEED-GAME.rawvf` in a folder, which is made if there is none.

    A game that ends once more, its last move taken back or its board played again, replaces what was
    kept of it.

    Raises:
        FormatError: The folder cannot be made. What is returned raises it where a file cannot be written.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise FormatError(f"{folder}: cannot be made: {error.strerror}") from error

    def keep(game: Game, times: Sequence[float] | None) -> None:
        write(Replay.of(game, times), folder / f"{game.seed}-{game.game}.rawvf")

    return keep
