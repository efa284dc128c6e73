"""The figures of a player's games, held against their definitions."""

import json
import random
from fractions import Fraction
from itertools import groupby
from typing import Any, NamedTuple

import numpy as np
import pytest
from support.live import Live, View

import sapper
from sapper import _engine
from sapper.simulation.statistics import WithoutLuck
from sapper.simulation.tally import WON


class Result(NamedTuple):
    """The result of a game, as the worker keeps it."""

    category: str
    standing: str
    elapsed_ms: int
    at: int
    three_bv: int | None
    clicks: int
    game: str


STANDINGS = ("won", "won", "won", "lost", "drawn", "unfinished", "abandoned", "helped")
BOARD = {"topology": "square", "shape": [9, 9]}


def results(draw: random.Random, count: int) -> list[Result]:
    """Games of two categories, with many equal times."""
    categories = [json.dumps({"board": {**BOARD, "mines": mines}}) for mines in (10, 11)]
    return [
        Result(
            draw.choice(categories),
            draw.choice(STANDINGS),
            draw.choice([0, 1000, 1001, 2500, draw.randrange(10**6), 2**40]),
            1_700_000_000_000 + number,
            draw.choice([None, 1, 50, draw.randrange(200)]),
            draw.choice([0, 1, 50, draw.randrange(300)]),
            f"game_{number}",
        )
        for number in range(count)
    ]


def ratio(much: int | None, of: Fraction) -> Any:
    return None if much is None or of == 0 else pytest.approx(float(much / of), rel=1e-15)


@pytest.mark.parametrize("count", [0, 1, 3, 60, 1500])
def test_figures(live: Live, count: int) -> None:
    history = results(random.Random(count), count)
    answer = live.ask_test("statistics", results=[each._asdict() for each in history])["categories"]
    assert [each["board"]["mines"] for each in answer] == list(
        dict.fromkeys(json.loads(each.category)["board"]["mines"] for each in history)
    )
    for figures in answer:
        mines = figures["board"]["mines"]
        games = [each for each in history if json.loads(each.category)["board"]["mines"] == mines]
        wins = [each for each in games if each.standing == "won"]
        count_of = {name: sum(each.standing == name for each in games) for name in STANDINGS}
        assert (figures["played"], figures["won"]) == (len(games), len(wins))
        assert figures["lost"] == count_of["lost"] + count_of["drawn"]
        assert figures["left"] == count_of["unfinished"] + count_of["abandoned"]
        assert figures["helped"] == count_of["helped"]

        runs = [(won, len(list(run))) for won, run in groupby(each.standing == "won" for each in games)]
        assert figures["streak"] == (runs[-1][1] if runs[-1][0] else 0)
        assert figures["best_streak"] == max((length for won, length in runs if won), default=0)

        total = sum(each.elapsed_ms for each in wins)
        assert figures["mean_ms"] == (round(Fraction(total, len(wins))) if wins else None)
        three_bv = sum(each.three_bv or 0 for each in wins)
        assert figures["three_bv_per_second"] == ratio(three_bv, Fraction(total, 1000))
        assert [each["game"] for each in figures["wins"]] == [each.game for each in wins[-500:]]
        for row, win in zip(figures["wins"], wins[-500:], strict=True):
            assert (row["elapsed_ms"], row["ended_at"]) == (win.elapsed_ms, win.at)
            assert (row["three_bv"], row["clicks"]) == (win.three_bv, win.clicks)
            assert row["three_bv_per_second"] == ratio(win.three_bv, Fraction(win.elapsed_ms, 1000))
            assert row["efficiency"] == ratio(win.three_bv, Fraction(win.clicks))
        quickest = sorted(wins, key=lambda each: (each.elapsed_ms, each.at))
        assert [each["game"] for each in figures["best"]] == [each.game for each in quickest[:10]]
        for name, of in (("three_bv_per_second", "elapsed_ms"), ("efficiency", "clicks")):
            by_rate = [each for each in wins if each.three_bv is not None and getattr(each, of)]
            by_rate.sort(key=lambda each: (-Fraction(each.three_bv or 0, getattr(each, of)), each.at))
            if wins:
                assert (figures["bests"][name] or {}).get("game") == (by_rate[0].game if by_rate else None)
        assert figures["bests"] is None if not wins else figures["bests"]["time"] == figures["best"][0]

        points = figures["win_rates"]
        assert [each["game"] for each in points] == list(range(len(games) + 1 - len(points), len(games) + 1))
        assert len(points) == min(len(games), 500)
        for point in points:
            window = games[max(0, point["game"] - 50) : point["game"]]
            share = Fraction(sum(each.standing == "won" for each in window), len(window))
            assert (point["at"], point["rate"]) == (window[-1].at, pytest.approx(float(share), rel=1e-15))


def test_a_win_rate_without_luck_counts_each_guess_by_its_risk(live: Live) -> None:
    """The luck of each game is counted here, at every click; the rate is that of the library."""
    board: dict[str, Any] = {"shape": [5, 5], "mines": 5}
    random = np.random.default_rng(5)
    won, lucks = [], []
    for number in range(24):
        state = live.new(board=board, first_click="safe")
        view, status, luck = View(state), "playing", 0.0
        while status == "playing":
            risks = sapper.analyse(view.marks.reshape(5, 5).astype(np.int16), 5).mine_probability.ravel()
            hidden = np.flatnonzero(view.marks == -1)
            cell = int(random.choice(hidden[risks[hidden] <= risks[hidden].min() + 0.05 * (number % 3)]))
            is_first = bool((view.marks == -1).all())
            update = live.open(state["game"], cell)
            view.take(update)
            status = update["status"]
            if not is_first:
                luck += risks[cell] - (view.marks[cell] == -3)
        won.append(status == "won")
        lucks.append(luck)
    assert 4 < sum(won) < 20
    records = np.zeros((len(lucks), _engine.LUCKS))
    records[:, 0] = lucks
    outcome = np.array([WON if each else 2 for each in won], np.uint8)
    first, sums = _engine.luck_sums(0, [(outcome, records.ravel())])
    assert first == 0
    expected = WithoutLuck.rate(len(won), sum(won), _engine.luck_free(sums, (1,)))
    answer = live.ask("luck_free_statistics")
    assert answer["left_out"] == 0
    (rate,) = answer["rates"]
    assert (rate["games"], rate["won"]) == (len(won), sum(won))
    assert rate["value"] == pytest.approx(expected.value, rel=1e-9)
    assert rate["value"] != sum(won) / len(won)
    assert rate["win_interval"] == pytest.approx(expected.interval, rel=1e-9)
    assert (rate["error"], rate["factor"]) == pytest.approx((expected.error, expected.factor), rel=1e-9)
