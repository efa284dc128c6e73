"""What each command does, and its errors."""

from dataclasses import asdict
from typing import Any

import numpy as np
import pytest

import sapper
from sapper import rank
from sapper.protocol.answers import error_object
from sapper.protocol.requests import Request, RequestError
from sapper.protocol.session import COMMANDS, Session


def ask(session: Session, **fields: Any) -> dict[str, Any]:
    return session.answer(Request(fields, COMMANDS), sapper.Cancel())


@pytest.fixture
def session() -> Session:
    """With a board of three rows and four columns, 1 at its corner and around it."""
    session = Session()
    ask(session, command="new", shape=[3, 4], mines=2)
    ask(session, command="open", cells=[[0, 0], [0, 1], [1, 0]], numbers=[1, 1, 1])
    return session


def test_hello_gives_name_and_versions() -> None:
    answer = ask(Session(), command="hello")
    assert (answer["answer"], answer["name"], answer["protocol"]) == ("ready", "Sapper", 1)
    assert answer["version"].count(".") >= 1


@pytest.mark.parametrize(
    ("fields", "board"),
    [
        ({"level": "expert"}, {"topology": "square", "shape": [16, 30], "mines": 99}),
        ({"shape": [2, 3], "mines": 1}, {"topology": "square", "shape": [2, 3], "mines": 1}),
        (
            {"shape": [3, 4], "topology": "torus", "mines": 1},
            {"topology": "torus", "shape": [3, 4], "mines": 1},
        ),
        (
            {"shape": [3, 4], "topology": "hexagons", "mines": 1},
            {"topology": "hexagons", "shape": [3, 4], "mines": 1},
        ),
        ({"shape": [2, 2, 2], "mines": 0}, {"topology": "grid", "shape": [2, 2, 2], "mines": 0}),
        (
            {"adjacency": [[1], [0]], "mines": 2},
            {"topology": "graph", "shape": [2], "adjacency": [[1], [0]], "mines": 2},
        ),
    ],
)
def test_a_new_board_is_hidden(fields: dict[str, Any], board: dict[str, Any]) -> None:
    answer = ask(Session(), command="new", **fields)
    size = int(np.prod(board["shape"]))
    assert answer == {"answer": "position", "board": board, "hidden": size, "mines_left": board["mines"]}


def test_a_position_comes_as_text_or_as_marks() -> None:
    for fields in (
        {"text": "2x2x1\n1H\nFH"},
        {"text": "1.\nF.", "mines": 1, "format": "plain"},
        {"marks": [[1, -1], [-2, -1]], "mines": 1},
    ):
        answer = ask(Session(), command="position", **fields)
        assert (answer["board"]["shape"], answer["hidden"], answer["mines_left"]) == ([2, 2], 3, 0)


def test_a_format_that_is_detected_and_not_plain_is_named() -> None:
    rows: dict[str, Any] = {"command": "position", "text": "1\n?1\n11\n"}
    assert ask(Session(), **rows)["read_as"] == "counted"
    assert "read_as" not in ask(Session(), **rows, format="counted")
    assert "read_as" not in ask(Session(), command="position", text="?1")
    with pytest.raises(sapper.FormatError, match=r"as 'plain' .* and as 'zeros' "):
        ask(Session(), command="position", text="..1xxx", mines=1)


def test_a_position_on_a_graph() -> None:
    session = Session()
    ask(session, command="position", marks=[1, -1, -1], adjacency=[[1], [0, 2], [1]], mines=1)
    assert ask(session, command="best") == {"answer": "best", "cell": 2, "risk": 0.0}
    ask(session, command="open", cell=2, number=1)
    assert ask(session, command="analyse")["mines"] == [1]


def test_an_analysis_is_that_of_the_position(session: Session) -> None:
    answer = ask(session, command="analyse")
    assert (answer["answer"], answer["mines"]) == ("analysis", [[1, 1]])
    assert answer["configurations"] is None
    assert ask(session, command="analyse", configurations=True)["configurations"] == "4"


def test_the_best_cell_and_its_risk(session: Session) -> None:
    assert ask(session, command="best") == {"answer": "best", "cell": [0, 2], "risk": 0.0}


def test_with_nothing_hidden_no_cell_is_best() -> None:
    session = Session()
    ask(session, command="position", marks=[[0, 0]], mines=0)
    assert ask(session, command="best") == {"answer": "best", "cell": None, "risk": None}


