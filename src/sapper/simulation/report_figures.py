"""The figures of one strategy in a run: what was played, and the rates that follow from the sums."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from sapper._engine import wilson
from sapper.simulation.configuration import Configuration
from sapper.simulation.statistics import WithoutLuck
from sapper.simulation.tally import RISK_BINS, CalibrationRow, GuessesRow, Tally, Timing

if TYPE_CHECKING:
    from numpy.typing import NDArray


@dataclass(frozen=True, slots=True, repr=False)
class ReportFigures:
    """What plots and texts show of a strategy. `Report` describes the fields."""

    configuration: Configuration
    strategy: str
    tally: Tally = field(hash=False)
    without_luck: WithoutLuck = field(compare=False)
    timing: Timing = field(compare=False)
    digest: str
    seconds: float = field(compare=False)
    played: int = field(compare=False)
    complete: bool

    @property
    def games(self) -> int:
        """The number of games."""
        return self.tally.games

    @property
    def won(self) -> int:
        """The number of games won."""
        return self.tally.won

    @property
    def win_rate(self) -> float:
        """The share of games won; nan without games."""
        return _ratio(self.tally.won, self.games)

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % confidence interval of the win rate (Wilson's)."""
        return wilson(self.tally.won, self.games)

    @property
    def guesses_per_game(self) -> float:
        """The mean number of guesses in a game."""
        return _ratio(self.tally.guesses, self.games)

    @property
    def risk(self) -> float:
        """The mean probability that some guess of a game fails, by the risks that the strategy states.

        Where it states none, the exact risk counts. `docs/simulation.md` says how to check stated risks.
        """
        return _ratio(self.tally.risk, self.tally.risk_games)

    @property
    def expected_explosions(self) -> float:
        """The expected number of mines that guesses hit: the sum of their risks.

        `tally.exploded` is the number that they did hit.
        """
        return float(self.tally.risk_sums.sum())

    @property
    def clicks_per_game(self) -> float:
        """The mean number of actions that changed something."""
        return _ratio(self.tally.clicks, self.games)

    @property
    def three_bv(self) -> float:
        """The mean 3BV of the minefields."""
        return _ratio(self.tally.three_bv, self.games)

    @property
    def cells_opened(self) -> float:
        """The share of safe cells opened."""
        board = self.configuration.board
        return _ratio(self.tally.opened, self.games * (board.topology.size - board.mines))

    @property
    def mines_found(self) -> float:
        """The share of mines found: in a won game all mines, in a lost one those that were certain."""
        return _ratio(self.tally.found, self.games * self.configuration.board.mines)

    @property
    def games_per_second(self) -> float:
        """The games per second, on all threads together."""
        return _ratio(self.played, self.seconds)

    @property
    def by_guesses(self) -> list[GuessesRow]:
        """The games won, by number of guesses."""
        return [
            GuessesRow(int(guesses), int(games), int(won), wilson(int(won), int(games)))
            for guesses, (games, won) in enumerate(self.tally.by_guesses)
            if games
        ]

    @property
    def calibration(self) -> list[CalibrationRow]:
        """How often guesses hit mines compared with their risks, in steps of 2 %."""
        rows = []
        for place in np.flatnonzero(self.tally.risk_counts[:, 0]):
            guesses, wrong = map(int, self.tally.risk_counts[place])
            mean_risk = float(self.tally.risk_sums[place]) / guesses
            low, high = int(place) / RISK_BINS, (int(place) + 1) / RISK_BINS
            interval = wilson(wrong, guesses)
            rows.append(CalibrationRow(low, high, guesses, mean_risk, wrong / guesses, interval))
        return rows

    @property
    def lost_at(self) -> NDArray[np.int64]:
        """How often the first mine went off at each cell: int64, of the shape of the board."""
        return self.tally.lost_at.reshape(self.configuration.board.topology.shape)


def _ratio(much: float, of: float) -> float:
    return much / of if of else math.nan
