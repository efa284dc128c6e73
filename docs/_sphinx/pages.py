"""The pages: how Markdown that is read in the repository becomes the site."""

import re
from pathlib import Path
from typing import Final

import click
from sphinx.application import Sphinx

from sapper.cli.commands import sapper as command_line

_ENTRY: Final = re.compile(r"^[-|] \[([^\]]+)\]\(([^)#:]+)\.(?:md|ipynb)\)", re.MULTILINE)
_HELP: Final = re.compile(r"^`sapper (\w+) --help` lists the options\.$", re.MULTILINE)


def prepare(_app: Sphinx, name: str, source: list[str]) -> None:
    """Changes what a page of the site needs to be different from the file."""
    text = source[0]
    if name == "index":
        text = _first_page(text)
    if name.rpartition("/")[2] == "index":
        text += "\n" + _navigation(text)
    if name == "cli":
        text = _HELP.sub(lambda found: f"{found[0]}\n\n{_options(found[1])}", text)
    text = re.sub(r"\[[\w-]+\.md\]\(", "[](", text)  # the site has titles instead of names of files
    text = re.sub(r"\]\((?:\.\./)+README\.md", "](/index.md", text)
    source[0] = re.sub(r"\n\n```$", "\n```", text, flags=re.MULTILINE)  # the blank line is for doctest


def _first_page(text: str) -> str:
    """What the README says, up to where it leads on, and the list of all pages."""
    readme = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
    introduction, _, _ = readme.replace("](docs/", "](").partition("## More\n")
    _, title, lists = text.partition("## ")
    return introduction + title + lists


def _options(name: str) -> str:
    """The options of a command as a table, in the words of its help."""
    context = click.Context(command_line, info_name="sapper")
    command = command_line.get_command(context, name)
    if command is None:
        raise LookupError(f"docs/cli.md: there is no command {name}")
    rows = ["| Option | Meaning |", "|---|---|"]
    for option in command.params:
        record = isinstance(option, click.Option) and option.get_help_record(click.Context(command))
        if record:
            names = record[0].replace("|", r"\|")
            meaning = re.sub(r"--[a-z][a-z-]*", r"`\g<0>`", record[1])
            rows.append(f"| `{names}` | {meaning} |")
    return "\n".join(rows)


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
