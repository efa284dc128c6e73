"""HTML pages: of a review, and of puzzles to print."""

from __future__ import annotations

import html
import math
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final

from sapper._support.words import brief_contents, quantity
from sapper.board.board import board_with_kind, board_words
from sapper.draw.captions import (
    REVIEW_HEADINGS,
    VERDICTS,
    cell_words,
    chance_words,
    end_words,
    percent,
    review_cells,
    summary,
)
from sapper.draw.palettes import PaletteName, palette_of
from sapper.draw.picture_arguments import check_review, check_title
from sapper.draw.review_chart import line_chart, review_svg
from sapper.draw.svg import board_svg
from sapper.draw.svg_frame import fits_picture
from sapper.errors import ArgumentError
from sapper.inference.analysing import analyse
from sapper.minefields.puzzles import Puzzle

if TYPE_CHECKING:
    from sapper.board.position import Position
    from sapper.board.topology import Topology
    from sapper.cells import Cell
    from sapper.draw.palettes import Colour, Palette
    from sapper.reviews.reviewing import Review, ReviewedMove

_MOST_PICTURES: Final = 40
_AROUND: Final = (4, 6)
"""Rows and columns shown on each side of a guess."""

_SPARE: Final = 2
"""If at most this many rows or columns would be left out at an edge, they are shown, too."""

_VERDICT: Final = REVIEW_HEADINGS.index("verdict")
_NUMBERS: Final = (0, 1, 2, 6, 8, 9)
"""The columns of the table whose cells are numbers, and stand to the right."""

_STYLE: Final = """
body { margin: 0 auto; max-width: 920px; padding: 24px 16px 64px; background: PAGE; color: TEXT;
       font: 15px/1.5 system-ui, sans-serif; }
h1 { font-size: 26px; margin: 0 0 4px; } h2 { font-size: 18px; margin: 36px 0 10px; }
p.lead { color: LABEL; margin: 0 0 20px; }
dl { display: grid; grid-template-columns: repeat(auto-fill, minmax(150px, 1fr)); gap: 10px; margin: 0; }
dl div { border: 1px solid LINE; border-radius: 8px; padding: 8px 12px; }
dt { color: LABEL; font-size: 12px; } dd { margin: 0; font-size: 20px; font-weight: 600; }
svg { max-width: 100%; height: auto; }
figure { margin: 0 0 26px; } figcaption { margin-bottom: 6px; }
.why { margin: 6px 0; padding-left: 12px; border-left: 3px solid LINE; }
details { font-size: 13px; color: LABEL; } summary { cursor: pointer; } ol { padding-left: 22px; }
.ring { display: inline-block; width: 9px; height: 9px; border: 3px solid; vertical-align: -2px; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; font-size: 13px; }
th, td { text-align: left; padding: 3px 8px; border-bottom: 1px solid LINE; }
th { color: LABEL; font-weight: 500; } td.n, th.n { text-align: right; white-space: nowrap; }
tr.needless td, tr.slip td, tr.forced td { font-weight: 600; }
"""


def review_html(review: Review, *, theme: PaletteName | Palette = "classic", title: str | None = None) -> str:
    """Makes a page of a review.

    Args:
        review: The review.
        theme: As in `board_svg`.
        title: The heading. By default it names the player of the replay.

    Returns:
        The page, some tens of kilobytes for an expert game. The first forty guesses have pictures, except on
        boards without rows and columns.

    Raises:
        BoardError: There is no such theme.
        ArgumentError: `review` is not a review, or `title` is not a text.
        BudgetError: Analysing a position would take too much memory.
    """
    check_review(review)
    check_title(title)
    palette = palette_of(theme)
    player = review.replay.about.get("Player", "").strip()
    return page_of(
        title or (f"A game of {player}" if player else "A game reviewed"),
        _lead(review),
        [
            *cards(summary(review)),
            "<h2>The risk of every move</h2>",
            review_svg(review, theme=palette),
            *_chances(review, palette),
            *_guesses(review, palette),
            *_end(review, palette),
            *_table(review),
        ],
        palette,
    )


def page_of(heading: str, lead: str, parts: Iterable[str], palette: Palette) -> str:
    """A whole page. The heading and the lead below it are texts, the parts are elements."""
    title = html.escape(heading)
    return "\n".join(
        [
            "<!doctype html>",
            '<html lang="en"><head><meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{title}</title><style>{_style(palette)}</style></head><body>",
            f"<h1>{title}</h1>",
            f'<p class="lead">{html.escape(lead)}</p>',
            *parts,
            "</body></html>",
            "",
        ]
    )


def _style(palette: Palette) -> str:
    colours = {"PAGE": palette.page, "TEXT": palette.page.ink, "LABEL": palette.label, "LINE": palette.line}
    style = _STYLE
    for name, colour in colours.items():
        style = style.replace(name, str(colour))
    return style


