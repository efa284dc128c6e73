"""Files of every kind: reading, telling the format, wanting a kind, writing by the ending, round trips."""

import bz2
import io
import lzma
import os
import re
import tarfile
import time
import tracemalloc
from contextlib import suppress
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.cases import rest_long
from support.fuzzing import CORPUS
from support.recordings import avf, evf3, evf4, mbf, rawvf, rmv
from support.replays import GAME, minefield_of
from support.strategies import grids, positions, square_minefields

import sapper
from sapper import FormatError, Game, Minefield, Position, PositionError, Replay, SapperError, Topology
from sapper.formats import FORMATS, LARGEST_FILE, identify, parse, read_for, render
from sapper.formats.files import convert
from sapper.formats.registry import Contents, Hints

POSITION = Position([[-1, 1], [1, 1]], 1)
MINEFIELD = minefield_of(GAME)
REPLAY = parse(rawvf(GAME), kind=Replay)
CASES = [
    (contents, name)
    for contents in (POSITION, MINEFIELD, REPLAY)
    for name, format in FORMATS.items()
    if format.write is not None and isinstance(contents, format.kinds)
]


@pytest.mark.parametrize(("contents", "name"), CASES)
def test_what_is_written_is_read(contents: Contents, name: str, tmp_path: Path) -> None:
    path = tmp_path / "file"
    sapper.write(contents, path, name)
    mines = 1 if isinstance(contents, Position) else None
    if name == "evf":  # which has its own clock, and says who wrote it
        replay = sapper.read(path, kind=Replay)
        assert replay.play() == REPLAY.play()
        contents = replay
    assert sapper.read(path, mines, format=name) == contents
    assert sapper.read(path, mines, kind=type(contents)) == contents
    assert path.read_bytes().endswith(b"\n") == FORMATS[name].is_text


@pytest.mark.parametrize("contents", [POSITION, MINEFIELD, REPLAY])
def test_without_a_format_the_ending_decides_or_else_the_kind(contents: Contents, tmp_path: Path) -> None:
    usual = {Position: "plain", Minefield: "board", Replay: "rawvf"}[type(contents)]
    sapper.write(contents, tmp_path / "file.txt")
    assert (tmp_path / "file.txt").read_bytes() == render(contents, usual) + b"\n"
    for ending, name in ((".mbf", "mbf"), (".ABF", "mbf"), (".board", "board"), (".rawvf", "rawvf")):
        path = tmp_path / f"file{ending}"
        if isinstance(contents, FORMATS[name].kinds):
            sapper.write(contents, path)
            assert path.read_bytes().rstrip(b"\n") == render(contents, name).rstrip(b"\n")
        else:
            with pytest.raises(FormatError, match=f"{name} holds a .*, not a "):
                sapper.write(contents, path)
            assert not path.exists()


def test_a_game_is_written_as_its_replay(tmp_path: Path) -> None:
    game = Game("beginner", seed=3)
    game.open(2, 2)
    sapper.write(game, tmp_path / "game.rawvf")
    assert sapper.read(tmp_path / "game.rawvf", kind=Replay).play().position == game.position
    with pytest.raises(sapper.GameError, match="nothing to replay"):
        sapper.write(Game("beginner"), tmp_path / "fresh.rawvf")


def test_read_only_formats_cannot_be_written(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match=r"avf \(AVF, a replay of Minesweeper Arbiter\) can be read"):
        sapper.write(REPLAY, tmp_path / "game.avf")
    with pytest.raises(FormatError, match="unknown format 'rawf': did you mean 'rawvf'"):
        sapper.write(REPLAY, tmp_path / "game", "rawf")
    with pytest.raises(FormatError, match="cannot be written: "):
        sapper.write(REPLAY, tmp_path)


