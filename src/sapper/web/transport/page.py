"""The files of the page. They are listed once, so no part of a request ever becomes a path.

All but two lie in `static/`. The colours come from `draw/palettes.json`: the page fetches it for those of the
cells, and `/static/css/themes.css` has those around the board. `/static/css/page.css` is sent as one file,
with all that it imports.

The page asks for its files below `/static/VERSION/`, where the version is a digest of all of them. A browser
may keep such a file for good. So only the first visit after an update has to load anything. The manifest
alone has one address for ever: browsers know an installed page by it, and look for what it names from there.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Any, Final, NamedTuple

_TYPES: Final = {
    "html": "text/html; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "svg": "image/svg+xml",
    "png": "image/png",
    "json": "application/json",
    "webmanifest": "application/manifest+json",
}
_STYLE: Final = "/static/css/page.css"
_VERSIONED: Final = re.compile("/static/([0-9a-f]{16})(/.*)")
_USUAL: Final = "modern"  # the theme of a page that has not chosen one yet


class PageFile(NamedTuple):
    """A file as it is sent."""

    content: bytes
    type: str
    tag: str


class Page:
    """All files of the page, read once.

    Attributes:
        files: The files by their addresses without a version: `/` and `/static/...`.
        version: The version in the addresses that the page uses, 16 hexadecimal digits.
    """

    def __init__(self) -> None:
        self.files = dict(page_files())
        tags = "".join(tag for _, (_, _, tag) in sorted(self.files.items()))
        self.version = hashlib.sha256(tags.encode()).hexdigest()[:16]
        index = re.sub(rb'"static/(?!manifest)', f'"static/{self.version}/'.encode(), self.files["/"].content)
        self.files["/"] = _file("/static/index.html", index)

    def find(self, address: str) -> tuple[PageFile, bool] | None:
        """The file at an address, and whether it will never change there.

        A page that was opened before an update gets the new files at its old addresses.
        """
        versioned = _VERSIONED.fullmatch(address)
        file = self.files.get(f"/static{versioned[2]}" if versioned else address)
        return None if file is None else (file, versioned is not None and versioned[1] == self.version)


@cache
def page_files() -> Mapping[str, PageFile]:
    """All files of the page by their addresses: `/` and `/static/...`. A process reads them once."""
    palettes = resources.files("sapper.draw").joinpath("palettes.json").read_bytes()
    contents = dict(_contents(resources.files("sapper.web").joinpath("static"), "/static/"))
    contents["/static/palettes.json"] = palettes
    contents["/static/css/themes.css"] = _stylesheet(json.loads(palettes)).encode()
    contents[_STYLE] = _joined(contents)
    files = {address: _file(address, content) for address, content in contents.items()}
    return {"/": files["/static/index.html"], **files}


def _contents(folder: Traversable, address: str) -> Iterator[tuple[str, bytes]]:
    for entry in folder.iterdir():
        if entry.is_dir():
            yield from _contents(entry, f"{address}{entry.name}/")
        elif entry.name.rpartition(".")[2] in _TYPES:
            yield address + entry.name, entry.read_bytes()


def _file(address: str, content: bytes) -> PageFile:
    tag = f'"{hashlib.sha256(content).hexdigest()[:24]}"'
    return PageFile(content, _TYPES[address.rpartition(".")[2]], tag)


def _joined(contents: Mapping[str, bytes]) -> bytes:
    """The stylesheet with the text of every file that it imports: one request instead of many."""
    folder = _STYLE.rpartition("/")[0].encode()
    return re.sub(
        rb'@import url\("(.+?)"\);',
        lambda found: contents[(folder + b"/" + found[1]).decode()],
        contents[_STYLE],
    )


def _stylesheet(themes: Mapping[str, Any]) -> str:
    """Custom properties for every theme, the usual one first."""
    rules = []
    for name in sorted(themes, key=lambda name: name != _USUAL):
        around, risk = themes[name]["around"], ", ".join(themes[name]["cells"]["risk"])
        names = {what: what if what == "color-scheme" else f"--{what}" for what in around}
        lines = [f"{names[what]}: {value};" for what, value in around.items()]
        lines.append(f"--risk: linear-gradient(90deg, {risk});")
        rules.append(f'{":root, " if name == _USUAL else ""}[data-theme="{name}"] {{ {" ".join(lines)} }}')
    return "\n".join(rules)
