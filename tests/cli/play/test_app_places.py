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


async def settle(view: Screen) -> Region:
    await view.pilot.pause()
    await view.pilot.pause()
    return view.board.region


@pytest.mark.parametrize("size", rest_long([(24, 8), (80, 24), (200, 60)]))
async def test_no_text_and_no_loss_moves_the_board(size: tuple[int, int]) -> None:
    async with screen(setup(9, 9, 10, Rules("opening"), seed=4), size=size) as view:
        before = await settle(view)
        for text in ("", LONG):
            view.app._say(text)
            assert await settle(view) == before
        for key in ("space", "h", "H", "m", "p", "b", "j", "k"):
            await view.press(key)
            await view.until(lambda: view.status != "Thinking...")
            assert await settle(view) == before, key
        await view.press("question_mark", "escape")
        assert await settle(view) == before
        await view.press("r", "space")
        await view.play(view.cells(mined=True)[:1], "space")
        view.app._say("\n".join(["Lost."] * 7))
        assert await settle(view) == before


@pytest.mark.parametrize(("name", "size"), [("expert", (120, 40)), ("intermediate", (80, 24))])
async def test_the_whole_board_shows_with_a_long_text(name: Level, size: tuple[int, int]) -> None:
    lines = 7 if name == "expert" else 12
    rows, columns = LEVELS[name].topology.shape
    async with screen(setup(rows, columns, LEVELS[name].mines), size=size) as view:
        view.app._say("\n".join(f"line {number}" for number in range(lines)))
        await settle(view)
        assert view.board.size == view.board.virtual_size
        assert view.board.virtual_size.width == columns * view.board.tiles.width
        lines_seen = set(text_in_view(view))
        while more(view):
            await view.press("j")
            await settle(view)
            lines_seen |= set(text_in_view(view))
        assert {f"line {number}" for number in range(lines)} <= lines_seen


def more(view: Screen) -> bool:
    line = view.app.query_one("#more", Static)
    return bool(line.display) and "below" in str(line.render())


def text_in_view(view: Screen) -> list[str]:
    """The lines of text that the place of the sentences shows."""
    place = view.app.query_one(Sentences).region
    return [
        "".join(segment.text for segment in line)[place.x : place.right].strip()
        for line in view.app.screen._compositor.render_strips()[place.y : place.bottom]
    ]


async def test_a_long_text_says_that_there_is_more_and_where() -> None:
    async with screen(setup(16, 30, 99), size=(80, 24)) as view:
        line = view.app.query_one("#more", Static)
        assert not line.display
        view.app._say("\n".join(map(str, range(20))))
        await settle(view)
        assert line.display
        assert str(line.render()) == "j: 17 more below"
        await view.press("j")
        await settle(view)
        assert str(line.render()) == "j: 15 more below, k: 2 above"
        await view.press(*"jjjjjjjjjj")
        await settle(view)
        assert str(line.render()) == "k: 17 above"
        view.app._say("short")
        await settle(view)
        assert not line.display
        assert text_in_view(view)[0] == "short"


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
        view = [key.foot for key in foot_line(keys, width)]
        assert len("  ".join(view)) <= width
        assert set(view) <= before  # what has gone does not come back
        assert set(view) == set(last[: len(view)])
        before = set(view)
    assert "quit" in last[0].lower()


async def test_a_click_on_the_foot_does_what_the_key_does() -> None:
    async with screen(setup(9, 9, 10, Rules("opening"))) as view:
        await view.pilot.click("Foot", offset=(view.foot.index("space Open") + 7, 0))
        assert view.session.under_way
        await view.pilot.click("Foot", offset=(view.foot.index("? Help") + 1, 0))
        await view.pilot.pause()
        assert len(view.app.screen_stack) == 2


def cursor_is_in_view(view: Screen) -> bool:
    board = view.board
    row, column = board.cursor
    cell = Region(column * board.tiles.width, row * board.tiles.height, *board.tiles)
    return board.size.region.translate(board.scroll_offset).contains_region(cell)


