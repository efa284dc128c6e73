"""Finds the colours that a picture had before a program dimmed it, as many do when a game is over."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from sapper.bot.board_sight import differ

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sapper.bot.board_sight import Pixels

_DARKEST: Final = 0.2  # the least share of the differences between colours that a veil leaves
_BRIGHTEST: Final = 0.95  # and the largest
_ALIKE: Final = 0.5  # the least share of the pixels that are the same without the veil


@dataclass(frozen=True, slots=True)
class Veil:
    """What changes all colours alike: it leaves a part of each, and adds the same to all."""

    left: float
    added: tuple[float, ...]

    def lift(self, pixels: Pixels) -> Pixels:
        """A picture without the veil."""
        lifted = np.rint((pixels - np.array(self.added)) / self.left)
        return np.asarray(np.clip(lifted, 0, 255), dtype=np.uint8)


def veil_over(before: Pixels, now: Pixels) -> Veil | None:
    """The veil that lies over a picture, although other things may have changed, too; None if there is none.

    Two colours tell: the most common one, and one that is common and far from it.
    """
    if before.shape != now.shape:
        return None
    old, new = (each.reshape(-1, 3) @ np.array([1 << 16, 1 << 8, 1]) for each in (before, now))
    numbers, counts = np.unique(old, return_counts=True)
    first = counts.argmax()
    far = ((_colours(numbers) - _colours(numbers[first])) ** 2).sum(axis=-1)
    pair = numbers[[first, (counts * far).argmax()]]
    was, apart = _colours(pair)[0], np.subtract(*_colours(pair))
    later = [_colours(_most_common(new[old == number])) for number in pair]
    left = float((later[0] - later[1]) @ apart) / max(1.0, float(apart @ apart))
    if not _DARKEST <= left <= _BRIGHTEST:
        return None
    veil = Veil(left, tuple((later[0] - left * was).tolist()))
    return veil if np.mean(~differ(before, veil.lift(now))) >= _ALIKE else None


def _colours(numbers: NDArray[np.int_]) -> NDArray[np.float64]:
    """The colours with these numbers, in a last axis."""
    return np.stack([numbers >> 16, numbers >> 8 & 255, numbers & 255], axis=-1).astype(np.float64)


def _most_common(numbers: NDArray[np.int_]) -> NDArray[np.int_]:
    values, counts = np.unique(numbers, return_counts=True)
    return np.asarray(values[counts.argmax()])
