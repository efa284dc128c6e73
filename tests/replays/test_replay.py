"""Replays: what the buttons of a mouse mean, and the game that the actions play."""

import copy
import pickle
from datetime import UTC, datetime
from typing import cast

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from support.play import play_out
from support.strategies import boards, rules

from sapper import Board, Cell, Game, Minefield, MouseEvent, Replay, Rules, TimedAction, Topology
from sapper.errors import CellError, GameError
from sapper.replays.replay import MouseKind, actions_of

CORNER = Minefield([(0, 0)], Topology.square(2, 3))
"""1 1 0 beside and below one mine."""


def click(time: float, kind: str, cell: tuple[int, int]) -> list[MouseEvent]:
    """A press and a release."""
    down, up = {"open": ("lc", "lr"), "flag": ("rc", "rr"), "chord": ("mc", "mr")}[kind]
    return [MouseEvent(time, down, cell), MouseEvent(time, up, cell)]  # type: ignore[arg-type]  # literals


def test_a_replay_plays_what_was_clicked() -> None:
    events = (*click(0, "open", (0, 1)), *click(1.5, "flag", (0, 0)), *click(2.25, "chord", (0, 1)))
    replay = Replay(CORNER, events)
    assert replay.actions == (
        TimedAction(0, "open", (0, 1)),
        TimedAction(1.5, "flag", (0, 0)),
        TimedAction(2.25, "chord", (0, 1)),
    )
    assert replay.start() == CORNER.game()
    assert str(replay.play(0).position) == "...\n..."
    assert str(replay.play(1).position) == ".1.\n..."
    assert str(replay.play(2).position) == "F1.\n..."
    game = replay.play()
    assert (game.status, str(game.position)) == ("won", "F10\n110")
    assert replay.seconds == 2.25


@pytest.mark.parametrize(
    ("claims", "texts"),
    [
        ({}, []),
        ({"Time": "1.490", "BBBV": "2", "Status": "Won", "Player": "x", "Level": "Custom"}, []),
        ({"Time": "1.54"}, []),  # as in real files: read after the last event, by a clock that ticks
        ({"Time": "1.56"}, ["The file says 1.56 s, and its events take 1.50 s."]),
        (
            {"BBBV": "3", "Status": "loss", "Level": "Expert"},
            [
                "The file says that the game was lost, and its events win it.",
                "The file says a 3BV of 3, and its board has 2.",
                "The file says the level Expert, and its board is of another size.",
            ],
        ),
        ({"Time": "?", "BBBV": "", "Status": "nonstandard"}, []),
    ],
)
def test_what_a_file_says_is_compared_with_the_game(claims: dict[str, str], texts: list[str]) -> None:
    events = (*click(0, "open", (1, 2)), *click(1.5, "open", (1, 0)), *click(7, "open", (0, 0)))
    replay = Replay(CORNER, events, about=claims)
    assert [doubt.text for doubt in replay.doubts if doubt.grade == "contradiction"] == texts
    cut_short = Replay(CORNER, events[:2], about={"Time": "9", "Status": "won"})
    assert [doubt.name for doubt in cut_short.doubts] == ["result", "no_pointer", "unfinished"]


def test_what_comes_after_the_end_is_not_played() -> None:
    replay = Replay(CORNER, (*click(0, "open", (0, 0)), *click(1, "open", (0, 1))))
    game = replay.play()
    assert game.status == "lost"
    assert [action.cell for action in game.history] == [(0, 0)]
    assert len(replay.actions) == 2


def test_a_click_off_the_board_does_nothing_and_one_on_a_missing_cell_is_refused() -> None:
    assert Replay(CORNER, (MouseEvent(0, "lc", None), MouseEvent(0, "lr", None))).play().history == ()
    with pytest.raises(CellError, match="not on the board"):
        Replay(CORNER, tuple(click(0, "open", (2, 0)))).play()


def test_question_marks_are_played_where_there_are_any() -> None:
    events = (*click(0, "flag", (0, 0)), *click(0, "flag", (0, 0)))
    assert str(Replay(CORNER, events).play().position) == "...\n..."
    assert str(Replay(CORNER, events, Rules(question_marks=True)).play().position) == "q..\n..."


