"""Games: what the page receives agrees with the game that is played, also on daily boards."""

import hashlib
import random
import time
from typing import Any

import pytest
from support.live import Live, View

import sapper
from sapper.board.board import LEVELS, Level
from sapper.board.game import ActionKind
from sapper.board.topology import TOPOLOGY_NAMES, topology_by_name

CORNERS: dict[str, Any] = {"topology": "square", "shape": [2, 3], "mines": 1, "mined": [0]}
# Two safe cells: the first click cannot win, nor can all cells one after the other.
DENSE: dict[str, Any] = {"shape": [5, 5], "mines": 23}


def mirror(state: dict[str, Any], seed: int) -> sapper.Game:
    """The same game, played here."""
    board, name = state["board"], state["board"]["topology"]
    topology = topology_by_name(name, tuple(board["shape"]))
    names = ("first_click", "win", "on_mine", "question_marks", "guessing")
    rules = sapper.Rules(**{name: state[name] for name in names})
    return sapper.Game(sapper.Board(topology, board["mines"]), rules, seed=seed)


@pytest.mark.parametrize("topology", TOPOLOGY_NAMES)
@pytest.mark.parametrize("rules", [{}, {"on_mine": "continue"}, {"win": "flagged", "question_marks": True}])
def test_updates_add_up_to_the_game(live: Live, topology: str, rules: dict[str, Any]) -> None:
    state = live.new(board={"topology": topology, "shape": [8, 9], "mines": 10}, seed="7", **rules)
    game, view, chance, update = mirror(state, 7), View(state), random.Random(3), state
    for _ in range(60):
        kind, cell = chance.choice(["open", "open", "flag", "chord"]), chance.randrange(72)
        update = live.act(state["game"], kind, cell)
        getattr(game, kind)(game.topology.cell(cell))
        view.take(update)
        assert (view.marks == game.position.marks.ravel()).all()
        for name in ("status", "mines_left", "safe_left"):
            assert update[name] == getattr(game, name)
        if game.status != "playing":
            break
    assert update["moves"] == len(game.history)


@pytest.mark.parametrize("first_click", ["any", "safe"])
@pytest.mark.parametrize(
    ("rule", "expected"),
    [("hard_core", {"guess", "mine"}), ("lucky", {"mine"}), ("kaboom", {"guess"})],
)
def test_rules_of_guessing(live: Live, rule: str, expected: set[str], first_click: str) -> None:
    """`tests/board/test_guessing.py` holds the library against all minefields. A loss is taken back once."""
    ends: set[str] = set()
    for seed in range(12):
        board = {"shape": [6, 6], "mines": 12}
        state = live.new(board=board, seed=str(seed), guessing=rule, first_click=first_click)
        game, view, chance, is_back = mirror(state, seed), View(state), random.Random(seed), False
        if rule != "hard_core":
            assert live.ask("hint", game=state["game"])["guess"]["risk"] == 0
        while game.status == "playing":
            cell = chance.choice([cell for cell in range(36) if view.marks[cell] == -1])
            game.open(divmod(cell, 6))
            update = live.open(state["game"], cell)
            view.take(update)
            assert update["status"] == game.status
            assert (view.marks == game.position.marks.ravel()).all()
            if game.status == "playing":
                continue
            end = update["end"]
            assert (end["cause"] == "guess") == game.lost_by_guess
            assert end["cause"] != "guess" or end["cells"] == [cell]
            assert game.minefield is not None
            assert end["mined"] == game.minefield.ravel().nonzero()[0].tolist()
            ends.add(end["cause"])
            if game.status == "lost" and not is_back:
                is_back = True
                game.undo()
                view.take(live.ask("undo", game=state["game"]))
                live.restart()
    assert ends >= expected


