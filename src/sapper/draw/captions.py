"""Boards, cells and reviews in words and numbers, for the terminal and for pages."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Final

from sapper import _engine
from sapper._support import words
from sapper._support.words import quantity

if TYPE_CHECKING:
    from sapper.cells import Cell
    from sapper.reviews.player_reports import PlayerReport
    from sapper.reviews.reviewed_games import Mistake
    from sapper.reviews.reviewing import Review, ReviewedMove, Verdict

VERDICTS: Final[Mapping[Verdict, str]] = {
    "start": "first cell",
    "certain": "no risk",
    "forced": "forced guess",
    "needless": "needless guess",
    "slip": "slip",
    "flag": "flag",
    "idle": "changed nothing",
}
"""What the verdicts of a review are called."""

REVIEW_HEADINGS: Final = (
    "#",
    "time",
    "took",
    "what",
    "where",
    "verdict",
    "risk",
    "safest",
    "its risk",
    "safe",
)
"""The headings of what `review_cells` says."""


def percent(share: float | None) -> str:
    """A probability in per cent; an empty text for None."""
    return "" if share is None else words.percent(share, 1)


def percent_with_error(share: float, error: float) -> str:
    """An estimated probability with its standard error, in per cent; without the error if it is exact."""
    if not error:
        return percent(share)
    digits = 1 if error >= 0.0005 else 2  # a smaller error would read <0.1
    return f"{words.percent(share, digits).removesuffix(' %')} +- {words.percent(error, digits)}"


def duration(seconds: float) -> str:
    """A time in seconds, with hundredths."""
    return f"{seconds:.2f} s"


def cell_words(cell: Cell | None) -> str:
    """A cell as `(row,column)`, or an empty text for None. Tuples count as messages do at the moment."""
    if cell is None:
        return ""
    first = words.counted_from()
    return f"({','.join(str(part + first) for part in cell)})" if isinstance(cell, tuple) else str(cell)


def review_cells(place: int, move: ReviewedMove) -> tuple[str, ...]:
    """A move of a review in words and numbers, for a row of a table."""
    judged = move.is_guess or move.verdict == "certain"
    return (
        str(place + 1),
        "" if move.pause is None else duration(move.action.seconds),
        "" if move.pause is None else duration(move.pause),
        move.action.kind,
        cell_words(move.action.cell),
        VERDICTS[move.verdict],
        percent(move.risk) if judged else "",
        cell_words(move.safest),
        "" if math.isnan(move.safest_risk) else percent(move.safest_risk),
        str(move.safe) if judged else "",
    )


def chance_words(move: ReviewedMove) -> str:
    """What a move did to the chance to win; empty if unknown.

    For example `chance 54.2 +- 0.8 %, lost 3.1 +- 0.4 % (inaccuracy)`.
    """
    chance = move.chance
    if chance is None:
        return ""
    words = f"chance {percent_with_error(chance.before, chance.before_error)}"
    if not move.is_guess:
        return words
    if not chance.lost:
        return f"{words}, {chance.grade}"
    return f"{words}, lost {percent_with_error(chance.lost, chance.lost_error)} ({chance.grade})"


def player_summary(report: PlayerReport) -> Iterator[tuple[str, str]]:
    """The results of many games of a player, as names and values."""
    yield "Games", f"{len(report.games):,}"
    if report.apart:
        modes = ", ".join(f"{count:,} {mode}" for mode, count in report.apart_by_mode.items())
        yield "Not counted", f"{quantity(len(report.apart), 'game')} of other kinds: {modes}"
    if not report.games:
        return
    yield "Won", f"{report.won:,} ({percent(report.won / len(report.games))})"
    times = [game.seconds for game in report.games if game.seconds and game.status == "won"]
    if times:
        yield "Time of wins", f"{duration(min(times))} to {duration(max(times))}"
    if report.three_bv_per_second is not None:
        yield "3BV per second", f"{report.three_bv_per_second:.2f}"
    if report.efficiency is not None:
        yield "Efficiency", f"{report.efficiency:.2f}"
    yield "Forced guesses", f"{report.forced:,}"
    yield "Riskier guesses", f"{report.riskier:,}"
    yield "Needless guesses", f"{report.needless:,}"
    yield "Slips", f"{report.slips:,}"
    yield "Mines hit", f"{report.struck:,} ({_compared(report)})"
    if report.pluck is not None:
        yield "Pluck of wins", f"{report.pluck:.3f}"
    if report.accuracy is not None and report.chance_lost is not None:
        yield "Accuracy", percent(report.accuracy)
        yield "Wins lost", f"{report.chance_lost:.2f}"


def _compared(report: PlayerReport) -> str:
    """What the number of mines hit can be compared with."""
    if not report.selected:
        return f"{report.expected:,.1f} expected if these are all games"
    all_won = report.won == len(report.games)
    why = "only games that were won are here" if all_won else "games seem to be chosen by how they ended"
    return f"{why}, so there is nothing to compare this with"


def mistake_words(mistake: Mistake) -> str:
    """A needless guess in a line."""
    where = f"{mistake.game}, move {mistake.move + 1}" if mistake.game else f"move {mistake.move + 1}"
    rule = mistake.rule.replace("_", " ")
    what = f"{cell_words(mistake.cell)}, risk {percent(mistake.risk)}"
    return f"{where}: {what}; {cell_words(mistake.safest)} was safe (rule: {rule})"


def summary(review: Review) -> Iterator[tuple[str, str]]:
    """The results of a game, as names and values."""
    metrics = review.metrics
    if review.mode is not None and not _engine.is_usual_mode(review.mode):
        yield "Mode", f"{review.mode} (risks are those of the usual game)"
    if metrics.seconds:
        yield "Time", duration(metrics.seconds)
    if review.fair is not None:
        yield "Without guesses", "possible" if review.fair else "impossible"
    yield "Forced guesses", str(review.forced)
    yield "Riskier guesses", str(review.riskier)
    yield "Needless guesses", str(review.needless)
    yield "Slips", str(review.slips)
    if review.first is not None and review.first.exploded:
        yield "First cell", "a mine"
    if review.guesses:
        yield "Luck", percent(review.luck)
        yield "Luck needed", percent(review.needed_luck)
    if review.accuracy is not None and review.chance_lost is not None:
        yield "Accuracy", percent(review.accuracy)
        yield "Chance lost", percent(review.chance_lost)
    yield "3BV done", f"{metrics.solved} of {metrics.board.three_bv}"
    yield "Clicks", str(metrics.clicks)
    yield "ZiNi", str(metrics.board.zini)
    if metrics.ioe is not None:
        yield "Efficiency", f"{metrics.ioe:.2f}"
    if metrics.three_bv_per_second:
        yield "3BV per second", f"{metrics.three_bv_per_second:.2f}"
    longest = max((move.pause or 0.0 for move in review.moves), default=0.0)
    if longest:
        yield "Longest thought", duration(longest)
