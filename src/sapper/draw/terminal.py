"""Positions as text for the terminal, in colour where the terminal has it and readable where it has not.

    text = board_text(position)                      # what the player sees
    text = board_text(position, analysis)            # with the risk in every hidden cell
    text = board_text(position, cursor=(3, 5), minefield=game.minefield)

The result is a `rich.text.Text`: print it with a `rich.console.Console`, show it in `textual`, take `.plain`.
`Layout` tells where each cell went, and which cell is at a given place. Only ASCII is used:

    1 2 3    a number; zeros are blank
    .        hidden, and nothing is known about it
    F ?      a flag, a question mark
    + *      certainly safe, certainly a mine
    07       the risk of a mine in per cent; 01 to 99, as 0 and 100 would be certain (07% on boards that have
             numbers of two digits)
    !        an exploded mine
    x        a flag where no mine is
    >07      the best cell to open
    F07 ?07  flagged, questioned
    !3       a number of a contradiction
    [3 [*    a number, a known mine that a hint rests on
    >+ >*    what the hint proves
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING

from rich.text import Text

from sapper.board.marks import EXPLODED, FLAG, QUESTION
from sapper.draw.layout import ColumnNumbers, Layout, Row
from sapper.draw.scene import check_board
from sapper.draw.theme import THEME, Theme

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from sapper.board.position import Position
    from sapper.board.topology import Cell
    from sapper.inference.analysis import Analysis
    from sapper.knowledge.hints import Hint

__all__ = ["Layout", "board_text", "hint_legend_text", "legend_text", "percent"]

_GUTTERS = {FLAG: "F", QUESTION: "?"}
_PLAIN = ""  # the style of what is written on the terminal's own background


def board_text(
    position: Position,
    analysis: Analysis | None = None,
    *,
    conflicts: Iterable[Cell] = (),
    hint: Hint | None = None,
    cursor: Cell | None = None,
    minefield: NDArray[np.bool_] | None = None,
    width: int | None = None,
    theme: Theme = THEME,
) -> Text:
    """Draws a position.

    Args:
        position: What the player sees.
        analysis: Of this position: shows every hidden cell's risk and marks the best.
        conflicts: Numbers to mark as those of a contradiction.
        hint: Of this position: marks what its deduction proves and what that rests on, and its guess.
        cursor: A cell to mark as the one under the cursor.
        minefield: Where the mines are, of the board's shape: shows them, and which flags are wrong.
        width: How many characters there are in a line, as in `Layout`.
        theme: The styles.

    Returns:
        The lines, without a newline at the end. Takes time linear in the cells, some microseconds for each.

    Raises:
        BoardError: The analysis, the hint or the minefield is of another board.
        CellError: A cell of `conflicts` or `cursor` is not on the board.
    """
    check_board(position, minefield, analysis, hint)
    index = position.topology.index
    painter = _Painter(position, analysis, minefield, theme)
    painter.conflicts = {index(cell) for cell in conflicts}
    if hint is not None:
        painter.hinted = _hinted(hint, theme)
    painter.cursor = None if cursor is None else index(cursor)
    layout = Layout(position.topology, width)
    text = Text(no_wrap=True, end="")
    for number, line in enumerate(layout.lines):
        if number > 0:
            text.append("\n")
        if isinstance(line, Row):
            text.append(line.label, theme.label)
            for run, style in _runs(painter.cell(cell, layout) for cell in line.cells):
                text.append(run, style)
        else:
            text.append(line.text, theme.label if isinstance(line, ColumnNumbers) else _PLAIN)
    return text


def legend_text(analysis: Analysis, theme: Theme = THEME) -> Text:
    """Explains, in a line, the marks that `board_text` uses for an analysis."""
    percents = analysis.position.topology.max_degree >= 10
    marks = [
        (" + ", theme.safe, "safe"),
        (" * ", theme.mine, "mine"),
        (f" {percent(0.07)}{'%' if percents else ''}", theme.risk[6], "risk in per cent"),
        (" > ", theme.best, "best"),
    ]
    text = Text(no_wrap=True, end="")
    for number, (mark, style, meaning) in enumerate(marks):
        text.append("   " if number > 0 else "")
        text.append(mark, style)
        text.append(f" {meaning}")
    return text


def hint_legend_text(hint: Hint, theme: Theme = THEME) -> Text:
    """Explains, in a line, the marks that `board_text` uses for a hint."""
    text = Text(no_wrap=True, end="")
    shown = dict.fromkeys(_hinted(hint, theme).values())
    meanings = {
        (">", "+"): "safe",
        (">", "*"): "mine",
        ("[", ""): "number it rests on",
        ("[", "+"): "known to be safe",
        ("[", "*"): "known mine",
    }
    for (gutter, content), meaning in meanings.items():
        style = next((style for g, c, style in shown if (g, c) == (gutter, content)), None)
        if style is not None:
            text.append("   " if text else "")
            text.append(f"{gutter}{content or '1'} ", style)
            text.append(f" {meaning}")
    if hint.guess is not None:
        text.append("   " if text else "")
        text.append(" > ", theme.best)
        text.append(" best guess, its risk in per cent")
    return text


def _hinted(hint: Hint, theme: Theme) -> dict[int, tuple[str, str, str]]:
    """Gutter, content and style of the cells that a hint is about; numbers keep their content."""
    index = hint.position.topology.index
    looks: dict[int, tuple[str, str, str]] = {}
    deduction = hint.deduction
    if hint.guess is not None:
        looks[index(hint.guess.cell)] = ">", percent(hint.guess.risk), theme.best
    if deduction is None:
        return looks
    known = {cell: mine for each in hint.deductions for cell, mine in each.claims.items()}
    for number in deduction.numbers:
        looks[index(number)] = "[", "", theme.premise
    for cell in deduction.given:
        looks[index(cell)] = "[", "*" if known[cell] else "+", theme.premise
    for cell, mine in deduction.claims.items():
        looks[index(cell)] = ">", "*" if mine else "+", theme.mine if mine else theme.safe
    return looks


def percent(risk: float) -> str:
    """An uncertain cell's risk in whole per cent, in two digits: never 00, never 100."""
    return f"{_whole_percent(risk):02d}"


