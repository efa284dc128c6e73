"""Playing by keyboard."""

import re
import threading
from dataclasses import replace
from typing import Any, cast

import numpy as np
import pytest
from support.cases import rest_long
from support.driving import Screen, screen, setup
from textual.widgets import Digits, Static

from sapper import (
    LEVELS,
    Analysis,
    Board,
    Game,
    Minefield,
    Position,
    Rules,
    analyse,
    evaluate,
    hint,
    is_fair,
    rank,
)
from sapper.board.board import Level
from sapper.board.marks import FLAG
from sapper.cli.play import advice as advice_module
from sapper.cli.play.tiles import LARGE, MIDDLE, SMALL, size_of
from sapper.strategy.autoplaying import good_first_cell


async def test_a_whole_game_is_won() -> None:
    async with screen(setup(3, 4, 3)) as shown:
        safe, mines = shown.cells(mined=False), shown.cells(mined=True)
        assert shown.face == ":-)"
        for mine in mines:
            await shown.walk(mine)
            await shown.press("f")
        assert [digits.value for digits in shown.app.query(Digits)] == ["000", "000"]
        for cell in safe:
            if shown.session.game.position[cell] < 0:
                await shown.walk(cell)
                await shown.press("space")
        assert shown.session.game.status == "won"
        assert shown.face == "B-)"
        assert shown.status.startswith("Won: ")
        assert f"{shown.session.clicks} clicks, seed 1, game 0." in shown.status
        assert "".join(shown.lines).count("⚑") == 3


async def test_a_loss_shows_the_mine_that_exploded_and_is_taken_back() -> None:
    async with screen(setup(4, 4, 4)) as shown:
        safe, mines = shown.cells(mined=False), shown.cells(mined=True)
        fresh = shown.session.game
        await shown.press("u", "s")
        assert shown.session.game is fresh
        assert "Undo" not in offers(shown)
        assert {"Hint", "Move", "Go on", "Guess"} <= offers(shown)
        await shown.play(safe[:3], "space")
        before = shown.session.game.position
        await shown.play(mines[:1], "space")
        assert shown.face == "X-("
        assert shown.status.startswith("Lost: ")
        text = "".join(shown.lines)
        assert (text.count("✹"), text.count("●")) == (1, 0)
        await shown.press("s")
        assert "".join(shown.lines).count("●") == 3
        assert {"Undo", "Mines"} <= offers(shown)
        assert not {"Hint", "Move", "Go on", "Guess"} & offers(shown)
        await shown.press("u")
        assert shown.session.game.position == before
        assert not set("✹●") & set("".join(shown.lines))
        await shown.play(safe, "space")
        assert shown.session.game.status == "won"
        assert shown.status.endswith("Not counted.")
        assert (shown.session.record.won, shown.session.record.lost) == (0, 1)
        await shown.press("a")
        assert shown.session.playing
        await shown.play(mines[:1], "space")  # the same board, which does not count again
        assert (shown.session.game.status, shown.session.record.lost) == ("lost", 1)


def offers(shown: Screen) -> set[str]:
    """The words of the foot line without their keys."""
    return {key.split(" ", 1)[1] for key in shown.foot.strip().split("  ")}


async def test_a_chord_opens_around_a_number_when_its_flags_are_set() -> None:
    async with screen(setup(4, 4, 2)) as shown:
        mines = shown.cells(mined=True)
        topology = shown.session.game.topology
        number = next(
            cell
            for cell in shown.cells(mined=False)
            if any(mine in topology.neighbours(cell) for mine in mines)
        )
        await shown.play([number], "space")
        await shown.press("c")
        assert len(shown.session.game.history) == 1
        await shown.play([mine for mine in mines if mine in topology.neighbours(number)], "f")
        await shown.play([number], "c")
        for near in topology.neighbours(number):
            assert shown.session.game.position[near] >= 0 or near in mines


