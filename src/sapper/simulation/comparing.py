"""`sapper.compare`: two strategies on the same minefields, until it is clear who is better."""

from __future__ import annotations

import json
import math
import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sapper.board import Board, Level
from sapper.errors import SimulationError
from sapper.rules import FirstClick, Rules
from sapper.simulation.options import configured
from sapper.simulation.report import Report
from sapper.simulation.running import Run, Totals
from sapper.simulation.sequential import Evidence
from sapper.simulation.session import Session
from sapper.simulation.stopping import StopRule
from sapper.strategy.parts import WholeStrategy
from sapper.strategy.strategy import Strategy
from sapper.topology import Cell

if TYPE_CHECKING:
    from distributed import Client

__all__ = ["USUAL_PAIRS", "Comparison", "compare", "comparison_of"]

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

    def __str__(self) -> str:
        """The comparison as a table of lines."""
        from sapper.simulation.wording import comparison_text

        return comparison_text(self)

    def _repr_html_(self) -> str:
        """The same for notebooks."""
        from sapper.simulation.page import comparison_table

        return comparison_table(self)


def compare(
    first: Strategy | str | WholeStrategy,
    second: Strategy | str | WholeStrategy,
    board: Board | Level | str = "expert",
    *,
    games: int = USUAL_PAIRS,
    margin: float | None = None,
    first_click: FirstClick = "opening",
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
        SimulationError: A number is out of bounds, the file cannot be used, or the cluster does not answer.
        BudgetError: A position was too hard to analyse.
    """
    stop = StopRule(games)
    strategies = [Strategy.of(first), Strategy.of(second)]
    configuration = configured(
        board,
        strategies,
        first_click=first_click,
        rules=rules,
        seed=seed,
        chunk=chunk,
        games=games,
        first_cell=first_cell,
    )
    with Session(
        configuration,
        strategies,
        stop,
        until=decided_at(margin),
        out=None if out is None else Path(out),
        same_chunks=chunk is None,
    ) as session:
        session.play(threads=threads, cluster=cluster, watch=progress or (lambda _: None))
        return comparison_of(session, margin)


def decided_at(margin: float | None) -> Callable[[Totals], bool]:
    """Whether the totals show who is better, or that the difference is small.

    Raises:
        SimulationError: The margin is none.
    """
    if margin is not None and not 0 < margin < 1:
        raise SimulationError(f"the margin is between 0 and 1, not {margin:g}")

    def decided(totals: Totals) -> bool:
        evidence = evidence_of(totals)
        return evidence.better != 0 or (margin is not None and evidence.is_within(margin))

    return decided


def evidence_of(totals: Totals) -> Evidence:
    """What the pairs of a run of two strategies show."""
    assert totals.pairs is not None
    return Evidence(totals.games, int(totals.pairs[1, 0]), int(totals.pairs[0, 1]))


def comparison_of(session: Session, margin: float | None) -> Comparison:
    """What a session with two strategies has shown so far."""
    totals = session.run.totals
    assert totals.pairs is not None
    first, second = session.reports
    return Comparison(
        first, second, evidence_of(totals), int(totals.pairs[1, 1]), int(totals.pairs[0, 0]), margin
    )
