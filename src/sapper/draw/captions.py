"""Boards, cells, reviews and figures in words and numbers, for the terminal and for pages."""

from __future__ import annotations

import math
import textwrap
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from sapper import _engine
from sapper._support import words
from sapper._support.words import quantity

if TYPE_CHECKING:
    from datetime import datetime

    from sapper.cells import Cell
    from sapper.minefields.metrics import GameMetrics
    from sapper.replays.replay import Doubt
    from sapper.reviews.player_reports import PlayerReport
    from sapper.reviews.reviewed_games import Mistake
    from sapper.reviews.reviewing import Review, ReviewedMove, Verdict
    from sapper.reviews.side_by_side import SideBySide
    from sapper.reviews.standings import Standing


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
    """A cell as `(row,column)`, or an empty text for None. It counts from 0 or 1, as messages do now."""
    if cell is None:
        return ""
    first = words.first_number()
    return f"({','.join(str(part + first) for part in cell)})" if isinstance(cell, tuple) else str(cell)


NOTHING_ODD: Final = "nothing odd was seen"

_MONTHS: Final = (
    *("January", "February", "March", "April", "May", "June", "July", "August", "September", "October"),
    *("November", "December"),
)


def date_words(when: datetime) -> str:
    """A date and its time of day, such as `18 October 2011, 16:24:50`."""
    offset = when.utcoffset()
    zone = f" {when:%Z}" if offset else ""
    return f"{when.day} {_MONTHS[when.month - 1]} {when.year}, {when:%H:%M:%S}{zone}"


def doubt_words(doubt: Doubt) -> str:
    """Something odd about a recording, in a line."""
    return doubt.text if doubt.grade == "note" else f"{doubt.grade}: {doubt.text}"


def checks(doubts: Sequence[Doubt]) -> str:
    """What is odd about a recording, in one text."""
    return " ".join(map(doubt_words, doubts)) or NOTHING_ODD


