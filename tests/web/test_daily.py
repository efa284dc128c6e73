"""The daily boards: the same for everyone, without guesses, and counted once."""

import hashlib
from datetime import date
from typing import Any

import numpy as np
import pytest
from starlette.testclient import TestClient
from support.live import Live, Seen, connected

import sapper
from sapper.board.board import LEVELS, Level
from sapper.web.games.origin import daily_category, daily_origin

DAY = date(2026, 11, 23)


@pytest.fixture(autouse=True)
def day(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sapper.web.service.today", lambda: DAY)


def won(live: Live, game: str) -> dict[str, Any]:
    """Clears a daily beginner board."""
    mined = daily_origin("beginner", DAY).mined
    assert mined is not None
    update: dict[str, Any] = {}
    for cell in np.flatnonzero(~mined).tolist():
        if update.get("status") != "won":
            update = live.open(game, cell)
    return update


@pytest.mark.parametrize("level", LEVELS)
def test_a_board_needs_no_guess_and_another_day_has_another(level: Level) -> None:
    origin = daily_origin(level, DAY)
    assert origin.mined is not None
    assert origin.start is not None
    start = origin.board.topology.cell(origin.start)
    assert sapper.is_fair(sapper.Minefield(origin.mined, origin.board.topology), start)
    assert origin.category == daily_category(level)
    other = daily_origin(level, date(2026, 11, 24)).mined
    assert other is not None
    assert (other != origin.mined).any()


def test_the_board_of_a_day_never_changes() -> None:
    """People compare their times, so every server has to make the same board, today and later."""
    mined = daily_origin("expert", DAY).mined
    assert mined is not None
    assert hashlib.sha256(mined.tobytes()).hexdigest()[:16] == "85a5636b3e13a3f5"


def test_the_first_click_opens_the_marked_cell_for_everyone(client: TestClient) -> None:
    seen = []
    for first in (0, 80):
        client.cookies.clear()
        client.get("/api/about")
        with connected(client) as live:
            state = live.new(daily="beginner")
            assert (state["daily"], state["first_click"], state["counts"]) == ("2026-11-23", "fair", True)
            board = Seen(state)
            board.take(live.open(state["game"], first))
            seen.append(board.marks)
            assert board.marks[state["start"]] == 0
    assert (seen[0] == seen[1]).all()


def test_it_goes_on_until_it_is_over_and_then_is_practice(live: Live, client: TestClient) -> None:
    def standing() -> dict[str, Any]:
        answer = client.get("/api/daily").json()
        assert answer["date"] == "2026-11-23"
        return {board["level"]: board["status"] for board in answer["boards"]}

    nothing = dict.fromkeys(("beginner", "intermediate", "expert"))
    assert standing() == nothing
    first = live.new(daily="beginner")["game"]
    live.open(first, 0)
    assert standing() == nothing | {"beginner": "playing"}
    assert live.new(daily="beginner")["game"] == first
    assert won(live, first)["counts"]
    again = live.new(daily="beginner")
    assert again["game"] != first
    assert (again["daily"], again["counts_not"]) == ("2026-11-23", ["same"])
    live.open(again["game"], 0)
    assert live.new(daily="beginner")["game"] == again["game"]
    assert standing() == nothing | {"beginner": "won"}
    statistics = client.get("/api/statistics").json()
    assert [(one["first_click"], one["played"]) for one in statistics["categories"]] == [("fair", 1)]


def test_it_has_its_own_rules(live: Live) -> None:
    assert live.new(daily="expert", question_marks=True)["question_marks"]
    answer = live.ask("new", daily="expert", variant="lucky")
    assert answer["error"]["message"] == "a daily board has its own rules: leave out 'variant'"
