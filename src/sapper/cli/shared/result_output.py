"""How a command shows its result for a position: as a drawing, a table, JSON, and a picture in a file."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import click

from sapper._support.words import percent
from sapper.cli.shared.options import AS_JSON, COLOUR, FILE, THEME, Whole, gather, refuse, time_limit_option
from sapper.cli.shared.output import ColourChoice, Output, check_room, tell_format, write_svg
from sapper.draw.captions import cell_words, meanings, percent_with_error, table, without_empty_columns
from sapper.errors import ContradictionError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sapper.board.position import Position
    from sapper.cells import Cell
    from sapper.draw.palettes import PaletteName
    from sapper.formats.registry import Format
    from sapper.hints.hints import Hint
    from sapper.hints.ranking import RankedMove
    from sapper.inference.analysis import Analysis

_LARGEST_DRAWING = 20_000  # larger boards are of no use on a terminal

_HEAD: Final = ("", "Move", "Risk", "Progress", "Survival", "Score", "Worth", "Win", "Behind", "Rule")


@dataclass(frozen=True, slots=True)
class ResultOutput:
    """The options for the result."""

    time_limit: float | None
    as_json: bool
    colour: ColourChoice
    svg: str | None  # the file for a picture, if given
    theme: PaletteName

    def write_picture(
        self,
        position: Position,
        analysis: Analysis | None = None,
        *,
        conflicts: Iterable[Cell] = (),
        hint: Hint | None = None,
    ) -> None:
        """Writes the picture of a position and of what is known about it, if a file was given.

        Raises:
            BoardError: Such boards have no pictures.
            SapperError: The file cannot be written.
        """
        if self.svg is None:
            return
        check_room(position.topology)
        from sapper.draw.svg import board_svg, hint_svg  # slow to import, and most commands write no picture

        if hint is None:
            svg = board_svg(position, analysis, conflicts=conflicts, theme=self.theme)
        else:
            svg = hint_svg(hint, self.theme)
        write_svg(self.svg, svg)

    def tell_format(self, format: Format | None) -> None:
        """Names the format of the position. In JSON, a field names it: `sapper.protocol.answers.read_as`."""
        if not self.as_json:
            tell_format(format)

    @property
    def output(self) -> Output:
        """The output for the drawing."""
        return Output(self.colour)

    @contextmanager
    def contradictions(self, position: Position) -> Iterator[None]:
        """Shows the numbers in conflict in the picture and the drawing, then lets the error pass."""
        try:
            yield
        except ContradictionError as error:
            self.write_picture(position, conflicts=error.cells)
            if not self.as_json and draws(position):
                self.output.print_board(position, conflicts=error.cells)
            raise


def _showing(
    time_limit: float | None, as_json: bool, colour: ColourChoice, svg: str | None, theme: PaletteName
) -> ResultOutput:
    if svg is None:
        refuse(click.get_current_context(), ["theme"], "needs --svg")
    return ResultOutput(time_limit, as_json, colour, svg, theme)


showing_options: Final = gather(
    "showing",
    _showing,
    time_limit_option(),
    AS_JSON,
    COLOUR,
    click.option("--svg", type=FILE, metavar="OUT.svg", help="Also write a picture."),
    THEME,
)
"""Adds the options to a command, which takes them as `showing`, a `ResultOutput`."""


def draws(position: Position) -> bool:
    """Whether the board is drawn."""
    return position.topology.size <= _LARGEST_DRAWING


TRUST_FLAGS: Final = click.option("--trust-flags", is_flag=True, help="Treat flagged cells as mines.")
"""Adds the option to a command, which takes it as `trust_flags`."""

MOVES: Final = click.option(
    "--most", type=Whole(min=1), metavar="K", help="Also list the K best moves, the best first."
)
"""Adds the option to a command, which takes it as `most`."""


def moves_table(moves: Sequence[RankedMove]) -> str:
    """The moves in rows, with the figures of guesses. Columns without any figure are left out.

    The first move may have more risk than another cell: it is the one that wins more often.
    """
    if not moves:
        return "There is no move."
    rows = without_empty_columns([_HEAD, *(_row(place, move) for place, move in enumerate(moves, start=1))])
    below = meanings(rows[0], Output("never").room)
    lines = ["Best moves, the best first:", *table(rows, words=("Move", "Rule"))]
    return "\n".join([*lines, below] if below else lines)


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
    if (evaluation := move.evaluation) is not None:
        numbers = (*numbers[:4], percent_with_error(evaluation.win_probability, evaluation.error))
        is_best = evaluation.behind == evaluation.behind_error == 0
        behind = "best" if is_best else percent_with_error(evaluation.behind, evaluation.behind_error)
    return (f"{place}.", f"{move.kind} {cell_words(move.cell)}", risk, *numbers, behind, move.rule or "")


def _percent(share: float) -> str:
    return percent(share, figures=4)
