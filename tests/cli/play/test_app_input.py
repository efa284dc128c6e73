"""Playing by keyboard and by mouse."""

import re
import threading
from dataclasses import replace
from typing import Any, cast

import numpy as np
import pytest
from support.cases import rest_long
from support.driving import LEFT, MIDDLE, RIGHT, Screen, screen, setup
from textual.widgets import Digits, Static

from sapper import Analysis, Board, Game, Minefield, Position, Rules, analyse, evaluate, hint, is_fair, rank
from sapper.board.board import LEVELS, Level
from sapper.board.marks import FLAG
from sapper.board.topology import TOPOLOGY_NAMES, TopologyName
from sapper.cli.play import advice as advice_module
from sapper.cli.play.hand_board import BoardView
from sapper.cli.play.hand_widgets import Face
from sapper.cli.play.tiles import LARGE, SMALL, size_of
from sapper.cli.play.tiles import MIDDLE as MEDIUM
from sapper.strategy.autoplaying import good_first_cell


async def test_a_whole_game_is_won() -> None:
    async with screen(setup(3, 4, 3)) as view:
        safe, mines = view.cells(mined=False), view.cells(mined=True)
        assert view.face == ":-)"
        for mine in mines:
            await view.walk(mine)
            await view.press("f")
        assert [digits.value for digits in view.app.query(Digits)] == ["000", "000"]
        for cell in safe:
            if view.session.game.position[cell] < 0:
                await view.walk(cell)
                await view.press("space")
        assert (view.session.game.status, view.face) == ("won", "B-)")
        assert view.status.startswith("Won: ")
        assert f"{view.session.clicks} clicks, seed 1, game 0." in view.status
        assert "".join(view.lines).count("⚑") == 3


async def test_a_loss_shows_the_mine_that_exploded_and_is_taken_back() -> None:
    async with screen(setup(4, 4, 4)) as view:
        safe, mines = view.cells(mined=False), view.cells(mined=True)
        fresh = view.session.game
        await view.press("u", "s")
        assert view.session.game is fresh
        assert "Undo" not in offers(view)
        assert {"Hint", "Move", "Go on", "Guess"} <= offers(view)
        await view.play(safe[:3], "space")
        before = view.session.game.position
        await view.play(mines[:1], "space")
        assert view.face == "X-("
        assert view.status.startswith("Lost: ")
        text = "".join(view.lines)
        assert (text.count("✹"), text.count("●")) == (1, 0)
        await view.press("s")
        assert "".join(view.lines).count("●") == 3
        assert {"Undo", "Mines"} <= offers(view)
        assert not {"Hint", "Move", "Go on", "Guess"} & offers(view)
        await view.press("u")
        assert view.session.game.position == before
        assert not set("✹●") & set("".join(view.lines))
        await view.play(safe, "space")
        assert view.session.game.status == "won"
        assert view.status.endswith("Not counted.")
        assert (view.session.record.won, view.session.record.lost) == (0, 1)
        await view.press("a")
        assert view.session.playing
        await view.play(mines[:1], "space")  # the same board, which does not count again
        assert (view.session.game.status, view.session.record.lost) == ("lost", 1)


def offers(view: Screen) -> set[str]:
    """The words of the foot line without their keys."""
    return {key.split(" ", 1)[1] for key in view.foot.strip().split("  ")}


async def test_a_chord_opens_around_a_number_when_its_flags_are_set() -> None:
    async with screen(setup(4, 4, 2)) as view:
        mines = view.cells(mined=True)
        topology = view.session.game.topology
        number = next(cell for cell in view.cells(mined=False) if set(mines) & set(topology.neighbours(cell)))
        await view.play([number], "space")
        await view.press("c")
        assert len(view.session.game.history) == 1
        await view.play([mine for mine in mines if mine in topology.neighbours(number)], "f")
        await view.play([number], "c")
        for near in topology.neighbours(number):
            assert view.session.game.position[near] >= 0 or near in mines


async def test_question_marks_come_after_flags_where_the_rules_have_them() -> None:
    async with screen(setup(3, 3, 1, Rules("any", question_marks=True))) as view:
        signs = []
        for _ in range(3):
            await view.press("f")
            signs.append({character for character in "".join(view.lines) if character in "⚑?"})
        assert signs == [{"⚑"}, {"?"}, set()]


