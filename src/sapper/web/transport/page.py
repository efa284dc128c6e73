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
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

_TYPES: Final = {
    "html": "text/html; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "svg": "image/svg+xml",
    "png": "image/png",
    "json": "application/json",
    "wasm": "application/wasm",
    "webmanifest": "application/manifest+json",
}
_VERSIONED: Final = re.compile("/static/([0-9a-f]{16})(/.*)")


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
        self.version = ""

    def find(self, address: str) -> tuple[PageFile, bool] | None:
        """The file at an address, and whether it will never change there.

        A page that was opened before an update gets the new files at its old addresses.
        """
        versioned = _VERSIONED.fullmatch(address)
        file = self.files.get(f"/static{versioned[2]}" if versioned else address)
        return None if file is None else (file, versioned is not None and versioned[1] == self.version)


@cache
def page_files() -> Mapping[str, PageFile]:
    """All files of the page that `make page` has built, by their addresses. A process reads them once."""
    folder = Path(__file__).resolve().parents[4] / "build" / "page"
    paths = (path for path in folder.rglob("*") if path.is_file())
    files = {f"/{path.relative_to(folder).as_posix()}": path.read_bytes() for path in paths}
    return {
        address.replace("/index.html", "/"): _file(address, content) for address, content in files.items()
    }


def _file(address: str, content: bytes) -> PageFile:
    tag = f'"{hashlib.sha256(content).hexdigest()[:24]}"'
    return PageFile(content, _TYPES[address.rpartition(".")[2]], tag)
