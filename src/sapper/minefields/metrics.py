"""Measures minefields, games and replays."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING, cast, overload

import numpy as np

from sapper import _engine
from sapper._support import checks
from sapper._support.words import brief_contents, quantity
from sapper.board.board import Board
from sapper.board.game import Game
from sapper.board.game_arguments import is_list, minefield_of, mines_or_cells, topology_of
from sapper.board.minefield import Minefield
from sapper.board.topology import Topology, named_topology
from sapper.cells import Cell
from sapper.errors import ArgumentError, BoardError, GameError
from sapper.minefields.board_metrics import BoardMetrics
from sapper.minefields.game_metrics import GameMetrics, MouseMetrics
from sapper.replays.replay import Replay

if TYPE_CHECKING:
    from typing import Any

    from numpy.typing import NDArray


@overload
def measure(what: Game, *, seconds: float | None = None, clicks: int | None = None) -> GameMetrics: ...


@overload
def measure(what: Replay) -> GameMetrics: ...


@overload
def measure(what: Minefield) -> BoardMetrics: ...


@overload
def measure(what: NDArray[np.bool_] | Iterable[Cell], topology: Topology | None = None) -> BoardMetrics: ...


def measure(
    what: Game | Replay | Minefield | NDArray[np.bool_] | Iterable[Cell],
    topology: Topology | None = None,
    *,
    seconds: float | None = None,
    clicks: int | None = None,
) -> BoardMetrics | GameMetrics:
    """Measures a minefield, a game or a replay.

    Args:
        what: A game with at least one open cell (before that it has no minefield); a replay; or a minefield:
            a `Minefield`, a bool array of the board's shape, or the cells with a mine.
        topology: The topology of the mines. Without it, an array is on a grid of its shape.
        seconds: The time of a game in seconds. A replay has its own.
        clicks: The number of clicks of a game. By default only clicks that changed something are counted,
            because a game does not remember the others. A replay does, up to the end of the game.

    Returns:
        `GameMetrics` for a game or a replay, `BoardMetrics` for a minefield. It takes time linear in the
        number of cells, some microseconds for an expert board. A replay is played first.

    Raises:
        BoardError: The topology is missing or given twice.
        CellError: A mine is not on the board.
        GameError: The game has no minefield yet, or `what` has no minefield.
        ArgumentError: `seconds` or `clicks` is invalid, or given for anything but a game.

    Example:
        >>> minefield = sapper.generate("beginner", seed=1).minefield
        >>> metrics = sapper.measure(minefield)
        >>> metrics.three_bv, metrics.openings, metrics.zini
        (7, 2, 7)
        >>> game = sapper.Strategy("best").play(minefield.game(), first_cell=(2, 2))
        >>> sapper.measure(game).ioe
        0.7777777777777778
    """
    if topology is not None and isinstance(what, Game | Replay | Minefield):
        raise BoardError("games, replays and minefields have a topology of their own: leave out topology=")
    if isinstance(what, Game):
        return _game_metrics(what, seconds, clicks)
    if seconds is not None or clicks is not None:
        raise ArgumentError(
            "seconds= and clicks= are only for games: replays have their own, minefields have none"
        )
    if isinstance(what, Replay):
        return _replay_metrics(what)
    if isinstance(what, Minefield):
        return _board_metrics(what.topology, what.mined)
    what = mines_or_cells(what)
    if not is_list(what) or isinstance(what, Topology):
        choices = "a sapper.Minefield, a sapper.Game, a sapper.Replay, or mines as cells or an array of bool"
        raise GameError(f"measure() needs {choices}, not {brief_contents(what)}")
    if topology is None:
        if not (isinstance(what, np.ndarray) and what.dtype == np.bool_ and what.shape):
            raise BoardError("the board is missing: give topology=, or mines as a bool array of its shape")
        topology = named_topology("grid", what.shape)
    topology = topology_of(topology, None)
    return _board_metrics(topology, minefield_of(topology, cast("Any", what)))


def _board_metrics(topology: Topology, minefield: NDArray[np.bool_]) -> BoardMetrics:
    mined = np.ascontiguousarray(minefield, np.bool_).view(np.uint8).ravel()
    counts = _engine.count_board(topology._engine, mined)
    board = Board(topology, int(np.count_nonzero(mined)))
    return BoardMetrics(board, counts.three_bv, counts.openings, counts.islands, mined.tobytes())


def _replay_metrics(replay: Replay) -> GameMetrics:
    line = replay._line
    names = MouseMetrics.__dataclass_fields__
    mouse = {name: getattr(line, name) for name in names} | {"splits": tuple(line.splits)}
    return GameMetrics(
        board=_board_metrics(replay.minefield.topology, replay.minefield.mined),
        status=cast("Any", line.status.name),
        open_clicks=line.open_clicks,
        flag_clicks=line.flag_clicks,
        chord_clicks=line.chord_clicks,
        clicks=line.clicks,
        chord_presses=line.chord_presses,
        solved=line.solved,
        seconds=line.seconds,
        mouse=MouseMetrics(**mouse),
    )


def _game_metrics(game: Game, seconds: float | None, clicks: int | None) -> GameMetrics:
    minefield = game.minefield
    if minefield is None:
        raise GameError("the game has no minefield yet: open a cell first")
    if seconds is not None:
        seconds = checks.seconds("seconds", seconds)
    kinds = Counter(action.kind for action in game.history)
    effective = kinds.total()
    count = effective if clicks is None else checks.whole("clicks", clicks)
    if count < effective:
        effect = quantity(effective, "effective click")
        raise ArgumentError(f"clicks must be at least the {effect} of the game, not {count}")
    solved = _engine.solved_three_bv(
        game.topology._engine, minefield.view(np.uint8).ravel(), game.position.marks.ravel()
    )
    return GameMetrics(
        board=_board_metrics(game.topology, minefield),
        status=game.status,
        open_clicks=kinds["open"],
        flag_clicks=kinds["flag"],
        chord_clicks=kinds["chord"],
        clicks=count,
        chord_presses=0,
        solved=solved,
        seconds=seconds,
    )