def test_a_new_game_is_all_hidden_and_says_what_it_is(live: Live) -> None:
    state = live.new(first_click="safe")
    assert state["board"] == {"topology": "square", "shape": [16, 30], "mines": 99}
    assert (state["level"], state["status"]) == ("expert", "playing")
    assert state["end"] is None
    assert set(state["marks"]) == {255}
    assert (state["begun"], state["clock"], state["counts"], state["fair"]) == (False, False, True, None)
    fair = {"method": "adjusted", "mine_count": False, "rule": None}
    assert live.new(first_click="fair", fair=fair)["fair"] == fair


def test_the_density_of_a_board_is_rounded_to_mines(live: Live) -> None:
    assert live.new(board={"shape": [10, 10], "density": 0.155})["board"]["mines"] == 16
    for topology in ("octagons", "knight", "cross/wrap", "offsets:-1,0/0,-1/0,1/1,0"):
        board = {"topology": topology, "shape": [8, 9], "mines": 10}
        assert live.new(board=board)["board"] == board


def test_a_game_that_is_over_shows_its_mines_and_what_the_player_did(live: Live) -> None:
    minefield = sapper.Minefield([(0, 0), (1, 2)], sapper.Topology.square(2, 3))
    board = {**CORNERS, "mines": 2, "mined": [0, 5]}
    for actions, cause in (([1, 2, 3, 4], "cleared"), ([1, -4, 0], "mine")):  # a flag is negative
        state, game = live.new(minefield=board), minefield.game()
        update = state
        for cell in actions:
            assert {each["three_bv"] for each in live.ask("games", status="playing")["games"]} == {None}
            kind: ActionKind = "open" if cell >= 0 else "flag"
            update = live.act(state["game"], kind, abs(cell))
            game.act(kind, divmod(abs(cell), 3))
        end = update["end"]
        assert end["first"] == actions[0]
        assert (update["status"], update["clock"]) == (game.status, False)
        assert (end["cause"], end["mined"]) == (cause, [0, 5])
        assert (end["cells"], end["wrong_flags"]) == (([], []) if cause == "cleared" else ([0], [4]))
        metrics = sapper.measure(game).to_dict()
        expected = {"clicks": len(actions), **{name: metrics[name] for name in ("three_bv", "efficiency")}}
        assert expected.items() <= end["metrics"].items()
        of_games = {each["game"]: each["three_bv"] for each in live.ask("games", status="over")["games"]}
        assert of_games[state["game"]] == metrics["three_bv"]


def test_an_action_is_done_once_however_often_it_is_sent(live: Live) -> None:
    state = live.new()
    first = live.act(state["game"], "flag", 5, key="once")
    again = live.act(state["game"], "flag", 5, key="once")
    assert (first["cells"], first["values"]) == ([5], [-2])
    assert (again["cells"], again["action"], again["mines_left"], again["clicks"]) == ([], None, 98, 1)


def test_impossible_actions_are_errors_that_name_the_cell(live: Live) -> None:
    state = live.new(minefield=CORNERS)
    for type in ("undo", "explain", "review"):  # which need an end
        assert live.ask(type, game=state["game"])["error"]["type"] == "game"
    error = live.open(state["game"], 6)["error"]
    assert error["type"] == "cell"
    live.open(state["game"], 0)
    error = live.open(state["game"], 3)["error"]
    assert (error["type"], error["cell"]) == ("game", 3)
    assert "row 2, column 1:" in error["message"]


def test_the_same_board_again_has_the_same_mines(live: Live) -> None:
    first = live.new(board=DENSE, first_click="safe")
    live.open(first["game"], 12)
    again = live.new(same_as=first["game"])
    assert (again["board"], again["counts_not"]) == (first["board"], ["same"])
    mines = []
    for game in (again["game"], first["game"]):
        ends = (live.open(game, cell)["end"] for cell in range(25))
        mines.append(next(end["mined"] for end in ends if end))
    assert mines[0] == mines[1]


