"""Terminals with few characters or few colours."""

import io
import sys
from itertools import combinations
from pathlib import Path

import pytest
from rich.color import ColorSystem
from rich.console import Console
from rich.segment import Segment
from rich.style import Style

import sapper
from sapper.cli.shared.plain_terminals import fit, segments_for, text_for
from sapper.draw.scene import Look
from sapper.draw.text_drawing import board_text, style_of


@pytest.mark.parametrize("encoding", ["latin-1", "ascii", "cp1252"])
def test_what_a_stream_lacks_becomes_ascii_of_the_same_width(encoding: str) -> None:
    raw = io.BytesIO()
    stream = io.TextIOWrapper(raw, encoding=encoding, newline="")
    fit(stream)
    stream.write("·⚑✹●✗✓• ▀▀▀ ┏━┓ ⠋ 日本")
    stream.flush()
    assert raw.getvalue() == b".F!*x+o     +-+ * ??"


def test_letters_of_other_languages_stay() -> None:
    raw = io.BytesIO()
    stream = io.TextIOWrapper(raw, encoding="latin-1", newline="")
    fit(stream)
    stream.write("déjà · vu")
    stream.flush()
    assert raw.getvalue() == "déjà . vu".encode("latin-1")


def test_a_stream_of_utf_8_is_left_alone() -> None:
    stream = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    fit(stream)
    assert stream.errors == "strict"


def seen(look: Look) -> tuple[object, object, object]:
    """What a console with 16 colours shows of a cell: its ink, its ground, and whether it is bold."""
    console = Console(force_terminal=True, color_system="standard", file=io.StringIO())
    (segment,) = segments_for(console, [Segment("x", Style.parse(style_of(look)))])
    assert segment.style is not None
    assert segment.style.color is not None
    assert segment.style.bgcolor is not None
    few = [
        each.downgrade(ColorSystem.STANDARD).number for each in (segment.style.color, segment.style.bgcolor)
    ]
    assert few[0] != few[1]
    return few[0], few[1], segment.style.bold


def test_sixteen_colours_tell_the_numbers_apart() -> None:
    for one, other in combinations(range(1, 9), 2):
        assert seen(Look("number", one)) != seen(Look("number", other)), (one, other)


def test_sixteen_colours_tell_the_kinds_of_cells_apart() -> None:
    grounds = [seen(look)[1] for look in (Look("hidden"), Look("number", 1), Look("safe"), Look("exploded"))]
    assert len(set(grounds)) == 4
    assert len({seen(Look("risk", value))[1] for value in (5, 50, 95)}) == 3


def test_text_and_segments_have_the_same_sixteen_colours() -> None:
    console = Console(force_terminal=True, color_system="standard", file=io.StringIO())
    text = text_for(console, board_text("1.\n.."))
    assert str(text) == str(board_text("1.\n.."))
    assert text.get_style_at_offset(console, str(text).index("\n") + 4).color is not None
    full = Console(force_terminal=True, color_system="truecolor", file=io.StringIO())
    assert text_for(full, text) is text


COMMANDS = [
    "analyse position.txt --mines 2 --color always",
    "hint position.txt --mines 2 --color always",
    "play --level beginner --auto --games 1 --verbose",
    "generate --level beginner --seed 1",
    "simulate --level beginner --games 5",
    "strategies",
    "info game.rawvf",
    "review game.rawvf",
]


@pytest.mark.skipif(sys.platform == "win32", reason="needs a POSIX terminal")
@pytest.mark.parametrize("encoding", ["latin-1", "ascii"])
def test_every_command_writes_what_the_terminal_has(encoding: str, tmp_path: Path) -> None:
    (tmp_path / "position.txt").write_text("1..\n...\n")
    game = sapper.Strategy("fast").play(sapper.Game("beginner", seed=2))
    sapper.write(sapper.Replay.of(game), tmp_path / "game.rawvf")
    from support.ptys import several_in_terminal  # Windows has none

    shown = several_in_terminal(COMMANDS, tmp_path, PYTHONIOENCODING=encoding, TERM="xterm")
    for command, (code, written) in zip(COMMANDS, shown, strict=True):
        assert code == 0, (command, written)
        assert written
        assert b"Traceback" not in written
        written.decode(encoding)
        assert b"\\u" not in written
        assert b"\xc2" not in written  # UTF-8 after all
