"""Numbers that touch hundreds of cells: large groups, binomials beyond the range of a double."""

from __future__ import annotations

from random import Random

import pytest
from support.cases import rest_long
from support.sets import Hubs
from support.truth import check, check_counts, truth_of

from sapper import analyse

# Up to three numbers; the groups that some of them share; a sea that none touches.
PATTERNS = {
    "one": [(0,), ()],
    "apart": [(0,), (1,), ()],
    "overlapping": [(0,), (0, 1), (1,), ()],
    "nested": [(0, 1), (1,), ()],
    "chain": [(0,), (0, 1), (1,), (1, 2), (2,)],
    "cycle": [(0, 1), (1, 2), (0, 2), ()],
    "all three": [(0,), (1,), (0, 1, 2), (1, 2)],
}


def drawn(pattern: str, most: int, seed: int) -> Hubs:
    """Groups of random sizes, each with none, one, all or some of its cells mined."""
    random = Random(seed)
    groups = [(numbers, random.choice([1, 2, random.randint(1, most)])) for numbers in PATTERNS[pattern]]
    mined = [random.choice([0, 1, size, random.randint(0, size), size // 2]) for _, size in groups]
    needs = [
        sum(mines for (numbers, _), mines in zip(groups, mined, strict=True) if number in numbers)
        for number in range(1 + max(number for numbers, _ in groups for number in numbers))
    ]
    return Hubs(needs, groups, sum(mined))


@pytest.mark.parametrize("seed", rest_long(range(5), 2))
@pytest.mark.parametrize("pattern", PATTERNS)
def test_counting_by_groups_is_counting(pattern: str, seed: int) -> None:
    hubs = drawn(pattern, 6, seed)
    truth = truth_of(hubs.position)
    assert truth is not None
    assert hubs.counts() == (list(truth.mine_configurations), truth.configurations)
    check(analyse(hubs.position), truth)


@pytest.mark.parametrize(
    "seed", rest_long([*range(3), *(pytest.param(seed, marks=pytest.mark.long) for seed in range(3, 8))])
)
@pytest.mark.parametrize("pattern", PATTERNS)
def test_hundreds_of_neighbours(pattern: str, seed: int) -> None:
    hubs = drawn(pattern, 150 if pattern in ("chain", "cycle") else 300, seed)
    check_counts(analyse(hubs.position), *hubs.counts())


@pytest.mark.parametrize("need", [1, 2, 450, 898, 899])
def test_the_largest_group(need: int) -> None:
    for sea in (0, 1, 40):
        hubs = Hubs([need], [((0,), 900), *[((), sea)] * (sea > 0)], need + sea // 2)
        check_counts(analyse(hubs.position), *hubs.counts())


@pytest.mark.parametrize("mines", rest_long([450, 451, 453, 600, 675, 750, 899, 900], 3))
def test_far_from_the_likeliest_share(mines: int) -> None:
    # How the two numbers share their mines follows from the mine count; the shares differ by 400 digits in
    # how many configurations they have.
    hubs = Hubs([450, 450], [((0,), 450), ((0, 1), 450), ((1,), 450)], mines)
    check_counts(analyse(hubs.position), *hubs.counts())


@pytest.mark.parametrize("mines", rest_long([401, 402, 415, 540, 550], 2))
def test_far_from_the_likeliest_shares_of_three(mines: int) -> None:
    groups = [((0,), 200), ((0, 1), 200), ((1,), 150), ((1, 2), 200), ((2,), 200)]
    hubs = Hubs([200, 230, 200], groups, mines)
    check_counts(analyse(hubs.position), *hubs.counts())


def test_many_large_groups_in_a_row() -> None:
    # Each number shares one cell with the next; the count has 960 digits.
    numbers, size = 8, 400
    groups: list[tuple[tuple[int, ...], int]] = [((n,), size) for n in range(numbers)]
    groups += [((n, n + 1), 1) for n in range(numbers - 1)]
    hubs = Hubs([200] * numbers, [*groups[numbers:], *groups[:numbers]], 200 * numbers - 5)
    check_counts(analyse(hubs.position), *hubs.counts())


@pytest.mark.parametrize("sizes", [(400, 900), (900, 400), (450, 900, 900)])
def test_large_groups_apart(sizes: tuple[int, ...]) -> None:
    groups: list[tuple[tuple[int, ...], int]] = [((number,), size) for number, size in enumerate(sizes)]
    hubs = Hubs([size // 2 for size in sizes], [*groups, ((), 10)], sum(sizes) // 2 + 5)
    check_counts(analyse(hubs.position), *hubs.counts())
