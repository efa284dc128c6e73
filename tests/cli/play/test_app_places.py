"""Where the board and the texts stand, and what is in view of boards larger than the screen."""

import re
from collections.abc import Sequence

import pytest
from support.cases import rest_long
from support.driving import Screen, cells_in, screen, setup
from textual.geometry import Region
from textual.widgets import Static

from sapper import Rules
from sapper.board.board import LEVELS, Level
from sapper.board.topology import TopologyName
from sapper.cli.play.hand_board import BoardView
from sapper.cli.play.hand_widgets import Panel, Sentences
from sapper.cli.play.keys import BY_HAND, WATCHING, Key, foot_line
from sapper.draw.scene import Look, Scene

LONG = " ".join(f"word{number}" for number in range(300))


async def settle(shown: Screen) -> Region:
    await shown.pilot.pause()
    await shown.pilot.pause()
    return shown.board.region


@pytest.mark.parametrize("size", rest_long([(80, 24), (24, 8), (200, 60)], 2))
async def test_no_text_and_no_loss_moves_the_board(size: tuple[int, int]) -> None:
    async with screen(setup(9, 9, 10, Rules("opening"), seed=4), size=size) as shown:
        before = await settle(shown)
        for text in ("", LONG):
            shown.app._say(text)
            assert await settle(shown) == before
        for key in ("space", "h", "H", "m", "p", "b", "j", "k"):
            await shown.press(key)
            await shown.until(lambda: shown.status != "Thinking...")
            assert await settle(shown) == before, key
        await shown.press("question_mark", "escape")
        assert await settle(shown) == before
        await shown.press("r", "space")
        await shown.play(shown.cells(mined=True)[:1], "space")
        shown.app._say("\n".join(["Lost."] * 7))
        assert await settle(shown) == before


@pytest.mark.parametrize(
    ("name", "size", "lines"), [("expert", (120, 40), 7), ("intermediate", (80, 24), 12)]
)
async def test_the_whole_board_is_seen_with_a_long_text(
    name: Level, size: tuple[int, int], lines: int
) -> None:
    rows, columns = LEVELS[name].topology.shape
    async with screen(setup(rows, columns, LEVELS[name].mines), size=size) as shown:
        shown.app._say("\n".join(f"line {number}" for number in range(lines)))
        await settle(shown)
        assert shown.board.size == shown.board.virtual_size
        assert shown.board.virtual_size.width == columns * shown.board.tiles.width
        seen = set(text_in_view(shown))
        while more(shown):
            await shown.press("j")
            await settle(shown)
            seen |= set(text_in_view(shown))
        assert {f"line {number}" for number in range(lines)} <= seen


def more(shown: Screen) -> bool:
    line = shown.app.query_one("#more", Static)
    return bool(line.display) and "below" in str(line.render())


def text_in_view(shown: Screen) -> list[str]:
    """The lines of text that the place of the sentences shows."""
    place = shown.app.query_one(Sentences).region
    return [
        "".join(segment.text for segment in line)[place.x : place.right].strip()
        for line in shown.app.screen._compositor.render_strips()[place.y : place.bottom]
    ]


async def test_a_long_text_says_that_there_is_more_and_where() -> None:
    async with screen(setup(16, 30, 99), size=(80, 24)) as shown:
        line = shown.app.query_one("#more", Static)
        assert not line.display
        shown.app._say("\n".join(map(str, range(20))))
        await settle(shown)
        assert line.display
        assert str(line.render()) == "j: 17 more below"
        await shown.press("j")
        await settle(shown)
        assert str(line.render()) == "j: 15 more below, k: 2 above"
        await shown.press(*"jjjjjjjjjj")
        await settle(shown)
        assert str(line.render()) == "k: 17 above"
        shown.app._say("short")
        await settle(shown)
        assert not line.display
        assert text_in_view(shown)[0] == "short"


@pytest.mark.parametrize(
    "keys",
    [
        [key for key in BY_HAND if key.when in ("always", "playing")],
        [key for key in BY_HAND if key.when in ("always", "over", "lost")],
        WATCHING,
    ],
    ids=["by hand", "after a loss", "watching"],
)
def test_the_foot_line_fits_and_drops_quit_and_help_last(keys: Sequence[Key]) -> None:
    before = {key.foot for key in keys if key.foot}
    last = [key.foot for key in sorted(keys, key=lambda key: key.rank) if key.foot]
    for width in range(200, -1, -1):
        shown = [key.foot for key in foot_line(keys, width)]
        assert len("  ".join(shown)) <= width
        assert set(shown) <= before  # what has gone does not come back
        assert set(shown) == set(last[: len(shown)])
        before = set(shown)
    assert "quit" in last[0].lower()


@pytest.mark.parametrize("width", [120, 40, 10])
async def test_the_foot_is_one_line_with_quit(width: int) -> None:
    async with screen(setup(9, 9, 10), size=(width, 24)) as shown:
        await settle(shown)
        assert len(shown.foot) <= width
        assert "q Quit" in shown.foot
        assert ("? Help" in shown.foot) == (width >= 20)


async def test_a_click_on_the_foot_does_what_the_key_does() -> None:
    async with screen(setup(9, 9, 10, Rules("opening"))) as shown:
        at = shown.foot.index("space Open")
        await shown.pilot.click("Foot", offset=(at + 7, 0))
        assert shown.session.under_way
        await shown.pilot.click("Foot", offset=(shown.foot.index("? Help") + 1, 0))
        await shown.pilot.pause()
        assert len(shown.app.screen_stack) == 2


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
