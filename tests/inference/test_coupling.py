"""The two ways of sharing the mines among components and sea, against integers."""

import math
from collections.abc import Sequence
from decimal import Decimal
from functools import cache
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.couplings import DIGITS, Factor, Ways, Whole

from sapper import _engine

PRECISION = 1e-9


def check(whole: Whole, contour: bool, exponent: int = 0) -> None:
    """Asserts that a coupling is right when all ways are multiplied by a power of two."""
    components = [
        (factor.least, [math.ldexp(ways, exponent) for ways in factor.ways]) for factor in whole.factors
    ]
    coupled = _engine.couple(components, whole.sea, whole.mines, contour)
    if whole.total == 0:
        assert coupled is None
        return
    assert coupled is not None
    weights, sea_probability, log_total = coupled
    log = float(DIGITS.ln(whole.total)) + exponent * len(components) * math.log(2)
    assert abs(log_total - log) <= PRECISION + 1e-14 * abs(log)
    assert sea_probability == pytest.approx(float(whole.sea_probability), rel=PRECISION, abs=0)
    for factor, given_weights in zip(whole.factors, weights, strict=True):
        check_weights(factor.ways, given_weights, whole.others[factor.ways])


def check_weights(ways: Ways, weights: Sequence[float], others: Sequence[Decimal]) -> None:
    """Asserts that weights are in proportion to the configurations of the others, 0 only where that is 0."""
    largest = max(other for way, other in zip(ways, others, strict=True) if way)
    for way, weight, other in zip(ways, weights, others, strict=True):
        if way == 0:
            continue
        assert (weight > 0) == (other > 0)
        expected = float(DIGITS.divide(other, largest))
        if expected > 1e-300:
            assert abs(weight - expected) <= PRECISION * expected


def few_factors() -> st.SearchStrategy[list[Factor]]:
    """Some of them with gaps, with ways of very different size; the first and the last way are not 0."""
    way = st.integers(0, 10) | st.integers(1, 2**53)
    end = st.integers(1, 100)
    ways = st.tuples(end, st.lists(way, max_size=7), end).map(lambda parts: (parts[0], *parts[1], parts[2]))
    factor = st.builds(Factor, st.integers(0, 5), ways | end.map(lambda only: (only,)))
    return st.lists(factor, max_size=6)


@given(few_factors(), st.sampled_from([0, 1, 2, 5, 40, 300]), st.data())
def test_few_components(factors: list[Factor], sea: int, data: st.DataObject) -> None:
    least = sum(factor.least for factor in factors)
    most = least + sum(len(factor.ways) - 1 for factor in factors) + sea
    mines = data.draw(st.integers(least - 1, most + 1) | st.sampled_from([least, least + 1, most - 1, most]))
    whole = Whole(factors, sea, mines)
    check(whole, contour=False, exponent=data.draw(st.sampled_from([0, 200, -600])))


def typical(number: int, seed: int, gaps: bool = False) -> list[Factor]:
    """Components as boards have them, of a few kinds; with `gaps`, some of them have gaps."""
    random = Random(seed)
    kinds = []
    for _ in range(6):
        width = random.randint(1, 2 if number > 200 else 5)
        ways = [random.randint(1, 12) for _ in range(width + 1)]
        if gaps and width > 1:
            ways[1:-1] = [0] * (width - 1)
        kinds.append(Factor(random.randint(1, 6), tuple(ways)))
    return [random.choice(kinds) for _ in range(number)]


# Components, sea, and mines above the least as a share of what is possible.
LARGE = [
    (60, 400, 0.25),
    (600, 20_000, 0.2),
    (600, 0, 0.5),
    (300, 50, 0.3),
    (40, 20_000, 0.004),
    (40, 20_000, 0.996),
    (3, 3_000, 0.5),
    (1, 1_000, 0.1),
    (0, 1_000, 0.3),
]


@cache
def large(number: int, sea: int, share: float, gaps: bool = False) -> Whole:
    factors = typical(number, seed=number + sea, gaps=gaps)
    slack = sum(len(factor.ways) - 1 for factor in factors) + sea
    return Whole(factors, sea, sum(factor.least for factor in factors) + round(share * slack))


@pytest.mark.parametrize(("number", "sea", "share"), LARGE)
@pytest.mark.parametrize("contour", [False, True])
def test_product_and_contour_agree_with_integers(number: int, sea: int, share: float, contour: bool) -> None:
    check(large(number, sea, share), contour)


@pytest.mark.parametrize("share", [0.25, 0.7])
def test_a_contour_of_components_with_gaps_and_a_sea(share: float) -> None:
    check(large(150, 3_000, share, gaps=True), contour=True)
