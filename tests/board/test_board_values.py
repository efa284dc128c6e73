"""Boards, positions and minefields as values: they compare, hash, go to JSON, and refuse what is wrong."""

import copy
import dataclasses
import json
import pickle
import re
from dataclasses import replace
from pathlib import Path
from typing import Any, get_args

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from support.strategies import boards, minefields, positions, topologies

from sapper import (
    LEVELS,
    Board,
    BoardError,
    FormatError,
    Minefield,
    Position,
    PositionError,
    Rules,
    SapperError,
    Topology,
    formats,
)
from sapper.board.json_form import board_from, board_object, cell_from, cell_value
from sapper.board.topology import (
    NEIGHBOURHOODS,
    TOPOLOGY_NAMES,
    TOUCHING,
    Kind,
    TopologyName,
    topology_by_name,
)
from sapper.simulation.configuration import Configuration
from sapper.simulation.plan import Plan


@pytest.mark.parametrize(
    ("name", "rows", "columns", "mines"),
    [("beginner", 9, 9, 10), ("intermediate", 16, 16, 40), ("expert", 16, 30, 99)],
)
def test_the_levels_are_what_everybody_plays(name: str, rows: int, columns: int, mines: int) -> None:
    board = Board.level(name)
    assert board == Board(Topology.square(rows, columns), mines) == Board.square(rows, columns, mines)
    assert board.density == mines / (rows * columns)
    assert name in LEVELS


def test_an_unknown_level_suggests_the_nearest() -> None:
    with pytest.raises(BoardError, match="unknown level 'experts': did you mean 'expert'"):
        Board.level("experts")
    with pytest.raises(BoardError, match="did you mean 'beginner'"):
        Board.level("Beginner")
    with pytest.raises(BoardError, match="level must be one of 'beginner', 'intermediate', 'expert', not 7"):
        Board.level(7)  # type: ignore[arg-type] # what a caller without a type checker may do


def test_the_levels_cannot_be_changed() -> None:
    with pytest.raises(TypeError):
        LEVELS["expert"] = Board.square(1, 1, 0)  # type: ignore[index] # the point of the test
    with pytest.raises(dataclasses.FrozenInstanceError):
        Board.level("expert").mines = 3  # type: ignore[misc] # the point of the test


NAMES = {"Board": Board, "Minefield": Minefield, "Position": Position, "Topology": Topology}
WITH_START = minefields().map(lambda mined: Minefield(mined[1], mined[0], first_cell=mined[0].cell(0)))


@given(topologies() | boards() | positions() | WITH_START)
@settings(max_examples=200)
def test_topologies_boards_positions_and_minefields_are_values(value: Any) -> None:
    for same in (
        eval(repr(value), dict(NAMES)),
        pickle.loads(pickle.dumps(value)),
        copy.copy(value),
        copy.deepcopy(value),
    ):
        assert same == value
        assert hash(same) == hash(value)
        assert repr(same) == repr(value)
    assert value != repr(value)


SMALL = [[1, -1, -2], [1, 2, -4]]


def test_unsigned_integers_will_do_for_numbers() -> None:
    assert Position(np.zeros((2, 2), dtype=np.uint64), 0).marks.tolist() == [[0, 0], [0, 0]]


@pytest.mark.parametrize(
    ("marks", "mines", "topology", "complaint", "cell"),
    [
        ([[1, -1], [4, 1]], 1, None, r"row 1, column 0 \(0-based\): the number is 4, but", (1, 0)),
        ([[1, -5]], 1, None, r"row 0, column 1 \(0-based\): -5 is not a mark", (0, 1)),
        ([[1, 40_000]], 1, None, r"row 0, column 1 \(0-based\): 40000 is not a mark", (0, 1)),
        ([[3, -1]], 1, Topology.torus(1, 2), "row 0, column 0 .* the cell has 1 neighbour$", (0, 0)),
        ([[[9, -1]]], 1, None, r"cell \(0, 0, 0\): the number is 9", (0, 0, 0)),
        ([-1, 2], 1, Topology.graph([[1], [0]]), "cell 1: the number is 2", 1),
        ([[-1, -1], [-1]], 1, None, r"row 1 \(0-based\) has 1 cell, but row 0 has 2", None),
        ([[[1], [1]], [[1], 2]], 1, None, "all rows", None),
        ([[1, -1]], 2, None, "2 mines but only 1 cell that", None),
        ([[1, -1]], -1, None, "2 cells cannot hold -1 mines", None),
        ([[1, -1]], 1.0, None, "`mines` must be a whole number, not 1.0", None),
        ([[-3, -3, 1]], 1, None, "2 exploded mines but has only 1", None),
        ([[1.5, -1.0]], 1, None, r"whole numbers, but number 0, 0 \(0-based\) is 1.5", None),
        ([["1", "."]], 1, None, "whole numbers", None),
        ([[True, False]], 1, None, "whole numbers, not bool", None),
        ([], 1, None, "at least one cell", None),
        (3, 1, None, "an array of marks, not 3", None),
        ([[1, -1]], 1, Topology.square(2, 1), r"shape \(1, 2\) do not fit a board of shape \(2, 1\)", None),
        ([[1, -1]], 1, "tours", "unknown topology 'tours': did you mean 'torus'", None),
        ([1, -1], 1, "hexagons", r"has rows and columns, but the shape is \(2,\)", None),
        (np.full((1,) * 9, -1), 1, None, "1 to 6 dimensions", None),
    ],
)
def test_malformed_marks_are_refused_and_located(
    marks: Any, mines: Any, topology: Any, complaint: str, cell: Any
) -> None:
    with pytest.raises(PositionError, match=complaint) as refusal:
        Position(marks, mines, topology)
    assert refusal.value.cell == cell
    assert isinstance(refusal.value, SapperError)
    assert isinstance(refusal.value, ValueError)


