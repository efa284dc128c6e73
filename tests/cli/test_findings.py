"""The words below the drawing."""

import numpy as np
import pytest

import sapper
from sapper.cli.analyse import report


def entries(analysis: sapper.Analysis, width: int | None = None) -> dict[str, str]:
    """The lines, those that are wrapped put together."""
    text = report(analysis, 0.0123, width).replace("\n" + " " * 16, " ")
    return {line[:16].rstrip(): line[16:] for line in text.splitlines()}


def test_a_board_that_is_certain_is_won() -> None:
    found = entries(sapper.analyse("1.", mines=1))
    assert (found["Safe"], found["Mines"]) == ("none", "1: (0,1)")
    assert found["Least risk"] == "every hidden cell is a mine"
    assert found["Win"] == "100 % with perfect play"


def test_a_flag_on_the_best_cell_is_mentioned() -> None:
    assert entries(sapper.analyse([[0, -2]], mines=0))["Least risk"] == "(0,1) safe, flagged"


def test_many_cells_are_counted_and_not_all_listed() -> None:
    found = entries(sapper.analyse(np.full((10, 10), -1), mines=0))
    assert found["Safe"].startswith("100: (0,0) (0,1)")
    assert found["Safe"].endswith("(3,9) and 60 more")


def test_cells_of_a_graph_are_numbers() -> None:
    graph = sapper.Topology.graph([[1], [0, 2], [1]])
    found = entries(sapper.analyse([1, -1, -1], mines=1, topology=graph))
    assert (found["Board"], found["Safe"]) == ("graph 3, 1 mine, 2 cells hidden", "1: 2")
    assert found["Cells"] == "counted from 0"
    assert entries(sapper.analyse(np.full((2, 2, 2), -1), mines=1))["Cells"] == "counted from 0"


@pytest.mark.parametrize(
    ("size", "mines", "text"),
    [
        ((10, 10), 10, "17,310,309,456,440"),
        ((10, 10), 50, "100,891,344,545,564,193,334,812,497,256"),
        ((16, 30), 99, "about 5.6022e104"),
        ((100, 100), 1, "10,000"),
    ],
)
def test_configurations_are_exact_while_people_can_read_them(
    size: tuple[int, int], mines: int, text: str
) -> None:
    assert entries(sapper.analyse(np.full(size, -1), mines=mines))["Configurations"] == text


def test_a_number_wider_than_the_line_is_shortened() -> None:
    analysis = sapper.analyse(np.full((10, 10), -1), mines=50)
    assert entries(analysis, 16 + 39)["Configurations"] == "100,891,344,545,564,193,334,812,497,256"
    assert entries(analysis, 16 + 38)["Configurations"] == "about 1.0089e29"


def test_the_mantissa_is_below_ten(monkeypatch: pytest.MonkeyPatch) -> None:
    analysis = sapper.analyse("1.", mines=1)
    monkeypatch.setattr(
        sapper.Analysis, "log_configurations", property(lambda _: (50 - 1e-9) * np.log(10)), raising=True
    )
    assert entries(analysis)["Configurations"] == "about 1.0000e50"


def test_lines_keep_to_the_width() -> None:
    analysis = sapper.analyse(np.full((10, 10), -1), mines=0)
    lines = report(analysis, 0, 50).splitlines()
    assert max(map(len, lines)) <= 50
    assert len(lines) > 6
