"""What the figures mean that commands print, in a line each. `docs/glossary.md` has the same words."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable
from typing import Final

MEANINGS: Final = {
    "Progress": "the chance that the cell is safe and makes another cell certainly safe, or wins",
    "Survival": "the chance to survive this cell and the safest cell after it",
    "Score": "what the strategy goes by: survival, and more for what becomes certain",
    "Worth": "a learnt estimate of the win rate; only differences count",
    "Behind": "how much less often this move wins than the best one",
    "Luck": "the chance that all guesses made were safe",
    "Luck needed": "the same, had each guess been the safest cell",
    "Pluck": "how lucky wins were: 1 is one win in 10 such games, 2 is one in 100",
    "3BV": "the fewest left clicks that open every safe cell",
    "ZiNi": "the fewest clicks known, with flags and chords",
    "Efficiency": "the 3BV solved for each click",
}


def meanings(names: Iterable[str], width: int) -> str:
    """A line for each of these figures that has a meaning here, wrapped at this width; empty if none has."""
    known = [(name, MEANINGS[name]) for name in names if name in MEANINGS]
    return "\n".join(
        textwrap.fill(f"{name}: {meaning}.", width, subsequent_indent="  ", break_on_hyphens=False)
        for name, meaning in known
    )
