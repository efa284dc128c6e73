"""Damaged files of runs are noticed, and the same call has the same report."""

import random
import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from support.cases import rest_long
from support.runs import chunk_counts, run

import sapper
from sapper.simulation import read_report
from sapper.simulation import run_file as run_file_module
from sapper.simulation.configuration import Configuration
from sapper.simulation.run import OpenRun
from sapper.simulation.run_file import DamageError, RunFile

PAGE = 4096
Damage = Callable[[bytes], bytes]


@pytest.fixture(scope="module")
def expected() -> sapper.Report:
    return run()


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    out = tmp_path_factory.mktemp("whole") / "run.sapper"
    run(out)
    return out.read_bytes()


def play_again(out: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[sapper.Report, int]:
    """The report of the same call, and how many games were there already."""
    games_before = []
    real = OpenRun.play

    def play(session: OpenRun, *arguments: object) -> None:
        assert session.plan.out is not None
        games_before.append(sum(count for _, count in chunk_counts(session.plan.out)))
        real(session, *arguments)  # type: ignore[arg-type]  # as they came

    monkeypatch.setattr(OpenRun, "play", play)
    return run(out), games_before[0]


@pytest.mark.parametrize(
    "damage",
    [
        lambda content: content[:-1],
        lambda content: content + bytes(100),
        lambda content: content[: 20 * PAGE] + b"\xa5" * PAGE + content[21 * PAGE :],
        pytest.param(lambda content: content[: -2 * PAGE] + bytes(2 * PAGE), marks=pytest.mark.long),
        pytest.param(
            lambda content: content[: 20 * PAGE] + content[22 * PAGE : 23 * PAGE] + content[21 * PAGE :],
            marks=pytest.mark.long,
        ),
    ],
    ids=["a byte off", "some more", "a bad page", "no last pages", "a doubled page"],
)
def test_the_same_call_plays_the_games_of_a_damaged_file_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, whole: bytes, expected: sapper.Report, damage: Damage
) -> None:
    out = tmp_path / "run.sapper"
    out.write_bytes(damage(whole))
    again, games_kept = play_again(out, monkeypatch)
    assert again.digest == expected.digest
    assert again.tally.to_dict() == expected.tally.to_dict()
    assert read_report(out).digest == expected.digest
    files = sorted(path.name for path in tmp_path.iterdir())
    if games_kept:  # what follows the pages does no harm
        assert (games_kept, files) == (900, ["run.sapper"])
    else:
        assert files == ["run.sapper", "run.sapper.damaged"]
        assert (tmp_path / "run.sapper.damaged").read_bytes() == damage(whole)


@pytest.mark.parametrize("text", [b'"won":', b'"digests"', b'"nanoseconds"', b""])
def test_one_bit_that_was_changed_or_a_missing_chunk_is_noticed_and_the_chunk_played_again(
    tmp_path: Path, whole: bytes, expected: sapper.Report, text: bytes
) -> None:
    out = tmp_path / "run.sapper"
    content = bytearray(whole)
    if text:
        content[content.index(text) + len(text)] ^= 0x80
    out.write_bytes(content)
    if not text:
        with sqlite3.connect(out) as connection:
            connection.execute("DELETE FROM chunks WHERE number = 30")
    with pytest.raises(sapper.SimulationError, match=r"is damaged\. Play the run again as before"):
        read_report(out)
    assert run(out).digest == expected.digest
    assert read_report(out).digest == expected.digest
    assert [path.name for path in tmp_path.iterdir()] == ["run.sapper"]


def test_bytes_damaged_anywhere_raise_nothing_but_our_error(tmp_path: Path) -> None:
    """A file that still opens has the games as they were played, or none."""
    out = tmp_path / "run.sapper"

    def play() -> sapper.Report:
        return sapper.simulate("beginner", "exact+first", games=60, chunk=20, threads=1, out=out)

    digest = play().digest
    good = out.read_bytes()
    chance = random.Random(5)
    places = [place for place, byte in enumerate(good) if byte]
    refusals = []
    ways: list[Callable[[], sapper.Report]] = [lambda: read_report(out), play]
    for _ in range(50):
        content = bytearray(good)
        content[chance.choice(places)] = chance.choice([0, 0xFF, 0x80, 0x31, chance.randrange(256)])
        for how in ways:
            for file in tmp_path.iterdir():
                file.unlink()
            out.write_bytes(content)
            try:
                assert how().digest == digest
            except sapper.SimulationError as error:
                refusals.append(str(error))
    assert len(refusals) > 20
    assert all(str(out) in words for words in refusals)


