"""The standard streams, the exit codes, and the handling of errors that end a command."""

from __future__ import annotations

import errno
import os
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from enum import IntEnum
from typing import Final

import click

from sapper.errors import BudgetError, ContradictionError, SapperError


def open_missing_streams() -> None:
    """Opens the standard streams that are closed, before a file that the command opens takes their place.

    Then standard input is empty, and what goes to standard error is lost. Code that writes to standard output
    gets an OSError (EBADF), as for any stream that is closed.
    """
    if sys.stdin is None:
        sys.stdin = os.fdopen(_null(0, os.O_RDONLY))
    if sys.stdout is None:
        sys.stdout = os.fdopen(_null(1, os.O_RDONLY), "w")
    if sys.stderr is None:
        sys.stderr = os.fdopen(_null(2, os.O_WRONLY), "w")


def _null(number: int, access: int) -> int:
    descriptor = os.open(os.devnull, access)
    if descriptor != number:
        os.dup2(descriptor, number)
        os.close(descriptor)
    return number


WANTS_JSON: Final = "sapper.json"
"""The key under which the context keeps whether `--json` was given."""


class ExitCode(IntEnum):
    """How a command ended."""

    DONE = 0
    CONTRADICTION = 1
    BAD_INPUT = 2
    GAVE_UP = 3
    INTERRUPTED = 130
    BROKEN_PIPE = 141


def code_of(error: SapperError) -> ExitCode:
    """The exit code for an error."""
    if isinstance(error, ContradictionError):
        return ExitCode.CONTRADICTION
    if isinstance(error, BudgetError):
        return ExitCode.GAVE_UP
    return ExitCode.BAD_INPUT


_PARAMETER: Final = re.compile(r"`(\w+)(?:=([^`]*))?`")


def as_options(text: str, command: click.Command | None) -> str:
    """The text with the options of the command in place of the parameters that messages have in backticks.

    A parameter may come with a value: `` `by='win'` `` becomes `--by win`.
    """
    typed_as: dict[str | None, str] = {}
    for option in command.params if command else []:
        if isinstance(option, click.Option):
            typed = max(option.opts, key=len)
            typed_as |= dict.fromkeys([option.name, typed.removeprefix("--").replace("-", "_")], typed)

    def as_option(found: re.Match[str]) -> str:
        name, value = found.groups()
        if name not in typed_as:
            return found[0]
        return typed_as[name] if value is None else " ".join((typed_as[name], value.strip("'")))

    return _PARAMETER.sub(as_option, text)


@contextmanager
def ending_well(context: click.Context) -> Iterator[None]:
    """Turns errors of users into a line on standard error and an exit code. Bugs show tracebacks.

    With `--json`, errors of the library are objects on standard output instead.
    """
    try:
        yield
        sys.stdout.flush()
    except click.UsageError as error:
        if type(error).show is not click.UsageError.show:  # the help, when there are no arguments
            raise
        _end_with_usage(context, error)
    except SapperError as error:
        text = as_options(str(error), _command(context))
        if not context.meta.get(WANTS_JSON):
            _end(context, code_of(error), text)
        from sapper.protocol.answers import error_object, json_line  # slow to import

        click.echo(json_line({"error": {**error_object(error), "message": text}}))
        context.exit(code_of(error))
    except MemoryError:
        _end(context, ExitCode.GAVE_UP, "there is not enough memory")
    except KeyboardInterrupt:
        # `_end` imports modules, perhaps those whose import was interrupted.
        with suppress(OSError):
            click.echo("\nsapper: interrupted", err=True)  # below the line on which the terminal shows ^C
        context.exit(ExitCode.INTERRUPTED)
    except BrokenPipeError:
        _discard_output()
        context.exit(ExitCode.BROKEN_PIPE)
    except OSError as error:
        _discard_output()
        _end(context, ExitCode.BAD_INPUT, _why(error))


def _why(error: OSError) -> str:
    if error.errno == errno.EBADF:
        return "cannot write: standard output is closed"
    return f"cannot read or write: {error.strerror or error}"


def _command(context: click.Context) -> click.Command | None:
    """The command that was typed, if there is one of this name."""
    group, name = context.command, context.invoked_subcommand
    return group.get_command(context, name) if isinstance(group, click.Group) and name else None


def _end(context: click.Context, code: ExitCode, text: str) -> None:
    line = " ".join(map(str.strip, text.splitlines()))  # errors of other libraries may have several lines
    from sapper.cli.shared.output import tell  # slow to import, and most commands end well

    with suppress(OSError):  # a full disk; the exit code tells it, too
        tell(f"sapper: {line}")
    context.exit(code)


def _end_with_usage(context: click.Context, error: click.UsageError) -> None:
    text = error.format_message()
    end = "" if text.endswith((".", "?")) else "."
    help_is_in = (error.ctx or context).command_path
    _end(context, ExitCode.BAD_INPUT, f"{text[:1].lower()}{text[1:]}{end} See '{help_is_in} --help'.")


def _discard_output() -> None:
    """Discards the output that is left, so that the interpreter does not fail when it flushes it."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
