"""Numbers about a minefield and about a game played on it: 3BV, ZiNi, efficiency and the like."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, cast, overload

import numpy as np

from sapper import _engine
from sapper._support import limits
from sapper._support.engine_call import EngineCall
from sapper.board.arguments import minefield_of, seed_word, topology_of
from sapper.board.board import Board
from sapper.board.game import Action, ActionKind, Game, Status
from sapper.board.kinds import named_topology
from sapper.board.minefield import Minefield
from sapper.board.topology import Cell, Topology
from sapper.errors import BoardError, GameError
from sapper.replays.replay import Replay

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["BoardMetrics", "GameMetrics", "measure"]

_MOST_RUNS = 2**32 - 1


@dataclass(frozen=True)
class BoardMetrics:
    """What a minefield asks of whoever clears it. Made by `measure`; hashable, picklable.

    What costs little is there at once; the ZiNi numbers are computed when first asked for, in some twenty
    microseconds each for an expert board.

    Attributes:
        board: Topology and number of mines.
        three_bv: 3BV, the fewest left clicks that open every safe cell: the openings, and the numbers that
            touch none.
        openings: Connected sets of zeros; each opens at one click, with the numbers around it.
        islands: Connected sets of numbers that touch no zero.
    """

    board: Board
    three_bv: int
    openings: int
    islands: int
    _mined: bytes = field(repr=False)  # one byte a cell, 0 or 1

    @property
    def minefield(self) -> NDArray[np.bool_]:
        """Where the mines are, bool of the topology's shape, read-only."""
        return np.frombuffer(self._mined, np.bool_).reshape(self.board.topology.shape)

    @cached_property
    def zini(self) -> int:
        """Greedy ZiNi: how many clicks `zini_clicks` takes; never more than `three_bv`."""
        return self._zini(_engine.ZiniRule.greedy)

    @cached_property
    def hzini(self) -> int:
        """Human ZiNi: all openings are opened first, and then only cells that are open are chorded.

        At most `three_bv`. It may be less than `zini`, though it seldom is.
        """
        return self._zini(_engine.ZiniRule.human)

    @cached_property
    def zini_clicks(self) -> tuple[Action, ...]:
        """The clicks that greedy ZiNi counts; they clear the board.

        The premium of a safe cell is the 3BV that is closed on it and around it (an opening counts once),
        less the mines around it that have no flag, less 1 if it is closed, less 1. The first cell of the
        highest premium is opened if closed, the mines around it are flagged, and it is chorded. When all
        premiums are negative, what is left is opened one click at a time.
        """
        clicks = _engine.zini_clicks(
            self.board.topology._engine, np.frombuffer(self._mined, np.uint8), _engine.ZiniRule.greedy
        )
        cell = self.board.topology.cell
        return tuple(Action(cast("ActionKind", click.kind.name), cell(click.cell)) for click in clicks)

    def rzini(
        self,
        runs: int = 1000,
        *,
        seed: int = 0,
        time_limit: float | None = None,
        cancel: _engine.Cancel | None = None,
    ) -> int:
        """Random-restart ZiNi: the fewest clicks of many runs that break ties between premiums at random.

        The first run breaks them as `zini` does, so the result is at most that, and never grows with `runs`.
        The default takes tens of milliseconds for an expert board.

        Args:
            runs: How many, from 1.
            seed: 0 to 2^64 - 1; same seed, same result, on every machine.
            time_limit: Seconds after which to give up.
            cancel: Gives up when set from another thread.

        Raises:
            GameError: `runs` or `seed` is none.
            ArgumentError: `time_limit` is none.
            BudgetError: It took longer than the time limit.
            CancelledError: `cancel` was set.
        """
        count = limits.whole("runs", runs, 1, _MOST_RUNS, GameError)
        mined = np.frombuffer(self._mined, np.uint8)
        with EngineCall("random-restart ZiNi", time_limit):
            return _engine.random_zini(
                self.board.topology._engine, mined, count, seed_word("seed", seed), time_limit, cancel
            )

    def _zini(self, rule: _engine.ZiniRule) -> int:
        mined = np.frombuffer(self._mined, np.uint8).reshape(1, -1)
        return int(_engine.zini(self.board.topology._engine, mined, rule)[0])


