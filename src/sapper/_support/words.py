"""Numbers as people read them."""

from __future__ import annotations

import math

_MOST_DECIMALS = 4


def percent(share: float, decimals: int = 2, *, figures: int | None = None) -> str:
    """A share of 1 in per cent, as `52.31 %`. Only 0 and 1 themselves read 0 % and 100 %.

    Args:
        share: The share; nan is unknown.
        decimals: The digits behind the point.
        figures: How many digits to write in all instead, without zeros at the end.
    """
    if math.isnan(share):
        return "unknown"
    if share in (0, 1):
        return f"{100 * share:.0f} %"
    value = 100 * share
    if figures is not None:
        decimals = max(figures - 1 - math.floor(math.log10(abs(value))), 1 if value > 99 else 0)
        decimals = min(decimals, _MOST_DECIMALS)
    least = 10.0**-decimals
    if 0 < value < least:
        return f"<{least:.{decimals}f} %"
    if 100 - least < value < 100:
        return f">{100 - least:.{decimals}f} %"
    text = f"{value:.{decimals}f}"
    if figures is not None and "." in text:
        text = text.rstrip("0").rstrip(".")
    return f"{text} %"
