"""The engine in WebAssembly answers as `sapper engine` does: both are the same code, compiled twice."""

import json
from pathlib import Path
from typing import Any

import pytest
from support.protocol import Session
from support.wasm import Ask

KNOWN = json.loads(
    Path(__file__).parents[1].joinpath("data", "positions", "exact.json").read_text(encoding="utf-8")
)
FIGURES = ("figures", "safest_figures")


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
    session = Session()
    for request, theirs in zip(requests, ask(requests), strict=True):
        assert comparable(theirs) == comparable(session.answer(request)), request


def of_positions() -> list[dict[str, Any]]:
    """Positions of known counts, with all that is said about each."""
    requests: list[dict[str, Any]] = []
    for each in KNOWN:
        marks = [[-1 if mark == "?" else int(mark) for mark in row] for row in each["rows"]]
        requests += [
            {"command": "position", "marks": marks, "mines": each["mines"]},
            {"command": "analyse", "configurations": True, "moves": 5},
            {"command": "hint", "all": True, "moves": 3},
        ]
    return requests


OTHERS: list[dict[str, Any]] = [
    {"command": "evaluate", "error": 0.05},
    {"command": "play", "level": "expert", "games": 100, "seed": 2**53 - 1},
    {"command": "play", "level": "beginner", "games": 20, "strategy": "sampled+corners+endgame"},
    {"command": "generate", "level": "beginner", "seed": 7, "count": 3},
    {"command": "measure", "adjacency": [[1], [0, 2], [1]], "mines": [0]},
    {"command": "position", "text": "1..\n.\u00e9.", "mines": 10**15, "id": {"a": [None, 1.5]}},
    {"command": "position", "text": "1..\n...", "mines": 2},
    {"command": "safest", "time_limit": -1e-7},
    {"command": "analyze"},
]


@pytest.mark.parametrize("host", ["in_node", "in_chromium"])
def test_both_answer_alike(host: str, request: pytest.FixtureRequest) -> None:
    ask: Ask = request.getfixturevalue(host)
    check(ask, [*of_positions(), *OTHERS])
