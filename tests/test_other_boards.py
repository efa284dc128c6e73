"""What lies on one board is refused by what lies on another, with an error that names both."""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import pytest

from sapper import Analysis, Board, Game, Inference, Minefield, Position, Rules, Topology, _engine, analyse
from sapper.draw.svg import board_svg
from sapper.draw.text_drawing import board_text
from sapper.strategy import Strategy

RULES = Rules()._for_engine()


class On:
    """One of everything on a board."""

    def __init__(self, board: Board) -> None:
        self.board, self.topology, self.mines = board, board.topology._engine, board.mines
        self.position = Position(np.full(board.topology.shape, -1), board.mines, board.topology)
        self.view = self.position._engine
        self.marks = self.position.marks.ravel()
        self.mined = np.zeros(board.topology.size, np.uint8)
        self.mined[: board.mines] = 1
        self.minefield = Minefield(self.mined.reshape(board.topology.shape).astype(np.bool_), board.topology)
        self.last = board.topology.size - 1

    @property
    def game(self) -> _engine.Game:
        return _engine.Game(self.topology, self.mines, RULES, 1, 0)

    @property
    def game_in_progress(self) -> Game:
        """A game with a cell open that smaller boards do not have."""
        game = Game(self.board, seed=1)
        game.open(self.board.topology.cell(self.last))
        return game

    @property
    def inference(self) -> _engine.Inference:
        return _engine.Inference(self.topology, self.mines)

    @property
    def player(self) -> _engine.Player:
        return _engine.make_player("frontier", self.topology, self.mines, RULES)

    @property
    def player_of_parts(self) -> _engine.Player:
        return _engine.compose("exact", "corners", False, self.topology, self.mines, RULES)

    @property
    def own(self) -> _engine.Player:
        """Plays by a function, which knows its board."""
        return Strategy(lambda position: position.topology.cell(0))._player(self.board, Rules())

    def series(self, player: _engine.Player, first_cell: int | None = None) -> _engine.Series:
        return _engine.Series(self.topology, self.mines, RULES, first_cell, player)

    def pool(self, first_cell: int) -> _engine.Pool:
        return _engine.Pool(self.topology, self.mines, RULES, first_cell, ["frontier"], 1)

    def order(self, start: int) -> _engine.BoardOrder:
        safe, any_field = _engine.FirstClick.safe, _engine.Making.any
        return _engine.BoardOrder(
            self.topology, self.mines, start, safe, any_field, TERMS, (0, 9), (0.0, 9.0), 1, 0
        )

    def batch(self, marks: np.ndarray, mines: int = 1) -> _engine.BatchAnalysis:
        results = np.empty(marks.size), np.empty(marks.size, np.uint8)
        return _engine.analyse_batch(
            self.topology, marks, np.array([mines], np.uint32), None, False, *results, 1
        )

    @property
    def engine_analysis(self) -> _engine.Analysis:
        return _engine.analyse(self.view, False, None, None, None)

    @property
    def explanation(self) -> _engine.Explanation:
        return _engine.explain(self.view)

    @property
    def guess(self) -> _engine.AdvisedGuess:
        return _engine.guess_of_cell(self.view, self.engine_analysis, None, self.last, None)

    def reviewer(self, mined: np.ndarray) -> _engine.Reviewer:
        return _engine.Reviewer(self.topology, mined, RULES, by_win=False, seed=0)

    def recording(self, mined: np.ndarray, **columns: Any) -> _engine.Recording:
        rest: dict[str, Any] = {name: np.zeros(2, kind) for name, kind in COLUMNS.items()}
        rest |= {"win": _engine.Win.cleared, "on_mine": _engine.OnMine.stop, "question_marks": False}
        rest |= {"guessing": _engine.Guessing.free}
        return _engine.Recording(self.topology, mined, **rest | {"cell_size": 16, "about": []} | columns)

    @property
    def analysis(self) -> Analysis:
        return analyse(self.position)


TERMS = _engine.Terms("counting", True)
# Those of the events of a recording.
COLUMNS = {"times": np.float64, "kinds": np.uint8, "cells": np.uint32, "x": np.int64, "y": np.int64}
FIGURES = _engine.GuessFigures(0.5, 1, 0.0, 0.0, False, 0.0, None, None, None)


