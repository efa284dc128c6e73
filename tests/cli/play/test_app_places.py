"""Where the board and the texts stand: no text moves the board, and no text is lost."""

from collections.abc import Sequence

import pytest
from support.cases import rest_long
from support.driving import Screen, screen, setup
from textual.geometry import Region
from textual.widgets import Static

from sapper import Rules
from sapper.board.board import LEVELS, Level
from sapper.cli.play.hand_widgets import Sentences
from sapper.cli.play.keys import BY_HAND, WATCHING, Key, foot_line

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
