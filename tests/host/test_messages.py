"""Messages: wrong ones get an error, several are answered beside each other, and each can be stopped."""

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
WRONG: list[tuple[str, Message, str, str]] = [
    ("new", {}, "request", "exactly one of"),
    ("new", {"board": {**LEVEL, "shape": [5, 5]}}, "request", "`level`"),
    ("new", {"board": {"shape": [5, 5]}}, "request", "exactly one of `mines` and `density`"),
    ("new", {"board": {"mines": 5}}, "request", "`shape`"),
    ("new", {"board": {"shape": [5], "mines": 5}}, "request", "shape"),
    ("new", {"board": {"shape": [5, 5], "mines": 1, "density": 0.1}}, "request", "`density`"),
    ("new", {"board": {"shape": [5, 5], "mines": 26}}, "board", "cannot hold 26 mines"),
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
    ("analyse", {"position": {"shape": [2, 2], "mines": 9}}, "board", "cannot hold 9 mines"),
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
    ("start_run", {"board": {"shape": [3, 3], "mines": 10}}, "board", "cannot hold 10 mines"),
    ("start_run", {"board": {"shape": [3, 3]}}, "request", "`mines`"),
    ("start_run", {"strategy": "fast"}, "request", "board"),
]


def check_nothing_began(live: Live) -> None:
    """No game and no run was begun."""
    assert live.ask("games", status="playing")["games"] == live.ask("runs")["runs"] == []


@pytest.mark.parametrize(("type", "fields", "kind", "words"), WRONG)
def test_a_wrong_request_gets_a_reason(live: Live, type: str, fields: Message, kind: str, words: str) -> None:
    error = live.ask(type, **fields)["error"]
    assert kind in ("", error["type"])
    assert words in error["message"]
    check_nothing_began(live)


SMALL: Message = {"shape": [3, 3]}
PAIR = [[[0, 0], [1, 0], [1, 1]]] * 2
GRAPH: Message = {"topology": "graph", "adjacency": [[1], [0]], "layout": PAIR, "mines": 1}
LARGE = bytes(3 * 2**20 + 1)
WRONG_INPUTS: dict[str, list[tuple[str, Message, str]]] = {
    "board": [
        (type, {name: {**SMALL, "mines": mines}}, f"cannot hold {mines} mine")
        for type, name in (("new", "board"), ("analyse", "position"), ("start_run", "board"))
        for mines in (-3, 10, 2_000_000, 2**40, 10**18)
    ],
    "position": [
        ("analyse", {"position": {**SMALL, "mines_left": left}}, f"`mines_left` cannot be {left}")
        for left in (-3, 10, 2_000_000, -(2**40), 1e30, -1e30)
    ],
    "request": [
        ("analyse", {"position": {**SMALL, "mines": 1.5}}, "a whole number, not 1.5"),
        ("analyse", {"position": {**SMALL, "mine_prior": "9" * 61}}, "a text of 1 to 60 characters, not 61"),
        ("new", {"board": {"shape": [2001, 1], "mines": 1}}, "a whole number from 1 to 2000, not 2001"),
        ("new", {"board": {**SMALL, "mines": 1}, "seed": "-1"}, "a whole number of at most 20 digits"),
        ("new", {"board": {**SMALL, "mines": 1}, "first_click": "never"}, "one of 'any', 'safe', 'opening'"),
        ("new", {"board": {**GRAPH, "mines": None}}, "`mines`"),
        ("new", {"board": {**GRAPH, "adjacency": [[1], [5000]]}}, "a whole number from 0 to 1999, not 5000"),
        ("new", {"board": {**GRAPH, "adjacency": [[1], "x"]}}, 'a list of 0 to 2000 entries, not "x"'),
        ("new", {"board": {**GRAPH, "adjacency": [[1]] * 2001}}, "a list of 1 to 2000 entries, not 2001"),
        ("new", {"board": {**GRAPH, "layout": [[[0, 0]], [[0, 1]]]}}, "a list of 3 to 20 entries, not 1"),
        ("new", {"board": {**SMALL, "shape": [3], "mines": 1}}, "a list of 2 entries, not 1"),
        ("new", {"board": {**GRAPH, "layout": [PAIR[0], [[0, "x"]] * 3]}}, "a number from -10000 to 10000"),
        ("report", {"only": {"since": "31.12.2026"}}, "a date"),
    ],
    "too_large": [
        *((type, {"file": LARGE}, "too large: it has more than 3 MiB") for type in ("review", "chances")),
        (
            "compare",
            {"first": {"file": LARGE}, "second": {"file": LARGE}},
            "too large: it has more than 3 MiB",
        ),
        ("read", {"content": LARGE}, "too large: it has more than 3 MiB"),
        ("add_archive", {"content": bytes(24 * 2**20 + 1)}, "too large: it has more than 24 MiB"),
    ],
}
"""By the type of the error: a message, and words of the error."""


@pytest.mark.parametrize(
    ("kind", "type", "fields", "words"),
    [(kind, *case) for kind in WRONG_INPUTS for case in WRONG_INPUTS[kind]],
)
def test_what_people_type_is_refused_in_words_for_people(
    live: Live, kind: str, type: str, fields: Message, words: str
) -> None:
    error = live.ask(type, **fields)["error"]
    assert error["type"] == kind
    assert words in error["message"]
    assert not re.search("Invalid|Expected|[rR]eceived", error["message"])  # the words of the validator
    check_nothing_began(live)


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
