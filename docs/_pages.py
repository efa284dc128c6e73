"""The pages: how Markdown that is read in the repository becomes the site."""

import re
from typing import Final

from sphinx.application import Sphinx

_ENTRY: Final = re.compile(r"^[-|] \[([^\]]+)\]\(([^)#:]+)\.(?:md|ipynb)\)", re.MULTILINE)


def prepare(_app: Sphinx, name: str, source: list[str]) -> None:
    """Changes what a page of the site needs to be different from the file."""
    # The README is what the first page is on the site.
    source[0] = re.sub(r"\]\((?:\.\./)+README\.md(?:#[^)]*)?\)", "](/index.md)", source[0])
    # The blank line at the end of a session is for doctest.
    source[0] = re.sub(r"\n\n```$", "\n```", source[0], flags=re.MULTILINE)
    if name.rpartition("/")[2] == "index":
        source[0] += "\n" + _navigation(source[0])


def _navigation(text: str) -> str:
    """The lists and tables of links of an index as trees of pages, with the titles above them as captions."""
    first, *parts = re.split(r"^## ", text, flags=re.MULTILINE)
    trees = [_tree("", first), *(_tree(part.partition("\n")[0], part) for part in parts)]
    return "\n".join(filter(None, trees))


def _tree(title: str, text: str) -> str:
    entries = [f"{words.replace('`', '')} <{page}>" for words, page in _ENTRY.findall(text)]
    caption = [f":caption: {title}"] if title else []
    return "\n".join(["```{toctree}", ":hidden:", *caption, "", *entries, "```", ""]) if entries else ""


def setup(app: Sphinx) -> None:
    """Called by Sphinx."""
    app.connect("source-read", prepare)
