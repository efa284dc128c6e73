"""The player that analyses: what it opens, and when it guesses."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.strategies import boards, rules
from support.truth import truth_of

from sapper import Board, Game, Rules, Strategy, Topology
from sapper.board.marks import FLAG
from sapper.board.rules import FirstClick
from sapper.strategy.autoplaying import Move, autoplay, good_first_cell
from sapper.strategy.turns import GameTurns


@given(boards(5), rules(), st.integers(0, 2**64 - 1))
def test_plays_to_the_end_taking_the_least_risk_there_is(board: Board, rules: Rules, seed: int) -> None:
    game = Game(board, rules, seed=seed)
    before = game.position
    first = True
    for move in autoplay(game, strategy="exact+first"):
        cell = before.topology.index(move.action.cell)
        if move.action.kind == "open" and not first:
            known = truth_of(before)
            assert known is not None
            risks = [risk for risk in known.probability if risk is not None]
            assert known.probability[cell] == min(risks)
            assert move.risk == pytest.approx(float(min(risks)), rel=1e-9, abs=0)
        if move.action.kind == "flag":
            known = truth_of(before)
            assert known is not None
            assert cell in known.mines
        first = first and move.action.kind == "flag"
        before = game.position
    assert game.status != "playing"


def test_flags_in_the_way_are_taken_back_and_question_marks_become_flags() -> None:
    game = Game("beginner", seed=1)
    for cell in game.topology:
        game.flag(cell)
    moves = list(autoplay(game))
    assert [move.action for move in moves[:2]] == [("flag", (2, 2)), ("open", (2, 2))]
    assert game.status in ("won", "lost")
    game = Game("beginner", rules=Rules(win="flagged", question_marks=True), seed=3)
    for cell in [*game.topology] * 2:
        game.flag(cell)
    list(autoplay(game))
    assert game.status == "won"
    assert game.minefield is not None
    assert ((game.position.marks == FLAG) == game.minefield).all()


def test_can_be_left_and_taken_up_again() -> None:
    whole, parts = (Game("intermediate", seed=2) for _ in range(2))
    list(autoplay(whole))
    while parts.status == "playing":
        next(autoplay(parts))
    assert parts.status == whole.status
    assert list(autoplay(parts)) == []


def test_the_first_cell_is_opened_first_and_never_later() -> None:
    game = Game("beginner", rules="safe", seed=4)
    moves = autoplay(game, first_cell=(4, 5))
    first = next(moves)
    assert first == Move(first.action, 0.0, None)
    assert first.action == ("open", (4, 5))
    assert next(autoplay(game, first_cell=(4, 5))).action.cell != (4, 5)


@pytest.mark.parametrize(
    ("board", "first_click", "cell"),
    [
        (Board.level("beginner"), "opening", (2, 2)),
        (Board.level("intermediate"), "opening", (2, 2)),
        (Board.level("expert"), "opening", (3, 3)),
        (Board.level("expert"), "safe", (0, 0)),
        (Board.level("expert"), "any", (0, 0)),
        (Board.square(3, 40, 20), "opening", (1, 2)),
        (Board.square(5, 5, 16), "opening", (2, 2)),
        (Board.square(5, 5, 17), "opening", (0, 0)),
        (Board(Topology.torus(16, 30), 99), "opening", (0, 0)),
        (Board(Topology.hexagons(16, 30), 99), "opening", (3, 3)),
        (Board(Topology.grid(5, 5, 5), 10), "opening", (2, 2, 2)),
        (Board(Topology.graph([[1], [0]]), 1), "opening", 0),
    ],
)
def test_good_first_cells(board: Board, first_click: FirstClick, cell: object) -> None:
    assert good_first_cell(board, first_click) == cell


def test_an_action_of_another_thread_makes_the_player_start_over(monkeypatch: pytest.MonkeyPatch) -> None:
    game = Game("expert", rules="opening", seed=3)
    game.open(8, 8)
    start = GameTurns.__init__
    thoughts = 0

    class Disturbed:
        """A player whose first choice somebody else carries out first."""

        def __init__(self, player: Any) -> None:
            self.begin, self.follow = player.begin, player.follow
            self._player = player

        def next(self, *limits: Any) -> Any:
            nonlocal thoughts
            choice = self._player.next(*limits)
            if thoughts == 0:
                for index in choice.cells:
                    game.open(game.topology.cell(index))
            thoughts += 1
            assert thoughts <= game.topology.size, "the player chooses the same for ever"
            return choice

    def disturbed(playing: GameTurns, *arguments: Any, **limits: Any) -> None:
        start(playing, *arguments, **limits)
        playing._player = Disturbed(playing._player)  # type: ignore[assignment]  # all that is called

    monkeypatch.setattr(GameTurns, "__init__", disturbed)
    assert list(autoplay(game, strategy="fast"))
    assert game.status != "playing"


def test_a_strategy_sees_an_undo() -> None:
    """Even if another action restores the number of actions, by which it notices that others acted."""
    game = Game("beginner", seed=5)
    playing = GameTurns(game, Strategy("exact+first"))
    for _ in range(2):
        assert list(playing.act(playing.choose()))
    game.undo()
    game.flag(next(cell for cell in game.topology if game.position[cell] == -1))
    assert playing.choose() == GameTurns(game, Strategy("exact+first")).choose()
    for move in autoplay(game, strategy="exact+first"):
        assert move.action.kind == "open"
    assert game.status == "won"
