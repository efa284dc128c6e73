"""The package for npm: it answers and reads replays as Python does, as both are the same code."""

import base64
import json
import re
import subprocess
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from support.fuzzing import CORPUS, mutants
from support.lattices import lattice
from support.protocol import Session
from support.recordings import evf4, evfs
from support.replays import GAME
from support.wasm import PACKAGE, Ask, node

import sapper
from sapper import FormatError, Replay
from sapper.board.topology import TOPOLOGY_NAMES
from sapper.formats import FORMATS, read_all
from sapper.formats.registry import Hints
from sapper.replays.replay import presses_of

DATA = Path(__file__).parents[1] / "data"
LEVELS = ("beginner", "intermediate", "expert")
FIGURES = ("figures", "safest_figures")


def known_positions() -> list[dict[str, Any]]:
    """Positions whose configurations are counted in `tests/data`, on boards of all kinds."""
    exact = json.loads((DATA / "positions" / "exact.json").read_text(encoding="utf-8"))
    positions: list[dict[str, Any]] = []
    for each in exact:
        marks = [[-1 if mark == "?" else int(mark) for mark in row] for row in each["rows"]]
        positions.append({"command": "position", "marks": marks, "mines": each["mines"]})
    for each in json.loads((DATA / "configurations.json").read_text(encoding="utf-8")):
        is_graph = each["topology"] == "graph"
        board = {"adjacency": each["adjacency"]} if is_graph else {"topology": each["topology"]}
        marks = np.array(each["marks"]).reshape(each.get("shape", -1)).tolist()
        positions.append({"command": "position", "marks": marks, "mines": each["mines"], **board})
    return positions


POSITIONS = known_positions()


def comparable(value: Any, is_figure: bool = False) -> Any:
    """An answer without its time, and with twelve digits of the figures of guesses.

    They come from logarithms, whose last bit is the system's.
    """
    if isinstance(value, dict):
        fields = {name: each for name, each in value.items() if name != "elapsed_ms"}
        return {name: comparable(each, is_figure or name in FIGURES) for name, each in fields.items()}
    if isinstance(value, list):
        return [comparable(each, is_figure) for each in value]
    return f"{value:.12g}" if is_figure and isinstance(value, int | float) else value


def check(ask: Ask, requests: list[dict[str, Any]]) -> None:
    session = Session(sapper.__version__)
    for request, theirs in zip(requests, ask(requests), strict=True):
        assert comparable(theirs) == comparable(session.answer(request)), request


def questions(position: dict[str, Any]) -> list[dict[str, Any]]:
    """A position, then with a flag or two and without its mine count, and all that is asked about each."""
    analysis = {"command": "analyse", "configurations": True}
    hint, ranking = {"command": "hint", "all": True, "most": 3}, {"command": "analyse", "most": 5}
    trusting = [{**each, "trust_flags": True} for each in (hint, ranking)]
    marks = np.array(position["marks"])
    marks.flat[np.flatnonzero(marks == -1)[::10]] = -2
    with_flags = {**position, "marks": marks.tolist()}
    return [
        *(position, analysis, {"command": "safest"}, hint, ranking),
        *(with_flags, analysis, hint, ranking, *trusting, {**with_flags, "mines": None}, hint, trusting[0]),
    ]


def games(count: int) -> list[dict[str, Any]]:
    return [{"command": "play", "level": level, "games": count, "seed": 24} for level in LEVELS]


@pytest.mark.parametrize("every", [16, pytest.param(1, marks=pytest.mark.long)])
@pytest.mark.parametrize("host", ["in_node", "in_chromium"])
def test_positions_with_known_counts(host: str, every: int, request: pytest.FixtureRequest) -> None:
    ask: Ask = request.getfixturevalue(host)
    check(ask, [each for position in POSITIONS[::every] for each in questions(position)])


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


@pytest.mark.long
def test_advice_where_risks_are_estimates(in_node: Ask) -> None:
    marks = lattice(31, 31, density=0.35).marks.copy()
    marks[marks != -1] = 4
    check(in_node, [{"command": "position", "marks": marks.tolist(), "mines": 300}, {"command": "hint"}])


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


SCRIPT = Path(__file__).parent / "replays.mjs"
RULES = ("win", "on_mine", "question_marks", "guessing")
NAMES = ("avf", "rmv", "mvf", "evf", "evfs", "rawvf")


