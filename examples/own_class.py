"""Write a strategy with a memory as a class. It is told when a game begins, and what each action showed."""

import random
from collections.abc import Mapping

import sapper


class Curious(sapper.Strategy):
    """Opens what is safe. Guesses, among the safest cells, next to what was shown last."""

    def begin(self, board: sapper.Board, rules: sapper.Rules, seed: int) -> None:
        self.news, self.random = set[sapper.Cell](), random.Random(seed)

    def choose(self, position: sapper.Position) -> list[sapper.Cell]:
        analysis, topology = sapper.analyse(position), position.topology
        safest = [cell for cell in topology if analysis.mine_probability[cell] == analysis.safest_risk]
        near = [cell for cell in safest if self.news.intersection(topology.neighbours(cell))]
        return analysis.safe or [self.random.choice(near or safest)]

    def observe(self, action: sapper.Action | None, marks: Mapping[sapper.Cell, int]) -> None:
        self.news = set(marks)


print(sapper.simulate("beginner", Curious, games=50, seed=1, threads=1))
