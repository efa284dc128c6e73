"""The replay files that a page has chosen for a report, as far as they were reviewed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from sapper.reviews.found import Found, report_of, review_text, reviews_from
from sapper.web import limits
from sapper.web.errors import WebError

if TYPE_CHECKING:
    from sapper.reviews.many import PlayerReport, SkippedFile

_BOARD_BYTES: Final = 40  # that a cell of a board takes in a report; games on equal boards share one
_MARK_BYTES: Final = 2  # that a cell takes in the position of a mistake


@dataclass(frozen=True)
class Reviewed:
    """What was found in a file, as text."""

    key: str
    texts: tuple[str, ...]  # its games
    skipped: SkippedFile | None  # as in `Found`
    size: int  # how many bytes it takes here and in a report, without its boards
    boards: dict[str, int]  # their cells, by their names

    @classmethod
    def of(cls, found: Found) -> Reviewed:
        """It may take a second: call it in a thread."""
        texts = tuple(map(review_text, found.games))
        cells = sum(len(game.mistakes) * game.board.topology.size for game in found.games)
        error = "" if found.skipped is None else found.skipped.error
        return cls(
            key=found.key,
            texts=texts,
            skipped=found.skipped,
            size=len(error) + sum(map(len, texts)) + _MARK_BYTES * cells,
            boards={str(game.board): game.board.topology.size for game in found.games},
        )


class Folder:
    """What was found in the files of one connection. It keeps reviews as texts, which take little room.

    Its methods are for the event loop, but for `report`.
    """

    def __init__(self, hold: Callable[[int], None]) -> None:
        """Begins without files. `hold` hears how many bytes more, or fewer, it keeps."""
        self._hold = hold
        self._keys: dict[str, str] = {}  # by the names of the files
        self._found: dict[str, Reviewed] = {}
        self._boards: set[str] = set()
        self._bytes = 0
        self._dropped = False

    def known(self, name: str, key: str) -> bool:
        """Adds a file whose content was reviewed. Returns False if it was not.

        Raises:
            WebError: There are too many files.
        """
        if key not in self._found:
            return False
        self._take(limits.ENTRY_BYTES + len(name))
        self._keys[name] = key
        return True

    def add(self, name: str, reviewed: Reviewed) -> None:
        """Adds what was found in a file.

        Raises:
            WebError: There are too many files.
        """
        self._take(limits.ENTRY_BYTES + len(name) + reviewed.size)
        boards = {board: cells for board, cells in reviewed.boards.items() if board not in self._boards}
        self._take(_BOARD_BYTES * sum(boards.values()))
        self._boards |= boards.keys()
        self._keys[name] = reviewed.key
        self._found[reviewed.key] = reviewed

    def report(self) -> PlayerReport[Any]:
        """The report on all files. It takes up to a second: call it in a thread."""
        found = {}
        for key, file in list(self._found.items()):
            games = reviews_from({str(place): text for place, text in enumerate(file.texts)})
            found[key] = Found(key, tuple(games.values()), file.skipped)
        return report_of({name: found[key] for name, key in list(self._keys.items())})

    def drop(self) -> None:
        """Forgets all files."""
        self._hold(-self._bytes)
        self._keys, self._found, self._dropped = {}, {}, True

    def _take(self, more: int) -> None:
        if self._dropped:
            raise WebError("unknown", "other files were chosen in the meantime")
        if len(self._keys) >= limits.FOLDER_FILES or self._bytes + more > limits.FOLDER_BYTES:
            raise WebError(
                "too_large",
                f"a report here takes at most {limits.FOLDER_FILES} files, and fewer if they have many "
                "mistakes: choose fewer, or use `sapper review FOLDER`",
            )
        self._bytes += more
        self._hold(more)
