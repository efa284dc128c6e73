"""Reports over many games: counted again, and compared only with the games that they are about."""

import json
import os
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from fractions import Fraction
from functools import cache
from itertools import islice, pairwise
from math import comb
from pathlib import Path
from random import Random
from statistics import fmean

import pytest
from support.command_line import command_line
from support.recordings import evf4, evfs
from support.replays import GAME

import sapper
from sapper import reference
from sapper.draw import player_html, review_html
from sapper.draw.captions import player_summary
from sapper.replays.replay import Doubt
from sapper.reviews.findings import review_text, reviews_from

DENSE = sapper.Board.square(6, 6, 11)


def careless_games() -> list[sapper.Game]:
    """Games of a player who sees only what a single number shows."""
    player = sapper.Strategy("single+random")
    return [player.play(sapper.Game(DENSE, seed=seed)) for seed in range(40)]


def report_on(games: list[sapper.Game]) -> sapper.PlayerReport:
    return sapper.player_report(
        sapper.ReviewedGame.from_review(sapper.review(game), str(place)) for place, game in enumerate(games)
    )


def test_a_report_is_what_a_recount_finds() -> None:
    games = careless_games()
    neighbours = reference.square(6, 6)
    risks_forced: list[tuple[Fraction, Fraction]] = []  # the risk and the least possible
    needless: list[tuple[float, str, int]] = []  # the risk, the game and the move
    rules: Counter[str] = Counter()
    for place, game in enumerate(games):
        replay = sapper.Replay.from_game(game)
        for number, action in enumerate(game.history):
            if number == 0:
                continue
            position = replay.play(number).position
            risks = reference.solve(neighbours, position.marks.ravel().tolist(), DENSE.mines).probability
            risk, least = risks[DENSE.topology.index(action.cell)], min(x for x in risks if x is not None)
            assert action.kind == "open"
            assert risk is not None
            if risk > 0 and least > 0:
                risks_forced.append((risk, least))
            elif risk > 0:
                needless.append((float(risk), str(place), number))
                proofs = (each for each in sapper.hint(position).deductions if each.safe)
                rules[next(proofs).difficulty] += 1
    report = report_on(games)
    assert len(needless) > 20
    assert len(risks_forced) > 5
    assert len(rules) > 1
    assert (report.forced, report.needless) == (len(risks_forced), len(needless))
    assert report.riskier == sum(risk - least >= Fraction(1, 10) for risk, least in risks_forced)
    assert report.riskier > 0
    assert report.mines_hit == sum(game.exploded for game in games)  # the first cell is never a mine
    expected = sum(risk for risk, _ in risks_forced) + sum(Fraction(risk) for risk, _, _ in needless)
    assert report.expected == pytest.approx(float(expected))
    assert report.excess == pytest.approx(float(sum(risk - least for risk, least in risks_forced)))
    assert {each.rule: len(each.mistakes) for each in report.missed} == rules
    assert [len(each.mistakes) for each in report.missed] == sorted(rules.values(), reverse=True)
    worst = report.worst(1000)
    assert {(each.game, each.move) for each in worst} == {mistake[1:] for mistake in needless}
    assert [x.risk for x in worst] == pytest.approx(sorted((risk for risk, _, _ in needless), reverse=True))
    assert report.won == sum(game.status == "won" for game in games)
    metrics_of_games = list(map(sapper.measure, games))
    assert report.efficiency == sum(each.solved for each in metrics_of_games) / sum(
        each.clicks for each in metrics_of_games
    )


def test_times_count_only_where_they_are_known() -> None:
    first, second, *_ = careless_games()
    times = [float(place) for place, _ in enumerate(first.history)]
    report = sapper.player_report(
        [sapper.review(sapper.Replay.from_game(first, times)), sapper.review(second)]
    )
    assert report.three_bv_per_second == pytest.approx(sapper.measure(first).solved / times[-1])
    assert [game.seconds for game in report.games] == [times[-1], None]


def test_a_report_of_nothing() -> None:
    report = sapper.player_report([])
    assert report.games == report.missed == ()
    assert report.efficiency is report.three_bv_per_second is None
    assert report.to_dict()["games"] == 0


def test_a_report_takes_one_review_at_a_time() -> None:
    game = careless_games()[0]
    assert len(sapper.player_report(islice((sapper.review(game) for _ in range(10**9)), 3)).games) == 3


BOARD = sapper.Board.square(6, 6, 9)


@cache
def all_games() -> tuple[sapper.ReviewedGame, ...]:
    """All games of a player, however they ended."""
    player = sapper.Strategy("single+random")
    games = (player.play(sapper.Game(BOARD, seed=seed)) for seed in range(150))
    return tuple(
        sapper.ReviewedGame.from_review(sapper.review(game), str(seed)) for seed, game in enumerate(games)
    )


def mines_hit(report: sapper.PlayerReport) -> str:
    return dict(player_summary(report))["Mines hit"]


