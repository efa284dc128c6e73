"""Simulations: the runs in the data folder, and the one in progress."""

from __future__ import annotations

import hashlib
import logging
import multiprocessing
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from sapper._support.processes import usable_cores
from sapper.errors import SapperError, SimulationError
from sapper.simulation.plan.plan import Plan
from sapper.simulation.run.session import Session
from sapper.simulation.storage.usual_file import usual_file
from sapper.web.errors import WebError, storage_errors
from sapper.web.runs.view import KeptRun

if TYPE_CHECKING:
    from sapper.simulation.report.report import Report
    from sapper.simulation.run.run import Run
    from sapper.strategy.strategy import Strategy
    from sapper.web.encoding.values import Object
    from sapper.web.questions.strategies import Strategies
    from sapper.web.transport.requests import RunAsked

_log = logging.getLogger("sapper.web")


_PATIENCE: Final = 10.0  # seconds


class _StoppedError(Exception):
    pass


class _Played:
    """A run in progress, in a thread of its own."""

    def __init__(self, file: Path, plan: Plan) -> None:
        self.file = file
        self.message: str | None = None
        self._plan = replace(plan, out=file)
        self._first_news = threading.Event()
        self._asked_to_stop = threading.Event()
        self._thread = threading.Thread(target=self._play, name="run", daemon=True)
        self._thread.start()
        self._first_news.wait(_PATIENCE)

    @property
    def going_on(self) -> bool:
        return self._thread.is_alive()

    def stop(self) -> None:
        """Stops it after the current chunks, and waits until it has stopped.

        A strategy in Python that does not end its games in time is ended with its process.
        """
        self._asked_to_stop.set()
        self._thread.join(_PATIENCE if self._plan.strategies[0]._is_in_python else None)
        while self._thread.is_alive():
            for process in multiprocessing.active_children():  # only runs start any
                process.kill()
            self._thread.join(1)

    def _play(self) -> None:
        try:
            with Session(self._plan) as session:
                session.play(self._watch)
        except _StoppedError:
            return
        except SapperError as error:
            self.message = _without_folder(error, self.file.parent)
        except OSError as error:
            self.message = _reason(error)
        except Exception:  # noqa: BLE001  # the page has to know, whatever it is
            _log.exception("a run failed")
            self.message = "the run failed; the server's log has the details"
        finally:
            self._first_news.set()

    def _watch(self, _: Run) -> None:
        self._first_news.set()
        if self._asked_to_stop.is_set():
            raise _StoppedError


def _without_folder(error: SapperError, folder: Path) -> str:
    return str(error).replace(f"{folder}{os.sep}", "")


def _reason(error: OSError) -> str:
    return f"the folder of runs cannot be used: {error.strerror or 'the system refuses it'}"


