"""Fair boards, hints, analyses, reviews, puzzles and exercises: what they promise, checked independently."""

import base64
import re
from collections.abc import Iterable
from typing import Any

import numpy as np
import pytest
from support.live import Live, Seen, close, floats, marks_text

import sapper
from sapper._support.words import counting_from
from sapper.board.topology import TOPOLOGY_NAMES, TopologyName
from sapper.inference.components import anatomy_of


def position(text: str, mines: int) -> dict[str, Any]:
    view = sapper.Position.from_text(text, mines=mines)
    rows, columns = view.topology.shape
    return {"rows": rows, "columns": columns, "mines": mines, "marks": marks_text(view.marks)}


def test_a_fair_board_is_won_by_certain_moves_alone(live: Live) -> None:
    state = live.new(board={"level": "intermediate"}, first_click="fair")
    assert live.act(state["game"], "flag", 3)["status"] == "playing"
    assert live.open(state["game"], 100)["status"] == "playing"
    done = live.ask("assist", game=state["game"], action="run")
    assert (done["reason"], live.ask("resume", game=state["game"])["status"]) == ("over", "won")


def test_an_impossible_fair_board_is_an_error_and_can_be_stopped(live: Live) -> None:
    state = live.new(board={"rows": 40, "columns": 40, "mines": 500}, first_click="fair")
    id = live.send("act", game=state["game"], kind="open", cell=820, key="first")
    live.send("stop", request=id)
    assert live.all_answers(id)[-1]["error"]["type"] == "cancelled"
    assert not live.ask("resume", game=state["game"])["begun"]


def test_a_hint_is_the_library_s(live: Live) -> None:
    answer = live.ask("hint", position=position("1..\n1..\n...", 2), all=True)
    with counting_from(1):
        truth = sapper.hint(sapper.Position.from_text("1..\n1..\n...", mines=2))
        assert answer["sentence"] == truth.text
        assert [each["sentence"] for each in answer["hints"]] == list(map(truth.explain, truth.in_turn))
    assert truth.deduction is not None
    assert answer["rule"] == truth.deduction.rule
    assert [divmod(cell, 3) for cell in answer["safe"]] == list(truth.deduction.safe)
    assert [divmod(cell, 3) for cell in answer["numbers"]] == list(truth.deduction.numbers)


UNSURE = "1......\n2......\n.......\n.......\n......1\n......."
"""The best guess is not the safest, for a reason with figures."""
GUESSES = [
    ("1..\n...", 2),
    (UNSURE, 9),
]


@pytest.mark.parametrize(("text", "mines"), GUESSES)
def test_a_guess_has_the_words_and_the_figures_of_the_library(live: Live, text: str, mines: int) -> None:
    answer = live.ask("hint", position=position(text, mines))
    truth = sapper.hint(text, mines)
    assert counted_from_0(answer["sentence"]) == truth.text
    assert truth.guess is not None
    assert (
        answer["guess"]["reason"] is None or counted_from_0(answer["guess"]["reason"]) == truth.guess.reason
    )
    assert answer["guess"]["risk"] == truth.guess.risk
    assert answer["safest"]["risk"] == truth.guess.safest_risk
    assert truth.guess.figures is not None
    assert answer["guess"]["win"] == truth.guess.figures.win_probability
    columns = text.index("\n")
    assert divmod(answer["guess"]["cell"], columns) == truth.guess.cell
    assert divmod(answer["safest"]["cell"], columns) == truth.guess.safest


def counted_from_0(text: str) -> str:
    """A sentence of the page with the rows and columns that Python writes."""
    places = r"(?:rows?|columns?) [0-9]+(?:(?:, | and )[0-9]+)*"
    return re.sub(places, lambda match: re.sub("[0-9]+", lambda n: str(int(n[0]) - 1), match[0]), text)


