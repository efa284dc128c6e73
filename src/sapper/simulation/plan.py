"""The plan of a run: what is played, when it stops, where it is played, and what is kept."""

from __future__ import annotations

import math
import os
import re
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypedDict

from sapper._engine import Z_95
from sapper._support.checks import path_of, positive, whole
from sapper._support.installation import this_version
from sapper._support.parallel import thread_count
from sapper._support.words import brief, quantity
from sapper.board.board import Board, BoardLike, as_board
from sapper.board.rules import RulesLike, as_rules
from sapper.cells import Cell
from sapper.errors import ArgumentError, BoardError, CellError, GameError, SapperError, SimulationError
from sapper.simulation.configuration import Configuration
from sapper.simulation.strategy_marks import name_in_files
from sapper.strategy.names import SHORT_NAMES
from sapper.strategy.strategy import Strategy, StrategyLike, as_strategy

if TYPE_CHECKING:
    from distributed import Client

    from sapper.simulation.chunk_result import Totals

MOST_GAMES: Final = 2**63 - 1
"""The largest number of games in a run. Sums of whole numbers are exact up to here."""


@dataclass(frozen=True, slots=True)
class StopRule:
    """Ends a run as soon as one of the limits is reached. It is checked after every chunk, in their order.

    Raises:
        ArgumentError: A limit is not above 0.
        SimulationError: There is no limit.
    """

    games: int | None = None
    seconds: float | None = None  # the duration of this session
    decides: bool = False  # a comparison ends when one strategy is shown to be better
    # A comparison ends when the win rates are shown to differ by no more than this, from 0 to 1.
    margin: float | None = None

    def __post_init__(self) -> None:
        if self.games is None and self.seconds is None:
            raise SimulationError("a run needs a condition to stop: `games`, `seconds` or `interval_width`")
        if self.games is not None:
            object.__setattr__(self, "games", whole("games", self.games, 1, MOST_GAMES))
        for name, below in (("margin", 1.0), ("seconds", math.inf)):
            if (limit := getattr(self, name)) is not None:
                object.__setattr__(self, name, positive(name, limit, below))

    def holds(self, totals: Totals, seconds: float = 0.0) -> bool:
        """Whether a run with these totals is done after this time."""
        if self.games is not None and totals.games >= self.games:
            return True
        if self.decides and totals.evidence.better:
            return True
        if self.margin is not None and totals.evidence.is_within(self.margin):
            return True
        return self.seconds is not None and seconds >= self.seconds

    def seconds_left(self, totals: Totals, seconds: float, speed: float) -> float | None:
        """An estimate of the seconds that are left; None if it is not known yet.

        `speed` is in games per second.
        """
        lasting = [] if self.seconds is None else [self.seconds - seconds]
        if speed and self.games is not None:
            lasting.append((self.games - totals.games) / speed)
        return max(0.0, min(lasting)) if lasting else None

    def to_dict(self) -> dict[str, Any]:
        """The rule as plain values, for JSON."""
        return asdict(self)


USUAL_GAMES: Final = 10_000
"""The games of one strategy when no limit is given."""

USUAL_PAIRS: Final = 100_000
"""The most minefields for two strategies when no limit is given."""

LOCAL_CLUSTER: Final = re.compile(r"local:([1-9]\d*)")
"""A cluster of worker processes on this machine."""

_ADDRESS: Final = re.compile(r"(tcp|tls|ucx|ws|wss|inproc)://\S+")
_MOST_GAMES_A_CHUNK: Final = 2**31


class RunOptions(TypedDict, total=False):
    """The further options of every run. All are optional.

    Attributes:
        rules: The rules, or the name of their first click; by default `Rules()`.
        number: The number of the first game among those of the seed; by default 0.
        first_cell: The cell to open first, instead of the strategy's own.
        cluster: The Dask cluster that plays instead: the address of its scheduler, a `distributed.Client`, or
            `"local:4"` for four worker processes of this machine.
        out: The file that keeps the run. The same call continues a run that was interrupted.
        chunk: The number of games in a chunk, the unit of work; None takes that of the file, or chooses by
            the board.
    """

    rules: RulesLike | None
    number: int
    first_cell: Cell | None
    cluster: str | Client | None
    out: str | os.PathLike[str] | None
    chunk: int | None


_LARGEST_SHARE: Final = 0.1
"""An interval width or a margin from here on is refused: it was probably meant in percentage points."""


