"""HTML sheets of puzzles to print, with their solutions on the last pages."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final

from sapper._support.words import brief_contents, quantity
from sapper.board.board import board_with_kind
from sapper.draw.palettes import PaletteName, palette_of
from sapper.draw.picture_arguments import check_title
from sapper.draw.review_pages import page_of
from sapper.draw.svg import board_svg
from sapper.errors import ArgumentError
from sapper.minefields.puzzles import Puzzle

if TYPE_CHECKING:
    from sapper.board.position import Position
    from sapper.draw.palettes import Palette

# Puzzles stand beside each other as far as they fit, and none is cut by the end of a page.
_STYLE: Final = """<style>
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
        raise ArgumentError(f"puzzles must be a list of sapper.Puzzle, not {brief_contents(source)}")
    check_title(title)
    lead = "A number says how many of the cells around it have a mine. Each puzzle has one solution."
    heading = "Minesweeper puzzles" if title is None else title
    return page_of(heading, lead, _parts(several, theme), palette_of(theme))


def _parts(puzzles: Sequence[Puzzle], theme: PaletteName | Palette) -> Iterator[str]:
    widest = max(each.position.topology.shape[-1] for each in puzzles)
    yield _STYLE.replace("WIDTH", str(_CELL * widest))
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
    if puzzle.position.mines is None:  # their number plays no part
        words = words.rpartition(", ")[0]
    return f"{words}; {quantity(puzzle.steps, 'step')}, the hardest by {puzzle.hardest.replace('_', ' ')}"


def _figure(caption: str, position: Position, cell_size: int, theme: PaletteName | Palette) -> str:
    picture = board_svg(position, theme=theme, labels=False, legend=False, cell_size=cell_size)
    return f"<figure><figcaption>{caption}</figcaption>{picture}</figure>"
