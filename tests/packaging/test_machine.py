"""What `make` says on machines that lack something, played with doctored paths and stand-in programs."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from support.programs import run_program

TOOLS = Path(__file__).resolve().parents[2] / "tools"
CHECK = TOOLS / "check" / "machine.py"
FIND_PYTHON = TOOLS / "install" / "find_python.sh"
PREPARE = TOOLS / "install" / "prepare_venv.sh"

# A Python that claims a version: refuses the test for being new enough, answers the question for its version.
OLD_PYTHON = """#!/bin/sh
case "$2" in
    *version_info*exit* | *exit*version_info*) exit 1 ;;
    *) echo 3.8.18 ;;
esac
"""
FAULTY_PROGRAM = "#!/bin/sh\nexit 127\n"
WORKS = "#!/bin/sh\nexit 0\n"
# Prints nothing, makes only the outline of an environment, and runs from inside it.
OUTLINE_PYTHON = """#!/bin/sh
case "$*" in
    "-m venv "*) mkdir -p "$3/bin" && cp "$0" "$3/bin/python" ;;
    *_base_executable*) echo "$0" ;;
esac
"""


class Machine:
    """A machine that has on its PATH only what it is given."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.bin = folder / "bin of this machine"
        self.bin.mkdir()
        self.environment = {"PATH": str(self.bin)}

    def has(self, name: str, script: str) -> None:
        program = self.bin / name
        program.write_text(script)
        program.chmod(0o755)

    def has_tools(self, *names: str) -> None:
        for name in names:
            path = shutil.which(name)
            assert path is not None
            (self.bin / name).symlink_to(path)

    def has_this_python(self, *startup: str) -> None:
        """The Python of the tests, as if on Linux, with lines that it runs when it starts."""
        lines = ["import sys", "sys.platform = 'linux'", *startup]
        (self.folder / "sitecustomize.py").write_text("\n".join(lines))
        self.has("python3", f'#!/bin/sh\nexec "{sys.executable}" "$@"\n')
        self.environment["PYTHONPATH"] = str(self.folder)

    def run(self, *command: str | Path, ends: int | None = 0) -> subprocess.CompletedProcess[str]:
        return run_program("/bin/sh", *command, ends=ends, env=self.environment, cwd=self.folder)

    def complaint(self, *command: str | Path) -> str:
        """The one line with which the command fails."""
        result = self.run(*command, ends=None)
        assert result.returncode != 0
        assert result.stdout == ""
        assert result.stderr.startswith("sapper: ")
        assert result.stderr.count("\n") == 1
        return result.stderr


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


def test_no_python(machine: Machine) -> None:
    line = machine.complaint(FIND_PYTHON)
    assert "there is no Python on the PATH" in line
    assert "install Python 3.11 or newer" in line


def test_python_too_old(machine: Machine) -> None:
    machine.has("python3", OLD_PYTHON)
    assert "python3 on the PATH is Python 3.8.18, which is too old" in machine.complaint(FIND_PYTHON)


def test_a_newer_python_beside_an_old_one_is_found(machine: Machine) -> None:
    machine.has("python3", OLD_PYTHON)
    machine.has("python3.13", OUTLINE_PYTHON)
    assert machine.run(FIND_PYTHON).stdout == f"{machine.bin / 'python3.13'}\n"


def test_the_interpreter_asked_for_goes_first(machine: Machine) -> None:
    machine.has("python3", OUTLINE_PYTHON)
    machine.has("my python", OUTLINE_PYTHON)
    machine.environment["PYTHON"] = str(machine.bin / "my python")
    assert machine.run(FIND_PYTHON).stdout == f"{machine.bin / 'my python'}\n"


@pytest.mark.parametrize(
    ("script", "words"),
    [(OLD_PYTHON, "is Python 3.8.18, which is too old"), (FAULTY_PROGRAM, "is not a Python that runs")],
)
def test_no_other_interpreter_than_the_one_asked_for(machine: Machine, script: str, words: str) -> None:
    machine.has("python3", OUTLINE_PYTHON)
    machine.has("mine", script)
    machine.environment["PYTHON"] = "mine"
    assert f"PYTHON=mine {words}" in machine.complaint(FIND_PYTHON)


def test_this_machine_minus_nothing(machine: Machine) -> None:
    machine.has_this_python()
    machine.has("c++", WORKS)
    result = machine.run("-c", 'exec python3 "$0"', CHECK)
    assert (result.stdout, result.stderr) == ("", "")


