"""What goes wrong, as the page is told."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from sapper.errors import (
    ContradictionError,
    GameError,
    GenerationError,
    PositionError,
    SapperError,
    StrategyError,
)
from sapper.protocol.answers import error_object

if TYPE_CHECKING:
    from sapper.board.topology import Topology

__all__ = ["STATUS", "WebError", "described"]

STATUS: Final[Mapping[str, int]] = MappingProxyType(
    {
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
        "rate": 429,
        "unavailable": 501,
        "origin": 403,
        "host": 400,
        "too_large": 413,
        "head": 431,
        "slow": 408,
        "media": 415,
        "internal": 500,
    }
)
"""The types of errors, and the HTTP status of each."""


_TYPES: Final = {GameError: "game", GenerationError: "budget", StrategyError: "request"}


class WebError(SapperError):
    """Something this server does not do.

    Attributes:
        type: One of `STATUS`.
    """

    def __init__(self, type: str, message: str) -> None:
        """Builds the error; the message is for people."""
        super().__init__(message)
        self.type = type


def described(error: SapperError, topology: Topology | None = None) -> dict[str, Any]:
    """An error as the contract writes it.

    Args:
        error: What happened.
        topology: That of the board in question; cells are left out without one.
    """
    if isinstance(error, WebError):
        return {"type": error.type, "message": str(error)}
    known = error_object(error)
    ours = next((type for kind, type in _TYPES.items() if isinstance(error, kind)), known["type"])
    described: dict[str, Any] = {
        "type": ours,
        "message": known["message"],
    }
    described.update(
        {name: known[name] for name in ("line", "column", "offset", "mine_count") if name in known}
    )
    if topology is not None and isinstance(error, ContradictionError):
        described["cells"] = [topology.index(cell) for cell in error.cells]
    cell = error.cell if isinstance(error, PositionError | GameError) else None
    if topology is not None and cell is not None and cell in topology:
        described["cell"] = topology.index(cell)
    return described
