"""The styles of cells in the terminal, made from a palette.

Every cell has a background of its own, so that drawings read alike on dark and on light terminals.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from sapper.draw.colour import BLACK, Colour
from sapper.draw.palette import PALETTES, Palette
from sapper.draw.scene import Look

__all__ = ["THEME", "Theme"]

_DIM: Final = 0.45  # of the colours of components, which are too bright for whole areas


@dataclass(frozen=True, slots=True)
class Theme:
    """The styles, each in the notation of `rich`.

    Attributes:
        numbers: The numbers 1, 2 and so on. Higher numbers take the last style.
        label: Row and column numbers.
        blank: An open cell without a number.
        hidden: A hidden cell, when no risk is shown. Its sign is faint: it matters without colours only.
        question: A question mark, when no risk is shown.
        flag: A flag, when no risk is shown.
        wrong_flag: A flag on a safe cell, when the minefield is shown.
        exploded: A mine that exploded.
        safe: A cell that is certainly safe.
        mine: A cell that is certainly a mine, or a mine that is shown.
        risk: Risks of 1 to 99 per cent.
        best: The best cell to open.
        conflict: A number of a contradiction.
        premise: What a hint rests on.
        cursor: The cell under the cursor.
        components: Cells of components.
        under: Cells of components that the solver visits now.
    """

    numbers: tuple[str, ...]
    label: str
    blank: str
    hidden: str
    question: str
    flag: str
    wrong_flag: str
    exploded: str
    safe: str
    mine: str
    risk: tuple[str, ...]
    best: str
    conflict: str
    premise: str
    cursor: str
    components: tuple[str, ...]
    under: tuple[str, ...]

    @classmethod
    def of(cls, palette: Palette) -> Theme:
        """The styles in the colours of a palette."""
        hidden = palette.hidden
        risks = [Colour.on_scale(palette.risk, percent / 100) for percent in range(1, 100)]
        return cls(
            numbers=tuple(f"bold {number} on {palette.open}" for number in palette.numbers),
            label="dim",
            blank=f"on {palette.open}",
            hidden=f"{hidden.towards(palette.ink, 0.3)} on {hidden}",
            question=f"bold {palette.ink} on {hidden}",
            flag=f"bold {palette.flag} on {hidden}",
            wrong_flag=f"bold {palette.cross.ink} on {palette.cross}",
            exploded=f"bold {palette.exploded.ink} on {palette.exploded}",
            safe=f"bold {palette.safe.ink} on {palette.safe}",
            mine=f"bold {palette.mine} on {hidden}",
            risk=tuple(f"{risk.ink} on {risk}" for risk in risks),
            best=f"bold {palette.best.ink} on {palette.best}",
            conflict=f"bold {palette.conflict.ink} on {palette.conflict}",
            premise=f"bold {palette.outline.ink} on {palette.outline}",
            cursor=f"bold {palette.cursor.ink} on {palette.cursor}",
            components=tuple(
                f"{dim.ink} on {dim}" for dim in (each.towards(BLACK, _DIM) for each in palette.components)
            ),
            under=tuple(f"bold {each.ink} on {each}" for each in palette.components),
        )

    def style(self, look: Look) -> str:
        """The style of a cell."""
        if look.pointed:
            return self.cursor
        match look.role:
            case "best" | "conflict" | "premise":
                return {"best": self.best, "conflict": self.conflict, "premise": self.premise}[look.role]
        match look.kind:
            case "number":
                return self.numbers[min(look.value, len(self.numbers)) - 1] if look.value else self.blank
            case "risk" | "ahead" if look.component >= 0:
                return self.components[look.component % len(self.components)]
            case "risk":
                return self.risk[min(max(look.value, 1), 99) - 1]
            case "under":
                return self.under[look.component % len(self.under)]
            case "bomb":
                return self.mine
            case "wrong":
                return self.wrong_flag
            case kind:
                style: str = getattr(self, kind)
                return style


THEME: Final = Theme.of(PALETTES["dark"])
"""The usual styles."""
