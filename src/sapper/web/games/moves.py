"""The moves of a hosted game, as the store has them, and their changes."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, Literal, cast, get_args

from sapper.board.game import ActionKind

if TYPE_CHECKING:
    from collections.abc import Iterable

    import numpy as np
    from numpy.typing import NDArray

By = Literal["player", "assist", "autoplay", "undo", "past"]
"""Who made a move. `"past"`: it was made in another game, which the practice game repeats."""

ACTIONS: Final = get_args(ActionKind)
"""The actions on cells. The other moves are `"undo"`, and in games of earlier versions `"reveal"` and
`"give_up"`, which mean nothing any more."""

NOTHING, CHANGED, LOST_BY_GUESS = 0, 1, 2
"""The effects of a move."""


@dataclass(frozen=True, slots=True)
class Move:
    """One move. It may have changed nothing."""

    number: int
    kind: str  # one of `ACTIONS`, or another move
    cell: int  # 0 if the move is not about a cell
    key: str  # given by the page, unique in the game
    by: str
    effect: int  # `NOTHING`, `CHANGED` or `LOST_BY_GUESS`
    elapsed_ms: int  # on the clock
    mined: NDArray[np.bool_] | None = None  # the new minefield, if the move changed it
    path: bytes = b""  # the path of the pointer since the move before, as `sapper.web.games.path` packs it

    @property
    def action(self) -> ActionKind:
        """The kind of a move that is one of `ACTIONS`."""
        return cast("ActionKind", self.kind)


def standing_moves(moves: Iterable[Move]) -> tuple[list[Move], Move | None]:
    """The actions that were not undone, including those that changed nothing. And the guess that lost."""
    standing: list[Move] = []
    guess: Move | None = None
    for move in moves:
        if move.effect == LOST_BY_GUESS:
            guess = move
        elif move.kind == "undo":
            if guess is None:
                standing.pop()
            guess = None
        elif move.kind in ACTIONS:
            standing.append(move)
    return standing, guess


@dataclass(frozen=True, slots=True)
class Change:
    """The cells that changed, and their new marks."""

    cells: list[int] = field(default_factory=list)  # in the order in which they changed
    values: list[int] = field(default_factory=list)  # their new marks
    whole: bool = False  # too many cells changed to list them; both lists are empty then
