"""The rules of a game again, in plain Python: sets of cells, where every answer is counted again."""

from __future__ import annotations

from collections.abc import Sequence

from sapper import Rules


class ModelGame:
    """A game on neighbour lists. The caller sets `mines` before the first cell opens."""

    def __init__(self, neighbours: Sequence[Sequence[int]], mine_count: int, rules: Rules) -> None:
        self.neighbours = [set(around) for around in neighbours]
        self.mine_count = mine_count
        self.rules = rules
        self.mines: set[int] | None = None
        self.opened: set[int] = set()
        self.exploded: set[int] = set()
        self.flags: set[int] = set()
        self.questions: set[int] = set()

    @property
    def hidden(self) -> set[int]:
        return set(range(len(self.neighbours))) - self.opened - self.exploded

    @property
    def safe(self) -> set[int]:
        assert self.mines is not None
        return set(range(len(self.neighbours))) - self.mines

    def number(self, cell: int) -> int:
        assert self.mines is not None
        return len(self.neighbours[cell] & self.mines)

    def mark(self, cell: int) -> int:
        if cell in self.opened:
            return self.number(cell)
        for cells, mark in ((self.exploded, -3), (self.flags, -2), (self.questions, -4)):
            if cell in cells:
                return mark
        return -1

    def marks(self) -> list[int]:
        return [self.mark(cell) for cell in range(len(self.neighbours))]

    @property
    def status(self) -> str:
        if self.exploded and self.rules.on_mine == "stop":
            return "lost"
        if self.mines is None:
            return "playing"
        if self.rules.win == "cleared":
            done = self.opened == self.safe
        else:
            done = self.flags == self.mines - self.exploded
        if not done:
            return "playing"
        return "cleared" if self.exploded else "won"

    def act(self, kind: str, cell: int) -> None:
        {"open": self.open, "flag": self.flag, "chord": self.chord}[kind](cell)

    def open(self, cell: int) -> None:
        if cell in self.hidden - self.flags:
            self.uncover({cell})

    def flag(self, cell: int) -> None:
        if cell in self.flags:
            self.flags.remove(cell)
            if self.rules.question_marks:
                self.questions.add(cell)
        elif cell in self.questions:
            self.questions.remove(cell)
        elif cell in self.hidden:
            self.flags.add(cell)

    def chord(self, cell: int) -> None:
        around = self.neighbours[cell]
        if cell in self.opened and len(around & (self.flags | self.exploded)) == self.number(cell):
            self.uncover(around & self.hidden - self.flags)

    def uncover(self, cells: set[int]) -> None:
        """Opens all of them, then what lies around new zeros, and so on until nothing new is a zero."""
        assert self.mines is not None
        while cells:
            self.questions -= cells
            self.exploded |= cells & self.mines
            self.opened |= cells - self.mines
            zeros = {cell for cell in cells - self.mines if self.number(cell) == 0}
            around = set[int]().union(*(self.neighbours[zero] for zero in zeros))
            cells = around & self.hidden - self.flags
