"""Guesses: their figures, and the sentences that explain why one is better than another."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass, fields
from typing import TYPE_CHECKING, Any, Final, Generic

from sapper._support.values import Figures
from sapper.board.encoding import cell_value
from sapper.cells import CellT_co
from sapper.knowledge.wording import cells_text

if TYPE_CHECKING:
    from sapper import _engine
    from sapper.board.topology import Cell, Topology

_EQUAL: Final = 1e-9
"""Probabilities closer than this count as equal."""


@dataclass(frozen=True, eq=False, repr=False, slots=True)
class GuessFigures(Figures):
    """What opening a cell may bring. Made by `hint` and `rank`. All probabilities are exact.

    Attributes:
        risk: The mine probability of the cell.
        numbers: The number of different numbers that the cell can show. With only one it is a dead cell,
            which tells nothing.
        progress: The probability that the cell is safe and proves another hidden cell safe, or wins.
        survival: The probability of surviving both this cell and the safest one after it.
        closed: Whether the cell lies in a part of the board that no number outside can ever help with.
        score: The value by which our own player compares guesses. It rises with the safety of the two safest
            cells after the guess and with the cells that become certain, and falls if the frontier grows.
        worth: The value by which our own player compares guesses of nearly the same score: the share of games
            won after the guess, learnt from rollouts. It is known up to a constant, so only differences
            within one position mean anything. None on boards that are not square grids.
        win_probability: The chance to win with best play after the guess; None if the rest of the game is too
            large to search.
        safest_play: The chance to win by opening the safest cell each time after the guess (among equals, the
            one that can show most numbers). If at most 2,000 minefields fit, the better of the two safest
            cells is opened. None if more than 14,000 minefields fit, on more than 64 cells, or if the search
            meets too many positions.
    """

    risk: float
    numbers: int
    progress: float
    survival: float
    closed: bool
    score: float
    worth: float | None
    win_probability: float | None
    safest_play: float | None

    @classmethod
    def _of(cls, figures: _engine.GuessFigures) -> GuessFigures:
        return cls(*(getattr(figures, field.name) for field in fields(cls)))


@dataclass(frozen=True, eq=False, repr=False, slots=True)
class Guess(Figures, Generic[CellT_co]):
    """The cell to open if no cell is certainly safe. Made by `hint`.

    Attributes:
        cell: The cell of the guess.
        risk: Its mine probability.
        safest: The first cell of least mine probability.
        safest_risk: The mine probability of `safest`.
        reason: A clause that says why the guess is better than `safest`. None if it is the same cell, if it
            is only as good, or if no figure supports the choice of the strategy.
        figures: What the guess may bring; None if computing it takes too long.
        safest_figures: What opening `safest` may bring; None if computing it takes too long.
    """

    cell: CellT_co
    risk: float
    safest: CellT_co
    safest_risk: float
    reason: str | None
    figures: GuessFigures | None = None
    safest_figures: GuessFigures | None = None

    def to_dict(self) -> dict[str, Any]:
        """The guess as plain values, for JSON. `docs/json.md` describes the fields."""
        return {
            "cell": cell_value(self.cell),
            "risk": self.risk,
            "safest": cell_value(self.safest),
            "safest_risk": self.safest_risk,
            "reason": self.reason,
            "figures": None if self.figures is None else asdict(self.figures),
            "safest_figures": None if self.safest_figures is None else asdict(self.safest_figures),
        }


def reason_for(
    figures: GuessFigures, safest: GuessFigures, topology: Topology, safest_cell: Cell
) -> str | None:
    """A clause about "it" that says why a guess is better than the safest cell, with the figures.

    None if it is not better, or if no figure shows it.
    """
    if figures.win_probability is not None and safest.win_probability is not None:
        win, against = figures.win_probability, safest.win_probability
        better = win > against + _EQUAL
        return f"the chance to win with best play is then {_compared(win, against)}" if better else None
    if figures.closed and not safest.closed:
        return (
            "no number elsewhere can ever help with the cells around it: you have to guess there sooner or "
            "later, and waiting does not make it safer"
        )
    if safest.numbers == 1 and figures.numbers > 1:
        where = cells_text(topology, [safest_cell])
        return f"{where} can show only one number, so opening it tells nothing{_also(figures, safest)}"
    if figures.safest_play is not None and safest.safest_play is not None:
        win, against = figures.safest_play, safest.safest_play
        if win > against + _EQUAL:
            return f"the chance to win by opening the safest cells after it is {_compared(win, against)}"
    advantages = list(_advantages(figures, safest))
    if advantages:
        return ", and ".join(advantages)
    if figures.closed:
        return "no number elsewhere can help with the cells around them, and best play there begins with it"
    if figures.score > safest.score:
        return "on average over the numbers that it can show, it leaves fewer or safer guesses"
    if figures.worth is not None and safest.worth is not None and figures.worth > safest.worth:
        return "games from positions like this one were won more often after it"
    return None


def wins_as_often(figures: GuessFigures | None, others: GuessFigures | None) -> bool:
    """Whether best play provably wins at least as often with the first guess as with the second."""
    one, other = (None if each is None else each.win_probability for each in (figures, others))
    return one is not None and other is not None and one >= other - _EQUAL


def guess_text(guess: Guess, topology: Topology, *, exact: bool) -> str:
    """The guess, its risk and its reason, in a few sentences."""
    about = "" if exact else "about "
    equal = not guess.risk > guess.safest_risk + _EQUAL
    unexplained = guess.reason is None and not equal
    name = "The guess" if unexplained else "The best guess"
    text = f"{name} is {cells_text(topology, [guess.cell])}, with a risk of {about}{_percent(guess.risk)}"
    text = f"{text}, the lowest on the board." if equal else f"{text}."
    safest = cells_text(topology, [guess.safest])
    safest_risk = f"a risk of {about}{_percent(guess.safest_risk)}"
    if unexplained:
        against = _against(guess.figures, guess.safest_figures)
        text = f"{text} The safest cell is {safest}, with {safest_risk}{against}."
    if guess.reason is not None:
        against = "the same risk" if equal else safest_risk
        text = f"{text} It is better than {safest}, which has {against}, because {guess.reason}."
    win = None if guess.figures is None else guess.figures.win_probability
    if win is None or "best play" in (guess.reason or ""):
        return text
    return f"{text} With best play, the chance to win from here is {_percent(win)}."


def _against(figures: GuessFigures | None, safest: GuessFigures | None) -> str:
    """What the figures say for the safest cell, if no figure supports the guess."""
    if figures is None or safest is None:
        return ""
    if wins_as_often(figures, safest):
        no_more = ", but best play wins no more often with it"
        return (
            f"{no_more}, because opening it tells nothing"
            if safest.numbers == 1 < figures.numbers
            else no_more
        )
    if wins_as_often(safest, figures):
        return "; best play wins more often with it"
    advantages = list(_advantages(safest, figures))
    return f": {', and '.join(advantages)}" if advantages else ""


def _advantages(figures: GuessFigures, safest: GuessFigures) -> Iterator[str]:
    if figures.survival > safest.survival + _EQUAL:
        compared = _compared(figures.survival, safest.survival)
        yield f"the chance to survive both it and the next guess is {compared}"
    if figures.progress > safest.progress + _EQUAL:
        compared = _compared(figures.progress, safest.progress)
        yield f"the chance that it proves another cell safe is {compared}"


def _also(figures: GuessFigures, safest: GuessFigures) -> str:
    advantages = list(_advantages(figures, safest))
    return f"; {', and '.join(advantages)}" if advantages else ""


def _compared(one: float, other: float) -> str:
    """Both percentages, with enough digits to tell them apart."""
    for digits in range(3, 10):
        if f"{100 * one:.{digits}g}" != f"{100 * other:.{digits}g}":
            break
    return f"{100 * one:.{digits}g} %, against {100 * other:.{digits}g} %"


def _percent(share: float) -> str:
    return f"{100 * share:.3g} %"
