"""Random games of every kind of board and all rules, compared with the model after every action."""

import copy
import pickle
from collections import Counter
from collections.abc import Sequence
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support import random_model
from support.optional import not_none
from support.play import play, play_out
from support.strategies import boards, rules
from support.truth import neighbours_of

from sapper import Board, Game, GameError, Rules
from sapper.board.game import ActionKind
from sapper.board.rules import OnMine, Win


class ModelGame:
    """A game on neighbour lists. The caller sets `mines` before the first cell opens."""

    def __init__(self, neighbours: Sequence[Sequence[int]], mine_count: int, rules: Rules) -> None:
        self.neighbours = [set(around) for around in neighbours]
        self.mine_count = mine_count
        self.rules = rules
        self.mines: set[int] | None = None
        self.open_cells: set[int] = set()
        self.exploded: set[int] = set()
        self.flags: set[int] = set()
        self.questions: set[int] = set()

    @property
    def hidden(self) -> set[int]:
        return set(range(len(self.neighbours))) - self.open_cells - self.exploded

    @property
    def safe(self) -> set[int]:
        return set(range(len(self.neighbours))) - not_none(self.mines)

    def number(self, cell: int) -> int:
        return len(self.neighbours[cell] & not_none(self.mines))

    def mark(self, cell: int) -> int:
        if cell in self.open_cells:
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
            is_won = self.open_cells == self.safe
        else:
            is_won = self.flags == self.mines - self.exploded
        if not is_won:
            return "playing"
        return "drawn" if self.exploded else "won"

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
        if cell in self.open_cells and len(around & (self.flags | self.exploded)) == self.number(cell):
            self.uncover(around & self.hidden - self.flags)

    def uncover(self, cells: set[int]) -> None:
        """Opens all of them, then what lies around new zeros, and so on until nothing new is a zero."""
        assert self.mines is not None
        while cells:
            self.questions -= cells
            self.exploded |= cells & self.mines
            self.open_cells |= cells - self.mines
            zeros = {cell for cell in cells - self.mines if self.number(cell) == 0}
            around = set[int]().union(*(self.neighbours[zero] for zero in zeros))
            cells = around & self.hidden - self.flags


WINS: tuple[Win, ...] = ("cleared", "flagged")
ON_MINES: tuple[OnMine, ...] = ("stop", "continue")
SEEDS = st.integers(0, 2**64 - 1)


def draw_in_model(model: ModelGame, game: Game, kind: ActionKind, cell: int) -> None:
    """The model's mines come from the model of the draw, at the first cell that opens."""
    if model.mines is None and kind == "open" and cell not in model.flags:
        model.mines = random_model.minefield(
            model.neighbours, model.mine_count, game.rules.first_click, cell, not_none(game.seed), game.number
        )


def check_state(game: Game, model: ModelGame) -> None:
    position = game.position
    assert position.marks.ravel().tolist() == model.marks()
    assert (game.status, game.flags) == (model.status, len(model.flags))
    assert game.exploded == len(model.exploded)
    assert game.mines_left == position.mines_left == game.board.mines - game.flags - game.exploded
    assert (position.hidden, position.board) == (len(model.hidden), game.board)
    if model.mines is None:
        assert game.minefield is None
        return
    assert set(not_none(game.minefield).ravel().nonzero()[0].tolist()) == model.mines
    assert game.safe_left == len(model.safe - model.open_cells)


@given(boards(), rules(), SEEDS, SEEDS, st.integers(0, 2**32))
@settings(max_examples=200)
def test_every_state_is_the_model_s(board: Board, rules: Rules, seed: int, number: int, player: int) -> None:
    game = Game(board, rules, seed=seed, number=number)
    model = ModelGame(neighbours_of(game.topology), game.board.mines, game.rules)
    hash_before = hash(game)
    check_state(game, model)
    before = model.marks()
    for kind, cell in play(game, player):
        index = game.topology.index(cell)
        draw_in_model(model, game, kind, index)
        model.act(kind, index)
        twin = copy.copy(game)
        change = twin.act(kind, cell)
        check_state(twin, model)
        after = model.marks()
        differ = {game.topology.cell(i) for i, (a, b) in enumerate(zip(before, after, strict=True)) if a != b}
        assert set(twin.changed) == differ
        assert change == len(twin.changed) == len(differ)
        assert len(twin.history) == len(game.history) + bool(change)
        assert (twin == game) == (not change)
        before = after
    check_state(game, model)
    assert hash(game) == hash_before


@given(boards(), rules(), SEEDS, st.integers(0, 2**32))
@settings(max_examples=50)
def test_the_history_makes_the_game_again(board: Board, rules: Rules, seed: int, player: int) -> None:
    game = play_out(Game(board, rules, seed=seed), player)
    remade = Game(board, rules, seed=seed, history=game.history)
    for again in (remade, pickle.loads(pickle.dumps(game)), copy.deepcopy(game)):
        assert (again, hash(again)) == (game, hash(game))
        assert (again.position, again.status) == (game.position, game.status)
        assert (again.history, again.mines_left) == (game.history, game.mines_left)


# With `win="flagged"` flags set before the first cell opens may end a game whose mines are there already.
@given(boards(), rules().filter(lambda rules: rules.win == "cleared"), SEEDS, st.integers(0, 2**32))
@settings(max_examples=50)
def test_given_mines_play_as_drawn_ones(board: Board, rules: Rules, seed: int, player: int) -> None:
    game_of_seed = play_out(Game(board, rules, seed=seed), player)
    minefield = game_of_seed.minefield
    if minefield is None:
        return
    given_mines = Game(board, rules, minefield=minefield, history=game_of_seed.history)
    assert (given_mines.position, given_mines.status) == (game_of_seed.position, game_of_seed.status)
    assert given_mines != game_of_seed
    assert pickle.loads(pickle.dumps(given_mines)) == given_mines
    assert hash(pickle.loads(pickle.dumps(given_mines))) == hash(given_mines)


@given(boards(), rules(), SEEDS, st.integers(0, 2**32))
@settings(max_examples=50)
def test_a_finished_game_takes_no_action(board: Board, rules: Rules, seed: int, player: int) -> None:
    game = play_out(Game(board, rules, seed=seed), player)
    if game.status == "playing":
        return
    after = copy.copy(game)
    for cell in list(game.topology)[:5]:
        for act in (game.open, game.flag, game.chord):
            with pytest.raises(GameError, match=rf"the game is over \({game.status}\)") as refusal:
                act(cell)
            assert refusal.value.cell == cell
    assert game == after
    assert game.position == after.position


def test_random_games_come_to_every_end() -> None:
    """Otherwise the properties above would prove little."""
    ends: Counter[tuple[str, str, str]] = Counter()
    for seed, win, on_mine in product(range(150), WINS, ON_MINES):
        game = play_out(Game((5, 5, 4), Rules("any", win, on_mine), seed=seed), seed)
        ends[win, on_mine, game.status] += 1
    for win in WINS:
        for on_mine, end in (("stop", "won"), ("stop", "lost"), ("continue", "won"), ("continue", "drawn")):
            assert ends[win, on_mine, end] > 10
        assert ends[win, "continue", "lost"] == 0
