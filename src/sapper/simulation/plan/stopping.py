"""When a run ends."""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, Final

from sapper._engine import wilson
from sapper._support.checks import positive, whole
from sapper.errors import SimulationError

if TYPE_CHECKING:
    from sapper.simulation.run.chunk import Totals

MOST_GAMES: Final = 2**63 - 1
"""The largest number of games in a run. Sums of whole numbers are exact up to here."""


@dataclass(frozen=True, slots=True)
class StopRule:
    """Ends a run as soon as one of the limits is reached. It is checked after every chunk, in their order.

    Raises:
        ArgumentError: A limit is not above 0.
        SimulationError: There is no limit.
    """

    games: int | None = None
    width: float | None = None  # the width of the 95 % confidence interval of the win rate, from 0 to 1
    seconds: float | None = None  # the duration of this session
    decided: bool = False  # a comparison ends when one strategy is shown to be better
    # A comparison ends when the win rates are shown to differ by no more than this, from 0 to 1.
    margin: float | None = None

    def __post_init__(self) -> None:
        if self.games is None and self.width is None and self.seconds is None:
            raise SimulationError("a run needs a condition to stop: games=, seconds= or width=")
        if self.games is not None:
            object.__setattr__(self, "games", whole("games", self.games, 1, MOST_GAMES))
        for name, below in (("width", 1.0), ("margin", 1.0), ("seconds", math.inf)):
            if (limit := getattr(self, name)) is not None:
                object.__setattr__(self, name, positive(name, limit, below))

    def holds(self, totals: Totals, seconds: float = 0.0) -> bool:
        """Whether a run with these totals is done after this time."""
        tally = totals.tallies[0]
        if self.games is not None and tally.games >= self.games:
            return True
        if self.width is not None and tally.games:
            low, high = wilson(tally.won, tally.games)
            if high - low <= self.width:
                return True
        if self.decided and totals.evidence.better:
            return True
        if self.margin is not None and totals.evidence.is_within(self.margin):
            return True
        return self.seconds is not None and seconds >= self.seconds

    def seconds_left(self, totals: Totals, seconds: float, speed: float) -> float | None:
        """An estimate of the seconds that are left; None if it is not known yet.

        `speed` is in games per second.
        """
        games, won = totals.games, totals.tallies[0].won
        lasting = [] if self.seconds is None else [self.seconds - seconds]
        if speed and self.games is not None:
            lasting.append((self.games - games) / speed)
        if speed and games and self.width is not None:
            low, high = wilson(won, games)
            needed = games * ((high - low) / self.width) ** 2  # width ~ 1 / sqrt(games)
            lasting.append((needed - games) / speed)
        return max(0.0, min(lasting)) if lasting else None

    def to_dict(self) -> dict[str, Any]:
        """The rule as plain values, for JSON."""
        return asdict(self)
