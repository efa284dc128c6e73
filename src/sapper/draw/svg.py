"""Positions as SVG, with what is known about them, and what notebooks show.

    picture = board_svg(position)                       # what the player sees
    picture = board_svg(position, analysis)             # with the risk in every hidden cell
    picture = board_svg(game.position, minefield=game.minefield, theme="dark")

Only the words of the legend need a font. The pictures scale to any size, and several can stand in one page.
"""

from __future__ import annotations

import html
from collections.abc import Collection, Iterable, Mapping
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from sapper._support.checks import positive
from sapper._support.engine_call import check_common_arguments
from sapper.board.board import board_words
from sapper.board.game import Game
from sapper.board.game_arguments import grid_of
from sapper.board.marks import HIDDEN
from sapper.board.minefield import Minefield
from sapper.board.position import Position, as_position
from sapper.draw.cell_symbols import CELL
from sapper.draw.palettes import Palette, PaletteName, palette_of
from sapper.draw.picture_arguments import (
    cells_of,
    check_analysis,
    check_hint,
    check_title,
    risks_by_cell,
)
from sapper.draw.scene import Look, Scene, risks_of
from sapper.draw.svg_frame import Legend, Page, View, fits_picture
from sapper.errors import BoardError
from sapper.inference.analysis import Analysis

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from sapper.cells import Cell
    from sapper.draw.palettes import Colour
    from sapper.hints.hints import Hint
    from sapper.reviews.verdicts import Review


def board_svg(
    position: Game | Position | str | ArrayLike,
    analysis: Analysis | None = None,
    *,
    safe: Iterable[Cell] = (),
    mines: Iterable[Cell] = (),
    risks: Mapping[Cell, float] | None = None,
    outlined: Iterable[Cell] = (),
    conflicts: Iterable[Cell] = (),
    best: Cell | None = None,
    minefield: NDArray[np.bool_] | None = None,
    rows: range | None = None,
    columns: range | None = None,
    theme: PaletteName | Palette = "classic",
    labels: bool = True,
    legend: bool = True,
    cell_size: float = CELL,
    title: str | None = None,
) -> str:
    """Draws a position.

    Args:
        position: A position, or a game, a text or marks, as in `sapper.analyse`. The board has one or two
            dimensions.
        analysis: Of this position. Shows the risk of every hidden cell in per cent and in colour, the certain
            cells, and the best one.
        safe: Hidden cells to show as certainly safe, as a hint does.
        mines: Hidden cells to show as certain mines.
        risks: Hidden cells to show with their risk, 0 to 1, such as that of a guess.
        outlined: Cells to point out, such as those a hint rests on.
        conflicts: Numbers to mark as those of a contradiction.
        best: The cell to mark as best. By default it is that of the analysis.
        minefield: Where the mines are, of the board's shape. Shows them, and which flags are wrong.
        rows: Which rows to draw, by default all. Boards of more than 20,000 cells need a choice.
        columns: Which columns to draw, by default all.
        theme: `"classic"`, `"modern"`, `"dark"`, `"colour-blind"`, or colours of your own.
        labels: Whether rows and columns are numbered.
        legend: Whether the marks of an analysis, a hint or a contradiction are explained below the board.
        cell_size: How many pixels wide a cell is where nothing else decides the size of the picture.
        title: The name of the picture, for screen readers and as a tooltip. By default it is the board.

    Returns:
        The picture as a document of some 30 bytes a cell. An expert board takes a few milliseconds.

    Raises:
        BoardError: The board has no rows and columns, or more cells than a picture can have. Or the analysis
            or the minefield is of another board, or there is no such theme or size.
        PositionError: `position` is not a position.
        FormatError: The text cannot be read.
        CellError: A cell is not on the board.
        GameError: `minefield` is not an array of bool.
        ArgumentError: Another argument is of the wrong kind, or a risk is not from 0 to 1.
    """
    position = as_position(position)
    topology, index = position.topology, position.topology.index
    palette = palette_of(theme)
    cell_size = positive("cell_size", cell_size, error=BoardError)
    check_common_arguments(labels=labels, legend=legend)
    check_title(title)
    if minefield is not None:
        minefield = grid_of("minefield", minefield)
    if analysis is not None:
        check_analysis(analysis)
        best = analysis.safest if best is None else best
    safe, mines = cells_of("safe", safe, topology), cells_of("mines", mines, topology)
    others = dict.fromkeys(safe, 0.0) | dict.fromkeys(mines, 1.0)
    if risks is not None:
        others |= risks_by_cell(risks, topology)
    scene = Scene(position, risks_of(position, analysis, others), minefield=minefield)
    rings = {
        "outline": (palette.outline, [*map(index, cells_of("outlined", outlined, topology))]),
        "conflict": (palette.conflict, [*map(index, cells_of("conflicts", conflicts, topology))]),
        "best": (palette.best, [] if best is None else [index(best)]),
    }
    legend_lines = _legend(analysis is not None, safe, mines, rings) if legend else None
    page = Page(View(topology, rows, columns), palette, labels, legend_lines)
    parts = [*page.cells(scene)]
    for what, (colour, cells) in rings.items():
        parts += page.rings(what, colour, cells)
    parts += page.surroundings()
    if title is None:
        title = f"Minesweeper, {board_words(position, 'cells')}"
    return page.document(parts, title, cell_size / CELL)