def test_only_games_that_were_not_chosen_are_compared() -> None:
    everything = sapper.player_report(all_games())
    assert not everything.selected
    assert "expected" in mines_hit(everything)
    assert "Luck: mines" in player_html(everything)
    assert "if these are all games" in mines_hit(everything)
    won = [game for game in all_games() if game.status == "won"]
    lost = [replace(game, status="lost", mines_hit=1, expected=0.2) for game in all_games()[:40]]
    for sample in (won, lost):
        report = sapper.player_report(sample)
        assert report.selected
        assert " expected" not in mines_hit(report)
        assert "nothing to compare" in mines_hit(report)
        assert "Luck: mines" not in player_html(report)
        assert report.to_dict()["selected"] is True
    one = sapper.player_report([next(game for game in all_games() if game.status == "won" and game.guesses)])
    assert one.selected
    assert not sapper.player_report([]).selected


@pytest.mark.parametrize("guesses", [10, 40])
@pytest.mark.parametrize("risk", [Fraction(1, 4), Fraction(1, 2)])
def test_what_chance_explains_is_not_called_chosen(guesses: int, risk: Fraction) -> None:
    """`selected` needs a chance below 1 in 10,000; the exact chance is at most what the engine finds."""
    game = replace(all_games()[0], status="lost", expected=float(guesses * risk))
    for strikes in range(guesses + 1):
        counts = range(strikes + 1) if strikes < guesses * risk else range(strikes, guesses + 1)
        chance = sum(comb(guesses, hit) * risk**hit * (1 - risk) ** (guesses - hit) for hit in counts)
        if sapper.player_report([replace(game, mines_hit=strikes)]).selected:
            assert chance < Fraction(1, 10_000)
    none, few = (replace(game, expected=expected, mines_hit=0) for expected in (9.3, 9.1))
    assert (sapper.player_report([none]).selected, sapper.player_report([few]).selected) == (True, False)


@pytest.mark.parametrize("mode", ["UPK", "Density", "Cheat", "Strong solvable", "odd"])
def test_games_of_other_modes_are_counted_apart(mode: str) -> None:
    usual = [replace(all_games()[0], mode="Classic"), replace(all_games()[1], mode="classic"), all_games()[2]]
    others = [replace(game, mode=mode) for game in all_games()[3:7]]
    report = sapper.player_report([*others, *usual])
    assert (report.games, report.apart) == (tuple(usual), tuple(others))
    assert report.forced == sum(game.forced for game in usual)
    assert report.to_dict()["apart"] == {mode: 4}
    assert dict(player_summary(report))["Not counted"] == f"4 games of other kinds: 4 {mode}"
    assert report.to_arrow()["usual"].to_pylist() == [True] * 3 + [False] * 4
    assert sapper.PlayerReport(report.apart).expected == pytest.approx(sum(game.expected for game in others))
    assert "Not counted" in dict(player_summary(sapper.player_report(others)))
    reviews = reviews_from({"": review_text(others[0])})[""]
    assert (reviews.mode, reviews.slips) == (mode, others[0].slips)


def test_a_folder_tells_what_it_left_out(tmp_path: Path) -> None:
    game = sapper.Strategy("single+random").play(sapper.Game(BOARD, seed=1))
    for mode in ("UPK", "Density", "Classic"):
        sapper.write(sapper.Replay.from_game(game, about={"Mode": mode}), tmp_path / f"{mode}.rawvf")
    report = sapper.review_folder(tmp_path, threads=1)
    assert ([game.name for game in report.games], len(report.apart)) == (["Classic.rawvf"], 2)
    result = command_line("review", tmp_path).output
    assert "Not counted       2 games of other kinds: 1 Density, 1 UPK" in result
    single = command_line("review", tmp_path / "UPK.rawvf").output
    assert "UPK (risks are those of the usual game)" in single
    single = command_line("review", tmp_path / "Classic.rawvf").output
    assert "Mode" not in single


def test_an_unknown_date_is_nowhere_1970(tmp_path: Path) -> None:
    data_without_date = evf4(GAME).replace((1_600_000_000_000_000).to_bytes(8, "big"), bytes(8))
    (tmp_path / "a.evf").write_bytes(data_without_date)
    (tmp_path / "b.evf").write_bytes(data_without_date.replace(b"race", b"rare"))  # two games have charts
    report = sapper.review_folder(tmp_path, threads=1)
    replay = sapper.read(tmp_path / "a.evf", kind=sapper.Replay)
    assert replay.played is None
    assert [game.played for game in report.games] == [None] * len(report.games)
    assert report.to_arrow()["played"].to_pylist() == [None] * len(report.games)
    assert all(period["from"] is period["to"] is None for period in report.to_dict()["periods"])
    for page in (player_html(report), review_html(sapper.review(replay))):
        assert "1970" not in page
    single = tmp_path / "a.evf"
    for command in (["review", tmp_path], ["review", single, "--json"], ["info", single]):
        assert "1970" not in command_line(*command).output


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
