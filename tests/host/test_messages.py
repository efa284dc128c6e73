"""Messages: wrong ones get an error, several are answered beside each other; and runs of Simulate."""

import random
import re
import time
from typing import Any

import numpy as np
import pytest
from support.cases import rest_long
from support.lattices import lattice
from support.live import Live, Message, View, marks_bytes

import sapper
from sapper.strategy.names import STRATEGIES

STRATEGIES_AND_PARTS = [*STRATEGIES, "bounds+boundary", "subset+density", "single+ratio", "sampled+corners"]

VALUES: list[Any] = [None, True, -1, 0, 3, 2**60, 0.5, "", "safe", "x" * 300, [], [1, 2], [1, 2, 3, 4], {}]
VALUES += [{"a": 1}, {"level": "beginner"}, {"shape": [3, 3], "mines": 1, "marks": None}, {"shape": [0, 3]}]
VALUES += [[[1, 2, 3]]]
FIELDS = ["game", "position", "board", "window", "cell", "kind", "key", "path", "delay_ms", "seed"]
FIELDS += ["first_click", "strategy", "trust_flags", "count", "time_limit_ms", "request", "action", "same_as"]
FIELDS += ["guessing", "more", "content", "format", "settings", "games", "run", "status", "limit", "known"]
FIELDS += ["mines", "minefield"]
TYPES: list[Any] = ["new", "act", "resume", "analyse", "beliefs", "cell", "structure", "autoplay", "speed"]
TYPES += ["hint", "evaluate", "review", "compare", "report", "x", 3]
TYPES += ["read", "write", "games", "game_file", "splits", "save_settings", "add_archive", "start_run"]
TYPES += ["stop_run"]


def test_whatever_the_fields_hold_there_is_an_answer(live: Live) -> None:
    draw = random.Random(24)
    kinds = set()
    for _ in range(3000):
        fields = {name: draw.choice(VALUES) for name in draw.sample(FIELDS, draw.randint(0, 4))}
        answer = live.ask(draw.choice(TYPES), **fields)
        kinds.add(answer["error"]["type"] if answer["type"] == "error" else answer["type"])
    assert "internal" not in kinds
    assert {"request", "report"} <= kinds


