"""Defines what a guess may show and how often a game can be won, for tests of players."""

from collections.abc import Sequence
from fractions import Fraction
from functools import cache

from sapper.reference.solver import solve
from sapper.reference.truth import Neighbours, enumerate_configurations, hidden_cells, no_configuration


def outcomes(
    neighbours: Neighbours, marks: Sequence[int], mines: int, cell: int
) -> dict[int | None, Fraction]:
    """The probability of each result of opening a hidden cell: None for a mine, else the number.

    Only possible results are listed: a mine first, then the numbers in order. The probabilities add up to 1.
    Arguments as in `solve`; costs one `solve` for each number the cell could show.

    Raises:
        ValueError: the cell is not hidden, no configuration fits, or the marks are not those of the board.
    """
    if cell not in hidden_cells(marks):
        raise ValueError(f"cell {cell} is not a hidden cell of this board; only those can be opened")
    truth = solve(neighbours, marks, mines)
    counts: dict[int | None, int] = {None: truth.mine_configurations[cell] or 0}
    for number in range(len(neighbours[cell]) + 1):
        try:
            after = [*marks[:cell], number, *marks[cell + 1 :]]
            counts[number] = solve(neighbours, after, mines).configurations
        except ValueError:
            counts[number] = 0
    return {shows: Fraction(count, truth.configurations) for shows, count in counts.items() if count}


def optimum(neighbours: Neighbours, marks: Sequence[int], mines: int) -> Fraction:
    """The chance to win from a position under perfect play, if all configurations are equally likely.

    A game is won when every safe cell is open, and lost at the next mine. Opening one cell at a time gives
    the same chance as openings that spread, because the cells around a zero are safe and are opened next. The
    chance after a first click that is safe by rule is the mean over the results in `outcomes`.

    Arguments as in `solve`. For tiny boards: the cost grows with the number of positions that can occur.

    Raises:
        ValueError: no configuration fits, or the marks are not those of the board.
    """
    configurations = tuple(enumerate_configurations(neighbours, marks, mines))
    if not configurations:
        raise no_configuration(mines)

    @cache
    def won(hidden: frozenset[int], possible: tuple[frozenset[int], ...]) -> int:
        """The number of possible configurations in which perfect play opens all safe cells."""
        if len(possible) == 1:
            return 1
        # A safe cell has to be opened anyway, and what it shows can only help.
        safe = hidden.difference(*possible)
        choices = {min(safe)} if safe else hidden.difference(possible[0].intersection(*possible))
        return max(sum(won(hidden - {cell}, rest) for rest in survivors(cell, possible)) for cell in choices)

    def survivors(cell: int, possible: tuple[frozenset[int], ...]) -> list[tuple[frozenset[int], ...]]:
        """The configurations in which the cell is safe, grouped by the number that it shows."""
        by_number: dict[int, list[frozenset[int]]] = {}
        for mine_cells in possible:
            if cell not in mine_cells:
                number = sum(other in mine_cells for other in neighbours[cell])
                by_number.setdefault(number, []).append(mine_cells)
        return [tuple(alike) for alike in by_number.values()]

    return Fraction(won(frozenset(hidden_cells(marks)), configurations), len(configurations))