async def test_question_marks_come_after_flags_where_the_rules_have_them() -> None:
    async with screen(setup(3, 3, 1, Rules("any", question_marks=True))) as shown:
        seen = []
        for _ in range(3):
            await shown.press("f")
            seen.append({character for character in "".join(shown.lines) if character in "⚑?"})
        assert seen == [{"⚑"}, {"?"}, set()]


async def test_hints_come_one_after_the_other_with_safe_cells_first() -> None:
    async with screen(setup(6, 6, 6, Rules("opening"))) as shown:
        await shown.play([(0, 0)], "space")
        known, found = analyse(shown.session.game.position), hint(shown.session.game.position)
        assert known.safe
        assert known.mines
        said = []
        for number, deduction in enumerate(found.in_turn, start=1):
            await shown.press("h")
            await shown.until(lambda number=number: f"Hint {number} of" in shown.status)  # type: ignore[misc]
            said.append(shown.status)
            assert found.explain(deduction) in shown.status
            assert shown.board.cursor == (*deduction.safe, *deduction.mines)[0]
            assert "".join(shown.lines).count("✓") >= len(deduction.safe)
        assert shown.board.cursor in known.mines
        assert len(set(said)) == len(found.in_turn)
        await shown.press("h")
        assert shown.status == f"{found.conclusion} The next hint is the first one again."
        await shown.press("h")
        assert shown.status == said[0]
        await shown.press("H")
        text = "".join(shown.lines)
        assert text.count("✓") == len(known.safe)
        assert text.count("●") == len(known.mines)
        assert shown.status.startswith("Certain: ")
        assert shown.board.cursor in known.safe
        await shown.press("space")
        assert shown.session.playing
        assert not set("✓●") & set("".join(shown.lines))


@pytest.mark.long
async def test_one_move_is_the_first_cell_of_the_hint_that_shows() -> None:
    async with screen(setup(9, 9, 10, Rules("opening"), seed=3)) as shown:
        await shown.play([(4, 4)], "space")
        game = shown.session.game
        turns = hint(game.position).in_turn
        await shown.press("h")
        await shown.until(lambda: "Hint 1 of" in shown.status)
        await shown.press("h", "M")
        assert [action.cell for action in game.history[1:]] == [turns[1].safe[0]]
        while hint(game.position).in_turn:
            done = len(game.history)
            first = hint(game.position).in_turn[0]
            await shown.press("M")
            await shown.until(lambda done=done: len(game.history) > done)  # type: ignore[misc]
            assert game.history[-1].cell in (*first.safe, *first.mines)
            assert game.history[-1].kind == ("open" if first.safe else "flag")
            if not shown.session.playing:
                break
        assert shown.session.record.games == 0


async def test_a_hint_where_nothing_is_certain_is_the_best_guess_compared_with_others() -> None:
    async with screen(setup(2, 9, 6)) as shown:
        await shown.play(shown.cells(mined=False)[:1], "space")
        position = shown.session.game.position
        assert not analyse(position).safe
        found, ranked = hint(position), rank(position, most=3)
        guess = found.guess
        assert guess
        for _ in range(len(found.in_turn) + 1):
            await shown.press("h")
            await shown.until(lambda: "Thinking" not in shown.status)
        assert found.advice in shown.status
        for move in ranked:
            assert f": risk {100 * move.risk:.2f} %, progress " in shown.status
        assert shown.board.cursor == guess.cell
        assert f"{round(100 * guess.risk):02}" in "".join(shown.lines)
        told = shown.status.partition(found.advice)[2]
        await shown.press("b")
        assert f"Guessed. {found.advice}{told}" in shown.status
        assert shown.session.game.history[-1].cell == guess.cell


