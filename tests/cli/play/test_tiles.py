"""What is drawn where in a terminal, and the advice on it, which comes from beside the event loop."""

import asyncio
import re
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import replace
from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console
from support.layouts import place_of as place_of_gutter

from sapper import (
    Analysis,
    Board,
    BudgetError,
    Cancel,
    CancelledError,
    Cell,
    Game,
    Position,
    SapperError,
    analyse,
    hint,
)
from sapper.board.topology import TOPOLOGY_NAMES, TopologyName
from sapper.cli.play import advice as advice_module
from sapper.cli.play.advice import Advice, Adviser, advice_on
from sapper.cli.play.tiles import (
    GAP,
    LARGE,
    MIDDLE,
    SIZES,
    SMALL,
    Tiles,
    place_of,
    screen_line,
    size_of,
    start_in_view,
)
from sapper.cli.shared.board_options import board_on
from sapper.draw.cell_symbols import shapes_of
from sapper.draw.scene import Scene
from sapper.draw.text_drawing import Layout, board_text


def text(scene: Scene, tiles: Tiles, y: int, start: int = 0, width: int | None = None) -> str:
    width = size_of(scene, tiles)[0] if width is None else width
    return "".join(segment.text for segment in screen_line(scene, tiles, y, start, width))


def lines(scene: Scene) -> list[str]:
    """All rows in small tiles, blanks at their ends left out."""
    return [text(scene, SMALL, y).rstrip() for y in range(size_of(scene, SMALL)[1])]


topologies: st.SearchStrategy[TopologyName] = st.sampled_from(TOPOLOGY_NAMES)
sizes = st.sampled_from(SIZES)