def test_a_position_is_not_iterated_by_accident() -> None:
    with pytest.raises(TypeError, match="not iterable"):
        list(Position(SMALL, 2))  # type: ignore[call-overload] # the point of the test


@given(positions())
def test_a_changed_position_differs(position: Position) -> None:
    assert position != position.marks.tolist()
    marks = np.array(position.marks)
    marks.flat[0] = -2 if marks.flat[0] == -1 else -1
    if (marks == -3).sum() <= position.mines <= (marks < 0).sum():
        assert Position(marks, position.mines, position.topology) != position


def test_the_error_pickles_with_its_cell() -> None:
    error = pickle.loads(pickle.dumps(PositionError("no", (1, 2))))
    assert (str(error), error.cell) == ("no", (1, 2))


def test_a_large_board_is_not_written_out() -> None:
    assert repr(Position(np.full((200, 300), -1), 7)) == "<Position on a grid of 200 x 300 cells, 7 mines>"
    minefield = Minefield(np.zeros((200, 100), dtype=np.bool_))
    assert repr(minefield) == "<Minefield on a grid of 200 x 100 cells, 0 mines>"


def test_an_array_of_a_position_has_its_marks() -> None:
    position = Position("1.\nF2", 2)
    marks = np.asarray(position)
    assert np.shares_memory(marks, position.marks)
    assert not marks.flags.writeable
    assert np.asarray(position, dtype=np.float64).tolist() == [[1, -1], [-2, 2]]
    copy = np.array(position)
    copy[0, 0] = 5  # does not change the position
    assert position[0, 0] == 1
    assert (np.asarray(position) == -1).sum() == 1
    assert Position(np.asarray(position), 2) == position
    batch: Any = [position, position]
    assert np.array(batch).shape == (2, 2, 2)
    game = Minefield([(0, 0)], Topology.square(2, 2)).game()
    assert np.array_equal(np.asarray(game), game.position.marks)
    assert np.array(game, dtype=float).dtype == np.float64


def test_mines_and_topology_and_start_tell_minefields_apart() -> None:
    square = Minefield([(0, 0)], Topology.square(2, 2))
    assert square != Minefield([(0, 1)], Topology.square(2, 2))
    assert square != Minefield([(0, 0)], Topology.torus(2, 2))
    assert square != Minefield([(0, 0)], Topology.square(2, 2), first_cell=(1, 1))
    assert square.board.mines == 1
    assert Minefield([(0, 0)], Topology.square(2, 2), first_cell=(1, 1)).first_cell == (1, 1)


def test_an_array_is_copied_and_cannot_be_changed() -> None:
    mined = np.array([[True, False, False]])
    minefield = Minefield(mined)
    mined[0, 1] = True
    assert minefield.cells() == [(0, 0)]
    with pytest.raises(ValueError, match="read-only"):
        minefield.mined[0, 1] = True


def test_a_minefield_is_read_from_text() -> None:
    minefield = Minefield.from_text("3x2:u87")
    assert minefield.topology == Topology.square(2, 3)
    assert minefield == formats.parse("3x2:u87", kind=Minefield, format="tatham")
    assert Minefield.from_text("3x2:u87", format="tatham") == minefield
    with pytest.raises(FormatError, match="expected a minefield"):
        Minefield.from_text("1..\n...", format="plain")
    with pytest.raises(FormatError, match=r"the format mbf is not text: write a file with sapper.write"):
        minefield.to_text("mbf")