def _lead(review: Review) -> str:
    board = review.replay.board
    level = review.replay.level
    name = f"{level}, " if level != "custom" else ""
    return f"{name}{board_words(board)}: {end_words(review)}."


def cards(entries: Iterable[tuple[str, str]]) -> Iterator[str]:
    """Names and values, as elements of a page."""
    yield "<dl>"
    for name, value in entries:
        yield f"<div><dt>{html.escape(name)}</dt><dd>{html.escape(value)}</dd></div>"
    yield "</dl>"


def _chances(review: Review, palette: Palette) -> Iterator[str]:
    """The chance to win over the moves, if it was followed."""
    chances = [(place, move.chance) for place, move in enumerate(review.moves) if move.chance is not None]
    if not chances:
        return
    names = [f"before move {place + 1}" for place, _ in chances] + ["the end"]
    values = [100 * chance.before for _, chance in chances]
    end = chances[-1][1].after
    chart = line_chart("Chance to win, %", names, [*values, None if math.isnan(end) else 100 * end], palette)
    yield f"<h2>The chance to win before every move</h2><figure>{chart}</figure>"
    grades = ", ".join(f"{grade} {number}" for grade, number in review.grades.items() if number)
    if grades:
        yield f"<p>Guesses by what they lost of the chance to win: {grades}.</p>"


def _guesses(review: Review, palette: Palette) -> Iterator[str]:
    guesses = [(place, move) for place, move in enumerate(review.moves) if move.is_guess]
    if not guesses:
        yield f"<h2>Guesses</h2><p>None: {_why_none(review)}.</p>"
        return
    yield "<h2>Guesses</h2>"
    yield "<p>The position before each guess, with the risk of every hidden cell in per cent. One ring marks "
    yield f"the clicked cell {swatch(palette.conflict)}, the other the best cell "
    yield f"{swatch(palette.best)}.</p>"
    for number, (place, move) in enumerate(guesses):
        yield f"<figure><figcaption>{html.escape(_caption(place, move))}</figcaption>"
        if number < _MOST_PICTURES and fits_picture(review.replay.board.topology):
            caption = _caption(place, move)
            yield guess_svg(review.position(place), move.action.cell, move.safest, caption, palette)
        yield from _misses(move)
        yield "</figure>"


def _why_none(review: Review) -> str:
    first = review.first
    if first is None:
        return "no cell was opened"
    if first.exploded:
        return "the first cell was a mine, which nobody could know"
    return "every move was certain"


def _misses(move: ReviewedMove) -> Iterator[str]:
    """Every certain cell that the player did not see, and why it was safe."""
    if move.reason is not None:
        yield f"<p class=why>{html.escape(move.reason)}</p>"
    others = [deduction for deduction in move.missed if deduction.text != move.reason]
    if not others:
        return
    cells = sum(len(deduction.safe) for deduction in others)
    yield f"<details><summary>{cells} more certain cell{'s' if cells > 1 else ''}</summary><ol>"
    for deduction in others:
        name = deduction.rule if deduction.pattern is None else f"{deduction.rule}, {deduction.pattern}"
        yield f"<li><b>{html.escape(name.replace('_', ' '))}</b> {html.escape(deduction.text)}</li>"
    yield "</ol></details>"


def swatch(colour: Colour) -> str:
    """A ring of a colour, for the explanation of a picture."""
    return f'<span class="ring" style="border-color:{colour}"></span>'


def _caption(place: int, move: ReviewedMove) -> str:
    what = f"{place + 1}. {VERDICTS[move.verdict]}: {move.action.kind} {cell_words(move.action.cell)}, "
    risk = f"risk {percent(move.risk)}"
    if move.verdict == "needless":
        cells = "cells were" if move.safe > 1 else "cell was"
        rule = str(move.rule).replace("_", " ")
        why = f"{move.safe} {cells} safe, such as {cell_words(move.safest)} (rule: {rule})"
    elif move.verdict == "slip":
        why = f"the button went down on {cell_words(move.safest)}, where this was no risk"
    elif move.excess > 1e-9:
        why = f"the lowest was {percent(move.safest_risk)} at {cell_words(move.safest)}"
    else:
        why = "the lowest on the board"
    chance = chance_words(move)
    chance = f" {chance[0].upper()}{chance[1:]}." if chance else ""
    return f"{what}{risk}; {why}.{chance}{' It was a mine.' if move.exploded else ''}"


def guess_svg(position: Position, cell: Cell, best: Cell | None, title: str, palette: Palette) -> str:
    """The position around a guess, with the risk of every hidden cell."""
    rows, columns = _window(position.topology, cell, best)
    return board_svg(
        position,
        analyse(position),
        conflicts=[cell],
        best=best,
        rows=rows,
        columns=columns,
        theme=palette,
        legend=False,
        cell_size=26,
        title=title,
    )