LEVEL: Message = {"level": "beginner"}
FIELD: Message = {"shape": [2, 3], "mines": 1, "mined": [0]}
PAST = [{"kind": "open", "cell": 3}]
FEW: Message = {"shape": [2, 2], "mines": 1}
CLAIM: Message = {"shape": [4, 3], "marks": marks_bytes([1, -1, -1, -1, -2, *[-1] * 6, 2])}
NO_REPLAYS = [bytes(3), bytes(3 * 2**20), b"\x89PNG\r\n\x1a\n", b"BM\xf6" + bytes(7), b"RIFF\xff\n\0\0WEBP"]
SMALL: Message = {"shape": [3, 3]}
PAIR = [[[0, 0], [1, 0], [1, 1]]] * 2
GRAPH: Message = {"topology": "graph", "adjacency": [[1], [0]], "layout": PAIR, "mines": 1}
LARGE = bytes(3 * 2**20 + 1)
WRONG_VALUES: list[tuple[str, Message, str]] = [
    ("analyse", {"position": {**SMALL, "mines": 1.5}}, "a whole number, not 1.5"),
    (
        "analyse",
        {"position": {**SMALL, "mine_prior": "9" * 61}},
        "a text of 1 to 60 characters, not 61",
    ),
    ("new", {"board": {"shape": [2001, 1], "mines": 1}}, "a whole number from 1 to 2000, not 2001"),
    ("new", {"board": {**SMALL, "mines": 1}, "seed": "-1"}, "a whole number of at most 20 digits"),
    (
        "new",
        {"board": {**SMALL, "mines": 1}, "first_click": "never"},
        "one of 'any', 'safe', 'opening'",
    ),
    ("new", {"board": {**GRAPH, "mines": None}}, "`mines`"),
    (
        "new",
        {"board": {**GRAPH, "adjacency": [[1], [5000]]}},
        "a whole number from 0 to 1999, not 5000",
    ),
    ("new", {"board": {**GRAPH, "adjacency": [[1], "x"]}}, 'a list of 0 to 2000 entries, not "x"'),
    ("new", {"board": {**GRAPH, "layout": [[[0, 0]], [[0, 1]]]}}, "a list of 3 to 20 entries, not 1"),
    ("new", {"board": {**SMALL, "shape": [3], "mines": 1}}, "a list of 2 entries, not 1"),
    (
        "new",
        {"board": {**GRAPH, "layout": [PAIR[0], [[0, "x"]] * 3]}},
        "a number from -10000 to 10000",
    ),
    ("report", {"only": {"since": "31.12.2026"}}, "a date"),
]
TOO_LARGE: list[tuple[str, Message, int]] = [
    *((type, {"file": LARGE}, 3) for type in ("review", "chances")),
    ("compare", {"first": {"file": LARGE}, "second": {"file": LARGE}}, 3),
    ("read", {"content": LARGE}, 3),
    ("add_archive", {"content": bytes(24 * 2**20 + 1)}, 24),
]
WRONG: list[tuple[str, Message, str, str]] = [
    ("new", {}, "request", "exactly one of"),
    ("new", {"board": {**LEVEL, "shape": [5, 5]}}, "request", "`level`"),
    ("new", {"board": {"shape": [5, 5]}}, "request", "exactly one of `mines` and `density`"),
    ("new", {"board": {"mines": 5}}, "request", "`shape`"),
    ("new", {"board": {"shape": [5, 5], "mines": 1, "density": 0.1}}, "request", "`density`"),
    ("new", {"board": {"shape": [5, 5], "mines": 25}}, "game", "safe"),
    ("new", {"board": {"shape": [2000, 2000], "mines": 5}}, "board", "at most 1000000 cells"),
    ("new", {"board": {"shape": [3, 3], "mines": 8}, "first_click": "opening"}, "request", "opening"),
    ("new", {"board": {"shape": [200, 200], "mines": 5}, "guessing": "hard_core"}, "request", "10000"),
    ("new", {"board": LEVEL, "same_as": "x"}, "request", "exactly one of"),
    ("new", {"board": LEVEL, "seed": "99999999999999999999"}, "request", "seed"),
    ("new", {"board": LEVEL, "unheard_of": 1}, "request", "unheard_of"),
    ("new", {"board": LEVEL, "actions": PAST}, "request", "`actions`"),
    ("new", {"same_as": "nothing"}, "unknown", "no such game"),
    ("new", {"minefield": {**FIELD, "mined": [0, 1]}}, "request", "names 2 cells"),
    ("new", {"minefield": {**FIELD, "mined": [6]}}, "cell", "there is no cell 6"),
    ("new", {"minefield": FIELD, "seed": "1"}, "request", "seed"),
    ("new", {"minefield": FIELD, "actions": PAST, "guessing": "hard_core"}, "request", "`actions`"),
    ("new", {"minefield": FIELD, "actions": [{"kind": "open", "cell": 12}]}, "cell", "number 12"),
    ("new", {"minefield": FIELD, "actions": [{"kind": "undo", "cell": 1}]}, "request", "actions"),
    *(
        ("act", {"game": "a", "kind": "open", "cell": 3, "key": "a", "path": path}, "request", "path")
        for path in ([[0, 1, 1]] * 301, [[0, -1, 1]], [[0, 1, 40_000]], [[0, 1]], [[0.5, 1, 1]])
    ),
    ("structure", {"game": "none"}, "unknown", "no such game"),
    ("speed", {"request": 1, "delay_ms": 3}, "unknown", "1 is not an autoplay"),
    ("analyse", {"position": FEW, "window": [0, 0, 99, 9]}, "request", "window"),
    *(("analyse", {"position": FEW, "moves": moves}, "request", "moves") for moves in (0, 101, "3")),
    ("analyse", {"position": {**FEW, "marks": bytes([9, 1, 1, 255])}}, "position", "9"),
    ("analyse", {"position": {**FEW, "marks": bytes([1])}}, "request", "has 1 marks"),
    *(
        (type, {"position": {**FEW, "marks": bytes([1, 1, 1, 1])}}, "position", "mine")  # no hidden cell
        for type in ("analyse", "beliefs", "evaluate", "structure")
    ),
    ("cell", {"position": FEW, "cell": 81}, "cell", "81"),
    ("beliefs", {"position": FEW, "strategy": "bets"}, "request", "'best'"),
    ("beliefs", {"position": FEW, "window": [0, 0, 9, 9]}, "request", "window"),
    ("beliefs", {"position": {**FEW, "marks": bytes([1, 255, 2, 255])}}, "contradiction", "the 2 at"),
    ("puzzle", {"board": FEW, "hardest": "luck", "seed": "1"}, "request", "unknown `hardest` 'luck'"),
    *(
        ("analyse", {"position": {**CLAIM, **mines}}, "", message)
        for mines, message in (
            ({"mine_prior": "many"}, "'many' is neither a number of mines"),
            ({"mine_prior": "0%"}, "'0%' must lie between 0% and 100%"),
            ({"mine_prior": "1e1%"}, "'1e1%' is no share such as 20%"),
            ({"mine_prior": "6-3"}, "'6-3' begins above its end"),
            ({"mine_prior": "3-x"}, "'3-x' is no range such as 90-110"),
            ({"mine_prior": "13"}, "the board has 13 mines but only 10 cells that could hold one"),
            ({"mine_prior": "3-13"}, "a board of 12 cells cannot hold 13 mines"),
            ({"mines_left": 12}, "`mines_left` cannot be 12: 1 of 12 cells have a flag or an exploded mine"),
            ({"mines_left": -2}, "`mines_left` cannot be -2"),
            ({"mines": 3, "mines_left": 2}, "exactly one of `mines`, `mines_left` and `mine_prior`"),
            ({}, "exactly one of `mines`, `mines_left` and `mine_prior`"),
        )
    ),
    ("cell", {"position": {**CLAIM, "mine_prior": "20%"}, "cell": 1}, "position", "number of mines"),
    ("evaluate", {"position": {**CLAIM, "mine_prior": "20%"}}, "position", "number of mines"),
    ("rank", {"position": {**CLAIM, "mine_prior": "20%"}}, "position", "number of mines"),
    *(("review", {"file": content}, "format", "") for content in NO_REPLAYS),
    ("review", {}, "request", "exactly one of `game` and `file`"),
    ("new", {"daily": "expert", "guessing": "lucky"}, "request", "has its own rules: leave out `guessing`"),
    *(
        (type, {"content": content}, "request", "content")
        for type in ("read", "add_archive")
        for content in (None, "1..", {"length": 3})
    ),
    *(
        ("read", {"content": b"1..", **fields}, "request", "`mines`")
        for fields in ({"nearest": True}, {"mines": "1"}, {"mines": 1.5})
    ),
    ("start_run", {"board": LEVEL, "strategy": "bets"}, "request", "'best'"),
    ("start_run", {"board": LEVEL, "strategy": "my_strategies:Mine"}, "request", "strategy"),
    ("start_run", {"board": LEVEL, "seed": str(2**64)}, "error", "seed"),
    ("start_run", {"board": LEVEL, "games": 0}, "request", "games"),
    ("start_run", {"board": {"shape": [3, 3], "mines": 9}}, "game", "safe cell"),
    ("start_run", {"board": {"shape": [3, 3]}}, "request", "`mines`"),
    ("start_run", {"strategy": "fast"}, "request", "board"),
    *(
        (type, {name: {**SMALL, "mines": mines}}, "board", f"cannot hold {mines} mine")
        for type, name in (("new", "board"), ("analyse", "position"), ("start_run", "board"))
        for mines in (-3, 10, 2**40, 10**18)
    ),
    *(
        ("analyse", {"position": {**SMALL, "mines_left": left}}, "position", f"`mines_left` cannot be {left}")
        for left in (-3, 10, -(2**40), 1e30)
    ),
    *((type, fields, "request", words) for type, fields, words in WRONG_VALUES),
    *(
        (type, fields, "too_large", f"too large: it has more than {most} MiB")
        for type, fields, most in TOO_LARGE
    ),
]


