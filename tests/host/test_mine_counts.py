"""Analyse on the page without the number of mines: it is the analysis of the library, for the same words."""

import math
from typing import Any

import numpy as np
import pytest
from support.live import Live, floats, marks_text

import sapper
from sapper.board.mine_prior import mine_claim

TEXT = "1..\n.F.\n...\n..2"
CLAIMS = ["20%", "0.5 %", "3-6", " 2 - 9 ", "4", "unknown", "4-4"]


def position(text: str = TEXT, **mines: Any) -> dict[str, Any]:
    marks = sapper.Position.from_text(text).marks
    rows, columns = marks.shape
    return {"rows": rows, "columns": columns, "marks": marks_text(marks), **mines}


@pytest.mark.parametrize("trust", [False, True])
@pytest.mark.parametrize("claim", CLAIMS)
def test_the_analysis_is_that_of_the_library(live: Live, claim: str, trust: bool) -> None:
    answer = live.ask(
        "analyse", position=position(mine_prior=claim), trust_flags=trust, guess=True, zeros=False, moves=20
    )
    truth: Any = sapper.analyse(TEXT, mine_claim(claim), trust_flags=trust)
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
    ranking = sapper.rank(TEXT, mine_claim(claim), trust_flags=trust)
    assert risks == [move.risk for move in ranking if move.kind == "open"][: len(risks)]
    assert (answer["win_probability"], answer["dead"], answer["mines_left"]) == (None, None, None)


@pytest.mark.parametrize("claim", ["20%", "3-6", "unknown"])
def test_hints_and_parts_need_no_count(live: Live, claim: str) -> None:
    hint = live.ask("hint", position=position(mine_prior=claim), all=True)
    truth: Any = sapper.hint(TEXT, mine_claim(claim))
    deduction = truth.deduction
    assert hint["rule"] == (None if deduction is None else deduction.rule)
    guess = None if truth.guess is None else truth.guess.risk
    assert (hint["guess"] or {}).get("risk") == guess
    assert live.ask("structure", position=position(mine_prior=claim))["type"] == "structure"


def test_a_large_board_has_all_counts_of_a_density(live: Live) -> None:
    answer = live.ask("analyse", position={"rows": 16, "columns": 30, "mine_prior": "20%"})
    counts = dict(map(tuple, answer["mine_counts"]))
    assert list(counts) == list(range(481))
    for mines in (60, 96, 140):
        binomial = math.comb(480, mines) * 0.2**mines * 0.8 ** (480 - mines)
        assert counts[mines] == pytest.approx(binomial, rel=1e-9)


def test_the_counter_says_how_many_there_are(live: Live) -> None:
    total, left = (
        live.ask("analyse", position=each, guess=True) for each in (position(mines=5), position(mines_left=4))
    )
    for answer in (total, left):
        del answer["elapsed_ms"], answer["id"]
    assert total == left
    assert left["mines_left"] == 4


@pytest.mark.parametrize(
    ("mines", "message"),
    [
        ({"mine_prior": "many"}, "'many' is neither a number of mines"),
        ({"mine_prior": "0%"}, "'0%' must lie between 0% and 100%"),
        ({"mine_prior": "1e1%"}, "'1e1%' is no share such as 20%"),
        ({"mine_prior": "6-3"}, "'6-3' begins above its end"),
        ({"mine_prior": "3-x"}, "'3-x' is no range such as 90-110"),
        ({"mine_prior": "3-13"}, "a board of 12 cells cannot hold 13 mines"),
        ({"mine_prior": "13"}, "the board has 13 mines but only 10 cells that could hold one"),
        ({"mines_left": 12}, "'mines_left' cannot be 12: 1 of 12 cells have a flag or an exploded mine"),
        ({"mines_left": -2}, "'mines_left' cannot be -2"),
        ({"mines": 3, "mines_left": 2}, "exactly one of 'mines', 'mines_left' and 'mine_prior'"),
        ({}, "exactly one of 'mines', 'mines_left' and 'mine_prior'"),
    ],
)
def test_what_cannot_be_is_said(live: Live, mines: dict[str, Any], message: str) -> None:
    assert message in live.ask("analyse", position=position(**mines))["error"]["message"]


def test_a_contradiction_names_its_numbers(live: Live) -> None:
    error = live.ask("analyse", position=position("0.\n.1", mine_prior="20%"))["error"]
    assert error["type"] == "contradiction"
    assert error["cells"]


@pytest.mark.parametrize("type", ["cell", "evaluate", "rank"])
def test_what_needs_the_count_asks_for_it(live: Live, type: str) -> None:
    fields = {"cell": 1} if type == "cell" else {}
    error = live.ask(type, position=position(mine_prior="20%"), **fields)["error"]
    assert "number of mines" in error["message"]
