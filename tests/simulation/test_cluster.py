"""Runs on Dask: the same results as on threads, whatever happens to the workers."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from support.programs import start_program
from support.runs import two_workers

import sapper
from sapper import Progress
from sapper.simulation import dask_workers

if TYPE_CHECKING:
    from distributed import Client, LocalCluster

GAMES = 4000
CHUNK = 100


@pytest.fixture
def workers() -> Iterator[LocalCluster]:
    with two_workers() as cluster:
        yield cluster


def client_of(workers: LocalCluster) -> Client:
    from distributed import Client  # slow to import

    return Client(workers)


def run(cluster: Client | str | None = None, **options: Any) -> sapper.Report:
    options |= {"games": GAMES, "chunk": CHUNK, "cluster": cluster}
    return sapper.simulate("intermediate", "exact+first", **options)


@pytest.mark.long
@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")
def test_workers_that_are_killed_change_nothing(workers: LocalCluster) -> None:
    pids_killed: list[int] = []

    def kill(progress: Progress) -> None:
        if progress.done >= 500 * (1 + len(pids_killed)) and len(pids_killed) < 3:
            pids = {each.pid for each in workers.workers.values() if each.pid not in {None, *pids_killed}}
            if pids:
                pids_killed.append(pids.pop())
                os.kill(pids_killed[-1], signal.SIGKILL)

    with client_of(workers) as client:
        report = run(cluster=client, progress=kill)
    assert len(pids_killed) >= 2
    assert report.complete
    assert report.digest == run(threads=2).digest


@pytest.mark.long
@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")
def test_a_run_goes_on_after_its_scheduler_is_lost(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dask_workers, "_PATIENCE", 60.0)
    out = tmp_path / "run.sapper"

    def kill(progress: Progress) -> None:
        if progress.done >= 500:
            monkeypatch.setattr(dask_workers, "_PATIENCE", 3.0)
            scheduler.kill()

    with (
        small_cluster() as (address, scheduler, _),
        pytest.raises(sapper.SimulationError, match=r"the scheduler is lost.*run the same again"),
    ):
        run(address, out=out, progress=kill)
    assert 500 <= sapper.simulation.read_report(out).games < GAMES
    assert run(out=out, threads=1).digest == run(threads=2).digest


@pytest.mark.long
@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")
def test_a_run_whose_workers_all_went_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dask_workers, "_WITHOUT_WORKERS", 1.0)
    monkeypatch.setattr(dask_workers, "_COUNT_EVERY", 0.5)

    def kill(progress: Progress) -> None:
        if progress.done >= 500:
            worker.kill()

    with (
        small_cluster() as (address, _, worker),
        pytest.raises(sapper.SimulationError, match=r"has had no worker for 1 seconds.*run the same again"),
    ):
        run(address, progress=kill)


@contextmanager
def small_cluster() -> Iterator[tuple[str, subprocess.Popen[bytes], subprocess.Popen[bytes]]]:
    """The address of a scheduler, that program, and its only worker."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    address = f"tcp://127.0.0.1:{port}"
    processes: list[subprocess.Popen[bytes]] = []

    def start(program: str, *arguments: str) -> None:
        command = [sys.executable, "-m", f"distributed.cli.dask_{program}", *arguments]
        quiet = subprocess.DEVNULL
        processes.append(subprocess.Popen(command, stdout=quiet, stderr=quiet))

    start("scheduler", "--host", "127.0.0.1", "--port", str(port), "--no-dashboard")
    try:
        deadline = time.monotonic() + 60  # programs start slowly on a busy machine
        while time.monotonic() < deadline:
            with suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
                break
            time.sleep(0.1)
        start("worker", address, "--nthreads", "1", "--no-dashboard", "--no-nanny")
        yield address, processes[0], processes[1]
    finally:
        for process in processes:
            process.kill()
            process.wait()


