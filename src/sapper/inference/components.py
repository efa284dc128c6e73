"""The components of a position: their cells, the order of the sweep, and how many minefields they leave."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from sapper import _engine
from sapper._support.engine_call import in_time, limits_left
from sapper.board.mine_prior import Density, MineCounts

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sapper.board.position import Position
    from sapper.cells import Cell


_BETWEEN_LOOKS = 16
"""How many steps with large numbers may pass between two looks at the clock."""
_SLOW_BINOMIAL = 100_000
"""From here on `math.comb` takes tenths of a second, and nothing can stop it."""
_MOST_BITS = 1 << 30
"""Of the numbers of configurations for all mine counts together."""


@dataclass(frozen=True, slots=True)
class ComponentAnatomy:
    """A component: frontier cells that constraints connect."""

    numbers: tuple[Cell, ...]  # the cells of the connecting numbers, in row-major order
    # The groups (cells under exactly the same constraints), in the order of the sweep.
    sweep: tuple[tuple[Cell, ...], ...]

    @property
    def cells(self) -> tuple[Cell, ...]:
        """All cells of the component, in the order of the sweep."""
        return tuple(cell for group in self.sweep for cell in group)


@dataclass(frozen=True, slots=True)
class Anatomy:
    """The parts of a position."""

    safe: tuple[Cell, ...]  # proven by single numbers, used one after another; in no component
    mines: tuple[Cell, ...]  # proven by single numbers; in no component
    components: tuple[ComponentAnatomy, ...]  # of the rest of the frontier, ordered by their first cells
    sea: int  # the number of hidden cells next to no number


def anatomy_of(position: Position, *, trust_flags: bool = False) -> Anatomy:
    """Splits a position into parts as exact inference does.

    It counts nothing and takes time linear in the number of cells. It does not check that any minefield fits;
    if single numbers contradict each other, the result is empty.
    """
    anatomy = _engine.anatomy(position._engine, trust_flags)
    name = position.topology.cell
    components = tuple(
        ComponentAnatomy(
            tuple(map(name, component.numbers)),
            tuple(tuple(map(name, group)) for group in component.sweep),
        )
        for component in anatomy.components
    )
    return Anatomy(tuple(map(name, anatomy.safe)), tuple(map(name, anatomy.mines)), components, anatomy.sea)


@dataclass(frozen=True, slots=True, eq=False)
class Sweep:
    """The components of a position as maps of the board's shape, for drawing."""

    component: NDArray[np.int32]  # the number of each cell's component, from 0; -1 for cells in none
    # The step in which the sweep of its component comes to each cell, from 0; -1 for cells in no component.
    step: NDArray[np.int32]
    lengths: NDArray[np.int32]  # the steps of each component's sweep


def sweep_of(position: Position) -> Sweep:
    """The components that `anatomy_of` finds, as maps. Takes time linear in the number of cells."""
    anatomy = _engine.anatomy(position._engine, False)
    component = np.full(position.topology.size, -1, dtype=np.int32)
    step = np.full(position.topology.size, -1, dtype=np.int32)
    sweeps = [each.sweep for each in anatomy.components]
    for number, sweep in enumerate(sweeps):
        for at, group in enumerate(sweep):
            component[group] = number
            step[group] = at
    shape = position.topology.shape
    lengths = np.array([len(sweep) for sweep in sweeps], dtype=np.int32)
    return Sweep(component.reshape(shape), step.reshape(shape), lengths)


def configurations_of(analysis: _engine.Analysis) -> int:
    """The exact number of configurations of an analysed position.

    The engine counts the placements of each component modulo enough primes to determine them (Chinese
    remainder theorem). The components are multiplied as polynomials in the number of mines, and the sea gets
    the remaining mines. Counting the components takes the most time.

    The page and the protocol multiply in C++ (`count_configurations` in
    engine/inference/analysis.cpp). On a million cells that takes twice as long as Python's whole numbers.

    Raises:
        TimeIsUp, Cancellation: The limits of `limit_time` ended the count. Errors of the engine.
        BudgetError, CancelledError: They ended anything else.
    """
    least, product = _ways_of_components(analysis)
    return _weigh_by_sea(product, analysis.sea, analysis.mines - least)


