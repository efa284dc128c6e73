"""What a strategy wants to do in a position, and when there is nothing to do."""

import pytest
from support.any_topology import KINDS, random_positions

from sapper import Choice, Game, GameError, Position, Rules, Strategy, _engine, analyse
from sapper.strategy import STRATEGIES
from sapper.strategy.autoplaying import autoplay


@pytest.mark.parametrize("name", STRATEGIES)
def test_what_is_certain_is_safe_and_guesses_are_hidden_cells(name: str) -> None:
    for kind in KINDS:
        for position in random_positions(kind, 15, seed=9, most=5):
            if position.hidden <= position.board.mines:
                continue
            analysis = analyse(position)
            choice = Strategy(name).choose(position)
            assert choice.win_probability is None or 0 <= choice.win_probability <= 1
            assert choice.flags == ()
            assert len(set(choice.cells)) == len(choice.cells)
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


def test_a_choice() -> None:
    sure = Strategy("exact+first").choose(Position([[0, -1, -1], [-1, -1, -1]], 1))
    assert sure == Choice(sure.cells, (), 0.0, None)
    assert sure.certain
    assert set(sure.cells) == {(0, 1), (1, 0), (1, 1)}
    guess = Strategy("exact+first").choose(Position([[1, -1, -1], [-1, -1, -1]], 2))
    assert guess == Choice(guess.cells, (), guess.risk, None)
    assert not guess.certain


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