class Runs:
    """All runs of a folder. The methods block while they read files."""

    def __init__(self, folder: Path, strategies: Strategies) -> None:
        """Takes a folder, which need not exist yet, and the strategies that can play."""
        self.folder = folder  # no error names it within `without_paths`
        self._strategies = strategies
        self._played: _Played | None = None
        self._starters: dict[Path, str] = {}
        self._starting = threading.Lock()
        self._kept: dict[Path, KeptRun] = {}

    @contextmanager
    def without_paths(self) -> Iterator[None]:
        """Keeps the path of the folder out of errors."""
        try:
            yield
        except SimulationError as error:
            raise WebError("error", _without_folder(error, self.folder)) from None
        except OSError as error:
            raise WebError("error", _reason(error)) from None

    def listed(self, player: str) -> list[Object]:
        """All runs without their results, the latest first. Files that are not runs are skipped."""
        runs = []
        for file in self._files().values():
            try:
                runs.append(self._object(file, player, results=False))
            except SapperError:
                continue
        return sorted(runs, key=lambda run: (run["started_at"] or 0, run["run"]), reverse=True)

    def run(self, player: str, id: str) -> Object:
        """A run with its results. Raises WebError or SimulationError."""
        return self._object(self._file(id), player)

    def start(self, player: str, asked: RunAsked) -> Object:
        """Starts a run, or continues the one with the same configuration. Raises SapperError."""
        plan = Plan.of(
            asked.board.board(),
            [strategy := self._strategies.named(asked.strategy)],
            games=asked.games,
            first_click=asked.first_click,
            seed=int(asked.seed),
            threads=_threads(strategy),
        )
        with storage_errors("the folder of the runs cannot be used"):
            self.folder.mkdir(parents=True, exist_ok=True)
        file = self.folder / usual_file(plan.configuration).name
        self._play(file, player, plan)
        return self._object(file, player)

    def resume(self, player: str, id: str) -> Object:
        """Continues a run. Raises SapperError."""
        file = self._file(id)
        report, run = self._read(file, results=False)
        configuration = report.configuration
        if len(configuration.strategies) != 1 or run["games"] is None or configuration.first:
            raise WebError(
                "game", "this run cannot continue here: it has several strategies or no fixed number of games"
            )
        plan = Plan.of(
            configuration.board,
            [strategy := self._strategies.in_file(report.strategy)],
            games=run["games"],
            rules=configuration.rules,
            seed=configuration.seed,
            first_cell=configuration.first_cell,
            threads=_threads(strategy),
        )
        self._play(file, player, plan)
        return self._object(file, player)

    def stop(self, player: str, id: str) -> Object:
        """Stops a run. Does nothing if it is not in progress. Raises WebError."""
        file = self._file(id)
        if self._played is not None and self._played.file == file and self._played.going_on:
            if self._starters[file] != player:
                raise WebError("game", "this run was started by somebody else")
            self._played.stop()
        return self._object(file, player)

    def close(self) -> None:
        """Stops the run in progress. It can continue later."""
        if self._played is not None:
            self._played.stop()

    def _play(self, file: Path, player: str, plan: Plan) -> None:
        with self._starting:
            if self._played is not None and self._played.going_on:
                raise WebError("busy", "another run is in progress: stop it, or wait until it ends")
            self._played = _Played(file, plan)
            self._starters[file] = player
        if self._played.message is not None:
            raise WebError("error", self._played.message)

    def _object(self, file: Path, player: str, *, results: bool = True) -> Object:
        played = self._played if self._played is not None and self._played.file == file else None
        going_on = played is not None and played.going_on
        message = None if played is None else played.message
        report, run = self._read(file, results=results)
        ended = "failed" if message else "finished" if report.complete else "stopped"
        return {
            "run": _id(file),
            "state": "running" if going_on else ended,
            "mine": self._starters.get(file) == player,
            "message": message,
            **run,
        }

    def _read(self, file: Path, *, results: bool) -> tuple[Report, Object]:
        return self._kept.setdefault(file, KeptRun(file)).read(results=results)

    def _file(self, id: str) -> Path:
        file = self._files().get(id)
        if file is None:
            raise WebError("unknown", "there is no such run")
        return file

    def _files(self) -> dict[str, Path]:
        """The files of the folder by their ids."""
        with storage_errors("the folder of the runs cannot be read"):
            if not self.folder.is_dir():
                return {}
            files = [file for file in sorted(self.folder.glob("*.sapper")) if file.is_file()]
        for gone in set(self._kept).difference(files):
            self._kept.pop(gone, None)
        return {_id(file): file for file in files}


def _threads(strategy: Strategy) -> int:
    """All processors but one, which is left for the games of players.

    A strategy in Python gets two, because a single one would be this process, which nobody could end.
    """
    return max(2 if strategy._is_in_python else 1, usable_cores() - 1)


def _id(file: Path) -> str:
    return "r-" + hashlib.blake2b(file.name.encode("utf-8", "surrogateescape"), digest_size=9).hexdigest()
