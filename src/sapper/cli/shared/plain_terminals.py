"""What stands in for characters and colours that a terminal does not have."""

from __future__ import annotations

import codecs
import sys
from collections.abc import Iterable
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Final, TextIO

if TYPE_CHECKING:
    from rich.color import Color
    from rich.console import Console
    from rich.segment import Segment
    from rich.style import Style
    from rich.text import Text

_PREFIX: Final = "sapper_"  # of the names of encodings that replace what is not ASCII
_LINES: Final = {"-": "━─╺╸╶╴╾╼═", "|": "┃│╹╻╵╷║", "+": "┏┓┗┛┣┫┳┻╋┌┐└┘├┤┬┴┼╭╮╰╯"}
_OTHERS: Final = {"µ": "u", "…": ".", "␣": "_"}

SHADE: Final = 0.22
"""How much darker every other cell is, as on a chess board. It tells neighbours apart where they touch."""


def fit_streams() -> None:
    """Lets everything be written to the standard streams: without UTF-8, the signs of this package are ASCII.

    Other encodings have some of these signs, too. But often only the program has such an encoding and the
    terminal has UTF-8, because they run on two machines.
    """
    for stream in (sys.stdout, sys.stderr):
        fit(stream)


def fit(stream: TextIO) -> None:
    """Lets everything be written to one stream."""
    reconfigure = getattr(stream, "reconfigure", None)
    if reconfigure is None or has_signs(stream):
        return
    codecs.register(_plain)
    reconfigure(encoding=_PREFIX + codecs.lookup(stream.encoding or "ascii").name, errors="replace")


def has_signs(stream: TextIO) -> bool:
    """Whether all characters can be written to a stream."""
    name = stream.encoding or "ascii"
    return not name.startswith(_PREFIX) and codecs.lookup(name).name.startswith("utf")


@cache
def _plain(name: str) -> codecs.CodecInfo | None:
    """An encoding that replaces the signs and then encodes.

    It has a name of its own, because `click` takes the name of ASCII for a mistake of the system.
    """
    if not name.startswith(_PREFIX):
        return None
    usual = codecs.lookup(name.removeprefix(_PREFIX))

    class Encoder(codecs.IncrementalEncoder):
        def encode(self, input: str, final: bool = False) -> bytes:  # noqa: ARG002  as its base has it
            return usual.encode(input if input.isascii() else input.translate(_fallbacks()), self.errors)[0]

    return codecs.CodecInfo(
        usual.encode,
        usual.decode,
        usual.streamreader,
        usual.streamwriter,
        Encoder,
        usual.incrementaldecoder,
        name,
    )


@cache
def _fallbacks() -> dict[int, str]:
    """One character of ASCII for each sign, so that columns stay columns."""
    from sapper.draw.text_drawing import _SIGNS  # slow to import, and most terminals have everything

    signs = dict(_SIGNS.values())
    lines = {each: plain for plain, several in _LINES.items() for each in several}
    blocks = {chr(code): " " for code in range(0x2580, 0x2590)}
    dots = {chr(code): "*" for code in range(0x2800, 0x2900)}  # of spinners
    return {ord(each): plain for each, plain in {**blocks, **dots, **lines, **_OTHERS, **signs}.items()}


_BLACK, _WHITE, _GREY, _DARK = (0, 0, 0), (255, 255, 255), (170, 170, 170), (85, 85, 85)
_RED, _GREEN, _BLUE, _BROWN, _CYAN = (170, 0, 0), (0, 170, 0), (0, 0, 170), (170, 85, 0), (0, 170, 170)
_LIGHT_RED, _LIGHT_GREEN, _LIGHT_BLUE = (255, 85, 85), (85, 255, 85), (85, 85, 255)
_YELLOW, _MAGENTA, _LIGHT_CYAN = (255, 255, 85), (255, 85, 255), (85, 255, 255)
_NUMBERS: Final = (
    _LIGHT_BLUE,
    _LIGHT_GREEN,
    _LIGHT_RED,
    _MAGENTA,
    _BROWN,
    _LIGHT_CYAN,
    _WHITE,
    _GREY,
)


def has_few_colours(console: Console) -> bool:
    """Whether the console has only 16 colours. The nearest ones to those of a board would look alike."""
    return console.color_system in ("standard", "windows")


def segments_for(console: Console, segments: Iterable[Segment]) -> list[Segment]:
    """The segments in colours that the console tells apart."""
    if not has_few_colours(console):
        return [*segments]
    return [each._replace(style=each.style and _in_sixteen(each.style)) for each in segments]


def text_for(console: Console, text: Text) -> Text:
    """The text in colours that the console tells apart."""
    from rich.style import Style

    if not has_few_colours(console):
        return text
    text = text.copy()
    text.spans = [
        each._replace(
            style=_in_sixteen(Style.parse(each.style) if isinstance(each.style, str) else each.style)
        )
        for each in text.spans
    ]
    return text


@lru_cache(maxsize=4096)
def _in_sixteen(style: Style) -> Style:
    from rich.style import Style

    return style + Style(color=_instead(style.color), bgcolor=_instead(style.bgcolor))


def _instead(colour: Color | None) -> Color | None:
    from rich.color import Color

    if colour is None or colour.triplet is None or colour.triplet not in _sixteen():
        return colour
    return Color.from_rgb(*_sixteen()[colour.triplet])


@cache
def _sixteen() -> dict[tuple[int, int, int], tuple[int, int, int]]:
    """A colour of the 16 for each colour of a board, in light and in shade."""
    from sapper.draw.palettes import BLACK, PALETTES, Colour
    from sapper.draw.text_drawing import _FAINT

    dark = PALETTES["dark"]
    few: dict[tuple[int, int, int], tuple[int, int, int]] = {
        dark.best: _LIGHT_CYAN,
        dark.conflict: _LIGHT_RED,
        dark.outline: _CYAN,
        dark.exploded: _RED,
        dark.cross: _YELLOW,
        dark.safe: _GREEN,
        dark.cursor: _WHITE,
        dark.hidden: _BLUE,
        dark.open: _BLACK,
        dark.board: _BLACK,
        _FAINT: _GREY,
        dark.flag: _LIGHT_RED,
        dark.mine: _MAGENTA,
        dark.ink: _WHITE,
    }
    for percent in range(1, 100):
        few[Colour.on_scale(dark.risk, percent / 100)] = (
            _DARK if percent < 34 else _BROWN if percent < 67 else _RED
        )
    shades: dict[tuple[int, int, int], tuple[int, int, int]]
    shades = {Colour(*colour).towards(BLACK, SHADE): value for colour, value in few.items()}
    return {**shades, **few, **dict(zip(dark.numbers, _NUMBERS, strict=False))}
