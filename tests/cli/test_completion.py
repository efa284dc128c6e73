"""What the tab key offers, and that shells get their scripts."""

import os
import shutil
import sys
from pathlib import Path

import pytest
from click.shell_completion import CompletionItem, ShellComplete
from support.cases import rest_long
from support.programs import run_program

from sapper import LEVELS, Strategy
from sapper.board.topology import TOPOLOGY_NAMES
from sapper.cli.commands import COMMANDS
from sapper.cli.commands import sapper as command_line
from sapper.formats import FORMATS
from sapper.literature import ROWS
from sapper.strategy import INFERENCE_LEVELS, POLICIES, STRATEGIES

HERE = Path(sys.executable).parent


def items(line: str) -> list[CompletionItem]:
    """What is offered for the last word of a line after `sapper`; an empty one after a space."""
    *words, last_word = line.split(" ")
    return ShellComplete(command_line, {}, "sapper", "_SAPPER_COMPLETE").get_completions(words, last_word)


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