@pytest.mark.parametrize("table", rest_long(["sessions", "chunks", "timings", "run"]))
def test_damaged_text_of_the_schema_raises_no_traceback(
    tmp_path: Path, table: str, whole: bytes, expected: sapper.Report
) -> None:
    """SQLite quotes them in its errors, where Python could not read them."""
    out = tmp_path / "run.sapper"
    name = table.encode()
    out.write_bytes(whole.replace(b"CREATE TABLE " + name, b"CREATE TABLE \xff" + name[1:]))
    with pytest.raises(sapper.SimulationError, match=r"run\.sapper: is .*damaged"):
        read_report(out)
    if table == "run":  # it has what was played
        with pytest.raises(sapper.SimulationError, match=r"run\.sapper: is .*damaged.*move this one away"):
            run(out)
        assert [path.name for path in tmp_path.iterdir()] == ["run.sapper"]
    else:
        assert run(out).digest == expected.digest


@pytest.mark.parametrize("name", ["configuration", "format"])
@pytest.mark.parametrize("value", ["[" * 100_000, "NaN"])
def test_nonsense_in_a_run_raises_no_traceback(tmp_path: Path, whole: bytes, name: str, value: str) -> None:
    out = tmp_path / "run.sapper"
    out.write_bytes(whole)
    with sqlite3.connect(out) as connection:
        connection.execute("UPDATE run SET value = ? WHERE name = ?", (value, name))
    for look in (read_report, run):
        with pytest.raises(sapper.SimulationError, match=r"run\.sapper: is "):
            look(out)


def test_each_damaged_file_is_set_aside(tmp_path: Path, whole: bytes) -> None:
    out = tmp_path / "run.sapper"
    for number in range(2):
        out.write_bytes(whole[: -(1 + number) * PAGE])
        run(out)
    asides = sorted(tmp_path.glob("*.damaged*"))
    assert [len(whole) - len(aside.read_bytes()) for aside in asides] == [PAGE, 2 * PAGE]


def test_a_damaged_file_of_another_run_stays_as_it_is(tmp_path: Path, whole: bytes) -> None:
    out = tmp_path / "run.sapper"
    out.write_bytes(whole[:-PAGE])
    with pytest.raises(sapper.SimulationError, match=r"another configuration; you asked for .*seed 7"):
        sapper.simulate("expert", "exact+first", seed=7, games=30, out=out)
    assert out.read_bytes() == whole[:-PAGE]
    assert [path.name for path in tmp_path.iterdir()] == ["run.sapper"]


def test_a_busy_file_is_not_damaged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out = tmp_path / "run.sapper"
    run(out, games=100)
    monkeypatch.setattr(run_file_module, "_PATIENCE", 0)
    with sqlite3.connect(out) as connection:
        connection.execute("BEGIN EXCLUSIVE")
        with pytest.raises(sapper.SimulationError, match=r"another program keeps it busy\. Wait"):
            run(out, games=100)
    assert [path.name for path in tmp_path.iterdir() if "journal" not in path.name] == ["run.sapper"]


def test_a_damaged_file_that_cannot_be_moved_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, whole: bytes
) -> None:
    out = tmp_path / "run.sapper"
    out.write_bytes(whole[:-PAGE])

    def refuse(*_: object) -> None:
        raise OSError(13, "Permission denied")

    monkeypatch.setattr(Path, "rename", refuse)
    with pytest.raises(sapper.SimulationError, match=r"cannot be moved away: Permission denied"):
        run(out)
    assert out.read_bytes() == whole[:-PAGE]


def test_the_new_file_of_another_program_that_found_the_damage_first_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, whole: bytes
) -> None:
    out, aside = tmp_path / "run.sapper", tmp_path / "moved"
    out.write_bytes(whole[:-PAGE])
    begin = RunFile.begin

    def begin_late(path: Path, configuration: Configuration) -> RunFile:
        try:
            return begin(path, configuration)
        except DamageError:
            out.rename(aside)
            out.write_bytes(whole)
            raise

    monkeypatch.setattr(RunFile, "begin", begin_late)
    run(out)
    assert sorted(tmp_path.iterdir()) == [aside, out]


def test_programs_that_find_the_same_damaged_file_move_it_once(tmp_path: Path, whole: bytes) -> None:
    out = tmp_path / "run.sapper"
    out.write_bytes(whole[:-PAGE])
    with ThreadPoolExecutor(4) as pool:  # each opens the file for itself, as programs do
        digests = {report.digest for report in pool.map(lambda _: run(out), range(4))}
    assert digests == {run().digest}
    assert [aside.read_bytes() for aside in tmp_path.glob("*.damaged*")] == [whole[:-PAGE]]
    assert read_report(out).games == 900