def certain_cells(position: Position) -> tuple[set[tuple[int, int]], set[tuple[int, int]]]:
    """The safe cells and the mines of all deductions of the library's hint."""
    claims = {
        cell: mine for deduction in hint(position).deductions for cell, mine in deduction.claims.items()
    }
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
    async with screen(setup(9, 9, 12, Rules("opening"), seed=seed)) as shown:
        await shown.play([(4, 4)], "space")
        safe, mines = certain_cells(shown.session.game.position)
        await shown.play([*sorted(safe)[:1], *sorted(mines)[:1]], "f")
        game = shown.session.game
        model = Game(game.board, game.rules, seed=game.seed, history=game.history)
        while model.status == "playing" and move(model) and key == "g":
            pass
        await shown.press(key)
        if key == "m":
            assert safe
            await shown.until(lambda: "Opened" in shown.status)
            done = rf"Opened \d+ safe cells?, flagged {len(mines) - 1} mines?\. This game does not count\."
            assert re.fullmatch(done, shown.status)
        else:
            await shown.until(lambda: "guess" in shown.status or not shown.session.playing)
            guess = hint(model.position).guess if model.status == "playing" else None
            assert shown.board.cursor == guess.cell if guess else shown.status.endswith("Not counted.")
        assert shown.session.game.position == model.position
        assert shown.session.record.games == 0


async def test_a_move_begins_a_fair_game_at_a_good_cell() -> None:
    async with screen(replace(setup(9, 9, 10, Rules("opening")), hardest="subset")) as shown:
        await shown.press("m")
        await shown.until(lambda: shown.session.under_way)
        game = shown.session.game
        assert game.minefield is not None
        assert is_fair(Minefield(game.minefield, game.topology), game.history[0].cell, hardest="subset")
        await shown.press("g")
        await shown.until(lambda: not shown.session.playing)
        assert game.status == "won"


async def test_a_game_still_counts_if_no_move_was_made(monkeypatch: pytest.MonkeyPatch) -> None:
    async with screen(setup(2, 9, 6)) as shown:
        await shown.play(shown.cells(mined=False)[:1], "space")
        await shown.press("m")
        await shown.until(lambda: "guess" in shown.status)
        assert len(shown.session.game.history) == 1 or "flagged" in shown.status
        assert shown.session.counts
    monkeypatch.setattr("sapper.cli.play.hand_game._PATIENCE", 0.05)
    async with screen(replace(setup(16, 16, 130, Rules("opening")), hardest="counting")) as shown:
        await shown.press("b")
        assert shown.status.startswith("Found no fair board within 0.05 seconds: try fewer mines")
        assert shown.session.counts


def held_analysis(monkeypatch: pytest.MonkeyPatch) -> threading.Event:
    """Lets analyses end only after an event."""
    finish = threading.Event()

    def held(position: Position, **limits: Any) -> Analysis:
        assert finish.wait(20)
        return analyse(position, **limits)

    monkeypatch.setattr(advice_module, "analyse", held)
    return finish


async def test_an_action_ends_going_on(monkeypatch: pytest.MonkeyPatch) -> None:
    async with screen(setup(9, 9, 10, Rules("opening"))) as shown:
        await shown.play([(4, 4)], "space")
        safe, mines = certain_cells(shown.session.game.position)
        assert safe
        finish = held_analysis(monkeypatch)
        await shown.press("g")
        await shown.play([min(mines)], "f")
        finish.set()
        await shown.pilot.pause(0.2)
        assert [action.kind for action in shown.session.game.history] == ["open", "flag"]


async def test_a_hint_before_the_first_click_is_a_good_cell_to_begin_with() -> None:
    async with screen(setup(9, 9, 10, Rules("opening"))) as shown:
        await shown.press("h")
        assert shown.board.cursor == good_first_cell(Board.level("beginner"), "opening")
        assert "".join(shown.lines).count("✓") == 1


async def test_probabilities_show_until_they_are_switched_off() -> None:
    async with screen(setup(9, 9, 10), size=(26, 20)) as shown:
        await shown.press("p")
        for cell in shown.cells(mined=False)[:4]:
            await shown.until(lambda: "ertain" in shown.status or "guess" in shown.status)
            known = analyse(shown.session.game.position).mine_probability
            assert shown.board.tiles == SMALL
            for row, line in enumerate(shown.lines):
                for column, risk in enumerate(known[row]):
                    if not np.isnan(risk):
                        told = {0.0: "✓ ", 1.0: "● "}.get(risk, f"{round(100 * risk) // 10}_")
                        assert line[2 * column : 2 * column + 2] == told
            # The chance to win follows, in the head of the screen.
            game = shown.session.game
            chance = evaluate(game, rules=game.rules).win_probability
            said = f"chance to win {100 * chance:.0f} %"
            await shown.until(lambda said=said: said in shown.game)  # type: ignore[misc]  # mypy cannot infer it
            await shown.play([cell], "space")
        await shown.press("p")
        assert "chance" not in shown.game
        assert not set("✓●") & set("".join(shown.lines))
        assert shown.status == ""


