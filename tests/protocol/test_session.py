"""What each command does, its errors, and that the schema describes the answers."""

import json
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator, ValidationError
from support.protocol import RefusedError, Session

import sapper
from sapper import Position, Topology, evaluate, rank
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
    moves_object,
)


@pytest.fixture
def session() -> Session:
    """With a board of three rows and four columns, 1 at its corner and around it."""
    session = Session()
    session.ask(command="new", shape=[3, 4], mines=2)
    session.ask(command="open", cells=[[0, 0], [0, 1], [1, 0]], numbers=[1, 1, 1])
    return session


def test_a_new_board_is_hidden() -> None:
    boards: list[dict[str, Any]] = [
        {"shape": [2, 3], "mines": 1},
        {"shape": [3, 4], "topology": "torus", "mines": 1},
        {"shape": [3, 4], "topology": "hexagons", "mines": 1},
        {"shape": [2, 2, 2], "topology": "grid", "mines": 0},
        {"shape": [2], "topology": "graph", "adjacency": [[1], [0]], "mines": 2},
    ]
    for board in boards:
        fields = {name: value for name, value in board.items() if value not in ("grid", "graph", [2])}
        answer = Session().ask(command="new", **fields)
        assert answer.pop("board") == {"topology": "square", **board}
        size = int(np.prod(board["shape"]))
        assert answer == {"answer": "position", "hidden": size, "mines_left": board["mines"]}
    assert Session().ask(command="new", level="expert")["mines_left"] == 99


def test_a_position_comes_as_text_or_as_marks() -> None:
    for fields in (
        {"text": "2x2x1\n1H\nFH"},
        {"text": "1.\nF.", "mines": 1, "format": "plain"},
        {"marks": [[1, -1], [-2, -1]], "mines": 1},
    ):
        answer = Session().ask(command="position", **fields)
        assert (answer["board"]["shape"], answer["hidden"], answer["mines_left"]) == ([2, 2], 3, 0)


def test_a_whole_number_may_have_a_fraction_of_zero() -> None:
    session = Session()
    assert session.ask(command="position", marks=[[1.0, -1.0]], mines=1.0)["mines_left"] == 1
    assert session.ask(command="open", cell=[0.0, 1e0], number=-3.0)["hidden"] == 0
    board = {"command": "generate", "level": "beginner"}
    assert session.ask(**board, seed=7.0, count=2.0) == session.ask(**board, seed=7, count=2)
    for count in (1.5, 1e300, -1e300, 5e-324):
        with pytest.raises(RefusedError, match="`count` of 'generate' must be"):
            session.ask(**board, count=count)
    with pytest.raises(RefusedError, match="`seed` of 'generate' must be a whole number"):
        session.ask(**board, seed=2.0**53)  # a double, which may stand for a number beside it


def test_a_format_that_is_detected_and_not_plain_is_named() -> None:
    rows: dict[str, Any] = {"command": "position", "text": "1\n?1\n11\n"}
    assert Session().ask(**rows)["read_as"] == "counted"
    assert "read_as" not in Session().ask(**rows, format="counted")
    assert "read_as" not in Session().ask(command="position", text="?1")
    with pytest.raises(RefusedError, match=r"as 'plain' .* and as 'zeros' ") as refusal:
        Session().ask(command="position", text="..1xxx", mines=1)
    assert refusal.value.about["formats"] == ["plain", "zeros"]


def test_a_position_on_a_graph() -> None:
    session = Session()
    session.ask(command="position", marks=[1, -1, -1], adjacency=[[1], [0, 2], [1]], mines=1)
    assert session.ask(command="safest") == {"answer": "safest", "cell": 2, "risk": 0.0}
    session.ask(command="open", cell=2, number=1)
    assert session.ask(command="analyse")["mines"] == [1]


def test_flags_come_and_go_and_are_trusted_on_demand(session: Session) -> None:
    assert session.ask(command="safest") == {"answer": "safest", "cell": [0, 2], "risk": 0.0}
    assert session.ask(command="flag", cell=[2, 3])["mines_left"] == 1
    assert session.ask(command="analyse")["mine_probability"][2][3] == 0.25
    assert session.ask(command="analyse", trust_flags=True)["mines"] == [[1, 1], [2, 3]]
    assert session.ask(command="flag", cell=[2, 3], set=False)["mines_left"] == 2
    assert session.ask(command="open", cell=[1, 1], number=-3)["mines_left"] == 1
    session.ask(command="position", marks=[[0, 0]], mines=0)
    assert session.ask(command="safest") == {"answer": "safest", "cell": None, "risk": None}