class Pair(NamedTuple):
    """Two boards, and how errors call them."""

    here: Board
    there: Board
    names: tuple[str, str]


def cycle(size: int) -> Topology:
    return Topology.graph([[(cell - 1) % size, (cell + 1) % size] for cell in range(size)])


def path(size: int) -> Topology:
    return Topology.graph([[x for x in (cell - 1, cell + 1) if 0 <= x < size] for cell in range(size)])


PAIRS = {
    "larger": Pair(Board.square(4, 5, 3), Board.square(30, 40, 3), ("4 x 5", "30 x 40")),
    "smaller": Pair(Board.square(30, 40, 3), Board.square(4, 5, 3), ("30 x 40", "4 x 5")),
    "turned": Pair(Board.square(4, 5, 3), Board.square(5, 4, 3), ("4 x 5", "5 x 4")),
    "closed": Pair(
        Board.square(4, 5, 3), Board(Topology.torus(4, 5), 3), ("grid of 4 x 5", "torus of 4 x 5")
    ),
    "graph": Pair(Board(cycle(8), 3), Board(path(8), 3), ("graph of 8", "another graph of 8")),
}

# What pairs objects by their boards.
BOTH: dict[str, Callable[[On, On], object]] = {
    "an inference loads a position": lambda here, there: here.inference.load(there.view),
    "a player begins a game": lambda here, there: here.player.begin(there.game, 1, 0),
    "a composed player begins a game": lambda here, there: here.player_of_parts.begin(there.game, 1, 0),
    "a series has a player": lambda here, there: here.series(there.player),
    "advice on a guess": lambda here, there: _engine.advised_guess(
        here.view, there.engine_analysis, Rules()._for_engine(), by_win=False, seed=0
    ),
    "advice on a picked guess": lambda here, there: _engine.guess_of_cell(
        here.view, there.engine_analysis, None, 0, None
    ),
    "a hint has a guess": lambda here, there: _engine.hint_ending(here.explanation, True, there.guess),
    "a level goes on": lambda here, there: _engine.conclude_all("exact", [here.view, there.view]),
}

# What pairs a board with arrays that have a value for each cell.
SIZES: dict[str, Callable[[On, On], object]] = {
    "a game has a minefield": lambda here, there: _engine.Game(here.topology, there.mined, RULES),
    "a position has marks": lambda here, there: _engine.Position(here.topology, 1, there.marks),
    "3BV": lambda here, there: _engine.three_bv(here.topology, there.mined.reshape(1, -1)),
    "counts": lambda here, there: _engine.count_board(here.topology, there.mined),
    "solved 3BV, minefield": lambda here, there: _engine.solved_three_bv(
        here.topology, there.mined, here.marks
    ),
    "solved 3BV, marks": lambda here, there: _engine.solved_three_bv(here.topology, here.mined, there.marks),
    "ZiNi": lambda here, there: _engine.zini(
        here.topology, there.mined.reshape(1, -1), _engine.ZiniRule.greedy
    ),
    "ZiNi clicks": lambda here, there: _engine.zini_clicks(
        here.topology, there.mined, _engine.ZiniRule.greedy
    ),
    "random ZiNi": lambda here, there: _engine.random_zini(here.topology, there.mined, 2, 1),
    "fairness": lambda here, there: _engine.clears(here.topology, there.mined, 0, TERMS),
    "a batch": lambda here, there: here.batch(there.marks),
    "a review has a minefield": lambda here, there: here.reviewer(there.mined),
    "a file has a minefield": lambda here, there: _engine.FileMinefield(here.topology, there.mined, None),
    "a recording has a minefield": lambda here, there: here.recording(there.mined),
}


