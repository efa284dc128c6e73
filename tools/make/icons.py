"""Write the icons of the page as PNG, `page/public/icons/*.png`, from its `icon.svg`.

With `--check`, only compare: the exit status is 1 if an icon is missing, or has other pixels than this script
makes. Needs `resvg_py`, NumPy and Pillow.
"""

import argparse
import io
import sys
from pathlib import Path

import numpy as np
from PIL import Image
from resvg_py import svg_to_bytes

STATIC = Path(__file__).resolve().parents[2] / "page" / "public"

ICONS = {"192": 192, "512": 512, "maskable-192": 192, "maskable-512": 512, "apple": 180}
"""The names of the icons, and their sizes in pixels."""

CORNERS = ' rx="8"'

TOLERANCE = 0.5
"""Versions of the renderer round colours and edges in different ways. On average, of 255."""


def drawing(name: str) -> str:
    """The SVG of an icon.

    Systems cut maskable icons, and those of Apple, to their own shapes, so these fill the whole square. A
    system keeps at least the middle 80 %, and the mine takes 73 %.
    """
    svg = (STATIC / "icon.svg").read_text(encoding="utf-8")
    if CORNERS not in svg:
        sys.exit(f"icon.svg no longer has a square with {CORNERS.strip()}: adapt this script")
    return svg if name.isdigit() else svg.replace(CORNERS, "", 1)


def icon(name: str) -> bytes:
    """An icon as the bytes of a PNG file, with a palette: less than half the size for the same pixels."""
    png = svg_to_bytes(
        svg_string=drawing(name), width=ICONS[name], height=ICONS[name], skip_system_fonts=True
    )
    pixels = np.asarray(Image.open(io.BytesIO(png)).convert("RGBA"))
    colours, places = np.unique(pixels.reshape(-1, 4), axis=0, return_inverse=True)
    picture = Image.fromarray(places.reshape(pixels.shape[:2]).astype(np.uint8))
    picture.putpalette(colours.tobytes(), "RGBA")
    file = io.BytesIO()
    picture.save(file, "PNG", optimize=True)
    return file.getvalue()


def looks_like(content: bytes, other: bytes) -> bool:
    """Whether two pictures are the same but for rounding."""
    one, two = (Image.open(io.BytesIO(each)).convert("RGBA") for each in (content, other))
    if one.size != two.size:
        return False
    apart = sum(abs(a - b) for a, b in zip(one.tobytes(), two.tobytes(), strict=True))
    return apart <= TOLERANCE * len(one.tobytes())


def main() -> int:
    """Writes or checks the icons."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="only compare")
    check = parser.parse_args().check
    wrong = []
    for name in ICONS:
        path, content = STATIC / "icons" / f"{name}.png", icon(name)
        if not check:
            path.parent.mkdir(exist_ok=True)
            path.write_bytes(content)
        elif not path.exists() or not looks_like(path.read_bytes(), content):
            wrong.append(path.name)
    if wrong:
        print(f"{', '.join(wrong)}: run `python tools/make/icons.py`", file=sys.stderr)
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
