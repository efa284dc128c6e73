"""Reviews of games, reports over many, standings, and two games side by side: as the library has them."""

import shutil
import struct
import time
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from support.live import Live, files_in, marks_bytes, marks_in
from support.replays import GAME, events_of, minefield_of

import sapper
from sapper import formats
from sapper.board.rules import Guessing

LINE: dict[str, Any] = {"shape": [1, 8], "mines": 2, "mined": [1, 6]}
FIELD: dict[str, Any] = {"shape": [3, 4], "mines": 2, "mined": [0, 11]}
STRIP = sapper.Minefield([(0, 1), (0, 7)], sapper.Topology.square(1, 8))
PAST = [{"kind": "open", "cell": 3}, {"kind": "flag", "cell": 0}, {"kind": "flag", "cell": 0}]


def test_a_practice_game_begins_in_the_middle_and_does_not_count(live: Live) -> None:
    state = live.new(minefield=FIELD, actions=PAST)
    game = sapper.Minefield([(0, 0), (2, 3)], sapper.Topology.square(3, 4)).game()
    game.open(0, 3)
    assert marks_in(state).tolist() == game.position.marks.ravel().tolist()
    assert state["counts_not"] == ["past"]
    live.restart()
    assert live.ask("resume", game=state["game"])["marks"] == state["marks"]
    assert live.open(state["game"], 11)["status"] == "lost"


def test_the_line_of_a_game_and_its_checks_are_those_of_the_library(live: Live) -> None:
    for number, recording in enumerate((GAME, replace(GAME, player="Somebody"))):
        claims = {"Time": "1.00", "BBBV": "77", "Status": "Won", "Mode": "UPK"} if number else {}
        replay = sapper.Replay(minefield_of(recording), events_of(recording), about=claims)
        file = formats.render(replay, "rawvf")
        replay = formats.parse(file, kind=sapper.Replay)
        answer = live.ask("review", file=file)
        expected = sapper.measure(replay).to_dict()
        mouse = expected.pop("mouse")
        line = answer["line"]
        names = (expected | mouse).keys() - {"board", "status"}
        assert {name: line[name] for name in names} == {name: (expected | mouse)[name] for name in names}
        assert line["level"] == replay.level
        assert answer["doubts"] == [doubt.to_dict() for doubt in replay.doubts]
        assert any(doubt["grade"] == "contradiction" for doubt in answer["doubts"]) == bool(claims)