def review_cells(place: int, move: ReviewedMove) -> tuple[str, ...]:
    """A move of a review in words and numbers, for a row of a table."""
    has_verdict = move.is_guess or move.verdict == "certain"
    return (
        str(place + 1),
        "" if move.pause is None else duration(move.action.seconds),
        "" if move.pause is None else duration(move.pause),
        move.action.kind,
        cell_words(move.action.cell),
        VERDICTS[move.verdict],
        percent(move.risk) if has_verdict else "",
        cell_words(move.safest),
        "" if math.isnan(move.safest_risk) else percent(move.safest_risk),
        str(move.safe) if has_verdict else "",
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


LOST_BY_GUESS: Final = "lost by a needless guess"


def end_words(review: Review) -> str:
    """How a game ended, and what was safe if the rule of guessing ended it."""
    if not review.lost_by_guess:
        return review.status
    move = review.moves[-1]
    where = "the button went down without risk at" if move.verdict == "slip" else "a safe cell was there:"
    return f"{LOST_BY_GUESS}; {where} {cell_words(move.safest)}"


def player_summary(report: PlayerReport) -> Iterator[tuple[str, str]]:
    """The results of many games of a player, as names and values."""
    yield "Games", f"{len(report.games):,}"
    if report.selection:
        yield "Only games of", report.selection
    if report.apart:
        modes = ", ".join(f"{count:,} {mode}" for mode, count in report.apart_by_mode.items())
        yield "Not counted", f"{quantity(len(report.apart), 'game')} of other kinds: {modes}"
    odd = [
        f"{quantity(len(_doubts_of(report, grade)), 'game')} {what}"
        for grade, what in (
            ("contradiction", "unlike what the file says"),
            ("doubt", "unlike those of a hand"),
        )
        if _doubts_of(report, grade)
    ]
    yield "Checks", ", ".join(odd) or NOTHING_ODD
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
    yield "Mines hit", f"{report.mines_hit:,} ({_comparison(report)})"
    if report.pluck is not None:
        yield "Pluck of wins", f"{report.pluck:.3f}"
    if report.accuracy is not None and report.chance_lost is not None:
        yield "Accuracy", percent_with_error(report.accuracy, report.accuracy_error or 0.0)
        lost, error = report.chance_lost, report.chance_lost_error
        yield "Wins lost", f"{lost:.2f} +- {error:.2f}" if error else f"{lost:.2f}"


def _comparison(report: PlayerReport) -> str:
    """How many mines the guesses should have hit, or why nobody can say."""
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
    yield "Checks", checks(review.replay.doubts)
    if review.mode is not None and not _engine.is_usual_mode(review.mode):
        is_rule = review.replay.rules.guessing != "free"
        yield "Mode", review.mode if is_rule else f"{review.mode} (risks are those of the usual game)"
    if review.fair is not None:
        yield "Without guesses", "possible" if review.fair else "impossible"
    yield "Forced guesses", str(review.forced)
    yield "Riskier guesses", str(review.riskier)
    near = f", {review.near} of them within 3 pixels of a safe cell" if review.near else ""
    yield "Needless guesses", f"{review.needless}{near}"
    yield "Slips", str(review.slips)
    if review.first is not None and review.first.exploded:
        yield "First cell", "a mine"
    if review.guesses:
        yield "Luck", percent(review.luck)
        yield "Luck needed", percent(review.needed_luck)
    if review.accuracy is not None and review.chance_lost is not None:
        yield "Accuracy", percent_with_error(review.accuracy, review.accuracy_error or 0.0)
        yield "Chance lost", percent_with_error(review.chance_lost, review.chance_lost_error or 0.0)
    yield from _figures(metrics)
    longest = max((move.pause or 0.0 for move in review.moves), default=0.0)
    if longest:
        yield "Longest thought", duration(longest)


def _line(metrics: GameMetrics) -> Iterator[tuple[str, str]]:
    """The metrics of the hand, as names and values."""
    mouse = metrics.mouse
    if mouse is None:
        return
    values = mouse.to_dict()
    for button in ("left", "right", "double"):
        rate = values[f"{button}_per_second"]
        speed = "" if rate is None else f", {rate:.2f} a second"
        yield (
            f"{button.capitalize()} clicks",
            f"{values[f'{button}_clicks']}{speed}, {values[f'wasted_{button}']} wasted",
        )
    if mouse.button_clicks != metrics.clicks:
        yield "Clicks elsewhere", f"{mouse.button_clicks} as Arbiter and others count"
    yield from _ratios(metrics)
    if metrics.status != "won" and metrics.estimated is not None:
        yield "Estimated time", duration(metrics.estimated)
    board = metrics.board
    yield "Openings", f"{board.openings}, and {quantity(board.islands, 'island')}"
    yield "Style", mouse.style
    if mouse.flags_set:
        yield "Flags set", f"{mouse.flags_set}, {mouse.wrong_flags} on safe cells"
        yield "1.5 clicks", str(mouse.chords_of_flags)
    for name, value in (("Yield of a flag", "flag_yield"), ("Yield of a chord", "chord_yield")):
        if values[value] is not None:
            yield name, f"{values[value]:.2f} 3BV"
    yield "Longest streak", f"{quantity(mouse.longest_streak, 'click')} without waste"
    if mouse.path:
        rate = values["path_per_second"]
        speed = "" if rate is None else f", {rate:,.0f} a second"
        share = percent(values["path_efficiency"])
        yield "Path", f"{mouse.path:,.0f} pixels{speed}; {share} of it straight"


def _ratios(metrics: GameMetrics) -> Iterator[tuple[str, str]]:
    yield "Effective clicks", str(metrics.effective_clicks)
    for key in ("correctness", "throughput", "stnb", "rqp", "qg", "zini_efficiency", "hzini_efficiency"):
        value = getattr(metrics, key)
        if value is not None:
            name, form = _FIGURES[key]
            yield name, f"{value:{form}}"


STANDING_HEADINGS: Final = ("", "best", "mean of 3", "of 5", "of 12", "mean", "games", "best game")
"""The headings of what `standing_rows` says."""

_FIGURES: Final = {
    "seconds": ("Time", ".2f"),
    "estimated": ("Estimated time", ".2f"),
    "three_bv_per_second": ("3BV per second", ".2f"),
    "stnb": ("STNB", ".2f"),
    "efficiency": ("Efficiency (IOE)", ".3f"),
    "correctness": ("Correctness", ".3f"),
    "throughput": ("Throughput", ".3f"),
    "rqp": ("RQP", ".3f"),
    "qg": ("QG", ".3f"),
    "zini_efficiency": ("ZiNi efficiency", ".3f"),
    "hzini_efficiency": ("HZiNi efficiency", ".3f"),
}

STANDING_SAMPLE: Final = (
    "All figures are of games won, but the estimated time: it takes all games that did at least half of the "
    "3BV. A mean of 3, 5 or 12 is the best of as many such games in a row."
)
"""Which games the figures of a standing are about."""


def standing_rows(standing: Standing) -> Iterator[tuple[str, ...]]:
    """The figures of a standing in words and numbers, for the rows of a table."""
    for key, (name, form) in _FIGURES.items():
        figure = standing.figures[key]
        if figure.count:
            numbers = (figure.best, *figure.means, figure.mean)
            texts = ("" if number is None else f"{number:{form}}" for number in numbers)
            yield name, *texts, f"{figure.count:,}", figure.game or ""


def omission_words(report: PlayerReport, most: int | None = None) -> Iterator[str]:
    """Sentences about the games that are in no standing, those that are odd, and boards that came twice.

    Names at most `most` games of each kind.
    """
    lists = (
        ("not in these tables, as the file contradicts its events:", _doubts_of(report, "contradiction")),
        ("in these tables, with events unlike those of a hand:", _doubts_of(report, "doubt")),
        (
            "on a board that an earlier game had:",
            [f"{name}: the board of {first}" for name, first in report.repeated.items()],
        ),
    )
    for what, lines in lists:
        if lines:
            yield f"{quantity(len(lines), 'game')} {what}"
            yield from (f"  {line}" for line in lines[:most])
            if most is not None and len(lines) > most:
                yield f"  and {len(lines) - most:,} more"


def _doubts_of(report: PlayerReport, grade: str) -> list[str]:
    """The games whose gravest doubts have this grade, and these doubts."""
    odd = [game for game in (*report.games, *report.apart) if game.doubts and game.doubts[0].grade == grade]
    return [
        f"{game.name}: {' '.join(doubt.text for doubt in game.doubts if doubt.grade == grade)}"
        for game in odd
    ]


def side_by_side_lines(both: SideBySide) -> Iterator[str]:
    """Two games side by side, as the lines of a table."""
    one, other = both.metrics
    boards = "the same minefield" if both.same_board else "different minefields"
    yield f"Two games on {boards}. A gap below 0: the second was quicker."
    yield ""
    rows: list[tuple[str, ...]] = [("part", "3BV", "at", "at", "took", "took", "gap", "3BV/s", "3BV/s")]
    for number, phase in enumerate(both.phases, start=1):
        progress = str(phase.solved[0]) if both.same_board else f"{phase.solved[0]} / {phase.solved[1]}"
        times = (f"{seconds:.2f}" for seconds in (*phase.at, *phase.took))
        rows.append((str(number), progress, *times, f"{phase.gap:+.2f}", *_rates(phase.speed)))
    yield from table(rows)
    yield ""
    rows = [("part", "clicks", "clicks", "clicks/s", "clicks/s", "3BV/click", "3BV/click")]
    for number, phase in enumerate(both.phases, start=1):
        rates = (*_rates(phase.click_speed), *_rates(phase.efficiency))
        rows.append((str(number), *map(str, phase.clicks), *rates))
    yield from table(rows)
    yield ""
    firsts = {"Status": one.status, **dict(_figures(one))}
    seconds = {"Status": other.status, **dict(_figures(other))}
    names = [*firsts, *(name for name in seconds if name not in firsts)]
    for name in names:
        yield f"{name:<18}{firsts.get(name, ''):<40}  {seconds.get(name, '')}".rstrip()


def _rates(values: Iterable[float | None]) -> Iterator[str]:
    return ("" if value is None else f"{value:.2f}" for value in values)


def without_empty_columns(rows: Iterable[Sequence[str]]) -> list[tuple[str, ...]]:
    """The rows of a table without the columns that have nothing below their headings."""
    columns = [column for column in zip(*rows, strict=True) if any(column[1:])]
    return list(zip(*columns, strict=True))


def table(rows: Iterable[Sequence[str]], words: Collection[str] = (), gap: str = "  ") -> Iterator[str]:
    """The rows of a table as lines. The first has the headings. Figures end at the right of their columns.

    Columns with one of the headings `words` begin at the left. `gap` stands between two columns.
    """
    columns = []
    for column in zip(*rows, strict=True):
        width = max(map(len, column))
        columns.append([cell.ljust(width) if column[0] in words else cell.rjust(width) for cell in column])
    for row in zip(*columns, strict=True):
        yield gap.join(row).rstrip()


def _figures(metrics: GameMetrics) -> Iterator[tuple[str, str]]:
    """The metrics of a game, as names and values."""
    if metrics.seconds:
        yield "Time", duration(metrics.seconds)
    yield "3BV done", f"{metrics.solved} of {metrics.board.three_bv}"
    yield "Clicks", str(metrics.clicks)
    yield "ZiNi", str(metrics.board.zini)
    if metrics.ioe is not None:
        yield "Efficiency", f"{metrics.ioe:.2f}"
    if metrics.three_bv_per_second:
        yield "3BV per second", f"{metrics.three_bv_per_second:.2f}"
    yield from _line(metrics)


MEANINGS: Final = {
    "Progress": "the chance that the cell is safe and makes another cell certainly safe, or wins",
    "Survival": "the chance to survive this cell and the safest cell after it",
    "Score": "what the strategy goes by: survival, and more for what becomes certain",
    "Worth": "a learnt estimate of the win rate; only differences count",
    "Behind": "how much less often this move wins than the best one",
    "Luck": "the chance that all guesses made were safe",
    "Luck needed": "the same, had each guess been the safest cell",
    "Pluck": "how lucky wins were: 1 is one win in 10 such games, 2 is one in 100",
    "3BV": "the fewest left clicks that open every safe cell",
    "ZiNi": "the fewest clicks known, with flags and chords",
    "Efficiency": "the 3BV solved for each click",
}
"""What the figures mean that commands print. `docs/glossary.md` has the same words."""


def meanings(names: Iterable[str], width: int) -> str:
    """A line for each of these figures that has a meaning here, wrapped at this width; empty if none has."""
    entries = [(name, MEANINGS[name]) for name in names if name in MEANINGS]
    return "\n".join(
        textwrap.fill(f"{name}: {meaning}.", width, subsequent_indent="  ", break_on_hyphens=False)
        for name, meaning in entries
    )
