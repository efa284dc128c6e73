"""Files are written completely or not at all."""

import os
import threading
from pathlib import Path

import pytest

import sapper
from sapper._support.file_bytes import put_in_place, write_whole


def test_a_file_is_synced_before_it_gets_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[str] = []
    monkeypatch.setattr(os, "fsync", lambda _: calls.append("sync"))
    real = Path.replace

    def replace(one: Path, other: Path) -> Path:
        calls.append("name")
        return real(one, other)

    monkeypatch.setattr(Path, "replace", replace)
    draft, file = tmp_path / "unfinished", tmp_path / "file"
    draft.write_bytes(b"new")
    file.write_bytes(b"old")
    put_in_place(draft, file)
    assert file.read_bytes() == b"new"
    assert not draft.exists()
    assert calls[:2] == ["sync", "name"]


def test_a_full_disk_leaves_only_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "position.txt"
    sapper.formats.write(sapper.Position.from_text("1.", mines=1), file)
    before = file.read_bytes()
    assert before

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(sapper.FormatError, match="No space left"):
        sapper.formats.write(sapper.Position.from_text("1..", mines=1), file)
    assert file.read_bytes() == before
    assert list(tmp_path.iterdir()) == [file]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no links and pipes of this kind here")
def test_links_pipes_and_permissions_stay(tmp_path: Path) -> None:
    file, link, pipe = tmp_path / "file", tmp_path / "link", tmp_path / "pipe"
    write_whole(file, b"old")
    file.chmod(0o640)
    link.symlink_to(file)
    write_whole(link, b"new")
    assert link.is_symlink()
    assert file.read_bytes() == b"new"
    assert file.stat().st_mode & 0o777 == 0o640
    os.mkfifo(pipe)
    contents: list[bytes] = []
    reader = threading.Thread(target=lambda: contents.append(pipe.read_bytes()))
    reader.start()
    write_whole(pipe, b"to whoever reads")
    reader.join(30)
    assert contents == [b"to whoever reads"]
    with pytest.raises(IsADirectoryError):
        write_whole(tmp_path, b"")
    with pytest.raises(FileNotFoundError):
        write_whole(tmp_path / "none" / "file", b"")
