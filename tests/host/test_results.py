"""What games count as, and the figures of a player's games, held against their definitions."""

import json
import random
import time
from fractions import Fraction
from itertools import groupby
from typing import Any, NamedTuple

import numpy as np
import pytest
from support.live import Live, Message, View

import sapper
from sapper import _engine
from sapper.simulation.statistics import WithoutLuck
from sapper.simulation.tally import WON

LINE: dict[str, Any] = {"shape": [1, 8], "mines": 2, "mined": [1, 7]}
PAIR = {"shape": [1, 3], "mines": 1}
"""Opening the middle says nothing. Then one end wins, and the other loses."""


def category(live: Live) -> Message:
    (only,) = live.ask("statistics")["categories"]
    assert isinstance(only, dict)
    return only


def counts(live: Live) -> tuple[int, int, int, int]:
    only = category(live)
    return only["won"], only["lost"], only["left"], only["streak"]


def begin_game(live: Live) -> str:
    """A game that counts, with the middle of three cells open."""
    time.sleep(0.002)  # results within one millisecond have no order
    game: str = live.new(board=PAIR, first_click="safe")["game"]
    live.open(game, 1)
    return game


def end_game(live: Live, status: str) -> str:
    """A game that counts and ended so."""
    game = begin_game(live)
    (mine,) = live.mines(game)
    end = mine if status == "lost" else 2 - mine
    assert live.open(game, end)["status"] == status
    return game


def test_a_loss_stays_a_loss(live: Live) -> None:
    game = end_game(live, "lost")
    before = counts(live)
    assert live.ask("explain", game=game)["type"] == "explain"
    assert counts(live) == before
    (mine,) = live.ask("resume", game=game)["end"]["mined"]
    state = live.ask("undo", game=game)
    assert (state["status"], state["counts_not"], state["end"]) == ("playing", ["undo"], None)
    assert counts(live) == before
    won = live.open(game, 2 - mine)
    assert (won["status"], won["end"]["record"]) == ("won", None)
    assert counts(live) == before
    again = live.new(same_as=game)
    assert again["counts_not"] == ["same"]
    for cell in (1, 2 - mine):
        live.open(again["game"], cell)
    assert counts(live) == before
    live.restart()
    assert live.ask("resume", game=game)["status"] == "won"
    assert counts(live) == before


def test_a_game_that_was_left_counts_as_not_won_until_it_is_finished_and_breaks_a_streak(live: Live) -> None:
    game = begin_game(live)
    assert live.ask("statistics")["categories"] == []  # it is the current one
    live.new(board=PAIR, first_click="safe")
    assert counts(live) == (0, 0, 1, 0)
    (entry,) = live.ask("games", status="unfinished")["games"]
    assert entry["game"] == game
    assert live.ask("statistics")["unfinished"] == [entry]
    ended_so = live.open(game, 0)["status"]
    assert counts(live) == ((1, 0, 0, 1) if ended_so == "won" else (0, 1, 0, 0))
    assert live.ask("games", status="unfinished")["games"] == []
    end_game(live, "won")
    begin_game(live)
    assert counts(live)[3] > 0
    begin_game(live)
    assert counts(live)[3] == 0


def test_a_game_is_abandoned_when_its_board_is_seen_in_another(live: Live) -> None:
    game = begin_game(live)
    again = live.new(same_as=game)["game"]
    assert live.ask("resume", game=game)["counts"]  # nothing was seen yet
    live.open(again, 1)
    assert live.ask("resume", game=game)["counts_not"] == ["same"]
    assert counts(live) == (0, 0, 1, 0)
    live.open(game, 0)
    assert counts(live) == (0, 0, 1, 0)
    # Before a cell is open there is nothing to abandon.
    fresh = live.new(board=PAIR, first_click="safe")["game"]
    live.open(live.new(same_as=fresh)["game"], 1)
    live.open(fresh, 1)
    live.new()
    assert counts(live) == (0, 0, 1, 0)


@pytest.mark.parametrize("type", ["hint", "analyse", "assist", "autoplay"])
def test_help_takes_no_game_out_of_the_statistics(live: Live, type: str) -> None:
    end_game(live, "won")
    game = begin_game(live)
    live.ask(type, game=game, **({"action": "move"} if type == "assist" else {}))
    assert live.ask("resume", game=game)["result"] == "helped"
    assert (*counts(live), category(live)["helped"]) == (1, 0, 0, 0, 1)
    if live.ask("resume", game=game)["status"] == "playing":
        live.open(game, 0)
    live.restart()
    assert live.ask("resume", game=game)["end"]["record"] is None
    assert (*counts(live), category(live)["helped"]) == (1, 0, 0, 0, 1)
    assert live.ask("games", status="over")["games"][0]["result"] == "helped"
    assert live.ask("review", game=game)["result"] == "helped"
    assert live.ask("report")["games"] == 1


def test_help_before_the_first_opening_makes_a_practice_game(live: Live) -> None:
    game = live.new(board=PAIR, first_click="safe")["game"]
    live.ask("hint", game=game)
    (news,) = (message for message in live.news if message["type"] == "update")
    assert (news["counts"], news["counts_not"]) == (False, ["help"])
    live.open(game, 1)
    assert live.open(game, 0)["result"] is None
    answer = live.ask("statistics")
    assert (answer["categories"], answer["not_counted"]) == ([], 1)


