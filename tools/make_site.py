"""Make the static page: the page, the engine in a worker, and a service worker for use offline.

    python tools/make_site.py build/wasm build/site-tools build/site

The first folder has the engine, as `tools/make_npm_package.py` leaves it. The second has the bundler, and
gets the files that go into the bundle. `node` must be on the PATH.
"""

import hashlib
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

from sapper.web.transport.page import page_files

BROWSER = Path(__file__).resolve().parent.parent / "browser"

_POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:;"
    " connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'"
)
_LASTING = r"-[\w-]{8}\.\w+$"
"""The names of files with a digest in them."""


def gather(wasm: Path, files: Path) -> None:
    """Puts everything that goes into the bundle in one folder."""
    shutil.rmtree(files, ignore_errors=True)
    for address, file in page_files().items():
        if address != "/":
            path = files / address[1:]
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(file.content)
    (files / "static" / "index.html").unlink()
    for name in ("package", "worker"):
        shutil.copytree(wasm / name, files / name)
    shutil.copytree(BROWSER / "site", files / "site")
    # These files keep their names, because browsers recognise an installed page by them.
    public = files / "public" / "static"
    public.mkdir(parents=True)
    for name in ("manifest.webmanifest", "icon.svg", "icons"):
        shutil.move(files / "static" / name, public / name)
    index = page_files()["/"].content.decode()
    index = re.sub('"static/(?=manifest|icon)', '"/static/', index)
    index = index.replace("static/main.js", "site/main.js")
    policy = f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">'
    index = index.replace('<meta charset="utf-8">', f'<meta charset="utf-8">\n    {policy}')
    (files / "index.html").write_text(index, encoding="utf-8")


def add_service_worker(site: Path) -> None:
    """Writes the service worker, with the list of all files and their version."""
    names = sorted(path.relative_to(site).as_posix() for path in site.rglob("*") if path.is_file())
    digest = hashlib.sha256(b"".join((site / name).read_bytes() for name in names)).hexdigest()
    names[names.index("index.html")] = "./"
    text = (BROWSER / "site" / "service-worker.js").read_text(encoding="utf-8")
    values = (
        f"const VERSION = {json.dumps(digest[:16])};\n"
        f"const FILES = {json.dumps(names)};\nconst LASTING = /{_LASTING}/;\n"
    )
    (site / "service-worker.js").write_text(values + text, encoding="utf-8")


def main() -> int:
    """Make the folder anew. Returns the status of the bundler."""
    wasm, tools, site = (Path(argument).resolve() for argument in sys.argv[1:])
    files = tools / "files"
    gather(wasm, files)
    vite = tools / "node_modules" / "vite" / "bin" / "vite.js"
    options: list[str | Path] = ["--config", files / "site" / "vite.config.js", "--configLoader", "native"]
    options += ["--outDir", site, "--emptyOutDir", "--logLevel", "warn"]
    status = subprocess.run(["node", vite, "build", files, *options], check=False).returncode
    if status == 0:
        add_service_worker(site)
    return status


if __name__ == "__main__":
    sys.exit(main())
