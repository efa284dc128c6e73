"""The file of a run loses nothing, whatever happens to the program, the disk or the file."""

from __future__ import annotations

import errno
import os
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import sapper
from sapper import Report
from sapper.simulation import Run, read_report
from sapper.simulation import ledger as ledger_module
from sapper.simulation.repair import Repaired, repair

GAMES, CHUNK = 900, 15
PROGRAM = f"""
import sys, sapper
sapper.simulate("expert", "exact+first", games={GAMES}, chunk={CHUNK}, threads=1, out=sys.argv[1])
"""

posix = pytest.mark.skipif(sys.platform == "win32", reason="there are no such signals and limits")


def run(out: Path | None = None, *, games: int = GAMES, chunk: int | None = CHUNK) -> sapper.Report:
    return sapper.simulate("expert", "exact+first", games=games, chunk=chunk, threads=2, out=out)


@pytest.fixture(scope="module")
def expected() -> sapper.Report:
    return run()


def stored(path: Path) -> list[tuple[int, int]]:
    with sqlite3.connect(path) as connection:
        return connection.execute("SELECT number, count FROM chunks ORDER BY number").fetchall()


def saved(path: Path) -> Repaired:
    kept = repair(path)
    assert kept is not None
    return kept


@posix
def test_killed_at_any_moment_it_goes_on(tmp_path: Path, expected: sapper.Report) -> None:
    out = tmp_path / "run.sapper"
    kills, seen = 0, 0
    for attempt in range(200):
        process = subprocess.Popen([sys.executable, "-c", PROGRAM, str(out)])
        wait_for_more(process, out, seen, attempt)
        process.kill()
        if process.wait() == 0:
            break
        kills += 1
        kept = [number for number, _ in stored(out)] if out.exists() and out.stat().st_size else []
        assert len(kept) == len(set(kept)) >= seen
        seen = len(kept)
    assert kills >= 6
    assert stored(out) == [(number, CHUNK) for number in range(GAMES // CHUNK)]
    again = read_report(out)
    assert again.digest == expected.digest
    assert again.tally.to_dict() == expected.tally.to_dict()
    assert again.complete


def wait_for_more(process: subprocess.Popen[Any], out: Path, seen: int, attempt: int) -> None:
    """Until the process has done a little, or is at its end; the first ones not even that long."""
    if attempt < 2:
        time.sleep(0.1 * attempt)
        return
    deadline = time.monotonic() + 120
    while process.poll() is None and time.monotonic() < deadline:
        if out.exists() and out.stat().st_size and len(stored(out)) > seen + attempt % 2:
            return
        time.sleep(0.002)


def test_a_run_that_was_played_is_not_played_again(tmp_path: Path, expected: sapper.Report) -> None:
    out = tmp_path / "run.sapper"
    first = run(out)
    before = out.read_bytes()
    again = run(out)
    assert first.digest == again.digest == expected.digest
    assert again.to_dict() == first.to_dict() == read_report(out).to_dict()
    assert len(before) == out.stat().st_size


def test_a_run_can_be_made_longer_and_looked_at_shorter(tmp_path: Path, expected: sapper.Report) -> None:
    out = tmp_path / "run.sapper"
    run(out, games=515)
    assert stored(out)[-1] == (34, 5)
    assert read_report(out).games == 515
    assert run(out, games=505).games == 505
    assert read_report(out).games == 510  # whole chunks only, or the last
    assert read_report(out).complete
    longer = run(out, chunk=None)  # takes the size of the chunks from the file
    assert longer.digest == expected.digest
    assert run(out, games=515).digest == run(games=515).digest
    assert stored(out) == [(number, CHUNK) for number in range(GAMES // CHUNK)]


def test_what_a_file_holds_counts_to_its_last_game(tmp_path: Path) -> None:
    out = tmp_path / "run.sapper"
    short = run(out, games=515)
    assert read_report(out).complete
    broken_off: list[int] = []

    def break_off(progress: Run) -> None:
        broken_off.append(progress.totals.games)
        raise KeyboardInterrupt

    with sqlite3.connect(out) as connection:  # as if killed between asking for more games and the first chunk
        connection.execute("UPDATE run SET value = json_set(value, '$.games', 900) WHERE name = 'stop'")
        connection.execute("UPDATE run SET value = 'false' WHERE name = 'ended'")
    kept = read_report(out)
    assert kept.games == 515
    assert kept.digest == short.digest
    assert not kept.complete
    with pytest.raises(KeyboardInterrupt):
        sapper.simulate("expert", "exact+first", games=900, threads=1, out=out, progress=break_off)
    assert read_report(out).games == broken_off[0] == 525
    assert not read_report(out).complete


def test_a_run_of_some_seconds_is_complete_when_they_are_over(tmp_path: Path) -> None:
    out = tmp_path / "run.sapper"
    played = sapper.simulate("expert", "exact+first", seconds=0.05, threads=1, chunk=CHUNK, out=out)
    assert played.complete
    assert read_report(out).complete
    assert read_report(out).games == played.games
    assert run(out, games=played.games + 20).games == played.games + 20
    assert read_report(out).complete


def test_the_file_of_another_run_is_refused_with_the_difference(tmp_path: Path) -> None:
    out = tmp_path / "run.sapper"
    run(out, games=50)
    with pytest.raises(sapper.SimulationError, match=r"chunk 10 instead of 15"):
        run(out, games=50, chunk=10)
    with pytest.raises(sapper.SimulationError) as refused:
        sapper.simulate("beginner", "exact+corners", first_click="safe", seed=4, games=50, out=out)
    text = str(refused.value)
    assert str(out) in text
    assert "seed 4 instead of 0" in text
    assert "exact+corners" in text
    assert '"mines": 10' in text
    assert stored(out) == [(0, 15), (1, 15), (2, 15), (3, 5)]


def test_a_chunk_that_comes_out_otherwise_is_an_error(tmp_path: Path) -> None:
    out = tmp_path / "run.sapper"
    run(out, games=50)
    with sqlite3.connect(out) as connection:
        connection.execute("UPDATE chunks SET mark = 'other', count = 14 WHERE number = 1")
    run(out, games=50)
    with sqlite3.connect(out) as connection:
        connection.execute("UPDATE chunks SET mark = 'other' WHERE number = 1")
    from sapper.simulation.ledger import Ledger

    with Ledger.read(out) as ledger:
        chunk = ledger.chunk(0)
        assert chunk.count == 15
        other = replace(chunk, number=1)
        with pytest.raises(sapper.SimulationError, match="chunk 1 was played before and came out otherwise"):
            ledger.store(other)


@posix
def test_a_full_disk_keeps_what_was_written(tmp_path: Path, expected: sapper.Report) -> None:
    out = tmp_path / "run.sapper"
    run(out, games=200)
    limit = out.stat().st_size + 8192
    program = f"""
import resource, signal
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, ({limit}, {limit}))
{PROGRAM}"""
    done = subprocess.run(
        [sys.executable, "-c", program, str(out)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert "sapper.errors.SimulationError" in done.stderr
    assert "the disk does not take it: is it full?" in done.stderr
    assert str(out) in done.stderr
    assert len(stored(out)) >= 8
    assert run(out).digest == expected.digest


def test_a_place_that_cannot_be_written_gets_one_line(tmp_path: Path) -> None:
    with pytest.raises(sapper.SimulationError, match="does the folder exist"):
        run(tmp_path / "not there" / "run.sapper", games=25)
    with pytest.raises(sapper.SimulationError, match="is a folder"):
        run(tmp_path, games=25)
    with pytest.raises(sapper.SimulationError, match="out is a path, not 3"):
        run(3, games=25)  # type: ignore[arg-type]  # a mistake


@posix
@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write anywhere")
def test_a_file_that_may_not_be_written(tmp_path: Path) -> None:
    out = tmp_path / "run.sapper"
    run(out, games=50)
    out.chmod(0o400)
    assert read_report(out).games == 50
    with pytest.raises(sapper.SimulationError, match="cannot be written"):
        run(out, games=100)


@pytest.mark.parametrize("content", [b"not a run", b"SQLite format 3\0" + b"\xff" * 4000])
def test_what_is_no_run_is_refused(tmp_path: Path, content: bytes) -> None:
    out = tmp_path / "run.sapper"
    out.write_bytes(content)
    readings: list[Callable[[], Report]] = [lambda: read_report(out), lambda: run(out, games=25)]
    for reading in readings:
        with pytest.raises(sapper.SimulationError, match=str(out)):
            reading()
    assert out.read_bytes() == content


def test_another_database_is_refused(tmp_path: Path) -> None:
    out = tmp_path / "other.db"
    with sqlite3.connect(out) as connection:
        connection.execute("CREATE TABLE other (x)")
    with pytest.raises(sapper.SimulationError, match="is not the file of a run"):
        run(out, games=25)


def test_a_file_that_is_missing_is_named(tmp_path: Path) -> None:
    with pytest.raises(sapper.SimulationError, match="there is no such file"):
        read_report(tmp_path / "none.sapper")


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


def test_a_file_does_not_depend_on_the_games_asked_for_first(tmp_path: Path) -> None:
    out, at_once = tmp_path / "run.sapper", tmp_path / "at once.sapper"
    run(out, games=10, chunk=None)
    assert len(stored(out)) > 1  # something for each thread
    run(out, games=2000, chunk=None)
    told = run(at_once, games=2000, chunk=None)
    assert stored(out) == stored(at_once)
    assert read_report(out).digest == told.digest == run(games=2000, chunk=77).digest


@posix
def test_memory_does_not_grow_with_the_games() -> None:
    program = """
import resource, sapper
def peak(games):
    sapper.simulate("beginner", "exact+first", games=games, chunk=500, threads=1)
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
few = peak(2_000)
print(peak(40_000) - few)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    unit = 1 if sys.platform == "darwin" else 1024
    assert int(done.stdout) * unit < 4 * 2**20


@posix
def test_control_c_leaves_a_run_that_goes_on(tmp_path: Path, expected: sapper.Report) -> None:
    out = tmp_path / "run.sapper"
    command = [sys.executable, "-m", "sapper", "simulate", "--strategy", "exact+first"]
    command += ["--games", "100000", "--chunk", str(CHUNK), "--out", str(out)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        wait_for_more(process, out, 5, 4)
        process.send_signal(signal.SIGINT)
        text, error = process.communicate(timeout=120)
    assert process.returncode == 130
    assert "Win rate" in text
    assert "(not all that were asked for)" in text
    assert "The same command goes on with it." in error
    assert error.endswith("sapper: interrupted\n")
    assert len(stored(out)) > 5
    assert run(out).digest == expected.digest
