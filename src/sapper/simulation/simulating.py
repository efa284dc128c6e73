"""`sapper.simulate` and `sapper.compare`: play many games."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from sapper._engine import Cancel
from sapper._support.engine_call import check_common_arguments
from sapper._support.values import Progress
from sapper._support.words import check_options
from sapper.board.board import BoardLike
from sapper.errors import CancelledError
from sapper.simulation.comparison import Comparison
from sapper.simulation.plan import Plan, RunOptions
from sapper.simulation.run import OpenRun, Run
from sapper.simulation.strategy_report import Report
from sapper.strategy.names import DEFAULT_STRATEGY
from sapper.strategy.strategy import StrategyLike, as_strategy

if TYPE_CHECKING:
    from typing import Unpack

_OF_BOTH: Final = ("games", "seed", "threads", "progress", "cancel", *RunOptions.__annotations__)
_SIMULATE: Final = ("seconds", "interval_width", "effort", "games_folder", *_OF_BOTH)
_COMPARE: Final = ("margin", "to_end", *_OF_BOTH)


def simulate(
    board: BoardLike[Any] = "expert",
    strategy: StrategyLike | None = None,
    *,
    games: int | None = None,
    seconds: float | None = None,
    interval_width: float | None = None,
    seed: int = 0,
    threads: int | None = None,
    effort: int | None = None,
    games_folder: str | os.PathLike[str] | None = None,
    progress: Callable[[Progress], object] | None = None,
    cancel: Cancel | None = None,
    **options: Unpack[RunOptions],
) -> Report:
    """Plays many games and reports the results.

    The result of each game depends on the board, the rules, the strategy, the seed and the version of Sapper.
    It does not depend on the machine or the number of threads. Memory does not grow with the number of games.

    Args:
        board: A level's name, a `Board`, or rows, columns and mines, as in `(16, 30, 99)`.
        strategy: A `Strategy`, or its name; None takes the strongest. It may also be a subclass of
            `Strategy`, or a function that takes a `Position` and returns the cell to open. A strategy in
            Python is tens to hundreds of times slower than the engine, and plays in processes instead of
            threads.
        games: The run stops after this many games. If no limit is given, it is 10,000.
        seconds: The run stops after this time.
        interval_width: The run stops after so many games that the 95 % confidence interval of the win rate is
            no wider than this, whatever the rate: a share of all games below 0.1, as on the command line.
            0.005 is half a percentage point, and takes 153,655 games.
        seed: Decides the minefields.
        threads: The number of threads (or processes) that play; None is one for each processor.
        effort: How hard the strategy `"best"` thinks: 1 to 5; 3 is usual.
        games_folder: The folder that keeps every game, as Parquet files.
        progress: Called with a `Progress` after every chunk: the games so far, and the limit `games`.
        cancel: Stops the run after a chunk, if it is set from another thread or by `progress`. The file has
            the games so far.
        **options: `rules`, `number`, `first_cell`, `cluster`, `out` and `chunk`.
            `sapper.types.RunOptions` describes them.

    Raises:
        BoardError: There is no such level, or the board is impossible.
        StrategyError: There is no such strategy, it has no such effort, or its Python code failed.
        CellError: `first_cell` is not on the board.
        GameError: No cell would be safe, or `rules` is invalid.
        ArgumentError: There is no such option, a number is out of bounds, or `progress` or a path is
            invalid.
        MissingExtraError: An optional package is missing.
        SimulationError: The file cannot be used, or the cluster does not answer.
        BudgetError: A position was too hard to analyse.
        CancelledError: `cancel` was set.

    Example:
        >>> report = sapper.simulate("beginner", "exact+first", games=200, seed=1)
        >>> report.games, report.won, report.win_rate
        (200, 194, 0.97)
    """
    check_common_arguments(cancel=cancel, progress=progress)
    check_options(options, _SIMULATE, {"time_limit": "seconds"})
    player = as_strategy(DEFAULT_STRATEGY if strategy is None else strategy, effort)
    plan = Plan.from_arguments(
        board,
        [player],
        games=games,
        seconds=seconds,
        interval_width=interval_width,
        seed=seed,
        threads=threads,
        games_folder=games_folder,
        **options,
    )
    with OpenRun(plan) as session:
        session.play(_watch(progress, cancel))
        return session.run.reports[0]


def compare(
    first: StrategyLike,
    second: StrategyLike,
    board: BoardLike[Any] = "expert",
    *,
    games: int | None = None,
    margin: float | None = None,
    to_end: bool = False,
    seed: int = 0,
    threads: int | None = None,
    progress: Callable[[Progress], object] | None = None,
    cancel: Cancel | None = None,
    **options: Unpack[RunOptions],
) -> Comparison:
    """Plays two strategies on the same minefields, and stops when it is clear which one wins more.

    The test may look after every chunk: if the strategies are equally good, the chance that it ever calls one
    of them better is at most 4 %. The 96 % confidence interval of the difference holds whenever the test
    stops. `docs/research/sequential-test.md` explains how. The test takes the luck of the guesses out, so it
    needs fewer games.

    Args:
        first: The first strategy, as for `simulate`.
        second: The second strategy.
        board: The board, as for `simulate`.
        games: The test stops after this many minefields. If no limit is given, it is 100,000.
        margin: The test also stops when the win rates are shown to differ by no more than this: a share of
            all games below 0.1, as on the command line. 0.005 is half a percentage point.
        to_end: Whether to play all `games`, even when it is clear who is better. `without_luck` and `p_value`
            of the result need that.
        seed: Decides the minefields.
        threads: As for `simulate`.
        progress: As for `simulate`; it counts minefields.
        cancel: As for `simulate`.
        **options: `rules`, `number`, `first_cell`, `cluster`, `out` and `chunk`.
            `sapper.types.RunOptions` describes them.

    Raises:
        BoardError: There is no such level, or the board is impossible.
        StrategyError: There is no such strategy, or its Python code failed.
        CellError: `first_cell` is not on the board.
        GameError: No cell would be safe, or `rules` is invalid.
        ArgumentError: There is no such option, a number is out of bounds, or `to_end`, `progress` or a path
            is invalid.
        SimulationError: Both strategies are the same, `margin` and `to_end` are given, the file cannot be
            used, or the cluster does not answer.
        BudgetError: A position was too hard to analyse.
        CancelledError: `cancel` was set.

    Example:
        >>> comparison = sapper.compare("best", "single+random", "beginner", games=2000, seed=1)
        >>> comparison.verdict
        'best is better than single+random'
    """
    check_common_arguments(cancel=cancel, progress=progress, to_end=to_end)
    check_options(options, _COMPARE)
    with OpenRun(
        Plan.from_arguments(
            board,
            [first, second],
            games=games,
            margin=margin,
            to_end=to_end,
            seed=seed,
            threads=threads,
            **options,
        )
    ) as session:
        session.play(_watch(progress, cancel))
        return session.run.comparison


def _watch(progress: Callable[[Progress], object] | None, cancel: Cancel | None) -> Callable[[Run], None]:
    """What a run calls after every chunk."""

    def watch(run: Run) -> None:
        if progress is not None:
            progress(Progress(run.totals.games, run.games))
        if cancel is not None and cancel.is_set:
            raise CancelledError("the run was cancelled")

    return watch
