"""What clicks mean: the buttons of a mouse, held and released in every order that matters."""

from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sapper.cells import Cell
from sapper.replays.replay import MouseEvent, MouseKind, actions_of

HERE, THERE = (1, 1), (2, 2)


def meaning(clicks: str) -> list[str]:
    """The actions of events such as "lc lr@there rr@off", by default at HERE."""
    places: dict[str, Cell | None] = {"": HERE, "there": THERE, "off": None}
    events = []
    for time, click in enumerate(clicks.split()):
        kind, _, place = click.partition("@")
        events.append(MouseEvent(float(time), cast("MouseKind", kind), places[place]))
    names: dict[object, str] = {cell: name for name, cell in places.items()}
    return [
        f"{action.kind}@{names[action.cell]}".rstrip("@") + f" {action.seconds:g}"
        for action in actions_of(events)
    ]


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
    timed = [event._replace(seconds=float(time)) for time, event in enumerate(events)]
    actions = list(actions_of(timed))
    assert len({action.seconds for action in actions}) == len(actions)
    causes = {"open": {"lr"}, "flag": {"rc"}, "chord": {"lr", "rr", "mr"}}
    for action in actions:
        event = timed[int(action.seconds)]
        assert event.kind in causes[action.kind]
        assert event.cell == action.cell


@given(st.lists(EVENTS))
def test_movement_means_nothing(events: list[MouseEvent]) -> None:
    still = [event for event in events if event.kind != "mv"]
    assert list(actions_of(events)) == list(actions_of(still))