FIELDS_OF_ANALYSE = "`command`, `id`, `configurations`, `most`, `by`, `seed`, `trust_flags`, `time_limit`.$"
GRAPH = {"command": "new", "adjacency": [[1], [0]], "mines": 0}
WRONG_SHAPE = r"`adjacency` has 2 cells, but `shape` is \(1, 3\): leave out `shape`"
REFUSALS: list[tuple[dict[str, Any], str, str]] = [
    ({}, "request", "needs a `command`"),
    ({"command": 3}, "request", "needs a `command`"),
    ({"Command": "hello"}, "request", "needs a `command`"),
    ({"command": "new"}, "request", "'new' needs `mines`"),
    ({"command": "new", "mines": 1}, "request", "'new' needs `shape`"),
    ({"command": "new", "level": "export"}, "board", "did you mean 'expert'"),
    ({"command": "new", "level": 3}, "request", "`level` of 'new' must be a string, not 3"),
    ({"command": "new", "shape": [2, 2], "mines": 5}, "position", "4 cells cannot hold 5 mines"),
    ({"command": "new", "shape": [2, 2], "mines": True}, "request", "whole number, not true"),
    ({"command": "new", "shape": [0, 2], "mines": 0}, "request", "from 1 up"),
    ({"command": "new", "shape": [1] * 9, "mines": 0}, "request", "1 to 6"),
    ({"command": "new", "shape": [2, "3"], "mines": 0}, "request", "array of whole numbers"),
    ({"command": "new", "shape": [10**5, 10**5], "mines": 0}, "request", "at most 20000000 cells"),
    ({"command": "new", "shape": [2, 2], "mines": 0, "topology": "ring"}, "position", "'torus'"),
    ({**GRAPH, "topology": "torus"}, "request", "so does the topology 'torus': leave out one of them"),
    ({**GRAPH, "shape": [1, 3]}, "request", WRONG_SHAPE),
    ({**GRAPH, "adjacency": [["a"]]}, "board", "must list the numbers of every cell's neighbours"),
    ({"command": "position"}, "request", "needs `marks`"),
    ({"command": "position", "marks": 5, "mines": 0}, "request", "must be an array, not 5"),
    ({"command": "position", "marks": [[1, {}]], "mines": 0}, "position", "whole numbers"),
    ({"command": "position", "marks": [[1, 10**30]], "mines": 0}, "position", "whole numbers"),
    ({"command": "position", "text": "1.", "mines": 0, "format": "x"}, "format", "format 'x'"),
    ({"command": "open", "cell": "a1", "number": 1}, "request", "row, column"),
    ({"command": "open", "number": 1}, "request", "needs `cell`"),
    ({"command": "open", "cell": [0, 2]}, "request", "needs `number`"),
    ({"command": "open", "cell": [0, 2], "number": 6}, "position", "neighbours"),
    ({"command": "open", "cell": [0, 2], "number": -1}, "request", "-3 for an exploded mine"),
    ({"command": "open", "cells": [[0, 2]], "numbers": [1, 2]}, "request", "1 `cells` but 2 `numbers`"),
    ({"command": "flag", "cell": [0, 0]}, "request", "is open"),
    ({"command": "flag"}, "request", "needs `cell`"),
    ({"command": "analyse", "time_limit": 0}, "request", "seconds above 0"),
    (
        {"command": "analyse", "trust_flag": True},
        "request",
        "unknown field of 'analyse' `trust_flag`: did you mean `trust_flags`",
    ),
    ({"command": "analyse", "by": "win"}, "request", "`by` orders the moves: it needs `most`"),
    ({"command": "stop", "now": 1}, "request", "unknown field of 'stop' `now`"),
    ({"command": "analyse", "now": 1}, "request", FIELDS_OF_ANALYSE),
]


def test_a_position_needs_no_mine_count_for_a_hint(session: Session) -> None:
    reply = session.ask(command="position", text="111\n???\n???")
    assert reply["board"]["mines"] is None
    assert reply["mines_left"] is None
    answer = session.ask(command="hint")
    assert answer["deduction"]["safe"] == [[1, 2]]
    assert answer["guess"] is None
    moves = session.ask(command="hint", most=3)["moves"]
    assert [1, 2] in [move["cell"] for move in moves]
    session.ask(command="open", cell=[1, 2], number=2)
    for command in ("analyse", "safest"):
        with pytest.raises(RefusedError, match=r"is missing: give `mines`$"):
            session.ask(command=command)
    session.ask(command="position", text="1..")
    assert session.ask(command="hint")["text"].endswith("give `mines`.")


