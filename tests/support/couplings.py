"""How components and a sea share a number of mines, in integers: polynomials and binomials."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import comb
from operator import mul

Ways = tuple[int, ...]


@dataclass(frozen=True)
class Factor:
    """A component: its least number of mines, and in how many ways it holds that many, one more, ..."""

    least: int
    ways: Ways


@dataclass(frozen=True)
class Whole:
    """Components and a sea that hold so many mines together."""

    factors: Sequence[Factor]
    sea: int
    mines: int

    @property
    def total(self) -> int:
        """All configurations."""
        return sum(map(mul, self._product, self._sea))

    @property
    def with_sea_mine(self) -> int:
        """The configurations in which one certain cell of the sea is a mine."""
        if self.sea == 0:
            return 0
        return sum(map(mul, self._product, choices(self.sea - 1, self._above - 1, len(self._product))))

    @cached_property
    def others(self) -> dict[Ways, list[int]]:
        """By the ways of a factor: for each count of its mines, the configurations of everything else."""
        others = {}
        for ways in {factor.ways for factor in self.factors}:
            rest = divided(self._product, ways)
            others[ways] = [sum(map(mul, rest, self._sea[k:])) for k in range(len(ways))]
        return others

    @property
    def _above(self) -> int:
        """The mines above the least of every factor."""
        return self.mines - sum(factor.least for factor in self.factors)

    @cached_property
    def _product(self) -> list[int]:
        """In how many ways all factors together hold k mines above their least."""
        product = [1]
        for factor in self.factors:
            longer = [0] * (len(product) + len(factor.ways) - 1)
            for k, ways in enumerate(factor.ways):
                if ways:
                    for i, a in enumerate(product, start=k):
                        longer[i] += a * ways
            product = longer
        return product

    @cached_property
    def _sea(self) -> list[int]:
        """In how many ways the sea is filled when all factors together hold k mines above their least."""
        return choices(self.sea, self._above, len(self._product))


def choices(cells: int, mines: int, number: int) -> list[int]:
    """C(cells, mines), C(cells, mines - 1), ...: so many of them."""
    row = []
    value = None
    for k in range(mines, mines - number, -1):
        if not 0 <= k <= cells:
            row.append(0)
            continue
        value = comb(cells, k) if value is None else value * (k + 1) // (cells - k)
        row.append(value)
    return row


def divided(product: Sequence[int], ways: Ways) -> list[int]:
    """The polynomial that gives the product when multiplied with these ways, whose first is not 0."""
    quotient: list[int] = []
    for i in range(len(product) - len(ways) + 1):
        known = sum(map(mul, ways[1:], reversed(quotient[max(0, i - len(ways) + 1) :])))
        quotient.append((product[i] - known) // ways[0])
    return quotient