# What takes a cell by its number.
CELLS: dict[str, Callable[[On, int], object]] = {
    "reveal": lambda on, cell: on.inference.reveal(cell, 0),
    "explode": lambda on, cell: on.inference.explode(cell),
    "outcomes": lambda on, cell: on.inference.outcomes(cell),
    "mark": lambda on, cell: on.game.mark(cell),
    "open": lambda on, cell: on.game.open(cell),
    "act": lambda on, cell: on.game.act(_engine.Action(_engine.ActionKind.open, cell)),
    "neighbours": lambda on, cell: on.topology.neighbours(cell),
    "words": lambda on, cell: _engine.cells_named(on.topology, [0, cell]),
    "words of a reason": lambda on, cell: _engine.reason_for(FIGURES, FIGURES, on.topology, cell),
    "start in a file": lambda on, cell: _engine.FileMinefield(on.topology, on.mined, cell),
    "event of a recording": lambda on, cell: on.recording(on.mined, cells=np.array([0, cell], np.uint32)),
    "figures": lambda on, cell: _engine.figures_of(on.view, cell),
    "aftermath": lambda on, cell: _engine.aftermath_of(on.view, cell, False),
    "chances of zeros": lambda on, cell: _engine.zero_chances(on.view, [0, cell], False),
    "risk of an action": lambda on, cell: _engine.action_risk(
        on.view, _engine.Action(_engine.ActionKind.open, cell), True
    ),
    "cells without mines": lambda on, cell: _engine.rearrange(on.view, [0, cell], 1),
    "input of the network": lambda on, cell: _engine.guess_input(on.view, cell),
    "first cell of a series": lambda on, cell: on.series(on.player, cell),
    "first cell of a pool": lambda on, cell: on.pool(cell),
    "start of a search": lambda on, cell: on.order(cell),
    "start of a fair game": lambda on, cell: _engine.clears(on.topology, on.mined, cell, TERMS),
}

# The Python classes: the same, with Python's errors.
FACES: dict[str, Callable[[On, On], object]] = {
    "an inference follows a game": lambda here, there: Inference(here.board).follow(there.game_in_progress),
    "a game has a minefield": lambda here, there: Game(here.board, minefield=there.minefield.mined),
    "a minefield has a topology": lambda here, there: Minefield(there.minefield.mined, here.board.topology),
    "a position has a topology": lambda here, there: Position(there.position.marks, 1, here.board.topology),
    "a position is analysed on a topology": lambda here, there: analyse(
        there.position, topology=here.board.topology
    ),
    "a picture has an analysis": lambda here, there: board_svg(here.position, analysis=there.analysis),
    "text has an analysis": lambda here, there: board_text(here.position, analysis=there.analysis),
}


@pytest.mark.parametrize("pair", PAIRS.values(), ids=PAIRS)
@pytest.mark.parametrize("call", BOTH.values(), ids=BOTH)
def test_objects_of_two_boards(call: Callable[[On, On], object], pair: Pair) -> None:
    here, there = On(pair.here), On(pair.there)
    call(here, here)
    with pytest.raises(ValueError, match="does not go with") as refusal:
        call(here, there)
    for name in pair.names:
        assert name in str(refusal.value)


@pytest.mark.parametrize("call", SIZES.values(), ids=SIZES)
def test_arrays_of_another_board(call: Callable[[On, On], object]) -> None:
    here, larger, smaller = On(Board.square(4, 5, 3)), On(Board.square(30, 40, 3)), On(Board.square(2, 2, 1))
    call(here, here)
    for there in (larger, smaller):
        with pytest.raises(ValueError, match=rf"\b{there.board.topology.size}\b") as refusal:
            call(here, there)
        assert any(name in str(refusal.value) for name in ("4 x 5", "20"))


@pytest.mark.parametrize("call", CELLS.values(), ids=CELLS)
def test_cells_of_another_board(call: Callable[[On, int], object]) -> None:
    for cell in (20, 1199, 2**32 - 2):
        with pytest.raises((ValueError, IndexError), match=r"no (such )?cell"):
            call(On(Board.square(4, 5, 3)), cell)


@pytest.mark.parametrize("length", [1, 10**6])
@pytest.mark.parametrize("name", COLUMNS)
def test_columns_of_another_length(name: str, length: int) -> None:
    on = On(Board.square(4, 5, 3))
    with pytest.raises(ValueError, match="every event has a time, a kind, a cell, x and y"):
        on.recording(on.mined, **{name: np.zeros(length, COLUMNS[name])})
    outcome, lost_at, risk = np.zeros(2, np.uint8), np.zeros(2, np.uint32), np.zeros(2)
    columns: list[Any] = [outcome, lost_at, lost_at, risk, outcome, 20]
    place = list(COLUMNS).index(name)
    columns[place] = np.zeros(length, columns[place].dtype)
    with pytest.raises(ValueError, match="columns differ in length"):
        _engine.histograms(*columns)


