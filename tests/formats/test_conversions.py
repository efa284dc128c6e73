"""EVF 0.4 as it is written, and converting: it loses nothing that is known, or names it."""

import struct
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.recordings import (
    Recording,
    avf,
    bitmap,
    clicks,
    evf3,
    evf4,
    evfs,
    mvf,
    mvf_old,
    rawvf,
    rmv,
    rmv2,
)
from support.replays import GAME, first_opening, recordings, replay_of

import sapper
from sapper import FormatError, Minefield, MouseEvent, Position, Replay, Rules, Topology
from sapper.formats import FORMATS, losses, parse, render
from sapper.formats.registry import Hints
from sapper.replays.replay import time_of

TARGETS = [name for name, format in FORMATS.items() if format.write and Replay in format.kinds]

LATE_CLICKS = clicks((10, "lc", (2, 2)), (10, "lr", (2, 2)), (500, "lc", (0, 1)), (600, "lr", (0, 2)))
LATE = Recording(3, 3, ((0, 0),), LATE_CLICKS)
"""A game whose first cell is opened 10 ms after the clock began, as in files of Minesweeper Clone 0.97."""

SQUARE = Minefield([(0, 0)], Topology.square(2, 3))

TEN = (*((0, column) for column in range(8)), (1, 0), (1, 1))
"""The mines of a beginner's board."""

OPTIONS = "Program: Other\nTime: 12.340\nStatus: Won\nTimestamp: 2020-09-13 12:26:40\nMode: UPK\n"
SOURCES: dict[str, Callable[[Recording], bytes]] = {
    "rawvf": partial(rawvf, options=OPTIONS),
    "avf": avf,
    "rmv 1": rmv,
    "rmv 2": rmv2,
    "mvf 2007": mvf,
    "mvf 0.97": partial(mvf, version="0.97 beta", years="2004-2005"),
    "mvf 0.8": lambda game: mvf_old(replace(game, rows=8, columns=8, mines=TEN)),
    "evf 0.2": partial(evf3, version=2),
    "evf 0.3": evf3,
    "evf 0.4": evf4,
    "evf 0.4, translated": partial(evf4, has_translation=True),
    "evfs": lambda game: evfs(evf4(game)),
}
WITH_DATE = {name for name in SOURCES if name != "mvf 0.8"}


def test_every_format_of_replays_is_here() -> None:
    assert {x.split()[0] for x in SOURCES} == {x for x, each in FORMATS.items() if Replay in each.kinds}


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("source", SOURCES)
@pytest.mark.parametrize(
    "game", [GAME, LATE, replace(GAME, question_marks=True)], ids=["usual", "late", "marks"]
)
def test_nothing_is_lost_without_a_word(game: Recording, source: str, target: str) -> None:
    replay = replay_of(SOURCES[source](game))
    again, losses_named = replay_of(render(replay, target)), losses(replay, target)
    assert again.minefield == replay.minefield
    assert [(event.kind, event.cell) for event in again.events] == [(e.kind, e.cell) for e in replay.events]
    assert again.play() == replay.play() or replay.rules.question_marks
    assert (again.played is None) == (source not in WITH_DATE)
    assert again.played == replay.played
    assert (again.rules != replay.rules) == any("question marks" in each for each in losses_named)
    shifts = [its.seconds - ours.seconds for ours, its in zip(replay.events, again.events, strict=True)]
    assert (max(map(abs, shifts)) > 1e-9) == any("all times are" in each for each in losses_named)
    for name, value in replay.about.items():
        if name in ("Time", "BBBV", "Player", "Mode", "Style", "Status", "Country", "Official", "Fair"):
            assert name in losses_named or again.about[name].lower() == value.lower()
        elif name in ("Program", "Version"):
            assert value in again.about["Program"] or again.about[name] == value
        elif name != "Timestamp":
            assert name in losses_named or again.about[name] == value
    names = {each for each in losses_named if each in replay.about}
    assert names <= {"RealTime", "Skin", "Translator"} if target == "evf" else not names


def test_the_official_time_stays_when_the_clock_begins_with_the_first_opening() -> None:
    replay = replay_of(SOURCES["mvf 0.97"](LATE))
    assert losses(replay, "evf") == ("when the clock began, so that all times are 0.010 s less",)
    again = replay_of(render(replay, "evf"))
    assert again.about["Time"] == replay.about["Time"] == "12.340"
    assert (replay.events[-1].seconds, again.events[-1].seconds) == (0.6, 0.59)
    assert losses(again, "evf") == ()


