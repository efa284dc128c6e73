"""Pictures as pixels. Needs the extra `sapper[png]`.

Path("board.png").write_bytes(png_of(board_svg(position)))
"""

from __future__ import annotations

from sapper._support.checks import positive, shown
from sapper._support.extras import importing
from sapper.errors import FormatError


def png_of(svg: str, *, zoom: float = 1.0) -> bytes:
    """Renders an SVG document, such as `board_svg` makes.

    Args:
        svg: The document.
        zoom: The number of pixels for each pixel of the document.

    Returns:
        The PNG file; in some tenths of a second for an expert board.

    Raises:
        FormatError: `svg` is not an SVG document, or cannot be drawn at this size.
        ArgumentError: `zoom` is not a number above 0.
        MissingExtraError: `resvg_py` is not installed.
    """
    if not isinstance(svg, str):
        raise FormatError(f"svg must be an SVG document, such as board_svg makes, not {shown(svg)}")
    zoom = positive("zoom", zoom)
    check_png_packages()
    from resvg_py import svg_to_bytes

    try:
        return svg_to_bytes(svg_string=svg, zoom=zoom)
    except ValueError as error:
        raise FormatError(f"this SVG document cannot be drawn with zoom={zoom:g}: {error}") from None


def check_png_packages() -> None:
    """Raises MissingExtraError unless PNG pictures can be written."""
    with importing("png", "PNG pictures need resvg_py"):
        import resvg_py  # noqa: F401  # only asks whether it is there
