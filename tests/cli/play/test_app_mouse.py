"""Playing by mouse."""

import pytest
from support.cases import rest_long
from support.driving import LEFT, MIDDLE, RIGHT, Screen, screen, setup

from sapper import Rules
from sapper.board.marks import FLAG
from sapper.board.topology import TOPOLOGY_NAMES, TopologyName
from sapper.cli.play.hand_board import BoardView
from sapper.cli.play.hand_widgets import Face


@pytest.mark.parametrize(
    "topology",
    rest_long(sorted(TOPOLOGY_NAMES, key="hexagons".__ne__)),
)
async def test_a_whole_game_is_won(topology: TopologyName) -> None:
    async with screen(setup(3, 3, 2, topology=topology)) as shown:
        shift = shown.board.tiles.width // 2 if topology == "hexagons" else 0
        if shift:
            await shown.pilot.click(BoardView, (0, shown.board.tiles.height))  # a gap is no cell
        await shown.click((1, 1), MIDDLE)  # opens nothing that is hidden
        assert not shown.session.under_way
        for row, column in shown.cells(mined=False):
            x, y = shown.offset((row, column))
            await shown.pilot.click(BoardView, (x + shift * (row % 2), y))
        assert shown.session.game.status == "won"


async def test_the_right_button_flags() -> None:
    async with screen(setup(4, 4, 3)) as shown:
        await shown.click((1, 2), RIGHT)
        assert shown.session.game.position[1, 2] == FLAG
        assert shown.board.cursor == (1, 2)
        await shown.click((1, 2))
        assert shown.session.game.position[1, 2] == FLAG
        await shown.click((1, 2), RIGHT)
        assert shown.session.game.flags == 0


@pytest.mark.parametrize("button", [LEFT, pytest.param(MIDDLE, marks=pytest.mark.long)])
async def test_a_click_on_a_number_chords(button: int) -> None:
    async with screen(setup(4, 4, 2)) as shown:
        mines = shown.cells(mined=True)
        topology = shown.session.game.topology
        number = next(cell for cell in shown.cells(mined=False) if mines[0] in topology.neighbours(cell))
        await shown.click(number)
        for mine in mines:
            if mine in topology.neighbours(number):
                await shown.click(mine, RIGHT)
        await shown.click(number, button)
        assert shown.session.game.history[-1].kind == "chord"


async def press(shown: Screen, cell: tuple[int, int]) -> None:
    await shown.pilot.mouse_down(BoardView, shown.offset(cell))
    await shown.pilot.pause()


async def test_the_face_watches_the_button_go_down() -> None:
    async with screen(setup(4, 4, 3)) as shown:
        safe = shown.cells(mined=False)[0]
        await press(shown, safe)
        assert shown.face == ":-o"
        assert not shown.session.under_way
        await shown.pilot.mouse_up(BoardView, shown.offset(safe))
        await shown.pilot.pause()
        assert shown.face == ":-)"
        assert shown.session.under_way


async def test_dragged_off_a_click_does_nothing() -> None:
    async with screen(setup(4, 4, 3)) as shown:
        await press(shown, (0, 0))
        await shown.pilot.mouse_up(BoardView, shown.offset((2, 2)))
        await press(shown, (0, 0))
        await shown.pilot.mouse_up("#status")
        await shown.pilot.pause()
        assert not shown.session.under_way
        assert shown.face == ":-)"


async def test_a_click_on_the_face_starts_a_new_game() -> None:
    async with screen(setup(4, 4, 3, Rules("safe"))) as shown:
        await shown.pilot.click(Face)
        assert shown.session.game.number == 1
