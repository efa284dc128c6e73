"""A strategy in a game by hand: it plays on, what it believes shows; and the record of all sessions."""

from pathlib import Path

import numpy as np
import pytest
from support.cases import rest_long
from support.driving import Screen, screen, setup

from sapper import Beliefs, Cell, Position, Rules, Strategy
from sapper.cli.play.hand_game import RecordFile
from sapper.strategy import Statement


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sapper.cli.play.hand_app._PACE", 0.01)


async def test_a_strategy_plays_a_game_on_to_its_end() -> None:
    async with screen(setup(9, 9, 10, Rules("opening"), seed=4), believer=Strategy("best")) as view:
        await view.press("space")
        await view.press("w")
        await view.until(lambda: not view.session.playing)
        assert view.session.game.status == "won"
        assert view.status.endswith("Not counted.")
        assert not view.app._bot_plays
        assert view.session.record.games == 0
        await view.press("r")
        await view.pilot.pause(0.1)
        assert not view.session.under_way


async def test_it_begins_a_game_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sapper.cli.play.hand_app._PACE", 5.0)
    async with screen(setup(9, 9, 10, Rules("opening"), seed=4), believer=Strategy("exact+first")) as view:
        await view.press("w")
        await view.until(lambda: view.session.under_way)
        assert "exact+first plays: w takes the game back." in view.status


@pytest.mark.parametrize("key", rest_long(["w", "h", "f", "space"], 2))
async def test_the_player_takes_the_game_back(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sapper.cli.play.hand_app._PACE", 0.3)
    board = setup(30, 30, 150, Rules("opening"), seed=4)
    async with screen(board, believer=Strategy("single+first")) as view:
        await view.press("space", "w")
        first = view.session.clicks
        await view.until(lambda: view.session.clicks > first or not view.session.playing)
        assert view.session.playing
        await view.press(key)
        assert not view.app._bot_plays
        clicks = view.session.clicks
        await view.pilot.pause(0.7)
        assert view.session.clicks == clicks


async def test_a_strategy_that_fails_gives_the_game_back() -> None:
    def fails(position: Position) -> Cell:
        raise ZeroDivisionError(f"no idea of {position.hidden} cells")

    async with screen(setup(5, 5, 4), believer=Strategy(fails)) as view:
        await view.press("w")
        await view.until(lambda: "no idea" in view.status)
        assert not view.app._bot_plays
        assert view.session.playing


async def test_all_that_the_strategy_knows_is_said_on_request() -> None:
    strategy = Strategy("bounds-boundary")
    async with screen(setup(9, 9, 20, Rules("opening"), seed=0), believer=strategy) as view:
        await view.press("space", "v")
        await view.until(lambda: " takes " in view.status)
        beliefs = strategy.beliefs(view.session.game)
        assert view.status.count("Knows: ") == len(beliefs.statements) > 0
        safe = next(line for line in view.status.split("\n") if line.startswith("Safe: "))
        assert safe.count("(") == beliefs.safe.sum()
        row, column = map(int, next(zip(*beliefs.safe.nonzero(), strict=True)))
        assert f"({row + 1},{column + 1})" in safe
        assert not any("✓" in line for line in view.lines)  # the board shows moves only, as before


async def test_the_record_of_all_sessions_is_said(tmp_path: Path) -> None:
    record_file = RecordFile(tmp_path / "record.json")
    async with screen(setup(3, 4, 3), record_file=record_file) as view:
        await view.press("t")
        assert "0 games, 0-0-0" in view.status
        await view.play(view.cells(mined=True)[:1], "space")
        await view.press("t")
        assert "1 game, 0-1-0 (0 % won)" in view.status
        assert "Best times: none yet" in view.status
    (tmp_path / "record.json").write_text("?")
    async with screen(setup(3, 4, 3), record_file=RecordFile(tmp_path / "record.json")) as view:
        await view.press("t")
        assert "was damaged" in view.status


def tells(view: Screen) -> bool:
    return " takes " in view.status


class Sure(Strategy):
    """Takes the last cell for a mine, has an estimate of 0 for the one before, and raises if asked to."""

    fails = silent = False

    def __init__(self) -> None:
        super().__init__("exact+first")

    def beliefs(self, position: Position) -> Beliefs:
        if self.fails:
            raise ZeroDivisionError("no idea")
        safe, mines = np.zeros((2, *position.topology.shape), dtype=bool)
        risk = np.full(safe.shape, np.nan)
        if self.silent:
            return Beliefs(safe, mines, risk)
        mines[-1, -1], risk[-1, -2] = True, 0.0
        return Beliefs(safe, mines, risk, (Statement(((0, 1), (1, 1)), 1, 2),))


async def test_the_beliefs_of_a_strategy_show_after_every_action() -> None:
    strategy = Strategy("bounds-boundary")
    async with screen(setup(5, 5, 6), show="beliefs", believer=strategy) as view:
        await view.walk(view.cells(mined=False)[0])
        await view.press("space")
        await view.until(lambda: tells(view))
        beliefs = strategy.beliefs(view.session.game)
        counts = f"{beliefs.safe.sum()} cells for safe and {beliefs.mines.sum()} for mines"
        assert view.status.startswith(f"bounds-boundary takes {counts}. Knows: ")
        text = "".join(view.lines)
        assert text.count("✓") == beliefs.safe.sum()
        assert text.count("●") == beliefs.mines.sum()
        await view.press("p")
        assert not any(digit in "".join(view.lines) for digit in "50")


async def test_what_is_undecided_is_not_drawn_as_certain_and_statements_follow_the_cursor() -> None:
    async with screen(setup(4, 4, 3), show="beliefs", believer=Strategy(Sure())) as view:
        await view.until(lambda: tells(view))
        last = view.lines[-2].split()
        assert "".join(view.lines).count("●") == 1
        assert "●" in last[-1]
        assert "<1" in last
        assert not "".join(view.lines).count("✓")
        assert "Knows: 1 to 2 mines among (1,2) (2,2)." in view.status
        await view.walk((3, 3))
        assert "Knows" not in view.status
        assert "for mines." in view.status


async def test_a_strategy_that_tells_nothing_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Sure, "silent", True)
    async with screen(setup(4, 4, 3), show="beliefs", believer=Strategy(Sure())) as view:
        await view.until(lambda: view.status == "Sure does not say what it knows about this position.")


async def test_an_error_takes_the_old_beliefs_away_and_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    async with screen(setup(4, 4, 3), show="beliefs", believer=Strategy(Sure())) as view:
        await view.until(lambda: tells(view))
        monkeypatch.setattr(Sure, "fails", True)
        await view.walk((0, 0))
        await view.press("f")
        await view.until(lambda: "ZeroDivisionError: no idea" in view.status)
        assert "●" not in "".join(view.lines)
        await view.press("h")  # a hint is exact, whatever the strategy says
        await view.until(lambda: "Nothing is open yet." in view.status)
