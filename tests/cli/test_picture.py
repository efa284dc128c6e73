"""`sapper picture`: pictures of positions, minefields and games, and moving pictures of games."""

import sys
from functools import partial
from pathlib import Path

import numpy as np
import pytest
from support.command_line import command_line

import sapper
from sapper import Game, Minefield, Position, Replay, Strategy
from sapper.draw.palettes import PALETTES
from sapper.draw.pixels import write_gif
from sapper.draw.svg import board_svg

POSITION = "01...\n12F..\n.....\n.....\n"


run = partial(command_line, "picture")


def played_game(seed: int = 3) -> Game:
    return Strategy("best").play(Game("beginner", seed=seed))


def test_a_position(tmp_path: Path) -> None:
    path = tmp_path / "out.svg"
    assert run("--mines", 4, "-o", path, text=POSITION).output == ""
    assert path.read_text() == board_svg(Position.from_text(POSITION, 4))
    (tmp_path / "in.txt").write_text(POSITION)
    for theme in PALETTES:
        run(tmp_path / "in.txt", "-t", "torus", "-o", path, "--theme", theme, "--cell-size", 12)
        position = Position.from_text(POSITION, topology="torus")
        assert path.read_text() == board_svg(position, theme=theme, cell_size=12)


def test_the_format_of_a_position_is_named_if_it_is_not_plain(tmp_path: Path) -> None:
    path = tmp_path / "out.svg"
    assert run("-o", path, text="2 2\n1\n?1\n1.\n").stderr.startswith("read as zeros (")
    assert path.read_text() == board_svg(Position([[-1, 1], [1, 0]], 1))
    assert run("-f", "zeros", "-o", path, text="2 2\n1\n?1\n1.\n").output == ""


def test_a_minefield_shows_its_mines_and_its_start(tmp_path: Path) -> None:
    path = tmp_path / "out.svg"
    run("-o", path, text="9x9:5,1,mec0f712b5982f397a0180")
    minefield = sapper.formats.parse("9x9:5,1,mec0f712b5982f397a0180", kind=Minefield)
    assert path.read_text() == minefield._repr_svg_()


@pytest.mark.parametrize("seed", [3, 19])
def test_a_replay(tmp_path: Path, seed: int) -> None:
    game, source = played_game(seed), tmp_path / "game.rawvf"
    sapper.write(Replay.from_game(game), source)
    run(source, "-o", tmp_path / "out.svg")
    assert (tmp_path / "out.svg").read_text() == board_svg(game.position, minefield=game.minefield)
    options = ("--theme", "dark", "--speed", 20, "--cell-size", 9)
    run(source, "-o", tmp_path / "out.GIF", *options)
    again = sapper.read(source, kind=Replay).play()
    write_gif(again, tmp_path / "expected.gif", theme="dark", seconds=0.05, cell_size=9)
    assert (tmp_path / "out.GIF").read_bytes() == (tmp_path / "expected.gif").read_bytes()


def test_an_unfinished_replay_keeps_its_mines_to_itself(tmp_path: Path) -> None:
    game = Game("beginner", seed=3)
    game.open(4, 4)
    sapper.write(Replay.from_game(game), tmp_path / "game.rawvf")
    run(tmp_path / "game.rawvf", "-o", tmp_path / "out.svg")
    assert (tmp_path / "out.svg").read_text() == board_svg(game.position)


def test_a_game_that_a_strategy_plays(tmp_path: Path) -> None:
    arguments = ["--strategy", "best", "--level", "beginner", "--seed", 3]
    result = run(*arguments, "-o", tmp_path / "out.gif")
    assert result.stdout == ""
    game = played_game()
    assert result.stderr == f"Seed 3, game 0: {game.status}\n"
    write_gif(game, tmp_path / "expected.gif", seconds=1 / 7)
    assert (tmp_path / "out.gif").read_bytes() == (tmp_path / "expected.gif").read_bytes()
    size = ("--rows", 5, "--columns", 6, "--mines", 4, "--topology", "hexagons")
    which = ("--first-click", "safe", "--number", 7, "--seed", 1)
    run("--strategy", "frontier", *size, *which, "-o", tmp_path / "out.svg")
    board = sapper.Board(sapper.Topology.hexagons(5, 6), 4)
    game = Strategy("frontier").play(Game(board, rules="safe", seed=1, number=7))
    assert (tmp_path / "out.svg").read_text() == board_svg(game.position, minefield=game.minefield)
    assert run("--strategy", "best", "-o", tmp_path / "out.svg").stderr.startswith("Seed ")
    nowhere = run(*arguments, "-o", tmp_path / "missing" / "out.gif", ends=2)
    assert "out.gif: cannot be written: No such file" in nowhere.stderr


def test_png_has_cells_of_that_size(tmp_path: Path) -> None:
    image = pytest.importorskip("PIL.Image")
    sizes = {}
    for pixels in (15, 30, 60):
        run("-m", 4, "-o", tmp_path / "out.png", "--cell-size", pixels, text=POSITION)
        with image.open(tmp_path / "out.png") as image_file:
            sizes[pixels] = np.array(image_file.size)
    assert np.allclose(sizes[60], 2 * sizes[30], atol=2)
    assert np.allclose(sizes[30], 2 * sizes[15], atol=2)
    assert sizes[30][0] >= 5 * 30


@pytest.mark.parametrize(
    ("name", "module", "extra"),
    [("out.gif", "PIL", "gif"), ("out.gif", "resvg_py", "png"), ("out.png", "resvg_py", "png")],
)
def test_a_missing_package_is_said_before_a_game_is_played(
    name: str, module: str, extra: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    result = run("-o", tmp_path / name, "--strategy", "best", ends=2)
    assert f'pip install "sapper[{extra}]"' in result.stderr
    assert "Seed" not in result.stderr  # which stands there once a game was played
