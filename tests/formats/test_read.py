from __future__ import annotations

import os
from pathlib import Path

import pytest

import sapper
from sapper import FormatError, Position, PositionError, Topology
from sapper.formats import LARGEST_FILE


def test_a_file_reads_as_its_text(tmp_path: Path) -> None:
    path = tmp_path / "position.txt"
    path.write_text("?1\n11\n", encoding="utf-8")
    assert sapper.read(path, mines=1) == sapper.read(str(path), 1) == Position([[-1, 1], [1, 1]], 1)
    assert sapper.read(path, 1, "torus", kind=Position).topology == Topology.torus(2, 2)
    path.write_bytes(b"\xef\xbb\xbf2x1x1\r\nH1\r\n")
    assert sapper.read(path) == Position([[-1, 1]], 1)
    path.write_text("#.\n..", encoding="utf-8")
    assert sapper.read(path, 1, format="zig", kind=Position)[0, 1] == 0


def test_an_error_names_the_file_and_the_place(tmp_path: Path) -> None:
    path = tmp_path / "bad.txt"
    path.write_text("?1\n1z\n", encoding="utf-8")
    with pytest.raises(FormatError, match=r"bad\.txt: line 2, column 2: unknown 'z'") as caught:
        sapper.read(path, 1)
    assert (caught.value.line, caught.value.column) == (2, 2)


@pytest.mark.parametrize("format", ["auto", "plain", "jsminesweeper", "zig", "zeros", "counted"])
def test_bytes_that_are_not_text_are_refused_at_their_offset(tmp_path: Path, format: str) -> None:
    path = tmp_path / "junk.bin"
    path.write_bytes(b"11\n1" + bytes(range(128, 256)) * 10)
    message = r"junk\.bin: .*not text: there is no character at offset 4"
    with pytest.raises(FormatError, match=message) as caught:
        sapper.read(path, 1, format=format)
    assert caught.value.offset == 4


def test_unreadable_files_are_refused(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match=r"nothing\.txt: cannot be read: No such file"):
        sapper.read(tmp_path / "nothing.txt", 1)
    with pytest.raises(FormatError, match="cannot be read"):
        sapper.read(tmp_path, 1)
    with pytest.raises(FormatError, match="no file can have the name"):
        sapper.read("\0", 1)
    empty = tmp_path / "empty.txt"
    empty.touch()
    with pytest.raises(FormatError, match=r"empty\.txt: the text is empty"):
        sapper.read(empty, 1)


def test_a_file_too_large_is_refused_unread(tmp_path: Path) -> None:
    path = tmp_path / "large.txt"
    path.touch()
    os.truncate(path, LARGEST_FILE + 1)  # a hole in the disk
    with pytest.raises(FormatError, match=r"large\.txt: a file has at most 16777216 bytes"):
        sapper.read(path, 1)


def test_a_malformed_position_in_a_file_is_a_position_error(tmp_path: Path) -> None:
    path = tmp_path / "position.txt"
    path.write_text("?9\n11\n", encoding="utf-8")
    with pytest.raises(PositionError, match=r"row 0, column 1 \(0-based\)"):
        sapper.read(path, 1)