@pytest.mark.parametrize(("type", "fields", "kind", "words"), WRONG)
def test_a_wrong_request_gets_a_reason_in_words_for_people(
    live: Live, type: str, fields: Message, kind: str, words: str
) -> None:
    error = live.ask(type, **fields)["error"]
    assert kind in ("", error["type"])
    assert words in error["message"]
    if words not in ("unheard_of", "content", "board"):  # which no person types
        assert not re.search("Invalid|Expected|[rR]eceived", error["message"])  # the words of the validator
    assert live.ask("games", status="playing")["games"] == live.ask("runs")["runs"] == []  # nothing began


@pytest.mark.parametrize("strategy", rest_long(STRATEGIES_AND_PARTS, 8))
def test_autoplay_plays_what_the_library_plays(live: Live, strategy: str) -> None:
    for seed in range(2):
        state = live.new(board={"level": "beginner"}, seed=f"{seed}", first_click="safe")
        updates = live.all_answers(live.send("autoplay", game=state["game"], strategy=strategy, delay_ms=0))
        game = sapper.Game("beginner", rules="safe", seed=seed)
        sapper.Strategy(strategy).play(game)
        view = View(state)
        for update in updates[:-1]:
            view.take(update)
        assert (view.marks == game.position.marks.ravel()).all()


