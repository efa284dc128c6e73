"""Kills `sapper simulate` at random moments, runs two on one file, and damages bytes of files.

Whatever happens to a run, continuing it gives the results of an undisturbed run.
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from random import Random

from soak.common import PATIENCE, Round, Work, patiently

import sapper
from sapper.simulation import read_report

GAMES, CHUNK = 600, 10


def attack(work: Work) -> Iterator[Round]:
    """Kills a run repeatedly, kills one of two programs that play the same run, and damages files."""
    number = 0
    expected: dict[int, str] = {}
    while True:
        round_, random = Round(), work.random(number)
        until = time.monotonic() + work.seconds
        folder = work.folder / str(number)
        folder.mkdir()
        seed = random.randrange(5)
        if seed not in expected:
            expected[seed] = sapper.simulate(
                "expert", "exact+first", games=GAMES, seed=seed, threads=2
            ).digest
        out = folder / "run.sapper"
        for what, play in (("killed", _kill), ("two at once", _together), ("damaged", _damage)):
            try:
                play(out, seed, expected[seed], random, round_, until)
            except AssertionError as error:
                round_.faults.append(f"{what}, seed {work.seed}, round {number}: {error}")
        number += 1
        for file in folder.iterdir():
            file.unlink()
        yield round_


def _start(out: Path, seed: int) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "sapper", "simulate", "--level", "expert", "--strategy", "exact+first"]
    command += ["--games", str(GAMES), "--chunk", str(CHUNK), "--seed", str(seed), "--out", str(out)]
    return subprocess.Popen(
        [*command, "--threads", "1"], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
    )


def _end_of(process: subprocess.Popen[str]) -> bool:
    """Whether the process ended by itself, not by a kill. Raises AssertionError if it failed."""
    try:
        _, error = patiently(
            lambda seconds: process.communicate(timeout=seconds), subprocess.TimeoutExpired, 4 * PATIENCE
        )
    except subprocess.TimeoutExpired:
        process.kill()
        process.communicate()
        raise AssertionError("a run did not end") from None
    assert "Traceback" not in error, error
    assert process.returncode <= 0, f"exit code {process.returncode}: {error}"
    return process.returncode == 0


def _kill(out: Path, seed: int, expected: str, random: Random, round_: Round, until: float) -> None:
    """Kills the run at random moments until it should be done, then lets it finish."""
    for kill in range(100):
        round_.tries += 1
        start = time.monotonic()
        process = _start(out, seed)
        if kill < 2 or time.monotonic() < until:
            with suppress(subprocess.TimeoutExpired):
                process.wait(random.uniform(0.2, 3.0))
            process.kill()
        if _end_of(process):
            round_.took(time.monotonic() - start)
            break
    else:
        _end_of(_start(out, seed))
    _check(out, expected)
    out.unlink()


def _together(out: Path, seed: int, expected: str, random: Random, round_: Round, _until: float) -> None:
    """Two programs begin the same run. The first is killed before the end."""
    round_.tries += 1
    start = time.monotonic()
    first, second = _start(out, seed), _start(out, seed)
    with suppress(subprocess.TimeoutExpired):
        first.wait(random.uniform(0.5, 3.0))
    first.kill()
    try:
        _end_of(first)
    finally:
        result = _end_of(second)
    assert result, "the second program ended with the first"
    round_.took(time.monotonic() - start)
    _check(out, expected)


def _damage(out: Path, seed: int, expected: str, random: Random, round_: Round, until: float) -> None:
    """Changes, deletes or inserts bytes of the file that `_together` left, and plays the run again."""
    good = out.read_bytes()
    for attempt in range(100):
        if attempt >= 2 and time.monotonic() > until:
            break
        content = bytearray(good)
        at = random.randrange(len(content))
        to = min(len(content), at + random.choice((1, 8, 4096)))
        match random.randrange(4):
            case 0:
                content[at] ^= 1 << random.randrange(8)
            case 1:
                content[at:to] = random.randbytes(to - at)
            case 2:
                del content[at:to]
            case _:
                del content[at:]
        for file in out.parent.iterdir():
            file.unlink()
        out.write_bytes(content)
        round_.tries += 1
        where = f"bytes {at} to {to} of {len(good)}"
        with suppress(sapper.SimulationError):
            report = read_report(out)
            wrong = report.played == GAMES and report.digest != expected
            assert not wrong, f"a damaged file was read wrongly: {where}"
        start = time.monotonic()
        with suppress(sapper.SimulationError):  # the error says that the file must be moved away
            again = sapper.simulate(
                "expert", "exact+first", games=GAMES, chunk=CHUNK, seed=seed, threads=2, out=out
            )
            assert again.digest == expected, f"a damaged run went on wrongly: {where}"
        round_.took(time.monotonic() - start)


def _check(out: Path, expected: str) -> None:
    report = read_report(out)
    assert (report.digest, report.played) == (expected, GAMES), (
        f"{report.played} games, digest {report.digest}"
    )
