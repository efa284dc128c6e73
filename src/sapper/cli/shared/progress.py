"""The progress of long work. It appears only on a terminal, on standard error."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Self

from sapper._support.values import Progress
from sapper._support.words import percent
from sapper.simulation.tally import duration

if TYPE_CHECKING:
    from rich.progress import Progress as Bar

    from sapper.simulation.plan import StopRule
    from sapper.simulation.run import Run


class RunProgress:
    """Shows the number of games, the win rate so far, the speed and the time left."""

    def __init__(self, stop: StopRule) -> None:
        """Readies the bar."""
        self._progress: Bar | None = None
        self._stop = stop
        if not sys.stderr.isatty():
            return
        self._progress = _bar("Playing")
        self._of = "games" if stop.games is None else f"of {stop.games:,} games"
        self._task = self._progress.add_task("", total=1, text=f"0 {self._of}")

    def begin(self) -> None:
        """Shows the bar, if there is one."""
        if self._progress is not None:
            self._progress.start()

    def __enter__(self) -> Self:
        """Shows nothing yet, so that other lines can be printed first."""
        return self

    def __exit__(self, *_: object) -> None:
        if self._progress is not None:
            self._progress.stop()

    def __call__(self, run: Run) -> None:
        """Updates the bar."""
        games = run.totals.games
        if self._progress is None or not games:
            return
        rates = ", ".join(percent(tally.won / games) for tally in run.totals.tallies)
        speed = (games - run.games_before) / run.seconds if run.seconds else 0.0
        text = f"{games:,} {self._of}, {rates} won, {speed:,.0f} a second"
        seconds = self._stop.seconds_left(run.totals, run.seconds, speed)
        if seconds is not None:
            text += f", {'at most ' if self._stop.decides else ''}{_about(seconds)} left"
            self._progress.update(self._task, completed=games / (games + seconds * speed))
        self._progress.update(self._task, text=text)


@contextmanager
def counting(title: str, what: str, *, hidden: bool) -> Iterator[Callable[[Progress], None]]:
    """Shows how much is done, how fast it goes and how long it will take.

    `what` is counted, such as "files". If it is `hidden`, nothing shows on a terminal either.

    Yields:
        A function that takes a `Progress` whose total is known.
    """
    if hidden or not sys.stderr.isatty():
        yield lambda _: None
        return
    with _bar(title) as progress:
        task = progress.add_task("", total=1, text="")

        def show(step: Progress) -> None:
            count, total = step.done, step.total or step.done
            bar = progress.tasks[0]
            text = f"{count:,} of {total:,} {what}"
            if bar.speed:
                text += f", {bar.speed:,.0f} a second, {_about((total - count) / bar.speed)} left"
            progress.update(task, completed=count, total=total, text=text)

        yield show


@contextmanager
def searching(title: str, time_limit: float | None, *, hidden: bool) -> Iterator[None]:
    """Shows for how long a search has been going on, and how much of its time limit is over.

    If it is `hidden`, nothing shows on a terminal either.
    """
    if hidden or not sys.stderr.isatty():
        yield
        return
    from rich.console import Console  # imported only where it is needed, because it is slow
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    limit = "" if time_limit is None else f"of at most {duration(time_limit)}"
    columns = SpinnerColumn("line"), TextColumn(title, markup=False), TimeElapsedColumn(), TextColumn(limit)
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        progress.add_task("", total=None)
        yield


def _bar(title: str) -> Bar:
    """A bar for a task with a field `text`."""
    from rich.console import Console  # imported only where it is needed, because it is slow
    from rich.progress import BarColumn, SpinnerColumn, TextColumn
    from rich.progress import Progress as Bar

    return Bar(
        SpinnerColumn("line"),  # the only thing that moves before something is done
        TextColumn(title, markup=False),
        BarColumn(bar_width=20),
        TextColumn("{task.fields[text]}"),
        console=Console(stderr=True),
        transient=True,
    )


def _about(seconds: float) -> str:
    return f"{seconds:.0f} s" if seconds < 59.5 else duration(seconds)
