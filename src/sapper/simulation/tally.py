"""The results of games, one by one, and sums over them in constant memory.

Times are kept apart from the results: only they differ from run to run.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from sapper import _engine
from sapper._support.values import same_sums
from sapper.board.json_form import plain

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sapper.board.board import Board

WON, LOST, DRAWN = 1, 2, 3
"""The outcomes. A drawn game was played to its end although mines went off on the way."""

NO_CELL: Final = _engine.NO_CELL


@dataclass(frozen=True, slots=True)
class Records:
    """Games in order, with one entry for each game, and their guesses, with one entry for each guess.

    Cells are numbers of the engine; `topology.cell` gives their names.
    """

    outcome: NDArray[np.uint8]  # 1 won, 2 lost, 3 drawn
    clicks: NDArray[np.uint32]  # the actions that changed something
    opened: NDArray[np.uint32]  # the safe cells that are open at the end
    # The mines found. In a game that was played to its end these are all mines that did not explode; in a
    # lost game the mines that were certain just before the last action.
    found: NDArray[np.uint32]
    exploded: NDArray[np.uint32]  # the mines that went off
    three_bv: NDArray[np.uint32]  # the 3BV of the minefield, the fewest clicks that open everything
    openings: NDArray[np.uint32]  # the connected sets of zeros in the minefield
    solved: NDArray[np.uint32]  # the part of the 3BV that was done
    guesses: NDArray[np.uint32]  # how many of the entries below belong to this game
    risk: NDArray[np.float64]  # the probability that some guess fails, by the risks below
    lost_at: NDArray[np.uint32]  # the first mine that went off; 2^32 - 1 if none did
    # (games, 9): the luck of the guesses by phase, and of the rest where the player proves its chance.
    luck: NDArray[np.float64]
    guess_cell: NDArray[np.uint32]  # the cell that was opened
    guess_risk: NDArray[np.float64]  # of a mine as the player knew it; the exact one if it knew none
    guess_exploded: NDArray[np.uint8]  # whether the cell was a mine
    # The time of the game. Only this column differs from run to run.
    nanoseconds: NDArray[np.uint64]

    @classmethod
    def from_engine(cls, engine: _engine.Records) -> Records:
        """Records that view the columns of the engine."""
        columns = {each.name: getattr(engine, each.name) for each in fields(cls)}
        return cls(**columns | {"luck": engine.luck.reshape(-1, _engine.LUCKS)})

    def __len__(self) -> int:
        return len(self.outcome)

    def digest(self, first: int) -> int:
        """A hash of 64 bits that changes when any result does, but not with times.

        Luck needs no place in it, because it follows from the results.

        The games are numbered from `first`, and each game adds its own hash. So the digests of consecutive
        ranges add up (modulo 2^64) to the same sum, however the games are divided.
        """
        games = _mix(np.arange(len(self), dtype=np.uint64) + np.uint64(first))
        place = np.arange(len(self.guess_cell), dtype=np.int64)
        place -= np.repeat(np.cumsum(self.guesses, dtype=np.int64) - self.guesses, self.guesses)
        guesses = _mix(np.repeat(games, self.guesses) + place.astype(np.uint64))
        for column in fields(self):
            if column.name in ("nanoseconds", "luck"):
                continue
            bits = _bits(getattr(self, column.name))
            if column.name.startswith("guess_"):
                guesses = _mix(guesses ^ bits)
            else:
                games = _mix(games ^ bits)
        return (int(games.sum()) + int(guesses.sum())) % 2**64


def _bits(column: NDArray[Any]) -> NDArray[np.uint64]:
    return column.view(np.uint64) if column.dtype == np.float64 else column.astype(np.uint64)


def _mix(bits: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """The last step of SplitMix64, which spreads all bits of each entry."""
    bits = bits + np.uint64(0x9E3779B97F4A7C15)
    bits = (bits ^ (bits >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    bits = (bits ^ (bits >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return bits ^ (bits >> np.uint64(31))


MOST_GUESSES: Final = _engine.MOST_GUESSES
"""Games with more guesses are counted as games with this many."""

RISK_BINS: Final = _engine.RISK_BINS
"""The number of bins, of equal width, that count guesses by risk."""

_COUNTS = ("games", "won", "lost", "drawn", "clicks", "opened", "found", "exploded", "three_bv", "solved",
           "guesses", "risk_games")  # fmt: skip


class GuessesRow(NamedTuple):
    """The games with this many guesses. The row of 64 also counts games with more."""

    guesses: int
    games: int
    won: int
    interval: tuple[float, float]


class CalibrationRow(NamedTuple):
    """The guesses with similar risks: the predicted rate of mines, and the observed one."""

    low: float
    high: float
    guesses: int
    predicted: float
    happened: float
    interval: tuple[float, float]


@dataclass(slots=True, eq=False)
class Tally:
    """Sums over games on one board. Made by `simulate`.

    Adding in the same order gives the same sums, bit for bit.

    Attributes:
        games: The number of games: won, lost and drawn.
        won: The games in which all safe cells were opened and no mine went off.
        lost: The games that a mine ended.
        drawn: The games that were played to the end although mines went off.
        clicks: The actions.
        opened: The safe cells that were opened.
        found: The mines that were found, as in `Records`.
        exploded: The mines that went off.
        three_bv: The sum of the 3BV.
        solved: The part of the 3BV that was done.
        guesses: The guesses.
        risk_games: The games whose risk is known.
        risk: The sum of their risks.
        by_guesses: int64 (65, 2): the games by their number of guesses, and how many of them were won.
        risk_counts: int64 (50, 2): the guesses by risk as the player knew it, and how many of them failed.
        risk_sums: float64 (50,): the sum of the risks in each bin.
        lost_at: int64 (cells,): the games whose first mine went off at the cell.
    """

    games: int
    won: int
    lost: int
    drawn: int
    clicks: int
    opened: int
    found: int
    exploded: int
    three_bv: int
    solved: int
    guesses: int
    risk_games: int
    risk: float
    by_guesses: NDArray[np.int64]
    risk_counts: NDArray[np.int64]
    risk_sums: NDArray[np.float64]
    lost_at: NDArray[np.int64]

    @classmethod
    def empty(cls, board: Board) -> Tally:
        """The sums over no games."""
        return cls(
            **dict.fromkeys(_COUNTS, 0),
            risk=0.0,
            by_guesses=np.zeros((MOST_GUESSES + 1, 2), dtype=np.int64),
            risk_counts=np.zeros((RISK_BINS, 2), dtype=np.int64),
            risk_sums=np.zeros(RISK_BINS),
            lost_at=np.zeros(board.topology.size, dtype=np.int64),
        )

    @classmethod
    def from_records(cls, records: Records, board: Board) -> Tally:
        """The sums over these games."""
        tally = cls.empty(board)
        tally.games = len(records)
        tally.won = int(np.count_nonzero(records.outcome == WON))
        tally.lost = int(np.count_nonzero(records.outcome == LOST))
        tally.drawn = int(np.count_nonzero(records.outcome == DRAWN))
        for name in ("clicks", "opened", "found", "exploded", "three_bv", "solved", "guesses"):
            setattr(tally, name, int(getattr(records, name).sum(dtype=np.uint64)))
        tally.risk_games = int(np.count_nonzero(~np.isnan(records.risk)))
        tally.risk = math.fsum(records.risk[~np.isnan(records.risk)])
        columns = (records.outcome, records.guesses, records.lost_at)
        by_guess = (records.guess_risk, records.guess_exploded)
        sums = _engine.histograms(*columns, *by_guess, board.topology.size)
        tally.by_guesses = sums[0].reshape(-1, 2)
        tally.risk_counts = sums[1].reshape(-1, 2)
        tally.risk_sums, tally.lost_at = sums[2:]
        return tally

    def add(self, other: Tally) -> None:
        """Adds the games of another tally."""
        for name in (*_COUNTS, "risk"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.by_guesses += other.by_guesses
        self.risk_counts += other.risk_counts
        self.risk_sums += other.risk_sums
        self.lost_at += other.lost_at

    def __eq__(self, other: object) -> bool:
        """Whether all sums are equal, bit for bit."""
        return same_sums(self, other)

    __hash__ = None  # type: ignore[assignment]  # it changes

    def to_dict(self) -> dict[str, Any]:
        """The tally as plain values, for JSON. Empty rows of the arrays are left out."""
        return {
            **{name: getattr(self, name) for name in _COUNTS},
            "risk": self.risk,
            "by_guesses": _rows(self.by_guesses),
            "calibration": [
                [place, *counts, float(self.risk_sums[place])] for place, *counts in _rows(self.risk_counts)
            ],
            "lost_at": _rows(self.lost_at[:, np.newaxis]),
        }

    @classmethod
    def from_dict(cls, values: dict[str, Any], board: Board) -> Tally:
        """The inverse of `to_dict`."""
        tally = cls.empty(board)
        for name in (*_COUNTS, "risk"):
            setattr(tally, name, values[name])
        for place, *counts in values["by_guesses"]:
            tally.by_guesses[place] = counts
        for place, guesses, wrong, risks in values["calibration"]:
            tally.risk_counts[place] = guesses, wrong
            tally.risk_sums[place] = risks
        for place, count in values["lost_at"]:
            tally.lost_at[place] = count
        return tally


def _rows(table: NDArray[np.int64]) -> list[list[int]]:
    places = np.flatnonzero(table[:, 0])
    return [[int(place), *map(int, table[place])] for place in places]


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
    def from_nanoseconds(cls, nanoseconds: NDArray[np.uint64]) -> Timing:
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
        return {name: plain(time) for name, time in times.items()}

    def to_dict(self) -> dict[str, Any]:
        """The times as plain values, for files of runs. Empty bins are left out."""
        bins = np.flatnonzero(self.bins)
        return {
            "games": self.games,
            "nanoseconds": self.nanoseconds,
            "longest": self.longest,
            "bins": [[int(place), int(self.bins[place])] for place in bins],
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