@st.composite
def played_games(draw: st.DrawFn) -> Game:
    """Games of every board and rule after some actions that change something."""
    game = Game(draw(boards()), draw(rules()), seed=draw(st.integers(0, 1000)))
    return play_out(game, draw(st.integers(0, 1000)), most=draw(st.integers(1, 40)))


@given(played_games())
def test_a_game_becomes_a_replay_that_plays_the_same_game(game: Game) -> None:
    if game.minefield is None:
        with pytest.raises(GameError, match="open a cell first, which places the mines"):
            Replay.from_game(game)
        return
    # Where the mines are known from the start, flags set before the first cell is opened can win.
    assume(game.rules.win == "cleared" or game.history[0].kind == "open")
    times = [float(number) for number, _ in enumerate(game.history)]
    replay = Replay.from_game(game, times, {"Player": "Nobody"})
    again = replay.play()
    assert (again.history, again.position, again.status) == (game.history, game.position, game.status)
    assert [action.seconds for action in replay.actions] == times
    assert (replay.board, replay.about) == (game.board, {"Player": "Nobody"})
    assert Replay.from_game(again, times, {"Player": "Nobody"}) == replay
    assert copy.deepcopy(replay) == pickle.loads(pickle.dumps(replay)) == replay
    assert hash(copy.copy(replay)) == hash(replay)


def test_times_have_to_fit_the_history() -> None:
    game = CORNER.game()
    game.open(0, 2)
    assert [event.seconds for event in Replay.from_game(game).events] == [0, 0]
    with pytest.raises(GameError, match=r"there are 2 times, but 1 action$"):
        Replay.from_game(game, [0, 1])


def test_a_board_full_of_mines_cannot_be_replayed() -> None:
    with pytest.raises(GameError, match="every cell is a mine"):
        Replay(Minefield([(0, 0)], Topology.square(1, 1)), ())


def test_what_a_replay_says_about_itself_cannot_be_changed() -> None:
    about = {"Player": "Nobody"}
    replay = Replay(CORNER, (), about=about)
    about["Player"] = "Somebody"
    assert replay.about == {"Player": "Nobody"}
    with pytest.raises(TypeError):
        replay.about["Player"] = "Somebody"  # type: ignore[index]  # what must fail
    assert replay != Replay(CORNER, ())
    assert replay.seconds == 0


def test_levels_have_names() -> None:
    def level(rows: int, columns: int, mines: int) -> str:
        board = Board.square(rows, columns, mines)
        return Replay(Minefield([board.topology.cell(i) for i in range(mines)], board.topology), ()).level

    assert level(9, 9, 10) == level(8, 8, 10) == "beginner"
    assert level(16, 16, 40) == "intermediate"
    assert level(16, 30, 99) == "expert"
    assert level(16, 30, 98) == level(30, 16, 99) == "custom"


@pytest.mark.parametrize(
    ("timestamp", "date"),
    [
        ("1600000000", datetime(2020, 9, 13, 12, 26, 40, tzinfo=UTC)),
        ("1600000000000001", datetime(2020, 9, 13, 12, 26, 40, 1, tzinfo=UTC)),
        ("21.11.2021.10:00:00:000", datetime(2021, 11, 21, 10, tzinfo=UTC)),
        ("2005-06-07 12:00:00", datetime(2005, 6, 7, 12, tzinfo=UTC)),
        ("2005-06-07T12:00:00+02:00", datetime(2005, 6, 7, 10, tzinfo=UTC)),
        ("2005-06-07", datetime(2005, 6, 7, tzinfo=UTC)),
        ("2005-06-07T12:00", datetime(2005, 6, 7, 12, tzinfo=UTC)),
        ("2005-06-07T12:00:01.25Z", datetime(2005, 6, 7, 12, 0, 1, 250_000, tzinfo=UTC)),
        ("1969-12-31T23:59:59.5-01:30", datetime(1970, 1, 1, 1, 29, 59, 500_000, tzinfo=UTC)),
        ("0001-01-01T00:00:00+01:00", None),
        ("9999-12-31T23:59:59-01:00", None),
        ("2005-02-29", None),
        ("2005-06-07T24:00", None),
        ("2005-06-07T12:00:00.", None),
        ("2005-06-07x", None),
        ("1.2.2021.10:00:60", None),
        ("2005-06-?? 12:00:00", None),
        ("999999999999999999", None),
        ("", None),
    ],
)
def test_when_it_was_played(timestamp: str, date: datetime | None) -> None:
    game = Minefield([(0, 0)], Topology.square(2, 3)).game()
    game.open(1, 2)
    assert Replay.from_game(game, about={"Timestamp": timestamp}).played == date


