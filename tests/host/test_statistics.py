"""The figures of a player's games, held against their definitions."""

import json
import random
from fractions import Fraction
from itertools import groupby
from typing import Any, NamedTuple

import numpy as np
import pytest
from support.live import Live, Seen

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


STANDINGS = ("won", "won", "won", "lost", "cleared", "unfinished", "abandoned", "helped")
BOARD = {"topology": "square", "rows": 9, "columns": 9}


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
    given = results(random.Random(count), count)
    kept = [each._asdict() for each in given]
    answer = live.ask_test("statistics", results=kept)["categories"]
    assert [each["board"]["mines"] for each in answer] == list(
        dict.fromkeys(json.loads(each.category)["board"]["mines"] for each in given)
    )
    for said in answer:
        mines = said["board"]["mines"]
        games = [each for each in given if json.loads(each.category)["board"]["mines"] == mines]
        wins = [each for each in games if each.standing == "won"]
        count_of = {name: sum(each.standing == name for each in games) for name in STANDINGS}
        assert (said["played"], said["won"]) == (len(games), len(wins))
        assert said["lost"] == count_of["lost"] + count_of["cleared"]
        assert said["left"] == count_of["unfinished"] + count_of["abandoned"]
        assert said["helped"] == count_of["helped"]

        runs = [(won, len(list(run))) for won, run in groupby(each.standing == "won" for each in games)]
        assert said["streak"] == (runs[-1][1] if runs[-1][0] else 0)
        assert said["best_streak"] == max((length for won, length in runs if won), default=0)

        total = sum(each.elapsed_ms for each in wins)
        assert said["mean_ms"] == (round(Fraction(total, len(wins))) if wins else None)
        done = sum(each.three_bv or 0 for each in wins)
        assert said["three_bv_per_second"] == ratio(done, Fraction(total, 1000))
        assert [each["game"] for each in said["wins"]] == [each.game for each in wins[-500:]]
        for told, win in zip(said["wins"], wins[-500:], strict=True):
            assert (told["elapsed_ms"], told["ended_at"]) == (win.elapsed_ms, win.at)
            assert (told["three_bv"], told["clicks"]) == (win.three_bv, win.clicks)
            assert told["three_bv_per_second"] == ratio(win.three_bv, Fraction(win.elapsed_ms, 1000))
            assert told["efficiency"] == ratio(win.three_bv, Fraction(win.clicks))
        quickest = sorted(wins, key=lambda each: (each.elapsed_ms, each.at))
        assert [each["game"] for each in said["best"]] == [each.game for each in quickest[:10]]
        for name, of in (("three_bv_per_second", "elapsed_ms"), ("efficiency", "clicks")):
            known = [each for each in wins if each.three_bv is not None and getattr(each, of)]
            known.sort(key=lambda each: (-Fraction(each.three_bv or 0, getattr(each, of)), each.at))
            if wins:
                assert (said["bests"][name] or {}).get("game") == (known[0].game if known else None)
        assert said["bests"] is None if not wins else said["bests"]["time"] == said["best"][0]

        points = said["win_rates"]
        assert [each["game"] for each in points] == list(range(len(games) + 1 - len(points), len(games) + 1))
        assert len(points) == min(len(games), 500)
        for point in points:
            window = games[max(0, point["game"] - 50) : point["game"]]
            share = Fraction(sum(each.standing == "won" for each in window), len(window))
            assert (point["at"], point["rate"]) == (window[-1].at, pytest.approx(float(share), rel=1e-15))


def test_a_win_rate_without_luck_counts_each_guess_by_its_risk(live: Live) -> None:
    """The luck of each game is counted here, at every click; the rate is that of the library."""
    board: dict[str, Any] = {"rows": 5, "columns": 5, "mines": 5}
    random = np.random.default_rng(5)
    won, lucks = [], []
    for number in range(24):
        state = live.new(board=board, first_click="safe")
        seen, status, luck = Seen(state), "playing", 0.0
        while status == "playing":
            risks = sapper.analyse(seen.marks.reshape(5, 5).astype(np.int16), 5).mine_probability.ravel()
            hidden = np.flatnonzero(seen.marks == -1)
            cell = int(random.choice(hidden[risks[hidden] <= risks[hidden].min() + 0.05 * (number % 3)]))
            is_first = bool((seen.marks == -1).all())
            update = live.open(state["game"], cell)
            seen.take(update)
            status = update["status"]
            if not is_first:
                luck += risks[cell] - (seen.marks[cell] == -3)
        won.append(status == "won")
        lucks.append(luck)
    assert 4 < sum(won) < 20
    records = np.zeros((len(lucks), _engine.LUCKS))
    records[:, 0] = lucks
    outcome = np.array([WON if each else 2 for each in won], np.uint8)
    first, sums = _engine.luck_sums(0, [(outcome, records.ravel())])
    assert first == 0
    expected = WithoutLuck.rate(len(won), sum(won), _engine.luck_free(sums, (1,)))
    answer = live.get("statistics/without-luck")
    assert answer["left_out"] == 0
    (rate,) = answer["rates"]
    assert (rate["games"], rate["won"]) == (len(won), sum(won))
    assert rate["value"] == pytest.approx(expected.value, rel=1e-9)
    assert rate["value"] != sum(won) / len(won)
    assert rate["win_interval"] == pytest.approx(expected.interval, rel=1e-9)
    assert (rate["error"], rate["factor"]) == pytest.approx((expected.error, expected.factor), rel=1e-9)