WITH_SHIFT = (MouseEvent(0, "sc", (1, 1), (20, 20)), MouseEvent(0, "lr", (1, 1), (20, 20)))
FINE = (MouseEvent(0, "mv", (0, 0), (0, 0)), MouseEvent(0.12345, "mv", (0, 0), (0, 0)))


@pytest.mark.parametrize("target", TARGETS)
@given(recordings())
def test_what_is_not_named_is_kept(target: str, game: Recording) -> None:
    replay = replay_of(rawvf(replace(game, question_marks=False)))
    losses_named, again = losses(replay, target), replay_of(render(replay, target))
    if not losses_named:
        assert replace(again, about=replay.about) == replay


@pytest.mark.parametrize(
    ("change", "format", "words"),
    [
        ({"cell_size": 24}, "rawvf", "the 24 pixels of a cell, scaled to 16"),
        ({"cell_size": 3}, "evf", "the 3 pixels of a cell, scaled to 16"),
        ({"rules": Rules("any", question_marks=True)}, "evf", "the setting of question marks"),
        ({"events": (MouseEvent(0, "mv", None, (-5, 3)),)}, "evf", "where the mouse was beside the board"),
        ({"events": FINE}, "evf", "times finer than 0.001 s"),
        ({"events": FINE}, "rawvf", "times finer than 0.001 s"),
        ({"events": (MouseEvent(0, "mt", (0, 0), (0, 0)),)}, "evf", "that question marks were switched"),
        ({"events": WITH_SHIFT}, "evf", "that Shift was held"),
        ({"about": {"Country": "Austria"}}, "evf", "Country"),
        ({"about": {"Mode": "Odd"}}, "evf", "Mode"),
        ({"about": {"Nick": "Z"}}, "evf", "Nick"),
        ({"about": {"Time": "12.3456"}}, "evf", "Time"),
        ({"about": {"BBBV": "70000"}}, "evf", "BBBV"),
        ({"about": {"Status": "nonstandard"}}, "evf", "Status"),
        ({"about": {"Status": "lost"}}, "evf", "Status"),  # the events do not say so
        ({"about": {"Timestamp": "2008-12-?? 23:59:05"}}, "evf", "Timestamp"),
        ({"about": {"Timestamp": "1900-01-01"}}, "evf", "Timestamp"),
        ({"about": {"Version": "1.0"}}, "evf", "Version"),
    ],
)
def test_what_a_format_cannot_hold_is_named(change: dict[str, object], format: str, words: str) -> None:
    replay = Replay(SQUARE, ())
    assert losses(replay, format) == ()
    names_of_losses = losses(replace(replay, **change), format)  # type: ignore[arg-type]  # of any field
    assert len(names_of_losses) == 1
    assert names_of_losses[0].startswith(words)


def test_a_claim_is_written_as_it_is_said() -> None:
    """Otherwise a file that contradicts its events would look right after converting."""
    claims = {"Time": "9.870", "BBBV": "77", "Status": "won", "Style": "NF", "Official": "Yes", "Fair": "Yes"}
    replay = replace(replay_of(rawvf(LATE)), about=claims)
    again = replay_of(render(replay, "evf"))
    assert {name: again.about[name] for name in claims} == claims
    kinds = [{doubt.name for doubt in each.doubts} for each in (replay, again)]
    assert kinds[0] == kinds[1] >= {"time", "three_bv"}


def test_other_contents() -> None:
    assert losses(Position("1?F\n???", 2), "jsminesweeper") == ()
    assert losses(Position("1?F\n???", 2), "zig") == ("the number of mines",)
    torus = sapper.Position("1?\n??", 2, "torus")
    assert losses(torus, "jsminesweeper") == ("the topology of the board",)
    assert losses(torus, "plain") == ("the topology of the board", "the number of mines")
    field = sapper.generate("beginner", seed=1).minefield
    for name, format in FORMATS.items():
        if format.write and Minefield in format.kinds:
            is_same = format.read(format.write(field), Hints(kind=Minefield)) == field
            assert losses(field, name) == (() if is_same else (f"the first cell, {field.first_cell}",))
    replay = replay_of(rawvf(GAME))
    assert losses(replay, "mbf") == ("the replay, only its minefield",)
    assert losses(replay, "jsminesweeper") == ("the replay, only its position",)


