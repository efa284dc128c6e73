"""The positions of recorded games."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from itertools import groupby, islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple, get_args

import numpy as np

from sapper import _engine
from sapper._support.file_bytes import bytes_of
from sapper._support.installation import this_version
from sapper.board.board import Board
from sapper.board.game import Game, Status
from sapper.board.json_form import board_object
from sapper.board.position_call import PositionCall
from sapper.datasets.columns import Positions
from sapper.errors import CancelledError, FormatError, SapperError
from sapper.formats.files import damage, replays_of
from sapper.inference.analysing import analyse_many
from sapper.replays.replay import Replay
from sapper.reviews.folder_review import replay_files
from sapper.reviews.reviewed_games import SkippedFile
from sapper.simulation.configuration import Chunk, board_name
from sapper.strategy.strategy import Strategy

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sapper._engine import Cancel

_GAMES_A_CHUNK: Final = 200
_NO_DIFFICULTY: Final = 255


class _ReplayPosition(NamedTuple):
    """A position before an action."""

    game: int
    move: int
    position: Any
    cell: Any
    exploded: bool


class ReplaySource:
    """The replays on one board in a folder. Each is a game, numbered in the order of the names of the files.

    Attributes:
        games: The number of these replays.
        skipped: The files with a replay on another board or of another mode, and those that are damaged, in
            order.
        threads: The most threads that are of use: most of the work is Python, which holds one lock.
    """

    threads = 1

    def __init__(self, folder: Path, board: Board[Any], every: int, grade: bool) -> None:
        """Reads all files once. Files with equal contents count once.

        Raises:
            MissingFileError: There is no such folder, or it holds no replays.
            FileError: A file or the folder cannot be read.
        """
        self._board = board
        self._every = every
        self._grade = grade
        self._best = Strategy("best")
        self._minefields: dict[int, NDArray[np.bool_]] = {}
        self._games: list[tuple[Path, int]] = []  # a file, and the place of the replay in it
        others = []
        digests = []
        for name, path in replay_files(folder).items():
            data = bytes_of(path)
            digest = hashlib.sha256(data).hexdigest()
            if digest in digests:
                continue
            digests.append(digest)
            try:
                for place, replay in enumerate(replays_of(data)):
                    unfit = _why_unfit(replay, board)
                    if unfit is None:
                        self._games.append((path, place))
                        digests.append(f"{place}")
                    else:
                        others.append(SkippedFile(name, unfit))
            except FormatError as error:
                others.append(SkippedFile(name, str(damage(path, data) or error)))
            except SapperError as error:
                others.append(SkippedFile(name, str(error)))
        self.games = len(self._games)
        self.skipped = tuple(others)
        self._digest = hashlib.sha256(" ".join(digests).encode()).hexdigest()

    def to_dict(self) -> dict[str, Any]:
        """What decides the positions, as plain values."""
        return {"board": board_object(self._board), "replays": self._digest, "version": this_version()}

    def chunk_at(self, number: int) -> Chunk:
        """The chunk with this number."""
        first = number * _GAMES_A_CHUNK
        return Chunk(number, first, max(0, min(_GAMES_A_CHUNK, self.games - first)))

    def positions(self, chunk: Chunk, cancel: Cancel) -> Positions:
        """The positions of the games of a chunk.

        Raises:
            BudgetError: A position was too hard to analyse.
            CancelledError: `cancel` was set.
        """
        positions: list[_ReplayPosition] = []
        outcomes: list[str] = []
        self._minefields.clear()
        for number, replay in self._replays(chunk):
            if cancel.is_set:
                raise CancelledError("the data set was cancelled")
            game_positions, game = _positions_in(replay, number)
            self._minefields[number] = replay.minefield.mined
            game_positions = [each for each in game_positions if (number + each.move) % self._every == 0]
            positions += game_positions
            outcomes += [game.status] * len(game_positions)
        return self._judge(positions, outcomes, cancel)

    def minefield(self, number: int) -> NDArray[np.bool_]:
        """The mines of a game of the last chunk."""
        return self._minefields[number]

    def _replays(self, chunk: Chunk) -> Iterator[tuple[int, Replay[Any]]]:
        """The replays of a chunk with their numbers. Each file is read once."""
        games_by_number = enumerate(self._games[chunk.first : chunk.first + chunk.count], chunk.first)
        for path, games in groupby(games_by_number, key=lambda pair: pair[1][0]):
            places = {place: number for number, (_, place) in games}
            for place, replay in enumerate(islice(replays_of(bytes_of(path)), max(places) + 1)):
                if place in places:
                    yield places[place], replay

    def _judge(
        self, positions: Sequence[_ReplayPosition], outcomes: Sequence[str], cancel: Cancel
    ) -> Positions:
        """The positions with the exact answers."""
        board = self._board
        marks = np.array([each.position.marks.ravel() for each in positions], np.int16).reshape(
            -1, *board.topology.shape
        )
        analyses = analyse_many(marks, board.mines, topology=board.topology, threads=1, cancel=cancel)
        safe, is_mine = (each.reshape(len(positions), -1) for each in (analyses.safe, analyses.mines))
        statuses = get_args(Status)
        return Positions(
            games=np.array([each.game for each in positions], np.uint64),
            moves=np.array([each.move for each in positions], np.uint32),
            outcomes=np.array([statuses.index(outcome) for outcome in outcomes], np.int32),
            exact=analyses.exact.view(np.uint8),
            chosen=np.array([board.topology.index(each.cell) for each in positions], np.uint32),
            exploded=np.array([each.exploded for each in positions], np.uint8),
            win_probability=np.array([self._chance(each.position) for each in positions], np.float64),
            difficulties=np.array(
                [_difficulty(each.position, cancel) for each in positions] if self._grade else [], np.uint8
            ),
            marks=marks.ravel(),
            mine_probability=analyses.mine_probability.ravel(),
            safe=safe.nonzero()[1].astype(np.uint32),
            mined=is_mine.nonzero()[1].astype(np.uint32),
            safe_counts=safe.sum(axis=1, dtype=np.uint32),
            mined_counts=is_mine.sum(axis=1, dtype=np.uint32),
        )

    def _chance(self, position: Any) -> float:
        """The chance to win that `best` can prove; nan if it proves none."""
        chance = self._best.choose(position).win_probability
        return np.nan if chance is None else float(chance)


def _why_unfit(replay: Replay[Any], board: Board[Any]) -> str | None:
    """Why a replay is left out; None if it is not."""
    if replay.board != board:
        return f"it is on another board: {board_name(replay.board)}"
    mode = replay.about.get("Mode", "")
    return None if _engine.is_usual_mode(mode) else f"it is another kind of game: {mode}"


def _positions_in(replay: Replay[Any], number: int) -> tuple[list[_ReplayPosition], Game[Any]]:
    """The positions before the actions that opened something, with the game after the last of them."""
    game = replay.start()
    positions: list[_ReplayPosition] = []
    fresh = True
    for action in replay.actions:
        if game.status != "playing":
            break
        position = game.position
        hidden, exploded = position.hidden, game.exploded
        game.act(action.kind, action.cell)
        if game.position.hidden == hidden:
            continue  # a flag, or nothing
        if not fresh:
            positions.append(
                _ReplayPosition(number, len(positions), position, action.cell, game.exploded > exploded)
            )
        fresh = False
    return positions, game


def _difficulty(position: Any, cancel: Cancel) -> int:
    """The difficulty of a position, as the engine numbers them in `Positions`."""
    with PositionCall("the difficulty", position):
        difficulty = _engine.difficulty_of(position._view, None, cancel)
    return _NO_DIFFICULTY if difficulty is None else difficulty
