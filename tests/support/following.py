"""Random games in which an inference that follows them is compared with fresh analyses, to the last bit.

Cells are opened at random and moves imagined, several deep, right and wrong, and taken back. Games go on
after a mine.
"""

import random
from dataclasses import dataclass

import numpy as np
import pytest

import sapper
from sapper import Board, Game, Inference, Rules, Topology

# Small enough that a game takes some hundredths of a second.
TOPOLOGIES = [
    Topology.square(6, 7),
    Topology.square(9, 9),
    Topology.torus(6, 6),
    Topology.hexagons(7, 6),
    Topology.grid(3, 3, 4),
    Topology.graph([[(i + d) % 30 for d in (-7, -1, 1, 7)] for i in range(30)]),
]


def assert_same_as_fresh(inference: Inference) -> None:
    """A fresh analysis of the position reached says just what the inference says."""
    if not inference.is_possible():
        with pytest.raises(sapper.PositionError):
            sapper.analyse(inference.position)
        return
    position = inference.position
    fresh = sapper.analyse(position)
    assert np.array_equal(fresh.mine_probability, inference.mine_probability, equal_nan=True), position
    assert (fresh.safe, fresh.mines) == (inference.safe, inference.mines), position
    assert fresh.log_configurations == inference.log_configurations, position
    safest = inference.safest
    if safest is None:
        assert fresh.safest is None, position
    else:
        assert inference.safest_risk == fresh.safest_risk, position
        assert safest in fresh.safe or safest == fresh.safest, position


def hidden_cells(inference: Inference) -> list[sapper.Cell]:
    marks = inference.position.marks.ravel()
    return [inference.board.topology.cell(int(i)) for i in np.flatnonzero(marks == -1)]


@dataclass
class FollowedGame:
    """One random game. `often` is how likely each chance to compare, or to imagine, is taken."""

    topology: Topology
    choice: random.Random
    often: float
    comparisons: int = 0

    def play(self) -> None:
        board = Board(self.topology, self.choice.randint(0, self.topology.size // 4))
        seed = self.choice.randrange(2**32)
        game = Game(board, rules=Rules(first_click="any", on_mine="continue"), seed=seed)
        inference = Inference(board)
        while game.status == "playing":
            game.open(self.choice.choice(hidden_cells(inference)))
            for cell in game.changed:
                mark = game.position[cell]
                if mark == -3:
                    inference.explode(cell)
                else:
                    inference.reveal(cell, mark)
            self.imagine(inference)
            assert inference.position == game.position
            self.compare(inference)
        assert_same_as_fresh(inference)

    def imagine(self, inference: Inference) -> None:
        """Opens some cells in the mind, several deep, and takes all of it back."""
        depth = inference.depth
        while inference.is_possible() and self.choice.random() < self.often:
            inference.push()
            hidden = hidden_cells(inference)
            for cell in self.choice.sample(hidden, min(len(hidden), self.choice.randint(1, 3))):
                if not inference.is_possible():
                    break
                self.learn(inference, cell)
                self.compare(inference)
            if self.choice.random() < 0.5:
                inference.pop()
        while inference.depth > depth:
            inference.pop()

    def learn(self, inference: Inference, cell: sapper.Cell) -> None:
        if self.choice.random() < 0.8:
            most = min(3, len(inference.board.topology.neighbours(cell)))
            inference.reveal(cell, self.choice.randint(0, most))
        elif (inference.position.mines_left or 0) > 0:
            inference.explode(cell)

    def compare(self, inference: Inference) -> None:
        if self.choice.random() < self.often:
            assert_same_as_fresh(inference)
            self.comparisons += 1