def configurations_by_mines(analysis: _engine.Analysis, position: Position) -> dict[int, int]:
    """The same for each number of mines on the board that fits a position without its mine count, ascending.

    With `MineCounts`, only the counts that it has.

    Raises:
        BudgetExceeded: The numbers would take more than 128 MiB. An error of the engine.
        SapperError, TimeIsUp, Cancellation: As `configurations_of`.
    """
    prior = position.mine_prior
    counts = list(prior.weights) if isinstance(prior, MineCounts) else range(position.topology.size + 1)
    if len(counts) * analysis.log_configurations > _MOST_BITS * math.log(2):
        raise _engine.BudgetExceeded("so many numbers of configurations would take more than 128 MiB")
    least, product = _ways_of_components(analysis)
    elsewhere = position._view.mines - analysis.mines + least  # in the view stands a placeholder
    ways = {mines: _weigh_by_sea(product, analysis.sea, mines - elsewhere) for mines in counts}
    return {mines: number for mines, number in ways.items() if number}


def configurations_of_any(analysis: _engine.Analysis) -> int:
    """The same with any number of mines: the components and the cells of the sea are then independent.

    Raises:
        SapperError, TimeIsUp, Cancellation: As `configurations_of`.
    """
    _, product = _ways_of_components(analysis)
    return sum(product) << analysis.sea


def likelihoods(configurations: dict[int, int], prior: MineCounts | Density, cells: int) -> dict[int, float]:
    """How likely each number of mines is, from the configurations with that number.

    The weights are floats, and so exact fractions. So each result is rounded once.
    """
    shares: dict[int, int | Fraction]
    if isinstance(prior, MineCounts):
        weights = prior.weights
        shares = {
            mines: Fraction(weights[mines]) * ways / math.comb(cells, mines)
            for mines, ways in configurations.items()
        }
    else:  # whole numbers: fractions would be reduced over and over
        numerator, of = prior.probability.as_integer_ratio()
        shares = {
            mines: ways * numerator**mines * (of - numerator) ** (cells - mines)
            for mines, ways in configurations.items()
        }
    total = sum(shares.values())
    return {mines: float(share / total) for mines, share in shares.items()}


def _ways_of_components(analysis: _engine.Analysis) -> tuple[int, list[int]]:
    """The least mines of all components together, and their placements by the mines above that."""

    def residues_of(sweep: int, prime: int) -> list[int]:
        return analysis.ways_modulo(sweep, prime, *limits_left())

    least = 0
    product = [1]
    for index, (least_mines, log2_ways) in enumerate(analysis.sweeps):
        least += least_mines
        product = _multiply(product, _ways(partial(residues_of, index), log2_ways))
    return least, product


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
    """Primes below 2^31, the largest first: the engine multiplies residues in 64 bits."""
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
    for i, a in in_time(enumerate(left), _BETWEEN_LOOKS):
        if a:
            for j, b in enumerate(right):
                product[i + j] += a * b
    return product


def _weigh_by_sea(ways: list[int], sea: int, mines: int) -> int:
    """The sum of ways[k] C(sea, mines - k)."""
    total = 0
    choose = None
    for k, way in in_time(enumerate(ways), _BETWEEN_LOOKS):
        rest = mines - k
        if not 0 <= rest <= sea:
            continue
        if choose is None:
            choose = _choices(sea, rest)
        total += way * choose
        choose = choose * rest // (sea - rest + 1)  # C(sea, rest - 1)
    return total


def _choices(of: int, draws: int) -> int:
    """C(of, taken), which `limit_time` can stop.

    By the primes of it: the power of p is that in of!, without those in taken! and (of - taken)!.
    """
    if of < _SLOW_BINOMIAL:
        return math.comb(of, draws)
    is_prime = np.ones(of + 1, dtype=np.bool_)
    is_prime[:2] = False
    for number in in_time(range(2, math.isqrt(of) + 1), _BETWEEN_LOOKS):
        if is_prime[number]:
            is_prime[number * number :: number] = False
    primes = np.flatnonzero(is_prime)
    powers = np.zeros(len(primes), dtype=np.int64)
    parts = primes.copy()  # the powers of the primes that are looked at, and 1 more than `of` above that
    while (parts <= of).any():
        powers += of // parts - draws // parts - (of - draws) // parts
        parts = np.where(parts <= of // primes, parts * primes, of + 1)
    factors = [prime**power for prime, power in zip(primes.tolist(), powers.tolist(), strict=True) if power]
    while len(factors) > 1:  # numbers of about equal length are multiplied, so that the last ones are quick
        pairs = in_time(range(0, len(factors), 2), _BETWEEN_LOOKS if len(factors) > 64 else 1)
        factors = [math.prod(factors[pair : pair + 2]) for pair in pairs]
    return math.prod(factors)
