"""Games by hand without a screen: a clock that stands still, and where the mines are."""

from dataclasses import dataclass

import numpy as np

from sapper.cli.play.hand_game import HandGame


@dataclass
class Clock:
    """Stands still, or moves on by a step at every look."""

    now: float = 100.0
    step: float = 0.0

    def __call__(self) -> float:
        self.now += self.step
        return self.now


def cells(session: HandGame, *, mined: bool) -> list[tuple[int, int]]:
    """Where the mines are or are not; under the first click `"any"` even before the first click."""
    game = session.game
    if game.minefield is None:  # a copy whose first cell is opened shows the minefield
        game = session.setup.game(session.game.number)
        game.open(0, 0)
    assert game.minefield is not None
    return [(int(row), int(column)) for row, column in np.argwhere(game.minefield == mined)]
