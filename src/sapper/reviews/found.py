"""What reviews find in files of replays, and the report on many of them."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final

from sapper.errors import BudgetError, CancelledError, FormatError, SapperError
from sapper.formats.files import replays_of
from sapper.reviews.many import PlayerReport, ReviewedGame, SkippedFile
from sapper.reviews.reviewing import review

if TYPE_CHECKING:
    from sapper.inference.analysis import Cancel

_UNKNOWN: Final = datetime.max.replace(tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Found:
    """What was found in a file.

    Attributes:
        key: A digest of its content; empty if it cannot be read.
        games: Its replays up to the first that is damaged. Their names are empty.
        skipped: What is wrong with it, if anything.
    """

    key: str
    games: tuple[ReviewedGame, ...] = ()
    skipped: SkippedFile | None = None

    @property
    def by_win(self) -> bool:
        """Whether the chance to win was followed in all of its games."""
        return all(game.accuracy is not None for game in self.games)


def digest_of(data: bytes) -> str:
    """The key of a file with this content."""
    return hashlib.sha256(data).hexdigest()


def found_in(
    data: bytes,
    left: Callable[[], float | None],
    cancel: Cancel | None,
    *,
    win: bool = False,
    most_cells: int | None = None,
) -> Found:
    """Reads and reviews the replays of a file. The errors do not name it.

    Args:
        data: The content of the file.
        left: The seconds for the next step; None without a limit. It may raise BudgetError.
        cancel: Stops it from another thread.
        win: Whether to follow the chance to win.
        most_cells: The largest board; larger ones count as an error. None without a limit.

    Raises:
        CancelledError: `cancel` was set.
    """
    key = digest_of(data)
    games: list[ReviewedGame] = []
    try:
        for replay in replays_of(data, time_limit=left()):
            if most_cells is not None and replay.board.topology.size > most_cells:
                raise FormatError(f"reports leave out boards of more than {most_cells} cells")
            game = ReviewedGame.of(review(replay, win=win, time_limit=left(), cancel=cancel))
            games.append(game)  # those before an error stay
    except CancelledError:
        raise
    except SapperError as error:
        return Found(key, tuple(games), SkippedFile("", str(error), isinstance(error, BudgetError)))
    return Found(key, tuple(games))


def report_of(found: Mapping[str, Found]) -> PlayerReport[Any]:
    """The report on files by their names. Files of equal content count once, by the first of their names."""
    games: list[ReviewedGame] = []
    skipped = []
    seen = set()
    for name, file in sorted(found.items()):
        if file.key and file.key in seen:
            continue
        seen.add(file.key)
        for number, game in enumerate(file.games, start=1):
            games.append(_named(game, name if len(file.games) == 1 else f"{name}#{number}"))
        if file.skipped is not None:
            skipped.append(replace(file.skipped, name=name))
    games.sort(key=lambda game: game.played or _UNKNOWN)
    return PlayerReport(tuple(games), tuple(skipped))


def _named(game: ReviewedGame, name: str) -> ReviewedGame:
    return replace(game, name=name, mistakes=tuple(replace(each, game=name) for each in game.mistakes))