@dataclass(frozen=True)
class GameMetrics:
    """How well a game was played, finished or not. Made by `measure`; hashable, picklable.

    Whatever would be a division by nothing is None: by no click, no time, no 3BV.

    Attributes:
        board: The metrics of its minefield.
        status: How the game stands.
        open_clicks: How many opened something.
        flag_clicks: How many set a flag or took one back.
        chord_clicks: How many chorded and opened something.
        clicks: All clicks, those that did nothing among them.
        solved: How much of the 3BV is done: openings with an open zero, and open numbers that touch no zero.
        time: Seconds, if said.
    """

    board: BoardMetrics
    status: Status
    open_clicks: int
    flag_clicks: int
    chord_clicks: int
    clicks: int
    solved: int
    time: float | None

    @property
    def effective_clicks(self) -> int:
        """The clicks that changed something."""
        return self.open_clicks + self.flag_clicks + self.chord_clicks

    @property
    def ioe(self) -> float | None:
        """Index of efficiency: the 3BV done for a click; above 1 only with chords."""
        return _ratio(self.solved, self.clicks)

    @property
    def correctness(self) -> float | None:
        """The share of the clicks that changed something."""
        return _ratio(self.effective_clicks, self.clicks)

    @property
    def throughput(self) -> float | None:
        """The 3BV done for a click that changed something."""
        return _ratio(self.solved, self.effective_clicks)

    @property
    def three_bv_per_second(self) -> float | None:
        """The 3BV done in a second."""
        return _ratio(self.solved, self.time)

    @property
    def rqp(self) -> float | None:
        """Rapport qualite-prix: time^2 / 3BV, less is better; None unless all of the 3BV is done."""
        return self._for_time(2.0)

    @property
    def qg(self) -> float | None:
        """Time^1.7 / 3BV, less is better; None unless all of the 3BV is done."""
        return self._for_time(1.7)

    def _for_time(self, power: float) -> float | None:
        if self.time is None or self.solved < self.board.three_bv:
            return None
        return _ratio(self.time**power, self.board.three_bv)


@overload
def measure(what: Game, *, time: float | None = None, clicks: int | None = None) -> GameMetrics: ...


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
    time: float | None = None,
    clicks: int | None = None,
) -> BoardMetrics | GameMetrics:
    """Measures a minefield, or a game with the minefield it was played on.

    Args:
        what: A game of which a cell was opened (before that it has no minefield); a replay; or where the
            mines are: a `Minefield`, an array of bool of the board's shape, or the cells with a mine.
        topology: The cells of a minefield; without it an array is of a grid of its shape.
        time: How many seconds a game took; a replay says it.
        clicks: How many clicks a game took. By default those that changed something: a game does not
            remember the others. A replay does, up to the end of the game.

    Returns:
        `GameMetrics` for a game or a replay, `BoardMetrics` for a minefield. Takes some microseconds for an
        expert board, time linear in the cells, and for a replay that of playing it.

    Raises:
        BoardError: It is not said which board, or twice.
        GameError: The game has no minefield yet, a mine is not on the board, or time or clicks cannot be.
    """
    if topology is not None and isinstance(what, Game | Replay | Minefield):
        raise BoardError("games, replays and minefields have a topology of their own: leave out topology=")
    if isinstance(what, Game):
        return _game_metrics(what, time, clicks)
    if time is not None or clicks is not None:
        raise GameError("time= and clicks= are of a game; replays have their own, minefields none")
    if isinstance(what, Replay):
        return _replay_metrics(what)
    if isinstance(what, Minefield):
        return _board_metrics(what.topology, what.mined)
    if topology is None:
        if not (isinstance(what, np.ndarray) and what.dtype == np.bool_ and what.shape):
            raise BoardError("which board? Give its topology, or the mines as an array of bool of its shape")
        topology = named_topology("grid", what.shape)
    topology = topology_of(topology, None, None, None)
    return _board_metrics(topology, minefield_of(topology, what))


def _board_metrics(topology: Topology, minefield: NDArray[np.bool_]) -> BoardMetrics:
    mined = np.ascontiguousarray(minefield, np.bool_).view(np.uint8).ravel()
    counts = _engine.count_board(topology._engine, mined)
    board = Board(topology, int(np.count_nonzero(mined)))
    return BoardMetrics(board, counts.three_bv, counts.openings, counts.islands, mined.tobytes())


def _game_metrics(game: Game, time: float | None, clicks: int | None) -> GameMetrics:
    minefield = game.minefield
    if minefield is None:
        raise GameError("the game has no minefield to measure before its first cell is opened")
    if time is not None:
        time = limits.seconds("time", time, GameError)
    kinds = Counter(action.kind for action in game.history)
    effective = kinds.total()
    count = effective if clicks is None else limits.whole("clicks", clicks, error=GameError)
    if count < effective:
        raise GameError(f"{effective} clicks of the game changed something: there cannot be {count} in all")
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
        solved=solved,
        time=time,
    )


def _replay_metrics(replay: Replay) -> GameMetrics:
    game = replay.start()
    clicks, seconds = 0, replay.seconds
    for time, kind, cell in replay.actions:
        {"open": game.open, "flag": game.flag, "chord": game.chord}[kind](cell)
        clicks += 1
        if game.status != "playing":
            seconds = time
            break
    return _game_metrics(game, max(seconds, 0.0), clicks)


def _ratio(much: float, of: float | None) -> float | None:
    return much / of if of else None