SECONDS = (1_600_000_000).to_bytes(4, "big")


def test_no_date_is_none_and_not_1970() -> None:
    """Programs write 0 if they do not know."""
    for data in (
        evf4(GAME).replace((1_600_000_000_000_000).to_bytes(8, "big"), bytes(8)),
        evf3(GAME).replace(b"\x001600000000000000\0", b"\x000\0"),
        rmv2(GAME).replace(SECONDS, bytes(4)),
        rmv(GAME).replace(SECONDS, bytes(4)).replace(b":1600000000", b":0000000000"),
        rawvf(GAME, options="Timestamp: 0\n"),
        mvf(GAME).replace((2008).to_bytes(2, "big"), bytes(2)),
    ):
        replay = parse(data, kind=Replay)
        assert "Timestamp" not in replay.about
        assert replay.played is None
    assert time_of("0") is time_of("000") is None
    assert time_of("1970-01-01") == datetime(1970, 1, 1, tzinfo=UTC)
    assert replay_of(rmv(GAME).replace(SECONDS, bytes(4))).played is not None


@given(st.text("0123456789", min_size=1, max_size=20))
def test_a_time_of_any_length_is_kept_or_named(digits: str) -> None:
    replay = replace(replay_of(rawvf(LATE)), about={"Time": f"{digits}.5"})
    again = replay_of(render(replay, "evf"))
    assert (float(again.about["Time"]) == float(f"{digits}.5")) == ("Time" not in losses(replay, "evf"))


def test_every_byte_is_that_of_the_layout() -> None:
    steps = [(100, "mv", (0, 2)), (110, "lc", (0, 2)), (150, "lr", (0, 2)), (70_150, "lc", (1, 0))]
    steps += [(70_160, "lr", (1, 0)), (70_170, "lc", (0, 1)), (70_180, "lr", (0, 1))]
    small = Recording(2, 3, ((0, 0),), clicks(*steps), player="Zoë")
    about = {"Player": "Zoë", "Country": "at", "Timestamp": "1600000000", "Mode": "upk"}
    replay = replace(replay_of(rawvf(small)), about=about)
    assert render(replay, "evf") == b"".join(
        (
            bytes((4, 0x90, 0, 2, 3, 0, 1, 16)),
            struct.pack(">HHI", 1, 2, 70_010),
            b"AT",
            struct.pack(">QQ", 1_600_000_000_000_000, 1_600_000_070_010_000),
            f"Sapper {sapper.__version__}\0Zoë\0\0\0".encode(),
            bytes((0, 0, 0b10000000, 0, 0)),
            struct.pack(">BBhh", 1, 0, 40, 8),
            struct.pack(">BBhh", 2, 10, 0, 0),
            struct.pack(">BBhh", 3, 40, 0, 0),
            b"\xff\xff\xff\xff\x11\x71",  # pauses of 65,535 and 4,465 ms
            struct.pack(">BBhh", 2, 0, -32, 16),
            struct.pack(">BBhh", 3, 10, 0, 0),
            struct.pack(">BBhh", 2, 10, 16, -16),
            struct.pack(">BBhh", 3, 10, 0, 0),
            bytes(3),
        )
    )


@given(recordings())
def test_any_recording_is_written(game: Recording) -> None:
    replay = replay_of(rawvf(game))
    if game.question_marks:
        replay = replace(replay, rules=Rules("any"))
    again = replay_of(render(replay, "evf"))
    start = first_opening(replay)
    if start is None:
        start = replay.events[0].seconds if replay.events else 0.0
    assert again.minefield == replay.minefield
    assert [(event.kind, event.cell) for event in again.events] == [(e.kind, e.cell) for e in replay.events]
    assert [event.seconds for event in again.events] == [round(e.seconds - start, 3) for e in replay.events]
    assert all(a.pixel == b.pixel for a, b in zip(again.events, replay.events, strict=True) if a.cell)
    assert again.play() == replay.play()
    assert int(again.about["BBBV"]) == sapper.measure(replay.minefield).three_bv
    assert ("Status" in again.about) == (replay.play().status == "won")


