"""The best chance to win, by its definition: every order of opening cells is tried, nothing is left out."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import combinations

from sapper.topology import Topology

Minefield = frozenset[int]
View = tuple[tuple[int, int], ...]


def best_chance(topology: Topology, mines: int, rule: str) -> Fraction:
    """The chance of a player who makes no mistake, on a board of a few cells."""
    around = [
        {topology.index(n) for n in topology.neighbours(topology.cell(i))} for i in range(topology.size)
    ]
    cells = range(topology.size)

    def wins(fields: tuple[Minefield, ...], opened: frozenset[int]) -> int:
        return look(tuple(sorted(fields, key=sorted)), opened)

    @cache
    def look(fields: tuple[Minefield, ...], opened: frozenset[int]) -> int:
        if len(opened) == topology.size - mines:
            return len(fields)
        return max(after(fields, opened, cell) for cell in cells if cell not in opened)

    def after(fields: tuple[Minefield, ...], opened: frozenset[int], cell: int) -> int:
        shown: dict[int, list[Minefield]] = {}
        for field in fields:
            if cell not in field:
                shown.setdefault(len(field & around[cell]), []).append(field)
        return sum(wins(tuple(group), opened | {cell}) for group in shown.values())

    def chance(fields: list[Minefield], first: int) -> Fraction:
        return Fraction(after(tuple(fields), frozenset(), first), len(fields))

    return max(
        chance(list(drawn(topology.size, mines, rule, first, around[first])), first) for first in cells
    )


def drawn(size: int, mines: int, rule: str, first: int, around: set[int]) -> list[Minefield]:
    """The minefields that a first click leaves: what the rule protects is mined last."""
    if rule == "any":
        return [frozenset(field) for field in combinations(range(size), mines)]
    protected = around if rule == "opening" else set()
    outside = [cell for cell in range(size) if cell != first and cell not in protected]
    if mines <= len(outside):
        return [frozenset(field) for field in combinations(outside, mines)]
    return [
        frozenset(outside) | frozenset(more) for more in combinations(sorted(protected), mines - len(outside))
    ]