def read_in_node(files: list[tuple[bytes, int]]) -> list[dict[str, Any]]:
    lines = [json.dumps([base64.b64encode(data).decode(), number]) for data, number in files]
    command = [node(), str(SCRIPT), str(PACKAGE)]
    process = subprocess.run(command, input="\n".join(lines), capture_output=True, text=True, check=True)
    return [json.loads(line) for line in process.stdout.strip("\n").split("\n")]


def form_of(replay: Replay, format: str) -> dict[str, Any]:
    index = replay.board.topology.index
    rules = replay.rules
    return {
        "format": format,
        "topology": replay.board.topology.name,
        "shape": list(replay.board.topology.shape),
        "mined": replay.minefield.mined.view(np.uint8).ravel().tolist(),
        "rules": {"first_click": "any", **{name: getattr(rules, name) for name in RULES}},
        "cellSize": replay.cell_size,
        "about": dict(replay.about),
        "events": [
            {"seconds": event.seconds, "kind": event.kind, "x": event.pixel[0], "y": event.pixel[1]}
            | {"cell": None if event.cell is None else index(event.cell)}
            for event in replay.events
            if event.pixel is not None
        ],
        "actions": [
            {"seconds": action.seconds, "kind": action.kind, "cell": index(action.cell)}
            | {"pressed": None if press is None else index(press)}
            | dict(zip("xy", event.pixel or (None, None), strict=True))
            for action, (press, event) in zip(replay.actions, presses_of(replay.events), strict=True)
        ],
    }


def test_files_of_every_format_are_read_alike() -> None:
    files = [(name, data) for name in NAMES for data in (*CORPUS[name], *mutants(name, 100, 1))]
    read_count = 0
    for (name, data), answer in zip(files, read_in_node([(data, 0) for _, data in files]), strict=True):
        try:
            replay = FORMATS[name].read(data, Hints())
        except FormatError:
            assert answer.get("format") != name
            continue
        if answer.get("format") == name:
            assert isinstance(replay, Replay)
            expected = form_of(replay, name)
            if any(0x80 <= byte < 0xA0 for byte in data):
                assert answer.pop("about").keys() == expected.pop("about").keys()
            assert answer == expected, data
            read_count += 1
        else:
            assert not FORMATS[name].recognises(data) or "different meanings" in answer["message"]
    assert read_count > len(files) / 5


def test_a_replay_of_several_is_read_by_its_number(tmp_path: Path) -> None:
    data = evfs(evf4(GAME), evf4(GAME, player=b"Second"))
    (tmp_path / "games.evfs").write_bytes(data)
    first, second = read_all(tmp_path / "games.evfs")
    assert read_in_node([(data, 1), (data, 2)]) == [form_of(first, "evfs"), form_of(second, "evfs")]
    none, several = read_in_node([(data, 3), (data, 0)])
    assert none is None
    assert several["message"].startswith("evfs: this file holds 2 replays")


@pytest.mark.long
def test_the_readme_runs_in_a_project_that_installed_the_package(tmp_path: Path) -> None:
    pack_process = subprocess.run(
        ["npm", "pack", "--json", str(PACKAGE)], cwd=tmp_path, check=True, capture_output=True, text=True
    )
    (archive,) = tmp_path.glob("*.tgz")
    assert archive.name == f"sapper-engine-{version('sapper')}.tgz"
    for name in ("index.d.ts", "sapper.wasm", "LICENSE", "README.md"):
        assert f'"path": "{name}"' in pack_process.stdout
    (tmp_path / "package.json").write_text('{"type": "module"}')
    install = ["npm", "install", "--offline", "--no-audit", "--no-fund", archive.name]
    subprocess.run(install, cwd=tmp_path, check=True, capture_output=True)
    code, output = re.findall(r"```(?:js)?\n(.*?)```", (PACKAGE / "README.md").read_text(), re.DOTALL)
    (tmp_path / "example.js").write_text(code)
    ran = subprocess.run([node(), "example.js"], cwd=tmp_path, check=True, capture_output=True, text=True)
    assert ran.stdout == output
    package = json.loads((tmp_path / "node_modules/sapper-engine/package.json").read_text())
    assert "dependencies" not in package
