"""Explained hints: the simplest thing to be seen in a position, and everything else that is certain."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Final

from sapper import _engine
from sapper.analysis import Analysis, Cancel, analyse, answering
from sapper.hint_patterns import pattern_of
from sapper.hint_premises import Reasons
from sapper.hint_wording import cells_text, sentence
from sapper.position import FLAG, Position, TopologyName, position_of

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from sapper.topology import Cell, Topology

__all__ = ["RULES", "Deduction", "Guess", "Hint", "Policy", "hint"]

RULES: Final = tuple(name for name, _ in _engine.difficulties())
"""The rules, easiest first: `"single"`, `"subset"`, `"overlap"`, `"chain"`, `"cases"`, `"mine_count"`,
`"counting"`."""

Policy = Callable[[Analysis], tuple["Cell", str]]
"""Picks a guess: from an analysis without safe cells to a hidden cell, and why it is worth its risk: a clause
such as `"it wins more often"`."""


@dataclass(frozen=True, slots=True)
class Deduction:
    """Cells that are certain, and why.

    The claims follow from the premises alone, and without any one of the premises not all of them do. (Where
    whole counting takes the mine count of a board of many thousands of cells, there may be more premises.)

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


@dataclass(frozen=True, slots=True)
class Guess:
    """What to open when no cell is certainly safe.

    Attributes:
        cell: The cell.
        risk: Its mine probability.
        safest: The first cell of least mine probability.
        safest_risk: That probability.
        reason: Why the guess is better than the safest cell; None when it is the safest.
    """

    cell: Cell
    risk: float
    safest: Cell
    safest_risk: float
    reason: str | None


class Hint:
    """What can be seen in a position. Made by `hint`.

    Attributes:
        position: Which one.
        deductions: All of them in order of difficulty; together they find every certain cell, each once. Any
            may rest on what those before it have found.
        guess: What to open if no hidden cell is certainly safe; None if one is, or all are mines.
    """

    def __init__(self, position: Position, deductions: tuple[Deduction, ...], guess: Guess | None) -> None:
        """Holds what was found; for use inside the package."""
        self.position = position
        self.deductions = deductions
        self.guess = guess

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
        if self.guess is not None:
            return self._guess_text(self.guess)
        return "Every hidden cell is a mine." if self.position.hidden else "Nothing is hidden."

    def __repr__(self) -> str:
        """The text, in short."""
        return f"<Hint: {self.text}>"

    def _guess_text(self, guess: Guess) -> str:
        topology = self.position.topology
        text = (
            f"No hidden cell is certainly safe. The best guess is {cells_text(topology, [guess.cell])}: "
            f"a mine with {100 * guess.risk:.3g} %"
        )
        if guess.reason is None:
            return f"{text}, the least there is."
        safest = f"{cells_text(topology, [guess.safest])}, with {100 * guess.safest_risk:.3g} %,"
        return f"{text}. It is better than {safest} because {guess.reason}."


def hint(
    position: Position | str | ArrayLike,
    mines: int | None = None,
    *,
    topology: Topology | TopologyName | None = None,
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
        policy: Picks the guess when no cell is safe. By default the first cell of least mine probability.
        time_limit: Seconds after which to give up.
        cancel: Gives up when set from another thread.

    Returns:
        The hint. Less than a millisecond for a usual position of 16 x 30; some more where certain cells need
        the mine count, for then premises are left out one after another.

    Raises:
        ContradictionError: No minefield fits the position; the error names numbers in conflict.
        PositionError: The position is malformed, or `mines` disagrees with it.
        FormatError: The text cannot be read.
        BudgetError: It took longer than the time limit, or more memory than the engine allows itself.
        CancelledError: `cancel` was set.
    """
    position = position_of(position, mines, topology)
    start = time.perf_counter()
    with answering(position, "the search for hints", time_limit):
        found = _engine.explain(position._engine, time_limit, cancel)
    deductions = tuple(_deductions(position, found))
    guess = None
    if not any(deduction.safe for deduction in deductions):
        left = None if time_limit is None else max(0.0, time_limit - (time.perf_counter() - start))
        guess = _guess(analyse(position, time_limit=left, cancel=cancel), policy)
    return Hint(position, deductions, guess)


def _deductions(position: Position, found: list[_engine.Deduction]) -> list[Deduction]:
    known: dict[int, bool] = {}
    deductions = []
    for each in found:
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


def _guess(analysis: Analysis, policy: Policy | None) -> Guess | None:
    safest = analysis.best
    if safest is None:
        return None
    cell, reason = (safest, None) if policy is None else policy(analysis)
    risk = float(analysis.mine_probability[cell])
    return Guess(cell, risk, safest, analysis.best_risk, None if cell == safest else reason)
