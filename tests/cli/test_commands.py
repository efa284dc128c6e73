"""`sapper` itself: help, version, how commands end, and what the tab key offers."""

import os
import shutil
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import click
import pytest
from click.shell_completion import CompletionItem, ShellComplete
from click.testing import CliRunner
from support.cases import rest_long
from support.command_line import command_line
from support.programs import run_program

from sapper import LEVELS, Strategy
from sapper.board.topology import TOPOLOGY_NAMES
from sapper.cli.commands import COMMANDS
from sapper.cli.commands import sapper as program
from sapper.cli.shared.exit_codes import ExitCode, ending_well
from sapper.errors import BudgetError, ContradictionError, FormatError, SapperError
from sapper.formats import FORMATS
from sapper.literature import ROWS
from sapper.strategy import INFERENCE_LEVELS, POLICIES, STRATEGIES

HERE = Path(sys.executable).parent


def items(line: str) -> list[CompletionItem]:
    """What is offered for the last word of a line after `sapper`; an empty one after a space."""
    *words, last_word = line.split(" ")
    return ShellComplete(program, {}, "sapper", "_SAPPER_COMPLETE").get_completions(words, last_word)


def offers(line: str) -> list[str]:
    return [item.value for item in items(line)]


def test_commands() -> None:
    assert offers("") == list(COMMANDS)
    assert offers("s") == ["simulate", "strategies", "serve"]
    assert [item.help for item in items("hin")] == [COMMANDS["hint"].summary]
    assert "--version" in offers("--v")
    assert offers("nonsense ") == list(COMMANDS)


@pytest.mark.parametrize(
    "line", ["play --auto --strategy ", "simulate --strategy ", "serve ", "compare ", "compare best "]
)
def test_strategies(line: str) -> None:
    compositions = {f"{level}+{policy}" for level in INFERENCE_LEVELS for policy in POLICIES}
    assert set(offers(line)) == {*STRATEGIES, *compositions}
    assert offers(line + "fr") == ["frontier"]
    assert set(offers(line + "exact+co")) == {name for name in compositions if name.startswith("exact+co")}
    assert offers(line + "exact+corners+") == ["exact+corners+endgame"]
    assert offers(line + "nobody") == []


def test_every_strategy_that_is_offered_is_one() -> None:
    for name in offers("simulate --strategy "):
        assert Strategy(name).name == name
        for longer in offers(f"simulate --strategy {name}+"):
            assert Strategy(longer).name == longer


def test_strategies_with_published_results() -> None:
    assert set(offers("literature --strategy ")) == {row.strategy for row in ROWS}


def test_formats_topologies_and_levels() -> None:
    assert offers("info --format ") == ["auto", *FORMATS]
    assert offers("convert --to t") == ["tatham", "tatham-clear"]
    assert offers("generate -t ") == list(TOPOLOGY_NAMES)
    assert offers("analyse -l ") == list(LEVELS)


OF_FILES = "analyse, hint --svg, info, review, review --html, convert, convert in, generate --out, report one"


@pytest.mark.parametrize(
    ("lines", "what"),
    [(f"{OF_FILES}, simulate --out", "file"), ("simulate --keep-games, play --save, report --plots", "dir")],
)
def test_files_and_folders(lines: str, what: str) -> None:
    for line in lines.split(", "):
        assert [(item.type, item.value) for item in items(f"{line} po")] == [(what, "po")], line


@pytest.mark.parametrize(("shell", "word"), [("zsh", "compdef"), ("fish", "complete --no-files --command")])
def test_other_shells_get_a_script(shell: str, word: str) -> None:
    variables = {**os.environ, "_SAPPER_COMPLETE": f"{shell}_source"}
    script = "from sapper.cli import main; main()"
    assert f"{word} sapper" in run_program(sys.executable, "-c", script, env=variables).stdout


OWN = """
raise RuntimeError("a file that is completed is not run")
class Careful: ...
def pick(position): ...
def _helper(): ...
"""


def test_own_strategies_are_found_without_a_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "of_mine.py").write_text(OWN)
    (tmp_path / "of_no_use.py").write_text("def broken(:")
    monkeypatch.chdir(tmp_path)
    assert offers("simulate --strategy of_") == ["of_mine:Careful", "of_mine:pick"]
    assert offers("simulate --strategy of_mine:p") == ["of_mine:pick"]
    assert offers("simulate --strategy of_m:") == []
    assert not any(":" in name for name in offers("simulate --strategy "))
    assert offers("simulate --strategy subset+of_") == ["subset+of_mine:Careful", "subset+of_mine:pick"]
    assert offers("compare best subset+of_mine:p") == ["subset+of_mine:pick"]
    assert offers("compare best subset+of_mine:pick+") == ["subset+of_mine:pick+endgame"]
    assert offers("simulate --strategy of_mine:pick+fi") == ["of_mine:pick+first"]
    assert offers("simulate --strategy of_mine:pick+of_mine:p") == ["of_mine:pick+of_mine:pick"]
    assert offers("simulate --strategy nobody+of_") == []


VALUES = [
    ("sapper compare exact+fi", "exact+first"),
    ("sapper analyse pos", "position.txt"),
    ("sapper simulate --strategy=exact+fi", "--strategy=exact+first"),
    ("sapper simulate --strategy of_mine:C", "of_mine:Careful"),
    ("sapper simulate --strategy=of_mine:C", "--strategy=of_mine:Careful"),
    ("sapper simulate --strategy subset+of_mine:C", "subset+of_mine:Careful"),
    ("sapper analyse --level=ex", "--level=expert"),
    ("sapper analyse --svg=pos", "--svg=position.txt"),
]
"""What is typed, and the last word after the tab key."""


@pytest.mark.parametrize(
    ("shell", "count"),
    rest_long([pytest.param(*each) for each in (("bash", 2), ("bash", 9), ("zsh", 9), ("fish", 9))]),
)
def test_in_a_real_shell(shell: str, count: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if sys.platform == "win32" or not shutil.which(shell):
        pytest.skip(f"there is no {shell}")
    values = VALUES[:count]
    (tmp_path / "position.txt").touch()
    (tmp_path / "of_mine.py").write_text(OWN)
    monkeypatch.setenv("PATH", f"{HERE}{os.pathsep}{os.environ['PATH']}")
    if shell == "fish":
        lines = "\n".join(f"complete -C '{line}'" for line, _ in values)
        script = f"_SAPPER_COMPLETE=fish_source sapper | source\n{lines}\n"
        process = run_program(shell, "--no-config", "-c", script, cwd=tmp_path)
        assert [line.split("\t")[0] for line in process.stdout.splitlines()] == [word for _, word in values]
        return
    from support.ptys import Terminal  # Windows has none

    options = ["-f", "-i"] if shell == "zsh" else ["--norc", "--noprofile", "-i"]
    begin = "autoload -Uz compinit; compinit -u -D; " if shell == "zsh" else ""
    terminal = Terminal(shell, *options, cwd=tmp_path)
    try:
        terminal.write(f'{begin}eval "$(_SAPPER_COMPLETE={shell}_source sapper)"; echo READ""Y\n')
        terminal.until("READY")
        for line, word in values:
            terminal.output = ""
            # Both ends of the line get a word after the tab key; the quotes show that it ran.
            terminal.write(f"{line}\t\x01echo LI''NE \x05 EN''D\n")
            terminal.until(" END")
            assert terminal.output.rpartition("LINE ")[2].partition(" END")[0].split()[-1] == word
    finally:
        terminal.close()


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
