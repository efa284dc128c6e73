"""Write the themes of the page from `src/sapper/draw/palettes.json`; with `--check`, only compare.

The page gets a stylesheet for what is around the board, `css/themes.css`, and a module with the colours of
the cells, `board/themes.js`. Both are ordinary files, so the page needs no server to have its colours. Exit
status 1 when `--check` finds a file that is not what this script writes.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

PACKAGE = Path(__file__).resolve().parent.parent / "src" / "sapper"
STATIC = PACKAGE / "web" / "static"
NOTE = "Written by tools/make_themes.py from draw/palettes.json: edit that file."
USUAL = "modern"  # the theme of a page that has not chosen one yet

Themes = Mapping[str, Any]


def stylesheet(themes: Themes) -> Iterator[str]:
    """Custom properties for every theme, the usual one first."""
    yield f"/* {NOTE} */\n"
    for name in sorted(themes, key=lambda name: name != USUAL):
        yield "\n"
        if name == USUAL:
            yield ":root,\n"
        yield f'[data-theme="{name}"] {{\n'
        for what, value in themes[name]["around"].items():
            yield f"  {what if what == 'color-scheme' else f'--{what}'}: {value};\n"
        yield f"  --risk: linear-gradient(90deg, {', '.join(themes[name]['cells']['risk'])});\n}}\n"


def module(themes: Themes) -> Iterator[str]:
    """The titles of the themes and the colours of their cells."""
    yield f"/** {NOTE} */\n\n"
    yield "/** @type {Record<string, import('./palettes.js').Palette>} */\nexport const PALETTES = {\n"
    for name, theme in themes.items():
        yield f"  '{name}': {{\n    title: {_literal(theme['title'])},\n"
        for what, value in theme["cells"].items():
            yield f"    {what}: {_literal(value)},\n"
        yield "  },\n"
    yield "};\n"


def _literal(value: Any) -> str:
    return json.dumps(value).replace('"', "'")


def main() -> int:
    """Writes or compares both files."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="only compare")
    check = parser.parse_args().check
    themes = json.loads((PACKAGE / "draw" / "palettes.json").read_text(encoding="utf-8"))
    stale = 0
    for path, parts in [
        (STATIC / "css" / "themes.css", stylesheet(themes)),
        (STATIC / "board" / "themes.js", module(themes)),
    ]:
        text = "".join(parts)
        if path.exists() and path.read_text(encoding="utf-8") == text:
            continue
        stale += 1
        if check:
            print(f"{path.relative_to(PACKAGE)} is out of date: run python tools/make_themes.py")
        else:
            path.write_text(text, encoding="utf-8")
    return int(check and stale > 0)


if __name__ == "__main__":
    sys.exit(main())
