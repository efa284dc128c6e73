"""MVF of all versions."""

from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.recordings import Recording, State, clicks, mvf, mvf_old
from support.replays import check_all_read, check_read, replay_of

from sapper import Replay

STEPS = clicks(
    *((0, "lc", (7, 0)), (30, "lr", (7, 0)), (900, "mv", (0, 0)), (1250, "rc", (0, 0)), (1310, "rr", (0, 0))),
    *((2000, "mv", (1, 1)), (2100, "lc", (1, 1)), (2110, "rc", (1, 1)), (2200, "rr", (1, 1))),
    *((2300, "lr", (1, 1)), (60_000, "mv", (2, 2)), (70_000, "mc", (2, 2)), (70_010, "mr", (2, 2))),
)
GAME = Recording(8, 8, tuple(divmod(index, 8) for index in range(0, 20, 2)), STEPS)
"""A beginner board of the old versions. Events move the mouse before they press."""

VERSIONS = [
    mvf,
    partial(mvf, version="2006 release 2", years="2004-2006"),
    partial(mvf, version="version 0.97 beta", years="2004-2005"),
    partial(mvf, version="version 0.97 beta", years="2004-2008"),
    partial(mvf, texts=False),
    mvf_old,
    partial(mvf_old, ending="0.76"),
]


@pytest.mark.parametrize("encoded", VERSIONS)
def test_a_recording_is_read(encoded: partial[bytes]) -> None:
    replay = replay_of(encoded(GAME))
    check_all_read(replay, GAME)
    assert [action.kind for action in replay.actions] == ["open", "flag", "chord", "chord"]
    question = Recording(GAME.rows, GAME.columns, GAME.mines, GAME.events, question_marks=True)
    assert replay_of(encoded(question)).rules.question_marks


def test_what_the_versions_say() -> None:
    about = dict(replay_of(mvf(GAME)).about)
    assert about == {
        "Program": "Minesweeper Clone",
        "Version": "2007 release 1",
        "Timestamp": "2008-12-07 23:59:05",
        "Mode": "UPK",
        "Time": "12.340",
        "Player": "Nobody",
    }
    old = mvf(GAME, version="version 0.97 beta", years="2004-2005", day=0, name="Łukasz".encode("cp1250"))
    assert dict(replay_of(old).about) == about | {
        "Version": "0.97 beta",
        "Timestamp": "2008-12-?? 23:59:05",
        "BBBV": "9",
        "Status": "won",
        "Player": "Łukasz".encode("cp1250").decode("cp1252"),
        "Encoding": "cp1252",
    }
    assert replay_of(mvf(GAME, texts=False, solved=8)).about["Status"] == "lost"
    oldest = replay_of(mvf_old(GAME, ending="0.75"))
    check_read(oldest, GAME)
    assert dict(oldest.about) == {
        "Program": "Minesweeper Clone",
        "Version": "0.75 or earlier",
        "Time": "70.010",
        "Mode": "Classic",
    }


def states_of(replay: Replay) -> list[State]:
    """The state of the mouse after each event."""
    held = ""
    states = []
    for event in replay.events:
        if event.kind != "mv":
            held = held.replace(event.kind[0], "") + (event.kind[0] if event.kind[1] == "c" else "")
        assert event.pixel is not None
        states.append((round(1000 * event.seconds), *event.pixel, "".join(sorted(held))))
    return states


@given(
    st.lists(
        st.tuples(
            st.integers(0, 1_000),
            st.integers(0, 511),
            st.integers(0, 511),
            st.sampled_from(["", "l", "lm", "lmr", "r"]),
        ),
        min_size=1,
    ),
    st.integers(0, 65535),
    st.sampled_from(VERSIONS[:5]),
)
def test_every_state_of_the_mouse_is_reached(mouse: list[State], key: int, encoded: partial[bytes]) -> None:
    mouse = sorted((10 * ms, x, y, held) for ms, x, y, held in mouse)
    reached = iter(states_of(replay_of(encoded(GAME, mouse=tuple(mouse), key=key))))
    last = None
    for state in mouse:
        if last is None or state[1:] != last[1:]:  # no event tells of a state like the one before
            assert state in reached
        last = state


def test_places_left_of_the_board_are_below_0() -> None:
    replay = replay_of(mvf(GAME, mouse=((0, -32, -1, "l"), (10, 2015, 1, ""))))
    assert [(event.cell, event.pixel) for event in replay.events] == [
        (None, (-32, -1)),
        (None, (2015, 1)),
        (None, (2015, 1)),
    ]


def test_old_versions_end_when_time_runs_backwards_or_out() -> None:
    plain = replay_of(mvf_old(GAME))
    assert replay_of(mvf_old(GAME, after=bytes(7))) == plain
    assert replay_of(mvf_old(GAME, after=bytes((5, 0, 1, 0, 1, 0, 1, 0)))) == plain
    assert replay_of(mvf_old(GAME, after=bytes((90, 0, 1, 0, 1, 0, 1, 0)))) == plain
    held = replay_of(mvf_old(GAME, mouse=((0, 8, 8, "l"), (50, 8, 8, "lr"))))
    assert [event.kind for event in held.events] == ["lc", "rc", "lr", "rr"]
