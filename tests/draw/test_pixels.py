"""PNG and GIF."""

import io
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image, ImageSequence
from support.play import play_out

import sapper
from sapper import Board, FormatError, Game, Minefield, Position, Topology
from sapper.board.topology import TOPOLOGY_NAMES, topology_by_name
from sapper.draw import pixels
from sapper.draw.palettes import PALETTES, Palette
from sapper.draw.pixels import png_of, write_gif
from sapper.draw.svg import board_svg

Pixels = NDArray[np.uint8]


def pixels_of(svg: str, zoom: float = 1.0) -> Pixels:
    with Image.open(io.BytesIO(png_of(svg, zoom=zoom))) as image:
        assert image.format == "PNG"
        return np.array(image.convert("RGB"))


def frames_of(path: Path) -> list[Pixels]:
    with Image.open(path) as image:
        assert image.format == "GIF"
        return [np.array(frame.convert("RGB")) for frame in ImageSequence.Iterator(image)]


def beginner_game(seed: int) -> Game:
    return play_out(Game("beginner", seed=seed), seed)


@pytest.mark.parametrize("palette", PALETTES.values(), ids=PALETTES.keys())
def test_a_png_shows_the_colours_where_they_belong(palette: Palette) -> None:
    position = Position([[-3, 0], [0, 0]], 1)
    pixels = pixels_of(board_svg(position, theme=palette, labels=False))
    assert (pixels.shape, tuple(pixels[0, 0])) == ((76, 76, 3), palette.page)
    assert (tuple(pixels[12, 12]), tuple(pixels[53, 53])) == (palette.exploded, palette.open)
    assert pixels_of(board_svg(position, theme=palette, labels=False), zoom=2).shape == (152, 152, 3)


@pytest.mark.parametrize(
    ("size", "zoom"),
    [
        ('width="20" height="20"', 1e6),
        ('width="20" height="20"', 1e300),
        ('width="1000000" height="1e6"', 1.0),
        ('width="3000em" height="3000em"', 1.0),
        ('width="100%" height="100%" viewBox="0 0 90000 90000"', 1.0),
        ('viewBox="0,0,90000,90000"', 1.0),
    ],
)
def test_a_picture_that_memory_cannot_hold_is_refused(size: str, zoom: float) -> None:
    """The process would end if resvg tried."""
    with pytest.raises(FormatError, match="more than 200,000,000 pixels"):
        png_of(f'<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" {size}></svg>', zoom=zoom)


@pytest.mark.parametrize("size", ['width="18em" height="288"', 'viewBox="0 0 288 288"', 'width="288px"'])
def test_sizes_in_other_units_are_drawn(size: str) -> None:
    whole = size if "height" in size or "viewBox" in size else f'{size} viewBox="0 0 288 288"'
    assert pixels_of(f'<svg xmlns="http://www.w3.org/2000/svg" {whole}></svg>').shape == (288, 288, 3)


@pytest.mark.parametrize("topology", [topology_by_name(name, (5, 6)) for name in TOPOLOGY_NAMES])
def test_a_gif_has_a_frame_for_every_action(topology: Topology, tmp_path: Path) -> None:
    game = play_out(Game(Board(topology, 5), seed=4), 4)
    assert len(game.history) > 5
    before = len(game.history)
    path = tmp_path / "game.gif"
    write_gif(game, path, seconds=0.1, last_seconds=0.5)
    assert len(game.history) == before
    with Image.open(path) as image:
        assert image.info["loop"] == 0
        durations = [frame.info["duration"] for frame in ImageSequence.Iterator(image)]
    # Frames that look the same are one frame, shown for as long as both.
    assert sum(durations) == 100 * len(game.history) + 500 + (100 if game.status != "playing" else 0)
    assert len(durations) <= len(game.history) + 2


def test_a_frame_changes_only_what_the_action_changed(tmp_path: Path) -> None:
    mines = [(0, 0), (3, 2), (3, 4)]
    game = Minefield(mines, Topology.square(4, 5)).game()
    game.flag(0, 0)
    for cell in [(1, 1), (0, 4), (3, 4)]:  # a number, an opening, a mine
        game.open(cell)
    path = tmp_path / "game.gif"
    write_gif(game, path, labels=False)
    frames = frames_of(path)
    assert len(frames) == 6
    again = Minefield(mines, Topology.square(4, 5)).game()
    for number, (kind, where) in enumerate(game.history, start=1):
        again.act(kind, where)
        assert changed_cells(frames[number - 1], frames[number]) == set(again.changed)
    assert changed_cells(frames[4], frames[5]) == {(3, 2)}  # the mine that had no flag


def changed_cells(before: Pixels, after: Pixels) -> set[tuple[int, int]]:
    """Cells of 4 x 5 squares without labels; nothing else may differ."""
    differ = (before != after).any(axis=2)
    cells = {(row, column) for row in range(4) for column in range(5)}
    boxes = {(row, column): differ[8 + 30 * row :, 8 + 30 * column :][:30, :30] for row, column in cells}
    assert differ.sum() == sum(box.sum() for box in boxes.values())
    return {cell for cell, box in boxes.items() if box.any()}


def test_frames_look_like_the_pictures(tmp_path: Path) -> None:
    game = beginner_game(3)
    path = tmp_path / "game.gif"
    write_gif(game, path)
    last = frames_of(path)[-1].astype(int)
    minefield = None if game.status == "playing" else game.minefield
    picture = pixels_of(board_svg(game.position, minefield=minefield)).astype(int)
    assert last.shape == picture.shape
    assert np.abs(last - picture).mean() < 3  # of 255: the lines between open cells, and 256 colours only


def test_long_games_show_several_actions_a_frame(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = beginner_game(3)
    whole, thin = tmp_path / "whole.gif", tmp_path / "thinned.gif"
    write_gif(game, whole)
    every = frames_of(whole)
    monkeypatch.setattr(pixels, "_MOST_PIXELS_OF_FRAMES", 5 * every[0].shape[0] * every[0].shape[1])
    write_gif(game, thin)
    some = frames_of(thin)
    assert len(some) <= 5 < len(every)
    assert np.array_equal(some[0], every[0])
    assert np.array_equal(some[-1], every[-1])


def test_a_game_without_actions(tmp_path: Path) -> None:
    write_gif(Game("beginner", seed=1), tmp_path / "still.gif")
    assert len(frames_of(tmp_path / "still.gif")) == 1


def test_a_gif_that_takes_too_long_is_not_written(tmp_path: Path) -> None:
    game = beginner_game(1)
    cancel = sapper.Cancel()
    cancel.set()
    with pytest.raises(sapper.CancelledError, match="drawing the animation was cancelled"):
        write_gif(game, tmp_path / "game.gif", cancel=cancel)
    with pytest.raises(sapper.BudgetError, match="drawing the animation did not finish within 0 seconds"):
        write_gif(game, tmp_path / "game.gif", time_limit=0)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        *(({"seconds": wrong}, "`seconds` must be") for wrong in (700, 1e306, -1)),
        ({"cell_size": 7}, "from 8"),
        ({"cell_size": 10**6}, "more than 200,000,000 pixels"),
        ({"game": Game(Board(Topology.graph([[1], [0]]), 1))}, "not a graph"),
    ],
)
def test_what_makes_no_animation_is_refused(tmp_path: Path, arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(sapper.SapperError, match=message):
        write_gif(**{"game": beginner_game(1), "path": tmp_path / "game.gif", **arguments})
    assert not list(tmp_path.iterdir())
