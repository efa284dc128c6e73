"""EVF, in its three versions."""

from collections.abc import Callable
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.recordings import Recording, clicks, evf3, evf4
from support.replays import GAME, check_read, recordings, replay_of

from sapper import FormatError, Replay
from sapper.formats import parse

Encoder = Callable[..., bytes]
VERSIONS = [partial(evf3, version=2), evf3, evf4]


@pytest.mark.parametrize("encoded", VERSIONS)
def test_a_recording_is_read(encoded: Encoder) -> None:
    replay = replay_of(encoded(GAME))
    check_read(replay, GAME, start=30)
    assert replay.about == {
        "Program": "Metasweeper 3.2" if encoded is evf4 else "Metasweeper 3.1",
        "Player": "Nobody",
        "Country": "XY",
        "Time": "12.340",
        "Timestamp": "1600000000000000",
        "Mode": "Classic",
        "BBBV": "9",
        "Style": "FL",
        "Status": "won",
    }


@given(recordings(), st.sampled_from(VERSIONS), st.integers(1, 255))
def test_any_recording_is_read(game: Recording, encoded: Encoder, cell_size: int) -> None:
    replay = replay_of(encoded(game, cell_size=cell_size))
    start = game.events[0][0] - round(1000 * replay.events[0].seconds) if game.events else 0
    check_read(replay, game, cell_size, start)
    opened = _first_opening(replay)
    assert opened == 0 or (opened is None and start == 0)
    assert replay.cell_size == cell_size
    assert replay.about.get("Player", "") == game.player


def _first_opening(replay: Replay) -> float | None:
    """The time of the action after which a cell is open, found by playing."""
    game = replay.start()
    for action in replay.actions:
        game.act(action.kind, action.cell)
        if game.status != "playing" or (game.position.marks >= 0).any():
            return action.seconds
    return None


def test_a_file_without_a_checksum_is_read() -> None:
    assert replay_of(evf3(GAME, checksum=False)) == replay_of(evf3(GAME))


@pytest.mark.parametrize("encoded", VERSIONS)
def test_the_clock_starts_when_the_first_cell_is_opened(encoded: Encoder) -> None:
    steps = [(0, "rc", 1), (40, "rr", 1), (50, "lc", 1), (70, "lr", 1), (500, "lc", 2), (583, "lr", 2)]
    game = Recording(1, 4, ((0, 0),), clicks(*((ms, kind, (0, column)) for ms, kind, column in steps)))
    replay = replay_of(encoded(game))
    assert [event.seconds for event in replay.events] == [-0.583, -0.543, -0.533, -0.513, -0.083, 0]
    assert [(action.seconds, action.kind) for action in replay.actions] == [
        (-0.583, "flag"),
        (-0.513, "open"),  # the flag keeps it closed
        (0, "open"),
    ]


@pytest.mark.parametrize(
    ("codes", "kinds"),
    [
        ("pf lc", "rc rr lc"),
        ("lc cc lr rr", "lc rc lr rr"),
        ("rc cc rr lr", "rc lc rr lr"),
        ("cc lr", "lc lr"),
        ("l l r r m m l", "lc lr rc rr mc mr lc"),
        ("lc l rc r mc m", "lc lr rc rr mc mr"),
    ],
)
@pytest.mark.parametrize("encoded", VERSIONS)
def test_codes_that_depend_on_the_buttons_held(encoded: Encoder, codes: str, kinds: str) -> None:
    game = Recording(2, 3, (), clicks(*((0, code, (1, 1)) for code in codes.split())))
    assert [event.kind for event in replay_of(encoded(game)).events] == kinds.split()


@pytest.mark.parametrize(
    ("code", "status"), [(81, "nonstandard"), (82, "won"), (83, "lost"), (90, "won"), (99, "nonstandard")]
)
def test_version_4_tells_how_a_game_ended(code: int, status: str) -> None:
    replay = replay_of(evf4(GAME, extra=bytes((code, 0))))
    assert replay.about["Status"] == status
    assert replay.events == replay_of(evf4(GAME)).events


@pytest.mark.parametrize("encoded", VERSIONS)
def test_the_flags_are_read(encoded: Encoder) -> None:
    data = bytearray(encoded(GAME))
    data[1] = 0x70
    about = replay_of(bytes(data)).about
    assert {name: about.get(name) for name in ("Status", "Official", "Fair", "Style")} == {
        "Status": None,
        "Official": "Yes",
        "Fair": "Yes",
        "Style": "NF",
    }


def test_other_events_are_skipped_in_version_4() -> None:
    extra = (
        b"\x5d\0" + b"\x64\0\0\0\0\0" + b"\xc8\0\x27\x10" + bytes(8) + b"\xc9\0\x27\x11text\0" + b"\xff\0\1"
    )
    plain = replay_of(evf4(GAME))
    assert replay_of(evf4(GAME, metrics=(b"one", b"two"), extra=extra)) == plain


def test_translated_files_name_their_translator_and_encoding() -> None:
    replay = replay_of(evf4(GAME, translated=True, player="王".encode("gbk")))
    assert replay.about["Program"] == "Arbiter"
    assert replay.about["Translator"] == "Metasweeper 3.2"
    assert replay.about["Player"] == "王"
    unknown = replay_of(evf4(GAME, translated=True, player=b"J\xfcrgen", encoding="unicode_escape"))
    assert unknown.about["Player"] == "Jürgen"


FULL3, FULL4 = evf3(GAME), evf4(GAME)
BITMAP3 = FULL3.index(b"id\0") + 3
BITMAP4 = FULL4.index(b"\0\2id") + 4


@pytest.mark.parametrize(
    ("data", "complaint", "offset"),
    [
        (b"\5" + FULL3[1:], "expected version 2, 3 or 4, not 5", 0),
        (FULL3[:3] + b"\0" + FULL3[4:], "a board of 0 x 5 has no cells", 3),
        (FULL3[:5] + b"\0\x15" + FULL3[7:], "a board of 4 x 5 cannot hold 21 mines", 3),
        (FULL3[:5] + b"\0\4" + FULL3[7:], "expected 4 mines in the bitmap, not 3", BITMAP3),
        (FULL4[:5] + b"\0\4" + FULL4[7:], "expected 4 mines in the bitmap, not 3", BITMAP4),
        (FULL3[:7] + b"\0" + FULL3[8:], "a cell must be at least 1 pixel wide", 7),
        (FULL3[:16], "expected b'.x00' at the end of a text", 15),
        (FULL3[: BITMAP3 + 3] + b"\x0d" + bytes(7), "unknown event 13", BITMAP3 + 3),
        (FULL3[: BITMAP3 + 3] + b"\1\0", "expected 3 bytes of the time of an event", BITMAP3 + 4),
        (
            FULL4[: BITMAP4 + 3] + b"\xff\xff",
            "expected b'.x00' at the end of the name of a metric",
            BITMAP4 + 5,
        ),
        (FULL4[: BITMAP4 + 5] + b"\x0d\0", "unknown event 13", BITMAP4 + 5),
        (FULL4[: BITMAP4 + 5] + b"\1\0\0", "expected 2 bytes of x of an event", BITMAP4 + 7),
    ],
)
def test_a_malformed_evf_file_is_refused_at_its_offset(data: bytes, complaint: str, offset: int) -> None:
    with pytest.raises(FormatError, match=f"evf: at offset {offset}: {complaint}") as caught:
        parse(data, format="evf")
    assert caught.value.offset == offset
