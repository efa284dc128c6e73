"""Drawings as people see them: characters without colour, and the styles of what must stand out."""

from typing import get_args

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.text import Text
from support.layouts import place_of

import sapper
from sapper import Topology
from sapper.draw.captions import MEANINGS, meanings
from sapper.draw.scene import Look, LookKind, Role
from sapper.draw.text_drawing import (
    ColumnNumbers,
    Heading,
    Layout,
    TextRow,
    board_text,
    hint_legend_text,
    legend_text,
    percent,
    sign_of,
    sign_text,
    style_of,
)


def plain(text: Text) -> str:
    return "\n".join(map(str.rstrip, text.plain.split("\n")))


def style_at(text: Text, position: sapper.Position, cell: sapper.Cell) -> str:
    """The style of the content of a cell."""
    x, y = place_of(Layout(position.topology), position.topology, cell)
    offset = sum(len(line) + 1 for line in text.plain.split("\n")[:y]) + x + 1
    return next((str(span.style) for span in text.spans if span.start <= offset < span.end), "")


def test_a_position() -> None:
    position = sapper.Position([[1, -1, -2], [0, -4, -3]], mines=3)
    assert plain(board_text(position)) == "   0  1  2\n0  1  .  F\n1     ?  !"


def test_a_position_with_its_analysis() -> None:
    position = sapper.Position.from_text("01...\n12F..\n.....\n.....", mines=4)
    assert plain(board_text(position, sapper.analyse(position))) == (
        "   0  1  2  3  4\n0     1  50 18 18\n1  1  2 F50 18 18\n2  50 50>+  18 18\n3  18 18 18 18 18"
    )


def test_questioned_cells_keep_their_mark_beside_the_risk() -> None:
    position = sapper.Position([[1, -4, -1]], mines=1)
    assert plain(board_text(position, sapper.analyse(position))) == "   0  1  2\n0  1 ?* >+"


def test_numbers_of_a_contradiction_are_marked() -> None:
    position = sapper.Position([[1, -1, 0]], mines=1)
    text = board_text(position, conflicts=[(0, 0), (0, 2)])
    assert plain(text) == "   0  1  2\n0 !1  . !0"
    assert style_at(text, position, (0, 2)) == style_of(Look("number", 0, role="conflict"))


def test_safe_cells_mines_and_risks_look_different() -> None:
    position = sapper.Position.from_text("121\n...\n...", mines=2)
    analysis = sapper.analyse(position)
    text = board_text(position, analysis)
    styles = {cell: style_at(text, position, cell) for cell in position.topology}
    safe = [cell for cell in analysis.safe if cell != analysis.safest]
    assert analysis.safest is not None
    certain = [style_of(Look("safe", role="best")), style_of(Look("safe")), style_of(Look("mine"))]
    assert styles[analysis.safest] == certain[0]
    assert {styles[cell] for cell in safe} == {certain[1]}
    assert {styles[cell] for cell in analysis.mines} == {certain[2]}
    assert len({*certain, *(style_of(Look("risk", risk)) for risk in range(1, 100))}) == 102


@pytest.mark.parametrize(
    ("risk", "text"), [(1e-9, "<1"), (0.014, "01"), (0.5, "50"), (0.994, "99"), (1 - 1e-9, "99")]
)
def test_a_risk_is_never_shown_as_certain(risk: float, text: str) -> None:
    assert percent(risk) == text


def test_percents_differ_from_numbers_of_two_digits() -> None:
    board = sapper.Board(sapper.Topology.grid(3, 3, 3), 13)
    marks = np.full((3, 3, 3), -1)
    marks[1, 1, 1] = 13
    position = sapper.Position(marks, board.mines, board.topology)
    text = plain(board_text(position, sapper.analyse(position)))
    assert "13 " in text
    assert ">50%" in text
    assert "(1, row, column)" in text


def test_a_graph_is_a_row() -> None:
    position = sapper.Position([1, -1, -1], mines=1, topology=sapper.Topology.graph([[1], [0, 2], [1]]))
    assert plain(board_text(position, sapper.analyse(position))) == " 0  1  2\n 1  * >+"


def test_numbers_above_eight_have_a_style() -> None:
    hub = sapper.Topology.graph([list(range(1, 13)), *([0] for _ in range(12))])
    position = sapper.Position([12, *[-1] * 12], mines=12, topology=hub)
    assert style_at(board_text(position), position, 0) == style_of(Look("number", 8))


def test_every_cell_of_the_board_is_drawn_in_every_width() -> None:
    game = sapper.Game("expert", seed=5)
    game.open(7, 7)
    position = game.position
    hidden = position.hidden
    for width in (8, 40, 80, 1000):
        lines = board_text(position, width=width).plain.split("\n")
        assert sum(line.count(".") for line in lines) == hidden
        assert max(map(len, lines)) <= width


def test_the_legend_explains_the_marks() -> None:
    analysis = sapper.analyse("1.", mines=1)
    assert plain(legend_text(analysis)) == " +  safe    *  mine    07 risk in per cent    >  least risk"


def test_the_styles_are_styles() -> None:
    """Every style can be printed, and the cursor stands out from them all."""
    from rich.style import Style

    looks = [Look(kind, n, component=at) for kind in get_args(LookKind) for n in (0, 1, 99) for at in (-1, 3)]
    looks += [look._replace(role=role) for look in looks for role in get_args(Role)]
    styles = {style_of(look) for look in looks}
    assert all(map(Style.parse, styles))
    assert {style_of(look._replace(under_cursor=True)) for look in looks}.isdisjoint(styles)