async def test_hints_come_one_after_the_other_with_safe_cells_first() -> None:
    async with screen(setup(6, 6, 6, Rules("opening"))) as view:
        await view.play([(0, 0)], "space")
        analysis, advice = analyse(view.session.game.position), hint(view.session.game.position)
        assert analysis.safe
        assert analysis.mines
        texts = []
        for number, deduction in enumerate(advice.in_turn, start=1):
            await view.press("h")
            await view.until(lambda number=number: f"Hint {number} of" in view.status)  # type: ignore[misc]  # mypy cannot infer it
            texts.append(view.status)
            assert advice.explain(deduction) in view.status
            assert view.board.cursor == (*deduction.safe, *deduction.mines)[0]
            assert "".join(view.lines).count("✓") >= len(deduction.safe)
        assert view.board.cursor in analysis.mines
        assert len(set(texts)) == len(advice.in_turn)
        await view.press("h")
        assert view.status == f"{advice.conclusion} The next hint is the first one again."
        await view.press("h")
        assert view.status == texts[0]
        await view.press("H")
        text = "".join(view.lines)
        assert text.count("✓") == len(analysis.safe)
        assert text.count("●") == len(analysis.mines)
        assert view.status.startswith("Certain: ")
        assert view.board.cursor in analysis.safe
        await view.press("space")
        assert view.session.playing
        assert not set("✓●") & set("".join(view.lines))


async def test_one_move_is_the_first_cell_of_the_hint_that_shows() -> None:
    async with screen(setup(9, 9, 10, Rules("opening"), seed=3)) as view:
        await view.play([(4, 4)], "space")
        game = view.session.game
        second = hint(game.position).in_turn[1]
        await view.press("h")
        await view.until(lambda: "Hint 1 of" in view.status)
        await view.press("h", "M")
        assert [action.cell for action in game.history[1:]] == [second.safe[0]]
        first = hint(game.position).in_turn[0]
        await view.press("M")
        await view.until(lambda: len(game.history) > 2)
        assert game.history[-1] == (("open", first.safe[0]) if first.safe else ("flag", first.mines[0]))
        assert view.session.record.games == 0


async def test_a_hint_where_nothing_is_certain_is_the_best_guess_compared_with_others() -> None:
    async with screen(setup(2, 9, 6)) as view:
        await view.play(view.cells(mined=False)[:1], "space")
        position = view.session.game.position
        assert not analyse(position).safe
        advice, moves = hint(position), rank(position, most=3)
        guess = advice.guess
        assert guess
        for _ in range(len(advice.in_turn) + 1):
            await view.press("h")
            await view.until(lambda: "Thinking" not in view.status)
        assert advice.advice in view.status
        for move in moves:
            assert f": risk {100 * move.risk:.2f} %, progress " in view.status
        assert view.board.cursor == guess.cell
        assert f"{round(100 * guess.risk):02}" in "".join(view.lines)
        comparison = view.status.partition(advice.advice)[2]
        await view.press("b")
        assert f"Guessed. {advice.advice}{comparison}" in view.status
        assert view.session.game.history[-1].cell == guess.cell


def certain_cells(position: Position) -> tuple[set[tuple[int, int]], set[tuple[int, int]]]:
    """The safe cells and the mines of all deductions of the library's hint."""
    claims = {cell: mine for each in hint(position).deductions for cell, mine in each.claims.items()}
    safe = {cell for cell, mine in claims.items() if isinstance(cell, tuple) and not mine}
    mines = {cell for cell, mine in claims.items() if isinstance(cell, tuple) and mine}
    return cast("set[tuple[int, int]]", safe), cast("set[tuple[int, int]]", mines)


def move(game: Game) -> bool:
    """Opens and flags all that the library's hint says is certain. Returns whether there was anything."""
    before = game.position
    safe, mines = certain_cells(before)
    for cell in safe:
        if game.position[cell] == FLAG:
            game.flag(cell)
        if game.status == "playing":
            game.open(cell)
    for cell in mines:
        if game.status == "playing" and game.position[cell] != FLAG:
            game.flag(cell)
    return game.position != before