HERE, THERE = (1, 1), (2, 2)


def meaning(clicks: str) -> list[str]:
    """The actions of events such as "lc lr@there rr@off", by default at HERE."""
    places: dict[str, Cell | None] = {"": HERE, "there": THERE, "off": None}
    events = []
    for time, click in enumerate(clicks.split()):
        kind, _, place = click.partition("@")
        events.append(MouseEvent(float(time), cast("MouseKind", kind), places[place]))
    names: dict[object, str] = {cell: name for name, cell in places.items()}
    return [f"{act.kind}@{names[act.cell]}".rstrip("@") + f" {act.seconds:g}" for act in actions_of(events)]


@pytest.mark.parametrize(
    ("clicks", "actions"),
    [
        ("lc lr", ["open 1"]),
        ("lc mv@there lr@there", ["open@there 2"]),  # the cell where the button goes up
        ("lc mv@off lr@off", []),  # dragged off to cancel
        ("lc@off lr", ["open 1"]),
        ("lr", []),
        ("rc rr", ["flag 0"]),  # when it goes down
        ("rc@off rr", []),
        ("rr mr", []),
        ("mv mv@there", []),
        # Both buttons chord when the first goes up; the second one does nothing.
        ("lc rc lr rr", ["chord 2"]),
        ("lc rc rr lr", ["chord 2"]),
        ("lc rc rr lr lc lr", ["chord 2", "open 5"]),
        ("lc rc lr rr rc rr", ["chord 2", "flag 4"]),
        ("lc rc lr@off rr@off", []),
        ("lc rc rr@off lr", []),  # cancelled off the board: the other button does nothing either
        ("lc rc lr@off rr", []),
        # A right button that came first has flagged already: a click and a half.
        ("rc lc lr rr", ["flag 0", "chord 2"]),
        ("rc lc@there lr@there rr@there", ["flag 0", "chord@there 2"]),
        ("rc lc rr lr", ["flag 0", "chord 2"]),
        # While one button stays down, the other may chord again and again.
        ("lc rc rr rc rr lr", ["chord 2", "chord 4"]),
        ("rc lc lr lc lr rr", ["flag 0", "chord 2", "chord 4"]),
        # The middle button chords alone and takes over from the others.
        ("mc mr", ["chord 1"]),
        ("mc mr@off", []),
        ("lc mc lr mr", ["chord 3"]),
        ("mc lc lr mr", ["chord 3"]),
        ("mc rc rr mr", ["chord 3"]),
        # With Shift the left button chords.
        ("sc lr", ["chord 1"]),
        ("sc lr lc lr", ["chord 1", "open 3"]),
        ("sc rc rr lr", ["chord 2"]),
        ("mt lc lr", ["open 2"]),
    ],
)
def test_clicks_mean_actions(clicks: str, actions: list[str]) -> None:
    assert meaning(clicks) == actions


KINDS = st.sampled_from(["mv", "lc", "lr", "rc", "rr", "mc", "mr", "sc", "mt"])


EVENTS = st.builds(MouseEvent, st.just(0.0), KINDS, st.sampled_from([HERE, THERE, None]))


@given(st.lists(EVENTS))
def test_every_action_comes_from_a_click_of_its_own_on_the_board(events: list[MouseEvent]) -> None:
    events_in_time = [event._replace(seconds=float(time)) for time, event in enumerate(events)]
    actions = list(actions_of(events_in_time))
    assert len({action.seconds for action in actions}) == len(actions)
    causes = {"open": {"lr"}, "flag": {"rc"}, "chord": {"lr", "rr", "mr"}}
    for action in actions:
        event = events_in_time[int(action.seconds)]
        assert event.kind in causes[action.kind]
        assert event.cell == action.cell


@given(st.lists(EVENTS))
def test_movement_means_nothing(events: list[MouseEvent]) -> None:
    assert list(actions_of(events)) == list(actions_of([event for event in events if event.kind != "mv"]))
