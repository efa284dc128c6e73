"""Random games on any board by any rules: for tests that compare something with every state of a game."""

from collections.abc import Iterator
from random import Random

from sapper import Cell, Game
from sapper.board.game import ActionKind


def play(game: Game, seed: int, most: int = 60) -> Iterator[tuple[ActionKind, Cell]]:
    """Plays random actions, yielding each one before it is done, to the end of the game or `most` of them.

    Most actions are sensible (the player peeks), so that games come to all their ends; some are not.
    """
    random = Random(seed)
    carelessness = random.choice([0.02, 0.1, 0.5])
    for _ in range(most):
        if game.status != "playing":
            return
        kind, cell = _careless(game, random) if random.random() < carelessness else _sensible(game, random)
        yield kind, cell
        game.act(kind, cell)


def play_out(game: Game, seed: int, most: int = 60) -> Game:
    """The game after all these actions."""
    for _ in play(game, seed, most):
        pass
    return game


def _careless(game: Game, random: Random) -> tuple[ActionKind, Cell]:
    kinds: list[ActionKind] = ["open", "flag", "chord"]
    return random.choice(kinds), _any(game, random)


def _sensible(game: Game, random: Random) -> tuple[ActionKind, Cell]:
    minefield, marks = game.minefield, game.position.marks
    if minefield is None:
        return ("open" if random.random() < 0.7 else "flag"), _any(game, random)
    flat = list(zip(map(bool, minefield.flat), map(int, marks.flat), strict=True))
    choices: list[tuple[ActionKind, int]] = []
    for index, (is_mine, mark) in enumerate(flat):
        if mark >= 0:
            choices.append(("chord", index))
        elif (mark in (-1, -4) and is_mine) or (mark == -2 and not is_mine):
            choices.append(("flag", index))
        elif not is_mine:
            choices.append(("open", index))
    if not choices:
        return "flag", _any(game, random)
    some_kind = random.choice(sorted({kind for kind, _ in choices}))
    kind, index = random.choice([choice for choice in choices if choice[0] == some_kind])
    return kind, game.topology.cell(index)


def _any(game: Game, random: Random) -> Cell:
    return game.topology.cell(random.randrange(game.topology.size))