def _whole_percent(risk: float) -> int:
    return min(max(round(100 * risk), 1), 99)


class _Painter:
    """Decides the characters and the style of each cell."""

    conflicts: set[int]
    cursor: int | None
    hinted: Mapping[int, tuple[str, str, str]] = MappingProxyType({})

    def __init__(
        self,
        position: Position,
        analysis: Analysis | None,
        minefield: NDArray[np.bool_] | None,
        theme: Theme,
    ) -> None:
        self._marks: list[int] = position.marks.ravel().tolist()
        self._risks: list[float] | None = None
        self._best: int | None = None
        if analysis is not None:
            self._risks = analysis.mine_probability.ravel().tolist()
            self._best = None if analysis.best is None else position.topology.index(analysis.best)
        self._mined: list[bool] | None = None if minefield is None else minefield.ravel().tolist()
        self._theme = theme
        self._sign = "%" if position.topology.max_degree >= 10 else ""

    def cell(self, index: int, layout: Layout) -> tuple[str, str]:
        gutter, content, style = self._look(index)
        if index == self.cursor:
            style = self._theme.cursor
        return (gutter + content).ljust(layout.cell), style

    def _look(self, index: int) -> tuple[str, str, str]:
        mark = self._marks[index]
        if index in self.hinted:
            gutter, content, style = self.hinted[index]
            return gutter, content or str(mark), style
        if mark >= 0:
            return self._number(index, mark)
        if mark == EXPLODED:
            return " ", "!", self._theme.exploded
        if self._mined is not None:
            return self._shown(mark, self._mined[index])
        if self._risks is not None:
            return self._risk(index, mark, self._risks[index])
        content = {FLAG: "F", QUESTION: "?"}.get(mark, ".")
        return " ", content, self._theme.flag if mark == FLAG else self._theme.hidden

    def _number(self, index: int, number: int) -> tuple[str, str, str]:
        content = str(number) if number > 0 or index in self.conflicts else ""
        if index in self.conflicts:
            return "!", content, self._theme.conflict
        if number == 0:
            return " ", content, _PLAIN
        return " ", content, self._theme.numbers[min(number, len(self._theme.numbers)) - 1]

    def _shown(self, mark: int, mined: bool) -> tuple[str, str, str]:
        """A hidden cell of which it is known what it holds."""
        theme = self._theme
        if mark == FLAG:
            return (" ", "F", theme.flag) if mined else (" ", "x", theme.wrong_flag)
        return (" ", "*", theme.mine) if mined else (" ", ".", theme.hidden)

    def _risk(self, index: int, mark: int, risk: float) -> tuple[str, str, str]:
        gutter = _GUTTERS.get(mark, " ")
        if risk == 0:
            content, style = "+", self._theme.safe
        elif risk == 1:
            content, style = "*", self._theme.mine
        else:
            content, style = percent(risk) + self._sign, self._theme.risk[_whole_percent(risk) - 1]
        if index == self._best:
            return ">", content, self._theme.best
        return gutter, content, style


def _runs(cells: Iterable[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    """Neighbours of one style as one piece: fewer spans make quicker text."""
    run, style = "", _PLAIN
    for characters, its_style in cells:
        if its_style != style:
            if run:
                yield run, style
            run, style = "", its_style
        run += characters
    yield run, style