async def test_the_screen_lives_while_an_analysis_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    finish = held_analysis(monkeypatch)
    async with screen(setup(4, 4, 3)) as shown:
        await shown.press("p", "p")
        finish.set()
        await shown.pilot.pause(0.2)
        assert shown.status == ""  # it is no longer wanted
        finish.clear()
        await shown.press("h")
        assert shown.status == "Thinking..."
        await shown.play(shown.cells(mined=False)[:1], "space")
        assert shown.session.under_way
        finish.set()
        await shown.pilot.pause(0.2)
        assert shown.status == ""  # the answer came too late: it was about the position before
        await shown.press("h")
        await shown.until(lambda: "ertain" in shown.status or "guess" in shown.status)


async def test_new_games_and_levels() -> None:
    async with screen(setup(4, 4, 3)) as shown:
        await shown.press("r")
        assert shown.session.game.number == 1
        await shown.press("f2")
        assert shown.session.game.number == 2
        keys: dict[str, Level] = {"1": "beginner", "2": "intermediate", "3": "expert"}
        for key, level in keys.items():
            await shown.press(key)
            assert shown.session.game.board == LEVELS[level]
            assert shown.app.query(Digits).first().value == f"{LEVELS[level].mines:03}"
            tiles = {"beginner": LARGE, "intermediate": MIDDLE, "expert": SMALL}[level]
            assert shown.board.size == size_of(shown.board.scene, tiles)
    async with screen(setup(4, 4, 3, topology="torus")) as shown:
        await shown.press("1")
        assert shown.session.game.topology.kind == "torus"


async def test_the_cursor_stays_on_the_board_and_goes_around_a_torus() -> None:
    async with screen(setup(3, 4, 1)) as shown:
        await shown.press(*["up"] * 5, *["left"] * 5)
        assert shown.board.cursor == (0, 0)
        await shown.press("end", "pagedown")
        assert shown.board.cursor == (2, 3)
        await shown.press("home", "pageup")
        assert shown.board.cursor == (0, 0)
    async with screen(setup(3, 4, 1, topology="torus")) as shown:
        await shown.walk((0, 0))
        await shown.press("up", "left")
        assert shown.board.cursor == (2, 3)


async def test_cells_are_large_where_there_is_room_and_as_the_player_wants() -> None:
    async with screen(setup(4, 4, 3)) as shown:
        assert shown.board.tiles == LARGE
        for smaller in (MIDDLE, SMALL):
            await shown.press("z")
            assert shown.board.tiles == smaller
        await shown.press("z", "r")
        assert shown.board.tiles == LARGE


async def test_help_lists_the_keys() -> None:
    async with screen(setup(4, 4, 3)) as shown:
        await shown.press("question_mark")
        page = shown.app.screen.query_one(Static)
        assert page.region.width <= 80
        assert page.region.height < 24
        lines = "".join(page.render_line(y).text for y in range(page.size.height))
        for name in ("Ctrl-C", "move: ", "go on: ", "guess: "):
            assert name in lines
        await shown.press("escape")
        assert shown.app.focused is shown.board


@pytest.mark.parametrize(("key", "code"), [("q", 0), ("ctrl+c", 130)])
async def test_leaving(key: str, code: int) -> None:
    async with screen(setup(4, 4, 3)) as shown:
        await shown.play(shown.cells(mined=False)[:1], "space")
        await shown.press(key)
    assert (shown.app.return_code or 0) == code
    assert shown.session.record.unfinished == 1
