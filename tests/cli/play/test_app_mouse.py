"""Playing by mouse."""

import pytest
from support.cases import rest_long
from support.driving import LEFT, MIDDLE, RIGHT, Screen, screen, setup

from sapper import Rules
from sapper.board.marks import FLAG
from sapper.board.topology import TOPOLOGY_NAMES, TopologyName
from sapper.cli.play.hand_board import BoardView
from sapper.cli.play.hand_widgets import Face


@pytest.mark.parametrize("topology", rest_long(sorted(TOPOLOGY_NAMES, key="hexagons".__ne__)))
async def test_a_whole_game_is_won(topology: TopologyName) -> None:
    async with screen(setup(3, 3, 2, topology=topology)) as view:
        shift = view.board.tiles.width // 2 if topology == "hexagons" else 0
        if shift:
            await view.pilot.click(BoardView, (0, view.board.tiles.height))  # a gap is no cell
        await view.click((1, 1), MIDDLE)  # opens nothing that is hidden
        assert not view.session.under_way
        for row, column in view.cells(mined=False):
            x, y = view.offset((row, column))
            await view.pilot.click(BoardView, (x + shift * (row % 2), y))
        assert view.session.game.status == "won"


async def test_the_right_button_flags() -> None:
    async with screen(setup(4, 4, 3)) as view:
        await view.click((1, 2), RIGHT)
        assert (view.session.game.position[1, 2], view.board.cursor) == (FLAG, (1, 2))
        await view.click((1, 2))
        assert view.session.game.position[1, 2] == FLAG
        await view.click((1, 2), RIGHT)
        assert view.session.game.flags == 0


@pytest.mark.parametrize("button", [LEFT, pytest.param(MIDDLE, marks=pytest.mark.long)])
async def test_a_click_on_a_number_chords(button: int) -> None:
    async with screen(setup(4, 4, 2)) as view:
        mines = view.cells(mined=True)
        topology = view.session.game.topology
        number = next(cell for cell in view.cells(mined=False) if mines[0] in topology.neighbours(cell))
        await view.click(number)
        for mine in mines:
            if mine in topology.neighbours(number):
                await view.click(mine, RIGHT)
        await view.click(number, button)
        assert view.session.game.history[-1].kind == "chord"


async def press(view: Screen, cell: tuple[int, int]) -> None:
    await view.pilot.mouse_down(BoardView, view.offset(cell))
    await view.pilot.pause()


async def test_the_face_watches_the_button_go_down() -> None:
    async with screen(setup(4, 4, 3)) as view:
        safe = view.cells(mined=False)[0]
        await press(view, safe)
        assert view.face == ":-o"
        assert not view.session.under_way
        await view.pilot.mouse_up(BoardView, view.offset(safe))
        await view.pilot.pause()
        assert view.face == ":-)"
        assert view.session.under_way


async def test_dragged_off_a_click_does_nothing() -> None:
    async with screen(setup(4, 4, 3)) as view:
        await press(view, (0, 0))
        await view.pilot.mouse_up(BoardView, view.offset((2, 2)))
        await press(view, (0, 0))
        await view.pilot.mouse_up("#status")
        await view.pilot.pause()
        assert not view.session.under_way
        assert view.face == ":-)"


async def test_a_click_on_the_face_starts_a_new_game() -> None:
    async with screen(setup(4, 4, 3, Rules("safe"))) as view:
        await view.pilot.click(Face)
        assert view.session.game.number == 1
