"""The sequential test and win rates without luck: they err no more often than they say."""

import math
from dataclasses import replace
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from support.cases import rest_long
from support.runs import records_of

import sapper
from sapper import Board, Cell, Choice, Game, Position, Rules, Strategy
from sapper._engine import Z_95, wilson
from sapper.board.marks import HIDDEN
from sapper.simulation import read_comparison
from sapper.simulation.plan import Plan
from sapper.simulation.statistics import LuckSums, SequentialTest, WithoutLuck, mcnemar
from sapper.simulation.tally import WON, Records

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
    for seed in range(RUNS // 4):
        low, high = evidence_of(share, first_wins, 5000, 250, seed).interval
        misses += not low <= truth <= high
    assert misses <= 0.05 * RUNS / 4 + 3


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


SEED = 4


def hidden(position: Position) -> list[Cell]:
    return [cell for cell in position.topology if position[cell] == HIDDEN]


def boastful(position: Position) -> Choice:
    """The first hidden cells, whose risk it understates. It learns nothing, so it often opens mines."""
    cells = hidden(position)
    return Choice(tuple(cells[:2]), risk=0.0 if len(cells) % 2 else 0.01)


def wrong_rule(position: Position) -> tuple[list[Cell], list[Cell]]:
    return hidden(position)[-1:] if len(hidden(position)) % 2 else [], []


def first_possible(position: Position, risks: NDArray[np.float64]) -> Cell:
    return next(cell for cell in hidden(position) if risks[cell] != 1)


@cache
def numbers_of_all_minefields(board: Board, rules: Rules, first_cell: Cell) -> list[int]:
    """Numbers of games, one for each minefield that the rules allow."""
    others = [cell for cell in board.topology if rules.first_click == "any" or cell != first_cell]
    fields = {frozenset(mines) for mines in combinations(others, board.mines)}
    numbers = []
    for number in range(100 * len(fields)):
        game = Game(board, rules, seed=SEED, number=number)
        game.open(first_cell)
        assert game.minefield is not None
        mines = frozenset(map(tuple, np.argwhere(game.minefield).tolist()))
        if mines in fields:
            fields.remove(mines)
            numbers.append(number)
    assert not fields
    return numbers


def all_games(board: Board, rules: Rules, strategy: Strategy) -> Records:
    """The games of a strategy on all minefields, each once. The strategy may not choose at random."""
    plan = Plan.from_arguments(board, [strategy], rules=rules, seed=SEED, first_cell=(0, 0), chunk=1)
    records: list[Records] = []
    for number in numbers_of_all_minefields(board, rules, (0, 0)):
        records += records_of(plan, number)
    columns = {name: np.concatenate([getattr(each, name) for each in records]) for name in Records.__slots__}
    return Records(**columns)


def some(records: Records, games: slice) -> Records:
    """The columns of some games that are needed to take luck out."""
    columns = {name: getattr(records, name) for name in Records.__slots__}
    return Records(**columns | {"outcome": records.outcome[games], "luck": records.luck[games]})


def free_values(by_strategy: tuple[Records, ...], *weights: int) -> NDArray[np.float64]:
    """The wins of each game without luck, with the multiples that suit all of them."""
    far = 2**20  # all games are in one block
    fitted_to = LuckSums.from_records(far, by_strategy)
    fitted_to.first = 0
    values = []
    for game in range(len(by_strategy[0])):
        alone = LuckSums.from_records(
            far, tuple(some(records, slice(game, game + 1)) for records in by_strategy)
        )
        alone.first = 1
        both = replace(fitted_to)
        both.add(alone)
        values.append(both.without(*weights)[0] - fitted_to.without(*weights)[0])
    return np.array(values)


PLAYERS = {
    "best": Strategy("best"),
    "wrong rule": Strategy(level=wrong_rule, policy=first_possible),
    "boastful": Strategy(boastful),
    "exact+first": Strategy("exact+first"),
    "exact+first+endgame": Strategy("exact+first+endgame"),
    "single": Strategy(level="single", policy=first_possible),
}


@pytest.mark.parametrize("player", rest_long([*PLAYERS], 3))
@pytest.mark.parametrize("rules", [Rules("any"), Rules("safe", on_mine="continue")], ids=["any", "continue"])
def test_luck_has_mean_0_over_all_minefields(player: str, rules: Rules) -> None:
    """So the rate without luck is the plain one, whatever multiples are taken."""
    records = all_games(Board.square(3, 4, 3), rules, PLAYERS[player])
    assert records.luck.mean(axis=0) == pytest.approx(np.zeros(9), abs=1e-12)
    assert np.abs(records.luck).max() > 0.1
    assert free_values((records,), 1).sum() == pytest.approx((records.outcome == WON).sum(), abs=1e-9)


@pytest.mark.long
def test_the_purse_without_luck_is_at_most_a_fair_bet_against_the_truth() -> None:
    """Its mean over all minefields is at most 1, exactly, so the test errs no more often than it says."""
    board, rules = Board.square(3, 4, 3), Rules("any")
    pair = tuple(all_games(board, rules, PLAYERS[player]) for player in ("best", "boastful"))
    won = [(records.outcome == WON).astype(int) for records in pair]
    truth = (won[0] - won[1]).mean()
    assert truth > 0.1
    values = free_values(pair, 1, -1)
    assert 0.5 < np.abs(values).max() <= 3
    assert values.mean() == pytest.approx(truth)
    purses = []
    for first, second, value in zip(*won, values, strict=True):
        evidence = SequentialTest(1, first, second, value, value**2)
        purses.append((evidence._without_luck(truth), evidence._mirror._without_luck(-truth)))
    means = np.exp(purses).mean(axis=0)
    assert (means <= 1 + 1e-12).all()
    assert (means > 0.98).all()


def runs(first: str, second: str, games: int, count: int) -> list[sapper.Comparison]:
    board = Board.square(6, 6, 6)
    plan: Any = {"rules": "safe", "games": games, "to_end": True}
    return [sapper.compare(first, second, board, **plan, seed=seed) for seed in range(count)]


@pytest.mark.long
def test_intervals_hold_the_truth_95_times_in_100() -> None:
    comparisons = runs("fast", "exact+random", games=200, count=100)
    for plain, without in (
        ([each.first.win_rate for each in comparisons], [each.first.without_luck for each in comparisons]),
        ([each.difference for each in comparisons], [each.without_luck for each in comparisons]),
    ):
        values = np.array([each.value for each in without])
        apart = values - plain
        assert abs(apart.mean()) < 3 * apart.std() / 10  # the same mean
        truth = float(values.mean())  # ten times as certain as each of them
        assert 90 <= sum(low <= truth <= high for low, high in (each.interval for each in without)) <= 99
        assert np.array([each.error for each in without]).mean() == pytest.approx(values.std(), rel=0.2)
        factors = np.array([each.factor for each in without])
        assert factors.mean() == pytest.approx(np.var(plain) / np.var(values), rel=0.5)
        assert factors.mean() > 1.5


def test_the_figures_do_not_depend_on_the_chunks() -> None:
    plan: Any = {"rules": "any", "games": 700, "number": 2**64 - 9}
    ways: list[Any] = [{"chunk": 700, "threads": 1}, {"chunk": 37, "threads": 2}, {"chunk": 64, "threads": 1}]
    one, *others = (sapper.simulate("beginner", "fast", **plan, **way).without_luck for way in ways)
    for two in others:
        assert (two.value, two.error, *two.interval) == pytest.approx((one.value, one.error, *one.interval))


Floats = NDArray[np.float64]


def fit_by_definition(luck: Floats, value: Floats, rates: Floats) -> Floats:
    """The multiples by their definition: least squares, drawn towards the win rates, from 0 to 1."""
    matrix = luck.T @ luck + 4 * np.eye(luck.shape[1])
    right = luck.T @ (value - value.mean()) + 4 * rates
    return np.clip(np.linalg.solve(matrix, right), 0, 1)


def test_each_block_has_the_multiples_of_the_games_before_it() -> None:
    first, second = records_of(Plan.from_arguments("intermediate", ["fast", "exact+random"], chunk=200))
    won = np.stack([first.outcome == WON, second.outcome == WON]).astype(float)
    value, luck = won[0] - won[1], np.hstack([first.luck, -second.luck])
    free = value.copy()
    for begin, end in ((8, 16), (16, 32), (32, 64), (64, 128), (128, 200)):
        rates = np.repeat(won[:, :begin].mean(axis=1), 9)
        free[begin:end] -= luck[begin:end] @ fit_by_definition(luck[:begin], value[:begin], rates)
    total, squares = LuckSums.from_records(0, (first, second)).without(1, -1)
    assert total == pytest.approx(free.sum())
    assert squares == pytest.approx((free**2).sum())


def test_games_that_all_end_alike_have_wide_intervals() -> None:
    assert WithoutLuck.rate(20, 20, (20.0, 20.0)).interval == wilson(20, 20)
    low, high = WithoutLuck.difference(1000, 0, 0, (0.0, 0.0)).interval
    assert (low, high) == pytest.approx((-Z_95 / 1000, Z_95 / 1000))
    assert math.isnan(WithoutLuck.rate(0, 0, (0.0, 0.0)).value)


@pytest.mark.parametrize(("first", "second"), [(0, 0), (5, 5), (3, 0), (10, 2), (400, 470), (50_100, 49_900)])
def test_mcnemar_counts_coins(first: int, second: int) -> None:
    coins, most = first + second, max(first, second)
    if coins < 1000:
        tail = sum(math.comb(coins, heads) for heads in range(most, coins + 1)) / 2**coins
    else:
        of_all = math.lgamma(coins + 1) - coins * math.log(2)
        logs = [of_all - math.lgamma(n + 1) - math.lgamma(coins - n + 1) for n in range(most, coins)]
        tail = math.fsum(map(math.exp, logs))
    assert mcnemar(first, second) == pytest.approx(min(1, 2 * tail), rel=1e-4)
    assert mcnemar(first, second) == mcnemar(second, first)


def test_sampled_risks_are_right_on_average() -> None:
    """The least of many estimates is too low, so the risk that a strategy states is estimated anew."""
    (records,) = records_of(
        Plan.from_arguments("intermediate", ["sampled+least"], rules="safe", seed=SEED, chunk=150)
    )
    risks_stated = records.guess_risk
    sums = np.bincount(np.repeat(np.arange(150), records.guesses), risks_stated)
    assert max(sums) < 2  # so all luck counts
    exact = records.luck.sum() + records.exploded.sum()
    error = math.sqrt((risks_stated * (1 - risks_stated)).sum() / 256)
    assert 5 * error < 0.1 * exact
    assert abs(risks_stated.sum() - exact) < 3 * error
