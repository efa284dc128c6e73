"""The sequential test errs no more often than it says, however often it is checked, and finds differences."""

import math
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from support.cases import rest_long

import sapper
from sapper._engine import wilson
from sapper.simulation import read_comparison
from sapper.simulation.statistics import SequentialTest

RUNS = 400
NOTHING = SequentialTest(0, 0, 0, 0.0, 0.0)


def by_wins(games: int, first: int, second: int) -> SequentialTest:
    """The evidence of games without luck."""
    return SequentialTest(games, first, second, first - second, first + second)


def outcomes(share: float, first_wins: float, games: int, seed: int) -> tuple[NDArray[np.int64], ...]:
    """After each game, how many games only the first has won so far, and how many only the second."""
    random = np.random.default_rng(seed)
    is_decided = random.random(games) < share
    first = random.random(games) < first_wins
    return np.cumsum(is_decided & first), np.cumsum(is_decided & ~first)


def evidence_of(share: float, first_wins: float, games: int, step: int, seed: int) -> SequentialTest:
    """What is known when the test stops, looking after every `step` games."""
    first, second = outcomes(share, first_wins, games, seed)
    truth = share * (2 * first_wins - 1)
    free = truth + (np.diff(first - second, prepend=0) - truth) / 2  # luck has half of each count
    sums, squares = np.cumsum(free), np.cumsum(free**2)
    evidence = NOTHING
    for number in range(step, games + 1, step):
        last = number - 1
        evidence = SequentialTest(number, first[last], second[last], sums[last], squares[last])
        if evidence.better:
            break
    return evidence


@pytest.mark.parametrize("share", [pytest.param(0.05, marks=pytest.mark.long), 0.3])
def test_equal_players_are_seldom_told_apart(share: float) -> None:
    runs = RUNS if share > 0.1 else 3 * RUNS  # fewer err where few games are decided
    wrong = sum(evidence_of(share, 0.5, 4000, 100, seed).better != 0 for seed in range(runs))
    assert wrong <= 0.04 * runs + 3 * math.sqrt(0.04 * 0.96 * runs)
    assert wrong >= 1  # a test that never errs would be far too careful


