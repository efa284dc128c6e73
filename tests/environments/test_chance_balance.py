"""The score of a game: on average it is the share of games won, and no hack raises it above honest play."""

from collections.abc import Callable
from itertools import combinations
from random import Random
from typing import Any

import pytest

import sapper
from sapper.environments import TextGame, chance_balance

Policy = Callable[[TextGame, Random], str]


def action_of(kind: str, cell: Any) -> str:
    return f"{kind} {cell[0]} {cell[1]}"


def hidden(game: TextGame) -> list[Any]:
    return [cell for cell in game.position.topology if game.position[cell] == -1]


def honest(game: TextGame, _: Random) -> str:
    """As well as the library knows: certain cells, and guesses by the chance to win."""
    return action_of("open", sapper.rank(game.position, most=1, by="win")[0].cell)


def guessing(game: TextGame, draw: Random) -> str:
    return action_of("open", draw.choice(hidden(game)))


def careless(game: TextGame, _: Random) -> str:
    """Opens certain cells, and guesses the first hidden cell."""
    safe = sapper.analyse(game.position).safe
    return action_of("open", safe[0] if safe else hidden(game)[0])


def flagging(game: TextGame, draw: Random) -> str:
    """Pads with flags on certain mines, which earn credit."""
    mines = [cell for cell in sapper.analyse(game.position).mines if game.position[cell] == -1]
    return action_of("flag", mines[0]) if mines else honest(game, draw)


def illegal(game: TextGame, draw: Random) -> str:
    """Makes an illegal move before each good one, to learn from the refusal."""
    return "open 0 0" if game.score().steps % 2 == 0 else honest(game, draw)


def leaving(game: TextGame, draw: Random) -> str:
    """Makes one move and then leaves, so that it never loses."""
    return honest(game, draw) if game.score().steps == 0 else "I stop here."


def padding(game: TextGame, draw: Random) -> str:
    """One safe cell, then a known mine: half of the credit."""
    mines = sapper.analyse(game.position).mines
    return action_of("open", mines[0]) if game.score().steps and mines else honest(game, draw)


def copying(game: TextGame, _: Random) -> str:
    return game.prompt


POLICIES: list[Policy] = [honest, guessing, careless, flagging, illegal, leaving, padding, copying]


def play(policy: Policy, minefield: sapper.Minefield[Any], draw: Random) -> tuple[float, float, bool]:
    """What a policy keeps of the chance to win, with its error, and whether it wins."""
    text = TextGame("beginner", max_steps=20)  # two for each cell, and more
    game = minefield.game()
    game.open(0, 0)
    if game.status == "won":
        return 1, 0, True
    text.begin(game)
    while not text.done:
        text.step(policy(text, draw))
    score = text.score(by="win")
    assert score.kept is not None
    return score.kept.kept, score.kept.error, score.won


@pytest.mark.parametrize("shape", [(3, 3, 2), pytest.param((3, 4, 3), marks=pytest.mark.long)], ids=repr)
def test_the_mean_is_the_share_of_games_won_whatever_is_played(shape: tuple[int, int, int]) -> None:
    """Over all minefields with a safe first cell, so there is no error."""
    rows, columns, mines = shape
    topology = sapper.Topology.square(rows, columns)
    fields = [sapper.Minefield(x, topology) for x in combinations(topology, mines) if (0, 0) not in x]
    rates = {}
    for policy in POLICIES:
        draw = Random(7)
        results = [play(policy, field, draw) for field in fields]
        assert all(error == 0 for _, error, _ in results)
        mean = sum(value for value, _, _ in results) / len(results)
        rates[policy] = sum(won for _, _, won in results) / len(results)
        if policy is guessing:  # its draws differ from minefield to minefield
            rates[policy] = mean
        assert mean == pytest.approx(rates[policy], abs=1e-9), policy.__name__
    assert rates[flagging] == rates[illegal] == rates[honest] > rates[careless] > rates[guessing]
    assert max(rates[leaving], rates[padding], rates[copying]) < rates[honest] / 2
    assert rates[copying] < 0.01  # the first click may win
    with pytest.raises(sapper.ArgumentError, match="not over"):
        TextGame().begin(fields[0].game(sapper.Rules()).board)  # type: ignore[arg-type]  # no game


def test_what_a_move_loses_is_what_it_loses_by_hand() -> None:
    """One mine is left of the open cells, at (0, 0) or (0, 1), and one right of them, at (1, 2) or (2, 2).

    The safe cell (0, 2) shows 0, 1 or 2 mines. After a 1, two of the four minefields are left, so the chance
    is 3/4. To open (1, 2) wins if it has no mine, since its number then tells the rest: 1/2.
    """
    game = sapper.Minefield([(0, 0), (1, 2)], sapper.Topology.square(3, 3)).game()
    with pytest.raises(sapper.ArgumentError, match="no open cell"):
        chance_balance(game)
    game.open(2, 0)
    balance = chance_balance(game)
    assert (balance.chance, balance.lost, balance.left, balance.kept) == (0.75, 0, 0.75, 0)
    game.open(1, 2)  # a mine
    result = chance_balance(game)
    assert (result.chance, result.lost, result.left, result.error) == (0.75, 0.25, 0, 0)
    assert chance_balance(game, since=1) == result
    assert chance_balance(game, since=2).lost == 0
    assert result.to_dict()["kept"] == result.kept == 0.5
    with pytest.raises(sapper.ArgumentError, match="must be a Game"):
        chance_balance("1?")  # type: ignore[arg-type]  # no game
