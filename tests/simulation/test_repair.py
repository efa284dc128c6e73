"""Damaged files of runs are noticed, and what is good in them is kept."""

from __future__ import annotations

import errno
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest
from support.runs import CHUNK, GAMES, run

import sapper
from sapper.simulation import read_report
from sapper.simulation.storage import ledger as ledger_module
from sapper.simulation.storage.repair import Repaired, repair


@pytest.fixture(scope="module")
def expected() -> sapper.Report:
    return run()


def saved(path: Path) -> Repaired:
    kept = repair(path)
    assert kept is not None
    return kept


@pytest.mark.parametrize("which", [3, -3])
def test_a_damaged_file_is_told_and_its_good_chunks_are_kept(
    tmp_path: Path, which: int, expected: sapper.Report
) -> None:
    out = tmp_path / "run.sapper"
    run(out)
    content = bytearray(out.read_bytes())
    pages = [at for at in range(0, len(content), 4096) if b'{"tallies"' in content[at : at + 4096]]
    content[pages[which] : pages[which] + 4096] = b"\xa5" * 4096
    out.write_bytes(content)
    with pytest.raises(sapper.SimulationError, match=r"is damaged.*--repair"):
        run(out)
    kept = saved(out)
    assert 10 <= kept.chunks <= GAMES // CHUNK
    assert kept.games == kept.chunks * CHUNK
    assert kept.aside == tmp_path / "run.sapper.damaged"
    assert run(out).digest == expected.digest


def test_where_nothing_can_be_saved_nothing_is_changed(tmp_path: Path) -> None:
    out = tmp_path / "run.sapper"
    run(out, games=100)
    with sqlite3.connect(out) as connection:
        connection.execute("UPDATE chunks SET results = 'nonsense'")
    before = out.read_bytes()
    with pytest.raises(sapper.SimulationError, match="nothing in it can be saved"):
        repair(out)
    assert out.read_bytes() == before
    assert [path.name for path in tmp_path.iterdir()] == ["run.sapper"]


def test_results_that_were_changed_are_not_believed(tmp_path: Path) -> None:
    out = tmp_path / "run.sapper"
    run(out, games=100)
    with sqlite3.connect(out) as connection:
        connection.execute("UPDATE chunks SET results = 'nonsense' WHERE number = 2")
    with pytest.raises(sapper.SimulationError, match="is damaged"):
        read_report(out)
    assert saved(out) == (6, 85, 30, tmp_path / "run.sapper.damaged")
    assert read_report(out).games == 30
    assert run(out, games=100).digest == run(games=100).digest


@pytest.mark.parametrize("text", [b'"tallies"', b'"won":', b'"nanoseconds":'])
@pytest.mark.parametrize("bit", [1, 0x80])
def test_one_bit_that_was_changed_is_noticed(tmp_path: Path, text: bytes, bit: int) -> None:
    out = tmp_path / "run.sapper"
    told = run(out, games=100)
    content = bytearray(out.read_bytes())
    content[content.index(text) + len(text) - (text == b'"nanoseconds":')] ^= bit
    out.write_bytes(content)
    with pytest.raises(sapper.SimulationError, match=r"is damaged.*--repair"):
        read_report(out)
    kept = saved(out)
    assert kept.chunks == (7 if text == b'"nanoseconds":' else 6)  # lost times leave the results
    assert run(out, games=100).digest == told.digest


def test_a_repaired_run_that_lost_nothing_tells_the_same(tmp_path: Path) -> None:
    out = tmp_path / "run.sapper"
    told = run(out, games=100)
    out.write_bytes(bytes(4096) + out.read_bytes()[4096:])
    assert saved(out).counted == 100
    assert read_report(out).complete
    assert read_report(out).to_dict() == told.to_dict()  # how long it took, too


