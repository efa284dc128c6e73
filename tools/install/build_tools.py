"""Install what building Sapper needs into the running interpreter's environment.

That is `build-system.requires` of `pyproject.toml`, and whatever else the build backend asks for on this
machine. It asks for CMake and Ninja if the system has no suitable ones. With names of extras as arguments, it
installs what those require instead.
"""

import importlib
import subprocess
import sys
import tomllib
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[2]


def install(requirements: list[str]) -> None:
    """Installs requirements with pip. If that fails, exits with the status of pip."""
    if requirements:
        command = [sys.executable, "-m", "pip", "install", "--quiet", "--no-compile", *requirements]
        if status := subprocess.run(command, check=False).returncode:
            sys.exit(status)


def main() -> None:
    """Installs the fixed requirements, then those that depend on the machine. Or installs those of extras."""
    project = tomllib.loads(Path(PROJECT, "pyproject.toml").read_text(encoding="utf-8"))
    if extras := sys.argv[1:]:
        print("Installing", *extras, flush=True)
        for extra in extras:
            install(project["project"]["optional-dependencies"][extra])
        return
    system = project["build-system"]
    print("Installing the build tools", flush=True)
    install(system["requires"])
    importlib.invalidate_caches()
    backend = importlib.import_module(system["build-backend"])
    install(backend.get_requires_for_build_editable())


if __name__ == "__main__":
    main()
