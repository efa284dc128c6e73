"""Who plays: a random cookie, and nothing else."""

from __future__ import annotations

import hashlib
import re
import secrets
from typing import Final, NamedTuple

__all__ = ["COOKIE", "Player", "player_of"]

COOKIE: Final = "sapper_player"
_TOKEN: Final = re.compile(r"[A-Za-z0-9_-]{32}")
_A_YEAR: Final = 365 * 24 * 3600


class Player(NamedTuple):
    """Whoever sent a request.

    Attributes:
        id: What is kept; the cookie cannot be told from it.
        cookie: The `Set-Cookie` header for those who had none, else None.
    """

    id: str
    cookie: str | None

    @property
    def known(self) -> bool:
        """Whether there was a cookie."""
        return self.cookie is None


def player_of(cookies: str) -> Player:
    """The player that the `Cookie` header says; a new one if it says none that could be."""
    token = _token(cookies)
    cookie = None
    if token is None:
        token = secrets.token_urlsafe(24)
        cookie = f"{COOKIE}={token}; Path=/; Max-Age={_A_YEAR}; HttpOnly; SameSite=Strict"
    return Player(hashlib.sha256(token.encode()).hexdigest()[:32], cookie)


def _token(cookies: str) -> str | None:
    """The token among the cookies. Others are passed over unread: they may be anything."""
    for cookie in cookies.split(";"):
        name, _, value = cookie.strip().partition("=")
        if name == COOKIE and _TOKEN.fullmatch(value):
            return value
    return None
