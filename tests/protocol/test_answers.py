"""Results as JSON: what they say, and that the schema describes them."""

import json
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator, ValidationError
from support.protocol import Session

import sapper
from sapper import Position, Topology, evaluate
from sapper.board.topology import TOPOLOGY_NAMES, topology_by_name
from sapper.errors import (
    ArgumentError,
    BoardError,
    BudgetError,
    CancelledError,
    CellError,
    ContradictionError,
    FormatError,
    GameError,
    PositionError,
    SapperError,
    StrategyError,
)
from sapper.protocol.answers import (
    analysis_object,
    analysis_schema,
    error_object,
    exact_configurations,
    hint_schema,
    json_line,
)

VALIDATOR = Draft202012Validator(analysis_schema())


def answer_of(position: sapper.Position) -> Any:
    """An analysis as it comes out of the other end of the pipe."""
    analysis = sapper.analyse(position)
    answer = json.loads(json_line(analysis_object(analysis, 0.25, exact_configurations(analysis))))
    VALIDATOR.validate(answer)
    return answer


@given(st.sampled_from([*TOPOLOGY_NAMES, "grid"]), st.integers(0, 2**20))
def test_every_answer_fits_the_schema(kind: str, seed: int) -> None:
    shape = (2, 3, 3) if kind == "grid" else (4, 5)
    topology = topology_by_name(kind, shape)
    game = sapper.Game(sapper.Board(topology, 4), seed=seed)
    game.open(topology.cell(seed % topology.size))
    answer = answer_of(game.position)
    assert answer["board"]["topology"] == kind
    assert np.array(answer["mine_probability"], dtype=object).shape == shape


def test_a_number_too_long_to_write_is_left_out() -> None:
    analysis = sapper.analyse(np.full((120, 120), -1), mines=7200)
    assert exact_configurations(analysis) is None
    answer = analysis_object(analysis, 0)
    assert answer["configurations"] is None
    assert answer["log10_configurations"] > 4000
    assert exact_configurations(sapper.analyse("1.\n..", mines=1), time_limit=0) is None  # in no time
    answer = answer_of(sapper.Position([[0, 0]], mines=0))
    assert (answer["safest"], answer["safest_risk"], answer["configurations"]) == (None, None, "1")
    assert (answer["log10_configurations"], answer["win_probability"]) == (0, 1)


ERRORS: list[tuple[SapperError, dict[str, Any]]] = [
    (
        ContradictionError("no", [(0, 1), (2, 3)], mine_count=True),
        {"type": "contradiction", "cells": [[0, 1], [2, 3]], "mine_count": True},
    ),
    (PositionError("no", (0, 1)), {"type": "position", "cell": [0, 1]}),
    (PositionError("no"), {"type": "position"}),
    (FormatError("no", line=3, column=4), {"type": "format", "line": 3, "column": 4}),
    (FormatError("no", offset=0), {"type": "format", "offset": 0}),
    (BoardError("no"), {"type": "board"}),
    (CellError("no", (0, 1)), {"type": "cell"}),
    (BudgetError("no"), {"type": "budget"}),
    (CancelledError("no"), {"type": "cancelled"}),
    (SapperError("no"), {"type": "error"}),
]


@pytest.mark.parametrize(("error", "expected"), ERRORS)
def test_an_error_says_what_is_known_about_it(error: SapperError, expected: dict[str, Any]) -> None:
    answer = error_object(error)
    VALIDATOR.validate({"error": answer})
    assert answer == {"message": "no", **expected}


def to(command: str, **fields: Any) -> dict[str, Any]:
    return {"command": command, **fields}


SMALL, GRAPH = to("position", text="1..\n...", mines=2), to("new", adjacency=[[1], [0]], mines=1)
CLASH = to("position", text="1?1\n1?2", mines=2)
POSITION = sapper.Position("1..\n...", mines=2)
STOP = sapper.Cancel()
STOP.set()
TORIS: Any = "toris"
SURE: Any = "sure"

FAULTS: list[tuple[list[dict[str, Any]], Callable[[], Any], type[SapperError]]] = [
    ([CLASH, to("analyse")], lambda: sapper.analyse("1?1\n1?2", mines=2), ContradictionError),
    ([to("position", marks=[[9, -1]], mines=1)], lambda: Position([[9, -1]], mines=1), PositionError),
    (
        [to("position", marks=[[-1]], mines=1, topology="toris")],
        lambda: Position([[-1]], 1, TORIS),
        PositionError,
    ),
    ([to("position", text="1.\n2z", mines=1)], lambda: Position("1.\n2z", mines=1), FormatError),
    ([to("position", text="..1xxx", mines=1)], lambda: Position.from_text("..1xxx", 1), FormatError),
    ([to("new", adjacency=[[1], []], mines=1)], lambda: Topology.graph([[1], []]), BoardError),
    ([SMALL, to("open", cell=[0, 3], number=1)], lambda: POSITION.topology.neighbours((0, 3)), CellError),
    ([GRAPH, to("open", cell=2, number=1)], lambda: Topology.graph([[1], [0]]).neighbours(2), CellError),
    ([SMALL, to("evaluate", strategy="bets")], lambda: evaluate(POSITION, strategy="bets"), StrategyError),
    ([SMALL, to("evaluate", seed=-1)], lambda: evaluate(POSITION, seed=-1), ArgumentError),
    ([to("play", level="expert", first_click="sure")], lambda: sapper.Rules(first_click=SURE), GameError),
    ([to("new", shape=[1, 2], mines=2), to("evaluate")], lambda: evaluate("..", mines=2), GameError),
    ([SMALL, to("analyse", time_limit=1e-9)], lambda: sapper.analyse(POSITION, time_limit=1e-9), BudgetError),
    ([SMALL, to("analyse")], lambda: sapper.analyse(POSITION, cancel=STOP), CancelledError),
]


@pytest.mark.parametrize(("requests", "call", "kind"), FAULTS)
def test_python_and_the_protocol_describe_a_fault_alike(
    requests: list[dict[str, Any]], call: Callable[[], Any], kind: type[SapperError]
) -> None:
    """The commands write `error_object`, and the engine its own errors."""
    session = Session()
    *before, last = requests
    for request in before:
        session.ask(**request)
    answer = session.answer(last, STOP if kind is CancelledError else None)
    with pytest.raises(kind) as refusal:
        call()
    assert type(refusal.value) is kind
    assert error_object(refusal.value) == answer["error"]


def test_the_schema_is_a_schema_and_refuses_what_it_should() -> None:
    for schema in (analysis_schema(), hint_schema()):
        Draft202012Validator.check_schema(schema)
    good = answer_of(sapper.Position([[1, -1]], mines=1))
    for wrong in (
        {**good, "configurations": 1},
        {**good, "mine_probability": [[None, 1.5]]},
        {**good, "more": 1},
        {key: value for key, value in good.items() if key != "safe"},
        {"error": {"type": "novel", "message": ""}},
    ):
        with pytest.raises(ValidationError):
            VALIDATOR.validate(wrong)
