"""The pages: how Markdown that is read in the repository becomes the site."""

import re
from pathlib import Path
from typing import Final

from sphinx.application import Sphinx

_ENTRY: Final = re.compile(r"^[-|] \[([^\]]+)\]\(([^)#:]+)\.(?:md|ipynb)\)", re.MULTILINE)


def prepare(_app: Sphinx, name: str, source: list[str]) -> None:
    """Changes what a page of the site needs to be different from the file."""
    text = source[0]
    if name == "index":
        text = _first_page(text)
    if name.rpartition("/")[2] == "index":
        text += "\n" + _navigation(text)
    text = re.sub(r"\]\((?:\.\./)+README\.md", "](/index.md", text)
    source[0] = re.sub(r"\n\n```$", "\n```", text, flags=re.MULTILINE)  # the blank line is for doctest


def _first_page(text: str) -> str:
    """What the README says, up to where it leads on, and the list of all pages."""
    readme = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
    introduction, _, _ = readme.replace("](docs/", "](").partition("## More\n")
    _, title, lists = text.partition("## ")
    return introduction + title + lists


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
