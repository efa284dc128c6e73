"""The command line as a process: pipes, Ctrl-C, progress, and terminals with few characters or colours."""

import io
import json
import shlex
import signal
import subprocess
import sys
import time
from itertools import combinations
from pathlib import Path

import pytest
from rich.color import ColorSystem
from rich.console import Console
from rich.segment import Segment
from rich.style import Style
from support.lattices import entangled_position
from support.programs import start_program

from sapper.cli.shared.plain_terminals import fit, segments_for, text_for
from sapper.draw.scene import Look
from sapper.draw.text_drawing import board_text, style_of

EXPERT = Path(__file__).resolve().parents[2] / "examples" / "positions" / "expert.txt"
SAPPER = [sys.executable, "-m", "sapper"]
EXPERT_BOARD = ["analyse", str(EXPERT), "--level", "expert"]
PROCESS = [*SAPPER, *EXPERT_BOARD]

posix = pytest.mark.skipif(sys.platform == "win32", reason="there are no such pipes and terminals")


@posix
def test_a_reader_that_leaves_ends_the_command_quietly() -> None:
    with subprocess.Popen(PROCESS, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout
        assert process.stderr
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 141


@posix
def test_control_c_ends_a_long_count() -> None:
    position = entangled_position()
    command = [*SAPPER, "analyse", "--mines", str(position.mines), "--json"]
    with start_program(*command) as process:
        assert process.stdin
        # More than fits in a pipe, in few enough lines: once all is written, the command has begun to read.
        process.stdin.write(position.to_text() + "\n" * 90_000)
        process.stdin.close()
        process.stdin = None
        time.sleep(0.1)
        process.send_signal(signal.SIGINT)
        out, error = process.communicate(timeout=60)
    assert (process.returncode, out, error) == (130, "", "\nsapper: interrupted\n")


@posix
def test_control_c_ends_the_tools_for_models_while_they_wait() -> None:
    client = {"name": "x", "version": "1"}
    parameters = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": client}
    request = {"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": parameters}
    with start_program(*SAPPER, "mcp") as process:
        assert process.stdin
        assert process.stdout
        process.stdin.write(f"{json.dumps(request)}\n")
        process.stdin.flush()
        assert json.loads(process.stdout.readline())["id"] == 0
        process.send_signal(signal.SIGINT)
        try:
            code = process.wait(10)  # its input is still open
        finally:
            process.kill()
        assert process.stderr
        assert (code, process.stderr.read()) == (130, "\nsapper: interrupted\n")


INTERRUPTED_IMPORT = """
import signal, sys
from sapper.cli import main

class Finder:
    def find_spec(self, name, *_):
        if name == MODULE:
            sys.meta_path.remove(self)
            signal.raise_signal(signal.SIGINT)

sys.meta_path.insert(0, Finder())
main()
"""


@pytest.mark.parametrize(
    ("module", "arguments"),
    [
        ("numpy.dtypes", EXPERT_BOARD),
        ("numpy.dtypes", ["mcp"]),  # which imports most when it runs
        pytest.param("click.core", EXPERT_BOARD, marks=pytest.mark.long),
        pytest.param("sapper._engine", EXPERT_BOARD, marks=pytest.mark.long),
    ],
)
def test_control_c_while_modules_are_imported(module: str, arguments: list[str]) -> None:
    """numpy, for one, cannot be imported again after that, not even by what says it."""
    program = INTERRUPTED_IMPORT.replace("MODULE", repr(module))
    command = [sys.executable, "-c", program, *arguments]
    process = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    assert (process.returncode, process.stdout, process.stderr) == (130, "", "\nsapper: interrupted\n")


def test_a_program_may_call_the_command_in_a_thread() -> None:
    """Only the main thread may say what Ctrl-C does."""
    program = "import threading\nfrom sapper.cli import main\nthreading.Thread(target=main).start()"
    command = [sys.executable, "-c", program, "--version"]
    process = subprocess.run(command, capture_output=True, text=True, check=False)
    assert process.stdout.startswith("sapper")
    assert process.stderr == ""


@posix
def test_control_c_is_ignored_where_the_shell_ignores_it() -> None:
    program = INTERRUPTED_IMPORT.replace("MODULE", "'click.core'")
    ignoring = f"import signal; signal.signal(signal.SIGINT, signal.SIG_IGN)\n{program}"
    process = subprocess.run(
        [sys.executable, "-c", ignoring, "--version"], capture_output=True, text=True, check=False
    )
    assert (process.returncode, process.stderr) == (0, "")


def in_terminal(arguments: list[str], keys: bytes = b"", code: int = 0, /, **variables: str) -> str:
    """All that a terminal shows of a command."""
    from support.ptys import in_terminal  # Windows has none

    exit_code, output = in_terminal(arguments, None, keys, **variables)
    assert exit_code == code
    return output.decode().replace("\r\n", "\n")


@posix
@pytest.mark.parametrize(
    ("options", "variables", "has_colour"),
    [
        ([], {}, True),
        ([], {"NO_COLOR": "1"}, False),
        pytest.param([], {"TERM": "dumb"}, False, marks=pytest.mark.long),
        pytest.param(["--color", "always"], {"NO_COLOR": "1"}, True, marks=pytest.mark.long),
        (["--color", "never"], {}, False),
    ],
)
def test_a_terminal_gets_colour(options: list[str], variables: dict[str, str], has_colour: bool) -> None:
    text = in_terminal([*EXPERT_BOARD, *options], COLUMNS="60", PYTHONIOENCODING="utf-8", **variables)
    assert ("\x1b[" in text) == has_colour
    assert text.isascii() == (variables.get("TERM") == "dumb")  # else it has the signs of the game
    if not has_colour:
        assert "\x1b" not in text
        assert ">06" in text
        assert max(map(len, text.splitlines())) <= 60  # a narrow terminal wraps nothing


@posix
def test_who_types_is_told_what_is_wanted() -> None:
    text = in_terminal(["analyse", "--mines", "3"], b"", 2)
    assert "there is no position to read. Name a file" in text
    text = in_terminal(["engine"], b'{"command": "quit"}\n')
    assert "Type requests, such as" in text
    assert text.endswith('{"answer": "bye"}\n')
    text = in_terminal(["analyse", "-", "--mines", "1", "--color", "never"], b"1.\n\x04")
    assert "press Ctrl-D" in text
    assert "TERM=dumb says that this one cannot" in in_terminal(["play"], b"", 2, TERM="dumb", COLUMNS="200")
    assert "1: (0,1)" in text


OPTIMUM = ["optimum", "--rows", "4", "--columns", "5", "--mines", "4", "--first-click", "safe"]
LITERATURE = ["literature", "--strategy", "frontier", "--games", "3000"]


def output_of(arguments: list[str], folder: Path) -> tuple[str, str]:
    """What a command prints into a file, and what it shows on the terminal that is its standard error."""
    from support.ptys import run_in_terminal  # Windows has none

    command = shlex.join([sys.executable, "-m", "sapper", *arguments])
    code, screen = run_in_terminal(["sh", "-c", f"{command} > out"], folder, COLUMNS="100", LINES="24")
    assert code == 0
    return (folder / "out").read_text(), screen.decode(errors="replace")


@posix
def test_a_search_says_how_long_it_has_been_going_on(tmp_path: Path) -> None:
    out, screen = output_of([*OPTIMUM, "--time-limit", "500"], tmp_path)
    assert "Searching all play" in screen
    assert "0:00:0" in screen
    assert "of at most 8 min 20 s" in screen
    assert out.splitlines()[1].startswith("wins ")
    assert "\x1b" not in out


@posix
@pytest.mark.long
def test_a_replication_says_which_row_and_how_many_games(tmp_path: Path) -> None:
    out, screen = output_of(LITERATURE, tmp_path)
    assert "1 of 2: frontier, 16x30/99" in screen
    assert "2 of 2: frontier, 16x30/99" in screen
    assert "of 3,000 games" in screen
    assert "\x1b" not in out
    assert len(out.splitlines()) == 3


@posix
def test_generating_counts_the_boards(tmp_path: Path) -> None:
    out, screen = output_of(["generate", "--level", "intermediate", "--count", "300", "-s", "1"], tmp_path)
    assert "Generating" in screen
    assert "\x1b" not in out
    assert len(out.splitlines()) == 300


@posix
@pytest.mark.parametrize("arguments", [OPTIMUM, pytest.param(LITERATURE, marks=pytest.mark.long)])
def test_with_json_nothing_shows(arguments: list[str], tmp_path: Path) -> None:
    out, screen = output_of([*arguments, "--json"], tmp_path)
    assert screen == ""
    assert out.startswith("{")


SIGNS = "·⚑✹●✗✓• ▀▀▀ ┏━┓ ⠋ 日本"


@pytest.mark.parametrize(
    ("encoding", "text", "output"),
    [
        *((encoding, SIGNS, b".F!*x+o     +-+ * ??") for encoding in ("latin-1", "ascii", "cp1252")),
        ("latin-1", "déjà · vu", "déjà . vu".encode("latin-1")),  # letters of other languages stay
        ("utf-8", SIGNS, SIGNS.encode()),
    ],
)
def test_what_a_stream_lacks_becomes_ascii_of_the_same_width(encoding: str, text: str, output: bytes) -> None:
    raw = io.BytesIO()
    stream = io.TextIOWrapper(raw, encoding=encoding, newline="")
    fit(stream)
    assert (stream.errors == "strict") == (encoding == "utf-8")
    stream.write(text)
    stream.flush()
    assert raw.getvalue() == output


def look_on_console(look: Look) -> tuple[object, object, object]:
    """What a console with 16 colours shows of a cell: its ink, its ground, and whether it is bold."""
    console = Console(force_terminal=True, color_system="standard", file=io.StringIO())
    (segment,) = segments_for(console, [Segment("x", Style.parse(style_of(look)))])
    assert segment.style is not None
    assert segment.style.color is not None
    assert segment.style.bgcolor is not None
    few = [c.downgrade(ColorSystem.STANDARD).number for c in (segment.style.color, segment.style.bgcolor)]
    assert few[0] != few[1]
    return few[0], few[1], segment.style.bold


def test_sixteen_colours_tell_the_numbers_apart() -> None:
    for one, other in combinations(range(1, 9), 2):
        assert look_on_console(Look("number", one)) != look_on_console(Look("number", other)), (one, other)


def test_sixteen_colours_tell_the_kinds_of_cells_apart() -> None:
    grounds = [
        look_on_console(look)[1]
        for look in (Look("hidden"), Look("number", 1), Look("safe"), Look("exploded"))
    ]
    assert len(set(grounds)) == 4
    assert len({look_on_console(Look("risk", value))[1] for value in (5, 50, 95)}) == 3


def test_text_and_segments_have_the_same_sixteen_colours() -> None:
    console = Console(force_terminal=True, color_system="standard", file=io.StringIO())
    text = text_for(console, board_text("1.\n.."))
    assert str(text) == str(board_text("1.\n.."))
    assert text.get_style_at_offset(console, str(text).index("\n") + 4).color is not None
    full = Console(force_terminal=True, color_system="truecolor", file=io.StringIO())
    assert text_for(full, text) is text
