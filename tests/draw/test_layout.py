"""Where cells go: every cell somewhere, no two at one place, lines within the width."""

from hypothesis import given
from hypothesis import strategies as st
from support.layouts import place_of

from sapper import Topology
from sapper.draw.text_drawing import ColumnNumbers, Heading, Layout, Row

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


@given(st.sampled_from(TOPOLOGIES), st.one_of(st.none(), st.integers(1, 200)))
def test_every_cell_has_a_place_of_its_own(topology: Topology, width: int | None) -> None:
    layout = Layout(topology, width)
    assert len({place_of(layout, topology, cell) for cell in topology}) == topology.size


@given(st.sampled_from(TOPOLOGIES), st.integers(10, 200))
def test_lines_keep_to_the_width(topology: Topology, width: int) -> None:
    layout = Layout(topology, width)
    for line in layout.lines:
        if isinstance(line, Row):
            assert len(line.label) + layout.cell * len(line.cells) <= width
        elif isinstance(line, ColumnNumbers):
            assert len(line.text) <= width + len("100")  # the last number may stick out


def test_without_a_width_every_row_is_one_line() -> None:
    rows = [line for line in Layout(Topology.square(4, 500)).lines if isinstance(line, Row)]
    assert [len(row.cells) for row in rows] == [500] * 4


def test_expert_fits_a_hundred_columns() -> None:
    assert len([line for line in Layout(Topology.square(16, 30), 100).lines if isinstance(line, Row)]) == 16


def test_thirty_columns_of_hexagons_fit_a_hundred_and_twenty_columns() -> None:
    layout = Layout(Topology.hexagons(16, 30), 120)
    assert len([line for line in layout.lines if isinstance(line, Row)]) == 16


def test_odd_rows_of_hexagons_are_shifted_by_half_a_cell() -> None:
    topology = Topology.hexagons(2, 3)
    layout = Layout(topology)
    (even, _), (odd, _) = (place_of(layout, topology, (row, 1)) for row in (0, 1))
    assert (odd - even) * 2 == layout.cell


def test_bands_follow_each_other() -> None:
    lines = Layout(Topology.square(1, 7), 12).lines
    assert lines == (
        ColumnNumbers("   0  1  2"),
        Row("0 ", range(3)),
        Heading(""),
        ColumnNumbers("   3  4  5"),
        Row("0 ", range(3, 6)),
        Heading(""),
        ColumnNumbers("   6"),
        Row("0 ", range(6, 7)),
    )


def test_wide_boards_have_every_fifth_column_labelled() -> None:
    numbers = Layout(Topology.square(1, 111)).lines[0]
    assert isinstance(numbers, ColumnNumbers)
    assert numbers.text.split() == [str(column) for column in range(0, 111, 5)]


def test_planes_have_their_place_as_heading() -> None:
    headings = [line.text for line in Layout(Topology.grid(2, 1, 1, 1)).lines if isinstance(line, Heading)]
    assert headings == ["(0, 0, row, column)", "", "(1, 0, row, column)"]
