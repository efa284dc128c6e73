"""The sequential test errs as seldom as it says, whenever one looks, and finds differences."""

from __future__ import annotations

import math

import numpy as np
import pytest
from numpy.typing import NDArray

import sapper
from sapper.simulation.intervals import wilson
from sapper.simulation.sequential import Evidence, share_interval

RUNS = 400


def outcomes(decided: float, first_wins: float, games: int, seed: int) -> tuple[NDArray[np.int64], ...]:
    """How many games the first, and the second, alone has won after each game."""
    random = np.random.default_rng(seed)
    is_decided = random.random(games) < decided
    first = random.random(games) < first_wins
    return np.cumsum(is_decided & first), np.cumsum(is_decided & ~first)


def stopped(decided: float, first_wins: float, games: int, step: int, seed: int) -> Evidence:
    """What is known when the test stops, looking after every `step` games."""
    first, second = outcomes(decided, first_wins, games, seed)
    evidence = Evidence(0, 0, 0)
    for number in range(step, games + 1, step):
        evidence = Evidence(number, int(first[number - 1]), int(second[number - 1]))
        if evidence.better:
            break
    return evidence


@pytest.mark.parametrize("decided", [0.05, 0.3])
def test_equal_players_are_seldom_told_apart(decided: float) -> None:
    wrong = sum(stopped(decided, 0.5, 4000, 100, seed).better != 0 for seed in range(RUNS))
    assert wrong <= 0.04 * RUNS + 3 * math.sqrt(0.04 * 0.96 * RUNS)
    assert wrong >= 1  # a test that never errs is not looking


@pytest.mark.parametrize(("decided", "first_wins"), [(0.2, 0.6), (0.3, 0.55), (0.1, 0.5), (0.3, 0.4)])
def test_the_interval_holds_though_one_stopped_early(decided: float, first_wins: float) -> None:
    truth = decided * (2 * first_wins - 1)
    missed = 0
    for seed in range(RUNS // 2):
        low, high = stopped(decided, first_wins, 5000, 250, seed).interval
        missed += not low <= truth <= high
    assert missed <= 0.05 * RUNS / 2 + 3


def test_differences_are_found_and_named_right() -> None:
    found = [stopped(0.2, 0.6, 20_000, 500, seed) for seed in range(50)]
    assert all(evidence.better == 1 for evidence in found)
    assert np.median([evidence.games for evidence in found]) < 4000
    assert all(stopped(0.2, 0.4, 20_000, 500, seed).better == 2 for seed in range(50))


def test_the_evidence_is_a_fair_bet_against_the_truth() -> None:
    """Its mean over all outcomes of a few games is 1, exactly: by counting, for any chance."""
    from sapper.simulation.sequential import _log_evidence

    for chance in (0.2, 0.5, 0.9):
        mean = sum(
            math.comb(12, hits)
            * chance**hits
            * (1 - chance) ** (12 - hits)
            * math.exp(_log_evidence(hits, 12 - hits, chance, 40.0))
            for hits in range(13)
        )
        assert mean == pytest.approx(1, abs=1e-7)


def test_intervals_shrink_around_the_share() -> None:
    widths = []
    for trials in (10, 100, 10_000):
        low, high = share_interval(3 * trials // 10, 7 * trials // 10, 0.05, 0.5)
        assert low < 0.3 < high
        widths.append(high - low)
    assert widths == sorted(widths, reverse=True)
    assert share_interval(0, 0, 0.05, 0.5) == (0, 1)
    assert share_interval(0, 50, 0.05, 0.5)[0] == 0
    assert share_interval(50, 0, 0.05, 0.5)[1] == 1


def test_no_games_show_nothing() -> None:
    evidence = Evidence(0, 0, 0)
    assert evidence.better == 0
    assert evidence.p_value == 1
    assert evidence.interval == (-1, 1)
    assert math.isnan(evidence.difference)


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
        alone = sapper.simulation.play_range(report.strategy, board, seed=2, count=games)
        assert alone.tally.won == report.won
    assert comparison.both + comparison.evidence.first == comparison.first.won
    assert comparison.both + comparison.evidence.second == comparison.second.won
    assert comparison.neither == games - comparison.both - comparison.evidence.decided
    assert comparison.difference == pytest.approx(comparison.first.win_rate - comparison.second.win_rate)
    low, high = comparison.interval
    assert low <= comparison.difference <= high


def test_a_comparison_stops_when_it_is_decided() -> None:
    result = sapper.compare("exact+first", "single+random", "beginner", games=100_000, chunk=100, threads=2)
    assert result.evidence.better == 1
    assert result.verdict == "exact+first is better than single+random"
    assert result.evidence.games <= 1000
    again = sapper.compare("exact+first", "single+random", "beginner", games=100_000, chunk=100, threads=1)
    assert again.evidence == result.evidence


def test_a_comparison_stops_when_the_difference_is_small() -> None:
    result = sapper.compare("exact+first", "exact+first", "beginner", games=100_000, chunk=250, margin=0.03)
    assert result.evidence.better == 0
    assert result.evidence.decided == 0
    assert result.evidence.games < 2000
    assert result.verdict == "they differ by no more than 3 points"


@pytest.mark.parametrize("margin", [0, 1, -0.5, math.nan])
def test_a_margin_is_between_0_and_1(margin: float) -> None:
    with pytest.raises(sapper.SimulationError, match="the margin is between 0 and 1"):
        sapper.compare("exact+first", "exact+random", games=10, margin=margin)