@pytest.mark.long
def test_there_are_no_complaints_beside_another_cluster() -> None:
    with socket.socket() as other:
        with suppress(OSError):  # if the port is taken already, that is as good
            other.bind(("127.0.0.1", 8787))  # the usual port of Dask's pages
            other.listen()
        assert sapper.simulate("beginner", "exact+first", games=4, cluster="local:1").games == 4


@pytest.mark.long
def test_a_strategy_that_ends_its_workers_is_given_up(workers: LocalCluster) -> None:
    # Dask may lose both workers for good: it does not replace one that dies just after its start.
    words = r"many workers ended while they played the 2 games|no worker"
    with client_of(workers) as client, pytest.raises(sapper.SimulationError, match=words):
        sapper.simulate("beginner", lambda _: os._exit(1), games=2, chunk=2, cluster=client)


@pytest.mark.long
def test_a_function_that_was_typed_in_is_sent(workers: LocalCluster) -> None:
    def best(position: sapper.Position) -> sapper.Cell:
        cell = sapper.analyse(position).safest
        assert cell is not None
        return cell

    with client_of(workers) as client:
        assert sapper.simulate("beginner", best, games=4, cluster=client).games == 4
        lock = threading.Lock()
        with pytest.raises(sapper.SimulationError, match="cannot be sent to the workers"):
            sapper.simulate("beginner", lambda _: (int(lock.locked()), 0), games=4, cluster=client)


@pytest.mark.long
@pytest.mark.skipif(sys.platform == "win32", reason="there are no process groups")
def test_control_c_on_local_workers_is_quiet(tmp_path: Path) -> None:
    out = tmp_path / "run.sapper"
    command = [sys.executable, "-m", "sapper", "simulate", "--strategy", "exact+first", "--chunk", "50"]
    command += ["--games", "1000000", "--cluster", "local:2", "--out", str(out)]
    with start_program(*command, start_new_session=True) as process:
        deadline = time.monotonic() + 300
        while time.monotonic() < deadline and not (out.exists() and out.stat().st_size > 40_000):
            time.sleep(0.05)
        os.killpg(process.pid, signal.SIGINT)  # as a terminal does
        text, error = process.communicate(timeout=300)
    assert process.returncode == 130
    assert "Win rate" in text
    assert [line for line in error.splitlines() if line] == [
        f"Keeping the run in {out}",
        "The run is kept. The same command goes on with it.",
        "sapper: interrupted",
    ]


@pytest.mark.parametrize("reply", [b"", b"HTTP/1.1 400 Bad Request\r\n\r\n"], ids=["silent", "another"])
def test_who_does_not_answer_as_a_scheduler_is_given_up(
    monkeypatch: pytest.MonkeyPatch, reply: bytes
) -> None:
    assert dask_workers._PATIENCE == 10
    monkeypatch.setattr(dask_workers, "_PATIENCE", 0.2)
    with socket.create_server(("127.0.0.1", 0)) as other:
        address = f"tcp://127.0.0.1:{other.getsockname()[1]}"

        def answer() -> None:
            connection, _ = other.accept()
            with connection:
                connection.sendall(reply)

        def wait() -> float:
            start = time.monotonic()
            if reply:
                threading.Thread(target=answer, daemon=True).start()
            with pytest.raises(sapper.SimulationError, match=f"no Dask scheduler answered at {address}"):
                run(cluster=address)
            return time.monotonic() - start

        # The best of a few: another program may have had the processor.
        assert any(wait() < 8 for _ in range(3))


@pytest.mark.parametrize("cluster", ["local:0", "local:", "10.0.0.1", "http://there"])
def test_anything_but_a_cluster_is_refused(cluster: str) -> None:
    with pytest.raises(sapper.SimulationError, match="is not a cluster"):
        run(cluster=cluster)
    with pytest.raises(sapper.SimulationError, match="`threads` is for this machine"):
        run(cluster="local:1", threads=2)
