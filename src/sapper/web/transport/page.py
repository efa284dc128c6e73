"""The files of the page. They are listed once, so no part of a request ever becomes a path."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Final, NamedTuple

__all__ = ["PageFile", "page_files"]

_TYPES: Final = {
    "html": "text/html; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "svg": "image/svg+xml",
    "png": "image/png",
    "ico": "image/x-icon",
    "json": "application/json",
    "webmanifest": "application/manifest+json",
    "woff2": "font/woff2",
}


class PageFile(NamedTuple):
    """A file as it is sent."""

    content: bytes
    type: str
    tag: str


def page_files() -> Mapping[str, PageFile]:
    """All files of the page by their addresses: `/` and `/static/...`."""
    files: dict[str, PageFile] = {}
    _collect(resources.files("sapper.web").joinpath("static"), "/static/", files)
    if "/static/index.html" in files:
        files["/"] = files["/static/index.html"]
    return files


def _collect(folder: Traversable, address: str, files: dict[str, PageFile]) -> None:
    for entry in folder.iterdir():
        if entry.is_dir():
            _collect(entry, f"{address}{entry.name}/", files)
        else:
            kind = _TYPES.get(entry.name.rpartition(".")[2])
            if kind is not None:
                content = entry.read_bytes()
                tag = f'"{hashlib.sha256(content).hexdigest()[:24]}"'
                files[address + entry.name] = PageFile(content, kind, tag)