def test_what_is_not_damaged_is_not_repaired(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out = tmp_path / "run.sapper"
    run(out, games=100)
    with sqlite3.connect(out) as connection:
        connection.execute("DELETE FROM chunks WHERE number = 2")  # as if it were still being played
    before = out.read_bytes()
    assert repair(out) is None
    assert out.read_bytes() == before
    with sqlite3.connect(out) as connection:
        monkeypatch.setattr(ledger_module, "_PATIENCE", 0)
        connection.execute("BEGIN EXCLUSIVE")
        with pytest.raises(sapper.SimulationError, match="another program keeps it busy"):
            repair(out)
    with sqlite3.connect(out) as connection:
        connection.execute("UPDATE run SET value = '3' WHERE name = 'format'")
    before = out.read_bytes()
    with pytest.raises(sapper.SimulationError, match="another version"):
        repair(out)
    assert out.read_bytes() == before
    assert [path.name for path in tmp_path.iterdir()] == ["run.sapper"]


def test_each_damaged_file_is_set_aside(tmp_path: Path) -> None:
    out = tmp_path / "run.sapper"
    run(out, games=100)
    asides = []
    for _ in range(3):
        out.write_bytes(bytes(4096) + out.read_bytes()[4096:])
        damaged = out.read_bytes()
        asides.append(saved(out).aside)
        assert asides[-1].read_bytes() == damaged
    assert len(set(asides)) == 3
    assert all(aside.exists() for aside in asides)


def test_a_folder_that_may_not_be_written_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out = tmp_path / "run.sapper"
    run(out, games=100)
    out.write_bytes(out.read_bytes()[:-1])

    def read_only(path: Path, **_: bool) -> None:
        raise OSError(errno.EROFS, "Read-only file system", str(path))

    monkeypatch.setattr(Path, "unlink", read_only)  # root may write anywhere but there
    with pytest.raises(sapper.SimulationError, match=r"run.sapper: cannot be repaired: Read-only"):
        repair(out)


def test_a_page_in_the_place_of_another_is_noticed(tmp_path: Path) -> None:
    """As a disk leaves it that wrote to the wrong place: rows are doubled, missing or of another table."""
    out = tmp_path / "run.sapper"

    def play() -> sapper.Report:  # chunks that are smaller than a page
        return sapper.simulate("beginner", "exact+first", games=1200, chunk=20, threads=2, out=out)

    told = play()
    whole = out.read_bytes()
    pages = [whole[at : at + 4096] for at in range(0, len(whole), 4096)]
    copies = [(source, place) for source in range(len(pages)) for place in range(len(pages))]
    tried = 0
    for source, place in copies[:: max(1, len(copies) // 150)]:
        if pages[source] != pages[place]:
            out.write_bytes(b"".join([*pages[:place], pages[source], *pages[place + 1 :]]))
            with pytest.raises(sapper.SimulationError, match=r"damaged.*--repair"):
                read_report(out)
            tried += 1
    assert tried > 100
    place, source = max(at for at, page in enumerate(pages) if b'{"tallies"' in page), 5
    out.write_bytes(b"".join([*pages[:place], pages[source], *pages[place + 1 :]]))
    with pytest.raises(sapper.SimulationError, match=r"damaged.*--repair"):
        play()
    saved(out)
    assert play().digest == told.digest


@pytest.mark.parametrize(
    ("damage", "least"),
    [
        (lambda content: content[:-1], 58),
        (lambda content: content[:-4096], 50),
        (lambda content: content[: len(content) // 2], 10),
        (lambda content: bytes(100) + content[100:], 60),
        (lambda content: bytes(4096) + content[4096:], 60),
        (lambda content: content[:4096] + bytes(4096) + content[8192:], 60),
    ],
    ids=["a byte cut off", "a page cut off", "half cut off", "no header", "no first page", "no second page"],
)
def test_a_file_that_was_cut_off_keeps_what_is_left(
    tmp_path: Path, damage: Callable[[bytes], bytes], least: int, expected: sapper.Report
) -> None:
    out = tmp_path / "run.sapper"
    run(out)
    out.write_bytes(damage(out.read_bytes()))
    with pytest.raises(sapper.SimulationError, match=r"damaged.*--repair"):
        read_report(out)
    kept = saved(out)
    assert kept.chunks >= least
    assert kept.games == kept.chunks * CHUNK
    assert sorted(path.name for path in tmp_path.iterdir()) == ["run.sapper", "run.sapper.damaged"]
    assert run(out).digest == expected.digest
