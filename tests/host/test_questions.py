"""Questions are answered as by the library, and the assistant does what its hints say."""

import math
from collections.abc import Iterable
from typing import Any

import numpy as np
import pytest
from support.live import EXPERT, Live, Message, View, close, floats, marks_bytes, marks_in

import sapper
from sapper import Position
from sapper._support.words import counting_from
from sapper.board.marks import FLAG, HIDDEN
from sapper.board.mine_prior import mine_claim
from sapper.board.topology import TOPOLOGY_NAMES, TopologyName
from sapper.inference.components import anatomy_of

UNSURE = "1......\n2......\n.......\n.......\n......1\n......."
"""The best guess is not the safest, for a reason with figures."""
WITHOUT_COUNT = "1..\n.F.\n...\n..2"


def position(text: str, mines: int | None = None, **count: Any) -> dict[str, Any]:
    view = sapper.Position.from_text(text)
    return {"shape": view.topology.shape, "marks": marks_bytes(view.marks), "mines": mines, **count}


def test_a_fair_board_is_won_by_certain_moves_alone(live: Live) -> None:
    state = live.new(board={"level": "intermediate"}, first_click="fair")
    assert live.act(state["game"], "flag", 3)["status"] == "playing"
    assert live.open(state["game"], 100)["status"] == "playing"
    result = live.ask("assist", game=state["game"], action="run")
    assert (result["reason"], live.ask("resume", game=state["game"])["status"]) == ("over", "won")


def test_an_impossible_fair_board_is_an_error_and_can_be_stopped(live: Live) -> None:
    state = live.new(board={"shape": [40, 40], "mines": 500}, first_click="fair")
    id = live.send("act", game=state["game"], kind="open", cell=820, key="first")
    live.send("stop", request=id)
    assert live.all_answers(id)[-1]["error"]["type"] == "cancelled"
    assert not live.ask("resume", game=state["game"])["begun"]


HINTS = [("1..\n1..\n...", 2), ("1..\n...", 2), (UNSURE, 9)]


@pytest.mark.parametrize(("text", "mines"), HINTS)
def test_hints_are_those_of_the_library(live: Live, text: str, mines: int) -> None:
    answer = live.ask("hint", position=position(text, mines), all=True)
    columns = text.index("\n")
    with counting_from(1):
        truth = sapper.hint(text, mines)
        sentences = [*map(truth.explain, truth.in_turn), *([] if truth.guess is None else [truth.text])]
        assert answer["sentence"] == truth.text
        assert [each["sentence"] for each in answer["hints"]] == sentences
        reason = None if truth.guess is None else truth.guess.reason
    if truth.deduction is not None:
        assert answer["rule"] == truth.deduction.rule
        for name in ("safe", "numbers"):
            assert [divmod(cell, columns) for cell in answer[name]] == list(getattr(truth.deduction, name))
        return
    guess = truth.guess
    assert guess is not None
    assert guess.figures is not None
    assert answer["guess"]["reason"] in (None, reason)
    assert (answer["guess"]["risk"], answer["safest"]["risk"]) == (guess.risk, guess.safest_risk)
    assert answer["guess"]["win"] == guess.figures.win_probability
    cells = [divmod(answer[name]["cell"], columns) for name in ("guess", "safest")]
    assert cells == [guess.cell, guess.safest]


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
    marks = np.full(20, -1) if request["marks"] is None else marks_in(request)
    truth = sapper.analyse(sapper.Position(marks.reshape(4, 5), 4, topology))
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


@pytest.mark.parametrize("trust", [False, True])
@pytest.mark.parametrize("claim", ["20%", "0.5 %", "3-6", " 2 - 9 ", "4", "unknown", "4-4"])
def test_an_analysis_without_a_mine_count_is_the_library_s(live: Live, claim: str, trust: bool) -> None:
    request = position(WITHOUT_COUNT, mine_prior=claim)
    answer = live.ask("analyse", position=request, trust_flags=trust, guess=True, moves=20)
    truth: Any = sapper.analyse(WITHOUT_COUNT, mine_claim(claim), trust_flags=trust)
    hint, advice = live.ask("hint", position=request), sapper.hint(WITHOUT_COUNT, mine_claim(claim))
    assert hint["rule"] == (None if advice.deduction is None else advice.deduction.rule)
    assert (hint["guess"] or {}).get("risk") == (None if advice.guess is None else advice.guess.risk)
    assert live.ask("structure", position=request)["type"] == "structure"
    expected = truth.mine_probability.astype(np.float32).ravel()
    assert np.array_equal(floats(answer["mine_probability"]), expected, equal_nan=True)
    assert [divmod(cell, 3) for cell in answer["safe"]] == list(truth.safe)
    assert answer["log10_configurations"] == pytest.approx(truth.log_configurations / math.log(10))
    if claim == "unknown" or truth.position.mines is not None:
        assert answer["mine_counts"] is None
        return
    counts = dict(map(tuple, answer["mine_counts"]))
    assert counts == pytest.approx(truth.mine_counts, rel=1e-9)
    assert list(counts) == sorted(counts)
    risks = [move["risk"] for move in answer["moves"]]
    assert risks == sorted(risks)
    ranking = sapper.rank(WITHOUT_COUNT, mine_claim(claim), trust_flags=trust)
    assert risks == [move.risk for move in ranking if move.kind == "open"][: len(risks)]
    assert (answer["win_probability"], answer["dead"], answer["mines_left"]) == (None, None, None)


