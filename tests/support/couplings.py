"""How components and a sea share a number of mines: polynomials of integers, sums to fifty digits.

Everything summed is positive, so that no digit is lost, and a sum is 0 only where there is nothing to add.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Context, Decimal
from functools import cache, cached_property
from math import comb
from operator import mul

Ways = tuple[int, ...]

DIGITS = Context(prec=50, Emax=10**9, Emin=-(10**9))


@dataclass(frozen=True)
class Factor:
    """A component: its least number of mines, and in how many ways it holds that many, one more, ..."""

    least: int
    ways: Ways


@dataclass(frozen=True)
class Whole:
    """Components and a sea that together hold this many mines."""

    factors: Sequence[Factor]
    sea: int
    mines: int

    @cached_property
    def total(self) -> Decimal:
        """All configurations."""
        return met(as_decimals(self._product), self._sea)

    @property
    def sea_probability(self) -> Decimal:
        """The chance of a mine in one cell of the sea; 0 without a sea."""
        if self.sea == 0:
            return Decimal(0)
        with_mine = choices(self.sea - 1, self._above - 1, len(self._product))
        return DIGITS.divide(met(as_decimals(self._product), with_mine), self.total)

    @cached_property
    def others(self) -> dict[Ways, list[Decimal]]:
        """By the ways of a factor: for each count of its mines, the configurations of everything else."""
        others = {}
        for ways in {factor.ways for factor in self.factors}:
            rest = as_decimals(divide(self._product, ways))
            others[ways] = [met(rest, self._sea[k:]) for k in range(len(ways))]
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
    def _sea(self) -> list[Decimal]:
        """In how many ways the sea is filled when all factors together hold k mines above their least."""
        return choices(self.sea, self._above, len(self._product))


def as_decimals(numbers: Sequence[int]) -> list[Decimal]:
    """The numbers to fifty digits."""
    # Conversion takes time in the square of the length, so what lies below sixty digits is dropped first.
    drops = [max(0, number.bit_length() - 200) for number in numbers]
    return [
        DIGITS.multiply(Decimal(number >> drop), power_of_two(drop))
        for number, drop in zip(numbers, drops, strict=True)
    ]


@cache
def power_of_two(exponent: int) -> Decimal:
    return DIGITS.power(Decimal(2), exponent)


def met(ways: Sequence[Decimal], other: Sequence[Decimal]) -> Decimal:
    """The sum of the products of two sequences, up to the end of the shorter one."""
    total = Decimal(0)
    for one, another in zip(ways, other, strict=False):
        total = DIGITS.fma(one, another, total)
    return total


def choices(cells: int, mines: int, number: int) -> list[Decimal]:
    """C(cells, mines), C(cells, mines - 1), ...: `number` of them."""
    row = []
    value = None
    for k in range(mines, mines - number, -1):
        if not 0 <= k <= cells:
            row.append(Decimal(0))
            continue
        if value is None:
            value = DIGITS.create_decimal(comb(cells, k))
        else:
            value = DIGITS.divide(DIGITS.multiply(value, Decimal(k + 1)), Decimal(cells - k))
        row.append(value)
    return row


def divide(product: Sequence[int], ways: Ways) -> list[int]:
    """The polynomial that gives the product when multiplied with these ways, whose first is not 0."""
    quotient: list[int] = []
    for i in range(len(product) - len(ways) + 1):
        products = sum(map(mul, ways[1:], reversed(quotient[max(0, i - len(ways) + 1) :])))
        quotient.append((product[i] - products) // ways[0])
    return quotient