def test_autoplay_waits_before_a_guess_and_flags_where_flags_win(live: Live) -> None:
    for seed in range(3):
        rules = {"win": "flagged", "question_marks": True, "first_click": "safe"}
        game = live.new(board={"level": "beginner"}, seed=f"{seed}", **rules)["game"]
        for cell in (0, 1, 1, *range(2, 80, 6)):  # flags and a question mark, most of them wrong
            live.act(game, "flag", cell)
        assert live.ask("autoplay", game=game, delay_ms=1, guesses=False)["reason"] in ("guess", "over")
        assert live.ask("autoplay", game=game, delay_ms=1)["reason"] == "over"
        state = live.ask("resume", game=game)
        flags = np.flatnonzero(View(state).marks == -2).tolist()
        assert state["status"] == "lost" or flags == live.mines(game)


def test_a_thought_hears_what_comes_meanwhile(live: Live) -> None:
    """A pause between moves ends at once, and so does an inquiry that would take long."""
    game = live.new(seed="1")["game"]
    autoplay = live.send("autoplay", game=game, delay_ms=10_000)
    first = live.receive()
    assert (first["id"], first["type"]) == (autoplay, "update")
    assert live.ask("speed", request=autoplay, delay_ms=0)["type"] == "speed"
    assert live.all_answers(autoplay)[-1]["type"] == "autoplay"
    game = live.new(seed="5")["game"]
    autoplay = live.send("autoplay", game=game, delay_ms=10_000)
    assert live.receive()["type"] == "update"
    live.ask("stop", request=autoplay)
    ends = (each for each in live.frames if (each.get("id"), each["type"]) == (autoplay, "autoplay"))
    assert (next(ends, None) or live.all_answers(autoplay)[-1])["reason"] == "stopped"


@pytest.mark.timing
@pytest.mark.parametrize("question", ["analyse", "hint"])
def test_a_long_question_stops_at_once(live: Live, question: str) -> None:
    """And others are answered meanwhile and afterwards."""
    slow = lattice(31, 31, density=0.35).marks.copy()
    slow[slow != -1] = 4
    position = {"shape": [31, 31], "mines": 300, "marks": marks_bytes(slow)}
    id = live.send(question, position=position, time_limit_ms=30_000)
    time.sleep(0.5)
    start = time.monotonic()
    assert live.ask("analyse", position={"shape": [2, 2], "mines": 1})["safest_risk"] == 0.25
    live.ask("stop", request=id)
    assert live.all_answers(id)[-1]["error"]["type"] == "cancelled"
    assert time.monotonic() - start < 1
    small = {"shape": [2, 2], "mines": 1, "marks": bytes([1, 255, 255, 255])}
    assert live.ask("hint", position=small)["type"] == "hint"