def test_a_large_board_has_all_counts_of_a_density(live: Live) -> None:
    answer = live.ask("analyse", position={"shape": [16, 30], "mine_prior": "20%"})
    counts = dict(map(tuple, answer["mine_counts"]))
    assert list(counts) == list(range(481))
    for mines in (60, 96, 140):
        binomial = math.comb(480, mines) * 0.2**mines * 0.8 ** (480 - mines)
        assert counts[mines] == pytest.approx(binomial, rel=1e-9)


def test_the_counter_says_how_many_there_are(live: Live) -> None:
    total, left = (
        live.ask("analyse", position=each, guess=True)
        for each in (position(WITHOUT_COUNT, mines=5), position(WITHOUT_COUNT, mines_left=4))
    )
    for answer in (total, left):
        del answer["elapsed_ms"], answer["id"]
    assert total == left
    assert left["mines_left"] == 4


def test_the_risk_taken_is_that_of_the_moves_and_of_the_first_if_the_rules_leave_one(live: Live) -> None:
    state = live.new(minefield={"shape": [3, 3], "mines": 2, "mined": [7, 8]})
    live.open(state["game"], 0)
    risk = live.ask("analyse", game=state["game"])["risk_taken"]
    assert risk == pytest.approx(2 / 9)
    any_first: dict[str, str] = {"first_click": "any"}
    lucky = {**any_first, "guessing": "lucky"}
    for rules, risk in ((any_first, 10 / 81), (lucky, 0), ({"first_click": "safe"}, 0)):
        game = live.new(board={"level": "beginner"}, seed="1", **rules)["game"]
        live.open(game, 0)
        assert live.ask("analyse", game=game)["risk_taken"] == pytest.approx(risk, abs=0)


def test_errors_of_slow_thoughts_and_moves_name_the_whole_time_limit(live: Live) -> None:
    marks = np.full((500, 500), -1, np.int16)
    marks[0, 0] = 1
    request = {"shape": [500, 500], "mines": 50_000, "marks": marks_bytes(marks)}
    asks: list[tuple[str, dict[str, Any]]] = [("analyse", {}), ("cell", {"cell": 1}), ("hint", {})]
    questions = [(type, {"position": request, **fields}) for type, fields in asks]
    game = live.new(board={"shape": [500, 500], "mines": 40_000}, seed="3")["game"]
    live.open(game, 1000)
    moves = [("assist", {"game": game, "action": action}) for action in ("move", "step", "run", "guess")]
    for type, fields in questions + moves:
        error = live.ask(type, time_limit_ms=1, **fields)["error"]
        assert error == {"type": "budget", "message": "this was not done within 0.001 seconds"}


def test_a_minefield_comes_back_as_it_is_read(live: Live) -> None:
    result = sapper.Minefield([(0, 0)], sapper.Topology.square(2, 3), first_cell=(1, 2))
    content = sapper.formats.render(result, "tatham")
    answer = live.ask("read", content=content, format="tatham")
    assert answer["minefield"]["first_cell"] == 5
    assert live.file("write", minefield=answer["minefield"], format="tatham") == content


def test_the_solver_s_view_is_that_of_the_library(live: Live) -> None:
    rows = "1......\n1.2.3..\n.......\n..1...."
    answer = live.ask("structure", position=position(rows, 9))
    topology, truth = sapper.Topology.square(4, 7), anatomy_of(sapper.Position.from_text(rows, mines=9))

    def numbers_of(cells: Iterable[sapper.Cell]) -> list[int]:
        return [topology.index(cell) for cell in cells]

    assert (answer["safe"], answer["mines"]) == (numbers_of(truth.safe), numbers_of(truth.mines))
    assert answer["sea"] == truth.sea
    assert [x["cells"] for x in answer["components"]] == [numbers_of(x.cells) for x in truth.components]
    sweeps = [[numbers_of(group) for group in each.sweep] for each in truth.components]
    assert [each["sweep"] for each in answer["components"]] == sweeps
    assert sweeps


