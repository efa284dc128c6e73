from pathlib import Path

import pytest
from support.recordings import evf3, evf4, evfs, rawvf
from support.replays import GAME, replay_of

import sapper
from sapper import FormatError
from sapper.formats import parse, read_all


@pytest.mark.parametrize("checksum", [0, 32])
def test_a_container_of_one_replay_is_read(checksum: int) -> None:
    data = evfs(evf4(GAME), checksum=checksum)
    assert replay_of(data) == replay_of(evf4(GAME))


def test_all_replays_are_read_one_after_the_other(tmp_path: Path) -> None:
    path = tmp_path / "games.evfs"
    path.write_bytes(evfs(evf4(GAME), evf3(GAME), evf3(GAME, version=2)))
    assert list(read_all(path)) == [
        replay_of(data) for data in (evf4(GAME), evf3(GAME), evf3(GAME, version=2))
    ]
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


ONE = evfs(evf4(GAME))
START = 3 + len(b"game0.evf\0") + 4


@pytest.mark.parametrize(
    ("data", "complaint", "offset"),
    [
        (b"\1" + ONE[1:], "expected version 0, not 1", 0),
        (ONE[:9], "expected b'.x00' at the end of the name of a file", 3),
        (
            ONE[: START + 3] + b"\0" + ONE[START + 4 :],
            "in 'game0.evf': evf: at offset 3: a board of 0 x 5",
            START + 3,
        ),
    ],
)
def test_a_malformed_container_is_refused_at_its_offset(data: bytes, complaint: str, offset: int) -> None:
    with pytest.raises(FormatError, match=f"evfs: at offset {offset}: .*{complaint}") as caught:
        parse(data, format="evfs")
    assert caught.value.offset == offset
