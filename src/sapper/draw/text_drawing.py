"""Draws boards with characters and colours, as `rich` text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby, product
from typing import TYPE_CHECKING, Final

from rich.text import Text

from sapper._support.checks import integer
from sapper._support.engine_call import check_common_arguments
from sapper.board.position import as_position
from sapper.draw.cell_symbols import shapes_of
from sapper.draw.palettes import BLACK, PALETTES, Colour
from sapper.draw.picture_arguments import cells_of, check_analysis, check_hint
from sapper.draw.scene import Look, LookKind, Role, Scene, check_board, risks_of

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from sapper.board.game import Game
    from sapper.board.position import Position
    from sapper.board.topology import Topology
    from sapper.cells import Cell
    from sapper.hints.hints import Hint
    from sapper.inference.analysis import Analysis

_SIGNS: Final[Mapping[LookKind, tuple[str, str]]] = {
    "unread": ("s", "s"),
    "hidden": ("·", "."),
    "flag": ("⚑", "F"),
    "question": ("?", "?"),
    "exploded": ("✹", "!"),
    "bomb": ("●", "*"),
    "wrong": ("✗", "x"),
    "safe": ("✓", "+"),
    "mine": ("●", "*"),
    "ahead": ("·", "."),
    "under": ("•", "o"),
}
"""The sign of each kind of cell, and what stands for it in ASCII."""
_MARKS: Final[Mapping[str, LookKind]] = {"flag": "flag", "question": "question"}
_ROLES: Final[Mapping[Role, str]] = {"best": ">", "conflict": "!", "premise": "[", "proof": ">"}

_COLOURS: Final = PALETTES["dark"]
_CURSOR: Final = _COLOURS.cursor
_FILLINGS: Final[Mapping[Role | LookKind, Colour]] = {
    "best": _COLOURS.best,
    "conflict": _COLOURS.conflict,
    "premise": _COLOURS.outline,
    "exploded": _COLOURS.exploded,
    "wrong": _COLOURS.cross,
    "safe": _COLOURS.safe,
}
"""The colours that fill cells: by role if they have one, else by kind."""
_ON_HIDDEN: Final[Mapping[LookKind, Colour]] = {
    "flag": _COLOURS.flag,
    "question": _COLOURS.ink,
    "bomb": _COLOURS.mine,
    "mine": _COLOURS.mine,
}
_FAINT: Final = _COLOURS.hidden.towards(_COLOURS.ink, 0.3)
_DIM_SHARE: Final = 0.45  # of the colours of components, which are too bright for whole areas


def percent(risk: float) -> str:
    """A risk in whole per cent, in two characters: `<1`, or 01 to 99. There is no room for more than 99."""
    return _digits(round(100 * risk))


def _digits(value: int) -> str:
    return f"{min(value, 99):02}" if value > 0 else "<1"


def sign_of(look: Look, *, ascii_only: bool = False) -> str:
    """A cell in a character or two. A certain mine under a flag shows the flag, and a zero nothing."""
    if look.kind == "number":
        return str(look.value or "")
    if look.kind == "risk":
        return _digits(look.value)
    return _sign("flag" if look.kind == "mine" and look.mark == "flag" else look.kind, ascii_only)


def sign_text(look: Look, after_risk: str = "", *, ascii_only: bool = True) -> str:
    """A cell in one character more, for drawings without colours: its mark, and then its sign.

    `after_risk` follows a risk, to tell it from a number of two digits.
    """
    before = _ROLES.get(look.role) or (_sign(_MARKS[look.mark], ascii_only) if look.mark else " ")
    if look.kind == "number":
        return before + (str(look.value) if look.value or look.role else "")
    if look.kind == "risk":
        return before + _digits(look.value) + after_risk
    return before + _sign(look.kind, ascii_only)


def _sign(kind: LookKind, ascii_only: bool) -> str:
    return _SIGNS[kind][ascii_only]


@lru_cache(maxsize=8192)
def style_of(look: Look) -> str:
    """The style of a cell, in the notation of `rich`."""
    filling = _CURSOR if look.under_cursor else _FILLINGS.get(look.role) or _FILLINGS.get(look.kind)
    if filling is not None:
        return f"bold {filling.ink} on {filling}"
    if look.kind == "number":
        colour = _COLOURS.numbers[min(look.value, len(_COLOURS.numbers)) - 1]
        return f"bold {colour} on {_COLOURS.open}" if look.value else f"on {_COLOURS.open}"
    if look.kind == "unread":
        return f"{_COLOURS.label} on {_COLOURS.open}"
    if look.component >= 0:
        return _in_component(look)
    if look.kind == "risk":
        risk = Colour.on_scale(_COLOURS.risk, min(max(look.value, 1), 99) / 100)
        return f"{risk.ink} on {risk}"
    ink = _ON_HIDDEN.get(look.kind)
    # The sign of a hidden cell is faint, because it matters only without colours.
    return f"{f'bold {ink}' if ink else _FAINT} on {_COLOURS.hidden}"


def _in_component(look: Look) -> str:
    colour = _COLOURS.components[look.component % len(_COLOURS.components)]
    if look.kind == "under":
        return f"bold {colour.ink} on {colour}"
    dim = colour.towards(BLACK, _DIM_SHARE)
    return f"{dim.ink} on {dim}"


_LABEL: Final = "dim"  # row and column numbers
_BEST: Final = style_of(Look("risk", role="best"))


def board_text(
    position: Game | Position | str | ArrayLike,
    analysis: Analysis | None = None,
    *,
    conflicts: Iterable[Cell] = (),
    hint: Hint | None = None,
    width: int | None = None,
    ascii_only: bool = True,
) -> Text:
    """Draws a position.

    Args:
        position: A position, or a game, a text or marks, as in `sapper.analyse`.
        analysis: Of this position. Shows the risk of every hidden cell, and marks one of least risk.
        conflicts: Numbers to mark as those of a contradiction.
        hint: Of this position. Marks what its deduction proves, what that rests on, and its guess.
        width: How many characters there are in a line, as in `Layout`.
        ascii_only: Whether only ASCII is used.

    Returns:
        The lines, without a newline at the end. Takes time linear in the cells, some microseconds for each.

    Raises:
        BoardError: The analysis or the hint is of another board.
        PositionError: `position` is not a position.
        FormatError: The text cannot be read.
        CellError: A cell of `conflicts` is not on the board.
        ArgumentError: Another argument is of the wrong kind.
    """
    position = as_position(position)
    if analysis is not None:
        check_analysis(analysis)
    if hint is not None:
        check_hint(hint)
    if width is not None:
        width = integer("width", width)
    check_common_arguments(ascii_only=ascii_only)
    check_board(position, analysis, hint)
    index = position.topology.index
    best = None if analysis is None else analysis.safest
    if hint is not None and hint.guess is not None:
        best = hint.guess.cell
    conflicts = cells_of("conflicts", conflicts, position.topology)
    roles: dict[int, Role] = {index(cell): "conflict" for cell in conflicts if position[cell] >= 0}
    scene = Scene(
        position,
        risks_of(position, analysis, None if hint is None else _hint_risks(hint)),
        None if best is None else index(best),
        roles=roles | ({} if hint is None else _hint_roles(hint)),
    )
    layout = Layout(position.topology, width)
    sign = "%" if position.topology.max_degree >= 10 else ""
    text = Text(no_wrap=True, end="")
    for number, line in enumerate(layout.lines):
        if number > 0:
            text.append("\n")
        if isinstance(line, TextRow):
            text.append(line.label, _LABEL)
            for style, looks in groupby(scene.looks(line.cells), style_of):  # few pieces are quick to print
                cells = (sign_text(look, sign, ascii_only=ascii_only) for look in looks)
                text.append("".join(each.ljust(layout.cell) for each in cells), style)
        else:
            text.append(line.text, _LABEL if isinstance(line, ColumnNumbers) else "")
    return text


def legend_text(analysis: Analysis, *, ascii_only: bool = True) -> Text:
    """Explains, in a line, the marks that `board_text` uses for an analysis."""
    check_analysis(analysis)
    check_common_arguments(ascii_only=ascii_only)
    sign = "%" if analysis.position.topology.max_degree >= 10 else ""
    return _legend(
        [
            *(
                (f" {sign_of(look, ascii_only=ascii_only)} ", style_of(look), look.kind)
                for look in (Look("safe"), Look("mine"))
            ),
            (f" {percent(0.07)}{sign}", style_of(Look("risk", 7)), "risk in per cent"),
            (" > ", _BEST, "least risk"),
        ]
    )


def hint_legend_text(hint: Hint, *, ascii_only: bool = True) -> Text:
    """Explains, in a line, the marks that `board_text` uses for a hint."""
    check_hint(hint)
    check_common_arguments(ascii_only=ascii_only)
    risks = _hint_risks(hint)
    topology = hint.position.topology
    roles = {(role, risks.get(topology.cell(cell))) for cell, role in _hint_roles(hint).items()}
    meanings: list[tuple[Look, float | None, str]] = [
        (Look("safe", role="proof"), 0.0, "safe"),
        (Look("mine", role="proof"), 1.0, "mine"),
        (Look("number", 1, role="premise"), None, "number it rests on"),
        (Look("safe", role="premise"), 0.0, "known to be safe"),
        (Look("mine", role="premise"), 1.0, "known mine"),
    ]
    marks = [
        (f"{sign_text(look, ascii_only=ascii_only)} ", style_of(look), meaning)
        for look, risk, meaning in meanings
        if (look.role, risk) in roles
    ]
    if hint.guess is not None:
        marks.append((" > ", _BEST, "best guess, its risk in per cent"))
    return _legend(marks)


def _legend(marks: Iterable[tuple[str, str, str]]) -> Text:
    """Marks with their styles and meanings."""
    text = Text(no_wrap=True, end="")
    for mark, style, meaning in marks:
        text.append("   " if text else "")
        text.append(mark, style)
        text.append(f" {meaning}")
    return text


def _hint_risks(hint: Hint) -> dict[Cell, float]:
    """The risks that a hint mentions: 0 and 1 for its claims and given cells, and the risk of its guess."""
    certain = {cell: float(mine) for each in hint.deductions for cell, mine in each.claims.items()}
    deduction = hint.deduction
    risks = {} if hint.guess is None else {hint.guess.cell: hint.guess.risk}
    if deduction is not None:
        risks |= {cell: certain[cell] for cell in (*deduction.given, *deduction.claims)}
    return risks


def _hint_roles(hint: Hint) -> dict[int, Role]:
    """The roles of the cells of a deduction."""
    deduction, index = hint.deduction, hint.position.topology.index
    if deduction is None:
        return {}
    roles: dict[int, Role] = {index(cell): "premise" for cell in (*deduction.numbers, *deduction.given)}
    return roles | {index(cell): "proof" for cell in deduction.claims}


_MOST_LABELS: Final = 100
_LABEL_EVERY: Final = 5
"""On wider boards only every fifth column has a label, because three digits do not fit over each column."""


@dataclass(frozen=True, slots=True)
class Heading:
    """A line that names a plane of a board of more dimensions, or a blank line."""

    text: str


@dataclass(frozen=True, slots=True)
class ColumnNumbers:
    """The line above a band, with the numbers of its columns."""

    text: str


@dataclass(frozen=True, slots=True)
class TextRow:
    """A row of cells within a band."""

    label: str  # before the cells; it includes the shift of hexagons
    cells: range


Line = Heading | ColumnNumbers | TextRow


class Layout:
    """The lines of a drawing, with the cells on them.

    A cell is a gutter of one character, for a mark such as that of the best cell, and its content. Rows and
    columns are numbered from 0. Odd rows of hexagons are shifted. Rows that are too wide are cut into bands,
    one below the other. Boards of more than two dimensions are drawn plane by plane. Graphs and boards of one
    dimension are drawn as one row.

    Attributes:
        content: How many characters the content of a cell has.
        cell: How many characters there are from one cell of a row to the next.
        lines: All lines from the top.
    """

    def __init__(self, topology: Topology, width: int | None = None) -> None:
        """Lays the board out, in time linear in its rows.

        A line has at least one cell, whatever the width. None is no limit.
        """
        shape = topology.shape
        self._columns = shape[-1]
        self._rows = shape[-2] if len(shape) > 1 else 1
        self._planes = shape[:-2]
        # Where numbers have one digit, a content of two digits can only be a risk.
        degree = topology.max_degree
        self.content = 2 if degree < 10 else max(3, len(str(degree)))
        self._label_width = len(str(self._rows - 1)) + 1 if len(shape) > 1 else 0
        self.cell = 1 + self.content
        shifts = shapes_of(topology.kind)[0].shift > 0
        if shifts and (width is None or self._width(1) <= width):
            self.cell += 1  # rows are shifted by half a cell, so its width is even
        self._shift = self.cell // 2 if shifts else 0
        self._in_a_band = self._columns
        if width is not None:
            room = width - self._label_width - self._shift
            self._in_a_band = min(max(1, room // self.cell), self._columns)
        self.lines: tuple[Line, ...] = tuple(self._all_lines())

    def _width(self, extra: int) -> int:
        """The width of the widest line with all columns, if cells were wider by `extra`."""
        cell = self.cell + extra
        return self._label_width + cell // 2 + self._columns * cell

    def _all_lines(self) -> Iterator[Line]:
        size = self._rows * self._columns
        for number, plane in enumerate(product(*map(range, self._planes))):
            if plane:
                if number > 0:
                    yield Heading("")
                yield Heading(f"({', '.join(map(str, plane))}, row, column)")
            yield from self._plane(number * size)

    def _plane(self, first: int) -> Iterator[Line]:
        for start in range(0, self._columns, self._in_a_band):
            band = range(start, min(start + self._in_a_band, self._columns))
            if start > 0:
                yield Heading("")
            yield ColumnNumbers(self._column_numbers(band))
            for row in range(self._rows):
                begin = first + row * self._columns
                yield TextRow(self._row_label(row), range(begin + band.start, begin + band.stop))

    def _row_label(self, row: int) -> str:
        if self._label_width == 0:
            return ""
        return f"{row:{self._label_width - 1}} " + " " * (row % 2 * self._shift)

    def _column_numbers(self, band: range) -> str:
        text = " " * self._label_width
        for place, column in enumerate(band):
            if self._columns <= _MOST_LABELS or column % _LABEL_EVERY == 0:
                text = text.ljust(self._label_width + place * self.cell + 1) + str(column)
        return text