@pytest.mark.parametrize(("fields", "kind", "text"), REFUSALS)
def test_an_impossible_command_says_why_and_changes_nothing(
    session: Session, fields: dict[str, Any], kind: str, text: str
) -> None:
    before = session.ask(command="analyse")
    with pytest.raises(RefusedError, match=text) as refusal:
        session.ask(**fields)
    assert refusal.value.about["type"] == kind
    assert {**session.ask(command="analyse"), "elapsed_ms": 0} == {**before, "elapsed_ms": 0}


def test_a_hint_explains(session: Session) -> None:
    answer = session.ask(command="hint")
    assert answer["answer"] == "hint"
    assert answer["deduction"]["safe"]
    assert answer["deduction"]["rule"] == "single"
    assert "deductions" not in answer
    everything = session.ask(command="hint", all=True, time_limit=60)
    assert everything["deductions"][0]["mines"] == [[1, 1]]
    assert answer["deduction"] in everything["deductions"][1:]


def test_the_best_moves_come_with_an_analysis_or_a_hint(session: Session) -> None:
    session.ask(command="position", text="1..\n...", mines=2)
    ranking = json.loads(json_line({"moves": moves_object(rank("1..\n...", mines=2, most=3))}))
    for command in ("analyse", "hint"):
        assert "moves" not in session.ask(command=command)
        assert session.ask(command=command, most=3)["moves"] == ranking["moves"]
        assert len(session.ask(command=command, most=10**30)["moves"]) == 5
        with pytest.raises(RefusedError, match=r"`most` of .* must be 1 or more, not 0"):
            session.ask(command=command, most=0)


@pytest.mark.parametrize("mines", [2, None])
def test_hints_and_evaluations_trust_flags_as_those_of_the_library(mines: int | None) -> None:
    session, text = Session(), "1F..\n1...\n...."
    session.ask(command="position", text=text, mines=mines)
    answer = session.ask(command="hint", trust_flags=True, all=True)
    hint = sapper.hint(text, mines, trust_flags=True)
    assert hint.cells == ((1, 1), (2, 0), (2, 1)) or mines is None
    assert answer["deductions"] == json.loads(json.dumps([each.to_dict() for each in hint.deductions]))
    assert len(answer["deductions"]) > len(session.ask(command="hint", all=True)["deductions"])
    if mines is not None:
        session.ask(command="position", text="1F.\n...", mines=2)
        chances = [session.ask(command="evaluate", trust_flags=x)["win_probability"] for x in (True, False)]
        evaluations = [sapper.evaluate("1F.\n...", 2, trust_flags=trusts) for trusts in (True, False)]
        assert chances == [evaluation.win_probability for evaluation in evaluations]
        assert chances[0] > chances[1] > 0
        session.ask(command="position", text="FF..\n....", mines=1)
        for command in ("hint", "evaluate", "analyse"):
            with pytest.raises(RefusedError, match="need at least 2 mines, but the board has 1"):
                session.ask(command=command, trust_flags=True)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("trust_flags", [False, True])
def test_the_moves_of_an_analysis_are_the_ranking(seed: int, trust_flags: bool) -> None:
    """The ranking takes the analysis that the answer has; that of the library makes its own."""
    game = sapper.Game("intermediate", rules="opening", seed=seed)
    game.open(8, 8)
    for count in range(10):
        session = Session()
        session.ask(command="position", marks=game.position.marks.tolist(), mines=40)
        moves = session.ask(command="analyse", most=300, trust_flags=trust_flags)["moves"]
        ranking = rank(game.position, trust_flags=trust_flags, most=300)
        assert moves == json.loads(json_line({"moves": moves_object(ranking)}))["moves"]
        cells = [move.cell for move in ranking if move.kind == "open"]
        if game.status != "playing" or not cells:
            break
        game.open(cells[0])
        if (mines := sapper.analyse(game.position).mines) and game.status == "playing":
            mine = mines[count % len(mines)]
            if game.position[mine] == -1:
                game.flag(mine)


def test_evaluate_is_that_of_the_library(session: Session) -> None:
    session.ask(command="new", level="expert")
    session.ask(command="open", cell=[3, 3], number=1)
    options: dict[str, Any] = {"strategy": "exact+first", "games": 200, "error": 0.001, "seed": 5}
    answer = session.ask(command="evaluate", **options)
    assert answer.pop("answer") == "evaluation"
    marks = np.full((16, 30), -1)
    marks[3, 3] = 1
    assert answer == sapper.evaluate(marks, mines=99, **options).to_dict()
    for error in (0, 1):
        with pytest.raises(RefusedError, match=f"`error` of 'evaluate' must be between 0 and 1, not {error}"):
            session.ask(command="evaluate", error=error)
    with pytest.raises(RefusedError, match="unknown strategy 'nobody'"):
        session.ask(command="evaluate", strategy="nobody")


