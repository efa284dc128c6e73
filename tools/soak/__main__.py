"""Soak test: attack everything that strangers can reach, for half an hour or as long as you like.

    python tools/soak [--minutes 30] [--only protocol,readers,runs,threads,positions] [--seed N]

Every attack has a file here and a process of its own. The attacks play rounds in turn until the time is up.
`--minutes 0` plays one short round of each. All traffic stays on 127.0.0.1, all files in a temporary folder.
Every minute a line reports the progress. A broken promise is printed at once, with what is needed to repeat
it. The table at the end shows the results, also after Ctrl-C or SIGTERM. The exit status is 1 if any
promise was broken, else 130 or 143 if a signal came, else 0. Limits of time count seconds of an idle machine.
"""

from __future__ import annotations

import argparse
import json
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from importlib import import_module
from itertools import count, cycle
from pathlib import Path
from threading import Thread
from typing import Final, NoReturn

import psutil

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tests"))

from soak.common import Attack, Faults, Patience, Round, Work

HERE: Final = Path(__file__).resolve().parent
NAMES: Final = ("protocol", "readers", "runs", "threads", "positions")
SECONDS: Final = 15.0  # of a round
SHORT: Final = 0.0  # of a round with --minutes 0, which does everything once
TOO_LONG: Final = 420.0  # seconds of an idle machine for a round; an attack that takes longer hangs
LOOK: Final = 0.1  # seconds between two looks at the memory
BUSY_LOOKS: Final = 20  # and so many looks between two at how busy the machine is
MOST_MEMORY: Final = 2**30  # bytes that one process may take
MOST_LINES: Final = 20  # broken promises printed for each attack


@dataclass
class Results:
    """The results of all rounds of an attack."""

    name: str
    rounds: int = 0
    total: Round = field(default_factory=Round)
    memory: int = 0

    def breaks(self, line: str, repeat: str) -> None:
        """Adds a broken promise, and prints it at once."""
        self.total.faults.append(line)
        print(f"BROKEN {self.name}: {line}\n  to repeat it: {repeat}", flush=True)

    def add(self, round_: Round) -> None:
        """Adds a round, but for its broken promises."""
        self.rounds += 1
        self.total.tries += round_.tries
        self.total.took(round_.slowest)
        self.total.note = round_.note

    def row(self) -> str:
        """A line of the table."""
        fault_count = len(self.total.faults)
        summary = f"{fault_count} broken" if fault_count else "nothing broken"
        return (
            f"{self.name:10} {self.rounds:6} {self.total.tries:9} {summary:>15} {self.total.slowest:9.2f} s"
            f" {self.memory / 2**20:7.0f} MiB  {self.total.note}"
        )


HEAD: Final = f"{'attack':10} {'rounds':>6} {'tried':>9} {'seen':>15} {'slowest':>11} {'memory':>11}  remarks"


class Attacker:
    """The process of an attack. It is started again after it broke."""

    def __init__(self, name: str, seed: int, seconds: float, folder: Path) -> None:
        """Starts nothing yet."""
        self.results = Results(name)
        self._seed, self._seconds, self._folder = seed, seconds, folder
        self._starts = 0
        self._family: set[psutil.Process] = set()
        self._process: subprocess.Popen[str] | None = None

    def play(self) -> None:
        """Plays a round."""
        process = self._process or self._start()
        assert process.stdin
        with suppress(OSError):  # it ended by itself; there will be no answer either
            process.stdin.write("\n")
            process.stdin.flush()
        watch = _Watch(process)
        try:
            round_, lines_out = self._hear(process)
        finally:
            watch.ends()
            self._family = watch.family
        self.results.memory = max(self.results.memory, watch.memory)
        if round_ is None:
            self.stop()
            log = self._log.read_text(errors="replace")[-3000:]
            why = "took too long" if watch.hangs else f"ended with status {process.returncode}"
            round_ = Round(
                faults=[f"start {self._starts}, round {self.results.rounds}: the attack {why}\n{log}"]
            )
        if watch.memory > MOST_MEMORY:
            round_.faults.append(f"a process took {watch.memory / 2**20:.0f} MiB: {watch.largest}")
        for line in round_.faults[lines_out:]:
            self.results.breaks(line, self._again)
        self.results.add(round_)

    def _hear(self, process: subprocess.Popen[str]) -> tuple[Round | None, int]:
        """The report of a round, None if it broke off, and how many broken promises are printed already."""
        assert process.stdout
        lines_out = 0
        for line in process.stdout:
            report = json.loads(line)
            if isinstance(report, dict):
                return Round(**report), lines_out
            self.results.breaks(report, self._again)
            lines_out += 1
        return None, lines_out

    @property
    def _again(self) -> str:
        """What plays the same rounds again."""
        seed = self._seed + self._starts - 1
        return f"python tools/soak --only {self.results.name} --seed {seed}, round {self.results.rounds}"

    def stop(self) -> None:
        """Ends the process and its descendants."""
        if self._process is None:
            return
        with suppress(psutil.Error):
            self._family.update(_family(self._process.pid))
        _kill(self._family)
        self._family = set()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            assert pipe
            with suppress(OSError):
                pipe.close()
        self._process = None

    @property
    def _log(self) -> Path:
        return self._folder / f"{self.results.name} {self._starts}.log"

    def _start(self) -> subprocess.Popen[str]:
        self._starts += 1
        folder = self._folder / f"{self.results.name} {self._starts}"
        folder.mkdir()
        seed = self._seed + self._starts - 1
        command = [sys.executable, str(HERE), "--play", self.results.name, "--seed", str(seed)]
        command += ["--seconds", str(self._seconds), "--folder", str(folder)]
        with self._log.open("wb") as log:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                start_new_session=True,  # Ctrl-C is for the soak, which then ends the attacks
            )
        return self._process