def test_flags_come_and_go_and_are_trusted_on_demand(session: Session) -> None:
    assert ask(session, command="flag", cell=[2, 3])["mines_left"] == 1
    assert ask(session, command="analyse")["mine_probability"][2][3] == 0.25
    assert ask(session, command="analyse", trust_flags=True)["mines"] == [[1, 1], [2, 3]]
    assert ask(session, command="flag", cell=[2, 3], set=False)["mines_left"] == 2


def test_an_exploded_mine_counts(session: Session) -> None:
    assert ask(session, command="open", cell=[1, 1], number=-3)["mines_left"] == 1


REFUSED: list[tuple[dict[str, Any], type[sapper.SapperError], str]] = [
    ({"command": "new"}, RequestError, "'new' needs 'mines'"),
    ({"command": "new", "mines": 1}, RequestError, "'new' needs 'shape'"),
    ({"command": "new", "level": "export"}, sapper.BoardError, "did you mean 'expert'"),
    ({"command": "new", "level": 3}, RequestError, "'level' of 'new' must be a string, not 3"),
    ({"command": "new", "shape": [2, 2], "mines": 5}, sapper.PositionError, "4 cells cannot hold 5 mines"),
    ({"command": "new", "shape": [2, 2], "mines": True}, RequestError, "whole number, not true"),
    ({"command": "new", "shape": [0, 2], "mines": 0}, RequestError, "from 1 up"),
    ({"command": "new", "shape": [1] * 9, "mines": 0}, RequestError, "1 to 6"),
    ({"command": "new", "shape": [2, "3"], "mines": 0}, RequestError, "array of whole numbers"),
    ({"command": "new", "shape": [10**5, 10**5], "mines": 0}, RequestError, "at most 20000000 cells"),
    ({"command": "new", "shape": [2, 2], "mines": 0, "topology": "ring"}, sapper.PositionError, "'torus'"),
    ({"command": "new", "adjacency": [[1], []], "mines": 0}, sapper.BoardError, "does not list 0"),
    (
        {"command": "new", "adjacency": [["a"]], "mines": 0},
        sapper.BoardError,
        "must list the numbers of every cell's neighbours",
    ),
    ({"command": "position"}, RequestError, "needs 'marks'"),
    ({"command": "position", "marks": 5, "mines": 0}, RequestError, "must be an array, not 5"),
    ({"command": "position", "marks": [[1, {}]], "mines": 0}, sapper.PositionError, "whole numbers"),
    ({"command": "position", "marks": [[1, 10**30]], "mines": 0}, sapper.PositionError, "whole numbers"),
    ({"command": "position", "text": "1z", "mines": 0}, sapper.FormatError, "unknown 'z'"),
    ({"command": "position", "text": "1.", "mines": 0, "format": "x"}, sapper.FormatError, "format 'x'"),
    ({"command": "open", "cell": [0, 9], "number": 1}, sapper.CellError, "not on the board"),
    ({"command": "open", "cell": "a1", "number": 1}, RequestError, "row, column"),
    ({"command": "open", "number": 1}, RequestError, "needs 'cell'"),
    ({"command": "open", "cell": [0, 2]}, RequestError, "needs 'number'"),
    ({"command": "open", "cell": [0, 2], "number": 6}, sapper.PositionError, "neighbours"),
    ({"command": "open", "cell": [0, 2], "number": -1}, RequestError, "-3 for an exploded mine"),
    ({"command": "open", "cells": [[0, 2]], "numbers": [1, 2]}, RequestError, "1 'cells' but 2 'numbers'"),
    ({"command": "flag", "cell": [0, 0]}, RequestError, "is open"),
    ({"command": "flag"}, RequestError, "needs 'cell'"),
    ({"command": "analyse", "time_limit": 0}, RequestError, "seconds above 0"),
    ({"command": "analyse", "time_limit": 1e-9}, sapper.BudgetError, "did not finish"),
    ({"command": "analyse", "trust_flag": True}, RequestError, "did you mean 'trust_flags'"),
    ({"command": "analyse", "by": "win"}, RequestError, "'by' orders the moves: it needs 'moves'"),
    ({"command": "stop", "now": 1}, RequestError, "unknown field of 'stop' 'now'"),
    (
        {"command": "analyse", "now": 1},
        RequestError,
        "'command', 'id', 'configurations', 'moves', 'by', 'trust_flags', 'time_limit'.$",
    ),
]


