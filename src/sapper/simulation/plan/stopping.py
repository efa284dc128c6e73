"""When a run is done."""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, Final

from sapper._support.limits import positive, whole
from sapper.errors import SimulationError
from sapper.simulation.results.intervals import wilson

if TYPE_CHECKING:
    from sapper.simulation.run.run import Totals

__all__ = ["MOST_GAMES", "StopRule"]

MOST_GAMES: Final = 2**63 - 1
"""More games than anybody plays; sums of whole numbers stay right up to here."""


@dataclass(frozen=True, slots=True)
class StopRule:
    """Stops at whatever comes first. Looked at after every chunk, in the order of the chunks.

    Attributes:
        games: After this many games; None is no limit.
        width: When the 95 % interval of the win rate is no wider than this, from 0 to 1.
        seconds: When this session has taken so long.
        decided: Of two strategies: when it is shown who is better.
        margin: Of two strategies: when they are shown to differ by no more than this, from 0 to 1.

    Raises:
        SimulationError: A limit is not above 0, or there is none.
    """

    games: int | None = None
    width: float | None = None
    seconds: float | None = None
    decided: bool = False
    margin: float | None = None

    def __post_init__(self) -> None:
        """Checks the limits."""
        if self.games is None and self.width is None and self.seconds is None:
            raise SimulationError("a run needs an end: games, seconds, or the width of the interval")
        if self.games is not None:
            object.__setattr__(self, "games", whole("games", self.games, 1, MOST_GAMES, SimulationError))
        for name, below in (("width", 1.0), ("margin", 1.0), ("seconds", math.inf)):
            if (limit := getattr(self, name)) is not None:
                object.__setattr__(self, name, positive(name, limit, below, SimulationError))

    def holds(self, totals: Totals, seconds: float = 0.0) -> bool:
        """Whether a run that has come to these sums in that time is done."""
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
        """About how much longer a run takes, at the most; None where that cannot be told yet.

        Args:
            totals: What it has come to.
            seconds: In that time.
            speed: How many games it plays in a second.
        """
        games, won = totals.games, totals.tallies[0].won
        lasting = [] if self.seconds is None else [self.seconds - seconds]
        if speed and self.games is not None:
            lasting.append((self.games - games) / speed)
        if speed and games and self.width is not None:
            low, high = wilson(won, games)
            needed = games * ((high - low) / self.width) ** 2  # it shrinks as the root of the games grows
            lasting.append((needed - games) / speed)
        return max(0.0, min(lasting)) if lasting else None

    def to_dict(self) -> dict[str, Any]:
        """As plain values, for JSON."""
        return asdict(self)
