"""The daily boards: the same for everyone, without guesses, and counted once."""

import hashlib
from typing import Any

import pytest
from support.live import Live, View

import sapper
from sapper.board.board import LEVELS, Level

DAY = "2026-11-23"


@pytest.fixture(autouse=True)
def day(live: Live) -> None:
    live.tell("day", day=DAY)


def win(live: Live, game: str) -> dict[str, Any]:
    """Clears a daily beginner board."""
    mines = live.mines(game)
    update: dict[str, Any] = {}
    for cell in range(81):
        if cell not in mines and update.get("status") != "won":
            update = live.open(game, cell)
    return update


def minefield_of_the_day(live: Live, level: str) -> tuple[sapper.Minefield, int]:
    """The minefield of the day, and its marked first cell."""
    state = live.new(daily=level)
    topology = sapper.Topology.square(*state["board"]["shape"])
    mines = list(map(topology.cell, live.mines(state["game"])))
    return sapper.Minefield(mines, topology), state["start"]


@pytest.mark.parametrize("level", LEVELS)
def test_a_board_needs_no_guess_and_another_day_has_another(live: Live, level: Level) -> None:
    minefield, start = minefield_of_the_day(live, level)
    assert sapper.is_fair(minefield, minefield.topology.cell(start))
    live.tell("day", day="2026-11-24")
    assert minefield_of_the_day(live, level)[0] != minefield


def test_the_board_of_a_day_never_changes(live: Live) -> None:
    """People compare their times, so every browser has to make the same board, today and later."""
    minefield, _ = minefield_of_the_day(live, "expert")
    assert hashlib.sha256(minefield.mined.tobytes()).hexdigest()[:16] == "85a5636b3e13a3f5"


def test_the_first_click_opens_the_marked_cell_for_everyone(live: Live) -> None:
    views = []
    for first in (0, 80):
        live.begin()
        state = live.new(daily="beginner", question_marks=True)
        names = ("daily", "first_click", "counts", "question_marks")
        assert [state[name] for name in names] == [DAY, "fair", True, True]
        board = View(state)
        board.take(live.open(state["game"], first))
        views.append(board.marks)
        assert board.marks[state["start"]] == 0
    assert (views[0] == views[1]).all()


def test_it_goes_on_until_it_is_over_and_then_is_practice(live: Live) -> None:
    def standing() -> dict[str, Any]:
        answer = live.ask("daily")
        assert answer["date"] == DAY
        return {board["level"]: board["status"] for board in answer["boards"]}

    nothing = dict.fromkeys(("beginner", "intermediate", "expert"))
    assert standing() == nothing
    first = live.new(daily="beginner")["game"]
    live.open(first, 0)
    assert standing() == nothing | {"beginner": "playing"}
    assert live.new(daily="beginner")["game"] == first
    assert win(live, first)["counts"]
    again = live.new(daily="beginner")
    assert again["game"] != first
    assert (again["daily"], again["counts_not"]) == (DAY, ["same"])
    live.open(again["game"], 0)
    assert live.new(daily="beginner")["game"] == again["game"]
    assert standing() == nothing | {"beginner": "won"}
    statistics = live.ask("statistics")
    assert [(one["first_click"], one["played"]) for one in statistics["categories"]] == [("fair", 1)]
