"""`docs/cli.md` has all commands, topologies and exit codes, and its examples print what it shows."""

import json
import re
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner

from sapper.board.topology import TOPOLOGY_NAMES
from sapper.cli.commands import COMMANDS
from sapper.cli.commands import sapper as command_line
from sapper.cli.shared.exit_codes import ExitCode

DOCS = Path(__file__).resolve().parents[2] / "docs"
TEXT = (DOCS / "cli.md").read_text(encoding="utf-8")
# A command, and what is shown below it; in json.md in a block of its own.
EXAMPLE = re.compile(
    r"^```\n\$ (?:printf '([^']*)' \| )?sapper ([^\n]*)\n((?:```\n\n```json\n)?[^`]+)```",
    re.DOTALL | re.MULTILINE,
)


def part(title: str) -> str:
    """The text below a title."""
    _, _, rest = TEXT.partition(f"\n## {title}\n")
    return rest.partition("\n## ")[0]


def section(name: str) -> str:
    """The part about a command."""
    return part(f"sapper {name}")


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_is_described(name: str) -> None:
    assert f"[`sapper {name}`](#sapper-{name})" in TEXT
    command = command_line.get_command(click.Context(command_line), name)
    assert command
    # The site shows the options below this line.
    assert not command.params or f"\n`sapper {name} --help` lists the options.\n" in section(name)


def test_every_topology_is_described() -> None:
    names = re.findall(r"^\| `(\w+)` \|", part("Topologies"), re.MULTILINE)
    assert set(names) == set(TOPOLOGY_NAMES)


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


def examples() -> list[tuple[str, str, str, str]]:
    """The page, the input, the arguments and the shown output of every example that has an output."""
    return [
        (path.name, text.replace("\\n", "\n"), arguments, shown)
        for path in sorted(DOCS.glob("*.md"))
        for text, arguments, shown in EXAMPLE.findall(path.read_text(encoding="utf-8"))
    ]


@pytest.mark.parametrize(("page", "text", "arguments", "shown"), examples())
def test_an_example_prints_what_is_shown(page: str, text: str, arguments: str, shown: str) -> None:
    result = CliRunner().invoke(command_line, arguments.split(), input=text)
    printed = result.stdout + result.stderr
    if page == "json.md":
        assert without_time(json.loads(printed)) == without_time(json.loads(shown.partition("```json\n")[2]))
    else:
        assert without_time(printed).startswith(without_time(shown))  # lines of times may follow


def test_there_are_examples() -> None:
    assert {page for page, *_ in examples()} == {"cli.md", "json.md", "play.md"}


def without_time(shown: Any) -> Any:
    if isinstance(shown, dict):
        return shown | {"elapsed_ms": None}
    return re.sub(r"[\d.]+ (ms|µs)", "", shown)
