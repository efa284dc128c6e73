"""Keeps games that end, as replays that `sapper review` reads."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from sapper._support.whole_files import unusable
from sapper.board.game import Game
from sapper.formats.files import write
from sapper.replays.replay import Replay

Keep = Callable[[Game, Sequence[float] | None], None]
"""Keeps a game, with the times of its actions in seconds if they are known."""


def saver(folder: Path) -> Keep:
    """Returns a function that keeps games as `SEED-GAME.rawvf` in a folder, and makes the folder.

    A game can end more than once: after a move is taken back, or when its board is played again. The last
    end replaces the file.

    Raises:
        FileError: The folder cannot be made. The returned function raises it if a file cannot be written.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise unusable(folder, "cannot be made", error) from error

    def keep(game: Game, times: Sequence[float] | None) -> None:
        write(Replay.of(game, times), folder / f"{game.seed}-{game.game}.rawvf")

    return keep
