"""Terminals with few characters or few colours."""

import io
from itertools import combinations

import pytest
from rich.color import ColorSystem
from rich.console import Console
from rich.segment import Segment
from rich.style import Style

from sapper.cli.shared.plain_terminals import fit, segments_for, text_for
from sapper.draw.scene import Look
from sapper.draw.text_drawing import board_text, style_of

SIGNS = "·⚑✹●✗✓• ▀▀▀ ┏━┓ ⠋ 日本"


@pytest.mark.parametrize(
    ("encoding", "text", "output"),
    [
        *((encoding, SIGNS, b".F!*x+o     +-+ * ??") for encoding in ("latin-1", "ascii", "cp1252")),
        ("latin-1", "déjà · vu", "déjà . vu".encode("latin-1")),  # letters of other languages stay
        ("utf-8", SIGNS, SIGNS.encode()),
    ],
)
def test_what_a_stream_lacks_becomes_ascii_of_the_same_width(encoding: str, text: str, output: bytes) -> None:
    raw = io.BytesIO()
    stream = io.TextIOWrapper(raw, encoding=encoding, newline="")
    fit(stream)
    assert (stream.errors == "strict") == (encoding == "utf-8")
    stream.write(text)
    stream.flush()
    assert raw.getvalue() == output


def look_on_console(look: Look) -> tuple[object, object, object]:
    """What a console with 16 colours shows of a cell: its ink, its ground, and whether it is bold."""
    console = Console(force_terminal=True, color_system="standard", file=io.StringIO())
    (segment,) = segments_for(console, [Segment("x", Style.parse(style_of(look)))])
    assert segment.style is not None
    assert segment.style.color is not None
    assert segment.style.bgcolor is not None
    few = [c.downgrade(ColorSystem.STANDARD).number for c in (segment.style.color, segment.style.bgcolor)]
    assert few[0] != few[1]
    return few[0], few[1], segment.style.bold


def test_sixteen_colours_tell_the_numbers_apart() -> None:
    for one, other in combinations(range(1, 9), 2):
        assert look_on_console(Look("number", one)) != look_on_console(Look("number", other)), (one, other)


def test_sixteen_colours_tell_the_kinds_of_cells_apart() -> None:
    grounds = [
        look_on_console(look)[1]
        for look in (Look("hidden"), Look("number", 1), Look("safe"), Look("exploded"))
    ]
    assert len(set(grounds)) == 4
    assert len({look_on_console(Look("risk", value))[1] for value in (5, 50, 95)}) == 3


def test_text_and_segments_have_the_same_sixteen_colours() -> None:
    console = Console(force_terminal=True, color_system="standard", file=io.StringIO())
    text = text_for(console, board_text("1.\n.."))
    assert str(text) == str(board_text("1.\n.."))
    assert text.get_style_at_offset(console, str(text).index("\n") + 4).color is not None
    full = Console(force_terminal=True, color_system="truecolor", file=io.StringIO())
    assert text_for(full, text) is text