class _Watch:
    """Watches the memory of a process and its descendants, and ends them if they take too long.

    Attributes:
        memory: The most bytes that one of them had.
        largest: The command of that process.
        family: The process and its descendants.
        hangs: Whether they took too long.
    """

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.memory = 0
        self.largest = ""
        self.family: set[psutil.Process] = set()
        self.hangs = False
        self._process = process
        self._limit = Patience(TOO_LONG)
        self._goes_on = True
        self._thread = Thread(target=self._look, daemon=True)  # a signal may come before `ends`
        self._thread.start()

    def ends(self) -> None:
        self._goes_on = False
        self._thread.join()

    def _look(self) -> None:
        for look in count():
            if not self._goes_on or self.hangs:
                break
            self.hangs = look % BUSY_LOOKS == 0 and self._limit.is_over()
            if self.hangs or self._process.poll() is not None:
                _kill(self.family)  # also those whose parent has ended: they may still hold its pipes
            with suppress(psutil.Error):
                family = _family(self._process.pid)
                self.family = {process for process in self.family if process.is_running()} | set(family)
                for process in family:
                    with suppress(psutil.Error):
                        memory = process.memory_info().rss
                        if memory > self.memory:
                            self.memory, self.largest = memory, " ".join(process.cmdline())
            time.sleep(LOOK)


def _family(pid: int) -> list[psutil.Process]:
    """A process and its descendants."""
    process = psutil.Process(pid)
    return [process, *process.children(recursive=True)]


def _kill(family: Iterable[psutil.Process]) -> None:
    for process in family:
        with suppress(psutil.Error):
            process.kill()


def play(name: str, work: Work) -> None:
    """Runs in the process of an attack: plays a round for every line that it reads."""
    attack: Attack = import_module(f"soak.{name}").attack
    rounds = attack(work)
    Faults.tell = lambda line: print(json.dumps(line), flush=True)
    for _ in sys.stdin:
        print(json.dumps(asdict(next(rounds))), flush=True)


class StopSignal(BaseException):
    """A signal asked the soak to stop. Its argument is the number of the signal."""


def _stop(number: int, _frame: object) -> NoReturn:
    """Stops once. Until the table is printed, further signals count for nothing."""
    for each in (signal.SIGINT, signal.SIGTERM):
        signal.signal(each, signal.SIG_IGN)
    raise StopSignal(number)


def soak(names: list[str], minutes: float, seed: int) -> int:
    """Attacks until the time is up, or a signal comes. Returns the exit status."""
    for each in (signal.SIGINT, signal.SIGTERM):
        signal.signal(each, _stop)
    status = 0
    start = time.monotonic()
    until, last_line = start + 60 * minutes, start
    with tempfile.TemporaryDirectory(prefix="sapper-soak-", ignore_cleanup_errors=True) as folder:
        seconds = SECONDS if minutes else SHORT
        attackers = [Attacker(name, seed, seconds, Path(folder)) for name in names]
        try:
            for attacker in cycle(attackers):
                if attacker.results.rounds and time.monotonic() >= until:
                    break
                attacker.play()
                if time.monotonic() >= last_line + 60:
                    last_line = time.monotonic()
                    print(_line(attackers, last_line - start), flush=True)
        except StopSignal as stop:
            status = 128 + int(stop.args[0])
            print("Stopped early.", flush=True)
        finally:
            for attacker in attackers:
                attacker.stop()
    print(f"\n{len(names)} attacks in {(time.monotonic() - start) / 60:.1f} minutes, seed {seed}\n\n{HEAD}")
    for attacker in attackers:
        print(attacker.results.row())
    for attacker in attackers:
        for line in attacker.results.total.faults[:MOST_LINES]:
            print(f"\n{attacker.results.name}: {line}")
    return 1 if any(attacker.results.total.faults for attacker in attackers) else status


def _line(attackers: list[Attacker], seconds: float) -> str:
    results = [attacker.results for attacker in attackers]
    fault_count = sum(len(one.total.faults) for one in results)
    done = ", ".join(f"{one.name} {one.total.tries}" for one in results)
    return f"{seconds / 60:5.1f} minutes: {done}; {fault_count or 'no'} promises broken"


def main() -> None:
    """Reads the options and soaks."""
    parser = argparse.ArgumentParser(
        prog="soak", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--minutes", type=float, default=30.0, help="how long; 0: one short round of each")
    parser.add_argument("--only", default=",".join(NAMES), help="which attacks, with commas between them")
    parser.add_argument("--seed", type=int, default=1, help="decides what the attacks try")
    for hidden in ("--play", "--folder", "--seconds"):
        parser.add_argument(hidden, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.play:
        play(options.play, Work(Path(options.folder), options.seed, float(options.seconds)))
        return
    names = options.only.split(",")
    if unknown := [name for name in names if name not in NAMES]:
        parser.error(f"there is no attack {unknown[0]!r}; there are {', '.join(NAMES)}")
    sys.exit(soak(names, options.minutes, options.seed))


if __name__ == "__main__":
    main()
