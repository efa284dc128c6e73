"""Explained hints: the simplest thing to be seen in a position, and everything else that is certain."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Final

from sapper import _engine
from sapper._support.deadline import Deadline
from sapper._support.engine_call import EngineCall
from sapper.board.kinds import TopologyName
from sapper.board.marks import FLAG
from sapper.board.position import Position, position_of
from sapper.errors import BudgetError
from sapper.inference.analysis import Cancel
from sapper.knowledge.guess import Guess, GuessFigures, guess_text
from sapper.knowledge.guesser import Guesser, Policy
from sapper.knowledge.patterns import pattern_of
from sapper.knowledge.premises import Reasons
from sapper.knowledge.wording import cells_text, sentence

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from sapper.board.topology import Cell, Topology
    from sapper.strategy.strategy import Strategy

__all__ = ["RULES", "Deduction", "Guess", "GuessFigures", "Hint", "Policy", "hint"]

RULES: Final = tuple(name for name, _ in _engine.difficulties())
"""The rules, easiest first: `"single"`, `"subset"`, `"overlap"`, `"chain"`, `"cases"`, `"mine_count"`,
`"counting"`."""


@dataclass(frozen=True, slots=True)
class Deduction:
    """Cells that are certain, and why.

    The claims follow from the premises alone by the rule, and without any one of the premises not all of them
    do. (Where whole counting takes the mine count of a board of many thousands of cells, there may be more
    premises.)

    Attributes:
        rule: How the premises prove the claims: one of `RULES`.
        pattern: The name that players have for it, if any: `"1-1"`, `"1-2"`, `"1-2-1"`, `"1-2-2-1"`.
        difficulty: The hardest rule up to here: of this deduction, or of one that found given cells.
        safe: The cells that it proves safe, in row-major order.
        mines: The cells that it proves mined, in row-major order.
        numbers: The numbers that it rests on.
        given: The hidden cells that it rests on: found by deductions before this one.
        mine_count: Whether it rests on the number of mines on the board.
        text: All that in words. Rows and columns are counted from 0.
    """

    rule: str
    pattern: str | None
    difficulty: str
    safe: tuple[Cell, ...]
    mines: tuple[Cell, ...]
    numbers: tuple[Cell, ...]
    given: tuple[Cell, ...]
    mine_count: bool
    text: str

    @property
    def claims(self) -> dict[Cell, bool]:
        """The cells it proves: whether each is a mine."""
        return {**dict.fromkeys(self.safe, False), **dict.fromkeys(self.mines, True)}


class Hint:
    """What can be seen in a position. Made by `hint`.

    Attributes:
        position: Which one.
        deductions: All of them in order of difficulty; together they find every certain cell, each once. Any
            may rest on what those before it have found.
        guess: What to open if no hidden cell is certainly safe; None if one is, or all are mines.
        complete: Whether the deductions find every certain cell. False only where there may be more to find:
            where so many numbers hang together that counting would take too much memory, or the board is so
            large that the search for hard deductions was ended.
        exact: Whether the risks of the guess are exact and not estimates, as in `Analysis.exact`.
    """

    def __init__(
        self,
        position: Position,
        deductions: tuple[Deduction, ...],
        guess: Guess | None,
        *,
        complete: bool,
        exact: bool,
    ) -> None:
        """Holds what was found; for use inside the package."""
        self.position = position
        self.deductions = deductions
        self.guess = guess
        self.complete = complete
        self.exact = exact

    @cached_property
    def deduction(self) -> Deduction | None:
        """The simplest that says more than that flagged cells are mines; None if there is none."""
        for deduction in self.deductions:
            if deduction.safe or any(self.position[cell] != FLAG for cell in deduction.mines):
                return deduction
        return None

    @property
    def difficulty(self) -> str | None:
        """The hardest rule that some certain cell needs; None when no cell is certain."""
        return self.deductions[-1].difficulty if self.deductions else None

    @property
    def text(self) -> str:
        """What to do now, and why, in words."""
        parts = []
        if self.deduction is not None:
            parts.append(self.deduction.text)
            wrong = [cell for cell in self.deduction.safe if self.position[cell] == FLAG]
            if wrong:
                named = cells_text(self.position.topology, wrong)
                parts.append(f"The flag{'s' if len(wrong) > 1 else ''} at {named} must be wrong.")
        if self.deduction is None or (self.guess is not None and not self.deduction.safe):
            parts.append(self.advice)
        return " ".join(parts)

    @property
    def advice(self) -> str:
        """What to do when there is nothing to deduce, or only mines: in words."""
        if self.guess is None:
            return "Every hidden cell is a mine." if self.position.hidden else "Nothing is hidden."
        told = guess_text(self.guess, self.position.topology, exact=self.exact)
        if self.complete:
            return f"No hidden cell is certainly safe. {told}"
        return (
            "The numbers are too many or too entangled to be counted: no hidden cell was found to be "
            f"certainly safe, but one may be. {told}"
        )

    def __repr__(self) -> str:
        return f"<Hint: {self.text}>"

    def _repr_html_(self) -> str:
        """A picture and the text, for notebooks."""
        from sapper.draw.notebook import explained  # which is above this

        return explained(self)


def hint(
    position: Position | str | ArrayLike,
    mines: int | None = None,
    *,
    topology: Topology | TopologyName | None = None,
    strategy: Strategy | str = "best",
    policy: Policy | None = None,
    time_limit: float | None = None,
    cancel: Cancel | None = None,
) -> Hint:
    """Finds and explains everything that is certain in a position, the simplest first.

    Flags are opinions: deductions do not rest on them.

    Args:
        position: A position, a text, or marks, as in `analyse`.
        mines: How many mines the whole board holds; needed where `position` does not say.
        topology: As in `Position`; for texts and arrays.
        strategy: Who picks the guess when no cell is safe: a strategy or its name. By default our own
            player, whose guess is explained in figures.
        policy: Picks the guess instead, and says why.
        time_limit: Seconds after which to give up.
        cancel: Gives up when set from another thread.

    Returns:
        The hint. Less than a millisecond for a usual position of 16 x 30; some more where certain cells need
        the mine count, for then premises are left out one after another; some milliseconds where a guess is
        looked into. Where numbers are too entangled to be counted within the engine's 256 MB, some seconds,
        and it may be incomplete (see `Hint.complete`). On a million cells with numbers scattered all over,
        less than a minute: the hard deductions are searched for so long and no longer.

    Raises:
        ContradictionError: No minefield fits the position; the error names numbers in conflict.
        PositionError: The position is malformed, or `mines` disagrees with it.
        FormatError: The text cannot be read.
        ArgumentError: `time_limit` is none.
        BudgetError: It took longer than the time limit.
        StrategyError: There is no such strategy.
        CancelledError: `cancel` was set.
    """
    position = position_of(position, mines, topology)
    deadline = Deadline(time_limit)
    with EngineCall("the search for hints", time_limit, position):
        found, complete = _engine.explain(position._engine, time_limit, cancel)
    deductions = tuple(_deductions(position, found, deadline))
    if any(deduction.safe for deduction in deductions):
        return Hint(position, deductions, None, complete=complete, exact=True)
    guess, exact = Guesser(position, strategy, policy, deadline, cancel).guess()
    return Hint(position, deductions, guess, complete=complete, exact=exact)


def _deductions(
    position: Position,
    found: list[_engine.Deduction],
    deadline: Deadline,
) -> list[Deduction]:
    """What the engine found, in words. Raises BudgetError when the time is up."""
    known: dict[int, bool] = {}
    deductions = []
    for each in found:
        if deadline.is_over:
            raise BudgetError(f"the search for hints did not finish within {deadline.limit:g} seconds")
        reasons = Reasons(position, each, known)
        deductions.append(
            Deduction(
                rule=RULES[each.rule],
                pattern=pattern_of(reasons),
                difficulty=RULES[each.difficulty],
                safe=tuple(map(reasons.cell, each.safe)),
                mines=tuple(map(reasons.cell, each.mines)),
                numbers=tuple(map(reasons.cell, each.numbers)),
                given=tuple(map(reasons.cell, each.given)),
                mine_count=each.mine_count,
                text=sentence(reasons),
            )
        )
        known.update(dict.fromkeys(each.safe, False))
        known.update(dict.fromkeys(each.mines, True))
    return deductions
