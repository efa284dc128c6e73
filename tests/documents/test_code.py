"""The code of the pages prints what they show: Python, JavaScript, commands, requests, notebooks."""

import doctest
import json
import os
import re
import shutil
import sys
from pathlib import Path
from typing import Any

import pytest
from support.command_line import command_line
from support.documents import PAGES, ROOT, blocks, page_text, run_python
from support.programs import run_program
from support.protocol import Session
from support.recordings import avf, mbf
from support.replays import GAME

from sapper._support.installation import this_version

PYTHON = [page for page in PAGES if blocks(page, "python")]
SESSIONS = [page for page in PAGES if blocks(page, "pycon")]
SLOW = ("simulation", "own-strategy")
NOTEBOOKS = sorted(ROOT.glob("docs/**/*.ipynb"))


@pytest.mark.parametrize(
    "page", [pytest.param(x, id=x.stem, marks=[pytest.mark.long] if x.stem in SLOW else []) for x in PYTHON]
)
def test_python_prints_what_is_shown(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    # Files that some pages read.
    Path("game.avf").write_bytes(avf(GAME))
    Path("board.mbf").write_bytes(mbf(GAME))
    Path("replays").mkdir()
    Path("replays", "game.avf").write_bytes(avf(GAME))
    run_python(page)


@pytest.mark.parametrize("page", SESSIONS, ids=[page.stem for page in SESSIONS])
def test_sessions_print_what_is_shown(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    result = doctest.testfile(str(page), module_relative=False, encoding="utf-8")
    assert result.attempted
    assert result.failed == 0


@pytest.mark.skipif(shutil.which("node") is None, reason="Node.js is not installed")
def test_the_program_in_another_language_prints_what_is_shown(tmp_path: Path) -> None:
    (block,) = blocks(ROOT / "docs" / "embed.md", "js")
    program = tmp_path / "bot.js"
    program.write_text(block.code, encoding="utf-8")
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    assert run_program("node", program, env=os.environ | {"PATH": path}).stdout == block.output


@pytest.mark.parametrize(
    "path",
    [
        pytest.param(path, id=path.stem, marks=[pytest.mark.long] if path.stem == "learning-agent" else [])
        for path in NOTEBOOKS
    ],
)
def test_every_cell_of_a_notebook_shows_something(path: Path) -> None:
    import nbclient  # slow to import, as the next
    import nbformat

    notebook = nbformat.read(path, as_version=4)
    assert all(not cell.outputs for cell in notebook.cells if cell.cell_type == "code"), "clear its outputs"
    # On a busy machine the kernel is late. By default nbclient then drops the outputs after four seconds.
    nbclient.NotebookClient(
        notebook, kernel_name="python3", startup_timeout=600, iopub_timeout=600, raise_on_iopub_timeout=True
    ).execute()
    assert all(cell.outputs for cell in notebook.cells if cell.cell_type == "code")
    assert "image/png" in notebook.cells[-1].outputs[-1].data


# A command, and what is shown below it; in json.md in a block of its own.
EXAMPLE = re.compile(
    r"^```\n\$ (?:printf '([^']*)' \| )?sapper ([^\n]*)\n((?:```\n\n```json\n)?[^`]+)```",
    re.DOTALL | re.MULTILINE,
)
COMMANDS = [
    (page.name, text.replace("\\n", "\n"), arguments, output)
    for page in PAGES
    for text, arguments, output in EXAMPLE.findall(page.read_text(encoding="utf-8"))
]


assert {page for page, *_ in COMMANDS} == {"cli.md", "json.md", "play.md"}


@pytest.mark.parametrize(("page", "text", "arguments", "output"), COMMANDS)
def test_a_command_prints_what_is_shown(page: str, text: str, arguments: str, output: str) -> None:
    result = command_line(*arguments.split(), text=text, ends=int("no placement of mines" in output))
    whole = result.stdout + result.stderr
    if page == "json.md":
        assert rounded(json.loads(whole)) == rounded(json.loads(output.partition("```json\n")[2]))
    else:
        assert without_times(whole).startswith(without_times(output))  # lines of times may follow


def without_times(output: str) -> str:
    return re.sub(r"[\d.]+ (ms|µs)", "", output)


def test_requests_get_the_answers_that_are_shown() -> None:
    """Spaces at the start continue a line."""
    (block,) = re.findall(r"```transcript\n(.*?)```", page_text("engine-protocol.md"), re.DOTALL)
    lines = re.sub(r"\n +", " ", block).splitlines()
    requests, answers = lines[0::2], lines[1::2]
    assert {line[:2] for line in requests} == {"> "}
    assert {line[:2] for line in answers} == {"< "}
    session = Session(this_version())
    for request, answer in zip(requests, answers, strict=True):
        assert rounded(session.answer(request[2:].encode())) == rounded(json.loads(answer[2:]))


def rounded(value: Any) -> Any:
    """Without times and the last digits."""
    if isinstance(value, dict):
        return {name: rounded(part) for name, part in value.items() if name != "elapsed_ms"}
    if isinstance(value, list):
        return list(map(rounded, value))
    return round(value, 9) if isinstance(value, float) else value
