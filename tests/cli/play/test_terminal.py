"""The real program in a real terminal, or without one. Windows has other terminals and signals."""

import os
import random
import re
import resource
import shlex
import shutil
import signal
import sys
import time
from collections.abc import Iterator

import pytest
from support.programs import start_program
from support.ptys import PATIENCE, Terminal

PLAY = [sys.executable, "-m", "sapper", "play"]
CLICK = "\x1b[<0;40;12M\x1b[<0;40;12m"


Terminals = list[Terminal]


@pytest.fixture
def terminals() -> Iterator[Terminals]:
    terminals: Terminals = []
    yield terminals
    for terminal in terminals:
        terminal.close()


def start(terminals: Terminals, *arguments: str, typing: bool = True) -> Terminal:
    terminals.append(Terminal(*PLAY, *arguments, typing=typing))
    return terminals[-1]


def seconds_of_the_dead() -> float:
    """The processor time of all programs that have ended."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def after_the_screen(output: str) -> str:
    """What was left on the terminal after the program gave back the screen, without styles."""
    return re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", output.rpartition("\x1b[?1049l")[2])


def test_by_hand_from_beginning_to_end(terminals: Terminals) -> None:
    terminal = start(terminals, "--level", "beginner", "--seed", "7")
    terminal.until("lists all keys")
    terminal.write(" h")
    terminal.until("Hint 1 of")
    terminal.until("The 1 at row 6, column 7")  # counted from 1, as at the edge
    terminal.write("H")
    terminal.until("Certain: 13 safe, 9 mines.")
    terminal.write("?")
    terminal.until("a click closes")
    terminal.write(f"{CLICK}{CLICK}")  # the second is on the board
    assert "Record         0-0-0 (won-lost-drawn), 1 unfinished" in after_the_screen(terminal.leave())


@pytest.mark.skipif(not all(map(shutil.which, ["setsid", "bash"])), reason="needs a shell and util-linux")
@pytest.mark.parametrize(
    ("options", "first", "keys", "then"),
    [
        ("--auto --watch --games 90 --speed 9", "space pause", " ", "Paused."),
        ("", "lists all keys", " h", "Hint 1 of"),
    ],
    ids=["watching", "by hand"],
)
def test_a_shell_can_suspend_it(terminals: Terminals, options: str, first: str, keys: str, then: str) -> None:
    # `setsid` begins a session itself, and the process stays the shell's.
    terminal = Terminal("setsid", "--ctty", "bash", "--norc", "-i", start_new_session=False)
    terminals.append(terminal)
    terminal.write(f"{shlex.join(PLAY)} --level beginner --seed 7 {options}\n")
    terminal.until(first)
    for _ in range(2):
        terminal.output = ""
        terminal.write("\x1a")
        terminal.until("Stopped")
        assert "\x1b[?1049l" in terminal.output  # the screen of before is back
        terminal.output = ""
        terminal.write("fg\n")
        terminal.until("\x1b[?1049h")
        terminal.until("beginner, 9 x 9, 10 mines")
    terminal.write(keys)
    terminal.until(then)
    terminal.write("q")
    terminal.until("won-lost-drawn")
    terminal.write("exit\n")
    terminal.rest()


KEYS = [*"hHmMgbpusra12zn? fc\t\r\x1b", *(f"\x1b[{end}" for end in ("A", "B", "C", "D", "5~", "6~", "H"))]


@pytest.mark.parametrize("events", [500, pytest.param(4_000, marks=pytest.mark.long)])
def test_any_burst_of_keys_clicks_and_sizes(terminals: Terminals, events: int) -> None:
    luck = random.Random(events)
    event_count = 0
    while event_count < events:  # a click on "Quit" may end the program
        terminal = start(terminals, "--level", "beginner", "--seed", "1")
        terminal.until("lists all keys")
        while event_count < events and terminal.process.poll() is None:
            burst = ""
            for _ in range(luck.randint(1, 8)):
                at = f"{luck.choice([0, 1, 2, 32, 64, 65])};{luck.randint(1, 80)};{luck.randint(1, 24)}"
                click = f"\x1b[<{at}M" + f"\x1b[<{at}m" * luck.randint(0, 1)
                burst += click if luck.random() < 0.4 else luck.choice(KEYS)
                event_count += 1
            terminal.write(burst)
            if luck.random() < 0.05:
                terminal.resize(luck.randint(5, 50), luck.randint(10, 160))
            terminal.read(0.5 if luck.random() < 0.005 else 0.005)
        terminal.leave()


@pytest.mark.parametrize(
    ("options", "first", "record"),
    [
        ("--level beginner", "lists all keys", "^$"),
        ("--auto --watch --games 999 --speed 5", "Game 1 of", r"\nRecord +0-0-0 .* 1 unfinished"),
    ],
    ids=["by hand", "watching"],
)
def test_ctrl_c_gives_the_terminal_back(terminals: Terminals, options: str, first: str, record: str) -> None:
    terminal = start(terminals, *options.split())
    before = terminal.modes()
    terminal.until(first)
    assert terminal.modes() != before
    os.killpg(terminal.process.pid, signal.SIGINT)
    output = terminal.rest(130)
    assert terminal.modes() == before
    rest = after_the_screen(output).strip()
    assert re.search(record, rest)
    assert "Traceback" not in rest


def test_watching_by_keys(terminals: Terminals) -> None:
    terminal = start(terminals, "--auto", "--watch", "--level", "beginner", "--seed", "7", "--speed", "0.5")
    before = terminal.modes()
    terminal.until("space pause")
    terminal.write("\x1b[A ")  # an arrow means nothing
    terminal.until("Paused.")
    terminal.write("s")
    terminal.until("Move 2,")
    terminal.write("+")
    terminal.until("Speed 1/s")
    terminal.write("q")
    output = terminal.rest()
    assert terminal.modes() == before
    rest = after_the_screen(output)
    assert "Record         0-0-0 (won-lost-drawn), 1 unfinished" in rest
    assert "Traceback" not in rest


def test_watching_without_a_terminal_to_type_in(terminals: Terminals) -> None:
    game = ["--auto", "--watch", "--level", "beginner", "--seed", "7", "--speed", "1000"]
    output = start(terminals, *game, typing=False).rest()
    assert "Game 1 of 1" in output
    assert "space pause" not in output


MASSIVE = ["--rows", "300", "--columns", "150", "--mines", "10000", "--on-mine", "continue"]


@pytest.mark.timing
@pytest.mark.parametrize("watch", [["--watch", "--show", "thinking"], []])
def test_ctrl_c_ends_a_massive_game_at_once(terminals: Terminals, watch: list[str]) -> None:
    terminal = start(terminals, "--auto", "--games", "100", "--seed", "1", *MASSIVE, *watch)
    terminal.until("Move 4" if watch else "Playing")
    start_time, used_before, before = time.monotonic(), terminal.seconds_used(), seconds_of_the_dead()
    os.killpg(terminal.process.pid, signal.SIGINT)
    output = terminal.rest(130)
    rest = after_the_screen(output)
    assert "(won-lost-drawn)" in rest
    assert ", 1 unfinished" in rest or not watch  # the bar may show before the first game begins
    # On a busy machine the clock says little, so the processor time of the end counts.
    seconds = time.monotonic() - start_time
    assert min(seconds, seconds_of_the_dead() - before - used_before) < 0.5


def test_a_progress_bar_on_a_terminal_goes_away(terminals: Terminals) -> None:
    output = start(terminals, "--auto", "--level", "beginner", "--games", "50", "--seed", "1").rest()
    assert "Playing" in output
    assert "50/50" in output
    assert output.rpartition("\x1b[2K")[2].strip().startswith("beginner, 9 x 9, 10 mines")


def test_ctrl_c_in_a_pipe_prints_the_record() -> None:
    arguments = [*PLAY, "--auto", "--watch", "--level", "beginner", "--games", "1000000", "--seed", "7"]
    with start_program(*arguments) as process:
        assert process.stdout is not None
        assert process.stdout.readline().startswith("Game 1 of 1000000")
        process.send_signal(signal.SIGINT)
        out, errors = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert errors == ""
    assert re.search(r"Games +\d+\nRecord +\d+-\d+-0 \(won-lost-drawn\)", out)
    assert "\x1b" not in out


@pytest.mark.parametrize("arguments", [["--level", "beginner"], ["--auto", "--watch", "--speed", "0.1"]])
def test_a_terminal_without_the_signs_shows_ascii(
    terminals: Terminals, monkeypatch: pytest.MonkeyPatch, arguments: list[str]
) -> None:
    monkeypatch.setenv("PYTHONIOENCODING", "latin-1")
    terminal = start(terminals, *arguments)
    terminal.until("beginner" if "beginner" in arguments else "space pause")
    terminal.write("q")
    output = terminal.rest()
    assert "Traceback" not in output
    assert not re.search(r"\\[ux][0-9a-f]{2}", output)
    assert output.isascii()
