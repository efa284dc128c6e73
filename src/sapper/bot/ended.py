"""How a game of the bot ended, and what is noted of it until then."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from sapper.board.game import Game
from sapper.board.topology import Topology
from sapper.replays.replay import Replay

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Cell = tuple[int, int]
    Mask = NDArray[np.bool_]

Status = Literal["won", "lost", "unfinished"]


@dataclass(frozen=True, slots=True)
class Ended:
    """How a game ended.

    Attributes:
        status: Won, lost, or unfinished.
        why: Why it is unfinished, or what the status rests on.
        guesses: How many of the opened cells were not certainly safe.
        misread: Whether a cell that seemed certainly safe held a mine: then a picture was read wrong.
        seconds: How long it took.
        replay: The recorded game; None if the program did not show where the mines were.
    """

    status: Status
    why: str
    guesses: int
    misread: bool
    seconds: float
    replay: Replay[tuple[int, int]] | None


@dataclass(slots=True)
class Begun:
    """A game that is being played.

    Attributes:
        start: When it began, by the clock of `time.monotonic`.
        opened: Which cells were clicked, and how many seconds after the start.
        guesses: How many of them were not certainly safe.
        reacts: Whether the program has opened cells in this game.
        strays: How many times in turn the board changed by itself before a click.
    """

    start: float = field(default_factory=time.monotonic)
    opened: list[tuple[float, Cell]] = field(default_factory=list)
    guesses: int = 0
    reacts: bool = False
    strays: int = 0

    def ended(
        self, status: Status, why: str = "", *, misread: bool = False, mined: Mask | None = None
    ) -> Ended:
        """The game that ended so. `mined` are its mines, if the program showed them."""
        seconds = time.monotonic() - self.start
        replay = None if mined is None else self._replay(mined)
        return Ended(status, why, self.guesses, misread, seconds, replay)

    def _replay(self, mined: Mask) -> Replay[tuple[int, int]]:
        game = Game.from_mines(Topology.square(*mined.shape), mines=mined)
        times = []
        for when, cell in self.opened:
            if game.status == "playing" and game.open(*cell):
                times.append(when)
        return Replay.of(game, times, {"Program": "sapper bot"})
