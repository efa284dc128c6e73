"""`docs/cli.md` has all commands, options and exit codes, and its examples print what it shows."""

import re
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from sapper.cli.common.exits import ExitCode
from sapper.cli.group import COMMANDS
from sapper.cli.group import sapper as command_line

TEXT = (Path(__file__).resolve().parents[2] / "docs" / "cli.md").read_text(encoding="utf-8")
EXAMPLE = re.compile(r"\$ printf '([^']*)' \| sapper ([^\n]*)\n(.*?)```", re.DOTALL)


def part(title: str) -> str:
    """What stands below a title."""
    _, _, rest = TEXT.partition(f"\n## {title}\n")
    return rest.partition("\n## ")[0]


def section(name: str) -> str:
    """The part about a command."""
    return part(f"sapper {name}")


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_and_option_is_described(name: str) -> None:
    assert f"[`sapper {name}`](#sapper-{name})" in TEXT
    described = section(name)
    assert described
    command = command_line.get_command(click.Context(command_line), name)
    assert command
    for parameter in command.params:
        if isinstance(parameter, click.Option):
            for option in parameter.opts:
                assert re.search(rf"`{option}[ `]", described), option
            if isinstance(parameter.type, click.Choice):
                elsewhere = part("Topologies") if parameter.name == "topology" else ""
                for choice in parameter.type.choices:
                    assert f"`{choice}`" in described + elsewhere, (parameter.name, choice)


@pytest.mark.parametrize("name", COMMANDS)
def test_no_option_is_described_that_is_not_there(name: str) -> None:
    command = command_line.get_command(click.Context(command_line), name)
    assert command
    known = {option for parameter in command.params for option in parameter.opts}
    assert set(re.findall(r"`(--[a-z-]+)", section(name))) <= known


def test_every_exit_code_is_described() -> None:
    table = section_of_exit_codes()
    assert re.findall(r"^\| (\d+) \|", table, re.MULTILINE) == [str(code.value) for code in ExitCode]


def section_of_exit_codes() -> str:
    return TEXT.partition("## Exit codes")[2].partition("\n## ")[0]


def test_the_examples_print_what_is_shown() -> None:
    examples = EXAMPLE.findall(TEXT)
    assert len(examples) >= 2
    for position, arguments, shown in examples:
        text = position.replace("\\n", "\n")
        result = CliRunner().invoke(command_line, arguments.split(), input=text)
        assert without_time(result.stdout + result.stderr) == without_time(shown)


def without_time(text: str) -> str:
    return re.sub(r"[\d.]+ ms", "ms", text)
