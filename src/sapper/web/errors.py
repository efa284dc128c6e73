"""Errors, and how answers write them."""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final

from sapper.errors import (
    ContradictionError,
    FileError,
    GameError,
    GenerationError,
    PositionError,
    SapperError,
    StrategyError,
)
from sapper.protocol.answers import error_object

if TYPE_CHECKING:
    from sapper.board.topology import Topology

_log = logging.getLogger("sapper.web")

STATUS: Final[Mapping[str, int]] = {
    "request": 422,
    "contradiction": 422,
    "position": 422,
    "board": 422,
    "cell": 422,
    "format": 422,
    "budget": 422,
    "error": 422,
    "game": 409,
    "cancelled": 409,
    "unknown": 404,
    "method": 405,
    "busy": 503,
    "storage": 507,
    "rate": 429,
    "origin": 403,
    "host": 400,
    "too_large": 413,
    "head": 431,
    "slow": 408,
    "media": 415,
    "internal": 500,
}
"""The types of errors, and the HTTP status of each."""


_TYPES: Final = {FileError: "storage", GameError: "game", GenerationError: "budget", StrategyError: "request"}


class WebError(SapperError):
    """A request that this server refuses."""

    def __init__(self, type: str, message: str) -> None:
        super().__init__(message)
        self.type = type  # one of the keys of `STATUS`


@contextmanager
def storage_errors(what: str) -> Iterator[None]:
    """Turns errors of the disk or the file into an error for people.

    `what` begins the sentence, such as "the game cannot be saved".

    Raises:
        WebError: The disk is full, or the file is damaged or missing.
    """
    try:
        yield
    except (sqlite3.Error, OSError) as error:
        why = getattr(error, "strerror", None) or str(error)
        _log.error("%s: %s", what, why)
        raise WebError("storage", f"{what}: {why}") from None


def described(error: SapperError, topology: Topology | None = None) -> dict[str, Any]:
    """An error as an object for JSON. The topology numbers cells. Without it they are left out."""
    if isinstance(error, WebError):
        return {"type": error.type, "message": str(error)}
    described = error_object(error)
    described["type"] = next(
        (type for kind, type in _TYPES.items() if isinstance(error, kind)), described["type"]
    )
    described.pop("cell", None)
    described.pop("cells", None)
    if topology is not None and isinstance(error, ContradictionError):
        described["cells"] = [topology.index(cell) for cell in error.cells]
    cell = error.cell if isinstance(error, PositionError | GameError) else None
    if topology is not None and cell is not None and cell in topology:
        described["cell"] = topology.index(cell)
    return described
