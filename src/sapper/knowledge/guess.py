"""Guesses, and why one is better than another, in figures and in words. For use inside the package."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from sapper.knowledge.wording import cells_text

if TYPE_CHECKING:
    from sapper import _engine
    from sapper.board.topology import Cell, Topology

__all__ = ["Guess", "GuessFigures", "guess_text", "reason_for", "wins_as_often"]

_EQUAL: Final = 1e-9
"""Chances closer than this are the same."""


@dataclass(frozen=True, slots=True)
class GuessFigures:
    """What opening a cell may bring. All chances are exact.

    Attributes:
        risk: Its mine probability.
        numbers: How many different numbers it can show; with but one it tells nothing.
        progress: The chance that it is safe and shows some other hidden cell to be safe, or wins.
        survival: The chance to survive both this cell and the safest one after it.
        closed: Whether it lies in a part of the board that nothing outside can ever help with.
        score: What our own player goes by: the safety of the two safest cells after it, more for cells that
            become certain, less for a frontier that grows.
        worth: What it goes by among guesses of nearly the same score: the share of games won after it, as
            learnt from rollouts, up to a constant: only differences in one position mean anything. None on
            boards other than squares.
        win_probability: The chance to win with best play after it, where the rest of the game can be looked
            through; else None.
        safest_play: The same for whoever opens the safest cell each time after it (of equals the one that can
            show most numbers), or the better of the two safest where up to 2,000 minefields fit. None where
            over 14,000 do, or on more than 64 cells, or where that takes too many positions.
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
        return cls(
            figures.risk,
            figures.numbers,
            figures.progress,
            figures.survival,
            figures.closed,
            figures.score,
            figures.worth,
            figures.win_probability,
            figures.safest_play,
        )


@dataclass(frozen=True, slots=True)
class Guess:
    """What to open when no cell is certainly safe.

    Attributes:
        cell: The cell.
        risk: Its mine probability.
        safest: The first cell of least mine probability.
        safest_risk: That probability.
        reason: Why the guess is better than that cell: a clause. None when it is the same cell, as good, or a
            choice of the strategy that no figure speaks for.
        figures: What the guess may bring; None where that takes too long to work out.
        safest_figures: The same of the safest cell.
    """

    cell: Cell
    risk: float
    safest: Cell
    safest_risk: float
    reason: str | None
    figures: GuessFigures | None = None
    safest_figures: GuessFigures | None = None


def reason_for(
    figures: GuessFigures, safest: GuessFigures, topology: Topology, safest_cell: Cell
) -> str | None:
    """Why a guess is better than the safest cell: a clause about "it", with the figures that say so.

    None if it is not, or if no figure says so.
    """
    if figures.win_probability is not None and safest.win_probability is not None:
        win, against = figures.win_probability, safest.win_probability
        return f"best play then wins with {_compared(win, against)}" if win > against + _EQUAL else None
    if figures.closed and not safest.closed:
        return (
            "no number elsewhere can ever help with the cells around it: this guess has to be made sooner or "
            "later, and waiting makes it no safer"
        )
    if safest.numbers == 1 and figures.numbers > 1:
        where = cells_text(topology, [safest_cell])
        return f"{where} could show but one number, which tells nothing{_also(figures, safest)}"
    if figures.safest_play is not None and safest.safest_play is not None:
        win, against = figures.safest_play, safest.safest_play
        if win > against + _EQUAL:
            return f"whoever opens the safest cells from then on wins with {_compared(win, against)}"
    better = list(_better(figures, safest))
    if better:
        return ", and ".join(better)
    if figures.closed:
        return "nothing outside can help with the cells around both, and best play there begins with it"
    if figures.score > safest.score:
        return "all that its number may show counted, it leaves safer guesses, or fewer"
    if figures.worth is not None and safest.worth is not None and figures.worth > safest.worth:
        return "games played on from positions like this one were won more often after it"
    return None


def wins_as_often(figures: GuessFigures | None, others: GuessFigures | None) -> bool:
    """Whether it is proven that best play wins as often with the one as with the other."""
    one, other = (None if each is None else each.win_probability for each in (figures, others))
    return one is not None and other is not None and one >= other - _EQUAL


def guess_text(guess: Guess, topology: Topology, *, exact: bool) -> str:
    """What to open, its risk, and why: a sentence or two."""
    about = "" if exact else "about "
    equal = not guess.risk > guess.safest_risk + _EQUAL
    unexplained = guess.reason is None and not equal
    name = "The strategy's guess" if unexplained else "The best guess"
    text = f"{name} is {cells_text(topology, [guess.cell])}: a mine with {about}{_percent(guess.risk)}"
    text = f"{text}, the least there is." if equal else f"{text}."
    if unexplained:
        safest = f"{cells_text(topology, [guess.safest])}, with {about}{_percent(guess.safest_risk)}"
        text = f"{text} The safest is {safest}{_against(guess.figures, guess.safest_figures)}."
    if guess.reason is not None:
        against = "the same risk" if equal else f"{about}{_percent(guess.safest_risk)}"
        text = (
            f"{text} It is better than {cells_text(topology, [guess.safest])}, with {against}, "
            f"because {guess.reason}."
        )
    win = None if guess.figures is None else guess.figures.win_probability
    if win is None or "best play" in (guess.reason or ""):
        return text
    return f"{text} From here best play wins with {_percent(win)}."


def _against(figures: GuessFigures | None, safest: GuessFigures | None) -> str:
    """What speaks for the safest cell when no figure speaks for the guess."""
    if figures is None or safest is None:
        return ""
    if wins_as_often(figures, safest):
        return ", and best play wins as often with it"
    if wins_as_often(safest, figures):
        return ", and best play wins more often with it"
    better = list(_better(safest, figures))
    return f": {', and '.join(better)}" if better else ""


def _better(figures: GuessFigures, safest: GuessFigures) -> Iterator[str]:
    if figures.survival > safest.survival + _EQUAL:
        compared = _compared(figures.survival, safest.survival)
        yield f"you survive both it and the guess after it with {compared}"
    if figures.progress > safest.progress + _EQUAL:
        yield f"it shows another cell to be safe with {_compared(figures.progress, safest.progress)}"


def _also(figures: GuessFigures, safest: GuessFigures) -> str:
    better = list(_better(figures, safest))
    return f"; {', and '.join(better)}" if better else ""


def _compared(one: float, other: float) -> str:
    """Both, with as many digits as tell them apart."""
    for digits in range(3, 10):
        if f"{100 * one:.{digits}g}" != f"{100 * other:.{digits}g}":
            break
    return f"{100 * one:.{digits}g} %, against {100 * other:.{digits}g} %"


def _percent(share: float) -> str:
    return f"{100 * share:.3g} %"