@pytest.mark.parametrize(
    ("share", "first_wins"),
    rest_long([pytest.param(*each) for each in ((0.2, 0.6), (0.1, 0.5), (0.3, 0.55), (0.3, 0.4))]),
)
def test_the_interval_holds_although_the_test_stopped_early(share: float, first_wins: float) -> None:
    truth = share * (2 * first_wins - 1)
    misses = 0
    for seed in range(RUNS // 2):
        low, high = evidence_of(share, first_wins, 5000, 250, seed).interval
        misses += not low <= truth <= high
    assert misses <= 0.05 * RUNS / 2 + 3


def test_differences_are_found_and_named_right() -> None:
    results = [evidence_of(0.2, 0.6, 20_000, 500, seed) for seed in range(50)]
    assert all(evidence.better == 1 for evidence in results)
    assert np.median([evidence.games for evidence in results]) < 4000
    assert all(evidence_of(0.2, 0.4, 20_000, 500, seed).better == 2 for seed in range(50))


@pytest.mark.parametrize(("first", "second"), [(0.1, 0.1), (0.3, 0.05), (0.05, 0.6), (0.5, 0.5), (0.9, 0.0)])
def test_the_purse_is_a_fair_bet_against_the_truth(first: float, second: float) -> None:
    """Its mean over all outcomes of a few games is 1, exactly: by counting."""
    games = 9
    mean = 0.0
    for won in range(games + 1):
        for lost in range(games + 1 - won):
            ways = math.comb(games, won) * math.comb(games - won, lost)
            likely = ways * first**won * second**lost * (1 - first - second) ** (games - won - lost)
            mean += likely * math.exp(by_wins(games, won, lost)._by_wins(first - second))
    assert mean == pytest.approx(1, abs=1e-7)


@given(st.integers(0, 500), st.integers(0, 500), st.integers(0, 5000))
def test_the_interval_is_what_the_bets_do_not_exclude(first: int, second: int, same: int) -> None:
    evidence = by_wins(first + second + same, first, second)
    low, high = evidence.interval
    assert by_wins(first + second + same, second, first).interval == (-high, -low)
    assert -1 <= low <= high <= 1
    if evidence.games:
        assert low <= evidence.difference <= high
    limit = math.log(2 / evidence.alpha)
    if low > -1:
        assert evidence._above(low + 1e-6) < limit <= evidence._above(low - 1e-6)
    assert (evidence.better == 1) == (low > 0 or evidence._above(0.0) >= limit)
    for margin in (0.01, 0.2):
        assert evidence.is_within(margin) == (-margin <= low and high <= margin)
    assert (evidence.p_value <= evidence.alpha) == (evidence.better != 0)


def test_the_interval_is_not_much_wider_than_one_for_a_number_of_games_fixed_before() -> None:
    for games, first, second in [(200, 10, 10), (1000, 300, 200), (1000, 900, 0), (10**5, 10500, 9500),
                                 (10**7, 10**6, 999_000)]:  # fmt: skip
        low, high = by_wins(games, first, second).interval
        mean = (first - second) / games
        assert high - low < 2.1 * 2 * 1.96 * math.sqrt(((first + second) / games - mean**2) / games)


def test_no_games_show_nothing() -> None:
    assert (NOTHING.better, NOTHING.p_value, NOTHING.interval) == (0, 1, (-1, 1))
    assert math.isnan(NOTHING.difference)


def test_wilson_covers() -> None:
    """By counting: the chance that the interval holds the truth, on average over truths, is 95 %."""
    trials = 60
    intervals = [wilson(hits, trials) for hits in range(trials + 1)]
    covered = [
        sum(
            math.comb(trials, hits) * truth**hits * (1 - truth) ** (trials - hits)
            for hits, (low, high) in enumerate(intervals)
            if low <= truth <= high
        )
        for truth in np.linspace(0.02, 0.98, 97)
    ]
    assert np.mean(covered) == pytest.approx(0.95, abs=0.01)
    assert wilson(0, 0) == (0, 1)


def test_a_comparison_counts_pairs() -> None:
    board = sapper.Board.level("intermediate")
    comparison = sapper.compare("exact+first", "exact+random", board, games=300, chunk=50, seed=2)
    games = comparison.evidence.games
    for report in (comparison.first, comparison.second):
        assert sapper.simulate(board, report.strategy, seed=2, games=games).tally.won == report.won
    assert comparison.both + comparison.evidence.first == comparison.first.won
    assert comparison.both + comparison.evidence.second == comparison.second.won
    assert comparison.neither == games - comparison.both - comparison.evidence.decided
    assert comparison.difference == pytest.approx(comparison.first.win_rate - comparison.second.win_rate)
    low, high = comparison.interval
    assert low <= comparison.difference <= high


def test_a_comparison_stops_when_it_is_decided_or_the_difference_is_small() -> None:
    result, again = (
        sapper.compare("exact+first", "single+random", "beginner", games=100_000, chunk=100, threads=threads)
        for threads in (2, 1)
    )
    assert (result.evidence.better, result.verdict) == (1, "exact+first is better than single+random")
    assert result.evidence.games <= 1000
    assert again.evidence == result.evidence
    close = sapper.compare("exact+first", "frontier", "beginner", games=100_000, chunk=250, margin=0.03)
    assert (close.evidence.better, close.evidence.decided) == (0, 0)
    assert close.evidence.games < 2000
    assert close.verdict == "they differ by no more than 3 points"


@pytest.mark.long
def test_a_kept_comparison_can_be_read_again(tmp_path: Path) -> None:
    out = tmp_path / "pairs.sapper"
    comparison = sapper.compare("exact+first", "single+random", "beginner", games=5000, chunk=100, out=out)
    again = read_comparison(out)
    assert again.to_dict() == comparison.to_dict()
    assert again.first.complete
    assert str(again) == str(comparison)
    assert "exact+first is better than single+random" in again.to_markdown()
    names = [path.name for path in again.save_plots(tmp_path / "plots", "svg")]
    assert (names[0], len(names)) == ("A-guesses.svg", 8)
    page = again.to_html()
    assert page.count("<svg") == 8
    assert "A minus B" in page

    within = tmp_path / "within.sapper"
    sapper.compare("exact+first", "frontier", "beginner", games=5000, chunk=250, margin=0.03, out=within)
    assert read_comparison(within).verdict == "they differ by no more than 3 points"
    alone = tmp_path / "alone.sapper"
    sapper.simulate("beginner", "exact+first", games=10, out=alone)
    with pytest.raises(sapper.SimulationError, match="the run of one strategy, not a comparison"):
        read_comparison(alone)