def test_what_is_converted_names_both_programs() -> None:
    about = {"Player": "王", "Timestamp": "21.11.2021.10:00:00:000", "Mode": "Odd"}
    about |= {"Program": "Minesweeper Arbiter"}
    data = render(replace(replay_of(rawvf(GAME)), about=about), "evf")
    again = replay_of(data)
    assert again.about["Program"] == "Minesweeper Arbiter"
    assert (again.about["Translator"], again.about["Player"]) == (f"Sapper {sapper.__version__}", "王")
    assert again.about["Timestamp"] == "1637488800000000"
    assert "Country" not in again.about
    assert "Mode" not in again.about
    assert data.startswith(b"\4\x08")  # not won, with a flag, translated
    assert bitmap(GAME) in data
    assert replay_of(render(again, "evf")).events == again.events
    evf = render(replay_of(evf4(GAME)), "evf")
    assert render(replay_of(evf), "evf") == evf


def test_shift_becomes_the_middle_button_and_the_setting_is_left_out() -> None:
    steps = [(0, "lc", (0, 2)), (1, "lr", (0, 2)), (2, "rc", (0, 0)), (3, "rr", (0, 0)), (4, "mt", (0, 0))]
    steps += [(5, "sc", (0, 1)), (6, "lr", (0, 1)), (7, "lc", (1, 0)), (8, "lr", (1, 0))]
    replay = replay_of(rawvf(Recording(2, 3, ((0, 0),), clicks(*steps))))
    again = replay_of(render(replay, "evf"))
    assert [event.kind for event in again.events] == ["lc", "lr", "rc", "rr", "mc", "mr", "lc", "lr"]
    assert [action[1:] for action in again.actions] == [action[1:] for action in replay.actions]


def test_places_that_do_not_fit_are_moved_on_their_cells() -> None:
    events = (
        MouseEvent(0, "mv", (1, 2), (0, 0)),
        MouseEvent(0, "mv", None, (-5, 10**9)),
        MouseEvent(0, "mv", (1, 1), None),
        MouseEvent(0, "mv", None, None),
        MouseEvent(0, "mv", (0, 1), (3, 1)),
    )
    again = replay_of(render(Replay(SQUARE, events, cell_size=2), "evf"))
    assert [event.pixel for event in again.events] == [(40, 24), (48, 32), (24, 24), (48, 32), (24, 8)]
    assert again.cell_size == 16


def after(*times: float) -> tuple[MouseEvent, ...]:
    return tuple(MouseEvent(time, "mv", (0, 0)) for time in times)


@pytest.mark.parametrize(
    ("replay", "complaint"),
    [
        (Replay(Minefield([], Topology.torus(3, 3)), ()), "evf holds only square boards"),
        (Replay(Minefield([], Topology.square(1, 256)), ()), "at most 255 rows and columns, not 1 and 256"),
        (
            Replay(SQUARE, (), Rules("any", win="flagged")),
            "cannot hold a game with the rule 'flagged' in place of 'cleared'",
        ),
        (Replay(SQUARE, (), Rules("any", on_mine="continue")), "the rule 'continue' in place of 'stop'"),
        (Replay(SQUARE, (), Rules("any", guessing="kaboom")), "the rule 'kaboom' in place of 'free'"),
        (
            Replay(SQUARE, after(1, 0.5)),
            "cannot hold event 2: its time must be at least that of the event before",
        ),
        (Replay(SQUARE, after(0, 5e6)), "cannot hold a game of 4294967.296 seconds or more"),
        (Replay(SQUARE, (), about={"Player": "\ud800"}), "cannot hold the character"),
    ],
)
def test_what_evf_cannot_hold_is_refused(replay: Replay, complaint: str) -> None:
    with pytest.raises(FormatError, match=complaint):
        render(replay, "evf")


def test_question_marks_are_refused_only_if_there_are_some() -> None:
    def game(presses: int) -> Replay:
        steps = [(ms, kind, (0, 0)) for ms in range(presses) for kind in ("rc", "rr")]
        return replay_of(rawvf(Recording(2, 3, ((0, 0),), clicks(*steps), question_marks=True)))

    assert len(replay_of(render(game(1), "evf")).actions) == 1
    with pytest.raises(FormatError, match="cannot hold question marks, and this game has some"):
        render(game(2), "evf")


def test_a_click_with_shift_that_would_mean_something_else_is_refused() -> None:
    steps = [(0, "rc", (0, 0)), (1, "sc", (0, 0)), (2, "rr", (0, 0)), (3, "lr", (0, 0))]
    with pytest.raises(FormatError, match="cannot hold a click with Shift while other buttons are held"):
        render(replay_of(rawvf(Recording(2, 3, ((1, 1),), clicks(*steps)))), "evf")
