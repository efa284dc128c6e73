"""What the hand did in a recorded game: by hand, and what holds of every recording."""

import math
import pickle

from hypothesis import given
from support.optional import not_none
from support.recordings import Recording
from support.replays import events_of, minefield_of, recordings

from sapper import Minefield, MouseEvent, Replay, Topology, measure
from sapper.replays.replay import MouseKind

STRIP = Minefield([(0, 0), (0, 3)], Topology.square(1, 8))  # * 1 1 * 1 0 0 0


def replay(*steps: tuple[float, MouseKind, int]) -> Replay:
    """Events in the middle of the cells of the strip; column -1 is off the board."""
    places = [((0, column) if column >= 0 else None, (16 * column + 8, 8)) for *_, column in steps]
    events = [MouseEvent(*step[:2], *place) for step, place in zip(steps, places, strict=True)]
    return Replay(STRIP, tuple(events))


def test_clicks_by_button_as_other_programs_count_them() -> None:
    before = not_none(measure(replay((0, "lc", 3), (0, "lr", -1), (0, "rc", -1), (0, "rr", -1))).mouse)
    assert before.button_clicks == 0  # nothing off the board counts before the game
    metrics = measure(
        replay(
            *((0, "lc", 1), (0, "lr", 1)),
            *((1, "lc", 7), (1, "lr", -1)),  # for others a left click
            *((2, "rc", 1), (2, "lc", 1), (2, "lr", 1), (2, "rr", 1)),  # a chord, and no right click
            *((3, "rc", 1), (3, "rr", 1)),  # a wasted right click
            *((4, "rc", 0), (4, "lc", 1), (4, "rr", 1), (4, "lr", 1)),  # a 1.5 click
            *((5, "rc", 3), (5, "rr", 3), (5, "rc", 3), (5, "rr", 3)),  # a flag, and off again
            *((6, "rc", 7), (6, "rr", 7), (6, "rc", 7), (6, "rr", 7)),  # the same on a safe cell
            *((7, "lc", 1), (7, "lr", 1)),  # a wasted left click
            *((8, "lc", 5), (8, "lr", 5)),
        )
    )
    mouse = not_none(metrics.mouse)
    assert (metrics.status, metrics.clicks, metrics.effective_clicks) == ("won", 11, 8)
    assert (mouse.left_clicks, mouse.right_clicks, mouse.double_clicks) == (4, 6, 2)
    assert (mouse.wasted_left, mouse.wasted_right, mouse.wasted_double) == (2, 1, 1)
    assert (mouse.flags, mouse.flags_set, mouse.flagged_mines, mouse.wrong_flags) == (1, 3, 2, 1)
    assert (mouse.chords_of_flags, mouse.longest_streak, mouse.chord_solved) == (1, 6, 1)
    assert (mouse.flag_yield, mouse.chord_yield) == (1 / 3, 1)
    assert (mouse.style, mouse.left_per_second, mouse.path) == ("FL", 0.5, None)
    assert mouse.splits == (0, 4, 8)
    assert pickle.loads(pickle.dumps(metrics)) == metrics


def test_the_way_of_the_pointer() -> None:
    replay_of_hand = replay(
        *((0, "mv", 0), (0, "lc", 1), (0, "lr", 1)),
        *((1, "mv", 5), (1, "mv", -1), (2, "mv", 7), (2, "lc", 7), (2, "lr", 7)),
        *((3, "mv", 0), (3, "lc", 2), (3, "lr", 2), (4, "mv", 7)),
    )
    mouse = not_none(measure(replay_of_hand).mouse)
    assert (mouse.path, mouse.straight_path) == ((4 + 2 + 7 + 2) * 16, (6 + 5) * 16)
    wide = [each._replace(pixel=(2 * each.pixel[0], 9)) for each in replay_of_hand.events if each.pixel]
    larger = not_none(measure(Replay(STRIP, tuple(wide), cell_size=32)).mouse)
    assert (larger.path, larger.path_efficiency, larger.path_per_second) == (240, 11 / 15, 80)


@given(recordings())
def test_what_holds_of_every_recording(recording: Recording) -> None:
    metrics = measure(Replay(minefield_of(recording), events_of(recording)))
    mouse = not_none(metrics.mouse)
    assert (len(mouse.splits), list(mouse.splits)) == (metrics.solved, sorted(mouse.splits))
    assert mouse.flagged_mines + mouse.wrong_flags <= mouse.flags_set <= metrics.flag_clicks
    assert mouse.longest_streak <= metrics.effective_clicks <= metrics.clicks
    assert mouse.chord_solved <= metrics.solved
    if mouse.path is not None and mouse.straight_path is not None:
        assert mouse.straight_path <= mouse.path or math.isclose(mouse.straight_path, mouse.path)
