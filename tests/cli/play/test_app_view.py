"""Boards larger than the screen, and screens that change."""

import re
from collections.abc import Sequence

import pytest
from support.driving import Screen, cells_in, screen, setup
from textual.geometry import Region

from sapper import Rules
from sapper.board.topology import TopologyName
from sapper.cli.play.hand_board import BoardView
from sapper.cli.play.hand_widgets import Panel
from sapper.draw.scene import Look, Scene


def cursor_is_in_view(shown: Screen) -> bool:
    board = shown.board
    row, column = board.cursor
    cell = Region(column * board.tiles.width, row * board.tiles.height, *board.tiles)
    return board.size.region.translate(board.scroll_offset).contains_region(cell)


async def test_the_view_follows_the_cursor_over_a_huge_board() -> None:
    async with screen(setup(1000, 1000, 150_000, Rules("opening"))) as shown:
        assert shown.board.cursor == (500, 500)
        assert cursor_is_in_view(shown)
        for key in ("home", "pageup", "end", "pagedown", "right", "down"):
            await shown.press(key)
            assert cursor_is_in_view(shown)
        shown.board.go(999, 999)
        await shown.press("space")
        assert shown.session.game.position[999, 999] == 0
        assert shown.lines[-1].rstrip() != ""
        await shown.press("h")
        await shown.until(lambda: "Hint 1 of" in shown.status)
        assert cursor_is_in_view(shown)


async def test_only_what_is_in_view_is_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: set[int] = set()
    looks = Scene.looks

    def watched(self: Scene, cells: Sequence[int]) -> list[Look]:
        drawn.update(cells)
        return looks(self, cells)

    monkeypatch.setattr(Scene, "looks", watched)
    async with screen(setup(1000, 1000, 150_000)) as shown:
        drawn.clear()
        await shown.press("space")
        width, height = shown.board.size
        assert len(drawn) <= (width // 2 + 1) * height


async def test_screens_of_any_size() -> None:
    async with screen(setup(16, 30, 99)) as shown:
        shown.board.go(15, 29)
        await shown.pilot.resize_terminal(40, 12)
        await shown.pilot.pause()
        assert shown.board.size.width < 60
        assert cursor_is_in_view(shown)
        await shown.pilot.resize_terminal(160, 50)
        await shown.until(lambda: shown.board.size == (120, 32))
        assert shown.app.query_one(Panel).size.height == 3
        await shown.pilot.resize_terminal(80, 20)
        await shown.pilot.pause()
        assert shown.app.query_one(Panel).size.height == 1  # where lines are few
        await shown.pilot.resize_terminal(60, 24)
        await shown.until(lambda: shown.board.size == (60, 16))
        assert not shown.board.show_vertical_scrollbar
        assert not shown.board.show_horizontal_scrollbar


async def test_rows_and_columns_have_numbers_on_request() -> None:
    async with screen(setup(16, 30, 99), size=(60, 24)) as shown:
        shown.board.go(11, 11)
        await shown.press("n")
        await shown.until(lambda: shown.board.virtual_size == (63, 17))
        top, *rows = (shown.board.render_line(y).text for y in range(shown.board.size.height))
        left = round(shown.board.scroll_x)
        assert cursor_is_in_view(shown)
        for column in range(2, 31, 2):  # two digits have room over every second column
            at = 3 + 2 * (column - 1) - left
            if 3 <= at < len(top) - 1:
                assert top[at : at + 2] == f"{column:<2}"
        first = round(shown.board.scroll_y)
        assert [row[:3] for row in rows[: 16 - first]] == [f"{row:>2} " for row in range(first + 1, 17)]
        await shown.pilot.click(BoardView, offset=(3 + 4, 1 + 2))
        assert shown.board.cursor == (first + 2, (left + 4) // 2)
        before = shown.board.cursor
        await shown.pilot.click(BoardView, offset=(1, 4))  # on a number
        assert shown.board.cursor == before
        await shown.press("n")
        await shown.until(lambda: shown.board.virtual_size == (60, 16))


@pytest.mark.parametrize("topology", ["square", "hexagons"])
async def test_hints_name_cells_by_the_numbers_at_the_edges(topology: TopologyName) -> None:
    async with screen(setup(9, 9, 10, Rules("opening"), topology, seed=4), size=(120, 60)) as shown:
        await shown.press("n", "space", "h")
        await shown.until(lambda: "Hint 1 of" in shown.status)
        marks = shown.session.game.position.marks
        hints = 0
        while "The next hint is the first one again" not in shown.status:
            named = re.findall(r"the (\d) at row (\d+), column (\d+)", shown.status, re.IGNORECASE)
            for number, row, column in named:
                assert marks[int(row) - 1, int(column) - 1] == int(number)
            claim = shown.status.rpartition(": ")[2]
            assert all(marks[cell] == -1 for cell in cells_in(claim))
            hints += bool(named) and bool(cells_in(claim))
            before = shown.status
            await shown.press("h")
            await shown.until(lambda before=before: shown.status != before)  # type: ignore[misc]
        assert hints


async def test_another_level_is_shown_from_its_middle() -> None:
    async with screen(setup(200, 200, 4000)) as shown:
        shown.board.go(199, 199)
        await shown.press("1")
        assert shown.board.cursor == (4, 4)
        assert shown.board.scroll_offset == (0, 0)