def test_the_beliefs_are_those_of_the_strategy(live: Live) -> None:
    state = live.new(board={"level": "intermediate"}, seed="7", first_click="opening", win="flagged")
    view = View(state)
    view.take(live.open(state["game"], 100))
    position = sapper.Position(view.marks.reshape(16, 16), 40)
    for name in ("bounds-boundary", "knowledge-density", "subset+random", "exact+first", None):
        beliefs = sapper.Strategy(name or "best").beliefs(position, rules=sapper.Rules("opening", "flagged"))
        answer = live.ask("beliefs", game=state["game"], strategy=name)
        assert (answer["strategy"], answer["window"]) == (name or "best", [0, 0, 16, 16])
        assert np.array_equal(floats(answer["risk"]), beliefs.risk.astype(np.float32).ravel(), equal_nan=True)
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


def test_thinking_in_view_shows_the_structure_before_moves(live: Live) -> None:
    state = live.new(board={"level": "beginner"}, seed="5")
    answers = live.all_answers(live.send("autoplay", game=state["game"], delay_ms=0, thinking=True))
    assert answers[0]["type"] == "structure"
    assert {answer["type"] for answer in answers} == {"structure", "update", "autoplay"}


def test_a_large_board_gets_the_simplest_of_its_hints(live: Live) -> None:
    request = position("111111\n1.11.1\n111111", 2)
    every = live.ask("hint", position=request, all=True)["hints"]
    live.tell("limits", limits={"HINTS": 1})
    assert live.ask("hint", position=request, all=True)["hints"] == every[:1] != every


def test_as_many_ranked_guesses_come_as_are_asked_for(live: Live) -> None:
    request = position(UNSURE, 9)
    ranking = sapper.rank(UNSURE, mines=9, most=7)
    expected = [{**move.to_dict(), "cell": 7 * move.cell[0] + move.cell[1]} for move in ranking]
    for fields, most in (({"moves": 1}, 1), ({}, 5), ({"moves": 7}, 7)):
        assert close(live.ask("analyse", position=request, guess=True, **fields)["moves"]) == expected[:most]


def test_positions_to_train_on_take_more_than_one_number(live: Live) -> None:
    """They are of games: flags are right, one number alone says nothing more, and what is asked follows."""
    rules, view = set(), set()
    for seed in range(12):
        truth = live.ask("exercise", seed=str(seed))
        assert truth | {"id": 0} == live.ask("exercise", seed=str(seed)) | {"id": 0}
        marks = marks_in(truth).reshape(9, 9)
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
    same_board = sapper.Board(getattr(sapper.Topology, topology)(5, 6), 7)
    puzzle = sapper.make_puzzle(same_board, hardest=hardest, seed=2**64 - 1)
    assert result["board"] == board
    assert np.array_equal(marks_in(result), puzzle.position.marks.ravel())
    for name in ("hardest", "steps", "number"):
        assert result[name] == getattr(puzzle, name)


class AssistedGame:
    """A game that the assistant plays."""

    def __init__(self, live: Live, **options: Any) -> None:
        self.live = live
        self.id = live.new(**options)["game"]

    @property
    def marks(self) -> np.ndarray[Any, Any]:
        return marks_in(self.live.ask("resume", game=self.id))

    @property
    def position(self) -> Position:
        return Position(self.marks.reshape(16, 30), 99)

    def hints(self) -> Message:
        return self.live.ask("hint", game=self.id, all=True)

    def assist(self, action: str, flags: bool = True, **more: Any) -> Message:
        """Lets the assistant act, and returns how it ended."""
        return self.live.ask("assist", game=self.id, action=action, flags=flags, **more)

    def newly_open(self, before: np.ndarray[Any, Any]) -> set[int]:
        return set(np.flatnonzero((before < 0) & (self.marks >= 0)).tolist())


def test_hints_are_safe_first_and_moves_and_guesses_do_what_they_say(live: Live) -> None:
    counts = {"done": 0, "guess": 0, "over": 0}
    for seed in range(4):
        game = AssistedGame(live, board=EXPERT, seed=str(seed), first_click="opening")
        reason = check_move(game)
        while reason != "over":
            counts[reason] += 1
            reason = check_guess(game) if reason == "guess" else check_move(game)
    assert counts["done"] > 20
    assert counts["guess"] > 3


