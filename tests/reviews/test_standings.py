"""Tables of bests and means, counted again from the single games."""

import json
import os
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from functools import cache
from itertools import pairwise
from pathlib import Path
from random import Random
from statistics import fmean

import pytest
from support.command_line import command_line
from support.recordings import evf4, evfs
from support.replays import GAME

import sapper
from sapper.replays.replay import Doubt

START = datetime(2024, 1, 1, tzinfo=UTC)


@cache
def games() -> list[sapper.ReviewedGame]:
    """Games on three boards, with and without flags, won and lost, on following days."""
    random = Random(3)
    games_of_level = []
    for number in range(60):
        board = random.choice([(8, 8, 10), (9, 9, 10), (5, 5, 3)])
        game = sapper.Game(sapper.Board.square(*board), seed=number)
        if random.random() < 0.5:
            first = (random.randrange(5), random.randrange(5))
            game.flag(first)
            game.flag(first)
        game = sapper.Strategy("single+random").play(game)
        seconds = random.uniform(2, 9)
        times = [seconds * place / len(game.history) for place in range(1, len(game.history) + 1)]
        player, date = random.choice(["Eve", "Bob"]), (START + timedelta(number)).isoformat()
        replay = sapper.Replay.from_game(game, times, {"Player": player, "Timestamp": date})
        games_of_level.append(sapper.ReviewedGame.from_review(sapper.review(replay), f"{number}.rawvf"))
    return games_of_level


@cache
def report() -> sapper.PlayerReport:
    return sapper.player_report(games())


def test_no_two_kinds_of_games_are_mixed() -> None:
    kinds = {(game.board, game.style) for game in games()}
    assert len(kinds) == 6
    assert {(standing.board, standing.style) for standing in report().standings} == kinds
    assert sum(standing.games for standing in report().standings) == len(games())
    other = sapper.player_report([replace(game, mode="UPK") for game in games()[:20]] + games()[20:])
    assert {standing.mode for standing in other.standings} == {None, "UPK"}
    assert sum(standing.games for standing in other.standings if standing.mode == "UPK") == 20


@pytest.mark.parametrize(
    ("name", "best"), [("seconds", min), ("rqp", min), ("efficiency", max), ("three_bv_per_second", max)]
)
def test_figures_are_those_of_a_recount(name: str, best: Callable[[list[float]], float]) -> None:
    for standing in report().standings:
        own = [game for game in games() if (game.board, game.style) == (standing.board, standing.style)]
        won = [game for game in own if game.status == "won"]
        values = [float(game.metrics[name] or 0) for game in won]
        figure = standing.figures[name]
        assert (standing.games, standing.won, figure.count) == (len(own), len(won), len(values))
        assert figure.best == pytest.approx(best(values))
        assert figure.game == won[values.index(best(values))].name
        assert figure.mean == pytest.approx(fmean(values))
        for length, mean in zip((3, 5, 12), figure.means, strict=True):
            runs = [fmean(values[at : at + length]) for at in range(len(values) - length + 1)]
            assert mean == (pytest.approx(best(runs)) if runs else None)


