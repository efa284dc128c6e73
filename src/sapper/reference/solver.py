"""Exact counting on boards of usual size: sweep each component, then distribute the mines.

Numbers that share hidden cells form a component. A sweep decides its cells one after another, safe or mine.
It merges the partial placements that leave every number with the same need, and keeps their number for each
count of mines used. The sweep back starts from the other end and counts the ways in which each need can be
met. Where the two sweeps join at a mine, their product is the number of configurations with that mine.
"""

from collections.abc import Iterator, Sequence
from functools import reduce
from itertools import zip_longest
from math import comb
from operator import mul
from typing import NamedTuple

from sapper.reference.truth import (
    EXPLODED,
    Neighbours,
    Truth,
    check,
    exploded_cells,
    hidden_cells,
    is_hidden,
    no_configuration,
)

# What each number of a component still needs.
Needs = tuple[int, ...]
# ways[k]: how many ways use k mines.
Ways = list[int]
# All partial placements at one point of a sweep.
Layer = dict[Needs, Ways]


class Step(NamedTuple):
    """One cell of a sweep, and for each number it touches how many cells of that number are still to come."""

    cell: int
    to_come: dict[int, int]


class Component(NamedTuple):
    """Numbers connected by shared hidden cells: what they need, and a sweep through these cells."""

    needs: Needs
    sweep: list[Step]


def split(neighbours: Neighbours, marks: Sequence[int]) -> Iterator[Component]:
    """The components of a position; a number without hidden cells is one by itself."""
    members: set[int] = set()
    for number, mark in enumerate(marks):
        if mark >= 0 and number not in members:
            # Start from one end, so that few numbers are half decided at a time.
            end = group_of(number, neighbours, marks)[-1]
            numbers = group_of(end, neighbours, marks)
            members.update(numbers)
            yield component_of(numbers, neighbours, marks)


def group_of(start: int, neighbours: Neighbours, marks: Sequence[int]) -> list[int]:
    """The numbers that shared hidden cells connect to a number, itself included, nearest first."""
    group = [start]
    members = {start}
    for number in group:
        for cell in neighbours[number]:
            if is_hidden(marks[cell]):
                more = [other for other in neighbours[cell] if marks[other] >= 0 and other not in members]
                group.extend(more)
                members.update(more)
    return group


def component_of(numbers: list[int], neighbours: Neighbours, marks: Sequence[int]) -> Component:
    """The component of these numbers, its cells in the order in which the numbers come to them."""
    cells_of = [[cell for cell in neighbours[number] if is_hidden(marks[cell])] for number in numbers]
    numbers_at: dict[int, list[int]] = {}
    for index, cells in enumerate(cells_of):
        for cell in cells:
            numbers_at.setdefault(cell, []).append(index)
    to_come = [len(cells) for cells in cells_of]
    sweep = []
    for cell, indices in numbers_at.items():
        for index in indices:
            to_come[index] -= 1
        sweep.append(Step(cell, {index: to_come[index] for index in indices}))
    needs = [marks[n] - sum(marks[cell] == EXPLODED for cell in neighbours[n]) for n in numbers]
    return Component(tuple(needs), sweep)


def decide(needs: Needs, step: Step, mine: int) -> Needs:
    """What the numbers need once the cell of this step is known to hold a mine (1) or none (0)."""
    after = list(needs)
    for index in step.to_come:
        after[index] -= mine
    return tuple(after)


def forward(component: Component) -> list[Layer]:
    """The partial placements before the first step, after it, ... and after the last."""
    layers: list[Layer] = [{component.needs: [1]}]
    for step in component.sweep:
        layer: Layer = {}
        for needs, ways in layers[-1].items():
            for mine in (0, 1):
                after = decide(needs, step, mine)
                if all(0 <= after[index] <= cells for index, cells in step.to_come.items()):
                    layer[after] = plus(layer.get(after, []), [0] * mine + ways)
        layers.append(layer)
    return layers


def backward(component: Component, layers: list[Layer], outside: Ways) -> Iterator[tuple[int, int]]:
    """For each cell of a component, how many configurations of the board have a mine there.

    Args:
        component: the component.
        layers: what `forward` gave for it.
        outside: `outside[k]`, in how many ways the rest of the board can be filled when this component holds
            k mines.
    """
    # finish[needs][k]: in how many ways the steps to come and the rest of the board can be filled when the
    # steps so far used k mines.
    finish: Layer = {no_need(component): outside}
    for step, layer in zip(reversed(component.sweep), reversed(layers[:-1]), strict=True):
        earlier: Layer = {}
        configurations = 0
        for needs, ways in layer.items():
            if_safe = finish.get(decide(needs, step, 0), [])
            if_mine = finish.get(decide(needs, step, 1), [])[1:]
            configurations += sum(map(mul, ways, if_mine))
            earlier[needs] = plus(if_safe, if_mine)
        finish = earlier
        yield step.cell, configurations


def no_need(component: Component) -> Needs:
    """The needs when every number has its mines."""
    return (0,) * len(component.needs)


def plus(first: Ways, second: Ways) -> Ways:
    """The ways of two lists together."""
    return [a + b for a, b in zip_longest(first, second, fillvalue=0)]


def solve(neighbours: Neighbours, marks: Sequence[int], mines: int) -> Truth:
    """Count the configurations of a position, in all and with a mine in each cell.

    Positions met in play take milliseconds; at worst the cost grows exponentially with the width of the
    frontier, that is with how many numbers a sweep must keep in mind at a time.

    Args:
        neighbours: for every cell the cells it touches.
        marks: for every cell a number, -1 hidden, -2 flag, -3 exploded mine, -4 question mark or -6 safe.
        mines: all mines of the board, exploded ones included.

    Raises:
        ValueError: no configuration fits, or the marks are not those of a board of this size.
    """
    check(neighbours, marks)
    mines_left = mines - len(exploded_cells(marks))
    components = list(split(neighbours, marks))
    layers = [forward(component) for component in components]
    totals = [
        layer[-1].get(no_need(component), []) for component, layer in zip(components, layers, strict=True)
    ]
    if not all(totals):
        raise no_configuration(mines)

    frontier = {step.cell for component in components for step in component.sweep}
    sea = [cell for cell in hidden_cells(marks) if cell not in frontier]
    # Index k: with k mines in the frontier.
    by_frontier = product(totals)
    by_sea = [comb(len(sea), mines_left - k) if k <= mines_left else 0 for k in range(len(by_frontier))]
    configurations = sum(map(mul, by_frontier, by_sea))
    if configurations == 0:
        raise no_configuration(mines)

    counts: dict[int, int] = {}
    for component, layer, outside in zip(components, layers, outsides(totals, by_sea), strict=True):
        counts.update(backward(component, layer, outside))
    # The sea's mines, summed over all configurations, fall on each of its cells equally often.
    sea_mines = sum(
        (mines_left - k) * f * s for k, (f, s) in enumerate(zip(by_frontier, by_sea, strict=True))
    )
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
