"""Two recorded games side by side: where one was quicker than the other."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sapper import _engine
from sapper._support.checks import whole
from sapper._support.values import Figures
from sapper._support.words import brief_contents
from sapper.board.json_form import plain_fields
from sapper.errors import GameError
from sapper.minefields.metrics import GameMetrics, measure
from sapper.replays.replay import Replay

_PARTS = 10


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Phase(Figures):
    """A part of two games, from one amount of the 3BV to the next. In `SideBySide.phases`.

    Attributes:
        solved: The 3BV that each game has done at the end of the part.
        at: The seconds of each game at its end.
        took: The seconds that each game took for the part.
        speed: The 3BV per second of each in the part; None if it took no time.
        clicks: The clicks of each in the part.
        click_speed: The clicks of each per second in the part; None if it took no time.
        efficiency: The 3BV per click of each in the part; None without clicks.
        gap: How many seconds the second game took longer for the part; below 0 if it was quicker.
    """

    solved: tuple[int, int]
    at: tuple[float, float]
    took: tuple[float, float]
    speed: tuple[float | None, float | None]
    clicks: tuple[int, int]
    click_speed: tuple[float | None, float | None]
    efficiency: tuple[float | None, float | None]
    gap: float

    def to_dict(self) -> dict[str, Any]:
        """The part as plain values, for JSON."""
        return plain_fields(self)


@dataclass(frozen=True, eq=False, repr=False)
class SideBySide(Figures):
    """Two recorded games beside each other. Made by `compare_replays`.

    Attributes:
        metrics: The metrics of both.
        same_board: Whether both were played on the same minefield.
        phases: The parts of the games. On the same minefield, a part ends where both have done the same 3BV,
            as far as both came. On different ones, it ends at the same share of what each game did.
    """

    metrics: tuple[GameMetrics, GameMetrics]
    same_board: bool
    phases: tuple[Phase, ...]

    def to_dict(self) -> dict[str, Any]:
        """Both games as plain values, for JSON. `docs/review.md` describes the fields."""
        return {
            "same_board": self.same_board,
            "metrics": [metrics.to_dict() for metrics in self.metrics],
            "phases": [phase.to_dict() for phase in self.phases],
        }


def compare_replays(first: Replay, second: Replay, parts: int = _PARTS) -> SideBySide:
    """Compares how quickly two recorded games were played, part by part.

    Args:
        first: A replay.
        second: Another one, on the same minefield or on another one.
        parts: The largest number of parts.

    Returns:
        The comparison; some milliseconds.

    Raises:
        GameError: One of them is not a replay.
        ArgumentError: `parts` is not a whole number from 1.

    Example:
        >>> minefield = sapper.generate("beginner", seed=1).minefield
        >>> game = sapper.Strategy("best").play(minefield.game(), first_cell=(2, 2))
        >>> times = range(len(game.history))
        >>> slow, quick = (sapper.Replay.from_game(game, [pace * time for time in times]) for pace in (2, 1))
        >>> both = sapper.compare_replays(slow, quick)
        >>> both.same_board, both.phases[-1].at, both.phases[-1].gap
        (True, (16.0, 8.0), -1.0)
    """
    for replay in (first, second):
        if not isinstance(replay, Replay):
            raise GameError(f"compare two replays, not {brief_contents(replay)}")
    count = whole("parts", parts, 1)
    same = first.minefield.topology == second.minefield.topology and bool(
        (first.minefield.mined == second.minefield.mined).all()
    )
    metrics = measure(first), measure(second)
    phases = _engine.phases(first._line, second._line, same, count)
    return SideBySide(metrics, same, tuple(Phase(*phase) for phase in phases))