def test_a_reload_finds_the_game(live: Live) -> None:
    assert (live.hello["player"], live.hello["game"]) == ("new", None)
    state = live.new()
    view = View(state)
    view.take(live.open(state["game"], 100))
    live.restart()
    assert (live.hello["player"], live.hello["game"]) == ("known", state["game"])
    assert (View(live.ask("resume", game=state["game"])).marks == view.marks).all()


def test_a_new_page_finds_a_loss_that_can_be_taken_back(live: Live) -> None:
    live.new(board={"level": "beginner"})  # which is abandoned
    time.sleep(0.002)  # the later of two games is the one that began in a later millisecond
    lost = live.new(minefield=CORNERS)["game"]
    live.open(lost, 0)
    live.restart()
    assert live.hello["game"] == lost
    won = live.new(minefield=CORNERS)["game"]
    for cell in (2, 3):
        live.open(won, cell)
    live.restart()
    assert live.hello["game"] is None  # the game begun last is won


@pytest.mark.parametrize("restarts", [False, True])
def test_a_game_is_timed_from_the_first_cell_to_the_end(live: Live, restarts: bool) -> None:
    # One way to win, in two actions.
    game = live.new(board={"shape": [1, 2], "mines": 1}, first_click="safe", win="flagged")["game"]
    time.sleep(0.05)  # which is before it begins
    before = time.monotonic()
    start = live.open(game, 0)
    assert start["status"] == "playing"
    assert start["elapsed_ms"] <= 5 + 1000 * (time.monotonic() - before)
    time.sleep(0.3)
    if restarts:
        live.ask("leave", game=game)
        live.restart()
        live.ask("resume", game=game)
    won = live.act(game, "flag", 1)
    assert won["status"] == "won"
    assert 295 <= won["elapsed_ms"] <= 5 + 1000 * (time.monotonic() - before)
    (category,) = live.ask("statistics")["categories"]
    assert [best["elapsed_ms"] for best in category["best"]] == [won["elapsed_ms"]]
    assert live.ask("resume", game=game)["elapsed_ms"] == won["elapsed_ms"]


def test_a_huge_opening_sends_the_whole_board(live: Live) -> None:
    state = live.new(board={"shape": [300, 300], "mines": 20}, seed="1")
    view, game = View(state), mirror(state, 1)
    update = live.open(state["game"], 45_150)
    assert update["marks"] is not None
    assert update["cells"] == []
    view.take(update)
    game.open(150, 150)
    assert (view.marks == game.position.marks.ravel()).all()


def test_the_clock_runs_only_while_somebody_follows(live: Live) -> None:
    state = live.new()
    assert not live.act(state["game"], "flag", 0)["clock"]
    start = time.monotonic()
    assert live.open(state["game"], 100)["clock"]
    assert live.ask("leave", game=state["game"])["type"] == "leave"
    left = time.monotonic()
    time.sleep(0.3)
    back = time.monotonic()
    again = live.ask("resume", game=state["game"])
    assert again["clock"]
    assert again["elapsed_ms"] / 1000 <= (left - start) + (time.monotonic() - back)


@pytest.mark.parametrize("topology", TOPOLOGY_NAMES)
@pytest.mark.parametrize(("rows", "columns"), [(5, 5), (4, 3), (3, 2), (1, 4)])
def test_an_opening_is_promised_where_every_first_cell_has_one(
    live: Live, topology: str, rows: int, columns: int
) -> None:
    cells = topology_by_name(topology, (rows, columns))
    for mines in range(1, cells.size):
        board = {"topology": topology, "shape": [rows, columns], "mines": mines}
        accepts = live.ask("new", board=board, first_click="opening")["type"] == "new"
        assert accepts == all(opens(cells, mines, cell) for cell in cells)


def opens(topology: sapper.Topology, mines: int, cell: sapper.Cell) -> bool:
    game = sapper.Game(sapper.Board(topology, mines), seed=1)
    game.open(cell)
    return game.position[cell] == 0


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
