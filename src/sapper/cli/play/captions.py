"""What the games in the terminal say of a move, by hand and watching."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from sapper._support.words import cell_name, percent, quantity
from sapper.cli.play.advice import beliefs_text, statement_text
from sapper.draw.captions import cell_words

if TYPE_CHECKING:
    from sapper.board.game import ActionKind
    from sapper.cells import Cell
    from sapper.strategy import Beliefs, Choice

THINKING: Final = "Each colour is a component. Bright: counted now. Dim: comes next. Then: risks."
"""What the colours of `--show thinking` mean."""


class Caption(NamedTuple):
    """A sentence, and the style of `rich` that it has."""

    text: str
    style: str = ""


def move_caption(kind: ActionKind, cell: Cell, risk: float, *, begins: bool) -> Caption:
    """What a strategy does. The risk is nan if it does not say."""
    where = cell_name(cell)
    if kind == "flag":
        return Caption(f"Flags {where}.")
    if begins:
        return Caption(f"Begins at {where}.")
    if risk == 0.0:
        return Caption(f"Opens {where}, certainly safe.", "green")
    if math.isnan(risk):  # the strategy may know it to be safe
        return Caption(f"Opens {where}.")
    return Caption(f"Guesses {where}, risk {percent(risk, 1)}.", "bold yellow")


def choice_caption(choice: Choice, *, begins: bool) -> str:
    """What a strategy chose, in a sentence."""
    if len(choice.cells) > 1:
        return f"Opens {len(choice.cells)} cells."
    if not choice.cells:
        return f"Flags {quantity(len(choice.flags), 'cell')}."
    risk = math.nan if choice.risk is None else choice.risk
    return move_caption("open", choice.cells[0], risk, begins=begins).text


def knowledge_text(name: str, beliefs: Beliefs) -> str:
    """All that a strategy knows, in lines."""
    lines = [beliefs_text(name, beliefs)]
    for what, cells in (("Safe", beliefs.safe), ("Mines", beliefs.mines)):
        found = [cell_words(tuple(cell)) for cell in np.argwhere(cells).tolist()]
        if found:
            lines.append(f"{what}: {' '.join(found)}.")
    return "\n".join([*lines, *map(statement_text, beliefs.statements)])
