"""The file that a command keeps its run in, and what is said about it."""

from __future__ import annotations

from pathlib import Path

import click

from sapper.errors import SimulationError
from sapper.simulation.plan.configuration import Configuration
from sapper.simulation.run.places import usual_file
from sapper.simulation.run.session import Session

__all__ = ["file_for", "say_how_to_go_on", "say_where"]


def file_for(configuration: Configuration, out: Path | None) -> Path:
    """The file that was named, or the usual one, in a folder that is made if need be.

    Raises:
        SimulationError: The folder cannot be made.
    """
    if out is not None:
        return out
    file = usual_file(configuration)
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise SimulationError(
            f"{file.parent}: cannot be made: {error.strerror}. Name a file with --out"
        ) from None
    return file


def say_where(session: Session) -> None:
    """Says where the run is kept, and what of it is there already."""
    restored, file = session.run.restored, session.file
    if session.set_aside is not None:
        click.echo(
            f"{file} was damaged: what can be read of it is kept, and the rest is played again. "
            f"The damaged file is now {session.set_aside.name}.",
            err=True,
        )
    if games := session.longer:
        click.echo(
            f"These games are among the {games:,} that are kept in {file}: --games {games} tells of all.",
            err=True,
        )
    elif session.run.done:
        click.echo(f"These games were played before; see {file}. Another --seed has others.", err=True)
    elif restored:
        click.echo(f"Going on after {restored:,} games that are kept in {file}", err=True)
    else:
        click.echo(f"Keeping the run in {file}", err=True)


def say_how_to_go_on() -> None:
    """Says that nothing is lost, after Ctrl-C."""
    click.echo("\nThe run is kept. The same command goes on with it.", err=True)
