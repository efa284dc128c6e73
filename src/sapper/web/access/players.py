"""Players. A random cookie is all that identifies one."""

from __future__ import annotations

import hashlib
import re
import secrets
from typing import Final, NamedTuple

COOKIE: Final = "sapper_player"
_TOKEN: Final = re.compile(r"[A-Za-z0-9_-]{32}")
_A_YEAR: Final = 365 * 24 * 3600


class Player(NamedTuple):
    """The player who sent a request."""

    id: str  # in the store; the cookie cannot be worked out from it
    cookie: str | None  # the `Set-Cookie` header for a new player; None for a known one

    @property
    def known(self) -> bool:
        """Whether the request had a cookie of ours."""
        return self.cookie is None


def player_of(cookies: str) -> Player:
    """The player that the `Cookie` header names, or a new one if it names none."""
    token = _token(cookies)
    cookie = None
    if token is None:
        token = secrets.token_urlsafe(24)
        cookie = f"{COOKIE}={token}; Path=/; Max-Age={_A_YEAR}; HttpOnly; SameSite=Strict"
    return Player(hashlib.sha256(token.encode()).hexdigest()[:32], cookie)


def _token(cookies: str) -> str | None:
    """The value of our cookie. Other cookies are skipped: they may hold anything."""
    for cookie in cookies.split(";"):
        name, _, value = cookie.strip().partition("=")
        if name == COOKIE and _TOKEN.fullmatch(value):
            return value
    return None
