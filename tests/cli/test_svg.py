"""`sapper analyse --svg`."""

from functools import partial
from pathlib import Path

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


def test_a_file_that_cannot_be_written(tmp_path: Path) -> None:
    path = tmp_path / "missing" / "out.svg"
    result = run("--svg", str(path))
    assert result.exit_code == 2
    assert result.stderr == f"sapper: {path}: cannot be written: No such file or directory\n"


def test_pixels_are_not_promised(tmp_path: Path) -> None:
    result = run("--svg", f"{tmp_path}/a.PNG")
    assert result.exit_code == 2
    assert "the picture is SVG, not .PNG: use a name that ends in .svg" in result.stderr
    assert not list(tmp_path.iterdir())


def test_a_board_that_makes_no_picture(tmp_path: Path) -> None:
    rows = "\n".join(["?" * 201] * 100)
    result = run("--svg", str(tmp_path / "out.svg"), text=rows)
    assert result.exit_code == 2
    assert "too many for a picture" in result.stderr
    assert not (tmp_path / "out.svg").exists()
