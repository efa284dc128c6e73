"""`sapper.compare`: two strategies on the same minefields, until it is clear who is better."""

from __future__ import annotations

import json
import math
import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sapper.board.board import Board, Level
from sapper.board.rules import FirstClick, Rules
from sapper.board.topology import Cell
from sapper.errors import SimulationError
from sapper.simulation.plan.options import check_progress, configured
from sapper.simulation.plan.stopping import StopRule
from sapper.simulation.report.report import Report
from sapper.simulation.results.sequential import Evidence
from sapper.simulation.run.places import Place
from sapper.simulation.run.run import Run
from sapper.simulation.run.session import Session, kept_run, path_of, reports_of, stop_rule_of
from sapper.simulation.storage.ledger import Ledger
from sapper.strategy.parts import WholeStrategy
from sapper.strategy.strategy import Strategy

if TYPE_CHECKING:
    from distributed import Client

__all__ = ["USUAL_PAIRS", "Comparison", "compare", "comparison_of", "read_comparison"]

USUAL_PAIRS = 100_000


@dataclass(frozen=True, slots=True)
class Comparison:
    """What two strategies did on the same minefields. Shares and differences are from -1 to 1.

    Attributes:
        first: The report on the first strategy.
        second: The report on the second.
        evidence: What the pairs of games show.
        both: Pairs that both won.
        neither: Pairs that none won.
        margin: How small a difference was not worth finding; None if any was.
    """

    first: Report
    second: Report
    evidence: Evidence
    both: int
    neither: int
    margin: float | None

    @property
    def difference(self) -> float:
        """The first win rate less the second; nan without games."""
        return self.evidence.difference

    @property
    def interval(self) -> tuple[float, float]:
        """Between what the difference lies with 95 % confidence, also though the test stopped early."""
        return self.evidence.interval

    @property
    def verdict(self) -> str:
        """In words who is better, if anyone is."""
        if self.evidence.better:
            better, worse = self.first.strategy, self.second.strategy
            if self.evidence.better == 2:
                better, worse = worse, better
            return f"{better} is better than {worse}"
        if self.margin is not None and self.evidence.is_within(self.margin):
            return f"they differ by no more than {100 * self.margin:g} points"
        return "undecided: the games do not show who is better"

    def to_dict(self) -> dict[str, Any]:
        """All of it as plain values, for JSON."""
        return {
            "verdict": self.verdict,
            "better": self.evidence.better,
            "difference": None if math.isnan(self.difference) else self.difference,
            "interval": list(self.interval),
            "p_value": self.evidence.p_value,
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

    def to_json(self) -> str:
        """`to_dict` as one line."""
        return json.dumps(self.to_dict(), allow_nan=False)

    def to_csv(self) -> str:
        """A line of names and a line for each strategy, with its difference from the other."""
        from sapper.simulation.report.tables import csv_of

        return csv_of([], [self])

    def to_markdown(self) -> str:
        """A table with the numbers of both that most people look for, and the verdict below it."""
        from sapper.simulation.report.tables import markdown_of
        from sapper.simulation.report.wording import difference_text

        table = markdown_of([self.first, self.second])
        return f"{table}\n\n**{self.verdict}**: {difference_text(self)}"

    def to_html(self) -> str:
        """A page with the comparison, and the numbers and plots of both; complete in itself.

        Raises:
            SimulationError: matplotlib is missing.
        """
        from sapper.simulation.report.html import comparison_page

        return comparison_page(self)

    def save_plots(self, folder: str | os.PathLike[str], kind: str = "png") -> list[Path]:
        """Writes the plots of both into a folder, the first as `A-...`; gives back their paths.

        Raises:
            SimulationError: matplotlib is missing, there are no games, or the folder cannot be written.
        """
        first = self.first.save_plots(folder, kind, "A-")
        return first + self.second.save_plots(folder, kind, "B-")

    def __str__(self) -> str:
        """The comparison as a table of lines."""
        from sapper.simulation.report.wording import comparison_text

        return comparison_text(self)

    def _repr_html_(self) -> str:
        """The same for notebooks."""
        from sapper.simulation.report.html import comparison_table

        return comparison_table(self)


def compare(
    first: Strategy | str | WholeStrategy,
    second: Strategy | str | WholeStrategy,
    board: Board | Level | str = "expert",
    *,
    games: int = USUAL_PAIRS,
    margin: float | None = None,
    first_click: FirstClick | None = None,
    rules: Rules | None = None,
    seed: int = 0,
    first_cell: Cell | None = None,
    threads: int | None = None,
    cluster: str | Client | None = None,
    out: str | os.PathLike[str] | None = None,
    chunk: int | None = None,
    progress: Callable[[Run], None] | None = None,
) -> Comparison:
    """Plays the same minefields with two strategies, and stops when it is clear who wins more.

    Only games that one wins and the other loses count. The test may look after every chunk: the chance that
    it ever calls one of two equal strategies better is at most 4 %, and the interval of the difference holds
    with 95 % although the test stopped when it liked. How it works is told in `docs/simulation.md`.

    Args:
        first: One strategy, as for `simulate`.
        second: The other.
        board: A `Board`, or the name of a level.
        games: The most minefields to play.
        margin: Stops also when the win rates are shown to differ by no more than this, from 0 to 1.
        first_click: As for `simulate`, as is all that follows.
        rules: All the rules, instead of `first_click`.
        seed: Which minefields.
        first_cell: Opened first by both.
        threads: How many threads play.
        cluster: Plays on a Dask cluster instead.
        out: A file to keep the run in.
        chunk: How many games make a unit of work.
        progress: Called after every unit with the `Run`.

    Raises:
        BoardError: There is no such level.
        StrategyError: There is no such strategy, or its Python failed.
        SimulationError: Both are the same strategy, a number is out of bounds, the file cannot be used, or
            the cluster does not answer.
        BudgetError: A position was too hard to analyse.
    """
    check_progress(progress)
    stop = StopRule(games, decided=True, margin=margin)
    place = Place(threads, cluster)
    strategies = [Strategy.of(first), Strategy.of(second)]
    configuration = configured(
        board,
        strategies,
        first_click=first_click,
        rules=rules,
        seed=seed,
        chunk=chunk,
        first_cell=first_cell,
    )
    with Session(configuration, strategies, stop, place, out=out, same_chunks=chunk is None) as session:
        session.play(progress)
        return comparison_of(session.run, session.reports, margin)


def read_comparison(path: str | os.PathLike[str]) -> Comparison:
    """What the file of a comparison has to tell; it may still be going on.

    Raises:
        SimulationError: There is no such file, it is damaged or no run, or the run of one strategy.
    """
    with Ledger.read(path_of("path", path)) as ledger:
        if len(ledger.configuration.strategies) != 2:
            raise SimulationError(f"{path}: is the run of one strategy, not a comparison of two")
        run, stop = kept_run(ledger), stop_rule_of(ledger)
        return comparison_of(run, reports_of(run, ledger), None if stop is None else stop.margin)


def comparison_of(run: Run, reports: Sequence[Report], margin: float | None) -> Comparison:
    """What a run with two strategies has shown so far."""
    pairs = run.totals.pairs
    assert pairs is not None
    first, second = reports
    return Comparison(first, second, run.totals.evidence, int(pairs[1, 1]), int(pairs[0, 0]), margin)
