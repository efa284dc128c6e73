"""Exact counting on boards of usual size: sweep each component, then distribute the mines."""

from collections.abc import Sequence
from functools import reduce
from math import comb
from operator import mul

from sapper.reference.sweep import Ways, backward, forward, met, split
from sapper.reference.truth import Neighbours, Truth, check, exploded_cells, hidden_cells, no_configuration


def solve(neighbours: Neighbours, marks: Sequence[int], mines: int) -> Truth:
    """Count the configurations of a position, in all and with a mine in each cell.

    Positions met in play take milliseconds; at worst the cost grows exponentially with the width of the
    frontier, that is with how many numbers a sweep must keep in mind at a time.

    Args:
        neighbours: for every cell the cells it touches.
        marks: for every cell a number, -1 hidden, -2 flag, -3 exploded mine or -4 question mark.
        mines: all mines of the board, exploded ones included.

    Raises:
        ValueError: no configuration fits, or the marks are not those of a board of this size.
    """
    check(neighbours, marks)
    left = mines - len(exploded_cells(marks))
    components = list(split(neighbours, marks))
    layers = [forward(component) for component in components]
    totals = [layer[-1].get(met(component), []) for component, layer in zip(components, layers, strict=True)]
    if not all(totals):
        raise no_configuration(mines)

    frontier = {step.cell for component in components for step in component.sweep}
    sea = [cell for cell in hidden_cells(marks) if cell not in frontier]
    # Index k: with k mines in the frontier.
    by_frontier = product(totals)
    by_sea = [comb(len(sea), left - k) if k <= left else 0 for k in range(len(by_frontier))]
    configurations = sum(map(mul, by_frontier, by_sea))
    if configurations == 0:
        raise no_configuration(mines)

    counts: dict[int, int] = {}
    for component, layer, outside in zip(components, layers, outsides(totals, by_sea), strict=True):
        counts.update(backward(component, layer, outside))
    # The sea's mines, summed over all configurations, fall on each of its cells equally often.
    sea_mines = sum((left - k) * f * s for k, (f, s) in enumerate(zip(by_frontier, by_sea, strict=True)))
    counts.update((cell, sea_mines // len(sea)) for cell in sea)
    return Truth(configurations, tuple(counts.get(cell) for cell in range(len(marks))))


def product(totals: Sequence[Ways]) -> Ways:
    """The number of ways in which several components together hold k mines."""

    def multiply(first: Ways, second: Ways) -> Ways:
        ways = [0] * (len(first) + len(second) - 1)
        for i, a in enumerate(first):
            for j, b in enumerate(second):
                ways[i + j] += a * b
        return ways

    return reduce(multiply, totals, [1])


def outsides(totals: Sequence[Ways], rest: Ways) -> list[Ways]:
    """For each component, the number of ways to fill everything else when it holds k mines.

    `rest[k]` is the number of ways to fill the cells outside all these components when they together hold k
    mines. It divides the components in halves, and each half counts as part of the rest for the other.
    """
    if len(totals) <= 1:
        return [rest] * len(totals)
    middle = len(totals) // 2
    first, second = totals[:middle], totals[middle:]
    return outsides(first, absorb(second, rest)) + outsides(second, absorb(first, rest))


def absorb(totals: Sequence[Ways], rest: Ways) -> Ways:
    """The rest of the board once it includes these components."""
    ways = product(totals)
    return [sum(map(mul, ways, rest[k:])) for k in range(len(rest) - len(ways) + 1)]