def hint_of(marks: str, mines: int) -> tuple[sapper.Position, sapper.Hint, Text]:
    position = sapper.Position.from_text(marks, mines)
    hint = sapper.hint(position)
    return position, hint, board_text(position, hint=hint)


def test_a_hint_marks_what_it_proves_and_what_it_rests_on() -> None:
    position, hint, text = hint_of("F1\n11\n..", 1)
    assert plain(text) == "   0  1\n0 [*  1\n1 [1  1\n2 >+ >+"
    assert style_at(text, position, (1, 0)) == style_of(Look("mine", role="premise"))
    assert style_at(text, position, (2, 0)) == style_of(Look("safe", role="proof"))
    assert hint_legend_text(hint).plain == ">+  safe   [1  number it rests on   [*  known mine"


def test_a_hint_of_mines_alone_marks_its_guess_too() -> None:
    _, hint, text = hint_of("1...\n23..\n...1", 4)
    assert hint.deduction is not None
    assert hint.guess is not None
    assert ">*" in plain(text)
    assert f">{percent(hint.guess.risk)}" in plain(text)
    assert "best guess, its risk" in hint_legend_text(hint).plain


def test_a_hint_without_certain_cells_marks_its_guess() -> None:
    position, hint, text = hint_of("1..\n...", 2)
    assert plain(text) == "   0  1  2\n0  1  . >50\n1  .  .  ."
    assert style_at(text, position, (0, 2)) == style_of(Look("risk", 50, role="best"))
    assert hint_legend_text(hint).plain == " >  best guess, its risk in per cent"


def test_signs_are_those_of_the_game() -> None:
    position = sapper.Position.from_text("..1\nF.1\n111", 2)
    analysis = sapper.analyse(position)
    plain_text, signs = (board_text(position, analysis, ascii_only=only).plain for only in (True, False))
    assert plain_text.translate(str.maketrans("+*F", "✓●⚑")) == signs
    assert {"✓", "●", "⚑"} <= set(signs)
    assert "✓" in legend_text(analysis, ascii_only=False).plain
    for kind in ("hidden", "flag", "question", "exploded", "safe", "mine"):
        look = Look(kind)
        assert sign_text(look, ascii_only=False) == f" {sign_of(look)}"
        assert sign_text(look).isascii()


TOPOLOGIES = [
    Topology.square(1, 1),
    Topology.square(16, 30),
    Topology.torus(3, 120),
    Topology.hexagons(7, 9),
    Topology.octagons(7, 9),
    Topology.hexagons(12, 30),
    Topology.grid(7),
    Topology.grid(2, 3, 4),
    Topology.grid(2, 2, 3, 2),
    Topology.graph([[1], [0, 2], [1]]),
]


@given(st.sampled_from(TOPOLOGIES), st.none() | st.integers(1, 200))
def test_every_cell_has_a_place_of_its_own_within_the_width(topology: Topology, width: int | None) -> None:
    layout = Layout(topology, width)
    assert len({place_of(layout, topology, cell) for cell in topology}) == topology.size
    if width is None or width < 10:  # too narrow for a cell
        return
    for line in layout.lines:
        if isinstance(line, TextRow):
            assert len(line.label) + layout.cell * len(line.cells) <= width
        elif isinstance(line, ColumnNumbers):
            assert len(line.text) <= width + len("100")  # the last number may stick out


@pytest.mark.parametrize(
    ("topology", "width"),
    [(Topology.square(4, 500), None), (Topology.square(16, 30), 100), (Topology.hexagons(16, 30), 120)],
)
def test_a_row_is_one_line_if_the_width_allows(topology: Topology, width: int | None) -> None:
    rows = [line for line in Layout(topology, width).lines if isinstance(line, TextRow)]
    assert [len(row.cells) for row in rows] == [topology.shape[1]] * topology.shape[0]


def test_odd_rows_of_hexagons_are_shifted_by_half_a_cell() -> None:
    topology = Topology.hexagons(2, 3)
    layout = Layout(topology)
    (even, _), (odd, _) = (place_of(layout, topology, (row, 1)) for row in (0, 1))
    assert (odd - even) * 2 == layout.cell


def test_bands_follow_each_other() -> None:
    lines = Layout(Topology.square(1, 7), 12).lines
    assert lines == (
        ColumnNumbers("   0  1  2"),
        TextRow("0 ", range(3)),
        Heading(""),
        ColumnNumbers("   3  4  5"),
        TextRow("0 ", range(3, 6)),
        Heading(""),
        ColumnNumbers("   6"),
        TextRow("0 ", range(6, 7)),
    )


def test_wide_boards_have_every_fifth_column_labelled_and_planes_their_place_as_heading() -> None:
    numbers = Layout(Topology.square(1, 111)).lines[0]
    assert isinstance(numbers, ColumnNumbers)
    assert numbers.text.split() == [str(column) for column in range(0, 111, 5)]
    headings = [line.text for line in Layout(Topology.grid(2, 1, 1, 1)).lines if isinstance(line, Heading)]
    assert headings == ["(0, 0, row, column)", "", "(1, 0, row, column)"]


def test_only_figures_that_are_shown_are_explained() -> None:
    assert meanings(["Risk", "Score", "Rule"], 80) == f"Score: {MEANINGS['Score']}."
    assert meanings(["Risk"], 80) == ""
    assert max(map(len, meanings(MEANINGS, 40).splitlines())) <= 40