def test_hints_and_guesses_believe_the_flags_when_asked_to(live: Live) -> None:
    request = position(".F.\n.1.\n...", 1)
    doubtful, trusting = (live.ask("hint", position=request, trust_flags=trust) for trust in (False, True))
    assert (doubtful["certain"], doubtful["safe"]) == (False, [])
    assert (trusting["certain"], trusting["safe"]) == (True, [0, 2, 3, 5, 6, 7, 8])
    error = live.ask("hint", position=position("FF.\n.1.\n...", 1), trust_flags=True)["error"]
    assert (error["type"], error["cells"]) == ("contradiction", [4])
    request = position("...\n.F.\n.2.", 3)
    doubtful, trusting = (
        live.ask("analyse", position=request, guess=True, trust_flags=trust) for trust in (False, True)
    )
    assert doubtful["win_probability"] == pytest.approx(7 / 15)
    assert trusting["win_probability"] == pytest.approx(2 / 3)
    assert floats(trusting["mine_probability"])[trusting["guess"]] == pytest.approx(1 / 4)


@pytest.mark.parametrize("topology", TOPOLOGY_NAMES)
def test_an_analysis_is_the_library_s(live: Live, topology: TopologyName) -> None:
    request = {**position("01...\n12F..\n.....\n.....", 4), "topology": topology}
    if topology != "square":
        request = {**request, "marks": None}
    answer = live.ask("analyse", position=request, zeros=True)
    marks = Seen({"board": {"shape": [4, 5]}, "marks": request["marks"]}).marks.reshape(4, 5)
    truth = sapper.analyse(sapper.Position(marks.astype(np.int16), 4, topology))
    expected = truth.mine_probability.ravel()
    assert np.allclose(floats(answer["mine_probability"]), expected, equal_nan=True, atol=1e-6)
    assert answer["configurations"] == str(truth.configurations)
    zeros = floats(answer["zero_probability"])
    for cell in np.flatnonzero(~np.isnan(expected))[:6]:
        figures = live.ask("cell", position=request, cell=int(cell))
        outcomes = truth.outcomes(truth.position.topology.cell(int(cell)))
        assert figures["numbers"] == pytest.approx([outcomes.get(number, 0) for number in range(9)])
        assert figures["numbers"][0] == pytest.approx(float(zeros[cell]), abs=1e-6)
        assert int(figures["configurations"]) == round(figures["risk"] * truth.configurations)


def test_the_risk_taken_is_that_of_the_moves_and_of_the_first_if_the_rules_leave_one(live: Live) -> None:
    minefield = {"rows": 3, "columns": 3, "mines": 2, "mined": [7, 8]}
    state = live.new(minefield=minefield)
    live.open(state["game"], 0)
    risk = live.ask("analyse", game=state["game"])["risk_taken"]
    assert risk == pytest.approx(2 / 9)
    unprotected: dict[str, str] = {"first_click": "any"}
    for rules, risk in (
        (unprotected, 10 / 81),
        ({**unprotected, "guessing": "lucky"}, 0),
        ({"first_click": "safe"}, 0),
    ):
        game = live.new(board={"level": "beginner"}, seed="1", **rules)["game"]
        live.open(game, 0)
        assert live.ask("analyse", game=game)["risk_taken"] == pytest.approx(risk, abs=0)


def test_a_game_that_is_not_over_is_not_reviewed(live: Live) -> None:
    state = live.new()
    assert live.ask("review", game=state["game"])["error"]["type"] == "game"
    assert live.ask("review", file="AAAA")["error"]["type"] == "format"


def test_errors_of_slow_thoughts_and_moves_name_the_whole_time_limit(live: Live) -> None:
    marks = np.full((500, 500), -1, np.int16)
    marks[0, 0] = 1
    request = {"rows": 500, "columns": 500, "mines": 50_000, "marks": marks_text(marks)}
    asks: list[tuple[str, dict[str, Any]]] = [("analyse", {}), ("cell", {"cell": 1}), ("hint", {})]
    questions = [(type, {"position": request, **fields}) for type, fields in asks]
    game = live.new(board={"rows": 500, "columns": 500, "mines": 40_000}, seed="3")["game"]
    live.open(game, 1000)
    moves = [("assist", {"game": game, "action": action}) for action in ("move", "step", "run", "guess")]
    for type, fields in questions + moves:
        error = live.ask(type, time_limit_ms=1, **fields)["error"]
        assert error == {"type": "budget", "message": "this was not done within 0.001 seconds"}


