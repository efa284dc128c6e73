"""How Sphinx makes the site from this folder: `make docs`."""

import re
from importlib import metadata

from sphinx.application import Sphinx

project = "Sapper"
release = metadata.version("sapper")
html_title = "Sapper"
language = "en"

extensions = ["myst_nb", "sphinx_copybutton"]
nitpicky = True
suppress_warnings = ["misc.highlighting_failure"]  # JSON with gaps, and transcripts, which no lexer reads
myst_heading_anchors = 6
nb_execution_mode = "force"
nb_execution_raise_on_error = True

html_theme = "furo"
html_copy_source = False
html_show_sphinx = False

_ENTRY = re.compile(r"^[-|] \[([^\]]+)\]\(([^)#:]+)\.(?:md|ipynb)\)", re.MULTILINE)


def _navigation(_: Sphinx, name: str, source: list[str]) -> None:
    """Makes the lists and tables of links of an index the navigation: one caption for each title."""
    if name.rpartition("/")[2] != "index":
        return
    first, *parts = re.split(r"^## ", source[0], flags=re.MULTILINE)
    trees = [_tree("", first), *(_tree(part.partition("\n")[0], part) for part in parts)]
    source[0] += "\n" + "\n".join(filter(None, trees))


def _tree(title: str, text: str) -> str:
    entries = [f"{words.replace('`', '')} <{page}>" for words, page in _ENTRY.findall(text)]
    caption = [f":caption: {title}"] if title else []
    return "\n".join(["```{toctree}", ":hidden:", *caption, "", *entries, "```", ""]) if entries else ""


def setup(app: Sphinx) -> None:
    """Called by Sphinx."""
    app.connect("source-read", _navigation)
