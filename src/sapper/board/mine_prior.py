"""What is believed about the number of mines on a board, where the number itself is not known."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias

import numpy as np

from sapper import _engine
from sapper._support.checks import finite, integer, positive
from sapper._support.values import Immutable
from sapper._support.words import brief, quantity
from sapper.board.board import wrong_mine_count
from sapper.errors import PositionError

if TYPE_CHECKING:
    from sapper.board.topology import Topology

UNKNOWN: Final = "unknown"
_MOST_COUNTS = 1_000_000


class Density(Immutable):
    """Each cell of the board holds a mine with the same probability, by itself, before anything is open.

    Give it as `mines=` to `analyse` or `analyse_many`.

    Example:
        >>> analysis = sapper.analyse("1??", mines=sapper.Density(0.2))
        >>> analysis.mine_probability
        array([[nan, 1. , 0.2]])
    """

    __slots__ = ("_probability",)

    def __init__(self, probability: float) -> None:
        """Takes the probability of a mine in a cell.

        Raises:
            PositionError: It does not lie strictly between 0 and 1.
        """
        self._probability = positive("a density", probability, 1, PositionError)

    @property
    def probability(self) -> float:
        """The probability of a mine in a cell before anything is open."""
        return self._probability

    def __eq__(self, other: object) -> bool:
        return self._probability == other._probability if isinstance(other, Density) else NotImplemented

    def __hash__(self) -> int:
        return hash((Density, self._probability))

    def __repr__(self) -> str:
        return f"Density({self._probability!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        return Density, (self._probability,)


class MineCounts(Immutable):
    """The numbers of mines that a board may have, each with a weight: a prior over mine counts.

    For a given count, all its placements are equally likely before anything is open. So a count of T mines
    on n cells gives each of its C(n, T) placements an equal share of its weight. One count alone is the same
    as that number. Give it as `mines=` to `analyse` or `analyse_many`.

    Example:
        >>> analysis = sapper.analyse("1??", mines=sapper.MineCounts({1: 3, 2: 1}))
        >>> analysis.mine_counts
        {1: 0.75, 2: 0.25}
        >>> analysis.mine_probability
        array([[ nan, 1.  , 0.25]])
    """

    __slots__ = ("_weights",)

    def __init__(self, counts: Iterable[int] | Mapping[int, float]) -> None:
        """Takes the counts, all with the same weight, or their weights. Only ratios of weights matter.

        Raises:
            PositionError: There is no count with a weight, or one is not a whole number from 0, or a weight
                is negative or not finite. Or a Series of pandas might mean counts as well as weights.
        """
        pairs = counts.items() if isinstance(counts, Mapping) else _with_equal_weights(counts)
        weights: dict[int, float] = {}
        for count, weight in pairs:
            number = integer("a count of mines", count, PositionError)
            if number < 0:
                raise PositionError(f"a count of mines cannot be negative, but one is {number}")
            if number in weights:
                raise PositionError(f"the count {number} is there twice")
            weights[number] = _weight(number, weight)
            if len(weights) > _MOST_COUNTS:
                raise PositionError(f"there are more than {_MOST_COUNTS:,} counts of mines: give a Density")
        self._weights = {count: weight for count, weight in sorted(weights.items()) if weight > 0}
        if not self._weights:
            raise PositionError("give at least one count of mines with a weight above 0")

    @property
    def weights(self) -> dict[int, float]:
        """The weight of each count, ascending, as given. All weights are above 0."""
        return self._weights.copy()

    def __eq__(self, other: object) -> bool:
        """Whether both have the same counts with the same weights, as given."""
        return self._weights == other._weights if isinstance(other, MineCounts) else NotImplemented

    def __hash__(self) -> int:
        return hash((MineCounts, tuple(self._weights.items())))

    def __repr__(self) -> str:
        counts = list(self._weights)
        is_range = len(set(self._weights.values())) == 1 and counts[-1] - counts[0] == len(counts) - 1
        return f"MineCounts({range(counts[0], counts[-1] + 1) if is_range else self._weights})"

    def __reduce__(self) -> tuple[Any, ...]:
        return MineCounts, (self._weights,)


MinePrior: TypeAlias = Density | MineCounts | Literal["unknown"]
"""What may stand in place of the number of mines. `"unknown"`: nothing is believed."""


MINES_MISSING: Final = "the number of mines on the board is missing: give `mines`"
"""The text of `mines_missing`."""


def mines_missing(shape: tuple[int, ...]) -> PositionError:
    """The error about a position of this shape without the mine count, where the count is needed."""
    error = PositionError(MINES_MISSING)
    error._shape_without_count = shape
    return error


def count_or_prior(mines: object, topology: Topology) -> tuple[int | None, MinePrior | None]:
    """The number of mines, or what is believed of it. For use inside the package.

    Raises:
        PositionError: It is neither, or the board has too few cells.
    """
    if isinstance(mines, MineCounts) and len(mines._weights) == 1:
        (mines,) = mines._weights
    if isinstance(mines, str):
        if mines != UNKNOWN:
            raise PositionError(f"`mines` must be a number, a prior or {UNKNOWN!r}, not {brief(mines)}")
        return None, UNKNOWN
    if isinstance(mines, MineCounts):
        check_mine_count(max(mines._weights), topology)
    if isinstance(mines, Density | MineCounts):
        return None, mines
    count = integer("mines", mines, PositionError)
    check_mine_count(count, topology)
    return count, None


def mine_claim(text: str) -> int | MinePrior:
    """What a text says of the number of mines: `"99"`, `"90-110"`, `"20%"` or `"unknown"`.

    For use inside the package. The engine reads it, for the page too.

    Raises:
        PositionError: It says something else.
    """
    try:
        claim = _engine.mine_claim(text.encode("utf-8", "replace").decode())  # halves of characters are wrong
    except ValueError as error:
        raise PositionError(str(error)) from None
    if claim is None:
        return UNKNOWN
    if isinstance(claim, tuple):
        return MineCounts(range(claim[0], claim[1] + 1))
    return Density(claim) if isinstance(claim, float) else claim


def check_mine_count(count: int, topology: Topology) -> None:
    """Raises PositionError if the board cannot have so many mines. For use inside the package."""
    if not 0 <= count <= topology.size:
        raise PositionError(wrong_mine_count(topology.size, count))


def for_engine(prior: MinePrior) -> _engine.MinePrior:
    """A prior as the engine takes it. For use inside the package."""
    if isinstance(prior, Density):
        return _engine.MinePrior.of_density(prior.probability)
    if isinstance(prior, MineCounts):
        least, most = min(prior._weights), max(prior._weights)
        weights = np.zeros(most - least + 1)
        weights[[count - least for count in prior._weights]] = list(prior._weights.values())
        return _engine.MinePrior.of_counts(least, (weights / weights.max()).tolist())
    return _engine.MinePrior()


def _with_equal_weights(counts: Any) -> Iterable[tuple[Any, float]]:
    if hasattr(counts, "items") and hasattr(counts, "to_dict"):  # a Series of pandas
        raise PositionError(
            f"a {type(counts).__name__} may have counts of mines, or weights by counts: give .to_dict() for "
            "weights, or .tolist() for counts"
        )
    try:
        if isinstance(counts, str | bytes):
            raise TypeError
        each = iter(counts)
    except TypeError:
        raise PositionError(
            f"counts of mines must be a range, a list or a dict with weights, not {brief(counts)}"
        ) from None
    return ((count, 1.0) for count in each)


def _weight(count: int, weight: object) -> float:
    value = finite(f"the weight of {quantity(count, 'mine')}", weight, PositionError)
    if value < 0:
        raise PositionError(f"the weight of {quantity(count, 'mine')} cannot be negative, but is {value}")
    return value