def _window(topology: Topology, *both: Cell | None) -> tuple[range | None, range | None]:
    """The rows and columns to show: those around the clicked cell and the best one."""
    cells = [cell for cell in both if isinstance(cell, tuple)]
    if topology.dimension != 2:
        return None, None
    rows, columns = (
        _part(min(places), max(places), extent, around)
        for places, extent, around in zip(zip(*cells, strict=True), topology.shape, _AROUND, strict=True)
    )
    return rows, columns


def _part(first: int, last: int, extent: int, around: int) -> range:
    """A range from `around` before the first to `around` after the last.

    At an edge the range moves inwards and keeps its width. If only a few places would be left out at an edge,
    the range goes up to it.
    """
    width = min(extent, last - first + 2 * around + 1)
    start = min(max(first - around, 0), extent - width)
    stop = start + width
    return range(start if start > _SPARE else 0, stop if stop < extent - _SPARE else extent)


def _end(review: Review, palette: Palette) -> Iterator[str]:
    if not fits_picture(review.replay.board.topology):
        return
    game = review.replay.play()
    over = game.status != "playing"
    yield f"<h2>The end: {html.escape(end_words(review))}</h2>"
    yield board_svg(
        game.position, minefield=game.minefield if over else None, theme=palette, cell_size=24, labels=True
    )


def _table(review: Review) -> Iterator[str]:
    yield "<h2>Every move</h2><div class=wide><table>"
    yield _row(REVIEW_HEADINGS, "th")
    for place, move in enumerate(review.moves):
        cells = list(review_cells(place, move))
        cells[_VERDICT] += ", a mine" if move.exploded else ", which lost" if move.lost_by_guess else ""
        yield _row(cells, "td", move.verdict)
    yield "</table></div>"


def _row(texts: Iterable[str], tag: str, kind: str = "") -> str:
    cells = (
        f"<{tag}{' class=n' if place in _NUMBERS else ''}>{html.escape(text)}</{tag}>"
        for place, text in enumerate(texts)
    )
    return f"<tr{f' class={kind}' if kind else ''}>{''.join(cells)}</tr>"


# Puzzles stand beside each other as far as they fit, and none is cut by the end of a page.
_SHEET_STYLE: Final = """<style>
.sheet { display: grid; grid-template-columns: repeat(auto-fill, minmax(WIDTHpx, 1fr)); gap: 24px; }
.sheet figure { margin: 0; break-inside: avoid; }
.solutions { break-before: page; }
@media print { body { max-width: none; padding: 0; } }
</style>"""
_CELL: Final = 26
_SOLUTION_CELL: Final = 16


def puzzles_html(
    puzzles: Iterable[Puzzle], *, theme: PaletteName | Palette = "classic", title: str | None = None
) -> str:
    """Makes a sheet of puzzles to print, each with its rule and its mines, and all solutions at the end.

    Args:
        puzzles: The puzzles, on boards that can be drawn.
        theme: As in `board_svg`.
        title: The heading, by default "Minesweeper puzzles".

    Returns:
        The page, some 60 bytes a cell.

    Raises:
        BoardError: A board cannot be drawn, or there is no such theme.
        ArgumentError: `puzzles` is no list of puzzles, or `title` is not a text.
    """
    source: Any = puzzles
    try:
        several = list(source)
    except TypeError:
        several = []
    if not several or not all(isinstance(each, Puzzle) for each in several):
        raise ArgumentError(f"`puzzles` must be a list of sapper.Puzzle, not {brief_contents(source)}")
    check_title(title)
    lead = "A number says how many of the cells around it have a mine. Each puzzle has one solution."
    heading = "Minesweeper puzzles" if title is None else title
    return page_of(heading, lead, _parts(several, theme), palette_of(theme))


def _parts(puzzles: Sequence[Puzzle], theme: PaletteName | Palette) -> Iterator[str]:
    widest = max(each.position.topology.shape[-1] for each in puzzles)
    yield _SHEET_STYLE.replace("WIDTH", str(_CELL * widest))
    yield '<div class="sheet">'
    for place, each in enumerate(puzzles, 1):
        yield _figure(f"{place}. {_about(each)}", each.position, _CELL, theme)
    yield f'</div><h2 class="solutions">{quantity(len(puzzles), "solution")}</h2><div class="sheet">'
    for place, each in enumerate(puzzles, 1):
        yield _figure(f"{place}.", each.solution, _SOLUTION_CELL, theme)
    yield "</div>"


def _about(puzzle: Puzzle) -> str:
    board = puzzle.minefield.board
    words = board_with_kind(board)
    if puzzle.position.mines is None:  # nobody needs their number here
        words = words.rpartition(", ")[0]
    return f"{words}; {quantity(puzzle.steps, 'step')}, the hardest by {puzzle.hardest.replace('_', ' ')}"


def _figure(caption: str, position: Position, cell_size: int, theme: PaletteName | Palette) -> str:
    picture = board_svg(position, theme=theme, labels=False, legend=False, cell_size=cell_size)
    return f"<figure><figcaption>{caption}</figcaption>{picture}</figure>"