def test_the_kind_that_is_wanted_has_to_be_there(tmp_path: Path) -> None:
    path = tmp_path / "game.avf"
    path.write_bytes(avf(GAME))
    text = r"game\.avf: expected a position, but avf \(AVF, a replay of .*\) holds a replay"
    with pytest.raises(FormatError, match=text):
        sapper.read(path, kind=Position)
    with pytest.raises(FormatError, match="expected a replay, but mbf"):
        parse(mbf(GAME), format="mbf", kind=Replay)
    with pytest.raises(FormatError, match="expected a position, but tatham"):
        Position.from_text("9x9:5,1,mec0f712b5982f397a0180")
    with pytest.raises(FormatError, match=r"expected a replay, but board .* holds a position or a min"):
        parse(b"\1\1\0\0", format="board", kind=Replay)


def test_an_ambiguous_text_is_reported() -> None:
    assert {each.name for each in FORMATS.values() if each.recognises(b"..")} == {"plain", "zig", "drawing"}
    with pytest.raises(FormatError, match=r"expected a replay, but plain .* holds a position"):
        parse("..", kind=Replay)
    assert parse("1x1x0\nH", kind=Position) == Position([[-1]], 0)


def test_texts_in_no_format_get_the_error_of_the_likeliest_of_the_kind() -> None:
    unknown = r"line 2, column 2: unknown 'z'; .*; this looks most like plain \(rows of"
    with pytest.raises(FormatError, match=unknown) as refusal:
        parse("..\n.z")
    assert (refusal.value.line, refusal.value.column) == (2, 2)
    with pytest.raises(FormatError, match=r"; this looks most like rawvf \(RawVF, a replay as text\)$"):
        parse("Player: x\nBoard\n", kind=Replay)
    with pytest.raises(FormatError, match="no character at offset 1; and no other format fits"):
        parse(b"1\0")
    with pytest.raises(FormatError, match="expected one game ID, but more text follows") as refusal:
        parse("\n3x2:1,0,u84\n3x2:1,0,u84\n")
    assert refusal.value.line == 3
    with pytest.raises(FormatError, match="the text is empty"):
        parse(" \n", kind=Replay)


LACKING = re.compile(r"at offset (\d+): .*expected (\d+) bytes? of .*, but only (\d+) (?:is|are) left")


@pytest.mark.parametrize("name", ["mbf", "avf", "rmv", "mvf", "evf", "evfs"])
def test_a_binary_file_that_is_cut_off_is_refused_where_it_ends(name: str) -> None:
    lengths = set()
    for data in CORPUS[name]:
        for length in range(len(data)):
            try:
                parse(data[:length], format=name)
            except FormatError as error:
                if lacking := LACKING.search(str(error)):
                    offset, expected, rest = map(int, lacking.groups())
                    figures = offset, rest < expected, offset + rest
                    assert figures == (error.offset, True, length)  # noqa: PT017  # only some lengths are refused
                    lengths.add(length)
    assert len(lengths) > len(CORPUS[name][0]) / 3