async def test_the_view_follows_the_cursor_over_a_huge_board() -> None:
    async with screen(setup(1000, 1000, 150_000, Rules("opening"))) as view:
        assert view.board.cursor == (500, 500)
        assert cursor_is_in_view(view)
        for key in ("home", "pageup", "end", "pagedown", "right", "down"):
            await view.press(key)
            assert cursor_is_in_view(view)
        view.board.go(999, 999)
        await view.press("space")
        assert view.session.game.position[999, 999] == 0
        assert view.lines[-1].rstrip() != ""
        await view.press("h")
        await view.until(lambda: "Hint 1 of" in view.status)
        assert cursor_is_in_view(view)


async def test_only_what_is_in_view_is_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    cells_drawn: set[int] = set()
    looks = Scene.looks

    def looks_of(self: Scene, cells: Sequence[int]) -> list[Look]:
        cells_drawn.update(cells)
        return looks(self, cells)

    monkeypatch.setattr(Scene, "looks", looks_of)
    async with screen(setup(1000, 1000, 150_000)) as view:
        cells_drawn.clear()
        await view.press("space")
        width, height = view.board.size
        assert len(cells_drawn) <= (width // 2 + 1) * height


async def test_screens_of_any_size() -> None:
    async with screen(setup(16, 30, 99)) as view:
        view.board.go(15, 29)
        await view.pilot.resize_terminal(40, 12)
        await view.pilot.pause()
        assert view.board.size.width < 60
        assert cursor_is_in_view(view)
        await view.pilot.resize_terminal(160, 50)
        await view.until(lambda: view.board.size == (120, 32))
        assert view.app.query_one(Panel).size.height == 3
        await view.pilot.resize_terminal(80, 20)
        await view.pilot.pause()
        assert view.app.query_one(Panel).size.height == 1  # where lines are few
        await view.pilot.resize_terminal(60, 24)
        await view.until(lambda: view.board.size == (60, 16))
        assert not view.board.show_vertical_scrollbar
        assert not view.board.show_horizontal_scrollbar


async def test_rows_and_columns_have_numbers_on_request() -> None:
    async with screen(setup(16, 30, 99), size=(60, 24)) as view:
        view.board.go(11, 11)
        await view.press("n")
        await view.until(lambda: view.board.virtual_size == (63, 17))
        top, *rows = (view.board.render_line(y).text for y in range(view.board.size.height))
        first_column = round(view.board.scroll_x)
        assert cursor_is_in_view(view)
        for column in range(2, 31, 2):  # two digits have room over every second column
            at = 3 + 2 * (column - 1) - first_column
            if 3 <= at < len(top) - 1:
                assert top[at : at + 2] == f"{column:<2}"
        first = round(view.board.scroll_y)
        assert [row[:3] for row in rows[: 16 - first]] == [f"{row:>2} " for row in range(first + 1, 17)]
        await view.pilot.click(BoardView, offset=(3 + 4, 1 + 2))
        assert view.board.cursor == (first + 2, (first_column + 4) // 2)
        before = view.board.cursor
        await view.pilot.click(BoardView, offset=(1, 4))  # on a number
        assert view.board.cursor == before
        await view.press("n")
        await view.until(lambda: view.board.virtual_size == (60, 16))


@pytest.mark.parametrize("topology", rest_long(["hexagons", "square"]))
async def test_hints_name_cells_by_the_numbers_at_the_edges(topology: TopologyName) -> None:
    async with screen(setup(9, 9, 10, Rules("opening"), topology, seed=4), size=(120, 60)) as view:
        await view.press("n", "space", "h")
        await view.until(lambda: "Hint 1 of" in view.status)
        marks = view.session.game.position.marks
        hints = 0
        while "The next hint is the first one again" not in view.status:
            places_named = re.findall(r"the (\d) at row (\d+), column (\d+)", view.status, re.IGNORECASE)
            for number, row, column in places_named:
                assert marks[int(row) - 1, int(column) - 1] == int(number)
            claim = view.status.rpartition(": ")[2]
            assert all(marks[cell] == -1 for cell in cells_in(claim))
            hints += bool(places_named) and bool(cells_in(claim))
            before = view.status
            await view.press("h")
            await view.until(lambda before=before: view.status != before)  # type: ignore[misc]  # mypy cannot infer it
        assert hints


async def test_another_level_is_shown_from_its_middle() -> None:
    async with screen(setup(200, 200, 4000)) as view:
        view.board.go(199, 199)
        await view.press("1")
        assert (view.board.cursor, view.board.scroll_offset) == ((4, 4), (0, 0))
