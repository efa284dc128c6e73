"""Compute an upper bound on how often anybody can win, however they play.

    python benchmarks/strength/upper_bound.py expert-safe [--minefields 200000] [--games 400] [--draws 500]

Prints bounds for games that begin where `best` begins. docs/research/upper-bound.md proves them.

Unavoidable choices. Two minefields are twins if they differ in a few cells only, have the same number of
mines, and every other safe cell shows the same number in both. The structures looked for are two cells with
one mine, and squares of four cells with mines on a diagonal. Their `walls`, the cells that would tell the two
apart, must all be mines. The board is divided into regions. In each, a minefield has at most one twin: by the
first structure in a fixed order, if that is the first one in the twin, too. If m regions have one, the
minefield has 2^m relatives, and anybody wins at most one of them. So nobody wins more than the mean of 2^-m.

The first risk. Safe cells cost nothing, so up to the first guess all players may open the same cells. Then
they choose a cell. So nobody wins more than the mean, over the positions at the first guess, of the highest
over all cells of the mean of 2^-m over the minefields in which the cell is safe; a region does not count if
the cell is part of its structure. The highest of estimates is too high on average, so the bound stays valid.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from typing import cast

import numpy as np
from numpy.typing import NDArray

import sapper
from sapper import _engine

Minefields = NDArray[np.bool_]  # (minefields, cells)
ROWS_SPLIT = 2
COLUMNS_SPLIT = 4
MOST_WALLS = 6
CONTROL = 0.8


@dataclass(frozen=True)
class Structure:
    """Cells whose mines can be exchanged without a trace, `ones` for `others`, if all `walls` are mines."""

    ones: tuple[int, ...]
    others: tuple[int, ...]
    walls: tuple[int, ...]

    @property
    def cells(self) -> tuple[int, ...]:
        """The cells that change."""
        return (*self.ones, *self.others)

    def fits(self, is_mine: Minefields) -> Minefields:
        """The minefields that contain the structure."""
        one, other = (is_mine[:, list(cells)] for cells in (self.ones, self.others))
        either = (one.all(1) & ~other.any(1)) | (other.all(1) & ~one.any(1))
        return np.asarray(either & is_mine[:, list(self.walls)].all(1))


def structures(topology: sapper.Topology[tuple[int, int]], mine_free: frozenset[int]) -> list[Structure]:
    """All structures of the board that contain no cell of `mine_free`."""
    index = topology.index
    around = [{index(other) for other in topology.neighbours(topology.cell(i))} for i in range(topology.size)]
    rows, columns = topology.shape

    def walls(ones: tuple[int, ...], others: tuple[int, ...]) -> tuple[int, ...]:
        cells = {*ones, *others}
        near = set().union(*(around[cell] for cell in cells)) - cells
        return tuple(cell for cell in near if len(around[cell] & {*ones}) != len(around[cell] & {*others}))

    pairs: list[tuple[tuple[int, ...], tuple[int, ...]]] = []
    for row in range(rows):
        for column in range(columns):
            steps = [(0, 1), (1, 0), (1, 1), (1, -1), (0, 2), (2, 0)]
            for down, right in steps:
                if row + down < rows and 0 <= column + right < columns:
                    pairs.append(((index((row, column)),), (index((row + down, column + right)),)))
            if row + 1 < rows and column + 1 < columns:
                square = [index((row + i, column + j)) for i in range(2) for j in range(2)]
                pairs.append(((square[0], square[3]), (square[1], square[2])))
    every_structure = (Structure(ones, others, walls(ones, others)) for ones, others in pairs)
    return [
        each for each in every_structure if len(each.walls) <= MOST_WALLS and mine_free.isdisjoint(each.cells)
    ]


def regions(
    topology: sapper.Topology[tuple[int, int]], all_structures: list[Structure]
) -> list[list[Structure]]:
    """The structures that lie in each region, walls included; the likeliest first."""
    rows, columns = topology.shape

    def region(cell: int) -> tuple[int, int]:
        row, column = topology.cell(cell)
        return row * ROWS_SPLIT // rows, column * COLUMNS_SPLIT // columns

    parts: dict[tuple[int, int], list[Structure]] = {}
    for each in all_structures:
        places = {region(cell) for cell in (*each.cells, *each.walls)}
        if len(places) == 1:
            parts.setdefault(places.pop(), []).append(each)
    return [sorted(part, key=lambda each: len(each.walls) + len(each.ones)) for part in parts.values()]


def first_of(part: list[Structure], is_mine: Minefields) -> NDArray[np.intp]:
    """The first structure that each minefield contains; -1 if there is none."""
    first = np.full(len(is_mine), -1)
    for number, each in enumerate(part):
        first[(first < 0) & each.fits(is_mine)] = number
    return first


def twins(part: list[Structure], is_mine: Minefields) -> NDArray[np.intp]:
    """The structure that gives each minefield its twin in a region; -1 if it has none."""
    first = first_of(part, is_mine)
    rows = np.flatnonzero(first >= 0)
    twin_fields = is_mine[rows]
    for row, number in enumerate(first[rows]):
        twin_fields[row, list(part[number].cells)] ^= True
    mutual = first_of(part, twin_fields) == first[rows]
    first[rows[~mutual]] = -1
    return first


def unavoidable(parts: list[list[Structure]], is_mine: Minefields) -> NDArray[np.float64]:
    """2^-m for each minefield, where m is the number of its regions with twins."""
    return np.asarray(np.prod([np.where(twins(part, is_mine) >= 0, 0.5, 1.0) for part in parts], axis=0))


def best_first_risk(parts: list[list[Structure]], is_mine: Minefields, risks: NDArray[np.float64]) -> float:
    """The bound at a position, from minefields that fit it. The risk of open cells is nan."""
    values = np.ones(len(is_mine))
    factors = np.ones(is_mine.shape, np.float32)
    for part in parts:
        first = twins(part, is_mine)
        for row in np.flatnonzero(first >= 0):
            values[row] /= 2
            factors[row, list(part[first[row]].cells)] = 2
    estimate = (values[:, None] * factors * ~is_mine).mean(0)
    # The exact risks remove most of the sampling error.
    estimate -= CONTROL * ((~is_mine).mean(0) - (1 - risks))
    return float(np.nanmax(estimate))


def random_minefields(
    board: sapper.Board[tuple[int, int]], mine_free: frozenset[int], count: int, seed: int
) -> Minefields:
    """Minefields without a mine in `mine_free`, all equally likely."""
    random = np.random.default_rng(seed)
    free = np.array([cell for cell in range(board.topology.size) if cell not in mine_free])
    is_mine = np.zeros((count, board.topology.size), bool)
    places = np.argpartition(random.random((count, len(free))), board.mines, axis=1)[:, : board.mines]
    np.put_along_axis(is_mine, free[places], True, axis=1)
    return is_mine


def at_first_guess(
    board: sapper.Board[tuple[int, int]], rules: sapper.Rules, first: tuple[int, int], seed: int, number: int
) -> sapper.Game[tuple[int, int]]:
    """A game in which all certainly safe cells are open."""
    game = sapper.Game(board, rules, seed=seed, number=number)
    game.open(first)
    while game.status == "playing" and (safe := sapper.analyse(game).safe):
        for cell in safe:
            if game.position[cell] < 0:
                game.open(cell)
    return game


def interval(values: NDArray[np.float64]) -> str:
    """The mean in percent and half its 95 % interval."""
    return f"{100 * values.mean():.2f} +- {196 * values.std() / len(values) ** 0.5:.2f} %"


def main() -> None:
    """Computes the bounds of a board."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("board", help="a level, - and safe or opening")
    parser.add_argument("--minefields", type=int, default=200_000)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--draws", type=int, default=3000, help="minefields at each first guess")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    level, _, first_click = options.board.partition("-")
    board, rules = sapper.Board.level(level), sapper.Rules(first_click=first_click)
    topology = board.topology
    first = cast("tuple[int, int]", sapper.Strategy("best").first_cell(board, rules))
    mine_free = {topology.index(first)}
    if first_click == "opening":
        mine_free |= {topology.index(cell) for cell in topology.neighbours(first)}
    parts = regions(topology, structures(topology, frozenset(mine_free)))
    print(sum(map(len, parts)), "structures")
    if options.minefields:
        is_mine = random_minefields(board, frozenset(mine_free), options.minefields, options.seed)
        print("unavoidable choices:", interval(unavoidable(parts, is_mine)))
    bounds, alone = [], []
    for number in range(options.games):
        game = at_first_guess(board, rules, first, options.seed, number)
        if game.status != "playing":
            bounds.append(1.0)
            alone.append(1.0)
            continue
        position = game.position
        fit = _engine.draw_minefields(position._engine, number, options.draws).reshape(options.draws, -1) > 0
        risks = np.where(position.marks < 0, sapper.analyse(position).mine_probability, np.nan).ravel()
        bounds.append(best_first_risk(parts, fit, risks))
        alone.append(1 - float(np.nanmin(risks)))
    print("the first risk alone:", interval(np.array(alone)))
    print("the first risk and unavoidable choices:", interval(np.array(bounds)))


if __name__ == "__main__":
    main()
