"""`sapper analyse --svg`."""

from functools import partial
from pathlib import Path

import pytest
from support.command_line import command_line

from sapper import Position, analyse
from sapper.draw.svg import board_svg

POSITION = "01...\n12F..\n.....\n.....\n"
CONTRADICTION = "2..\n.1.\n...\n"


run = partial(command_line, "analyse", "--mines", "4", text=POSITION)


def test_the_picture_is_that_of_the_analysis(tmp_path: Path) -> None:
    path = tmp_path / "out.svg"
    result = run("--svg", path)
    assert result.exit_code == 0
    assert result.stdout.split("Time")[0] == run().stdout.split("Time")[0]
    position = Position.from_text(POSITION, 4)
    assert path.read_text(encoding="utf-8") == board_svg(position, analyse(position))
    assert run("--svg", path, "--theme", "dark", "--json").exit_code == 0
    assert path.read_text(encoding="utf-8") == board_svg(position, analyse(position), theme="dark")
    assert run("--svg", path, "--theme", "pink").exit_code == 2


def test_a_contradiction_is_drawn_too(tmp_path: Path) -> None:
    position = Position.from_text(CONTRADICTION, 4)
    expected = board_svg(position, conflicts=[(0, 0), (1, 1)])
    for number, options in enumerate([[], ["--json"]]):
        path = tmp_path / f"{number}.svg"
        assert run("--svg", str(path), *options, text=CONTRADICTION).exit_code == 1
        assert path.read_text(encoding="utf-8") == expected


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("missing/out.svg", POSITION, "missing/out.svg: cannot be written: No such file or directory\n"),
        ("a.PNG", POSITION, "the picture is SVG, not .PNG: use a name that ends in .svg"),
        ("out.svg", "\n".join(["?" * 201] * 100), "too many for a picture"),
    ],
)
def test_what_makes_no_picture_is_refused(name: str, text: str, message: str, tmp_path: Path) -> None:
    result = run("--svg", tmp_path / name, text=text)
    assert result.exit_code == 2
    assert message in result.stderr
    assert not list(tmp_path.iterdir())