@pytest.mark.parametrize(("key", "seed"), rest_long([*map(pytest.param, "mgggg", (2, 0, 2, 1, 3))], 3))
async def test_a_move_does_all_that_is_certain_and_going_on_ends_at_a_guess(key: str, seed: int) -> None:
    async with screen(setup(9, 9, 12, Rules("opening"), seed=seed)) as view:
        await view.play([(4, 4)], "space")
        safe, mines = certain_cells(view.session.game.position)
        await view.play([*sorted(safe)[:1], *sorted(mines)[:1]], "f")
        game = view.session.game
        model = Game(game.board, game.rules, seed=game.seed, history=game.history)
        while model.status == "playing" and move(model) and key == "g":
            pass
        await view.press(key)
        if key == "m":
            assert safe
            await view.until(lambda: "Opened" in view.status)
            words = rf"Opened \d+ safe cells?, flagged {len(mines) - 1} mines?\. This game does not count\."
            assert re.fullmatch(words, view.status)
        else:
            await view.until(lambda: "guess" in view.status or not view.session.playing)
            guess = hint(model.position).guess if model.status == "playing" else None
            assert view.board.cursor == guess.cell if guess else view.status.endswith("Not counted.")
        assert (view.session.game.position, view.session.record.games) == (model.position, 0)


async def test_a_move_begins_a_fair_game_at_a_good_cell() -> None:
    async with screen(replace(setup(9, 9, 10, Rules("opening")), hardest="subset")) as view:
        await view.press("m")
        await view.until(lambda: view.session.under_way)
        game = view.session.game
        assert game.minefield is not None
        assert is_fair(Minefield(game.minefield, game.topology), game.history[0].cell, hardest="subset")
        await view.press("g")
        await view.until(lambda: not view.session.playing)
        assert game.status == "won"


async def test_a_game_still_counts_if_no_move_was_made(monkeypatch: pytest.MonkeyPatch) -> None:
    async with screen(setup(2, 9, 6)) as view:
        await view.play(view.cells(mined=False)[:1], "space")
        await view.press("m")
        await view.until(lambda: "guess" in view.status)
        assert len(view.session.game.history) == 1 or "flagged" in view.status
        assert view.session.counts
    monkeypatch.setattr("sapper.cli.play.hand_game._PATIENCE", 0.05)
    async with screen(replace(setup(16, 16, 130, Rules("opening")), hardest="counting")) as view:
        await view.press("b")
        assert view.status.startswith("Found no fair board within 0.05 seconds: try fewer mines")
        assert view.session.counts
        assert not view.session.under_way


def held_analysis(monkeypatch: pytest.MonkeyPatch) -> threading.Event:
    """Lets analyses end only after an event."""
    finish = threading.Event()

    def analyse_late(position: Position, **limits: Any) -> Analysis:
        assert finish.wait(20)
        return analyse(position, **limits)

    monkeypatch.setattr(advice_module, "analyse", analyse_late)
    return finish


async def test_an_action_ends_going_on(monkeypatch: pytest.MonkeyPatch) -> None:
    async with screen(setup(9, 9, 10, Rules("opening"))) as view:
        await view.play([(4, 4)], "space")
        safe, mines = certain_cells(view.session.game.position)
        assert safe
        finish = held_analysis(monkeypatch)
        await view.press("g")
        await view.play([min(mines)], "f")
        finish.set()
        await view.pilot.pause(0.2)
        assert [action.kind for action in view.session.game.history] == ["open", "flag"]


async def test_a_hint_before_the_first_click_is_a_good_cell_to_begin_with() -> None:
    async with screen(setup(9, 9, 10, Rules("opening"))) as view:
        await view.press("h")
        assert view.board.cursor == good_first_cell(Board.level("beginner"), "opening")
        assert "".join(view.lines).count("✓") == 1