def test_without_a_position_there_is_nothing_to_ask_about() -> None:
    answer = Session().ask(command="hello")
    assert (answer["answer"], answer["name"], answer["protocol"]) == ("ready", "Sapper", 1)
    assert answer["version"] == "1.2.3"
    corner: dict[str, Any] = {"cell": [0, 0]}
    requests = {"open": corner | {"number": 1}, "flag": corner, "analyse": {}, "safest": {}}
    for command, fields in requests.items():
        with pytest.raises(RefusedError, match="send 'new' or 'position' first"):
            Session().ask(command=command, **fields)


def ask(**fields: Any) -> dict[str, Any]:
    return Session().ask(**fields)


def test_games_are_those_of_the_strategy() -> None:
    """Compares with the games that `Strategy.play` plays move by move."""
    answer = ask(command="play", level="expert", seed=5, number=3, games=3, strategy="fast")
    assert (answer["answer"], answer["strategy"], answer["seed"]) == ("games", "fast", 5)
    for number, summary in enumerate(answer["games"]):
        game = sapper.Game("expert", seed=5, number=3 + number)
        risks = [move.risk for move in sapper.autoplay(game, strategy="fast")]
        assert (summary["status"], summary["clicks"]) == (game.status, len(game.history))
        assert [guess["risk"] for guess in summary["guesses"]] == [risk for risk in risks if risk > 0]
        metrics = sapper.measure(game)
        assert (summary["three_bv"], summary["solved"]) == (metrics.board.three_bv, metrics.solved)
        assert summary["lost_at"] == (None if game.status == "won" else list(game.history[-1].cell))


def test_the_rules_and_the_first_cell_of_games() -> None:
    answer = ask(
        command="play", shape=[4, 4], topology="torus", mines=9, first_click="any", on_mine="continue",
        first_cell=[1, 2], games=20,
    )  # fmt: skip
    assert {"drawn"} <= {game["status"] for game in answer["games"]} <= {"won", "drawn"}
    firsts = [game["lost_at"] for game in answer["games"] if game["guesses"][0]["exploded"]]
    assert firsts
    assert all(cell == [1, 2] for cell in firsts)


@pytest.mark.parametrize(
    ("fields", "kind", "text"),
    [
        ({"level": "expert", "games": 0}, "request", "`games` of 'play' must be from 1 to 10000, not 0"),
        ({"shape": [2, 2], "mines": 4}, "error", "4 mines leave none of 4 cells"),
        ({"shape": [2, 2], "mines": 5}, "board", "cannot hold 5 mines"),
        ({"level": "expert", "strategy": "mine.py:Mine"}, "error", "such names are for the command line"),
        ({"level": "expert", "first_cell": [16, 0]}, "cell", "not on the board"),
        ({"level": "expert", "win": "maybe"}, "error", "unknown `win` 'maybe'"),
    ],
)
def test_games_that_cannot_be_played(fields: dict[str, Any], kind: str, text: str) -> None:
    with pytest.raises(RefusedError) as error:
        ask(command="play", **fields)
    assert text in str(error.value)
    assert error.value.about["type"] == kind
    assert "Python" not in str(error.value)


def test_minefields_are_those_of_generate() -> None:
    answer = ask(command="generate", level="beginner", seed=1, count=2, three_bv=[10, 20], hardest="subset")
    results = sapper.generate_many(2, "beginner", seed=1, three_bv=(10, 20), hardest="subset")
    assert [each["number"] for each in answer["minefields"]] == [each.number for each in results]
    for each, same in zip(answer["minefields"], results, strict=True):
        assert list(map(tuple, each["mines"])) == same.minefield.cells()
        assert tuple(each["first_cell"]) == same.first_cell
        metrics_answer = ask(command="measure", shape=[9, 9], mines=each["mines"])
        assert {"answer": "metrics", **sapper.measure(same.minefield).to_dict()} == metrics_answer


def test_a_search_that_finds_nothing_ends() -> None:
    with pytest.raises(RefusedError, match=r"no such minefield within 0\.01"):
        ask(command="generate", shape=[30, 30], mines=400, seed=1, time_limit=0.01)
    with pytest.raises(RefusedError, match="an array of the least and the most"):
        ask(command="generate", level="expert", three_bv=[1])
    with pytest.raises(RefusedError, match="a mine cannot be there"):
        ask(command="measure", shape=[3, 3], mines=[[0, 5]])


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


SMALL, NEW_GRAPH = to("position", text="1..\n...", mines=2), to("new", adjacency=[[1], [0]], mines=1)
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
    ([NEW_GRAPH, to("open", cell=2, number=1)], lambda: Topology.graph([[1], [0]]).neighbours(2), CellError),
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
