"""The exact number of configurations, computed from residues that the engine counts."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING

from sapper._support.engine_call import Deadline

if TYPE_CHECKING:
    from sapper import _engine


def configurations_of(
    analysis: _engine.Analysis, time_limit: float | None = None, cancel: _engine.Cancel | None = None
) -> int:
    """The exact number of configurations of an analysed position.

    The engine counts the placements of each component modulo enough primes to determine them (Chinese
    remainder theorem). The components are multiplied as polynomials in the number of mines, and the sea gets
    the remaining mines. Counting the components takes the most time.

    Raises:
        TimeIsUp: The time was up while components were counted. An error of the engine.
        Cancelled: `cancel` was set in that time. An error of the engine.
    """
    deadline = Deadline(time_limit)

    def residues_of(sweep: int, prime: int) -> list[int]:
        return analysis.ways_modulo(sweep, prime, deadline.left, cancel)

    least = 0
    product = [1]
    for index, (least_mines, log2_ways) in enumerate(analysis.sweeps):
        least += least_mines
        product = _multiply(product, _ways(partial(residues_of, index), log2_ways))
    sea, mines = analysis.sea, analysis.mines - least
    return _weigh_by_sea(product, sea, mines)


def _ways(residues_of: Callable[[int], list[int]], log2_ways: float) -> list[int]:
    """The placements of a component by their number of mines, from residues modulo enough primes.

    `log2_ways` is the binary logarithm of their number.
    """
    ways: list[int] = []
    modulus = 1
    for prime in _primes():
        residues = residues_of(prime)
        if modulus == 1:
            ways = residues
        else:
            inverse = pow(modulus, -1, prime)
            ways = [
                way + modulus * ((residue - way) * inverse % prime)
                for way, residue in zip(ways, residues, strict=True)
            ]
        modulus *= prime
        if modulus.bit_length() > log2_ways + 2:  # two more bits, because the logarithm is rounded
            break
    return ways


def _primes() -> Iterator[int]:
    """Primes below 2^31, the largest first."""
    return filter(_is_prime, range(2**31 - 1, 2**30, -2))


def _is_prime(odd: int) -> bool:
    """The Miller-Rabin test. With these bases it is a proof below 3,215,031,751 (Jaeschke 1993)."""
    twos = ((odd - 1) & (1 - odd)).bit_length() - 1
    for base in (2, 3, 5, 7):
        power = pow(base, (odd - 1) >> twos, odd)
        if power in (1, odd - 1):
            continue
        if not any((power := power * power % odd) == odd - 1 for _ in range(twos - 1)):
            return False
    return True


def _multiply(left: list[int], right: list[int]) -> list[int]:
    product = [0] * (len(left) + len(right) - 1)
    for i, a in enumerate(left):
        if a:
            for j, b in enumerate(right):
                product[i + j] += a * b
    return product


def _weigh_by_sea(ways: list[int], sea: int, mines: int) -> int:
    """The sum of ways[k] C(sea, mines - k)."""
    total = 0
    choose = None
    for k, way in enumerate(ways):
        rest = mines - k
        if not 0 <= rest <= sea:
            continue
        if choose is None:
            choose = math.comb(sea, rest)
        total += way * choose
        choose = choose * rest // (sea - rest + 1)  # C(sea, rest - 1)
    return total
