"""The option `--moves`, and the table of the moves that it asks for."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final, Literal

import click

from sapper._support.deadline import Deadline
from sapper.cli.common.options import Whole
from sapper.draw.wording import cell_words
from sapper.knowledge.ranking import rank

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sapper.board.position import Position
    from sapper.knowledge.ranking import RankedMove

MOVES: Final = click.option(
    "--moves", type=Whole(min=1), metavar="K", help="Also list the K best moves, the best first."
)
"""Adds the option to a command, which takes it as `moves`."""

_HEAD: Final = ("", "Move", "Risk", "Progress", "Survival", "Score", "Worth", "Win", "Behind", "Rule")


def ranked(
    position: Position,
    moves: int | None,
    deadline: Deadline,
    *,
    trust_flags: bool = False,
    by: Literal["best", "win"] = "best",
) -> tuple[RankedMove, ...] | None:
    """The best moves; None if they are not asked for."""
    if moves is None:
        return None
    return rank(position, moves, by=by, trust_flags=trust_flags, time_limit=deadline.left)


def moves_table(moves: Sequence[RankedMove]) -> str:
    """The moves in rows, with the figures of guesses. Columns without any figure are left out.

    The first move may have more risk than another cell: it is the one that wins more often.
    """
    if not moves:
        return "There is no move."
    rows = [_HEAD, *(_row(place, move) for place, move in enumerate(moves, start=1))]
    columns = [column for column in zip(*rows, strict=True) if any(column[1:])]
    widths = [max(map(len, column)) for column in columns]
    left = [column[0] in ("Move", "Rule") for column in columns]
    lines = (
        "  ".join(
            text.ljust(width) if to_left else text.rjust(width)
            for text, width, to_left in zip(row, widths, left, strict=True)
        )
        for row in zip(*columns, strict=True)
    )
    return "\n".join(["Best moves, the best first:", *(line.rstrip() for line in lines)])


def _row(place: int, move: RankedMove) -> tuple[str, ...]:
    figures = move.figures
    risk = "" if math.isnan(move.risk) else f"{'' if move.exact else 'about '}{_percent(move.risk)}"
    numbers = ("",) * 5
    if figures is not None:
        numbers = (
            _percent(figures.progress),
            _percent(figures.survival),
            f"{figures.score:.4f}",
            "" if figures.worth is None else f"{figures.worth:.4f}",
            "" if figures.win_probability is None else _percent(figures.win_probability),
        )
    behind = ""
    if (found := move.evaluation) is not None:
        numbers = (*numbers[:4], _with_error(found.win_probability, found.error))
        behind = _with_error(found.behind, found.behind_error) if found.behind_error else "best"
    return (f"{place}.", f"{move.kind} {cell_words(move.cell)}", risk, *numbers, behind, move.rule or "")


def _with_error(share: float, error: float) -> str:
    return f"{100 * share:.1f} +- {100 * error:.1f} %"


def _percent(share: float) -> str:
    return f"{100 * share:.4g} %"
