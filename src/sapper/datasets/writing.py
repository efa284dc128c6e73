"""`sapper.write_dataset`: positions with the exact truth about them, in Parquet files."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import count, islice, takewhile
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from sapper import _engine
from sapper._engine import Cancel
from sapper._support.checks import path_of, positive, whole
from sapper._support.engine_call import EngineCall, check_common_arguments
from sapper._support.file_bytes import write_whole
from sapper._support.parallel import Threads, end_if_importing_a_script, usable_cores
from sapper._support.values import Progress
from sapper._support.words import brief
from sapper.board.board import BoardLike
from sapper.board.game import Game
from sapper.board.rules import RulesLike
from sapper.board.topology import Topology
from sapper.datasets.columns import (
    STATUSES,
    Extras,
    Positions,
    Repeats,
    card_of,
    columns_of,
    table_of,
    with_openings,
)
from sapper.errors import ArgumentError, SimulationError
from sapper.reviews.reviewed_games import SkippedFile
from sapper.simulation.configuration import Chunk, Configuration, differences_between
from sapper.simulation.games_folder import ParquetFiles, cannot
from sapper.simulation.plan import Plan
from sapper.simulation.workers import board_for_engine
from sapper.strategy.names import DEFAULT_STRATEGY
from sapper.strategy.strategy import Strategy, StrategyLike

if TYPE_CHECKING:
    import numpy as np
    import pyarrow
    from numpy.typing import NDArray

    from sapper.datasets.replay_positions import ReplaySource

_CELLS_A_FILE: Final = 250_000
"""The cells of all games of a file: it then has some ten thousand positions on usual boards."""
_CELLS_A_GROUP: Final = 31_250
"""The cells of all games of a row group. The next group uses the memory of its positions again."""
_MOST_MOVES: Final = 1000
FIRST_GAME: Final = 2**40
"""The first game of a data set: `simulate`, which begins at 0, must not play what a network learnt from."""

_MOST_GAMES: Final = 10**9
_PARQUET_OPTIONS: Final = {
    "use_dictionary": ["status", "difficulty"],
    "write_statistics": ["game", "move", "status", "difficulty"],
}
"""How pyarrow writes the files. Both options take time for long lists, so they are for few columns."""


@dataclass(frozen=True, slots=True)
class DataSet:
    """A data set in a folder. Made by `write_dataset`.

    Attributes:
        folder: The folder, with the card `README.md` and the files in `data`.
        positions: The number of positions.
        games: The number of games that they come from.
        files: The Parquet files, in order.
        skipped: The files of replays that were left out: damaged, on another board, or of another mode (UPK,
            density and so on).
    """

    folder: Path
    positions: int
    games: int
    files: tuple[Path, ...]
    skipped: tuple[SkippedFile, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """The counts and names as plain values, for JSON."""
        return {
            "folder": str(self.folder),
            "positions": self.positions,
            "games": self.games,
            "files": [file.name for file in self.files],
            "skipped": [file.to_dict() for file in self.skipped],
        }


def write_dataset(
    folder: str | os.PathLike[str],
    board: BoardLike[Any] = "expert",
    strategy: StrategyLike | None = None,
    *,
    games: int = 1000,
    replays: str | os.PathLike[str] | None = None,
    rules: RulesLike | None = None,
    seed: int = 0,
    every: int = 1,
    difficulty: bool = False,
    ranked: int = 0,
    estimate: float | None = None,
    openings: bool = False,
    minefields: bool = False,
    licence: str | None = None,
    threads: int | None = None,
    progress: Callable[[Progress], object] | None = None,
    cancel: Cancel | None = None,
) -> DataSet:
    """Writes positions with the exact truth about them, for programs that learn.

    A strategy plays games, and each position in which it had to choose becomes a row: all positions with an
    open cell. Or the rows are the positions of recorded games, before each action that opened something.
    The columns have the marks, the exact mine probabilities, what is certain, what the player did, and how
    the game ended. `docs/guides/data-set.md` describes them, and so does the card in the folder.

    If a call was interrupted, the same call continues it. A call with more games adds them. The same
    call gives the same files, byte by byte, with the same versions of Sapper and pyarrow, on any number of
    threads. The card is written last.

    Args:
        folder: The folder to write into. It is made if it does not exist.
        board: The board, as for `simulate`.
        strategy: The player, as for `simulate`; None takes the strongest. It decides what kind of positions
            there are. `"best"` and names that end in `+endgame` also tell the chance to win where they prove
            it.
        games: The number of games.
        replays: A folder of recorded games, as for `review_folder`, in place of the strategy, the games and
            the seed. Those on another board or of another mode, such as UPK, are left out.
        rules: The rules, or the name of their first click; by default `Rules()`.
        seed: Decides the minefields. The games of the seed are those from number 2^40 on, so that `simulate`
            and `compare`, which begin at 0, play other boards.
        every: Keeps one position out of this many.
        difficulty: Whether to add the hardest rule that each position needs. It takes twice as long.
        ranked: The number of moves of `rank` to add to each position. It takes half a millisecond for each.
        estimate: Adds the chance to win of `evaluate`, to this standard error: from 0.001 to 0.5. It takes
            some hundredths of a second for each position.
        openings: Whether to add a row before the first click of each game, with the chance `mines / cells` in
            each cell. It needs `every=1`, and games of a strategy.
        minefields: Whether to add a column that tells where the mines were.
        licence: The licence of the data, for the card, as Hugging Face names it. None is `"cc0-1.0"` for
            games that Sapper plays, and `"other"` for recorded games: those belong to their players.
        threads: The number of threads; None is one for each processor. Replays and strategies in Python use
            one.
        progress: Called with a `Progress` after every file: the games done, and all games.
        cancel: Stops the call if it is set from another thread or by `progress`. The files so far stay.

    Returns:
        The data set.

    Raises:
        BoardError: There is no such level, or the board is impossible.
        StrategyError: There is no such strategy, or its Python code failed.
        GameError: No cell would be safe, or `rules` is invalid.
        ArgumentError: A number is out of bounds, or another argument is invalid.
        MissingExtraError: pyarrow is missing.
        MissingFileError: `replays` is not a folder, or holds no replays.
        SimulationError: The folder has another data set, or more games; or it cannot be written.
        BudgetError: A position was too hard to analyse.
        CancelledError: `cancel` was set.

    Example:
        >>> data_set = sapper.write_dataset("positions", "beginner", games=20, seed=1, threads=1)
        >>> data_set.games, data_set.positions, data_set.files[0].name
        (20, 84, 'chunk-000000000.parquet')
    """
    end_if_importing_a_script()
    path = path_of("folder", folder, "folder")
    check_common_arguments(
        cancel=cancel, progress=progress, difficulty=difficulty, openings=openings, minefields=minefields
    )
    extras = _extras_of(difficulty, ranked, estimate, minefields, openings)
    if openings and (every != 1 or replays is not None):
        raise ArgumentError("`openings` needs `every` 1, and games that a strategy plays")
    licence = _licence_of(licence, replays is not None)
    games = whole("games", games, 1, _MOST_GAMES)
    every = whole("every", every, 1, 2**31)
    plan = Plan.from_arguments(
        board,
        [DEFAULT_STRATEGY if strategy is None else strategy],
        games=games,
        rules=rules,
        seed=seed,
        number=FIRST_GAME,
        threads=threads,
        chunk=1,
    )
    configuration = plan.configuration
    source: _GamePositions | ReplaySource
    if replays is not None:
        from sapper.datasets.replay_positions import ReplaySource

        source = ReplaySource(path_of("replays", replays, "folder"), configuration.board, every, difficulty)
    else:
        source = _GamePositions(plan, every, difficulty, openings)
    columns = columns_of(configuration.board, extras)
    origin = {
        **source.to_dict(),
        "every": every,
        "columns": list(columns),
        "ranked": extras.ranked,
        "estimate": estimate,
        "openings": openings,
    }
    files = ParquetFiles(path / "data")
    ready = _whole_chunks(files, origin, source)

    group = max(1, _CELLS_A_GROUP // configuration.board.topology.size)

    def table(games: Chunk, cancel: Cancel) -> pyarrow.Table:
        positions = source.positions(games, cancel)
        board, rules = configuration.board, configuration.rules
        return table_of(positions, board, rules, extras, source.minefield, cancel)

    def make(chunk: Chunk, cancel: Cancel) -> int:
        tables = (table(games, cancel) for games in _parts(chunk, group))
        files.put(chunk.number, tables, origin | {"games": chunk.count}, **_PARQUET_OPTIONS)
        return chunk.count

    workers = min(source.threads, usable_cores() if plan.threads is None else plan.threads)
    _make_all(source, ready, make, workers, progress, cancel)
    numbers = [chunk.number for chunk in _chunks(source)]
    data_set = DataSet(
        path,
        sum(files.rows(number) or 0 for number in numbers),
        source.games,
        tuple(map(files.file, numbers)),
        source.skipped,
    )
    repeats = _repeats_in(data_set.files, configuration.board.topology)
    card = card_of(configuration, columns, origin, data_set.positions, data_set.games, repeats, licence)
    try:
        write_whole(path / "README.md", card.encode())
    except OSError as error:
        raise cannot(path, error) from None
    return data_set


def _extras_of(
    difficulty: bool, ranked: int, estimate: float | None, minefields: bool, openings: bool
) -> Extras:
    most = whole("ranked", ranked, 0, _MOST_MOVES)
    if estimate is not None and not positive("estimate", estimate, 0.5) >= 0.001:
        raise ArgumentError(f"`estimate` must be from 0.001 to 0.5, not {brief(estimate)}")
    return Extras(difficulty, most, estimate, minefields, openings)


def _repeats_in(files: Iterable[Path], topology: Topology[Any]) -> Repeats:
    """The positions of the files that occur more than once."""
    from pyarrow import parquet  # an extra

    repeats = Repeats(topology)
    for file in files:
        with file.open("rb") as source:  # pyarrow cannot open every name
            marks = parquet.read_table(source, columns=["marks"])["marks"]
        for piece in marks.chunks:
            repeats.add(piece.flatten().to_numpy())
    return repeats


def _licence_of(licence: object, from_replays: bool) -> str:
    if licence is None:
        return "other" if from_replays else "cc0-1.0"
    if not isinstance(licence, str) or not licence.isprintable() or not licence.strip():
        raise ArgumentError(f"`licence` must be a name on one line, not {brief(licence)}")
    return licence


class _GamePositions:
    """Games that a strategy plays. Each thread has players of its own."""

    skipped = ()

    def __init__(self, plan: Plan, every: int, grade: bool, openings: bool) -> None:
        configuration = plan.configuration
        assert plan.stop.games is not None
        self.games = plan.stop.games
        self.threads = 1 if plan.strategies[0]._is_in_python else 2**16
        self._every = every
        self._grade = grade
        self._openings = openings
        self._strategy: Strategy = plan.strategies[0]
        self._configuration: Configuration = configuration
        self._size = max(1, _CELLS_A_FILE // configuration.board.topology.size)
        self._idle: deque[_engine.Series] = deque()

    def to_dict(self) -> dict[str, Any]:
        return self._configuration.to_dict() | {"chunk": self._size}

    def chunk_at(self, number: int) -> Chunk:
        first = number * self._size
        return Chunk(number, first, max(0, min(self._size, self.games - first)))

    def positions(self, chunk: Chunk, cancel: Cancel) -> Positions:
        try:
            series = self._idle.pop()
        except IndexError:
            board, rules = self._configuration.board, self._configuration.rules
            player = self._strategy._player(board, rules)
            series = _engine.Series(*board_for_engine(self._configuration), player)
        with EngineCall("the data set"):
            engine = series.positions(
                self._configuration.seed, chunk.first, chunk.count, self._every, self._grade, cancel
            )
        self._idle.append(series)
        positions = Positions.from_engine(engine)
        if not self._openings:
            return positions
        games = {}
        for number in range(chunk.first, chunk.first + chunk.count):
            game = self._opening_game(number)
            first = game.topology.index(game.history[0].cell)
            games[number] = first, game.exploded > 0, STATUSES.index(game.status)
        return with_openings(positions, games, self._configuration.board)

    def minefield(self, number: int) -> NDArray[np.bool_]:
        """The mines of a game."""
        is_mine = self._opening_game(number).minefield
        assert is_mine is not None
        return is_mine

    def _opening_game(self, number: int) -> Game[Any]:
        """A game after its first click."""
        board, rules = self._configuration.board, self._configuration.rules
        game = Game(board, rules, seed=self._configuration.seed, number=number)
        game.open(self._strategy.first_cell(board, rules=rules))
        return game


def _chunks(source: _GamePositions | ReplaySource) -> Iterator[Chunk]:
    return takewhile(lambda chunk: chunk.count > 0, map(source.chunk_at, count()))


def _parts(chunk: Chunk, games: int) -> Iterator[Chunk]:
    """The chunk in parts of this many games."""
    for first in range(0, chunk.count, games):
        yield Chunk(chunk.number, chunk.first + first, min(games, chunk.count - first))


def _whole_chunks(
    files: ParquetFiles, origin: dict[str, Any], source: _GamePositions | ReplaySource
) -> set[int]:
    """The numbers of the chunks that the folder has.

    Raises:
        SimulationError: It has another data set, or more games than the caller wants.
    """
    numbers = set()
    for file in files.paths():
        number = files.number(file)
        try:
            there = files.belongs_to(file)
            if there is None and number is not None:
                continue  # a damaged file, which is made again
            games = (there or {})["games"]
            differences = differences_between(there or {}, origin | {"games": games})
        except (KeyError, TypeError, ValueError, RecursionError):
            raise SimulationError(f"{file}: is not part of this data set. Name another folder") from None
        if differences:
            raise SimulationError(
                f"{files.path.parent}: holds another data set; you asked for {'; '.join(differences)}. "
                "Name another folder"
            )
        count = 0 if number is None else source.chunk_at(number).count
        if games > count:
            raise SimulationError(
                f"{files.path.parent}: holds more games than the {source.games} that you asked for. "
                "Ask for more, or name another folder"
            )
        if number is not None and games == count:
            numbers.add(number)
    return numbers


def _make_all(
    source: _GamePositions | ReplaySource,
    ready: set[int],
    make: Callable[[Chunk, Cancel], int],
    workers: int,
    progress: Callable[[Progress], object] | None,
    cancel: Cancel | None,
) -> None:
    """Makes the files that are not done, on threads. An error, a cancellation or Ctrl-C stops them all."""
    games = sum(source.chunk_at(number).count for number in ready)
    todo = (chunk for chunk in _chunks(source) if chunk.number not in ready)
    with Threads(workers, "the writing", cancel) as pool:
        running = {pool.submit(make, chunk, pool.stop) for chunk in islice(todo, workers)}
        while running:
            over, running = pool.wait(running)
            for future in over:
                games += future.result()
                running |= {pool.submit(make, chunk, pool.stop) for chunk in islice(todo, 1)}
                if progress is not None:
                    progress(Progress(games, source.games))
