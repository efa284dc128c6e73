"""Reports over many games, counted again with the pure-Python solver."""

import json
import pickle
from collections import Counter
from fractions import Fraction
from itertools import islice

import pytest

import sapper
from sapper import reference

BOARD = sapper.Board.square(6, 6, 11)


def careless_games() -> list[sapper.Game]:
    """Games of a player who sees only what a single number shows."""
    player = sapper.Strategy("single+random")
    return [player.play(sapper.Game(BOARD, seed=seed)) for seed in range(40)]


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
            risks = reference.solve(neighbours, position.marks.ravel().tolist(), BOARD.mines).probability
            risk, least = risks[BOARD.topology.index(action.cell)], min(x for x in risks if x is not None)
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


def test_a_report_travels() -> None:
    report = report_on(careless_games()[:12])
    assert pickle.loads(pickle.dumps(report)) == report
    assert json.loads(json.dumps(report.to_dict()))["worst"][0]["reason"] == report.worst()[0].reason
    assert report.to_arrow().num_rows == 12


def test_a_report_takes_one_review_at_a_time() -> None:
    game = careless_games()[0]
    assert len(sapper.player_report(islice((sapper.review(game) for _ in range(10**9)), 3)).games) == 3


@pytest.mark.parametrize("games", [None, "file.avf", 3, [None], [sapper.Game(BOARD)]])
def test_anything_but_reviews_is_refused(games: object) -> None:
    with pytest.raises(sapper.GameError, match=r"sapper\.Review|list of reviews"):
        sapper.player_report(games)  # type: ignore[arg-type]