def test_too_many_questions_at_once_are_refused(live: Live) -> None:
    position = {"shape": [16, 30], "mines": 99}
    ids = [live.send("evaluate", position=position, time_limit_ms=30_000) for _ in range(4)]
    assert live.ask("evaluate", position=position)["error"]["type"] == "busy"
    for id in ids:
        live.send("stop", request=id)
    for id in ids:
        assert live.all_answers(id)[-1]["error"]["type"] == "cancelled"


HEXAGONS = {"topology": "hexagons", "shape": [6, 7], "mines": 8}
RUNS = [
    ({"board": {"level": "expert"}, "games": 300, "seed": "7", "first_click": "opening"}, "expert"),
    ({"board": {"level": "beginner"}, "games": 5000, "strategy": "subset+ratio"}, "beginner"),
    (
        {"board": HEXAGONS, "games": 900, "first_click": "any", "seed": str(2**64 - 1)},
        sapper.Board(sapper.Topology.hexagons(6, 7), 8),
    ),
]


@pytest.mark.parametrize(("plan", "board"), rest_long([pytest.param(*run) for run in RUNS]))
def test_a_run_has_the_results_of_the_library(live: Live, plan: Message, board: Any) -> None:
    run = live.run_to_end(**plan)
    how = {"rules": plan.get("first_click", "safe"), "seed": int(plan.get("seed", "1"))}
    expected = sapper.simulate(board, plan.get("strategy", "best"), games=plan["games"], **how)
    assert (run["state"], run["done"], run["won"]) == ("finished", expected.games, expected.won)
    assert (run["win_rate"], tuple(run["win_interval"])) == (expected.win_rate, expected.interval)
    luck_free = expected.without_luck.to_dict("win_interval")
    assert run["without_luck"] == {name: pytest.approx(value, rel=1e-9) for name, value in luck_free.items()}
    results = run["results"]
    assert results["by_guesses"] == [[row.guesses, row.games, row.won] for row in expected.by_guesses]
    calibration = [(1 - row.predicted, 1 - row.happened, row.guesses) for row in expected.calibration]
    assert np.allclose(results["calibration"], calibration, rtol=1e-12, atol=0)
    assert results["heat"]["lost"] == expected.lost_at.ravel().tolist()
    assert results["win_rate_by_games"][-1] == [run["done"], run["win_rate"], *run["win_interval"]]
    assert sum(games for _, games in results["milliseconds"]) == run["done"]


def test_a_run_goes_on_to_another_number_of_games(live: Live) -> None:
    """Its last chunk may have been too short. Fewer games change no results."""
    runs = set()
    for games in (900, 300, 1201, 1202):
        run = live.run_to_end(board={"level": "beginner"}, games=games, strategy="fast")
        most = max(games, 900)
        expected = sapper.simulate("beginner", "fast", games=most, rules=sapper.Rules("safe"), seed=1)
        assert (run["done"], run["won"]) == (most, expected.won)
        runs.add(run["run"])
    assert len(runs) == 1


def test_a_run_that_is_left_at_once_sends_no_news(live: Live) -> None:
    run = live.ask("start_run", board={"level": "beginner"}, strategy="fast", games=100_000_000)["run"]
    live.ask("stop_run", run=run)
    live.restart()  # so that the run has to be looked up
    ids = [live.send(type, run=run) for type in ("watch", "unwatch")]
    assert sorted(live.receive()["id"] for _ in ids) == ids
    time.sleep(1.2)  # longer than between two messages about a run
    live.ask("runs")
    assert live.news == []


def test_a_run_stops_at_once_and_goes_on(live: Live) -> None:
    plan = {"board": {"level": "beginner"}, "strategy": "fast", "games": 100_000_000}
    run = live.ask("start_run", **plan)["run"]
    assert live.ask("watch", run=run)["run"]["state"] == "running"
    while live.receive()["run"]["done"] == 0:
        pass
    assert live.ask("start_run", **{**plan, "seed": "2"})["error"]["type"] == "busy"
    live.ask("unwatch", run=run)
    before = live.fields("stop_run", run=run)
    assert before["state"] == "stopped"
    (entry,) = live.ask("runs")["runs"]
    assert {**entry, "results": before["results"]} == before
    assert live.ask("resume_run", run=run)["state"] == "running"
    assert live.ask("stop_run", run=run)["done"] >= before["done"]