def test_a_minefield_comes_back_as_it_is_read(live: Live) -> None:
    result = sapper.Minefield([(0, 0)], sapper.Topology.square(2, 3), first_cell=(1, 2))
    content = sapper.formats.render(result, "tatham")
    read = live.ask("read", content=content, format="tatham")
    assert read["minefield"]["first_cell"] == 5
    assert live.file("write", minefield=read["minefield"], format="tatham") == content


def test_the_solver_s_view_is_that_of_the_library(live: Live) -> None:
    rows = "1......\n1.2.3..\n.......\n..1...."
    answer = live.ask("structure", position=position(rows, 9))
    topology, truth = sapper.Topology.square(4, 7), anatomy_of(sapper.Position.from_text(rows, mines=9))

    def numbered(cells: Iterable[sapper.Cell]) -> list[int]:
        return [topology.index(cell) for cell in cells]

    assert (answer["safe"], answer["mines"]) == (numbered(truth.safe), numbered(truth.mines))
    assert answer["sea"] == truth.sea
    assert [each["cells"] for each in answer["components"]] == [
        numbered(each.cells) for each in truth.components
    ]
    sweeps = [[numbered(group) for group in each.sweep] for each in truth.components]
    assert [each["sweep"] for each in answer["components"]] == sweeps
    assert sweeps


def test_the_beliefs_are_those_of_the_strategy(live: Live) -> None:
    state = live.new(board={"level": "intermediate"}, seed="7", first_click="opening", win="flagged")
    view = Seen(state)
    view.take(live.open(state["game"], 100))
    marks = view.marks.reshape(16, 16)
    position = sapper.Position(marks, 40)
    for name in ("bounds-boundary", "knowledge-density", "subset+random", "exact+first", None):
        beliefs = sapper.Strategy(name or "best").beliefs(
            position, rules=sapper.Rules("opening", win="flagged")
        )
        answer = live.ask("beliefs", game=state["game"], strategy=name)
        assert answer["strategy"] == (name or "best")
        assert answer["window"] == [0, 0, 16, 16]
        expected = beliefs.risk.astype(np.float32).ravel()
        assert np.array_equal(floats(answer["risk"]), expected, equal_nan=True)
        assert answer["safe"] == np.flatnonzero(beliefs.safe).tolist()
        assert answer["mines"] == np.flatnonzero(beliefs.mines).tolist()
        index = position.topology.index
        assert answer["statements"] == [
            {"cells": list(map(index, each.cells)), "least": each.least, "most": each.most}
            for each in beliefs.statements
        ]
    assert "help" in live.ask("resume", game=state["game"])["counts_not"]


def test_beliefs_in_a_window(live: Live) -> None:
    request = {"position": position(UNSURE, 9), "strategy": "subset+density"}
    whole = live.ask("beliefs", **request)
    part = live.ask("beliefs", **request, window=[0, 0, 2, 3])
    assert part["window"] == [0, 0, 2, 3]
    cut = floats(whole["risk"]).reshape(6, 7)[:2, :3].ravel()
    assert np.array_equal(floats(part["risk"]), cut, equal_nan=True)
    assert not np.isnan(cut).all()
    inside = {row * 7 + column for row in range(2) for column in range(3)}
    assert part["statements"] == [each for each in whole["statements"] if inside & set(each["cells"])]
    assert 0 < len(part["statements"]) < len(whole["statements"]) == part["statement_count"]
    live.tell("limits", limits={"STATEMENTS": 1})
    few = live.ask("beliefs", **request)
    assert few["statements"] == whole["statements"][:1]
    assert few["statement_count"] == whole["statement_count"]
    for wrong, kind in (({"window": [0, 0, 9, 9]}, "request"), ({"strategy": "nobody"}, "request")):
        assert live.ask("beliefs", **{**request, **wrong})["error"]["type"] == kind
    clash = {**request, "position": position("1.\n2.", 1)}
    assert live.ask("beliefs", **clash)["error"]["type"] == "contradiction"


