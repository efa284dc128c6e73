"""Opens pictures. Needs the extra `sapper[screen]`."""

from __future__ import annotations

import io
import os
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from sapper._support.file_bytes import bytes_of, checked
from sapper._support.installation import importing
from sapper._support.words import brief
from sapper.errors import FormatError

if TYPE_CHECKING:
    from numpy.typing import NDArray

MOST_PIXELS: Final = 10_000_000
"""The largest picture; a 4k screen has 8.3 million pixels. Reading takes about 100 bytes for each."""

_KINDS: Final = ("PNG", "JPEG", "GIF", "BMP", "WEBP")


def pixels_of(source: str | os.PathLike[str] | bytes | NDArray[Any]) -> NDArray[np.uint8]:
    """The pixels of a picture, of shape (height, width, 3).

    Args:
        source: A file, its bytes, or the pixels of a picture.

    Raises:
        ArgumentError: `source` is none of them.
        FileError: The file cannot be read.
        FormatError: It is no picture, or too large. The message names the file.
        MissingExtraError: Pillow is not installed.
    """
    if isinstance(source, np.ndarray):
        return _checked(source)
    if isinstance(source, bytes):
        return _decoded(checked(source, "the picture"))
    data = bytes_of(source)
    try:
        return _decoded(data)
    except FormatError as error:
        raise FormatError(f"{source}: {error}") from None


def _checked(pixels: NDArray[Any]) -> NDArray[np.uint8]:
    if pixels.ndim != 3 or pixels.shape[2] not in (3, 4) or pixels.dtype != np.uint8:
        raise FormatError(
            "pixels must be of shape (height, width, 3) and type uint8, "
            f"not of shape {pixels.shape} and type {pixels.dtype}"
        )
    if np.ma.is_masked(pixels):
        raise FormatError("some pixels are masked: give a plain array of the whole picture")
    _check_size(pixels.shape[1], pixels.shape[0])
    return pixels[..., :3]


def _check_size(width: int, height: int) -> None:
    if width * height > MOST_PIXELS:
        raise FormatError(
            f"the picture has {width} x {height} pixels, and at most {MOST_PIXELS:,} are read: "
            "cut out the board"
        )


def _decoded(data: bytes) -> NDArray[np.uint8]:
    with importing("screen", "reading pictures needs Pillow"):
        from PIL import Image, UnidentifiedImageError
    try:
        with Image.open(io.BytesIO(data), formats=_KINDS) as picture:
            _check_size(*picture.size)  # before anything is unpacked
            plain = picture.convert("RGBA")
            ground = Image.new("RGBA", plain.size, "white")
            return np.asarray(Image.alpha_composite(ground, plain).convert("RGB"))
    except FormatError:
        raise
    except UnidentifiedImageError:
        raise FormatError(f"this is not a picture that can be read ({', '.join(_KINDS)})") from None
    except (Image.DecompressionBombError, Image.DecompressionBombWarning) as error:
        raise FormatError(f"the picture is too large: {brief(error)}") from None
    except Exception as error:  # noqa: BLE001  # decoders raise many kinds of errors about broken files
        raise FormatError(f"the picture is broken: {brief(error)}") from None
