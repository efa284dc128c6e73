"""Messages: wrong ones get an error, several are answered beside each other, and each can be stopped."""

import random
import time
from typing import Any

import numpy as np
import pytest
from support.cases import rest_long
from support.lattices import lattice
from support.live import Live, Seen, marks_bytes

import sapper
from sapper.strategy.names import STRATEGIES

STRATEGIES_AND_PARTS = [*STRATEGIES, "bounds+boundary", "subset+density", "single+ratio", "sampled+corners"]

VALUES: list[Any] = [None, True, -1, 0, 3, 2**60, 0.5, "", "safe", "x" * 300, [], [1, 2], [1, 2, 3, 4], {}]
VALUES += [{"a": 1}, {"level": "beginner"}, {"shape": [3, 3], "mines": 1, "marks": None}, {"shape": [0, 3]}]
VALUES += [[[1, 2, 3]]]
FIELDS = ["game", "position", "board", "window", "cell", "kind", "key", "path", "delay_ms", "seed"]
FIELDS += ["first_click", "strategy", "trust_flags", "count", "time_limit_ms", "request", "action", "same_as"]
FIELDS += ["guessing", "more"]
TYPES: list[Any] = ["new", "act", "resume", "analyse", "beliefs", "cell", "structure", "autoplay", "speed"]
TYPES += ["hint", "evaluate", "review", "compare", "report", "http", "x", 3]


def test_whatever_the_fields_hold_there_is_an_answer(live: Live) -> None:
    draw = random.Random(24)
    kinds = set()
    for _ in range(3000):
        fields = {name: draw.choice(VALUES) for name in draw.sample(FIELDS, draw.randint(0, 4))}
        answer = live.ask(draw.choice(TYPES), **fields)
        kinds.add(answer["error"]["type"] if answer["type"] == "error" else answer["type"])
    assert "internal" not in kinds
    assert {"request", "report"} <= kinds


def test_wrong_questions_say_what_is_wrong(live: Live) -> None:
    game = live.new(board={"level": "beginner"}, seed="1")["game"]

    def message_of(type: str, **fields: Any) -> str:
        return str(live.ask(type, **fields)["error"]["message"])

    assert "window" in message_of("analyse", game=game, window=[0, 0, 99, 9])
    assert "81" in message_of("cell", game=game, cell=81)
    assert "'best'" in message_of("beliefs", game=game, strategy="bets")
    assert "no such game" in message_of("structure", game="none")
    assert "1 is not an autoplay" in message_of("speed", request=1, delay_ms=3)
    impossible = {"shape": [2, 2], "mines": 1, "marks": bytes([1, 1, 1, 1])}  # four ones and no hidden cell
    for question in ("analyse", "beliefs", "evaluate", "structure"):
        assert live.ask(question, position=impossible)["error"]["type"] == "position"
    for marks in (bytes([9, 1, 1, 255]), bytes([1])):  # a nine, and too few marks
        assert live.ask("analyse", position={"shape": [2, 2], "mines": 1, "marks": marks})["type"] == "error"
    assert live.ask("analyse", position={"shape": [2, 2], "mines": 9})["error"]["type"] == "board"


@pytest.mark.parametrize("strategy", rest_long(STRATEGIES_AND_PARTS, 8))
def test_autoplay_plays_what_the_library_plays(live: Live, strategy: str) -> None:
    for seed in range(2):
        state = live.new(board={"level": "beginner"}, seed=f"{seed}", first_click="safe")
        updates = live.all_answers(live.send("autoplay", game=state["game"], strategy=strategy, delay_ms=0))
        game = sapper.Game("beginner", rules="safe", seed=seed)
        sapper.Strategy(strategy).play(game)
        view = Seen(state)
        for update in updates[:-1]:
            view.take(update)
        assert (view.marks == game.position.marks.ravel()).all()


def test_autoplay_waits_before_a_guess_and_flags_where_flags_win(live: Live) -> None:
    for seed in range(3):
        game = live.new(
            board={"level": "beginner"},
            seed=f"{seed}",
            win="flagged",
            question_marks=True,
            first_click="safe",
        )["game"]
        for cell in (0, 1, 1, *range(2, 80, 6)):  # flags and a question mark, most of them wrong
            live.act(game, "flag", cell)
        assert live.ask("autoplay", game=game, delay_ms=1, guesses=False)["reason"] in ("guess", "over")
        assert live.ask("autoplay", game=game, delay_ms=1)["reason"] == "over"
        state = live.ask("resume", game=game)
        flagged = np.flatnonzero(Seen(state).marks == -2).tolist()
        assert state["status"] == "lost" or flagged == live.mines(game)


def test_a_thought_hears_what_comes_meanwhile(live: Live) -> None:
    """A pause between moves ends at once, and so does a thought that would take long."""
    game = live.new(seed="1")["game"]
    autoplay = live.send("autoplay", game=game, delay_ms=10_000)
    first = live.receive()
    assert (first["id"], first["type"]) == (autoplay, "update")
    assert live.ask("speed", request=autoplay, delay_ms=0)["type"] == "speed"
    assert live.all_answers(autoplay)[-1]["type"] == "done"
    game = live.new(seed="5")["game"]
    autoplay = live.send("autoplay", game=game, delay_ms=10_000)
    assert live.receive()["type"] == "update"
    live.ask("stop", request=autoplay)
    done = (each for each in live.frames if (each.get("id"), each["type"]) == (autoplay, "done"))
    assert (next(done, None) or live.all_answers(autoplay)[-1])["reason"] == "stopped"
    evaluate = live.send("evaluate", position={"shape": [16, 30], "mines": 99}, time_limit_ms=30_000)
    assert live.ask("stop", request=evaluate)["request"] == evaluate
    assert live.all_answers(evaluate)[-1]["error"]["type"] == "cancelled"


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
    assert (
        live.ask("hint", position={"shape": [2, 2], "mines": 1, "marks": bytes([1, 255, 255, 255])})["type"]
        == "hint"
    )


def test_too_many_questions_at_once_are_refused(live: Live) -> None:
    position = {"shape": [16, 30], "mines": 99}
    ids = [live.send("evaluate", position=position, time_limit_ms=30_000) for _ in range(4)]
    assert live.ask("evaluate", position=position)["error"]["type"] == "busy"
    for id in ids:
        live.send("stop", request=id)
    for id in ids:
        assert live.all_answers(id)[-1]["error"]["type"] == "cancelled"


@pytest.mark.parametrize("start", [b"\x89PNG\r\n\x1a\n", b"BM\xf6\0\0\0\0\0\0\0", b"RIFF\xff\n\0\0WEBP"])
def test_a_picture_is_no_replay(live: Live, start: bytes) -> None:
    assert live.ask("review", file=start)["type"] == "error"
