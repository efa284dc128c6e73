"""Finds the colours that a picture had before a program dimmed it, as many do when a game is over."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from sapper.bot.board_sight import differ

if TYPE_CHECKING:
    from sapper.bot.board_sight import Pixels

# The least share of the differences between colours that a veil leaves: with less, colours run together.
_LEAST_CONTRAST: Final = 0.2
# The least share of the pixels that are the same without the veil: a message and mines may hide the others.
_LEAST_SAME_SHARE: Final = 0.5


@dataclass(frozen=True, slots=True)
class Veil:
    """What changes all colours alike: it leaves a part of each, and adds the same to all."""

    share: float
    offset: tuple[float, ...]

    def lift(self, pixels: Pixels) -> Pixels:
        """A picture without the veil."""
        if self == CLEAR:
            return pixels
        values = np.rint((np.arange(256)[:, np.newaxis] - np.array(self.offset)) / self.share)
        before = np.clip(values, 0, 255).astype(np.uint8)  # a table is quicker than arithmetic for each pixel
        return np.stack([before[:, part].take(pixels[..., part]) for part in range(3)], axis=-1)


CLEAR: Final = Veil(1.0, (0.0, 0.0, 0.0))
"""No veil."""


def veil_over(before: Pixels, now: Pixels) -> Veil | None:
    """The veil that lies over a picture, although other things may have changed, too.

    Two colours tell: the most common one, and one that is common and far from it.

    Returns:
        The veil; its share is above 1 if the picture was dim before. None if this is another picture.
    """
    if before.shape != now.shape:
        return None
    if np.mean(differ(before, now)) <= 1 - _LEAST_SAME_SHARE:
        return CLEAR
    pixels = before.reshape(-1, 3).astype(np.int_)
    _, places, counts = np.unique(pixels @ (1 << 16, 1 << 8, 1), return_index=True, return_counts=True)
    colours = pixels[places]
    first = colours[counts.argmax()]
    second = colours[(counts * ((colours - first) ** 2).sum(axis=1)).argmax()]
    later = [np.median(now[(before == colour).all(axis=2)], axis=0) for colour in (first, second)]
    apart = first - second
    share = float((later[0] - later[1]) @ apart) / max(1, int(apart @ apart))
    if not _LEAST_CONTRAST <= share <= 1 / _LEAST_CONTRAST:
        return None
    veil = Veil(share, tuple((later[0] - share * first).tolist()))
    return veil if np.mean(differ(before, veil.lift(now))) <= 1 - _LEAST_SAME_SHARE else None
