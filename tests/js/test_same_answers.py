"""The engine in WebAssembly answers as `sapper engine` does: both are the same code, compiled twice."""

import json
import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from support.lattices import lattice
from support.protocol import COMMANDS, Session
from support.wasm import Ask

import sapper
from sapper.board.topology import TOPOLOGY_NAMES

DATA = Path(__file__).parents[1] / "data"
LEVELS = ("beginner", "intermediate", "expert")
FIGURES = ("figures", "safest_figures")


def known_positions() -> list[dict[str, Any]]:
    """Positions whose configurations are counted in `tests/data`, on boards of all kinds."""
    exact = json.loads((DATA / "positions" / "exact.json").read_text(encoding="utf-8"))
    found: list[dict[str, Any]] = []
    for each in exact:
        marks = [[-1 if mark == "?" else int(mark) for mark in row] for row in each["rows"]]
        found.append({"command": "position", "marks": marks, "mines": each["mines"]})
    for each in json.loads((DATA / "configurations.json").read_text(encoding="utf-8")):
        is_graph = each["topology"] == "graph"
        board = {"adjacency": each["adjacency"]} if is_graph else {"topology": each["topology"]}
        marks = np.array(each["marks"]).reshape(each.get("shape", -1)).tolist()
        found.append({"command": "position", "marks": marks, "mines": each["mines"], **board})
    return found


KNOWN = known_positions()


def comparable(value: Any, is_figure: bool = False) -> Any:
    """An answer without its time, and with twelve digits of the figures of guesses.

    They come from logarithms, whose last bit is the system's.
    """
    if isinstance(value, dict):
        known = {name: each for name, each in value.items() if name != "elapsed_ms"}
        return {name: comparable(each, is_figure or name in FIGURES) for name, each in known.items()}
    if isinstance(value, list):
        return [comparable(each, is_figure) for each in value]
    return f"{value:.12g}" if is_figure and isinstance(value, int | float) else value


def check(ask: Ask, requests: list[dict[str, Any]]) -> None:
    session = Session(sapper.__version__)
    for request, theirs in zip(requests, ask(requests), strict=True):
        assert comparable(theirs) == comparable(session.answer(request)), request


def analyses(position: dict[str, Any]) -> list[dict[str, Any]]:
    """What is asked about a position whose configurations can be counted."""
    flags = {"command": "analyse", "trust_flags": True}
    return [position, {"command": "analyse", "configurations": True}, flags, {"command": "safest"}]


def advice(position: dict[str, Any]) -> list[dict[str, Any]]:
    """A position, with and without its mine count, and its hints and rankings."""
    hint = {"command": "hint", "all": True, "most": 3}
    trusting = {**hint, "trust_flags": True}
    ranking = {"command": "analyse", "most": 5}
    return [
        *(position, hint, ranking, {**ranking, "trust_flags": True}),
        *(trusting, {**position, "mines": None}, hint, trusting),
    ]


def games(count: int) -> list[dict[str, Any]]:
    return [{"command": "play", "level": level, "games": count, "seed": 24} for level in LEVELS]


def positions_in(games: list[sapper.Game]) -> list[dict[str, Any]]:
    """The positions after the moves of some games, with some hidden cells flagged, rightly or not."""
    draw = random.Random(3)
    found: list[dict[str, Any]] = []
    for game in games:
        while game.status == "playing":
            for cell in sapper.Strategy("fast").choose(game).cells:
                if game.status == "playing":
                    game.open(cell)
            topology = game.position.topology
            marks = game.position.marks.copy()
            for cell in topology:
                if marks[cell] == -1 and draw.random() < 0.1:
                    marks[cell] = -2
            is_graph = topology.name == "graph"
            neighbours = [topology.neighbours(cell) for cell in topology] if is_graph else None
            board = {"adjacency": neighbours} if is_graph else {"topology": topology.name}
            found.append({"command": "position", "marks": marks.tolist(), "mines": game.board.mines, **board})
    return found


@pytest.mark.parametrize("every", [4, pytest.param(1, marks=pytest.mark.long)])
@pytest.mark.parametrize("host", ["in_node", "in_chromium"])
def test_positions_with_known_counts(host: str, every: int, request: pytest.FixtureRequest) -> None:
    ask: Ask = request.getfixturevalue(host)
    check(ask, [each for position in KNOWN[::every] for each in analyses(position)])


@pytest.mark.parametrize("count", [30, pytest.param(1000, marks=pytest.mark.long)])
@pytest.mark.parametrize("host", ["in_node", "in_chromium"])
def test_games_of_each_level(host: str, count: int, request: pytest.FixtureRequest) -> None:
    ask: Ask = request.getfixturevalue(host)
    check(ask, games(count))


@pytest.mark.parametrize("topology", [*TOPOLOGY_NAMES, "grid"])
def test_boards_and_rules(in_node: Ask, topology: str) -> None:
    shape = [4, 4, 4] if topology == "grid" else [9, 12]
    board = {"shape": shape, "topology": topology, "mines": 12}
    rules = {"first_click": "any", "on_mine": "continue", "first_cell": [1] * len(shape)}
    fair = {"command": "generate", **board, "seed": 7, "count": 3}
    check(
        in_node,
        [
            {"command": "play", **board, "games": 20},
            {"command": "play", **board, "games": 20, **rules},
            fair,
            {**fair, "first_click": "safe", "method": "adjusted", "hardest": "cases"},
            {**fair, "fair": False, "three_bv": [10, 60], "number": 100, "first_cell": [0] * len(shape)},
            {"command": "measure", "shape": shape, "topology": topology, "mines": [[0] * len(shape)]},
        ],
    )


