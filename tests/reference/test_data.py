"""The reference against counts made by others, and the counts it made itself for the engine's tests."""

import json
import runpy
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from support.cases import some_of

from sapper.reference import enumerate_truth, grid, hexagons, solve, square, torus

ROOT = Path(__file__).parents[2]
EXACT = json.loads((ROOT / "tests/data/positions/exact.json").read_text(encoding="utf-8"))
CONFIGURATIONS = json.loads((ROOT / "tests/data/configurations.json").read_text(encoding="utf-8"))
MAKERS: dict[str, Callable[..., list[list[int]]]] = {
    "square": square,
    "torus": torus,
    "hexagons": hexagons,
    "grid": grid,
}
ENUMERABLE = 18


@pytest.mark.parametrize("at", some_of(EXACT))
def test_every_count_and_probability_of_independent_counting(at: int) -> None:
    entry = EXACT[at]
    rows = entry["rows"]
    marks = [-1 if character == "?" else int(character) for row in rows for character in row]
    truth = solve(square(len(rows), len(rows[0])), marks, entry["mines"])
    assert str(truth.configurations) == entry["configurations"]
    # Both are the double nearest to the exact fraction, so they are the same double.
    probability = [None if chance is None else float(chance) for chance in truth.probability]
    assert probability == [chance for row in entry["probability"] for chance in row]


def neighbours_of(entry: dict[str, Any]) -> list[list[int]]:
    if entry["topology"] == "graph":
        adjacency: list[list[int]] = entry["adjacency"]
        return adjacency
    return MAKERS[entry["topology"]](*entry["shape"])


@pytest.mark.parametrize("at", some_of(CONFIGURATIONS))
def test_the_fixed_positions_keep_their_counts(at: int) -> None:
    entry = CONFIGURATIONS[at]
    neighbours, marks = neighbours_of(entry), entry["marks"]
    method = enumerate_truth if len(marks) <= ENUMERABLE else solve
    if entry["configurations"] == "0":
        with pytest.raises(ValueError, match="no configuration fits"):
            method(neighbours, marks, entry["mines"])
        return
    truth = method(neighbours, marks, entry["mines"])
    assert str(truth.configurations) == entry["configurations"]
    counts: list[int | None] = [None] * len(marks)
    for count, cells in entry["mine_configurations"].items():
        for cell in cells:
            counts[cell] = int(count)
    assert truth.mine_configurations == tuple(counts)


def test_the_fixed_positions_cover_every_topology_and_contradictions() -> None:
    for tiny in (True, False):
        kinds = {entry["topology"] for entry in CONFIGURATIONS if (len(entry["marks"]) <= ENUMERABLE) == tiny}
        assert kinds == {*MAKERS, "graph"}
    assert "0" in {entry["configurations"] for entry in CONFIGURATIONS}


def test_the_tool_makes_the_fixed_positions_again() -> None:
    tool = runpy.run_path(str(ROOT / "tools/make/configurations.py"))
    tiny = list(tool["tiny_records"](Random(tool["SEED"])))
    assert tiny == CONFIGURATIONS[: len(tiny)]
