"""Strategies written as classes, for every door that takes one. Workers import them from here."""

import random
from collections.abc import Mapping

from sapper import Action, Board, Cell, Choice, Position, Rules, Strategy, analyse

# ruff: noqa: ARG002  # the methods have the arguments that they are called with
# mypy: disable-error-code="override"


class AsBuiltIn(Strategy):
    """Plays as exact+first, asked again in every position."""

    def begin(self, board: Board, rules: Rules, seed: int) -> None:
        self.rules, self.seed = rules, seed

    def choose(self, position: Position) -> Choice:
        return Strategy("exact+first").choose(position, rules=self.rules, seed=self.seed)


class Keeper(Strategy):
    """Plays as exact+first, on its own board, which it builds only from what it observes."""

    def __init__(self, depth: int = 1) -> None:
        self.depth = depth

    def begin(self, board: Board, rules: Rules, seed: int) -> None:
        assert set(vars(self)) == {"depth"}, "this copy has begun a game before"
        self.board, self.rules = board, rules
        self.marks = dict.fromkeys(board.topology, -1)
        self.is_over = False

    def choose(self, position: Position) -> Choice:
        assert not self.is_over
        assert self.marks == {cell: position[cell] for cell in position.topology}
        assert position.board == self.board
        return Strategy("exact+first").choose(position, rules=self.rules)

    def observe(self, action: Action | None, marks: Mapping[Cell, int]) -> None:
        assert not self.is_over
        assert marks
        assert all(self.marks[cell] != mark for cell, mark in marks.items())
        self.marks.update(marks)
        if action is None:
            assert all(mark == -1 or cell in marks for cell, mark in self.marks.items())
        elif action.kind == "open":
            assert marks[action.cell] >= 0 or marks[action.cell] == -3
        else:
            assert set(marks) == {action.cell}
        safe_left = sum(mark < 0 for mark in self.marks.values()) - self.board.mines
        lost = action is not None and -3 in marks.values() and self.rules.on_mine == "stop"
        self.is_over = lost or (safe_left == 0 and self.rules.win == "cleared")


class Wanderer(Strategy):
    """Opens anywhere, and remembers how often it did."""

    def __init__(self) -> None:
        self.cells_opened: list[Cell] = []

    def begin(self, board: Board, rules: Rules, seed: int) -> None:
        assert self.cells_opened == []
        self.random = random.Random(seed)

    def choose(self, position: Position) -> Cell:
        safe = analyse(position).safe if self.cells_opened else []
        hidden = [cell for cell in position.topology if position[cell] == -1]
        self.cells_opened.append(self.random.choice(safe or hidden))
        return self.cells_opened[-1]


def exact_rule(position: Position) -> tuple[list[Cell], list[Cell]]:
    analysis = analyse(position)
    return analysis.safe, analysis.mines


class CountingPolicy:
    """A policy with a memory: every third guess is the last of the safest cells, the others the first."""

    def __init__(self) -> None:
        self.guesses = 0

    def __call__(self, position: Position, risks: object) -> Cell:
        best = analyse(position)
        safest = [cell for cell in position.topology if best.mine_probability[cell] == best.safest_risk]
        self.guesses += 1
        return safest[-1 if self.guesses % 3 == 0 else 0]


AN_OBJECT = Keeper(depth=2)
