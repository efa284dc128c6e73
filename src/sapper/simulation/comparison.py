"""A comparison of two strategies: the numbers, and the methods that render them."""

from __future__ import annotations

import math
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sapper._support.words import percent, quantity
from sapper.board.json_form import plain
from sapper.simulation.configuration import board_name
from sapper.simulation.result import Result
from sapper.simulation.statistics import SequentialTest, WithoutLuck, mcnemar
from sapper.simulation.strategy_report import (
    FIRST_CLICK,
    Report,
    markdown_of,
)
from sapper.simulation.tally import duration


@dataclass(frozen=True, slots=True, repr=False)
class Comparison(Result):
    """The results of two strategies on the same minefields. Made by `compare`.

    Rates and differences are from -1 to 1.

    Attributes:
        first: The report on the first strategy.
        second: The report on the second.
        evidence: What the pairs of games show.
        both: The number of minefields that both won.
        neither: The number of minefields that neither won.
        margin: The largest difference that does not matter; None if every difference does.
    """

    first: Report
    second: Report
    evidence: SequentialTest
    both: int
    neither: int
    margin: float | None

    @property
    def difference(self) -> float:
        """The first win rate minus the second; nan without games."""
        return self.evidence.difference

    @property
    def interval(self) -> tuple[float, float]:
        """The 96 % confidence interval of the difference. It holds although the test may stop early."""
        return self.evidence.interval

    @property
    def without_luck(self) -> WithoutLuck:
        """The difference without luck, with the 95 % interval for a number of games that was fixed before."""
        evidence = self.evidence
        sums = evidence.sum, evidence.squares
        return WithoutLuck.difference(evidence.games, evidence.first, evidence.second, sums)

    @property
    def p_value(self) -> float:
        """That of McNemar's exact test, for a number of games that was fixed before.

        It is the chance of wins at least as uneven if neither strategy is better. `evidence.p_value` also
        holds if the test stopped early.
        """
        return mcnemar(self.evidence.first, self.evidence.second)

    @property
    def verdict(self) -> str:
        """Which strategy is better, in words."""
        if self.evidence.better:
            better, worse = self.first.strategy, self.second.strategy
            if self.evidence.better == 2:
                better, worse = worse, better
            return f"{better} is better than {worse}"
        if self.margin is not None and self.evidence.is_within(self.margin):
            return f"they differ by no more than {100 * self.margin:g} points"
        return "undecided: the games do not show who is better"

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain values, for JSON."""
        return {
            "verdict": self.verdict,
            "better": self.evidence.better,
            "difference": plain(self.difference),
            "difference_interval": list(self.interval),
            "p_value": self.evidence.p_value,
            "without_luck": self.without_luck.to_dict("difference_interval"),
            "mcnemar_p_value": self.p_value,
            "pairs": {
                "games": self.evidence.games,
                "both": self.both,
                "first_only": self.evidence.first,
                "second_only": self.evidence.second,
                "neither": self.neither,
            },
            "first": self.first.to_dict(),
            "second": self.second.to_dict(),
        }

    def to_markdown(self) -> str:
        """A table of the most important numbers of both strategies, followed by the verdict."""
        table = markdown_of([self.first, self.second])
        return f"{table}\n\n**{self.verdict}**: {_difference(self)}"

    def save_plots(self, folder: str | os.PathLike[str], kind: str = "png") -> list[Path]:
        """Writes the plots of both strategies into a folder, as `A-...` for the first and `B-...`.

        Args:
            folder: As in `Report.save_plots`.
            kind: As in `Report.save_plots`.

        Returns:
            The paths of the files.

        Raises:
            MissingExtraError: matplotlib is missing.
            ArgumentError: `folder` is not a path, or `kind` is not a known format.
            SimulationError: There are no games, or the folder cannot be written.
        """
        first = self.first.save_plots(folder, kind, "A-")
        return first + self.second.save_plots(folder, kind, "B-")

    def __repr__(self) -> str:
        """A summary in one line."""
        pairs = quantity(self.evidence.games, "minefield")
        return (
            f"<Comparison: {self.first.strategy} and {self.second.strategy} on "
            f"{self.first.configuration.board!r}, {pairs}: {self.verdict}>"
        )

    def _reports(self) -> tuple[Report, ...]:
        return self.first, self.second

    def _entries(self) -> list[tuple[str, str]]:
        first, second, evidence = self.first, self.second, self.evidence
        configuration = first.configuration
        lines = [
            ("Board", board_name(configuration.board)),
            ("First click", FIRST_CLICK[configuration.rules.first_click]),
            ("Seed", str(configuration.seed)),
            ("Minefields", f"{evidence.games:,}, each played by A and B"),
        ]
        if evidence.games:
            alone = f"only A {evidence.first:,}, only B {evidence.second:,}"
            wins = f"both {self.both:,}, {alone}, neither {self.neither:,}"
            lines += [
                ("A", _player(first)),
                ("B", _player(second)),
                ("Won by", wins),
                ("A minus B", _difference(self)),
                ("If games fixed", _fixed_count_text(self)),
            ]
        return [*lines, ("Verdict", self.verdict)]

    def _rows(self) -> list[dict[str, object]]:
        (low, high), difference = self.interval, self.difference
        return [
            {
                **row,
                "difference": "" if math.isnan(less) else less,
                "difference_low": least,
                "difference_high": most,
                "verdict": self.verdict,
            }
            for report, less, least, most in (
                (self.first, difference, low, high),
                (self.second, -difference, -high, -low),
            )
            for row in report._rows()
        ]


def _difference(comparison: Comparison) -> str:
    """The difference of the win rates, with its confidence interval."""
    if not comparison.evidence.games:
        return "no games"
    low, high = comparison.interval
    interval = f"(96 % confidence, whenever the test stops: {100 * low:+.2f} to {100 * high:+.2f})"
    return f"{100 * comparison.difference:+.2f} points {interval}"


def _fixed_count_text(comparison: Comparison) -> str:
    """What holds for a number of games that was fixed before."""
    figure = comparison.without_luck
    low, high = figure.interval
    interval = f"(95 % confidence: {100 * low:+.2f} to {100 * high:+.2f})"
    return (
        f"{100 * figure.value:+.2f} points without luck {interval}; "
        f"p = {comparison.p_value:.2g} by McNemar's test of the wins"
    )


def _player(report: Report) -> str:
    return f"{report.strategy}: {percent(report.win_rate)} won, {duration(report.timing.mean)} a game"