def check_move(game: AssistedGame) -> str:
    """The assistant moves as the hints say, which are those of the library. Returns why it stopped."""
    hints, before = game.hints(), game.marks
    sentences = [each["sentence"] for each in hints["hints"]]
    assert sentences
    assert len(set(sentences)) == len(sentences)
    if not (before >= 0).any():
        assert hints["guess"]["risk"] == 0
        reason: str = game.assist("move")["reason"]
        assert hints["guess"]["cell"] in game.newly_open(before)
        return reason
    analysis = sapper.analyse(game.position)
    index = analysis.position.topology.index
    safe, mines = ({cell for each in hints["hints"] for cell in each[name]} for name in ("safe", "mines"))
    assert safe == set(map(index, analysis.safe))
    assert mines >= {index(cell) for cell in analysis.mines if analysis.position[cell] != FLAG}
    assert bool(hints["hints"][0]["safe"]) == bool(safe)
    assert (hints["guess"] is None) == bool(safe)
    result = game.assist("move")
    if not (safe or mines):
        assert (result["reason"], result["moves"]) == ("guess", 0)
        return "guess"
    assert safe <= game.newly_open(before)
    assert all(game.marks[cell] == FLAG for cell in mines) or result["reason"] == "over"
    return str(result["reason"])


def check_guess(game: AssistedGame) -> str:
    """The guess is that of the hint, with the figures of the best three. Returns why it stopped."""
    hints, before, position = game.hints(), game.marks, game.position
    result = game.assist("guess")
    advice = result["hint"]
    assert advice["sentence"] == hints["hints"][-1]["sentence"]
    for name in ("guess", "safest", "moves"):
        assert advice[name] == hints[name]
    ranking = sapper.rank(position, most=3)
    best = [move.cell for move in ranking if move.kind == "open"]
    assert [divmod(move["cell"], 30) for move in advice["moves"]] == best
    assert advice["moves"][0]["cell"] == advice["guess"]["cell"]
    assert advice["moves"][0]["risk"] == pytest.approx(advice["guess"]["risk"])
    if result["reason"] == "done":
        assert advice["guess"]["cell"] in game.newly_open(before)
    else:
        end = game.live.ask("resume", game=game.id)["end"]
        assert end["cause"] == "cleared" or end["cells"] == [advice["guess"]["cell"]]
    return str(result["reason"])


@pytest.mark.parametrize("number", [0, pytest.param(2, marks=pytest.mark.long)])
def test_a_step_does_the_first_cell_of_the_hint_that_is_shown(live: Live, number: int) -> None:
    game = AssistedGame(live, board=EXPERT, seed="3", first_click="opening")
    game.assist("step")
    steps = 0
    while True:
        hints = game.hints()["hints"]
        hint = hints[min(number, len(hints) - 1)]
        before = game.marks
        result = game.assist("step", hint=hints.index(hint))
        if result["reason"] != "done":
            break
        steps += 1
        if hint["safe"]:
            assert hint["safe"][0] in game.newly_open(before)
        else:
            (flag_cell,) = np.flatnonzero((before != FLAG) & (game.marks == FLAG))
            assert flag_cell in {cell for each in hints for cell in each["mines"]}
    assert steps > 10
    assert (result["reason"], result["moves"]) == ("guess", 0)


def test_without_flags_only_cells_are_opened(live: Live) -> None:
    game = AssistedGame(live, board=EXPERT, seed="3", first_click="opening")
    game.assist("run", flags=False)
    assert FLAG not in game.marks
    assert not sapper.analyse(game.position).safe
    assert game.assist("step", flags=False)["reason"] == "guess"


def test_among_equal_cells_the_hint_and_the_guess_take_the_same(live: Live) -> None:
    """Four corners are alike, and the rules leave the first cell unprotected."""
    game = AssistedGame(live, board={"shape": [9, 9], "mines": 10}, seed="2", first_click="any")
    hint = game.hints()
    assert hint["guess"]["risk"] == pytest.approx(10 / 81)
    assert game.assist("move")["reason"] == "guess"
    before = game.marks
    result = game.assist("guess")
    assert result["hint"]["guess"] == hint["guess"]
    assert game.marks[hint["guess"]["cell"]] != HIDDEN or result["reason"] == "over"
    assert before[hint["guess"]["cell"]] == HIDDEN


def test_a_guess_that_is_not_needed_opens_the_safe_cell_of_the_hint(live: Live) -> None:
    game = AssistedGame(live, board=EXPERT, seed="3", first_click="opening")
    live.open(game.id, 8 * 30 + 8)
    hints, before = game.hints(), game.marks
    result = game.assist("guess")
    assert result["hint"]["guess"] is None
    assert result["hint"]["sentence"] == hints["sentence"] == hints["hints"][0]["sentence"]
    assert hints["safe"][0] in game.newly_open(before)


@pytest.mark.parametrize("action", ["move", "step", "run", "guess"])
def test_the_assistant_begins_a_fair_game_where_the_hint_says(live: Live, action: str) -> None:
    game = AssistedGame(live, board={"level": "beginner"}, first_click="fair")
    cell = game.hints()["guess"]["cell"]
    result = game.assist(action, flags=False)
    assert result["moves"] >= 1
    assert result["reason"] in ("done", "over")
    assert game.marks[cell] >= 0
