"""The times of games, in constant memory. They are kept apart from the results."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from sapper import _engine
from sapper._support.values import same_sums

if TYPE_CHECKING:
    from numpy.typing import NDArray

STEPS: Final = _engine.TIME_STEPS
"""The bins for each doubling of the time, so that quantiles are right within 1.1 %."""


@dataclass(slots=True, eq=False)
class Timing:
    """The times of games, each on the thread that played it. Made by `simulate`.

    Attributes:
        games: The number of games.
        nanoseconds: The sum of their times.
        longest: The longest time, in nanoseconds.
        bins: int64 (2048,): the games by time; bin i holds 2^(i / 32) up to 2^((i + 1) / 32) nanoseconds.
    """

    games: int = 0
    nanoseconds: int = 0
    longest: int = 0
    bins: NDArray[np.int64] = field(default_factory=lambda: np.zeros(_engine.TIME_BINS, np.int64))

    @classmethod
    def of(cls, nanoseconds: NDArray[np.uint64]) -> Timing:
        """The times of these games."""
        bins = _engine.time_bins(nanoseconds)
        return cls(len(nanoseconds), int(nanoseconds.sum()), int(nanoseconds.max(initial=0)), bins)

    def add(self, other: Timing) -> None:
        """Adds the games of another timing."""
        self.games += other.games
        self.nanoseconds += other.nanoseconds
        self.longest = max(self.longest, other.longest)
        self.bins += other.bins

    def __eq__(self, other: object) -> bool:
        """Whether all times are equal."""
        return same_sums(self, other)

    __hash__ = None  # type: ignore[assignment]  # it changes

    def quantile(self, share: float) -> float:
        """The time in seconds within which this share of the games ended; nan without games."""
        if self.games == 0:
            return math.nan
        place = int(np.searchsorted(np.cumsum(self.bins), max(1, math.ceil(share * self.games))))
        middle: float = 2 ** ((place + 0.5) / STEPS)
        return min(middle, self.longest) / 1e9

    @property
    def mean(self) -> float:
        """The mean time of a game in seconds; nan without games."""
        return self.nanoseconds / 1e9 / self.games if self.games else math.nan

    def summary(self, seconds: float, games: int) -> dict[str, Any]:
        """The times for JSON, as `docs/json.md` describes `timing`.

        Args:
            seconds: The duration of all sessions together.
            games: The number of games that were played in that time.
        """
        times = {
            "ms_per_game": 1000 * self.mean,
            "ms_p50": 1000 * self.quantile(0.5),
            "ms_p99": 1000 * self.quantile(0.99),
            "ms_max": self.longest / 1e6,
            "seconds": seconds,
            "games_per_second": games / seconds if seconds else math.nan,
        }
        return {name: None if math.isnan(value) else value for name, value in times.items()}

    def to_dict(self) -> dict[str, Any]:
        """The times as plain values, for files of runs. Empty bins are left out."""
        used = np.flatnonzero(self.bins)
        return {
            "games": self.games,
            "nanoseconds": self.nanoseconds,
            "longest": self.longest,
            "bins": [[int(place), int(self.bins[place])] for place in used],
        }

    @classmethod
    def from_dict(cls, values: dict[str, Any]) -> Timing:
        """The inverse of `to_dict`."""
        timing = cls(values["games"], values["nanoseconds"], values["longest"])
        for place, count in values["bins"]:
            timing.bins[place] = count
        return timing


def duration(seconds: float) -> str:
    """A time for people: `12.3 µs`, `3.42 ms`, `0.61 s`, `4 min 05 s`, `2 h 03 min`; nan is unknown."""
    if math.isnan(seconds):
        return "unknown"
    if 0 < seconds < 0.0001:
        return f"{1e6 * seconds:.1f} µs"
    if seconds < 0.1:
        return f"{1000 * seconds:.2f} ms"
    if seconds < 60:
        return f"{seconds:.2f} s"
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours} h {minutes:02} min" if hours else f"{minutes} min {rest:02} s"
