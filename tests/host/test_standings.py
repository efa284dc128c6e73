"""Standings of many games, which of them count, and two games side by side: as the library has them."""

from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from support.live import Live, files_in

import sapper
from sapper import formats

START = datetime(2024, 1, 1, tzinfo=UTC)
BOARDS = [sapper.Board.square(8, 8, 10), sapper.Board.square(9, 9, 10), sapper.Board.square(5, 5, 3)]
FILTERS: list[dict[str, Any]] = [
    {"level": "beginner"},
    {"level": "custom", "player": "EVE"},
    {"mode": "classic"},
    {"mode": "upk"},
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
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
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


def test_standings_are_those_of_the_library(live: Live, folder: Path) -> None:
    live.ask("add", begin=True, files=files_in(folder))
    report = sapper.review_folder(folder, threads=1)
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
