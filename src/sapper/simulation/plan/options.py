"""What callers say about a run, checked and made into what is played."""

from __future__ import annotations

import hashlib
import inspect
from collections.abc import Sequence

from sapper._support.limits import shown, whole
from sapper.board.board import Board, Level
from sapper.board.rules import FirstClick, Rules
from sapper.board.topology import Cell
from sapper.errors import CellError, SimulationError
from sapper.simulation.plan.configuration import Configuration
from sapper.strategy.names import ALSO_KNOWN_AS
from sapper.strategy.strategy import Strategy

__all__ = ["check_progress", "configured", "is_in_python"]

_MOST_GAMES_A_CHUNK = 2**31


def is_in_python(strategy: Strategy) -> bool:
    """Whether a part of it is a function."""
    return any(map(callable, strategy._parts()))


def configured(
    board: Board | Level | str,
    strategies: Sequence[Strategy],
    *,
    first_click: FirstClick | None = None,
    rules: Rules | None = None,
    seed: int = 0,
    first: int = 0,
    chunk: int | None = None,
    first_cell: Cell | None = None,
) -> Configuration:
    """The configuration that the arguments mean.

    Raises:
        BoardError: There is no such level, or board.
        SimulationError: An argument is out of bounds; the text says which.
    """
    board = board if isinstance(board, Board) else Board.level(board)
    if len(strategies) == 2 and _is_the_same(*strategies):
        raise SimulationError(f"{strategies[0].name} is as good as itself: name two strategies")
    if board.mines >= board.topology.size:
        raise SimulationError(f"{board.mines} mines on {board.topology.size} cells leave no cell to open")
    if first_cell is not None:
        try:
            board.topology.index(first_cell)
        except CellError as error:
            raise SimulationError(f"the first cell: {error}") from None
    return Configuration.of(
        board,
        _rules(first_click, rules),
        tuple(map(_kept_name, strategies)),
        whole("seed", seed, error=SimulationError),
        first=whole("the number of the first game", first, error=SimulationError),
        chunk=None
        if chunk is None
        else whole("the size of a chunk", chunk, 1, _MOST_GAMES_A_CHUNK, SimulationError),
        first_cell=first_cell,
    )


def check_progress(progress: object) -> None:
    """Raises SimulationError if it is nothing that can be called."""
    if progress is not None and not callable(progress):
        raise SimulationError(f"progress is a function that is given the run, not {shown(progress)}")


def _rules(first_click: FirstClick | None, rules: Rules | None) -> Rules:
    if rules is None:
        return Rules() if first_click is None else Rules(first_click)
    if not isinstance(rules, Rules):
        raise SimulationError(f"rules is a sapper.Rules, not {shown(rules)}")
    if first_click is not None:
        raise SimulationError("the rules say what the first click is: give rules= or first_click=, not both")
    return rules


def _is_the_same(first: Strategy, second: Strategy) -> bool:
    if is_in_python(first) or is_in_python(second):
        return first == second
    names = (ALSO_KNOWN_AS.get(strategy.name, strategy.name) for strategy in (first, second))
    return next(names) == next(names)


def _kept_name(strategy: Strategy) -> str:
    """The name for files: of functions it changes when their text does."""
    texts = []
    for part in filter(callable, strategy._parts()):
        try:
            texts.append(inspect.getsource(part))
        except (OSError, TypeError):
            texts.append(repr(type(part)))
    if not texts:
        return strategy.name
    mark = hashlib.blake2b("\0".join(texts).encode(), digest_size=4).hexdigest()
    return f"{strategy.name}@{mark}"
