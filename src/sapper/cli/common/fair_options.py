"""How hard a fair board may be. Apart from the other options of boards: few commands need what it imports."""

from __future__ import annotations

from sapper.cli.common.options import Option, choice_option
from sapper.minefields.generation import RULES

__all__ = ["hardest_option"]


def hardest_option(said: str) -> Option:
    """The hardest rule that clearing a board may take; `said` is the line of help."""
    return choice_option("--hardest", among=RULES, usual=RULES[-1], said=said, what="rule")