@dataclass(frozen=True, slots=True)
class Plan:
    """All that a run needs to start. `from_arguments` makes one from the checked arguments of a call."""

    configuration: Configuration
    strategies: tuple[Strategy, ...]  # one, or two to compare
    stop: StopRule
    # For a strategy in Python they are processes. None is one for each processor, but functions that were
    # typed at a prompt or into a notebook then play in this process alone.
    threads: int | None
    cluster: str | Client | None  # `"local:4"`, the address of a scheduler, or a client
    out: Path | None  # None keeps nothing
    games_folder: Path | None  # the folder that keeps every game

    @classmethod
    def from_arguments(
        cls,
        board: BoardLike[Any],
        strategies: Sequence[StrategyLike],
        *,
        games: int | None = None,
        seconds: float | None = None,
        interval_width: float | None = None,
        margin: float | None = None,
        to_end: bool = False,
        rules: RulesLike | None = None,
        seed: int = 0,
        number: int = 0,
        first_cell: Cell | None = None,
        threads: int | None = None,
        cluster: str | Client | None = None,
        out: str | os.PathLike[str] | None = None,
        games_folder: str | os.PathLike[str] | None = None,
        chunk: int | None = None,
    ) -> Plan:
        """The plan for these arguments, which `RunOptions`, `simulate` and `compare` describe.

        There are one or two strategies; with two, the run stops when it is decided which one is better,
        unless it plays `to_end`. The games of the seed are those from `number` on.

        Raises:
            BoardError: There is no such level.
            StrategyError: There is no such strategy.
            GameError: No cell would be safe, or `rules` is invalid.
            CellError: `first_cell` is not on the board.
            ArgumentError: A number is out of bounds, or a path is invalid.
            SimulationError: Two arguments do not go together; the text says which.
        """
        pair = len(strategies) == 2
        if margin is not None and not pair:
            raise SimulationError("`margin` is for two strategies: use sapper.compare")
        if margin is not None and to_end:
            raise SimulationError("give `margin` or `to_end`, not both: `margin` stops before the end")
        if games is None and seconds is None and interval_width is None:
            games = USUAL_PAIRS if pair else USUAL_GAMES
        for name, share in (("interval_width", interval_width), ("margin", margin)):
            _check_share(name, share)
        if interval_width is not None:
            games = min(games or MOST_GAMES, _games_for(interval_width))
        stop = StopRule(games, seconds, decides=pair and not to_end, margin=margin)
        threads = _threads(threads, cluster)
        players = tuple(map(as_strategy, strategies))
        board = _board(board)
        names = tuple(map(name_in_files, players))
        if pair and len({SHORT_NAMES.get(name, name) for name in names}) == 1:
            raise SimulationError(f"{players[0].name} is given twice: name two different strategies")
        if first_cell is not None:
            _check_cell(board, first_cell)
        if chunk is not None:
            chunk = whole("the size of a chunk", chunk, 1, _MOST_GAMES_A_CHUNK)
        configuration = Configuration(
            board=board,
            rules=as_rules(rules),
            strategies=names,
            seed=whole("seed", seed),
            first=whole("number", number),
            chunk=chunk,
            first_cell=first_cell,
            version=this_version(),
        )
        return cls(
            configuration,
            players,
            stop,
            threads,
            cluster,
            None if out is None else path_of("out", out),
            None if games_folder is None else path_of("games_folder", games_folder, "folder"),
        )

    @property
    def keeps_games(self) -> bool:
        """Whether the results of chunks bring their games along."""
        return self.games_folder is not None


def _board(source: BoardLike[Any]) -> Board:
    if _is_strategy(source):
        order = "simulate(board, strategy) and compare(first, second, board)"
        raise BoardError(f"{brief(source)} is a strategy, not a board: the order is {order}")
    board = as_board(source)
    if board.mines >= board.topology.size:
        raise GameError(f"a game needs a safe cell, but {quantity(board.mines, 'mine')} leave none")
    return board


def _is_strategy(source: Any) -> bool:
    if isinstance(source, Board):
        return False
    try:
        as_strategy(source)
    except SapperError:
        return False
    return True


def _check_cell(board: Board, cell: Cell) -> None:
    try:
        board.topology.index(cell)
    except CellError as error:
        raise CellError(f"the first cell: {error}", cell) from None


def _threads(threads: int | None, cluster: str | Client | None) -> int | None:
    """The number of threads. A cluster is not asked before it has to play."""
    if cluster is None:
        return None if threads is None else thread_count(threads)
    if threads is not None:
        raise SimulationError("give `threads` or `cluster`, not both: `threads` is for this machine")
    if isinstance(cluster, str):
        possible = any(pattern.fullmatch(cluster) for pattern in (LOCAL_CLUSTER, _ADDRESS))
    else:
        possible = hasattr(cluster, "submit")
    if not possible:
        raise SimulationError(
            f"{brief(cluster)} is not a cluster: give the address of a scheduler, as 'tcp://host:8786', or "
            "'local:4' for 4 worker processes of this machine"
        )
    return None


def _games_for(interval_width: float) -> int:
    """The fewest games whose Wilson interval is no wider than this, whatever the win rate.

    It is widest at a rate of one half: z / sqrt(n + z^2). A run that looked at its own rate to stop would
    end too early where the rate happened to be far from one half, and be biased.
    """
    return max(1, math.ceil(Z_95**2 * (1 / interval_width**2 - 1)))


def _check_share(name: str, share: float | None) -> None:
    if share is not None and positive(name, share, 1) >= _LARGEST_SHARE:
        raise ArgumentError(
            f"`{name}` must be a share of all games below {_LARGEST_SHARE:g}, not {brief(share)}: "
            "half a percentage point is 0.005"
        )
