"""What a strategy wants to do in a position, and the player that does it to the end of the game."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.any_topology import KINDS, random_positions
from support.optional import not_none
from support.strategies import boards, rules
from support.truth import truth_of

from sapper import Board, Choice, Game, GameError, Position, Rules, Strategy, Topology, _engine, analyse
from sapper.board.marks import FLAG
from sapper.board.rules import FirstClick
from sapper.strategy import STRATEGIES
from sapper.strategy.autoplaying import Move, autoplay, good_first_cell
from sapper.strategy.turns import GameTurns


@pytest.mark.parametrize("name", STRATEGIES)
def test_what_is_certain_is_safe_and_guesses_are_hidden_cells(name: str) -> None:
    for kind in KINDS:
        for position in random_positions(kind, 15, seed=9, most=5):
            if position.hidden <= position.board.mines:
                continue
            analysis = analyse(position)
            choice = Strategy(name).choose(position)
            assert choice.win_probability is None or 0 <= choice.win_probability <= 1
            assert (choice.flags, len(set(choice.cells))) == ((), len(choice.cells))
            assert choice.certain or not analysis.safe or not name.startswith(("best", "fast", "exact"))
            for cell in choice.cells:
                assert position[cell] < 0
                assert not choice.certain or not (position.marks >= 0).any() or cell in analysis.safe
            assert (choice.cell not in analysis.mines) or name.startswith(("knowledge", "propositions"))


@pytest.mark.parametrize(
    "name", ["exact+first", "frontier", "exact+PZSEQ", "exact+two-step", "areas-centred"]
)
def test_players_that_follow_choose_as_fresh_ones(name: str) -> None:
    """If ties are not broken at random, or in the same way."""
    strategy = Strategy(name)
    for number in range(6):
        game = Game("beginner", rules="safe", seed=2, number=number)
        afresh: list[Choice] = []
        for move in autoplay(game, strategy=strategy):
            if move.position is not None:
                afresh.append(strategy.choose(move.position, rules=game.rules))
            if afresh and not afresh[-1].certain:
                assert move.risk == pytest.approx(afresh[-1].risk, abs=1e-12)
            elif afresh:
                assert move.action.cell in afresh[-1].cells
        assert afresh


def test_where_flags_win_the_missing_ones_are_set_last() -> None:
    rules = Rules(win="flagged")
    position = Position([[1, -1, 1], [1, 1, 1]], 1)
    assert Strategy("single+random").choose(position, rules=rules) == Choice((), ((0, 1),), 0.0, None)
    position = Position([[1, -1, -1], [1, 2, -2]], 2)
    assert Strategy("exact+first").choose(position, rules=rules).flags == ()
    with pytest.raises(GameError, match="all mines flagged"):
        Strategy("exact+first").choose(Position([[1, -2, 1], [1, 1, 1]], 1), rules=rules)


def test_play_begins_where_it_is_told_and_not_when_the_game_is_over() -> None:
    game = Game("beginner", seed=1)
    assert Strategy("frontier").play(game, first_cell=(8, 0)) is game
    assert game.history[0].cell == (8, 0)
    with pytest.raises(GameError, match=f"the game is over \\({game.status}\\)"):
        Strategy("frontier").play(game)


def test_a_game_that_only_shows_a_position_cannot_be_played() -> None:
    position = Position([[1, -2, -1], [-1, -1, -1]], 2)
    game = _engine.Game(position._engine, Rules()._for_engine())
    assert game.position == position._engine
    assert (game.safe_left, game.flags, game.is_fresh) == (3, 1, False)
    with pytest.raises(_engine.GameError, match="its minefield is not known"):
        game.open(1)


@given(boards(5), rules(), st.integers(0, 2**64 - 1))
def test_plays_to_the_end_taking_the_least_risk_there_is(board: Board, rules: Rules, seed: int) -> None:
    game = Game(board, rules, seed=seed)
    before = game.position
    first = True
    for move in autoplay(game, strategy="exact+first"):
        cell = before.topology.index(move.action.cell)
        if move.action.kind == "open" and not first:
            truth = not_none(truth_of(before))
            risks = [risk for risk in truth.probability if risk is not None]
            assert truth.probability[cell] == min(risks)
            assert move.risk == pytest.approx(float(min(risks)), rel=1e-9, abs=0)
        if move.action.kind == "flag":
            truth = not_none(truth_of(before))
            assert cell in truth.mines
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
    assert ((game.position.marks == FLAG) == not_none(game.minefield)).all()


def test_can_be_left_and_taken_up_again() -> None:
    whole, parts = (Game("intermediate", seed=2) for _ in range(2))
    list(autoplay(whole))
    while parts.status == "playing":
        next(autoplay(parts))
    assert parts.status == whole.status
    assert list(autoplay(parts)) == []


def test_the_first_cell_is_opened_first_and_never_later() -> None:
    game = Game("beginner", rules="safe", seed=4)
    first = next(autoplay(game, first_cell=(4, 5)))
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

    class DisturbedPlayer:
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

    def disturb(playing: GameTurns, *arguments: Any, **limits: Any) -> None:
        start(playing, *arguments, **limits)
        playing._player = DisturbedPlayer(playing._player)  # type: ignore[assignment]  # all that is called

    monkeypatch.setattr(GameTurns, "__init__", disturb)
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
