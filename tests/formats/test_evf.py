"""EVF in its three versions, and containers of EVF files."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.recordings import Recording, clicks, evf3, evf4, evfs, rawvf
from support.replays import GAME, check_read, first_opening, recordings, replay_of

import sapper
from sapper import FormatError
from sapper.formats import parse, read_all

Encoder = Callable[..., bytes]


VERSIONS = [partial(evf3, version=2), evf3, evf4]


@pytest.mark.parametrize("encoder", VERSIONS)
def test_a_recording_is_read(encoder: Encoder) -> None:
    replay = replay_of(encoder(GAME))
    check_read(replay, GAME, start=30)
    assert replay.about == {
        "Program": "Metasweeper 3.2" if encoder is evf4 else "Metasweeper 3.1",
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
def test_any_recording_is_read(game: Recording, encoder: Encoder, cell_size: int) -> None:
    replay = replay_of(encoder(game, cell_size=cell_size))
    start = game.events[0][0] - round(1000 * replay.events[0].seconds) if game.events else 0
    check_read(replay, game, cell_size, start)
    assert first_opening(replay) == 0 or (first_opening(replay) is None and start == 0)
    assert replay.cell_size == cell_size
    assert replay.about.get("Player", "") == game.player


def test_a_file_without_a_checksum_is_read() -> None:
    assert replay_of(evf3(GAME, checksum=False)) == replay_of(evf3(GAME))


@pytest.mark.parametrize("encoder", VERSIONS)
def test_the_clock_starts_when_the_first_cell_is_opened(encoder: Encoder) -> None:
    steps = [(0, "rc", 1), (40, "rr", 1), (50, "lc", 1), (70, "lr", 1), (500, "lc", 2), (583, "lr", 2)]
    game = Recording(1, 4, ((0, 0),), clicks(*((ms, kind, (0, column)) for ms, kind, column in steps)))
    replay = replay_of(encoder(game))
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
@pytest.mark.parametrize("encoder", VERSIONS)
def test_codes_that_depend_on_the_buttons_held(encoder: Encoder, codes: str, kinds: str) -> None:
    game = Recording(2, 3, (), clicks(*((0, code, (1, 1)) for code in codes.split())))
    assert [event.kind for event in replay_of(encoder(game)).events] == kinds.split()


@pytest.mark.parametrize(
    ("code", "status"), [(81, "nonstandard"), (82, "won"), (83, "lost"), (90, "won"), (99, "nonstandard")]
)
def test_version_4_tells_how_a_game_ended(code: int, status: str) -> None:
    replay = replay_of(evf4(GAME, extra=bytes((code, 0))))
    assert replay.about["Status"] == status
    assert replay.events == replay_of(evf4(GAME)).events


@pytest.mark.parametrize("encoder", VERSIONS)
def test_the_flags_are_read(encoder: Encoder) -> None:
    data = bytearray(encoder(GAME))
    data[1] = 0x70
    about = replay_of(bytes(data)).about
    assert [about.get(name) for name in ("Status", "Official", "Fair", "Style")] == [None, "Yes", "Yes", "NF"]


def test_other_events_are_skipped_in_version_4() -> None:
    extra = b"\x5d\0\x64\0\0\0\0\0" + b"\xc8\0\x27\x10" + bytes(8) + b"\xc9\0\x27\x11text\0" + b"\xff\0\1"
    assert replay_of(evf4(GAME, metrics=(b"one", b"two"), extra=extra)) == replay_of(evf4(GAME))


def test_translated_files_name_their_translator_and_encoding() -> None:
    replay = replay_of(evf4(GAME, has_translation=True, player="王".encode("gbk")))
    assert (replay.about["Program"], replay.about["Translator"]) == ("Arbiter", "Metasweeper 3.2")
    assert replay.about["Player"] == "王"
    unknown = replay_of(evf4(GAME, has_translation=True, player=b"J\xfcrgen", encoding="unicode_escape"))
    assert unknown.about["Player"] == "Jürgen"


@pytest.mark.parametrize("checksum", [0, 32])
def test_a_container_of_one_replay_is_read(checksum: int) -> None:
    assert replay_of(evfs(evf4(GAME), checksum=checksum)) == replay_of(evf4(GAME))


def test_all_replays_are_read_one_after_the_other(tmp_path: Path) -> None:
    path = tmp_path / "games.evfs"
    path.write_bytes(evfs(evf4(GAME), evf3(GAME), evf3(GAME, version=2)))
    assert list(read_all(path)) == [replay_of(x) for x in (evf4(GAME), evf3(GAME), evf3(GAME, version=2))]
    with pytest.raises(FormatError, match=r"games.evfs: evfs: this file holds 3 replays, .*read_all"):
        sapper.read(path)
    with pytest.raises(FormatError, match=r"evfs: this file holds no replay$"):
        parse(evfs(), format="evfs")


def test_reading_all_replays_has_limits_for_each(tmp_path: Path) -> None:
    path = tmp_path / "games.evfs"
    path.write_bytes(evfs(evf4(GAME), evf3(GAME)))
    cancel = sapper.Cancel()
    replays = read_all(path, cancel=cancel)
    assert next(replays) == replay_of(evf4(GAME))
    cancel.set()
    with pytest.raises(sapper.CancelledError, match="reading was cancelled"):
        next(replays)
    with pytest.raises(sapper.BudgetError, match="reading did not finish within 0 seconds"):
        next(read_all(path, time_limit=0))


def test_any_other_file_gives_its_replay(tmp_path: Path) -> None:
    path = tmp_path / "game.rawvf"
    path.write_bytes(rawvf(GAME))
    assert list(read_all(path)) == [replay_of(rawvf(GAME))]
    path.write_bytes(b"?")
    with pytest.raises(FormatError, match=r"game\.rawvf: this \.rawvf file is damaged: "):
        list(read_all(path))
