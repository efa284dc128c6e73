"""Say in one line what this machine lacks to build Sapper, and what to install.

Runs before anything is created, under the interpreter that Sapper is built for. Needs only the standard
library. Prints nothing and exits with 0 if nothing is missing; prints one line on standard error and exits
with 1 otherwise.
"""

import importlib.util
import os
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from dataclasses import dataclass
from pathlib import Path

# Uses what an old compiler, or a compiler without its standard library, does not have.
SAMPLE = """
#include <bit>
#include <concepts>
#include <span>
#include <vector>
template <std::integral T> int ones(std::span<const T> values) {
    int sum = 0;
    for (T value : values) sum += std::popcount(value);
    return sum;
}
int main() {
    const std::vector<unsigned> values{1, 2, 3};
    return ones(std::span<const unsigned>(values)) - 4;
}
"""

PYTHON = f"python{sys.version_info.major}.{sys.version_info.minor}"

INSTALLERS = {
    "apt-get": "apt-get install",
    "dnf": "dnf install",
    "zypper": "zypper install",
    "pacman": "pacman -S",
    "apk": "apk add",
}


@dataclass(frozen=True)
class Lack:
    """Something that the build needs: its description, and the package that has it, by package manager."""

    what: str
    packages: dict[str, str]


def lacking_venv() -> Lack | None:
    """Debian ships `venv` without the `ensurepip` that it needs, so look for both."""
    if all(importlib.util.find_spec(module) for module in ("venv", "ensurepip")):
        return None
    packages = {"apt-get": f"{PYTHON}-venv", "dnf": PYTHON}
    return Lack(f"the venv and ensurepip modules of {PYTHON}", packages)


def lacking_headers() -> Lack | None:
    """Extension modules include `Python.h`, which many systems package apart."""
    if Path(sysconfig.get_path("include"), "Python.h").is_file():
        return None
    packages = {
        "apt-get": f"{PYTHON}-dev",
        "dnf": f"{PYTHON}-devel",
        "zypper": "python3-devel",
        "apk": "python3-dev",
    }
    return Lack(f"the headers of {PYTHON} (Python.h)", packages)


def lacking_compiler() -> Lack | None:
    """Look for a C++20 compiler where CMake will: `CXX`, else the first of the usual names on the PATH."""
    packages = {"apt-get": "g++", "dnf": "gcc-c++", "zypper": "gcc-c++", "pacman": "gcc", "apk": "g++"}
    if compiler := os.environ.get("CXX"):
        command, name = shlex.split(compiler), f"CXX={compiler}"
    else:
        name = next(filter(shutil.which, ("c++", "g++", "clang++")), "")
        command = [name]
    if not name:
        return Lack("a C++20 compiler", packages)
    if not compiles(command):
        return Lack(f"a C++20 compiler that works ({name} does not build a small program)", packages)
    return None


def compiles(compiler: list[str]) -> bool:
    """Whether the compiler builds a C++20 program that uses the standard library."""
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder, "sample.cpp")
        source.write_text(SAMPLE)
        command = [*compiler, "-std=c++20", str(source), "-o", str(Path(folder, "sample"))]
        try:
            return subprocess.run(command, capture_output=True, check=False).returncode == 0
        except OSError:
            return False


def advice(lacks: list[Lack]) -> str:
    """What to do: the command of this machine's package manager if it is a known one."""
    if sys.platform == "darwin":
        return "run xcode-select --install, and take Python from python.org or Homebrew"
    for manager, install in INSTALLERS.items():
        packages = [lack.packages[manager] for lack in lacks if manager in lack.packages]
        if packages and shutil.which(manager):
            return f"run {install} {' '.join(packages)}"
    return "install it with your system's package manager"


def main() -> int:
    """Prints what is missing. Returns 0 if nothing is."""
    lacks = [lack for lack in (lacking_venv(), lacking_headers(), lacking_compiler()) if lack]
    if not lacks:
        return 0
    whats = " and ".join(lack.what for lack in lacks)
    print(f"sapper: this machine lacks {whats}; {advice(lacks)}", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
