"""What the screen says about a session."""

from __future__ import annotations

from sapper._support.naming import quantity
from sapper.cli.play.by_hand.session import Session
from sapper.simulation.results.timing import duration

__all__ = ["ending", "standing"]


def ending(session: Session) -> str:
    """How the game at hand ended, in a line."""
    game = session.game
    clicks = quantity(session.clicks, "click")
    facts = f"{duration(session.seconds)}, {clicks}, seed {game.seed}, game {game.game}."
    if game.status == "lost":
        return f"Lost: {facts} u: undo, m: mines, r: new"
    if game.status == "cleared":
        mines = quantity(game.exploded, "mine")
        return f"Cleared, {mines} set off: {facts}"
    return f"Won: {facts}{'' if session.counts else ' Not counted.'}"


def standing(session: Session) -> str:
    """Which game is at hand, and how those before came out."""
    game, record = session.game, session.ended
    before = f"; won {record.won} of {record.finished}" if record.finished else ""
    return f"seed {game.seed}, game {game.game}{before}"