def test_a_slip_says_by_how_many_pixels_it_missed(live: Live) -> None:
    events = [sapper.MouseEvent(0.0, "mv", (0, 0), (3, 3))]
    for second, places in enumerate(((8, 8), (40, 40), (50, 70), (80, 80), (100, 100), (66, 66))):
        for kind, x in zip(("lc", "lr"), places, strict=True):
            events.append(sapper.MouseEvent(float(second), kind, (0, x // 16), (x, 3)))  # type: ignore[arg-type]
    replay = sapper.Replay(STRIP, tuple(events))
    review = sapper.review(replay)
    assert review.slips == 1
    answer = live.ask("review", file=formats.render(replay, "rawvf"))
    assert [move["missed_by"] for move in answer["moves"]] == [move.missed_by for move in review.moves]
    assert answer["moves"][2]["missed_by"] == 7
    assert (answer["summary"]["slips"], answer["summary"]["near"]) == (1, review.near)


def test_the_chance_to_win_over_a_game_is_that_of_the_library(live: Live) -> None:
    game = sapper.Strategy("single+random").play(sapper.Game("beginner", seed=2))
    replay = sapper.Replay.from_game(game)
    file = formats.render(replay, "rawvf")
    review = sapper.review(replay, by="win")
    answer = live.ask("chances", file=file)
    for name in ("accuracy", "accuracy_error", "chance_lost", "chance_lost_error", "grades"):
        assert answer[name] == getattr(review, name)
    assert answer["accuracy"] < 1
    of_moves = {each["n"]: each for each in answer["moves"]}
    for number, move in enumerate(review.moves, start=1):
        assert (number in of_moves) == (move.chance is not None)
        if move.chance is not None:
            best = None if move.chance.best is None else game.topology.index(move.chance.best)
            assert {"n": number, **move.chance.to_dict(), "best": best} == of_moves[number]


def test_the_chance_to_win_of_a_game_and_of_a_position(live: Live) -> None:
    state = live.new(minefield=FIELD)
    live.open(state["game"], 3)
    answer = live.ask("evaluate", game=state["game"])
    game = sapper.Minefield([(0, 0), (2, 3)], sapper.Topology.square(3, 4)).game()
    game.open(0, 3)
    assert answer["win_probability"] == sapper.evaluate(game).win_probability
    assert live.ask("resume", game=state["game"])["counts"] is False
    answer = live.ask("evaluate", position={"shape": [16, 16], "mines": 40})
    assert 0.8 < answer["win_probability"] < 0.95
    assert 0 < answer["error"] < 0.02
    large = {"shape": [101, 100], "mines": 9}
    assert "at most 10,000 cells" in live.ask("evaluate", position=large)["error"]["message"]


@pytest.mark.parametrize("topology", ["square", "octagons"])
def test_the_pointer_is_kept_with_a_game_and_goes_into_its_file(live: Live, topology: str) -> None:
    game = live.new(minefield={**FIELD, "topology": topology})["game"]
    live.ask("act", game=game, kind="open", cell=3, key="a", path=[[0, 5, 5]])  # the clock does not run yet
    time.sleep(0.2)
    path = [[150, 9, 9], [100, 20, 24], [99, 21, 24], [60, 70, 4], [20, 60, 4]]  # the third comes too soon
    update = live.ask("act", game=game, kind="flag", cell=0, key="b", path=path)
    live.ask("act", game=game, kind="flag", cell=0, key="b", path=path)  # sent again, and done once
    live.restart()
    live.ask("act", game=game, kind="open", cell=11, key="c", path=[[100_000, 1, 1]])  # before the game
    now = update["elapsed_ms"]
    pointer = live.ask("review", game=game)["pointer"]
    places = [(0.56, 0.56), (1.25, 1.5), (4.38, 0.25), (3.75, 0.25)]
    assert [tuple(place) for _, *place in pointer if tuple(place) in places] == [*places]
    times = [at for at, x, y in pointer if (x, y) in places]
    assert [at - times[0] for at in times] == pytest.approx([0, 50, 90, 130], abs=1)
    assert 0 <= now - times[-1] < 2000  # the move came 20 ms later, and a busy machine takes its time
    file = live.file(game=game)
    replay = formats.parse(file, kind=sapper.Replay)
    moves = [(event.cell, event.pixel) for event in replay.events if event.kind == "mv"]
    assert moves == [((0, 0), (9, 9)), ((1, 1), (20, 24)), (None, (70, 4)), ((0, 3), (60, 4))]
    assert live.ask("review", file=file)["pointer"] == pointer
    assert [action.kind for action in replay.actions] == ["open", "flag", "open"]


@pytest.mark.parametrize("on_number", [True, False])
def test_a_review_shows_the_guess_that_hard_core_punishes(live: Live, on_number: bool) -> None:
    """The guess is judged as if it had been made, but it opened nothing."""
    game = live.new(minefield=LINE, guessing="hard_core")["game"]
    live.open(game, 0)
    live.open(game, 2)
    guess = 5 if on_number else 1  # beside a mine, or on one
    explanation = live.ask("explain", game=game) if live.open(game, guess)["status"] == "lost" else {}
    answer = live.ask("review", game=game)
    last = answer["moves"][-1]
    assert (answer["status"], answer["lost_by_guess"], len(answer["moves"])) == ("lost", True, 3)
    assert (last["cell"], last["verdict"], last["cells"]) == (guess, "needless", [])
    assert [move["values"] for move in answer["moves"]] == [[1], [1], []]
    assert last["risk"] == explanation["risk"]
    assert set(last["safe"]) >= set(explanation["safe"])
    assert last["sentence"] in explanation["sentence"]
    assert answer["summary"]["needless"] == 1
    assert last["luck"] == answer["summary"]["luck"] == answer["moves"][1]["luck"]
    assert answer["line"]["clicks"] == 2
    report = live.ask("report")
    assert (report["needless"], report["mines_hit"], report["course"]) == (0, 0, [])  # a typed minefield

    file = live.file(game=game)
    review = sapper.review(formats.parse(file, kind=sapper.Replay))
    check_review(answer, review)
    again = live.ask("review", file=file)
    check_review(again, review)
    names = ("guessing", "win", "on_mine", "mined", "summary")
    assert {name: again[name] for name in names} == {name: answer[name] for name in names}
    fields = ("kind", "cell", "verdict", "risk", "safe", "luck", "cells", "sentence")
    for one, other in zip(again["moves"], answer["moves"], strict=True):
        assert [one[name] for name in fields] == [other[name] for name in fields]


def check_review(answer: dict[str, Any], review: sapper.Review[Any]) -> None:
    """The review of the page is that of the library."""
    assert (answer["status"], answer["lost_by_guess"]) == (review.status, review.lost_by_guess)
    for name in ("luck", "needed_luck", "forced", "riskier", "needless", "slips"):
        assert answer["summary"][name] == getattr(review, name)
    assert answer["line"]["clicks"] == review.metrics.clicks
    for one, other in zip(answer["moves"], review.moves, strict=True):
        assert one["verdict"] == ("first" if other.verdict == "start" else other.verdict)
        assert (one["risk"], len(one["cells"])) == (other.risk, other.opened or other.verdict == "flag")


@pytest.mark.parametrize("rule", ["hard_core", "lucky", "kaboom"])
def test_a_file_with_a_rule_of_guessing_is_reviewed_as_the_library_does(live: Live, rule: Guessing) -> None:
    """`tests/reviews/test_rules_of_guessing.py` holds the library against all minefields."""
    ends = set()
    for seed in range(12):
        game = sapper.Game((6, 6, 9), sapper.Rules("any", guessing=rule), seed=seed)
        replay = sapper.Replay.from_game(sapper.Strategy("single+random").play(game))
        review = sapper.review(replay)
        answer = live.ask("review", file=formats.render(replay, "rawvf"))
        check_review(answer, review)
        assert answer["pointer"] == []
        ends.add((review.status, review.lost_by_guess))
    assert (("won", False) if rule == "lucky" else ("lost", True)) in ends


def play_carelessly(live: Live) -> str:
    """Opens one cell after the other."""
    state = live.new(board={"shape": [5, 6], "mines": 5})
    game: str = state["game"]
    for cell in range(30):
        if live.open(game, cell)["status"] != "playing":
            break
    return game


def test_a_report_says_what_the_saved_files_of_the_games_say(live: Live) -> None:
    games = [play_carelessly(live) for _ in range(12)]
    practice = live.new(minefield=FIELD)["game"]
    for cell in (3, 4, 11):
        live.open(practice, cell)
    replays = {game: formats.parse(live.file(game=game), kind=sapper.Replay) for game in games}
    reviews = [
        sapper.ReviewedGame.from_review(sapper.review(replay), game) for game, replay in replays.items()
    ]
    expected = sapper.player_report(reviews).to_dict()
    for answer in (live.ask("report"), live.ask("report")):  # reviewed, and then remembered
        assert (answer["left_out"], answer["accuracy"]) == (0, None)
        for name in ("games", "won", "forced", "needless", "mines_hit", "efficiency"):
            assert answer[name] == expected[name], name
        assert answer["expected"] == pytest.approx(expected["expected"])
        for list_name, names in (("missed", ("rule", "mistakes")), ("worst", ("game", "move"))):
            own, target = ([[x[y] for y in names] for x in each[list_name]] for each in (answer, expected))
            assert own == target
        for standing, target in zip(answer["standings"], expected["standings"], strict=True):
            for name in ("style", "games", "won"):
                assert standing[name] == target[name]
            assert standing["figures"]["efficiency"]["mean"] == target["figures"]["efficiency"]["mean"]
            assert standing["figures"]["seconds"]["best"] == target["figures"]["seconds"]["best"]
        assert {each["game"] for each in answer["named"] if each["played"]} == set(games)
    assert live.ask("report", only={"since": "2999-01-01"})["games"] == 0
    assert live.ask("report", only={"since": "yesterday"})["error"]["type"] == "request"
    worst = expected["worst"][0]
    move = live.ask("review", game=worst["game"])["moves"][worst["move"]]
    assert (move["verdict"], move["risk"]) == ("needless", worst["risk"])
    by_win = {game: sapper.review(replay, by="win") for game, replay in replays.items()}
    expected = sapper.player_report(by_win.values()).to_dict()
    for answer in (live.ask("report", win=True), live.ask("report")):
        for name in ("accuracy", "chance_lost", "accuracy_error", "chance_lost_error"):
            assert answer[name] == pytest.approx(expected[name])
        accuracies = {each["game"]: each["accuracy"] for each in answer["course"]}
        assert accuracies == {game: review.accuracy for game, review in by_win.items()}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Games of a careless player, two of them in one file; a copy, and a damaged file."""
    folder = tmp_path / "replays"
    folder.mkdir()
    units = b""
    for seed in range(6):
        game = sapper.Strategy("single+random").play(sapper.Game(sapper.Board.square(6, 6, 9), seed=seed))
        times = [0.5 * number for number, _ in enumerate(game.history, start=1)]
        replay = sapper.Replay.from_game(game, times, {"Timestamp": str(1_700_000_000 - seed)})
        if seed < 4:
            sapper.write(replay, folder / f"{seed}.rawvf")
            continue
        unit = formats.render(replay, "evf")
        units += b"unit.evf\0" + struct.pack(">I", len(unit)) + unit
    (folder / "two.evfs").write_bytes(b"\0" + struct.pack(">H", 0) + units)
    shutil.copy(folder / "0.rawvf", folder / "copy of 0.rawvf")
    (folder / "noise.avf").write_bytes(b"\x00\xff" * 40)
    return folder


def test_a_report_on_files_says_what_that_on_their_folder_says(live: Live, folder: Path) -> None:
    files = files_in(folder)
    assert live.ask("add", begin=True, files=files[:3])["files"] == 3
    assert live.ask("add", files=files[2:])["files"] == len(files) - 2  # one of them once more
    answer = live.ask("report", added=True)
    whole = sapper.review_folder(folder, threads=1)
    expected = whole.to_dict()
    same = ("games", "won", "forced", "needless", "mines_hit", "efficiency", "three_bv_per_second", "pluck")
    assert {name: answer[name] for name in same} == {name: expected[name] for name in same}
    assert answer["needless"] > 0
    assert [each["game"] for each in answer["course"]] == [game.name for game in whole.games]
    assert [each["seconds"] for each in answer["course"]] == [game.seconds for game in whole.games]
    assert answer["left_out"] == 1
    assert [each["name"] for each in answer["skipped"]] == [each["name"] for each in expected["skipped"]]
    assert answer["accuracy"] is None
    live.ask("add", begin=True, win=True, files=files)
    by_win = sapper.review_folder(folder, threads=1, by="win")
    assert live.ask("report", added=True)["accuracy"] == by_win.accuracy
    mistakes = [(each["game"], each["move"], each["risk"]) for each in answer["worst"]]
    assert mistakes == [(each["game"], each["move"], each["risk"]) for each in expected["worst"]]
    for game, number, risk in mistakes:
        name, _, replay = game.partition("#")
        (file,) = (each["file"] for each in files if each["name"] == name)
        which = {"replay": int(replay)} if replay else {}
        assert live.ask("review", file=file, **which)["moves"][number]["risk"] == risk
    assert any("#2" in game.name for game in whole.games)
    assert live.ask("add", begin=True, files=files[:1])["files"] == 1  # the others are forgotten
    assert live.ask("report", added=True)["games"] == 1


def test_files_that_are_too_many_or_impossible_are_refused(live: Live, folder: Path) -> None:
    files = files_in(folder)

    def error_of(type: str, **fields: Any) -> str:
        answer = live.ask(type, **fields)
        assert answer["type"] == "error"
        return str(answer["error"]["type"])

    assert error_of("report", added=True) == error_of("add", files=files) == "unknown"
    assert error_of("review", file=files[-1]["file"], replay=3) == "request"
    assert error_of("add", begin=True, files=[{"name": "a.avf", "file": "?"}]) == "request"
    live.tell("limits", limits={"FOLDER_FILES": 2})
    assert error_of("add", begin=True, files=files) == "too_large"
    assert live.ask("report", added=True)["games"] == 2  # what was reviewed before stays
    live.tell("limits", limits={"FOLDER_BYTES": 2_000})
    live.ask("add", begin=True, files=files[:2])
    assert error_of("add", files=files[2:]) == "too_large"
    live.tell("limits", limits={"REPORT_CELLS": 35})
    live.ask("add", begin=True, files=files)
    report = live.ask("report", added=True)
    assert (report["games"], report["left_out"]) == (0, 6)
    assert "more than 35 cells" in report["skipped"][0]["error"]


def test_a_report_that_is_stopped_ends_early(live: Live) -> None:
    for _ in range(3):
        play_carelessly(live)
    id = live.send("report", win=True, time_limit_ms=30_000)
    live.send("stop", request=id)
    assert live.all_answers(id)[-1]["error"]["type"] == "cancelled"
    assert live.ask("report")["games"] == 3


def test_puzzles_are_the_positions_before_mistakes_in_games_that_ended(live: Live) -> None:
    games = [play_carelessly(live) for _ in range(12)]
    in_play = live.new()["game"]
    live.open(in_play, 7)
    answer = live.ask("puzzles")
    assert answer["games"] == len(games)
    assert answer["puzzles"]
    assert in_play not in {each["game"] for each in answer["puzzles"]}
    ends = {each["game"]: each["ended_at"] for each in live.ask("games", status="over")["games"]}
    dates = [ends[each["game"]] for each in answer["puzzles"]]  # two games can end within one millisecond
    assert dates == sorted(dates, reverse=True)
    cells = set()
    for each in answer["puzzles"]:
        replay = formats.parse(live.file(game=each["game"]), kind=sapper.Replay)
        again = replay.start()
        for action in replay.actions[: each["move"]]:
            again.act(action.kind, action.cell)
        risk = sapper.analyse(again.position).mine_probability.ravel()
        assert (risk[each["safest"]], risk[each["cell"]]) == (0, pytest.approx(each["risk"]))
        assert each["risk"] > 0
        assert each["reason"]
        cells.add((each["game"], each["safest"]))
    assert len(cells) == len(answer["puzzles"])
    live.restart()
    assert live.ask("puzzles")["puzzles"] == answer["puzzles"]
    for id in games[:3]:  # a loss that is taken back stays a loss
        if live.ask("resume", game=id)["status"] == "lost":
            live.ask("undo", game=id)
    later = live.ask("puzzles")
    assert (later["games"], later["puzzles"]) == (len(games), answer["puzzles"])


def test_the_chance_to_win_of_a_position_follows_the_first_click_and_trusts_flags(live: Live) -> None:
    fresh = {"shape": [4, 4], "mines": 3}
    for rule in ("any", "safe", "opening"):
        expected = sapper.evaluate(sapper.Game((4, 4, 3), sapper.Rules(first_click=rule)))
        assert live.ask("evaluate", position=fresh, first_click=rule)["win_probability"] == pytest.approx(
            expected.win_probability, abs=4 * expected.error
        )
    assert live.ask("evaluate", position=fresh)["win_probability"] == 1
    either = {"shape": [1, 3], "mines": 1, "marks": marks_bytes(np.array([[-1, 1, -2]]))}
    assert live.ask("evaluate", position=either)["win_probability"] == 0.5
    assert live.ask("evaluate", position=either, trust_flags=True)["win_probability"] == 1
    assert "good cell to begin" in live.ask("hint", position=fresh, first_click="opening")["sentence"]


START = datetime(2024, 1, 1, tzinfo=UTC)
BOARDS = [sapper.Board.square(8, 8, 10), sapper.Board.square(9, 9, 10), sapper.Board.square(5, 5, 3)]
FILTERS: list[dict[str, Any]] = [
    *({"level": "beginner"}, {"level": "custom", "player": "EVE"}, {"mode": "classic"}, {"mode": "upk"}),
    {"since": date(2024, 1, 5), "until": date(2024, 1, 12)},
]


def replay_of(seed: int, board: sapper.Board[Any], pace: float, **about: str) -> sapper.Replay[Any]:
    game = sapper.Game(board, seed=seed)
    if seed % 2:
        game.flag(0, 0)
        game.flag(0, 0)
    game = sapper.Strategy("single+random").play(game)
    times = [pace * (place + seed % 5 / 5) for place, _ in enumerate(game.history, start=1)]
    return sapper.Replay.from_game(game, times, about)


@pytest.fixture(scope="module")
def games_of_two(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Games of two players on three boards, some of another mode; one is disproved, one board comes twice."""
    folder: Path = tmp_path_factory.mktemp("replays")
    for seed in range(24):
        about = {
            "Player": "Eve" if seed % 3 else "Bob",
            "Mode": "UPK" if seed % 7 == 6 else "Classic",
            "Timestamp": (START + timedelta(seed)).isoformat(),
        }
        if seed == 4:
            about["Time"] = "1.23"
        sapper.write(replay_of(seed, BOARDS[seed // 2 % 3], 0.25, **about), folder / f"{seed}.rawvf")
    again = {"Player": "Bob", "Timestamp": (START + timedelta(99)).isoformat()}
    sapper.write(replay_of(2, BOARDS[1], 0.5, **again), folder / "again.rawvf")
    return folder


def check_standings(answer: dict[str, Any], report: sapper.PlayerReport[Any]) -> None:
    """The report of the page has the standings and the checks of the library."""
    expected = report.to_dict()["standings"]
    assert [each["style"] for each in answer["standings"]] == [each["style"] for each in expected]
    for own, target in zip(answer["standings"], expected, strict=True):
        for name in ("mode", "games", "won", "records"):
            assert own[name] == target[name]
        assert own["board"]["shape"] == target["board"]["shape"]
        assert [each["game"] for each in own["progress"]] == target["progress"]
        assert len(own["times"]) == own["figures"]["seconds"]["count"]
        if own["times"]:
            best, mean = (own["figures"]["seconds"][name] for name in ("best", "mean"))
            assert min(own["times"]) == best
            assert sum(own["times"]) / len(own["times"]) == pytest.approx(mean)
        for name, figure in target["figures"].items():
            means = [figure.pop(f"mean_of_{length}") for length in (3, 5, 12)]
            assert own["figures"][name] == {**figure, "means": means}, name
    checks = answer["checks"]
    assert [x["game"] for x in checks["contradiction"]["games"]] == [x.name for x in report.disproved]
    assert {each["game"]: each["text"] for each in checks["repeated"]["games"]} == report.repeated
    assert answer["games"] == len(report.games)


def test_standings_are_those_of_the_library(live: Live, games_of_two: Path) -> None:
    live.ask("add", begin=True, files=files_in(games_of_two))
    report = sapper.review_folder(games_of_two, threads=1)
    assert len(report.standings) > 5
    assert (len(report.disproved), report.repeated) == (1, {"again.rawvf": "2.rawvf"})
    answer = live.ask("report", added=True)
    check_standings(answer, report)
    names = [game.name for game in report._all()]
    assert [each["game"] for each in answer["named"]] == names
    choices = {"levels": ["beginner", "custom"], "players": ["Bob", "Eve"], "modes": ["Classic", "UPK"]}
    assert answer["choices"] == choices | {"dated": True}
    for target in FILTERS:
        some = live.ask("report", added=True, only={name: str(value) for name, value in target.items()})
        check_standings(some, report.only(**target))
        assert [each["game"] for each in some["named"]] == names  # so that links lead to the same games


NAMES = [
    "Groß", "GROSS", "gross", "GRO\u1e9e", "İnci", "inci", "\u0131NCI", "I\u0307nci", "José", "Jose\u0301",
    "JOSE\u0301", "ΟΔΥΣΣΕΥΣ", "Οδυσσευς", "οδυσσευσ", "\u212bngström", "Ångstro\u0308m", "ﬁsh", "FISH",
    "张三", "", "Bob ", "\u00a0Bob", "BOB", "Ǆ", "ǅ", "ǆ", "ŉ", "𐐀", "𐐨", "\u13a0", "ꭰ",
]  # fmt: skip


@pytest.fixture(scope="module")
def strangers(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Games of players whose names are hard to compare, in files whose names are hard to put in order.

    The dates of some are equal, or differ by less than a millisecond; others have none.
    """
    folder: Path = tmp_path_factory.mktemp("strangers")
    dates = ("2024-05-01T12:00:00.000009Z", "2024-05-01T12:00:00.000001Z", "2024-05-01T14:00:00+02:00", "")
    places = ("a", "B", "\uff21", "\U0001f600", "\ue000", "é", "e\u0301", "a-", "a_")
    for seed, name in enumerate(NAMES):
        about = {"Player": name, "Mode": ("", "classic", "GROẞ", "Gross")[seed % 4]}
        about |= {"Timestamp": dates[seed % 4 if seed % 5 else 0]}
        place = folder / f"{places[seed % len(places)]}{seed // len(places)}.rawvf"
        sapper.write(replay_of(seed // 2, BOARDS[2], 0.25, **about), place)
    return folder


def test_names_are_the_same_and_games_in_order_as_in_the_library(live: Live, strangers: Path) -> None:
    live.ask("add", begin=True, files=files_in(strangers))
    report = sapper.review_folder(strangers, threads=1)
    games = sorted(report._all(), key=lambda it: (it.played or datetime.max.replace(tzinfo=UTC), it.name))
    assert len(games) == len(NAMES)
    answer = live.ask("report", added=True)
    assert [each["game"] for each in answer["named"]] == [game.name for game in games]
    assert len(report.repeated) > 5
    check_standings(answer, report)

    def check(**target: Any) -> int:
        answer, subset = live.ask("report", added=True, only=target), report.only(**target)
        assert [each["game"] for each in answer["course"]] == [game.name for game in subset.games], target
        assert sum(answer["apart"].values()) == len(subset.apart), target
        return len(subset.games) + len(subset.apart)

    counts = {"gross": 4, "inci": 2, "İNCI": 2, "josé": 3, "οδυσσευς": 3, " bob ": 3}
    assert {name: check(player=name) for name in counts} == counts
    for name in filter(None, NAMES):  # the page asks for no empty name
        assert check(player=name.strip()) > 0
    assert check(mode="gross") == check(mode="groß") > 0 < check(mode="CLASSIC")


def test_two_games_side_by_side_are_as_the_library_compares_them(live: Live) -> None:
    slow, quick, other = (replay_of(seed, BOARDS[1], pace) for seed, pace in ((2, 2.0), (2, 0.5), (3, 1.0)))
    for first, second in ((slow, quick), (quick, slow), (slow, other)):
        files = [{"file": formats.render(each, "rawvf")} for each in (first, second)]
        answer = live.ask("compare", first=files[0], second=files[1])
        target = sapper.compare_replays(first, second)
        assert answer["same_board"] == target.same_board == (second is not other)
        assert answer["phases"] == target.to_dict()["phases"]
        assert [line["efficiency"] for line in answer["lines"]] == [each.ioe for each in target.metrics]
        index = second.board.topology.index
        assert answer["ghost"]["clicks"] == [
            {"at_ms": pytest.approx(1000 * action.seconds, abs=1), "cell": index(action.cell)}
            for action in second.actions
        ]