@pytest.mark.parametrize("guessing", ["free", "hard_core"])
def test_the_result_and_the_review_have_the_same_numbers(live: Live, guessing: str) -> None:
    game = live.new(minefield=LINE, guessing=guessing)["game"]
    live.act(game, "flag", 1)
    live.open(game, 1)  # has a flag, so nothing happens
    live.open(game, 0)
    live.act(game, "chord", 2)  # closed
    live.open(game, 7)
    live.ask("undo", game=game)
    live.open(game, 2)
    last = live.open(game, 7)
    metrics = last["end"]["metrics"]
    review = live.ask("review", game=game)
    assert {name: review["line"][name] for name in metrics} == metrics
    assert last["clicks"] == metrics["clicks"]
    assert metrics["efficiency"] == metrics["solved"] / metrics["clicks"]
    assert last["elapsed_ms"] == review["duration_ms"]
    assert [move["verdict"] for move in review["moves"]].count("idle") == 2


UNSURE = "Nothing was certainly safe."
LEAST = "The least risk was 20.00 %, at row 1, column"
PENALTY = "By the rule of guessing, a guess then loses. The "


@pytest.mark.parametrize(
    ("guessing", "steps", "risk", "safe", "best", "sentence"),
    [
        ("free", "0 2 7", 0.25, [3], None, "The risk was 25.00 %. You did not have to guess."),
        ("free", "0 1", 1, [], 2, f"It was certainly a mine. {UNSURE} The least risk was 16.67 %"),
        ("free", "2 1", 0.5, [], 0, f"The risk was 50.00 %. {UNSURE} The least risk was 20.00 %, at"),
        ("free", "1", 0.25, [], None, "Nothing was open yet. The risk was 25.00 %."),
        ("free", "2 flag:3 chord:2", 0.5, [], 0, f"The risk was 50.00 %. {UNSURE} {LEAST}"),
        ("hard_core", "0 2 5", 0.25, [3], None, f"A safe cell was there: row 1, column 4. {PENALTY}"),
    ],
)
def test_a_loss_is_explained(
    live: Live, guessing: str, steps: str, risk: float, safe: list[int], best: int | None, sentence: str
) -> None:
    game = live.new(minefield=LINE, guessing=guessing)["game"]
    for step in steps.split():
        kind, _, cell = step.rpartition(":")
        live.act(game, kind or "open", int(cell))
    answer = live.ask("explain", game=game)
    assert answer["sentence"].startswith(sentence)
    assert (answer["risk"], answer["safe"]) == (pytest.approx(risk), safe)
    assert answer["safest"] == best
    # The 1 beside the mine, and the one beside the safe cell.
    assert answer["numbers"] == ([0, 2] if safe else [])


@pytest.mark.parametrize("last", [0, 5])
def test_the_live_3bv_tells_nothing_hidden_and_ends_as_that_of_the_result(live: Live, last: int) -> None:
    """The number beside the mine counts until its opening is open, or the game is lost."""
    game = live.new(minefield={"shape": [1, 8], "mines": 1, "mined": [0]})["game"]
    assert live.open(game, 1)["solved"] == 1
    update = live.open(game, last)
    solved = 1 if update["status"] == "won" else 0
    assert update["solved"] == update["end"]["metrics"]["solved"] == solved
    assert live.ask("resume", game=game)["solved"] == solved
    if solved == 0:
        assert live.ask("undo", game=game)["solved"] == 1


def test_the_splits_of_a_win_stand_beside_those_of_the_best_win_before(live: Live) -> None:
    wins: list[tuple[int, list[int]]] = []
    for _ in range(3):
        game = live.new(board={"shape": [1, 12], "mines": 4}, first_click="safe")["game"]
        update = live.open(game, 5)
        mines = live.mines(game)
        safe = sorted({*range(12)} - {*mines})
        while update["status"] == "playing":
            time.sleep(0.002)
            update = live.open(game, safe.pop())
        again = sapper.Minefield([(0, cell) for cell in mines], sapper.Topology.square(1, 12)).game()
        course = []
        for move in live.ask("review", game=game)["moves"]:
            again.open(0, move["cell"])
            course.append((sapper.measure(again).solved, move["at_ms"]))
        whole = course[-1][0]
        own = [next(at for solved, at in course if solved >= share * whole) for share in (0.25, 0.5, 0.75, 1)]
        quickest = min((elapsed for elapsed, _ in wins), default=0)
        best: list[list[int] | None] = [splits for elapsed, splits in wins if elapsed == quickest]
        answer = live.fields("splits", game=game)
        assert answer.pop("best") in (best or [None])
        assert answer == {"shares": [0.25, 0.5, 0.75, 1], "own": own}
        wins.append((update["elapsed_ms"], own))
    assert live.ask("splits", game=end_game(live, "lost"))["error"]["type"] == "game"


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


def random_results(draw: random.Random, count: int) -> list[Result]:
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
    history = random_results(random.Random(count), count)
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