@pytest.mark.parametrize(
    ("count", "every"), [(1, 4), pytest.param(6, 1, marks=pytest.mark.long)], ids=["few", "all"]
)
@pytest.mark.parametrize(
    ("topology", "mines"),
    [
        (sapper.Topology.square(16, 30), 99),
        (sapper.Topology.hexagons(10, 12), 25),
        (sapper.Topology.octagons(10, 12), 24),
        (sapper.Topology.torus(10, 12), 22),
        (sapper.Topology.offsets(10, 12, "cross", wrap=True), 22),
        (sapper.Topology.grid(5, 5, 5), 14),
        (sapper.Topology.grid(60), 20),
        (sapper.Topology.graph([[(i + j) % 50 for j in (1, 2, 7, 43, 48, 49)] for i in range(50)]), 14),
    ],
    ids=str,
)
def test_hints_and_rankings_in_games(
    in_node: Ask, topology: sapper.Topology[Any], mines: int, count: int, every: int
) -> None:
    board = sapper.Board(topology, mines)
    games = [sapper.Game(board, rules="safe", seed=seed) for seed in range(count)]
    check(in_node, [request for each in positions_in(games)[::every] for request in advice(each)])


@pytest.mark.parametrize(
    "advice_on_it",
    [
        {"command": "hint"},
        pytest.param({"command": "hint", "most": 5}, marks=pytest.mark.long),
        pytest.param({"command": "analyse", "most": 5}, marks=pytest.mark.long),
    ],
    ids=str,
)
def test_advice_where_risks_are_estimates(in_node: Ask, advice_on_it: dict[str, Any]) -> None:
    marks = lattice(31, 31, density=0.35).marks.copy()
    marks[marks != -1] = 4
    position = {"command": "position", "marks": marks.tolist(), "mines": 300}
    check(in_node, [position, advice_on_it])


def test_evaluations(in_node: Ask) -> None:
    game = sapper.Game("expert", seed=7)
    game.open(3, 3)
    middle = {"command": "position", "marks": game.position.marks.tolist(), "mines": 99}
    few = {"command": "position", "marks": [[1, -1, -1], [-1, -1, -1]], "mines": 2}
    impossible = {"command": "position", "marks": [[1, -1, 1], [1, -1, 2]], "mines": 2}
    marks = game.position.marks.copy()
    marks[10, 20] = -3
    lost = {"command": "position", "marks": marks.tolist(), "mines": 99}
    rough = {"command": "evaluate", "error": 0.05}
    other = {"command": "evaluate", "strategy": "subset+random", "games": 100, "seed": 5}
    check(in_node, [request for each in (middle, few, impossible, lost) for request in (each, rough, other)])


# Numbers beyond the 32 bits of its addresses, and an error of each part of the engine.
WRONG: list[Any] = [
    {},
    {"command": "analyze"},
    {"command": "new", "shape": [99999, 99999], "mines": 1},
    {"command": "new", "mines": 1, "adjacency": [[1], []]},
    {"command": "position", "marks": [[-1, 70000]], "mines": 1},
    {"command": "position", "marks": [[-1, 1], [2, -1]]},
    {"command": "analyse"},
    {"command": "safest", "time_limit": -1e-7},
    {"command": "open", "cell": [0, 9], "number": 1},
    {"command": "play", "level": "beginner", "seed": -1},
    {"command": "play", "level": "beginner", "strategy": "pairs+rondom"},
    {"command": "generate", "shape": [1, 1], "mines": 1},
    {"command": "measure", "shape": [3, 3], "mines": [[0, 2], [0, 2]]},
]


def test_errors(in_node: Ask) -> None:
    check(in_node, WRONG)


FIELDS = (
    "level", "shape", "mines", "topology", "adjacency", "marks", "cell", "number", "cells", "numbers", "set",
    "all", "moves", "by", "trust_flags", "configurations", "strategy", "games", "seed", "first_cell", "count",
    "fair", "text", "format",
)  # fmt: skip
VALUES: tuple[Any, ...] = (
    *(None, True, -1, 0, 1, 2, 3, "torus", "expert", "fast", "octagons", "1?\n..", "plain"),
    *("2x2x1\n1H\nHH", [], [1], [2, 2], [0, 1], [[1], [0]], [[1, -1], [-1, -2]], [[-1, -1, 2]]),
    *([[0, 1], [1, 1]], [[]], {}),
)


@pytest.mark.parametrize("count", [300, pytest.param(3000, marks=pytest.mark.long)])
def test_whatever_the_fields_hold(in_node: Ask, count: int) -> None:
    draw = random.Random(24)
    requests = []
    for _ in range(count):
        fields = {name: draw.choice(VALUES) for name in draw.sample(FIELDS, draw.randint(0, 5))}
        request = {"command": draw.choice(COMMANDS), **fields}
        if request["command"] == "generate":
            request["seed"] = 1  # else it is random
        requests += [{"command": "new", "shape": [2, 3], "mines": 1}, request]
    check(in_node, requests)