VERSION = f"python3.{sys.version_info.minor}"
NO_HEADERS = ("import sysconfig", "sysconfig.get_path = lambda name: '/nowhere'")
NO_PIP = ("sys.modules['ensurepip'] = None",)
LACKS: list[tuple[tuple[str, ...], dict[str, str], str, str]] = [
    ((), {"apt-get": WORKS}, "", "lacks a C++20 compiler; run apt-get install g++\n"),
    ((), {"g++": FAULTY_PROGRAM}, "", "(g++ does not build a small program)"),
    ((), {"c++": WORKS}, "no-such-compiler", "(CXX=no-such-compiler does not build a small program)"),
    (NO_PIP, {"c++": WORKS}, "", f"lacks the venv and ensurepip modules of {VERSION};"),
    (NO_HEADERS, {"c++": WORKS}, "", f"lacks the headers of {VERSION} (Python.h);"),
    (NO_HEADERS, {"apt-get": WORKS}, "", f"and a C++20 compiler; run apt-get install {VERSION}-dev g++\n"),
]
"""Lines that Python runs when it starts, other programs, the compiler that is asked for, and what is said."""


@pytest.mark.parametrize(("startup", "programs", "compiler", "words"), LACKS)
def test_what_is_missing_is_named(
    machine: Machine, startup: tuple[str, ...], programs: dict[str, str], compiler: str, words: str
) -> None:
    machine.has_this_python(*startup)
    for name, script in programs.items():
        machine.has(name, script)
    if compiler:
        machine.environment["CXX"] = compiler
    assert words in machine.complaint("-c", 'exec python3 "$0"', CHECK)


def test_compiler_behind_a_wrapper(machine: Machine) -> None:
    machine.has_this_python()
    machine.has("wrapper", '#!/bin/sh\n[ "$1" = my-compiler ]\n')
    machine.environment["CXX"] = "wrapper my-compiler"
    machine.run("-c", 'exec python3 "$0"', CHECK)


def prepare(machine: Machine) -> subprocess.CompletedProcess[str]:
    return machine.run(PREPARE, "the venv", "the build")


@pytest.fixture
def outline(machine: Machine) -> Machine:
    """A machine on which making an environment takes no time."""
    machine.has_tools("cat", "cp", "dirname", "mkdir", "rm", "sed", "sh")
    machine.has("python3", OUTLINE_PYTHON)
    machine.environment["PWD"] = str(machine.folder)
    return machine


def test_nothing_is_made_on_a_machine_that_lacks_something(machine: Machine) -> None:
    machine.has_tools("cat", "dirname", "rm", "sed", "sh")
    machine.has_this_python()
    assert "C++20 compiler" in machine.complaint(PREPARE, "the venv", "the build")
    assert not (machine.folder / "the venv").exists()


def test_an_environment_that_fits_is_left_alone(outline: Machine) -> None:
    assert "Making the virtual environment the venv" in prepare(outline).stdout
    record = outline.folder / "the venv" / ".made-for"
    os.utime(record, (1, 1))
    assert prepare(outline).stdout == ""
    assert record.stat().st_mtime == 1


@pytest.mark.parametrize("variable", ["PYTHON", "CXX"])
def test_an_environment_for_something_else_is_made_again(outline: Machine, variable: str) -> None:
    outline.has("other", OUTLINE_PYTHON)
    prepare(outline)
    outline.environment[variable] = "other"
    (outline.folder / "the build").mkdir()
    assert "Making" in prepare(outline).stdout
    assert not (outline.folder / "the build").exists()
    assert prepare(outline).stdout == ""


def test_an_interpreter_stays_and_a_compiler_does_not(outline: Machine) -> None:
    outline.has("other", OUTLINE_PYTHON)
    outline.environment |= {"PYTHON": "other", "CXX": "other"}
    prepare(outline)
    del outline.environment["PYTHON"]
    assert prepare(outline).stdout == ""
    del outline.environment["CXX"]
    assert f"with {outline.bin / 'other'}\n" in prepare(outline).stdout


def test_an_environment_that_broke_is_made_again(outline: Machine) -> None:
    prepare(outline)
    (outline.folder / "the venv" / "bin" / "python").unlink()
    assert "Making" in prepare(outline).stdout


def test_an_environment_that_moved_is_made_again(outline: Machine) -> None:
    prepare(outline)
    record = outline.folder / "the venv" / ".made-for"
    record.write_text(record.read_text().replace("folder: /", "folder: /elsewhere/"))
    assert "Making" in prepare(outline).stdout
