"""The documents name all commands, topologies, exit codes and figures; examples print what they show."""

import json
import re
from pathlib import Path
from typing import Any

import click
import pytest
from support.command_line import command_line

from sapper.board.topology import TOPOLOGY_NAMES
from sapper.cli.commands import COMMANDS, sapper
from sapper.cli.shared.exit_codes import ExitCode
from sapper.draw.captions import MEANINGS, meanings

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


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_is_described_and_no_option_that_is_not_there(name: str) -> None:
    assert f"[`sapper {name}`](#sapper-{name})" in TEXT
    command = sapper.get_command(click.Context(sapper), name)
    assert command
    text = part(f"sapper {name}")
    # The site shows the options below this line.
    assert not command.params or f"\n`sapper {name} --help` lists the options.\n" in text
    options = {option for parameter in command.params for option in parameter.opts}
    assert set(re.findall(r"`(--[a-z-]+)", text)) <= options


def test_every_topology_is_described() -> None:
    assert set(re.findall(r"^\| `(\w+)` \|", part("Topologies"), re.MULTILINE)) == set(TOPOLOGY_NAMES)


def test_every_exit_code_is_described() -> None:
    codes = re.findall(r"^\| (\d+) \|", part("Exit codes"), re.MULTILINE)
    assert codes == [str(code.value) for code in ExitCode]


def examples() -> list[tuple[str, str, str, str]]:
    """The page, the input, the arguments and the output of every example that has an output."""
    cases = [
        (path.name, text.replace("\\n", "\n"), arguments, output)
        for path in sorted(DOCS.glob("*.md"))
        for text, arguments, output in EXAMPLE.findall(path.read_text(encoding="utf-8"))
    ]
    assert {page for page, *_ in cases} == {"cli.md", "json.md", "play.md"}
    return cases


@pytest.mark.parametrize(("page", "text", "arguments", "output"), examples())
def test_an_example_prints_what_the_page_shows(page: str, text: str, arguments: str, output: str) -> None:
    result = command_line(*arguments.split(), text=text, ends=int("no placement of mines" in output))
    whole = result.stdout + result.stderr
    if page == "json.md":
        assert without_time(json.loads(whole)) == without_time(json.loads(output.partition("```json\n")[2]))
    else:
        assert without_time(whole).startswith(without_time(output))  # lines of times may follow


def without_time(output: Any) -> Any:
    if isinstance(output, dict):
        return output | {"elapsed_ms": None}
    return re.sub(r"[\d.]+ (ms|µs)", "", output)


@pytest.mark.parametrize("name", MEANINGS)
def test_the_glossary_has_the_words_below_figures(name: str) -> None:
    term = name[0].lower() + name[1:] if name not in ("3BV", "ZiNi") else name
    assert f"| {term} | {MEANINGS[name]}" in (DOCS / "glossary.md").read_text(encoding="utf-8")


def test_only_figures_that_are_shown_are_explained() -> None:
    assert meanings(["Risk", "Score", "Rule"], 80) == f"Score: {MEANINGS['Score']}."
    assert meanings(["Risk"], 80) == ""
    assert max(map(len, meanings(MEANINGS, 40).splitlines())) <= 40
