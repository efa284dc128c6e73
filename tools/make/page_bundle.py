"""Make the page: its views, the engine in a worker, and a service worker for use offline.

    python tools/make/page_bundle.py build/wasm build/page-tools build/page

The first folder has the engines, and the second the bundler. It gets the files that go into the bundle, in
folders named as those of the project. `node` must be on the PATH.
"""

import base64
import hashlib
import json
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import npm_package

PROJECT = Path(__file__).resolve().parents[2]
PALETTES = Path("src", "sapper", "draw", "palettes.json")

_USUAL = "modern"  # the theme of a page that has not chosen one yet
_LASTING = r"-[\w-]{8}\.\w+$"
"""The names of files with a digest in them."""


def stylesheet(themes: Mapping[str, Any]) -> str:
    """Custom properties for every theme, the usual one first."""
    rules = []
    for name in sorted(themes, key=lambda name: name != _USUAL):
        around, risk = themes[name]["around"], ", ".join(themes[name]["cells"]["risk"])
        names = {what: what if what == "color-scheme" else f"--{what}" for what in around}
        lines = [f"{names[what]}: {value};" for what, value in around.items()]
        lines.append(f"--risk: linear-gradient(90deg, {risk});")
        rules.append(f'{":root, " if name == _USUAL else ""}[data-theme="{name}"] {{ {" ".join(lines)} }}')
    return "\n".join(rules)


def gather(engines: Path, files: Path) -> None:
    """Puts everything that goes into the bundle in one folder."""
    shutil.rmtree(files, ignore_errors=True)
    shutil.copytree(PROJECT / "page", files / "page")
    npm_package.gather(engines / "small_page.wasm", files / "js")
    for name in ("play_only", "screen"):
        shutil.copy(engines / f"small_{name}.wasm", files / "js" / f"{name}.wasm")
    (files / PALETTES).parent.mkdir(parents=True)
    shutil.copy(PROJECT / PALETTES, files / PALETTES)
    themes = json.loads((PROJECT / PALETTES).read_text(encoding="utf-8"))
    (files / "page" / "css" / "themes.css").write_text(stylesheet(themes), encoding="utf-8")


def add_licences(tools: Path, page: Path) -> None:
    """Writes the licences of the packages that the bundle holds."""
    manifest = json.loads((PROJECT / "page" / "package.json").read_text(encoding="utf-8"))
    texts = {"Sapper": PROJECT / "LICENSE"}
    for name, version in sorted(manifest["dependencies"].items()):
        [texts[f"{name} {version}"]] = (tools / "node_modules" / name).glob("LICENSE*")
    parts = [f"{title}\n\n{path.read_text(encoding='utf-8').strip()}\n" for title, path in texts.items()]
    (page / "licences.txt").write_text("\n\n".join(parts), encoding="utf-8")


def add_service_worker(page: Path) -> None:
    """Writes the service worker, with all files and their digests, and a version of them and of itself."""
    names = sorted(path.relative_to(page).as_posix() for path in page.rglob("*") if path.is_file())
    digests = {name: base64.b64encode(hashlib.sha256((page / name).read_bytes()).digest()) for name in names}
    files = {"./" if name == "index.html" else name: digest.decode() for name, digest in digests.items()}
    text = (PROJECT / "page" / "service_worker.js").read_text(encoding="utf-8")
    version = hashlib.sha256((json.dumps(files) + text).encode()).hexdigest()[:16]
    values = (
        f"const VERSION = {json.dumps(version)};\n"
        f"const FILES = {json.dumps(files)};\nconst LASTING = /{_LASTING}/;\n"
    )
    (page / "service_worker.js").write_text(values + text, encoding="utf-8")


def main() -> int:
    """Make the folder anew. Returns the status of the bundler."""
    engines, tools, page = (Path(argument).resolve() for argument in sys.argv[1:])
    files = tools / "files"
    gather(engines, files)
    vite = tools / "node_modules" / "vite" / "bin" / "vite.js"
    options: list[str | Path] = ["--config", files / "page" / "vite.config.js", "--configLoader", "native"]
    options += ["--outDir", page, "--emptyOutDir", "--logLevel", "warn"]
    status = subprocess.run(["node", vite, "build", files / "page", *options], check=False).returncode
    if status == 0:
        add_licences(tools, page)
        add_service_worker(page)
    return status


if __name__ == "__main__":
    sys.exit(main())