def test_recordings_are_such_as_files_hold() -> None:
    on = On(Board.square(4, 5, 3))
    on.recording(on.mined, cells=np.array([19, _engine.NO_CELL], np.uint32), kinds=np.array([0, 8], np.uint8))
    with pytest.raises(ValueError, match="no mouse event of kind 9"):
        on.recording(on.mined, kinds=np.array([8, 9], np.uint8))
    with pytest.raises(ValueError, match="at least one pixel"):
        on.recording(on.mined, cell_size=0)
    with pytest.raises(ValueError, match="no such kind"):
        _engine.Hints(None, None, "", 3, 0)


def test_an_explanation_holds_no_deductions_of_another_board() -> None:
    large = _engine.explain(Position("0????\n?????\n???1?", 1)._engine)
    small = Position([[0, -1], [-1, -1]], 1)._engine
    with pytest.raises(IndexError, match="no cell"):
        _engine.Explanation(small, large.deductions, True)
    deductions = [x for x in _engine.explain(Position([[0, -1, 1, -1, -1]], 1)._engine).deductions if x.given]
    assert deductions
    with pytest.raises(ValueError, match="rests on what none before it finds"):
        _engine.Explanation(Position([[-1] * 5], 1)._engine, deductions, True)
    for reader in (large.deduction, large.pattern, large.sentence, large.support, large.explanation):
        with pytest.raises(IndexError, match="no such deduction"):
            reader(len(large.deductions))


def test_no_guess_is_advised_where_no_cell_can_be_safe() -> None:
    position = Position([[-1, 1, 0]], 1)._engine
    mines = Position([[-1, -1]], 2)._engine
    for subject in (position, mines):
        analysis = _engine.analyse(subject, False, None, None, None)
        assert analysis.safest is None
        with pytest.raises(ValueError, match="no cell can be safe"):
            _engine.advised_guess(subject, analysis, Rules()._for_engine(), by_win=True, seed=0)
        with pytest.raises(ValueError, match="no cell can be safe"):
            _engine.guess_of_cell(subject, analysis, None, 0, None)


@pytest.mark.parametrize("call", FACES.values(), ids=FACES)
def test_faces_of_two_boards(call: Callable[[On, On], object]) -> None:
    here, larger, smaller = On(Board.square(4, 5, 3)), On(Board.square(30, 40, 3)), On(Board.square(2, 2, 1))
    for there in (larger, smaller):
        with pytest.raises(ValueError, match=r"\d, \d") as refusal:
            call(here, there)
        for board in (here.board, there.board):
            assert ", ".join(map(str, board.topology.shape)) in str(refusal.value)


def test_a_player_without_a_game_and_of_another_game() -> None:
    on = On(Board.square(4, 5, 3))
    for player in (on.player, on.player_of_parts, on.own):
        with pytest.raises(ValueError, match="begins a game before it chooses"):
            player.next()
        player.begin(on.game, 1, 0)
        assert player.next().cells
        with pytest.raises(ValueError, match="follows the game that it began with"):
            player.follow(on.game)


def test_an_inference_follows_no_other_game_on_its_board() -> None:
    board = Board.square(6, 6, 8)
    inference = Inference(board)
    game, other = Game(board, seed=1), Game(board, seed=2)
    for each in (game, other):
        each.open(0, 0)
    here, there = game.position.marks, other.position.marks
    assert ((here >= 0) & (there >= 0) & (here != there)).any(), "the games show different numbers"
    inference.follow(game)
    position_before = inference.position
    inference.follow(game)
    assert inference.position == position_before, "what is known is not learnt again"
    with pytest.raises(ValueError, match=r"shows \d here, but \d in the game"):
        inference.follow(other)
    assert inference.position == position_before


def test_an_impossible_inference_has_no_answers() -> None:
    inference = On(Board.square(1, 3, 1)).inference
    position = Position([[0, -1, 1]], 1)._engine
    inference.load(position)
    assert not inference.possible()
    for ask in (
        inference.mine_probability,
        inference.error,
        inference.verdicts,
        inference.safest,
        inference.log_configurations,
        inference.log_configurations_error,
        inference.exact,
        lambda: inference.outcomes(1),
        lambda: _engine.win_probability(
            position, Rules()._for_engine(), False, np.array([0, 1, 0], np.uint8), True
        ),
    ):
        with pytest.raises(ValueError, match="contradicts itself"):
            ask()