async def test_probabilities_show_until_they_are_switched_off() -> None:
    async with screen(setup(9, 9, 10), size=(26, 20)) as view:
        await view.press("p")
        for cell in view.cells(mined=False)[:4]:
            await view.until(lambda: "ertain" in view.status or "guess" in view.status)
            risks = analyse(view.session.game.position).mine_probability
            assert view.board.tiles == SMALL
            for row, line in enumerate(view.lines):
                for column, risk in enumerate(risks[row]):
                    if not np.isnan(risk):
                        sign = {0.0: "✓ ", 1.0: "● "}.get(risk, f"{round(100 * risk) // 10}_")
                        assert line[2 * column : 2 * column + 2] == sign
            # The chance to win follows, in the head of the screen.
            game = view.session.game
            words = f"chance to win {100 * evaluate(game, rules=game.rules).win_probability:.0f} %"
            await view.until(lambda words=words: words in view.game)  # type: ignore[misc]  # mypy cannot infer it
            await view.play([cell], "space")
        await view.press("p")
        assert "chance" not in view.game
        assert not set("✓●") & set("".join(view.lines))
        assert view.status == ""


async def test_the_screen_lives_while_an_analysis_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    finish = held_analysis(monkeypatch)
    async with screen(setup(4, 4, 3)) as view:
        await view.press("p", "p")
        finish.set()
        await view.pilot.pause(0.2)
        assert view.status == ""  # it is no longer wanted
        finish.clear()
        await view.press("h")
        assert view.status == "Thinking..."
        await view.play(view.cells(mined=False)[:1], "space")
        assert view.session.under_way
        finish.set()
        await view.pilot.pause(0.2)
        assert view.status == ""  # the answer came too late: it was about the position before
        await view.press("h")
        await view.until(lambda: "ertain" in view.status or "guess" in view.status)


async def test_new_games_and_levels() -> None:
    async with screen(setup(4, 4, 3)) as view:
        await view.press("r")
        assert view.session.game.number == 1
        await view.press("f2")
        assert view.session.game.number == 2
        keys: dict[str, Level] = {"1": "beginner", "2": "intermediate", "3": "expert"}
        for key, level in keys.items():
            await view.press(key)
            assert view.session.game.board == LEVELS[level]
            assert view.app.query(Digits).first().value == f"{LEVELS[level].mines:03}"
            tiles = {"beginner": LARGE, "intermediate": MEDIUM, "expert": SMALL}[level]
            assert view.board.size == size_of(view.board.scene, tiles)
    async with screen(setup(4, 4, 3, topology="torus")) as view:
        await view.press("1")
        assert view.session.game.topology.kind == "torus"


async def test_the_cursor_stays_on_the_board_and_goes_around_a_torus() -> None:
    async with screen(setup(3, 4, 1)) as view:
        await view.press(*["up"] * 5, *["left"] * 5)
        assert view.board.cursor == (0, 0)
        await view.press("end", "pagedown")
        assert view.board.cursor == (2, 3)
        await view.press("home", "pageup")
        assert view.board.cursor == (0, 0)
    async with screen(setup(3, 4, 1, topology="torus")) as view:
        await view.walk((0, 0))
        await view.press("up", "left")
        assert view.board.cursor == (2, 3)


async def test_cells_are_large_where_there_is_room_and_as_the_player_wants() -> None:
    async with screen(setup(4, 4, 3)) as view:
        assert view.board.tiles == LARGE
        for smaller in (MEDIUM, SMALL):
            await view.press("z")
            assert view.board.tiles == smaller
        await view.press("z", "r")
        assert view.board.tiles == LARGE


async def test_help_lists_the_keys() -> None:
    async with screen(setup(4, 4, 3)) as view:
        await view.press("question_mark")
        page = view.app.screen.query_one(Static)
        assert page.region.width <= 80
        assert page.region.height < 24
        lines = "".join(page.render_line(y).text for y in range(page.size.height))
        for name in ("Ctrl-C", "move: ", "go on: ", "guess: "):
            assert name in lines
        await view.press("escape")
        assert view.app.focused is view.board


@pytest.mark.parametrize(("key", "code"), [("q", 0), ("ctrl+c", 130)])
async def test_leaving(key: str, code: int) -> None:
    async with screen(setup(4, 4, 3)) as view:
        await view.play(view.cells(mined=False)[:1], "space")
        await view.press(key)
    assert (view.app.return_code or 0) == code
    assert view.session.record.unfinished == 1


@pytest.mark.parametrize("topology", rest_long(sorted(TOPOLOGY_NAMES, key="hexagons".__ne__)))
async def test_a_whole_game_is_won_by_clicks(topology: TopologyName) -> None:
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
