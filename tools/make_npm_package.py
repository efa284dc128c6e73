"""Put the npm package together: the JavaScript of `browser/package`, the engine, sentences, version, licence.

    python tools/make_npm_package.py build/wasm/small.wasm build/wasm/package

`npm pack build/wasm/package` then makes the archive. The folder `worker` beside the package gets the modules
of `browser/worker`, which use the package and run the page without a server.
"""

import json
import shutil
import sys
import tomllib
from pathlib import Path

PROJECT = Path(__file__).resolve().parent.parent


def main() -> None:
    """Make the folders anew."""
    wasm, folder = map(Path, sys.argv[1:])
    version = tomllib.loads(Path(PROJECT, "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    for name in ("package", "worker"):
        shutil.rmtree(folder.with_name(name), ignore_errors=True)
        shutil.copytree(PROJECT / "browser" / name, folder.with_name(name))
    shutil.copy(wasm, folder / "sapper.wasm")
    shutil.copy(PROJECT / "LICENSE", folder)
    described = folder / "package.json"
    package = json.loads(described.read_text(encoding="utf-8")) | {"version": version}
    described.write_text(json.dumps(package, indent=2) + "\n", encoding="utf-8")
    text = f'/** The version of Sapper. */\nexport const VERSION = "{version}";\n'
    (folder / "version.js").write_text(text, encoding="utf-8")
    sentences = Path(PROJECT, "src", "sapper", "knowledge", "sentences.json").read_text(encoding="utf-8")
    text = f"/** The sentences of hints, as in the Python package. */\nexport default {sentences}"
    (folder / "sentences.js").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
