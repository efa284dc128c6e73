"""Boards as JSON: one way to write them, and reading what every earlier version wrote."""

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.strategies import topologies

from sapper import Board, BoardError, Position, Rules, Topology
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