@st.composite
def scenes(draw: st.DrawFn) -> Scene:
    board = board_on(draw(topologies), draw(st.integers(1, 6)), draw(st.integers(1, 9)), 0)
    game = Game(Board(board.topology, board.topology.size // 5), seed=draw(st.integers(0, 99)))
    game.open(game.topology.cell(0))
    return Scene(game.position)


@given(scenes(), sizes, st.data())
def test_a_part_of_a_line_is_that_part_of_the_whole_line(
    scene: Scene, tiles: Tiles, data: st.DataObject
) -> None:
    width, height = size_of(scene, tiles)
    y = data.draw(st.integers(0, height - 1))
    start = data.draw(st.integers(0, width + 3))
    part = data.draw(st.integers(0, width + 3))
    assert text(scene, tiles, y, start, part) == text(scene, tiles, y)[start : start + part].ljust(part)


def is_shifted(scene: Scene, row: int) -> bool:
    """Whether a row lies half a cell to the right, as odd rows of hexagons do in pictures."""
    return row % 2 == 1 and shapes_of(scene.position.topology.kind)[0].shift > 0


@given(scenes(), sizes, st.data())
def test_a_place_is_where_its_cell_is_drawn(scene: Scene, tiles: Tiles, data: st.DataObject) -> None:
    width, height = size_of(scene, tiles)
    x, y = data.draw(st.integers(-3, width + 3)), data.draw(st.integers(-1, height))
    row = y // tiles.height
    shift = tiles.width // 2 if is_shifted(scene, row) else 0
    inside = 0 <= y < height and shift <= x < shift + scene.position.topology.shape[1] * tiles.width
    place = place_of(scene, tiles, x, y)
    assert (place is not None) == inside
    if place is not None:
        assert place[0] == row
        assert shift + place[1] * tiles.width <= x < shift + (place[1] + 1) * tiles.width


def test_every_mark_has_its_own_look() -> None:
    few = Scene(Position([[-1, -2, -3, -4], [0, 1, 2, 3]], mines=3))
    assert lines(few) == ["· ⚑ ✹ ?", "  1 2 3"]
    assert [text(few, LARGE, y) for y in (2, 3)] == ["     1   2   3  ", "▀▀▀ ▀▀▀ ▀▀▀ ▀▀▀ "]
    hexagons = Scene(Position([[1, 1], [1, 1], [-1, -1]], mines=1, topology="hexagons"))
    assert lines(hexagons) == ["1 1", " 1 1", "· ·"]  # odd rows are shifted by half a cell
    assert [size_of(hexagons, tiles) for tiles in (SMALL, LARGE)] == [(5, 3), (10, 6)]
    numbers = [[0, 1, 2, 3], [4, 5, 6, 7], [8, -1, -2, -4], [-3, -1, -1, -1]]
    scene = Scene(Position(numbers, mines=1, topology="torus"))
    segments = [segment for y in range(4) for segment in screen_line(scene, SMALL, y, 0, 8)]
    assert len({(part.text, part.style and part.style.color) for part in segments}) == 13


def test_after_a_loss_wrong_flags_show_and_the_mines_only_when_asked_for() -> None:
    position = Position([[-3, -2, -2, -1, -1]], mines=3)
    mined = np.array([[True, True, False, True, False]])
    assert lines(Scene(position, minefield=mined, reveal="wrong flags")) == ["✹ ⚑ ✗ · ·"]
    assert lines(Scene(position, minefield=mined, reveal="mines")) == ["✹ ⚑ ✗ ● ·"]
    assert lines(Scene(position, minefield=mined, reveal="flags")) == ["✹ ⚑ ✗ ⚑ ·"]


def test_advice_shows_what_is_certain() -> None:
    position = Position([[-1, -1, 0, 1, -1, 1, 1, -2, -1]], mines=2)
    advice = Advice.from_analysis(analyse(position))
    assert lines(advice.over(position)) == ["✓ ✓   1 ● 1 1 ⚑ ✓"]
    assert str(advice) == "Certain: 3 safe, 2 mines."


def test_advice_without_certainty_is_the_best_guess() -> None:
    position = Position([[-1, 1, -1, -1, -1, -1, -1]], mines=2)
    advice = Advice.from_analysis(analyse(position))
    assert advice.best == (0, 3)
    assert str(advice) == "Nothing is safe. Best guess: row 0, column 3 (0-based): risk 25.0 %."
    assert lines(advice.over(position)) == ["· 1 · 2_· · ·"]
    assert lines(advice.over(position, every_risk=True)) == ["5_1 5_2_2_2_2_"]


def test_advice_of_earlier_and_where_nothing_is_hidden() -> None:
    nothing = Advice.from_analysis(analyse(Position([[0, 0]], mines=0)))
    assert (str(nothing), nothing.goal("all")) == ("Nothing is hidden.", None)
    advice = Advice.from_analysis(analyse(Position([[1, -1, -1, -1]], mines=1)))
    later = Position([[1, -1, 1, -1]], mines=1)
    assert lines(advice.over(later)) == ["1 ● 1 ✓"]  # cells are left alone that were opened since


def test_advice_to_begin_with() -> None:
    game = Game(Board.square(2, 3, 1))
    advice = Advice.to_begin(hint(game))
    assert lines(advice.over(game.position, view=0)) == ["✓ · ·", "· · ·"]
    assert advice.goal(0) == (0, 0)
    assert advice.text(0) == (
        "Nothing is open yet. A good cell to begin with is row 0, column 0. The first cell is always safe."
    )
    assert advice.after(0) == advice.length == 1
    assert advice.text(1) == (
        "Nothing else is known before a cell is open. The next hint is the first one again."
    )


@given(scenes())
def test_text_and_tiles_have_the_same_colours(scene: Scene) -> None:
    position = scene.position
    analysis = analyse(position)
    scene_with_risks = replace(
        scene,
        risks=analysis.mine_probability,
        best=None if analysis.safest is None else index(scene, analysis.safest),
    )
    text, layout = board_text(position, analysis), Layout(position.topology)
    lines = text.split("\n", allow_blank=True)
    console = Console()
    for row, column in cells(scene):
        x, y = place_of_gutter(layout, position.topology, (row, column))
        style = lines[y].get_style_at_offset(console, x)
        tile, *_ = screen_line(scene_with_risks, SMALL, row, place(scene, row, column), 2)
        assert tile.style is not None
        assert style.color == tile.style.color
        if (row + column) % 2:  # every other tile is darker
            assert style.bgcolor == tile.style.bgcolor


def cells(scene: Scene) -> Iterator[tuple[int, int]]:
    rows, columns = scene.position.topology.shape
    return product(range(rows), range(columns))


def index(scene: Scene, cell: Cell) -> int:
    return scene.position.topology.index(cell)


def place(scene: Scene, row: int, column: int) -> int:
    """Where a small tile begins."""
    return 2 * column + is_shifted(scene, row)


@pytest.mark.parametrize("tiles", SIZES)
def test_the_cursor_changes_the_look_of_its_cell_alone(tiles: Tiles) -> None:
    position = Position([[1, 2, -1]], mines=1)
    bare, under_cursor = (screen_line(Scene(position, cursor=at), tiles, 0, 0, 12) for at in (None, 1))
    assert [a == b for a, b in zip(bare, under_cursor, strict=True)].count(False) == 1


@given(st.integers(0, 99), st.integers(0, 99), st.integers(1, 40), st.integers(100, 200), st.integers(1, 4))
def test_a_view_that_follows(start: int, at: int, room: int, length: int, step: int) -> None:
    new = start_in_view(start, at, room, length, step)
    assert 0 <= new <= length - room
    assert start_in_view(start, at % room, room, room, step) == 0  # all there is, which does not move
    assert new <= at < new + room
    assert start_in_view(new, at, room, length, step) == new
    if room >= 4 * step:
        assert new % step == 0 or new == length - room
    if start + room // 4 <= at < start + room - room // 4 and start < length - room:
        assert new in (start, start - start % step)


def test_risks_stand_apart_from_numbers() -> None:
    position = Position([[-1, 1, -1, -1, -1, -1, -1]], mines=2)
    scene = Scene(position, analyse(position).mine_probability, every_risk=True)
    for tiles in (LARGE, MIDDLE):
        assert re.findall(r"\d+", text(scene, tiles, 0)) == ["50", "1", "50", *["25"] * 4]
    assert re.findall(r"\d_|\d ", text(scene, SMALL, 0)) == ["5_", "1 ", "5_", *["2_"] * 4]


@pytest.mark.parametrize("tiles", SIZES)
def test_octagons_are_wider_than_the_squares_between_them(tiles: Tiles) -> None:
    scene = Scene(Position([[-1] * 5] * 5, mines=1, topology="octagons"))
    for row in range(5):
        for column in range(5):
            cell = screen_line(scene, tiles, row * tiles.height, column * tiles.width, tiles.width)
            width_filled = sum(len(part.text) for part in cell if part.style is not GAP)
            assert width_filled == min(3, tiles.width) - (row + column) % 2


Answer = tuple[Position, Advice | SapperError]


def positions(count: int) -> list[Position]:
    return [Position([[1, -1, -1] + [-1] * more], mines=1) for more in range(count)]


@asynccontextmanager
async def running() -> AsyncIterator[tuple[Adviser[Advice], asyncio.Queue[Answer]]]:
    answers: asyncio.Queue[Answer] = asyncio.Queue()
    adviser = Adviser(advice_on, lambda position, answer: answers.put_nowait((position, answer)))
    task = asyncio.create_task(adviser.run())
    yield adviser, answers
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task


async def test_answers_one_question_after_the_other() -> None:
    async with running() as (adviser, answers):
        for position in positions(3):
            adviser.ask(position)
            subject, advice = await answers.get()
            assert subject is position
            assert isinstance(advice, Advice)
            assert advice.best == analyse(position).safest


class Slow:
    """An analysis that goes on until it is cancelled, but for the boards it is told to finish."""

    def __init__(self) -> None:
        self.calls: list[Position] = []
        self.stop = threading.Event()
        self.easy: Position | None = None

    def __call__(self, position: Position, *, time_limit: float, cancel: Cancel) -> Analysis:
        assert time_limit > 0
        self.calls.append(position)
        while position is not self.easy:
            if cancel.is_set:
                self.stop.set()
                raise CancelledError("cancelled")
        return analyse(position)


async def test_a_new_question_ends_the_work_on_the_old(monkeypatch: pytest.MonkeyPatch) -> None:
    slow = Slow()
    monkeypatch.setattr(advice_module, "analyse", slow)
    first, passed_over, last = positions(3)
    slow.easy = last
    async with running() as (adviser, answers):
        adviser.ask(first)
        while not slow.calls:
            await asyncio.sleep(0.001)
        adviser.ask(passed_over)
        adviser.ask(last)
        subject, _ = await answers.get()
        assert subject is last
        assert slow.calls == [first, last]
        assert answers.empty()


async def test_leaving_ends_the_work(monkeypatch: pytest.MonkeyPatch) -> None:
    slow = Slow()
    monkeypatch.setattr(advice_module, "analyse", slow)
    async with running() as (adviser, _):
        adviser.ask(positions(1)[0])
        while not slow.calls:
            await asyncio.sleep(0.001)
    assert await asyncio.to_thread(slow.stop.wait, 120)


async def test_the_guess_is_that_of_the_library_and_all_else_is_the_analysis() -> None:
    position = Position.from_text("1....\n.....\n.....", mines=4)
    async with running() as (adviser, answers):
        adviser.ask(position)
        _, advice = await answers.get()
    guess = hint(position).guess
    assert guess
    assert isinstance(advice, Advice)
    assert advice.best == guess.cell
    np.testing.assert_array_equal(advice.risks, analyse(position).mine_probability)


async def test_without_time_for_a_guess_there_are_the_risks(monkeypatch: pytest.MonkeyPatch) -> None:
    def hopeless(position: Position, **_: object) -> Any:
        raise BudgetError(f"{position.mines} mines are too many")

    monkeypatch.setattr(advice_module, "hint", hopeless)
    position = positions(1)[0]
    async with running() as (adviser, answers):
        adviser.ask(position)
        _, advice = await answers.get()
    assert isinstance(advice, Advice)
    assert advice.best == analyse(position).safest
    monkeypatch.setattr(advice_module, "analyse", hopeless)
    async with running() as (adviser, answers):
        adviser.ask(position)
        _, answer = await answers.get()
    assert str(answer) == "1 mines are too many"  # not even risks


def test_deductions_count_where_an_analysis_is_an_estimate() -> None:
    """An analysis that knows nothing stands for an estimate."""
    position = Position.from_text("01.\n12.\n...", mines=2)
    advice = Advice.from_analysis(analyse(Position.from_text("...\n...\n...", mines=1)), hint(position))
    assert advice.best in analyse(position).safe
    assert set(advice.safe) == set(analyse(position).safe)
    assert set(advice.to_flag(position)) == set(analyse(position).mines)