def test_thinking_in_view_shows_the_structure_before_moves(live: Live) -> None:
    state = live.new(board={"level": "beginner"}, seed="5")
    answers = live.all_answers(live.send("autoplay", game=state["game"], delay_ms=0, thinking=True))
    assert answers[0]["type"] == "structure"
    assert {answer["type"] for answer in answers} == {"structure", "update", "done"}


def test_a_large_board_gets_the_simplest_of_its_hints(live: Live) -> None:
    marks = np.ones((102, 102), dtype=np.int16)
    marks[1::3, 1::3] = -1  # a mine alone, so every number around it proves it
    mines = 34 * 34
    request = {"rows": 102, "columns": 102, "mines": mines, "marks": marks_text(marks)}
    answer = live.ask("hint", position=request, all=True, time_limit_ms=30_000)
    assert mines > 1000
    assert len(answer["hints"]) == 1000


def test_as_many_ranked_guesses_come_as_are_asked_for(live: Live) -> None:
    request = position(UNSURE, 9)
    rankings = {
        most: live.ask("analyse", position=request, guess=True, moves=most)["moves"] for most in (1, 7)
    }
    usual = live.ask("analyse", position=request, guess=True)["moves"]
    assert (len(rankings[1]), len(usual), len(rankings[7])) == (1, 5, 7)
    assert rankings[7][:5] == usual
    ranking = sapper.rank(UNSURE, mines=9, most=7)
    expected = [{**move.to_dict(), "cell": 7 * move.cell[0] + move.cell[1]} for move in ranking]
    assert close(rankings[7]) == expected
    for wrong in (0, 101, "3"):
        assert live.ask("analyse", position=request, guess=True, moves=wrong)["error"]["type"] == "request"


def test_positions_to_train_on_take_more_than_one_number(live: Live) -> None:
    """They are of games: flags are right, one number alone says nothing more, and what is asked follows."""
    rules, view = set(), set()
    for seed in range(12):
        truth = live.ask("exercise", seed=str(seed))
        assert truth | {"id": 0} == live.ask("exercise", seed=str(seed)) | {"id": 0}
        marks = np.frombuffer(base64.b64decode(truth["marks"]), dtype=np.int8).reshape(9, 9)
        view.add(truth["marks"])
        assert truth["board"] == {"topology": "square", "shape": [9, 9], "mines": 17}
        position = sapper.Position(marks, mines=17)
        analysis = sapper.analyse(position)
        flags = {tuple(cell) for cell in np.argwhere(marks == -2).tolist()}
        assert flags <= set(analysis.mines)
        deductions = sapper.hint(position).in_turn
        assert all(each.rule != "single" for each in deductions if each.difficulty == "single")
        assert truth["rule"] == deductions[0].rule == deductions[0].difficulty
        rules.add(truth["rule"])
        certain = analysis.safe if truth["ask"] == "safe" else sorted(set(analysis.mines) - flags)
        assert [divmod(cell, 9) for cell in truth["safe"]] == list(deductions[0].safe)
        assert certain
    assert len(view) == 12
    assert "subset" in rules


@pytest.mark.parametrize(("topology", "hardest"), [("grid", "subset"), ("hexagons", "counting")])
def test_a_puzzle_is_that_of_the_library(live: Live, topology: str, hardest: str) -> None:
    board = {"topology": topology.replace("grid", "square"), "shape": [5, 6], "mines": 7}
    result = live.ask("puzzle", board=board, hardest=hardest, seed="18446744073709551615")
    puzzle = sapper.make_puzzle(
        sapper.Board(getattr(sapper.Topology, topology)(5, 6), 7), hardest=hardest, seed=2**64 - 1
    )
    marks = np.frombuffer(base64.b64decode(result["marks"]), dtype=np.int8).reshape(5, 6)
    assert result["board"] == board
    assert np.array_equal(marks, puzzle.position.marks)
    assert (result["hardest"], result["steps"], result["number"]) == (
        puzzle.hardest,
        puzzle.steps,
        puzzle.number,
    )


def test_a_puzzle_that_cannot_be_is_refused(live: Live) -> None:
    answer = live.ask("puzzle", board={"shape": [3, 3], "mines": 1}, hardest="luck", seed="1")
    assert "unknown rule 'luck'" in answer["error"]["message"]
