"""Put the npm package together: the JavaScript of `js`, the engine, version, licence.

    python tools/make/npm_package.py build/wasm/small_sapper.wasm build/js

`npm pack build/js` then makes the archive.
"""

import json
import shutil
import sys
import tomllib
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[2]


VERSION = tomllib.loads(Path(PROJECT, "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]


def gather(engine: Path, folder: Path) -> None:
    """Puts all of the package that runs in one new folder: JavaScript, the engine, the version."""
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(PROJECT / "js", folder)
    shutil.copy(engine, folder / "sapper.wasm")
    text = f'/** The version of Sapper. */\nexport const VERSION = "{VERSION}";\n'
    (folder / "version.js").write_text(text, encoding="utf-8")


def main() -> None:
    """Make the folder anew."""
    engine, folder = map(Path, sys.argv[1:])
    gather(engine, folder)
    shutil.copy(PROJECT / "LICENSE", folder)
    manifest = folder / "package.json"
    package = json.loads(manifest.read_text(encoding="utf-8")) | {"version": VERSION}
    manifest.write_text(json.dumps(package, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
