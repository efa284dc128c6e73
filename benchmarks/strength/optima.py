"""Measure how far `best` is from perfect play on small boards, where both are known exactly.

    python benchmarks/strength/optima.py [--player best] [ROWSxCOLUMNS/MINES...]

For each board: the chance to win by perfect play (`sapper.optimum`, first click safe), that of the player on
all minefields without a mine under its own first click, and the difference, in percent.
"""

from __future__ import annotations

import argparse
from itertools import combinations

import numpy as np

import sapper

BOARDS = ("4x4/3", "4x5/4", "4x6/4", "5x5/3", "5x5/4", "5x5/5")
RULES = sapper.Rules(first_click="safe")


def wins(board: sapper.Board[tuple[int, int]], player: str) -> tuple[int, int]:
    """How many minefields the player wins, and of how many."""
    strategy = sapper.Strategy(player)
    topology = board.topology
    free = set(range(topology.size)) - {topology.index(strategy.first_cell(board, RULES))}
    won = count = 0
    for mines in combinations(sorted(free), board.mines):
        minefield = np.zeros(topology.size, bool)
        minefield[list(mines)] = True
        game = sapper.Game(board, RULES, minefield=minefield.reshape(topology.shape))
        won += strategy.play(game).status == "won"
        count += 1
    return won, count


def main() -> None:
    """Prints a row of a table for each board."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("boards", nargs="*", default=BOARDS)
    parser.add_argument("--player", default="best")
    options = parser.parse_args()
    for name in options.boards:
        shape, _, mines = name.partition("/")
        rows, columns = map(int, shape.split("x"))
        board = sapper.Board.square(rows, columns, int(mines))
        best = sapper.optimum(board, "safe")
        perfect = best.wins / best.minefields
        won, count = wins(board, options.player)
        loss = perfect - won / count
        print(f"| {name} | {100 * perfect:.3f} | {100 * won / count:.3f} | {100 * loss:.3f} |", flush=True)


if __name__ == "__main__":
    main()
