"""Pictures as pixels. Needs the extra `sapper[png]`.

Path("board.png").write_bytes(png_of(board_svg(position)))
"""

from __future__ import annotations

import io
import math
import re
from typing import Final
from xml.etree import ElementTree

from sapper._support.checks import positive
from sapper._support.installation import importing
from sapper._support.words import brief
from sapper.errors import FormatError

_MOST_PIXELS: Final = 200_000_000
"""A pixel takes four bytes. Without memory for them resvg ends the whole process."""

_LENGTH: Final = re.compile(r"\s*([0-9]*\.?[0-9]*(?:e[+-]?[0-9]+)?)\s*(%|[a-z]*)\s*", re.IGNORECASE)


def png_of(svg: str, *, zoom: float = 1.0) -> bytes:
    """Renders an SVG document, such as `board_svg` makes.

    Args:
        svg: The document.
        zoom: The number of pixels for each pixel of the document.

    Returns:
        The PNG file; in some tenths of a second for an expert board.

    Raises:
        FormatError: `svg` is not an SVG document, or cannot be drawn at this size. A picture has at most 200
            million pixels.
        ArgumentError: `zoom` is not a number above 0.
        MissingExtraError: `resvg_py` is not installed.
    """
    if not isinstance(svg, str):
        raise FormatError(f"svg must be an SVG document, such as board_svg makes, not {brief(svg)}")
    zoom = positive("zoom", zoom)
    check_png_packages()
    from resvg_py import svg_to_bytes

    if math.prod(side * zoom for side in _sides(svg)) > _MOST_PIXELS:
        raise FormatError(
            f"this SVG document has more than {_MOST_PIXELS:,} pixels with zoom={zoom:g}: draw it smaller"
        )
    try:
        return svg_to_bytes(svg_string=svg, zoom=zoom)
    except ValueError as error:
        raise FormatError(f"this SVG document cannot be drawn with zoom={zoom:g}: {error}") from None


def check_png_packages() -> None:
    """Raises MissingExtraError unless PNG pictures can be written."""
    with importing("png", "PNG pictures need resvg_py"):
        import resvg_py  # noqa: F401  # only asks whether it is there


def _sides(svg: str) -> tuple[float, float]:
    """Width and height in pixels as the document says; 0 where it says nothing that can be read."""
    try:
        _, root = next(ElementTree.iterparse(io.StringIO(svg), ["start"]))
    except (ElementTree.ParseError, StopIteration):
        return 0.0, 0.0  # resvg says what is wrong
    except UnicodeEncodeError:
        raise FormatError("this SVG document has half a character, which no file can hold") from None
    box = [*root.get("viewBox", "").replace(",", " ").split(), *"0000"]
    return _pixels(root.get("width", "100%"), box[2]), _pixels(root.get("height", "100%"), box[3])


def _pixels(length: str, whole: str) -> float:
    """A length in pixels. Percents are those of `whole`. resvg draws nothing that is measured in inches."""
    match = _LENGTH.fullmatch(length)
    try:
        number = float(match[1]) if match else 0.0
        if match and match[2] == "%":
            return number / 100 * float(whole)
    except ValueError:
        return 0.0
    return number * (16 if match and match[2] in ("em", "ex") else 1)
