"""The reports on a run that is being played, or that a file keeps."""

from __future__ import annotations

import os

from sapper._support.checks import path_of
from sapper.errors import SimulationError
from sapper.simulation.plan.stopping import StopRule
from sapper.simulation.report.comparison import Comparison
from sapper.simulation.report.report import Report
from sapper.simulation.run.chunk import Totals
from sapper.simulation.run.run import Run
from sapper.simulation.storage.ledger import Ledger


def reports_of(run: Run, ledger: Ledger | None) -> list[Report]:
    """A report on each of the strategies of a run, so far."""
    sessions = [] if ledger is None else ledger.sessions()
    totals = run.totals
    return [
        Report(
            configuration=run.configuration,
            strategy=strategy,
            tally=tally,
            timing=timing,
            digest=f"{digest:016x}",
            seconds=run.seconds if ledger is None else sum(session["seconds"] for session in sessions),
            played=totals.games if ledger is None else sum(session["games"] for session in sessions),
            complete=run.done,
        )
        for strategy, tally, timing, digest in zip(
            run.configuration.strategies, totals.tallies, totals.timings, totals.digests, strict=True
        )
    ]


def comparison_of(run: Run, ledger: Ledger | None, margin: float | None) -> Comparison:
    """The comparison of the two strategies of a run, so far."""
    pairs = run.totals.pairs
    assert pairs is not None
    first, second = reports_of(run, ledger)
    return Comparison(first, second, run.totals.evidence, int(pairs[1, 1]), int(pairs[0, 0]), margin)


def stop_rule_of(ledger: Ledger) -> StopRule | None:
    """The stop rule of the last session of a run; None if the file has none.

    Raises:
        SimulationError: The rule has parts that this version does not know.
    """
    noted = ledger.noted("stop")
    try:
        return None if noted is None else StopRule(**noted)
    except (TypeError, SimulationError):
        raise SimulationError(
            f"{ledger.path}: is a run of a later version of Sapper. Use that version"
        ) from None


def kept_run(ledger: Ledger, counted: Totals | None = None) -> Run:
    """The run in a file, as far as it was played. It may still go on.

    Chunks after those that were `counted` before are added to these sums.

    Raises:
        SimulationError: The file is damaged.
    """
    if counted is None or counted.chunks == 0:
        ledger.check()  # only at first: a file that was counted before was checked then
    return Run(ledger.configuration, stop_rule_of(ledger), ledger=ledger, reading=True, counted=counted)


def read_reports(path: str | os.PathLike[str]) -> list[Report]:
    """Reads a report on each strategy of a run from its file. The run may still go on.

    Raises:
        ArgumentError: `path` is not a path.
        MissingFileError: There is no such file.
        SimulationError: It is damaged, or it is not a run.
    """
    with Ledger.read(path_of("path", path)) as ledger:
        return reports_of(kept_run(ledger), ledger)


def read_report(path: str | os.PathLike[str]) -> Report:
    """Reads the report on the first strategy of a run from its file.

    Raises:
        ArgumentError: `path` is not a path.
        MissingFileError: There is no such file.
        SimulationError: It is damaged, or it is not a run.
    """
    return read_reports(path)[0]


def read_comparison(path: str | os.PathLike[str]) -> Comparison:
    """Reads a comparison from its file. It may still go on.

    Raises:
        ArgumentError: `path` is not a path.
        MissingFileError: There is no such file.
        SimulationError: It is damaged, is not a run, or is the run of one strategy.
    """
    result = read_result(path)
    if isinstance(result, Comparison):
        return result
    raise SimulationError(f"{path}: is the run of one strategy, not a comparison of two")


def read_result(path: str | os.PathLike[str]) -> Report | Comparison:
    """Reads the report on a run of one strategy, or the comparison of two, from its file.

    Raises:
        ArgumentError: `path` is not a path.
        MissingFileError: There is no such file.
        SimulationError: It is damaged, or it is not a run.
    """
    with Ledger.read(path_of("path", path)) as ledger:
        run = kept_run(ledger)
        if len(ledger.configuration.strategies) == 1:
            return reports_of(run, ledger)[0]
        stop = stop_rule_of(ledger)
        return comparison_of(run, ledger, None if stop is None else stop.margin)
