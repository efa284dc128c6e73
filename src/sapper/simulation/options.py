"""What callers say about a run, checked and made into what is played."""

from __future__ import annotations

import operator
from collections.abc import Sequence

from sapper import _engine
from sapper.board import Board, Level
from sapper.errors import CellError, SimulationError
from sapper.naming import unknown
from sapper.rules import FirstClick, Rules
from sapper.simulation.configuration import Configuration
from sapper.simulation.playing import Player
from sapper.simulation.python_player import function_name
from sapper.topology import Cell

__all__ = ["check_strategy", "configured", "default_strategy", "player_name", "strategy_names"]

_MOST_GAMES_A_CHUNK = 2**31
_PREFERRED = ("best", "exact+first")


def strategy_names() -> list[str]:
    """The names of the strategies that are listed; combinations of their parts are names too."""
    return _engine.strategy_names()


def default_strategy() -> str:
    """The strategy that plays when none is named."""
    names = strategy_names()
    return next(name for name in _PREFERRED if name in names)


def configured(
    board: Board | Level | str,
    players: Sequence[Player],
    *,
    first_click: FirstClick = "opening",
    rules: Rules | None = None,
    seed: int = 0,
    first: int = 0,
    chunk: int | None = None,
    games: int | None = None,
    first_cell: Cell | None = None,
) -> Configuration:
    """The configuration that the arguments mean.

    Raises:
        BoardError: There is no such level, or board.
        SimulationError: There is no such strategy, or another argument is out of bounds; the text says which.
    """
    board = board if isinstance(board, Board) else Board.level(board)
    rules = Rules(first_click) if rules is None else rules
    if board.mines >= board.topology.size:
        raise SimulationError(f"{board.mines} mines on {board.topology.size} cells leave no cell to open")
    if first_cell is not None:
        try:
            board.topology.index(first_cell)
        except CellError as error:
            raise SimulationError(f"the first cell: {error}") from None
    configuration = Configuration.of(
        board,
        rules,
        tuple(map(player_name, players)),
        _within("seed", seed, 0, 2**64 - 1),
        first=_within("the number of the first game", first, 0, 2**64 - 1),
        chunk=None if chunk is None else _within("the size of a chunk", chunk, 1, _MOST_GAMES_A_CHUNK),
        games=None if games is None else _within("the number of games", games, 1, 2**64),
        first_cell=first_cell,
    )
    for player in players:
        if isinstance(player, str):
            check_strategy(player, board, rules)
    return configuration


def player_name(player: Player) -> str:
    """What a strategy is called in files and reports. Raises SimulationError for what is none."""
    if isinstance(player, str):
        return player
    if not callable(player):
        raise SimulationError(f"a strategy is a name or a function of a position, not {player!r}")
    return function_name(player)


def check_strategy(name: str, board: Board, rules: Rules) -> None:
    """Raises SimulationError where the engine has no such strategy, naming the nearest."""
    try:
        _engine.Pool(board.topology._engine, board.mines, rules._for_engine(), None, [name], 1)
    except _engine.GameError as error:
        raise SimulationError(error.args[0]) from None
    except ValueError:
        raise SimulationError(unknown("strategy", name, strategy_names())) from None


def _within(what: str, value: int, least: int, most: int) -> int:
    try:
        number = operator.index(value)
    except TypeError:
        raise SimulationError(f"{what} is a whole number, not {value!r}") from None
    if not least <= number <= most:
        raise SimulationError(f"{what} is {least} to {most}, not {number}")
    return number