def test_records_and_progress() -> None:
    for standing in report().standings:
        won = [x for x in games() if (x.board, x.style, x.status) == (standing.board, standing.style, "won")]
        classes = {game.three_bv // 5 * 5 for game in won}
        assert [record.least for record in standing.records] == sorted(classes)
        for record in standing.records:
            own = [game for game in won if record.least <= game.three_bv <= record.most]
            quickest = min(own, key=lambda game: game.seconds or 0)
            assert (record.wins, record.seconds, record.game) == (len(own), quickest.seconds, quickest.name)
        times = {game.name: game.seconds or 0 for game in won}
        assert all(times[one] > times[other] for one, other in pairwise(standing.progress))
        assert times[standing.progress[-1]] == min(times.values())


def test_disproved_games_are_named_and_not_counted() -> None:
    doubt = Doubt("time", "contradiction", "The file says 45.60 s, and its events take 1346.90 s.")
    report = sapper.player_report([replace(games()[0], doubts=(doubt,)), *games()[1:]])
    assert [game.name for game in report.disproved] == ["0.rawvf"]
    assert sum(standing.games for standing in report.standings) == len(games()) - 1


def test_a_board_that_comes_twice_is_seen() -> None:
    again = replace(games()[5], name="again")
    assert sapper.player_report([*games(), again]).repeated == {"again": "5.rawvf"}
    assert report().repeated == {}


def test_filters() -> None:
    assert {game.level for game in report().only(level="beginner").games} == {"beginner"}
    eve = report().only(player="eve", since=date(2024, 1, 11), until=date(2024, 1, 20))
    expected = [game.name for game in games()[10:20] if game.player == "Eve"]
    assert [game.name for game in eve.games] == expected
    assert eve.selection == "player eve, from 2024-01-11, to 2024-01-20"
    report_without_dates = sapper.player_report([replace(games()[0], played=None)])
    assert report_without_dates.only(since=date(1, 1, 1)).games == ()
    assert report_without_dates.only(mode="classic").games == report_without_dates.games
    with pytest.raises(sapper.ArgumentError, match="unknown `level`"):
        report().only(level="exprt")


def test_the_command_prints_and_writes_them(tmp_path: Path) -> None:
    folder = tmp_path / "replays"
    folder.mkdir()
    for number in range(4):
        game = sapper.Strategy("best").play(sapper.Game((8, 8, 10), seed=number))
        times = [float(place) for place, _ in enumerate(game.history, start=1)]
        wrong = {"Time": "1.00"} if number == 3 else {}
        sapper.write(
            sapper.Replay.from_game(game, times, {"Player": "Eve", **wrong}), folder / f"{number}.rawvf"
        )
    page, pages = tmp_path / "report.html", tmp_path / "pages"
    arguments = ["review", str(folder), "--threads", "1"]
    result = command_line(*arguments, "--html", page, "--pages", pages).output
    assert "beginner, square 8 x 8, 10 mines, NF: 3 games" in result
    assert "mean of 3" in result
    assert "1 game not in these tables" in result
    assert "3.rawvf: The file says 1.00 s" in result
    assert 'href="pages/0.rawvf.html"' in page.read_text(encoding="utf-8")
    assert len(list(pages.iterdir())) == 4
    for place, words in (
        (page / "in", "in: cannot be made"),
        (tmp_path / "not", "0.rawvf.html: cannot be written"),
    ):
        (tmp_path / "not" / "0.rawvf.html").mkdir(parents=True, exist_ok=True)
        os.utime(tmp_path / "not" / "0.rawvf.html", (0, 0))  # older than the replay, so it is made again
        assert words in command_line(*arguments, "--html", page, "--pages", place, ends=2).output
    answer = json.loads(command_line(*arguments, "--json", "--player", "Bob").output)
    assert (answer["games"], answer["standings"]) == (0, [])


def test_a_file_with_several_replays_is_a_report(tmp_path: Path) -> None:
    session = tmp_path / "session.evfs"
    session.write_bytes(evfs(evf4(GAME), evf4(GAME, player=b"Bob")))
    result = command_line("review", session, "--threads", 1).output
    assert "1 game on a board that an earlier game had:" in result
    assert "session.evfs#2: the board of session.evfs#1" in result
    single = tmp_path / "single.evfs"
    single.write_bytes(evfs(evf4(GAME)))
    assert "Status            playing" in command_line("review", single).output


def test_two_games_side_by_side(tmp_path: Path) -> None:
    game = sapper.Strategy("best").play(sapper.Game((8, 8, 10), seed=1))
    other = sapper.Strategy("best").play(sapper.Game((8, 8, 10), seed=2))
    steps = range(len(game.history))
    slow, quick = (sapper.Replay.from_game(game, [pace * step for step in steps]) for pace in (2.0, 0.5))
    both = sapper.compare_replays(slow, quick, 4)
    shares = [sapper.measure(slow.play(step + 1)).solved for step in steps]
    assert both.same_board
    click_sum = 0
    for phase in both.phases:
        first = next(step for step in steps if shares[step] >= phase.solved[0])
        assert phase.at == (2.0 * first, 0.5 * first)
        click_sum += phase.clicks[0]
        assert click_sum == first + 1  # each step is a click
        parts = zip(phase.clicks, phase.took, phase.click_speed, phase.speed, phase.efficiency, strict=True)
        for clicks, took, click_speed, speed, efficiency in parts:
            assert click_speed == (clicks / took if took else None)
            assert efficiency is not None
            assert speed == (pytest.approx(efficiency * clicks / took) if took else None)
    assert sum(phase.gap for phase in both.phases) == pytest.approx(-1.5 * steps[-1])
    count = len(other.history)
    different = sapper.compare_replays(slow, sapper.Replay.from_game(other, [float(count)] * count))
    assert not different.same_board
    assert different.phases[-1].solved == (shares[-1], sapper.measure(other).solved)
    paths = [tmp_path / "slow.rawvf", tmp_path / "quick.rawvf"]
    for replay, path in zip((slow, quick), paths, strict=True):
        sapper.write(replay, path)
    arguments = ["review", str(paths[0]), "--against", str(paths[1])]
    assert "Two games on the same minefield" in command_line(*arguments).output
    answer = json.loads(command_line(*arguments, "--json").output)
    assert answer == json.loads(json.dumps(sapper.compare_replays(slow, quick).to_dict()))