@given(minefields())
def test_a_drawing_is_read_as_its_minefield(mined: tuple[Topology, NDArray[np.bool_]]) -> None:
    topology, mines = mined
    minefield = Minefield(mines, topology)
    text = str(minefield)
    assert minefield.mines == len(minefield.cells()) == int(mines.sum())
    assert text == minefield.to_text()
    assert set(text) <= set("*. \n")
    assert Minefield.from_text(text, topology) == minefield
    assert formats.parse(text, minefield.mines, topology, "drawing") == minefield


ROOT = Path(__file__).parents[2]

OLD_BOARDS: list[tuple[dict[str, Any], Board]] = [
    ({"kind": "grid", "shape": [4, 5], "mines": 3}, Board.square(4, 5, 3)),
    ({"kind": "grid", "shape": [2, 3, 4], "mines": 3}, Board(Topology.grid(2, 3, 4), 3)),
    ({"kind": "torus", "shape": [4, 5], "mines": 3}, Board(Topology.torus(4, 5), 3)),
    ({"kind": "graph", "adjacency": [[1], [0]], "mines": 1}, Board(Topology.graph([[1], [0]]), 1)),
    ({"topology": "square", "shape": [4, 5], "mines": 3}, Board.square(4, 5, 3)),
    ({"topology": "hexagons", "rows": 4, "columns": 5, "mines": 3}, Board(Topology.hexagons(4, 5), 3)),
]


@given(topologies(), st.data())
def test_a_board_comes_back_from_json(topology: Topology, data: st.DataObject) -> None:
    board = Board(topology, data.draw(st.integers(0, topology.size)))
    assert board_from(json.loads(json.dumps(board_object(board)))) == board
    for cell in topology:
        assert cell_from(json.loads(json.dumps(cell_value(cell)))) == cell


@pytest.mark.parametrize(("value", "board"), OLD_BOARDS)
def test_runs_of_earlier_versions_are_read(value: dict[str, Any], board: Board) -> None:
    cell = board.topology.cell(0)
    configuration = Plan.from_arguments(board, ["best"], rules=Rules(), seed=7, first_cell=cell).configuration
    old = {**configuration.to_dict(), "board": value}
    assert Configuration.from_dict(json.loads(json.dumps(old))) == configuration
    assert Configuration.from_dict(configuration.to_dict()) == configuration
    bare = replace(configuration, first_cell=None)
    assert Configuration.from_dict(bare.to_dict()) == bare


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ([], "an object with the field `mines`"),
        ({"shape": [3, 3]}, "an object with the field `mines`"),
        ({"mines": 1}, "needs a `shape`"),
        ({"shape": "9", "mines": 1}, "needs a `shape`"),
        ({"shape": [True, 2], "mines": 1}, "needs a `shape`"),
        ({"shape": [3, 0], "mines": 1}, "at least one cell"),
        ({"shape": [3, 3], "mines": 10}, "cannot hold"),
        ({"topology": "hexagon", "shape": [3, 3], "mines": 1}, "did you mean 'hexagons'"),
        ({"topology": ["torus"], "shape": [3, 3], "mines": 1}, "unknown topology"),
        ({"topology": "hexagons", "shape": [3], "mines": 1}, "has rows and columns"),
        ({"topology": "graph", "shape": [3], "mines": 1}, "needs an `adjacency`"),
        ({"adjacency": [[1], []], "mines": 1}, "does not list"),
        ({"adjacency": [[1], [0]], "topology": "torus", "mines": 1}, "so does the topology 'torus'"),
        ({"adjacency": [[1], [0]], "shape": [3], "mines": 1}, "has 2 cells, but `shape` is"),
    ],
)
def test_anything_but_a_board_is_refused(value: Any, text: str) -> None:
    with pytest.raises(BoardError, match=text):
        board_from(value)


def test_the_registry_has_every_kind() -> None:
    assert {*TOUCHING, "graph", "offsets"} == {*get_args(TopologyName), *get_args(Kind)}
    for name in TOPOLOGY_NAMES:
        assert TOUCHING[name].sentences or name in NEIGHBOURHOODS, "tell language models which cells touch"
        topology = topology_by_name(name, (3, 4))
        assert topology.name == name
        by_name = Topology.offsets(3, 4, name) if name in NEIGHBOURHOODS else getattr(Topology, name)(3, 4)
        assert topology == by_name == eval(repr(topology))
        assert Position([[-1] * 4] * 3, 1, name).topology == topology
    types = (ROOT / "js" / "index.d.ts").read_text(encoding="utf-8")
    (names,) = re.findall(r"^export type Topology = (.*) \| `offsets", types, re.MULTILINE)
    assert names == " | ".join(f'"{name}"' for name in TOPOLOGY_NAMES), "js/index.d.ts needs the name"
