"""Plays random games and holds an inference that follows them against fresh analyses, to the last bit.

Cells are opened at random and moves imagined, several deep, right and wrong, and taken back. Games go on
after a mine. The tests do a few dozen games of this; before a release run the full count:

    python tools/check_following.py --games 10000
"""

from __future__ import annotations

import argparse
import random
import sys
import time

import numpy as np

import sapper
from sapper import Board, Game, Inference, Topology

# The last one is met in every tenth game only: it takes as long as ten of the others.
TOPOLOGIES = [
    Topology.square(6, 7),
    Topology.square(9, 9),
    Topology.torus(6, 6),
    Topology.hexagons(7, 6),
    Topology.grid(3, 3, 4),
    Topology.graph([[(i + d) % 30 for d in (-7, -1, 1, 7)] for i in range(30)]),
    Topology.square(16, 30),
]


def board_of(game: int, choice: random.Random) -> Board:
    """The board of a game: its kind in turn, its density at random."""
    topology = TOPOLOGIES[-1] if game % 10 == 9 else TOPOLOGIES[game % (len(TOPOLOGIES) - 1)]
    return Board(topology, choice.randint(0, topology.size // 4))


def same_as_fresh(inference: Inference) -> bool:
    """Whether a fresh analysis of the position reached says just what the inference says."""
    try:
        fresh = sapper.analyse(inference.position)
    except sapper.PositionError:
        return not inference.is_possible()
    if not inference.is_possible():
        return False
    safest = inference.safest
    risk = float("nan") if safest is None else safest[1]
    return (
        np.array_equal(fresh.mine_probability, inference.mine_probability, equal_nan=True)
        and (fresh.safe, fresh.mines) == (inference.safe, inference.mines)
        and fresh.log_configurations == inference.log_configurations
        and np.array_equal([fresh.best_risk], [risk], equal_nan=True)
    )


def hidden_cells(inference: Inference) -> list[sapper.Cell]:
    """The cells that are not open."""
    marks = inference.position.marks.ravel()
    return [inference.board.topology.cell(int(index)) for index in np.flatnonzero(marks == -1)]


def imagine(inference: Inference, choice: random.Random) -> int:
    """Opens some cells in the mind, several deep, and takes all of it back; returns how often it compared."""
    depth, compared = inference.depth, 0
    while choice.random() < 0.4 and inference.is_possible():
        inference.push()
        hidden = hidden_cells(inference)
        for cell in choice.sample(hidden, min(len(hidden), choice.randint(1, 3))):
            if not inference.is_possible():
                break
            if choice.random() < 0.8:
                most = min(3, len(inference.board.topology.neighbours(cell)))
                inference.reveal(cell, choice.randint(0, most))
            elif inference.position.mines_left > 0:
                inference.explode(cell)
        if choice.random() < 0.5:
            compare(inference)
            compared += 1
        if choice.random() < 0.5:
            inference.pop()
    while inference.depth > depth:
        inference.pop()
    return compared


def compare(inference: Inference) -> None:
    """Ends the program where the two disagree."""
    if not same_as_fresh(inference):
        sys.exit(f"the inference differs from a fresh analysis of {inference.position!r}")


def play(number: int, seed: int) -> int:
    """One game; returns how often it compared."""
    choice = random.Random(f"{seed} {number}")
    board = board_of(number, choice)
    game = Game.new(board=board, first_click="any", on_mine="continue", seed=choice.randrange(2**32))
    inference = Inference(board)
    compared = 0
    while game.status == "playing":
        game.open(choice.choice(hidden_cells(inference)))
        for cell in game.changed:
            mark = game.position[cell]
            if mark == -3:
                inference.explode(cell)
            else:
                inference.reveal(cell, mark)
        if choice.random() < 0.3:
            compared += imagine(inference, choice)
        if choice.random() < 0.2:
            compare(inference)
            compared += 1
    return compared


def main() -> None:
    """Plays the games asked for, and says how far it is every now and then."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=10_000, help="how many (%(default)s)")
    parser.add_argument("--first", type=int, default=0, help="the number of the first game (%(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="other seeds, other games (%(default)s)")
    options = parser.parse_args()
    start = time.process_time()
    compared = 0
    for done in range(1, options.games + 1):
        compared += play(options.first + done - 1, options.seed)
        if done % 500 == 0 or done == options.games:
            seconds = time.process_time() - start
            print(f"{done} games, {compared} comparisons, all equal; {seconds:.0f} s", flush=True)


if __name__ == "__main__":
    main()
