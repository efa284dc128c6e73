"""Which strategies guess for the assistant."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sapper.naming import unknown
from sapper.web.errors import WebError

if TYPE_CHECKING:
    from sapper.game import Game
    from sapper.position import Position
    from sapper.web.desk import Step
    from sapper.web.figures import Budget
    from sapper.web.values import Object

__all__ = ["Guesser", "guesser_named", "strategies"]


def strategies() -> list[Object]:
    """Names and summaries, the default first."""
    return [
        {"name": "least-risk", "summary": "Opens what is certain, else the cell least likely to be a mine."}
    ]


class Guesser:
    """Picks the cell to open when nothing is certain."""

    def steps(self, position: Position, game: Game, budget: Budget) -> list[Step]:  # noqa: ARG002
        """The guess. Raises BudgetError or CancelledError."""
        from sapper.web.assistant import opening

        analysis = budget.analyse(position)
        if analysis.best is None:
            return []
        return opening(position, position.topology.index(analysis.best), analysis.best_risk)


def guesser_named(name: str | None) -> Guesser:
    """The guesser of a strategy; of the default, if None. Raises WebError."""
    names = [strategy["name"] for strategy in strategies()]
    if name is not None and name not in names:
        raise WebError("request", unknown("strategy", name, names))
    return Guesser()
