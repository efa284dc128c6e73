"""The straight edges of a picture, and the distances at which they repeat across and down.

Averages of signed differences along a line keep straight edges, and lose dither, noise and most of the
digits.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from sapper._support.engine_call import in_time

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Plane = NDArray[np.float32]

LEAST_PITCH: Final = 7
"""The smallest cells in pixels. A digit has no shape in smaller ones."""

LARGEST_PITCH: Final = 160
"""The largest cells in pixels."""

FEWEST: Final = 4
"""Rows and columns of a board that is recognised."""

_ALONG: Final = 8  # pixels along a line that are averaged; even, so that dither cancels out
_STRONG: Final = 12.0  # a step of this many grey levels counts as a full edge
_FAINT: Final = 2.0  # a step of this many grey levels counts as no edge
_PAIRS: Final = 8  # pairs of pitches that are tried


@dataclass(frozen=True, slots=True)
class Edges:
    """The edges of a picture.

    Attributes:
        across: The differences of pixels beside each other.
        down: Those of pixels above each other; its axes are turned.
        pitches: Widths and heights of cells at which edges repeat, the likeliest first.
    """

    across: Steps
    down: Steps
    pitches: list[tuple[float, float]]

    @staticmethod
    def of(pixels: NDArray[np.uint8]) -> Edges:
        """Finds the edges of a picture of shape (height, width, 3)."""
        planes = _planes(pixels)
        across = Steps.of([np.diff(plane, axis=1) for plane in in_time(planes, every=1)])
        down = Steps.of([np.diff(plane.T, axis=1) for plane in in_time(planes, every=1)])
        return Edges(across, down, _pairs(_pitches(across.edges), _pitches(down.edges)))


def _planes(pixels: NDArray[np.uint8]) -> list[Plane]:
    """Two planes that differ wherever the eye sees an edge: grey, and blue against red."""
    red, green, blue = (pixels[..., channel].astype(np.float32) for channel in in_time(range(3), every=1))
    return [_blurred(0.3 * red + 0.5 * green + 0.2 * blue), _blurred(0.4 * (red - blue))]


def _blurred(plane: Plane) -> Plane:
    """The averages of two pixels by two, in which dither is plain. The result is half a pixel further on."""
    beside = plane[:, :-1] + plane[:, 1:]
    return (beside[:-1] + beside[1:]) * np.float32(0.25)


@dataclass(frozen=True, slots=True)
class Steps:
    """The differences of pixels beside each other along one axis, which is the second here.

    Attributes:
        sums: For each plane, the sums of the differences above each row; one row more than the picture.
        edges: How much of an edge across each place is, 0 to 1; the edge is straight for some pixels.
        above: The sums of `edges` above each row.
    """

    sums: list[Plane]
    edges: Plane
    above: Plane

    @staticmethod
    def of(planes: list[Plane]) -> Steps:
        """Sums the differences."""
        sums = [summed(plane) for plane in in_time(planes, every=1)]
        height = len(planes[0])
        lows = np.clip(np.arange(height) - _ALONG // 2, 0, None)
        highs = np.clip(np.arange(height) + _ALONG // 2, None, height)
        strength = np.abs(sums[0][highs] - sums[0][lows])
        for plane in in_time(sums[1:], every=1):
            np.maximum(strength, np.abs(plane[highs] - plane[lows]), out=strength)
        strength *= np.float32(1 / _ALONG / (_STRONG - _FAINT))
        strength -= np.float32(_FAINT / (_STRONG - _FAINT))
        np.clip(strength, 0, 1, out=strength)
        return Steps(sums, strength, summed(strength))

    def strongest(
        self, lows: NDArray[np.int_], highs: NDArray[np.int_], *places: NDArray[np.int_]
    ) -> list[NDArray[np.float64]]:
        """The strongest edge in each row of each of `places`, for each span of rows, in grey levels.

        Places may lie outside the picture.
        """
        height, length = self.edges.shape
        lows = np.clip(lows, 0, height - 1)
        highs = np.clip(highs, lows + 1, height)
        strengths = np.zeros((len(lows), length + 2), dtype=np.float32)
        for sums in self.sums:
            np.maximum(strengths[:, 1:-1], np.abs(sums[highs] - sums[lows]), out=strengths[:, 1:-1])
        found = []
        for each in places:
            inside = np.clip(each + 1, 0, length + 1)
            best = strengths[:, inside[:, 0]]
            for near in inside.T[1:]:
                np.maximum(best, strengths[:, near], out=best)
            found.append(best / (highs - lows)[:, np.newaxis])
        return found


def summed(plane: Plane) -> Plane:
    """The sums of a plane above each row; one row more than the plane."""
    sums = np.zeros((plane.shape[0] + 1, plane.shape[1]), dtype=np.float32)
    for row, value in enumerate(plane):  # `cumsum` is slow down an array
        np.add(sums[row], value, out=sums[row + 1])
    return sums


def _pitches(edges: Plane) -> list[tuple[float, float]]:
    """Distances at which edges repeat along a row, and how much they do, the best first."""
    rows = edges[:: max(1, _ALONG // 2)]
    rows = rows - rows.mean(axis=1, keepdims=True)
    length = rows.shape[1]
    spectrum = np.fft.rfft(rows, 1 << (2 * length).bit_length(), axis=1)  # quick for powers of 2
    alike = np.fft.irfft((np.abs(spectrum) ** 2).sum(axis=0))[:length]
    if alike[0] <= 0:
        return []
    alike = alike / alike[0]
    last = min(LARGEST_PITCH, length // FEWEST)
    places = np.arange(LEAST_PITCH, last)
    peaks = places[
        (alike[places] > alike[places - 1]) & (alike[places] >= alike[places + 1]) & (alike[places] > 0.02)
    ]
    refined = []
    for peak in peaks:
        pitch = _refined(alike, float(peak))
        twice = _peak_near(alike, 2 * pitch, 1.5)
        refined.append((pitch, float(min(alike[round(pitch)], 1.3 * alike[min(round(twice), length - 1)]))))
    refined.sort(key=lambda each: -each[1])
    return refined[:10]


def _refined(alike: NDArray[np.float64], pitch: float) -> float:
    """The pitch to a small part of a pixel, from the peaks at its multiples."""
    for times in (2, 3, 4, 6, 8):
        if times * pitch + 2 >= len(alike):
            break
        near = _peak_near(alike, times * pitch, 1.2)
        if alike[round(near)] < 0.3 * alike[round(pitch)]:
            break
        pitch = near / times
    return pitch


def _peak_near(alike: NDArray[np.float64], place: float, reach: float) -> float:
    """The highest place near a place, between whole ones by a parabola."""
    low = max(1, round(place - reach))
    high = min(len(alike) - 2, round(place + reach))
    if low > high:
        return min(place, len(alike) - 1)
    top = low + int(np.argmax(alike[low : high + 1]))
    left, middle, right = alike[top - 1], alike[top], alike[top + 1]
    bend = left - 2 * middle + right
    return top if bend >= 0 else top + float(np.clip((left - right) / (2 * bend), -0.5, 0.5))


def _pairs(across: list[tuple[float, float]], down: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """Pitches for columns and rows that go together: cells are nearly as wide as high."""
    pairs = [
        (gain * other_gain * np.exp(-8 * abs(np.log(width / height))), width, height)
        for width, gain in across
        for height, other_gain in down
        if 0.8 < width / height < 1.25
    ]
    pairs.sort(reverse=True)
    return [(width, height) for _, width, height in pairs[:_PAIRS]]
