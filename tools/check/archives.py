"""Check what `make wheel` made: `archives.py [FOLDER]`, by default `dist`.

The wheel has the package with its types and its compiled engine, and no sources of the engine. Its tag states
the stable ABI correctly. The source archive has what packagers need to build and test. Both have the page.
"""

import re
import sys
import tarfile
import zipfile
from pathlib import Path

ENGINE = "sapper/_engine."
IN_WHEEL = {"sapper/__init__.py", "sapper/_engine.pyi", "sapper/py.typed"}
PAGE = {"index.html", "service_worker.js", "manifest.webmanifest", "icon.svg", "licences.txt"}
PARTS_OF_PAGE = (
    r"static/sapper-[\w-]{8}\.wasm",
    r"static/worker-[\w-]{8}\.js",
    r"static/index-[\w-]{8}\.(js|css)",
)
NOT_IN_PAGE = {".map", ".ts", ".md", ".gz"}
NOT_IN_WHEEL = {".a", ".cmake", ".cpp", ".hpp", ".lib", ".o", ".txt"}
IN_SOURCES = {
    "CMakeLists.txt",
    "LICENSE",
    "Makefile",
    "PKG-INFO",
    "README.md",
    "bindings/module.cpp",
    "engine/board/topology.hpp",
    "examples/positions/expert.txt",
    "pyproject.toml",
    "src/sapper/__init__.py",
    "tests/packaging/test_machine.py",
    "tools/check/machine.py",
}
NOT_IN_SOURCES = {".so", ".pyd", ".whl", ".pyc"}


def wheel_faults(wheel: Path) -> list[str]:
    """What is wrong with a wheel, in words."""
    with zipfile.ZipFile(wheel) as archive:
        names = {name for name in archive.namelist() if name.startswith("sapper/")}
        others = {name.split("/")[0] for name in archive.namelist()} - {"sapper"}
    faults = [f"lacks {name}" for name in sorted(IN_WHEEL - names)]
    package = sorted(name for name in names if not name.startswith("sapper/page/"))
    faults += [f"should not have {name}" for name in package if Path(name).suffix in NOT_IN_WHEEL]
    faults += [f"has {name} beside the package" for name in sorted(others) if not name.endswith(".dist-info")]
    engines = [name for name in names if name.startswith(ENGINE) and name.endswith((".so", ".pyd"))]
    if len(engines) != 1:
        faults.append(f"should have one compiled engine and has {len(engines)}")
    elif engines[0].endswith(".so") and (".abi3." in engines[0]) != ("-abi3-" in wheel.name):
        faults.append(f"holds {engines[0]}, which contradicts its tag")
    return faults + page_faults(
        {name.removeprefix("sapper/page/") for name in names if name.startswith("sapper/page/")}
    )


def page_faults(names: set[str]) -> list[str]:
    """What is wrong with the files of the page, in words."""
    faults = [f"lacks {name} of the page" for name in sorted(PAGE - names)]
    lacking = (part for part in PARTS_OF_PAGE if not any(re.fullmatch(part, name) for name in names))
    faults += [f"lacks a file of the page like {part}" for part in lacking]
    faults += [
        f"should not have {name} of the page" for name in sorted(names) if Path(name).suffix in NOT_IN_PAGE
    ]
    return faults


def source_faults(sources: Path) -> list[str]:
    """What is wrong with a source archive, in words."""
    with tarfile.open(sources) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    faults = [f"lacks {name}" for name in sorted(IN_SOURCES - names)]
    faults += [f"should not have {name}" for name in sorted(names) if Path(name).suffix in NOT_IN_SOURCES]
    from_build = {
        name.removeprefix("build/") for name in names if name.startswith("build/") and Path(name).suffix
    }
    faults += [f"should not have build/{name}" for name in sorted(from_build) if not name.startswith("page/")]
    return faults + page_faults({name.removeprefix("page/") for name in from_build})


def main() -> int:
    """Prints every fault of one wheel and one source archive. Returns 0 if there is none."""
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else "dist")
    wheels, sources = list(folder.glob("*.whl")), list(folder.glob("*.tar.gz"))
    if len(wheels) != 1 or len(sources) != 1:
        print(f"{folder} should hold one wheel and one source archive", file=sys.stderr)
        return 1
    faults = [f"{wheels[0].name} {fault}" for fault in wheel_faults(wheels[0])]
    faults += [f"{sources[0].name} {fault}" for fault in source_faults(sources[0])]
    for fault in faults:
        print(fault, file=sys.stderr)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
