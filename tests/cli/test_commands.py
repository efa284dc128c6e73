"""`sapper` itself: help, version, unknown commands, and that a command is imported only when it is used."""

import subprocess
import sys
from importlib.metadata import version

import click
import pytest
from click.testing import CliRunner
from support.command_line import command_line

from sapper.cli.commands import COMMANDS
from sapper.cli.shared.exit_codes import ExitCode, ending_well
from sapper.errors import BudgetError, ContradictionError, FormatError, SapperError


def test_the_help_has_a_line_for_each_command() -> None:
    result = command_line("--help")
    lines = [line.strip() for line in result.stdout.splitlines()]
    for name, line in COMMANDS.items():
        assert any(text.startswith(name) and text.endswith(line.summary) for text in lines)
    for code in ExitCode:
        assert any(text.startswith(f"{code.value}  ") for text in lines)


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_says_of_itself_what_the_table_says(name: str) -> None:
    result = command_line(name, "-h")
    assert COMMANDS[name].summary in result.stdout
    assert result.stdout == command_line(name, "--help").stdout


def test_the_version() -> None:
    assert command_line("--version").stdout == f"sapper {version('sapper')}\n"


def test_an_unknown_command_gets_the_nearest_suggested() -> None:
    assert "unknown command 'analyze': did you mean 'analyse'?" in command_line("analyze", ends=2).stderr


def test_an_unknown_option_is_not_taken_for_a_command() -> None:
    assert "sapper: no such option" in command_line("--versoin", ends=2).stderr


def test_commands_are_imported_when_they_are_used() -> None:
    code = (
        "import sys\n"
        "from click.testing import CliRunner\n"
        "from sapper.cli.commands import sapper\n"
        "CliRunner().invoke(sapper, ['--help'])\n"
        "modules = {'sapper.cli.positions', 'sapper.cli.stdio_servers', 'rich', 'textual'}\n"
        "slow = {'numpy', 'sapper._engine'}\n"
        "print(sorted((modules | slow) & sys.modules.keys()))\n"
        "CliRunner().invoke(sapper, ['analyse', '--help'])\n"
        "print(sorted(modules & sys.modules.keys()))\n"
    )
    process = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert process.stdout == "[]\n['sapper.cli.positions']\n"


ENDINGS: list[tuple[BaseException, int, str]] = [
    (ContradictionError("no"), 1, "sapper: no\n"),
    (FormatError("no"), 2, "sapper: no\n"),
    (SapperError("no"), 2, "sapper: no\n"),
    (BudgetError("no"), 3, "sapper: no\n"),
    (MemoryError(), 3, "sapper: there is not enough memory\n"),
    (KeyboardInterrupt(), 130, "\nsapper: interrupted\n"),
]


@pytest.mark.parametrize(("error", "code", "text"), ENDINGS)
def test_what_people_cause_ends_with_a_line_and_a_code(error: BaseException, code: int, text: str) -> None:
    result = CliRunner().invoke(failing(error))
    assert (result.exit_code, result.stderr, result.stdout) == (code, text, "")


def test_a_bug_stays_visible() -> None:
    assert isinstance(CliRunner().invoke(failing(ZeroDivisionError("bug"))).exception, ZeroDivisionError)


def failing(error: BaseException) -> click.Command:
    """A command that ends with an error."""

    @click.command()
    @click.pass_context
    def command(context: click.Context) -> None:
        with ending_well(context):
            raise error

    return command
