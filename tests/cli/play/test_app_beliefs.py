"""Playing by hand with what a strategy believes on the board."""

import numpy as np
import pytest
from support.driving import Screen, screen, setup

from sapper import Beliefs, Position, Strategy
from sapper.strategy import Statement


def told(shown: Screen) -> bool:
    return " takes " in shown.status


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
    async with screen(setup(5, 5, 6), show="beliefs", believer=strategy) as shown:
        cell = shown.cells(mined=False)[0]
        await shown.walk(cell)
        await shown.press("space")
        await shown.until(lambda: told(shown))
        beliefs = strategy.beliefs(shown.session.game)
        counts = f"{beliefs.safe.sum()} cells for safe and {beliefs.mines.sum()} for mines"
        assert shown.status.startswith(f"bounds-boundary takes {counts}. Knows: ")
        drawn = "".join(shown.lines)
        assert drawn.count("✓") == beliefs.safe.sum()
        assert drawn.count("●") == beliefs.mines.sum()
        await shown.press("p")
        assert not any(digit in "".join(shown.lines) for digit in "50")


async def test_what_is_undecided_is_not_drawn_as_certain_and_statements_follow_the_cursor() -> None:
    async with screen(setup(4, 4, 3), show="beliefs", believer=Strategy.of(Sure())) as shown:
        await shown.until(lambda: told(shown))
        last = shown.lines[-2].split()
        assert "".join(shown.lines).count("●") == 1
        assert "●" in last[-1]
        assert "01" in " ".join(last)
        assert not "".join(shown.lines).count("✓")
        assert "Knows: 1 to 2 mines among (1,2) (2,2)." in shown.status
        await shown.walk((3, 3))
        assert "Knows" not in shown.status
        assert "for mines." in shown.status


async def test_a_strategy_that_tells_nothing_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Sure, "silent", True)
    async with screen(setup(4, 4, 3), show="beliefs", believer=Strategy.of(Sure())) as shown:
        await shown.until(lambda: shown.status == "Sure does not say what it knows about this position.")


async def test_an_error_takes_the_old_beliefs_away_and_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    async with screen(setup(4, 4, 3), show="beliefs", believer=Strategy.of(Sure())) as shown:
        await shown.until(lambda: told(shown))
        monkeypatch.setattr(Sure, "fails", True)
        await shown.walk((0, 0))
        await shown.press("f")
        await shown.until(lambda: "ZeroDivisionError: no idea" in shown.status)
        assert "●" not in "".join(shown.lines)
        await shown.press("h")  # a hint is exact, whatever the strategy says
        await shown.until(lambda: "Nothing is open yet." in shown.status)