@pytest.mark.parametrize(
    ("data", "passed_over"),
    [
        (rawvf(GAME), 0),
        (rawvf(GAME, extra="flag 4 7\n\n1.230 won\n"), 3),
        (avf(GAME), 0),
        (rmv(GAME), 0),
        (rmv(GAME, extra=b"\x0d\0\4\0abcd"), 2),
        (evf3(GAME), 0),
        (evf4(GAME), 4),  # pauses
        (evf4(GAME, extra=b"\x5c\0" + b"\xc8\0\x27\x10" + bytes(8)), 6),
    ],
)
def test_replays_have_bounded_events(data: bytes, passed_over: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Skipped events count as well, because they take time too."""
    events = len(GAME.events) + passed_over
    monkeypatch.setattr("sapper.formats.registry.MOST_EVENTS", events)
    assert len(parse(data, kind=Replay).events) == len(GAME.events)
    monkeypatch.setattr("sapper.formats.registry.MOST_EVENTS", events - 1)
    with pytest.raises(FormatError, match=f"a replay may have at most {events - 1} events"):
        parse(data)


@pytest.mark.parametrize("name", ["auto", *FORMATS])
def test_files_have_a_bounded_length(name: str) -> None:
    with pytest.raises(FormatError, match="a file has at most 16777216 bytes, not 16777217"):
        parse(bytes(LARGEST_FILE + 1), format=name)


@pytest.mark.timing
@pytest.mark.parametrize("piece", rest_long([b"\n", b"1 . ", b"1 1 . 1\n", b"\0"]))
def test_the_longest_files_take_seconds(piece: bytes) -> None:
    start = time.process_time()
    with suppress(SapperError):
        parse(piece * (LARGEST_FILE // len(piece)))
    assert time.process_time() - start < 10


@pytest.mark.parametrize("piece", rest_long([b"\n", b"1 1 . 1\n", b"\0"]))
def test_files_take_some_times_their_length_of_memory(piece: bytes) -> None:
    size = 2**20
    tracemalloc.start()
    try:
        with pytest.raises(SapperError):
            parse(piece * (size // len(piece)))
        assert tracemalloc.get_traced_memory()[1] < 40 * size
    finally:
        tracemalloc.stop()


def test_a_text_has_a_bounded_number_of_lines() -> None:
    most = 100_000
    assert Position.from_text(".\n" * most, 1).topology.shape == (most, 1)
    too_many = f"line {most + 1}: a text may have at most {most} lines"
    with pytest.raises(FormatError, match=too_many) as refusal:
        Position.from_text(".\n" * (most + 1), 1)
    assert refusal.value.line == most + 1
    with pytest.raises(FormatError, match=too_many):
        Position.from_text(".\n" + "\n" * most + ".", 1)


def test_every_ending_belongs_to_one_format() -> None:
    endings = [ending for format in FORMATS.values() for ending in format.suffixes]
    assert len(set(endings)) == len(endings)


def test_a_replay_gives_its_minefield_and_where_it_ended() -> None:
    assert convert(REPLAY, (Minefield,)) == MINEFIELD
    assert convert(REPLAY, (Position,)) == REPLAY.play().position
    assert convert(REPLAY, (Position, Minefield)) == MINEFIELD
    assert convert(REPLAY, (Replay,)) is REPLAY
    with pytest.raises(FormatError, match="a replay cannot be made of a position"):
        convert(POSITION, (Replay,))


def test_files_are_read_as_what_the_target_holds() -> None:
    (both, real) = CORPUS["board"]
    assert read_for(both, Hints(), "auto", FORMATS["mbf"]).contents == parse(real)
    assert read_for(both, Hints(), "board", FORMATS["plain"]).contents == parse(both)
    assert read_for(real, Hints(), "auto", FORMATS["board"]) == identify(real, Hints())


@pytest.mark.parametrize("name", [name for name in FORMATS if FORMATS[name].suffixes and CORPUS.get(name)])
def test_the_ending_of_a_damaged_file_speaks_first(name: str, tmp_path: Path) -> None:
    ending = FORMATS[name].suffixes[0]
    path = tmp_path / f"game{ending}"
    path.write_bytes(b"\xff\0damaged")
    words = re.escape(f"game{ending}: this {ending} file is damaged: ")
    for reader in (sapper.read, lambda path: list(sapper.formats.read_all(path))):
        with pytest.raises(FormatError, match=words):
            reader(path)
    path.write_bytes(CORPUS[name][0])
    sapper.read(path)
    path.write_bytes(CORPUS[name][0][: len(CORPUS[name][0]) // 2])
    with pytest.raises(FormatError, match=words):
        sapper.read(path)


def tar(content: bytes) -> bytes:
    """An archive with one file."""
    file = io.BytesIO()
    with tarfile.open(fileobj=file, mode="w") as archive:
        about = tarfile.TarInfo("position.txt")
        about.size = len(content)
        archive.addfile(about, io.BytesIO(content))
    return file.getvalue()


@pytest.mark.parametrize(
    ("content", "answer"),
    [
        (b"SAVEFILE:41:Simon Tatham's Portable Puzzle Collection\nVERSION :1:1\n", "copy the ID"),
        (b"https://minesweeper.online/game/123456\n", "a link to minesweeper.online"),
        (b"http://www.minesweeper.online/player/1", "a link to minesweeper.online"),
        (b"  https://example.org/replays\n", "a link without a board"),
        (b"https://www.youtube.com/watch?v=1", "a link to a video"),
        (b"https://m.bilibili.com/video/1", "a link to a video"),
        (b"youtu.be/1", "a link to a video"),
        (b"\x1f\x8b\x08" + bytes(40), "compressed by gzip"),
        (b"\x1aE\xdf\xa3" + bytes(40), "a video"),
        (b"MZ\x90\x00" + bytes(40), "a program"),
        (b"<!DOCTYPE html>\n<html></html>", "a web page"),
        (b"PK\x03\x04" + bytes(40), "a ZIP archive: unpack it"),
        (b'{"board": []}', "this is JSON"),
        (b"SQLite format 3\0" + bytes(40), "'sapper report' reads run files"),
        (bytes(4) + b"ftypisom" + bytes(20), "a video"),
        (bytes(4) + b"ftypheic" + bytes(20), "a HEIC picture: save it as PNG or JPEG"),
        (bytes(4) + b"ftypavif" + bytes(20), "an AVIF picture: save it as PNG or JPEG"),
        (lzma.compress(b"?1\n11\n"), "compressed by xz: unpack it"),
        (bz2.compress(b"?1\n11\n", 3), "compressed by bzip2: unpack it"),
        (tar(b"?1\n11\n"), "a tar archive: unpack it"),
        ("https://youtu.be/1".encode("utf-16"), "a link to a video"),
    ],
)
def test_what_people_take_for_a_board_is_named(content: bytes, answer: str, tmp_path: Path) -> None:
    with pytest.raises(FormatError, match=answer):
        parse(content)
    for ending in (".avf", ".rmv", ".txt"):  # whatever the name promises
        path = tmp_path / f"saved{ending}"
        path.write_bytes(content)
        with pytest.raises(FormatError, match=answer):
            sapper.read(path)


@pytest.mark.parametrize(
    ("content", "mines"), [(avf(GAME), 3), *((data, 1) for data in CORPUS["board"]), (b"3x2:u84", 2)]
)
def test_what_the_caller_says_has_to_agree(content: bytes, mines: int) -> None:
    assert parse(content, mines) == parse(content)
    with pytest.raises(FormatError, match=f"{mines} mines?, but `mines` says {mines + 1}"):
        parse(content, mines + 1)


def test_the_topology_of_a_file_is_its_own() -> None:
    with pytest.raises(FormatError, match="file has a grid of 2 x 3 cells, but `topology` says a torus"):
        parse("3x2:u84", topology="torus")


def test_a_file_reads_as_its_text(tmp_path: Path) -> None:
    path = tmp_path / "position.txt"
    path.write_text("?1\n11\n", encoding="utf-8")
    assert sapper.read(path, mines=1) == sapper.read(str(path), 1) == Position([[-1, 1], [1, 1]], 1)
    assert sapper.read(path, 1, "torus", kind=Position).topology == Topology.torus(2, 2)
    path.write_bytes(b"\xef\xbb\xbf2x1x1\r\nH1\r\n")
    assert sapper.read(path) == Position([[-1, 1]], 1)
    path.write_text("#.\n..", encoding="utf-8")
    assert sapper.read(path, 1, format="zig", kind=Position)[0, 1] == 0


@pytest.mark.parametrize("format", ["auto", "plain", "jsminesweeper", "zig", "zeros", "counted"])
def test_bytes_that_are_not_text_are_refused_at_their_offset(tmp_path: Path, format: str) -> None:
    path = tmp_path / "junk.bin"
    path.write_bytes(b"11\n1" + bytes(range(128, 256)) * 10)
    message = r"junk\.bin: .*not text: there is no character at offset 4"
    with pytest.raises(FormatError, match=message) as refusal:
        sapper.read(path, 1, format=format)
    assert refusal.value.offset == 4


def test_unreadable_files_are_refused(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="no file can have the name"):
        sapper.read("\0", 1)
    empty = tmp_path / "empty.txt"
    empty.touch()
    with pytest.raises(FormatError, match=r"empty\.txt: the text is empty"):
        sapper.read(empty, 1)


def test_an_error_names_the_file_and_the_place(tmp_path: Path) -> None:
    path = tmp_path / "bad.txt"
    for text, error, message in (
        ("?1\n1z\n", FormatError, r"bad\.txt: line 2, column 2: unknown 'z'"),
        ("?9\n11\n", PositionError, r"row 0, column 1 \(0-based\)"),
    ):
        path.write_text(text, encoding="utf-8")
        with pytest.raises(error, match=message):
            sapper.read(path, 1)


def test_a_file_too_large_is_refused_unread(tmp_path: Path) -> None:
    path = tmp_path / "large.txt"
    path.touch()
    os.truncate(path, LARGEST_FILE + 1)  # a hole in the disk
    with pytest.raises(FormatError, match=r"large\.txt: a file has at most 16777216 bytes"):
        sapper.read(path, 1)


def outcome_of(data: str | bytes, mines: int | None, format: str = "auto") -> Position | str:
    """The position, or the text of an error that a reader may raise."""
    try:
        return parse(data, mines, format=format, kind=Position)
    except (FormatError, PositionError) as error:
        return str(error)


MINEFIELDS = [name for name, format in FORMATS.items() if format.write and Minefield in format.kinds]
POSITIONS = [name for name, format in FORMATS.items() if Position in format.kinds]
SQUARES = st.builds(Topology.square, st.integers(1, 7), st.integers(1, 7))


@given(positions())
def test_plain_text_holds_any_position(position: Position) -> None:
    text = position.to_text()
    assert Position.from_text(text, position.mines, position.topology, "plain") == position
    assert text == text.strip()


@given(positions(of=grids()))
def test_plain_text_shows_the_shape_of_grids(position: Position) -> None:
    shape = position.topology.shape
    if len(shape) == 1 or (len(shape) > 2 and shape[0] == 1) or shape[-1] == 1:
        return  # the text of such a grid does not show its shape
    assert Position.from_text(position.to_text(), position.mines, format="plain") == position


@given(positions(of=SQUARES), st.sampled_from(["jsminesweeper", "zig", "board"]))
def test_other_formats_hold_square_boards_but_not_every_mark(position: Position, format: str) -> None:
    unsayable = {"jsminesweeper": {-3, -6}, "zig": {-3, -4, -6}, "board": {-6}}[format]
    if unsayable & set(position.marks.ravel().tolist()):
        with pytest.raises(FormatError, match=rf"column \d+ \(0-based\): {format} text cannot hold a"):
            position.to_text(format)
    else:
        assert Position.from_text(position.to_text(format), position.mines, format=format) == position


@given(positions(of=SQUARES))
def test_detection_never_reads_another_position(position: Position) -> None:
    """By content alone a text is read as what was written, or refused for reading both ways."""
    for format in POSITIONS:
        try:
            text = position.to_text(format)
        except FormatError:
            continue
        outcome = outcome_of(text, position.mines)
        assert outcome == position or "has different meanings" in str(outcome)


@given(square_minefields(12), st.sampled_from(MINEFIELDS))
def test_formats_hold_minefields(minefield: Minefield, format: str) -> None:
    data = render(minefield, format)
    lost = minefield.first_cell is not None and not format.startswith("tatham")
    expected = Minefield(minefield.mined) if lost else minefield
    assert parse(data, format=format, kind=Minefield) == expected
    if minefield.mines:
        assert parse(data, kind=Minefield) == expected


@given(positions())
def test_formats_for_square_boards_refuse_others(position: Position) -> None:
    if position.topology.kind != "graph" and position.topology.dimension == 2:
        return
    for format in ("jsminesweeper", "zig", "board"):
        with pytest.raises(FormatError, match="needs rows and columns; this board is"):
            position.to_text(format)


@pytest.mark.long
def test_ten_million_cells_go_to_text_and_back() -> None:
    marks = np.full((2500, 4000), -1, dtype=np.int16)
    marks[::3, ::7] = 2
    position = Position(marks, 1_000_000)
    assert Position.from_text(position.to_text(), 1_000_000) == position
