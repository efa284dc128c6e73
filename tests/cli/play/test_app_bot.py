"""A strategy that plays on in a game by hand, what it knows, and the record of all sessions."""

from pathlib import Path

import pytest
from support.cases import rest_long
from support.driving import screen, setup

from sapper import Cell, Position, Rules, Strategy
from sapper.cli.play.hand_game import RecordFile


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sapper.cli.play.hand_app._PACE", 0.01)


async def test_a_strategy_plays_a_game_on_to_its_end() -> None:
    async with screen(setup(9, 9, 10, Rules("opening"), seed=4), believer=Strategy("best")) as shown:
        await shown.press("space")
        await shown.press("w")
        await shown.until(lambda: not shown.session.playing)
        assert shown.session.game.status == "won"
        assert shown.status.endswith("Not counted.")
        assert not shown.app._bot_plays
        assert shown.session.record.games == 0
        await shown.press("r")
        await shown.pilot.pause(0.1)
        assert not shown.session.under_way


async def test_it_begins_a_game_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sapper.cli.play.hand_app._PACE", 5.0)
    async with screen(setup(9, 9, 10, Rules("opening"), seed=4), believer=Strategy("exact+first")) as shown:
        await shown.press("w")
        await shown.until(lambda: shown.session.under_way)
        assert "exact+first plays: w takes the game back." in shown.status


@pytest.mark.parametrize("key", rest_long(["w", "h", "f", "space"], 2))
async def test_the_player_takes_the_game_back(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sapper.cli.play.hand_app._PACE", 0.3)
    async with screen(
        setup(30, 30, 150, Rules("opening"), seed=4), believer=Strategy("single+first")
    ) as shown:
        await shown.press("space", "w")
        first = shown.session.clicks
        await shown.until(lambda: shown.session.clicks > first or not shown.session.playing)
        assert shown.session.playing
        await shown.press(key)
        assert not shown.app._bot_plays
        clicks = shown.session.clicks
        await shown.pilot.pause(0.7)
        assert shown.session.clicks == clicks


async def test_a_strategy_that_fails_gives_the_game_back() -> None:
    def fails(position: Position) -> Cell:
        raise ZeroDivisionError(f"no idea of {position.hidden} cells")

    async with screen(setup(5, 5, 4), believer=Strategy(fails)) as shown:
        await shown.press("w")
        await shown.until(lambda: "no idea" in shown.status)
        assert not shown.app._bot_plays
        assert shown.session.playing


async def test_all_that_the_strategy_knows_is_said_on_request() -> None:
    strategy = Strategy("bounds-boundary")
    async with screen(setup(9, 9, 20, Rules("opening"), seed=0), believer=strategy) as shown:
        await shown.press("space", "v")
        await shown.until(lambda: " takes " in shown.status)
        beliefs = strategy.beliefs(shown.session.game)
        assert shown.status.count("Knows: ") == len(beliefs.statements) > 0
        safe = next(line for line in shown.status.split("\n") if line.startswith("Safe: "))
        assert safe.count("(") == beliefs.safe.sum()
        row, column = map(int, next(zip(*beliefs.safe.nonzero(), strict=True)))
        assert f"({row + 1},{column + 1})" in safe
        assert not any("✓" in line for line in shown.lines)  # the board shows moves only, as before


async def test_the_record_of_all_sessions_is_said(tmp_path: Path) -> None:
    kept = RecordFile(tmp_path / "record.json")
    async with screen(setup(3, 4, 3), kept=kept) as shown:
        await shown.press("t")
        assert "0 games, 0-0-0" in shown.status
        await shown.play(shown.cells(mined=True)[:1], "space")
        await shown.press("t")
        assert "1 game, 0-1-0 (0 % won)" in shown.status
        assert "Best times: none yet" in shown.status
    (tmp_path / "record.json").write_text("?")
    async with screen(setup(3, 4, 3), kept=RecordFile(tmp_path / "record.json")) as shown:
        await shown.press("t")
        assert "was damaged" in shown.status