def hint_svg(hint: Hint, theme: PaletteName | Palette = "classic") -> str:
    """Draws a hint: its position, deduction and guess. Errors are those of `board_svg`."""
    check_hint(hint)
    deduction, guess = hint.deduction, hint.guess
    return board_svg(
        hint.position,
        safe=() if deduction is None else deduction.safe,
        mines=() if deduction is None else deduction.mines,
        outlined=() if deduction is None else (*deduction.numbers, *deduction.given),
        risks=None if guess is None else {guess.cell: guess.risk},
        best=None if guess is None else guess.cell,
        theme=theme,
    )


def _legend(
    has_analysis: bool,
    safe: Collection[Cell],
    mines: Collection[Cell],
    rings: Mapping[str, tuple[Colour, Collection[int]]],
) -> Legend:
    """Explains the marks that occur. For an analysis it explains all marks that may occur."""
    looks = {"safe": (Look("safe"), safe), "mine": (Look("mine"), mines)}
    words = {"outline": "rests on", "conflict": "in conflict", "best": "best"}
    return Legend(
        has_analysis,
        {word: look for word, (look, cells) in looks.items() if cells or has_analysis},
        {
            words[what]: (what, colour)
            for what, (colour, cells) in rings.items()
            if cells or (has_analysis and what == "best")
        },
    )


def drawing(value: object) -> str | None:
    """The SVG or HTML of a value; None for a board that makes no picture, which shows its `repr` then."""
    if isinstance(value, Position | Game | Analysis | Minefield):
        board = value.position if isinstance(value, Analysis) else value
        return picture_of(value) if fits_picture(board.topology) else None
    from sapper.hints.hints import Hint  # slow to import, but a hint has loaded it already

    if isinstance(value, Hint):
        return _hint(value)
    from sapper.draw.review_chart import review_svg  # few drawings are of reviews

    return review_svg(cast("Review", value))


def picture_of(value: Position | Game | Analysis | Minefield, **options: Any) -> str:
    """The picture of a board, with the mines if they are known. `options` are further ones of `board_svg`."""
    if isinstance(value, Game):
        minefield = None if value.status == "playing" else value.minefield
        return board_svg(value.position, minefield=minefield, **options)
    if isinstance(value, Analysis):
        return board_svg(value.position, value, **options)
    if isinstance(value, Minefield):
        hidden = Position(np.full(value.topology.shape, HIDDEN), value.mines, value.topology)
        return board_svg(hidden, minefield=value.mined, best=value.first_cell, legend=False, **options)
    return board_svg(value, **options)


def _hint(hint: Hint) -> str:
    text = f"<p>{html.escape(hint.text)}</p>"
    return f"{hint_svg(hint)}{text}" if fits_picture(hint.position.topology) else text
