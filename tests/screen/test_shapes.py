"""What the shape of a drawing says about it."""

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from sapper._engine import digit_odds, digit_opinions


def digit_of(text: str, size: int) -> NDArray[np.float32]:
    """A sign as large as it is, 0 to 1 for each point."""
    picture = Image.new("L", (3 * size, 3 * size))
    ImageDraw.Draw(picture).text((size, size), text, font=ImageFont.load_default(size=size), fill=255)
    return np.asarray(picture.crop(picture.getbbox()), dtype=np.float32) / np.float32(255)


@pytest.mark.parametrize("size", [15, 30])
def test_digits_and_other_signs_are_told_apart(size: int) -> None:
    for digit in "12345678":
        shape = digit_of(digit, size)
        proportion = shape.shape[1] / shape.shape[0]
        assert digit_opinions(shape, proportion)[int(digit) - 1] == 0
        assert digit_odds(shape, proportion) > 2
    for sign in "X*#?%@":
        shape = digit_of(sign, size)
        assert digit_odds(shape, shape.shape[1] / shape.shape[0]) < -2