def test_a_position_needs_no_mine_count_for_a_hint(session: Session) -> None:
    seen = ask(session, command="position", text="111\n???\n???")
    assert seen["board"]["mines"] is None
    assert seen["mines_left"] is None
    answer = ask(session, command="hint")
    assert answer["deduction"]["safe"] == [[1, 2]]
    assert answer["guess"] is None
    moves = ask(session, command="hint", moves=3)["moves"]
    assert [1, 2] in [move["cell"] for move in moves]
    ask(session, command="open", cell=[1, 2], number=2)
    for command in ("analyse", "best"):
        with pytest.raises(sapper.PositionError, match="give mines="):
            ask(session, command=command)


@pytest.mark.parametrize(("fields", "error", "text"), REFUSED)
def test_an_impossible_command_says_why_and_changes_nothing(
    session: Session, fields: dict[str, Any], error: type[sapper.SapperError], text: str
) -> None:
    before = ask(session, command="analyse")
    with pytest.raises(error, match=text):
        ask(session, **fields)
    after = ask(session, command="analyse")
    assert {**after, "elapsed_ms": 0} == {**before, "elapsed_ms": 0}


@pytest.mark.parametrize("command", ["open", "flag", "analyse", "best"])
def test_without_a_position_there_is_nothing_to_ask_about(command: str) -> None:
    fields: dict[str, Any] = {"cell": [0, 0]} if command in ("open", "flag") else {}
    if command == "open":
        fields["number"] = 1
    with pytest.raises(RequestError, match="send 'new' or 'position' first"):
        ask(Session(), command=command, **fields)


@pytest.mark.parametrize("fields", [{}, {"command": 3}, {"command": None}, {"Command": "hello"}])
def test_a_request_names_its_command(fields: dict[str, Any]) -> None:
    with pytest.raises(RequestError, match="needs a 'command'"):
        Request(fields, COMMANDS)


def test_an_unknown_command_gets_the_nearest_suggested() -> None:
    with pytest.raises(RequestError, match="did you mean 'analyse'"):
        Request({"command": "analyze"}, COMMANDS)


def test_a_hint_explains(session: Session) -> None:
    answer = ask(session, command="hint")
    assert answer["answer"] == "hint"
    assert answer["deduction"]["safe"]
    assert answer["deduction"]["rule"] == "single"
    assert "deductions" not in answer
    everything = ask(session, command="hint", all=True, time_limit=60)
    assert everything["deductions"][0]["mines"] == [[1, 1]]
    assert answer["deduction"] in everything["deductions"][1:]


def test_the_best_moves_come_with_an_analysis_or_a_hint(session: Session) -> None:
    ask(session, command="position", text="1..\n...", mines=2)
    ranking = rank("1..\n...", 3, mines=2)
    for command in ("analyse", "hint"):
        assert "moves" not in ask(session, command=command)
        answer = ask(session, command=command, moves=3)
        assert [tuple(move["cell"]) for move in answer["moves"]] == [move.cell for move in ranking]
        assert [move["figures"] for move in answer["moves"]] == [
            None if move.figures is None else asdict(move.figures) for move in ranking
        ]
        assert len(ask(session, command=command, moves=10**30)["moves"]) == 5
        with pytest.raises(RequestError, match=r"'moves' of .* must be 1 or more, not 0"):
            ask(session, command=command, moves=0)


def test_flags_that_are_trusted_count_for_the_best_moves(session: Session) -> None:
    ask(session, command="position", text="1F..\n1...", mines=2)
    (move,) = ask(session, command="analyse", trust_flags=True, moves=1)["moves"]
    assert (move["cell"], move["risk"], move["rule"]) == ([1, 1], 0.0, "single")


def test_what_is_missing_is_named_as_a_field(session: Session) -> None:
    ask(session, command="position", text="1..")
    with pytest.raises(sapper.PositionError) as caught:
        ask(session, command="analyse")
    assert error_object(caught.value)["message"].endswith("is missing: give 'mines'")
    assert ask(session, command="hint")["text"].endswith("give 'mines'.")


def test_evaluate_is_that_of_the_library(session: Session) -> None:
    ask(session, command="new", level="expert")
    ask(session, command="open", cell=[3, 3], number=1)
    answer = ask(session, command="evaluate", player="exact+first", games=200, error=0.001, seed=5)
    assert answer.pop("answer") == "evaluation"
    marks = np.full((16, 30), -1)
    marks[3, 3] = 1
    assert (
        answer
        == sapper.evaluate(marks, mines=99, player="exact+first", games=200, error=0.001, seed=5).to_dict()
    )
    for error in (0, 1):
        with pytest.raises(RequestError, match=f"'error' of 'evaluate' must be between 0 and 1, not {error}"):
            ask(session, command="evaluate", error=error)
    with pytest.raises(sapper.StrategyError):
        ask(session, command="evaluate", player="nobody")
