"""A message has one wording at every door: the name of what a caller gives stands in backticks.

Python, the engine protocol, JavaScript and MCP show messages as they are. The command line puts its options
in place of the names.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from sapper._support.checks import whole
from sapper.cli.commands import COMMANDS, sapper
from sapper.cli.shared.exit_codes import as_options
from sapper.errors import ArgumentError

ROOT = Path(__file__).parent.parent
TREES = {
    path.relative_to(ROOT): ast.parse(path.read_text(encoding="utf-8"))
    for path in sorted((ROOT / "src" / "sapper").rglob("*.py"))
}
MARKED = re.compile(r"`([a-z_]+)(?:=[^`]*)?`")
LITERALS = re.compile(r'"(?:[^"\\\n]|\\.)*"(?:\s*"(?:[^"\\\n]|\\.)*")*')


def _strings(tree: ast.AST) -> Iterator[str]:
    """The strings of Python code, with `{}` for values; without docstrings."""
    parts = {id(part) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in node.values}
    docs = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            yield "".join(str(each.value) if isinstance(each, ast.Constant) else "{}" for each in node.values)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in parts | docs:
            yield node.value


def _of_the_engine() -> Iterator[str]:
    for folder in ("engine", "wasm/exports"):
        for path in sorted((ROOT / folder).rglob("*.cpp")):
            for found in LITERALS.findall(path.read_text(encoding="utf-8")):
                yield re.sub(r'"\s*"', "", found)[1:-1]


def _of_javascript() -> Iterator[str]:
    """The beginnings of texts, up to the first value or the end of the line."""
    for path in sorted([*(ROOT / "js").glob("*.js"), *(ROOT / "page" / "host").glob("*.js")]):
        for line in path.read_text(encoding="utf-8").splitlines():
            yield from re.findall(r"""(?<!\\)["'`]((?:[^"'`$\\]|\\.)+)""", line)


ENGINE = sorted(set(_of_the_engine()))
PYTHON = sorted({text for tree in TREES.values() for text in _strings(tree)})
RAISED = sorted(
    {
        text
        for tree in TREES.values()
        for node in ast.walk(tree)
        if isinstance(node, ast.Raise)
        for text in _strings(node)
    }
)
PARAMETERS = {node.arg for tree in TREES.values() for node in ast.walk(tree) if isinstance(node, ast.arg)}
MESSAGES = [text for text in ENGINE + PYTHON if MARKED.search(text) and "\n" not in text]


def test_no_message_names_a_parameter_in_the_way_of_one_language() -> None:
    bare = re.compile(r"(?<![-\w`.\"'?&])[a-z_]{2,}=(?=$|[ ,.:;])")
    assert [text for text in ENGINE + PYTHON if " " in text and "<" not in text and bare.search(text)] == []
    with_value = re.compile(r"(?<![-\w`\[])[a-z_]{2,}=(?!=)")
    assert [text for text in RAISED if with_value.search(text)] == []


def test_a_value_stands_in_the_backticks_of_its_parameter() -> None:
    assert [text for text in ENGINE + PYTHON if "`=" in text] == []
    command = click.Command(
        "judge", params=[click.Option(["--by"]), click.Option(["--move-time", "seconds"])]
    )
    typed = as_options("`by='win'`, `seconds=2.5`, `move_time` and `policy=None`", command)
    assert typed == "--by win, --move-time 2.5, --move-time and `policy=None`"


def test_no_message_begins_with_a_bare_parameter() -> None:
    begins = re.compile(r"([a-z_]+) (?:must|cannot|needs|goes|takes|is \{)")
    found = {
        text
        for text in [*ENGINE, *RAISED, *_of_javascript()]
        if (match := begins.match(text)) and match[1] in PARAMETERS - {"it"}
    }
    assert found == set()


def test_no_message_has_a_bare_name_of_several_words() -> None:
    words = re.compile(r"(?<![\w`'.(-])[a-z]+(?:_[a-z]+)+(?![\w`(.=])")
    found = {text for text in ENGINE + RAISED if " " in text and PARAMETERS & set(words.findall(text))}
    assert found == set()


@pytest.mark.parametrize(
    ("what", "name"),
    [("seed", "`seed`"), ("mines_left", "`mines_left`"), ("a density", "a density"), ("", "")],
)
def test_checks_mark_parameters_and_no_phrases(what: str, name: str) -> None:
    with pytest.raises(ArgumentError) as refusal:
        whole(what, "many")
    assert str(refusal.value) == f"{name} must be a whole number, not 'many'"


def test_what_stands_in_backticks_is_a_parameter_of_python_or_a_field_of_json() -> None:
    known = PARAMETERS | {
        node.target.id
        for tree in TREES.values()
        for node in ast.walk(tree)
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name)
    }
    names = {name for text in MESSAGES for name in MARKED.findall(text)}
    assert len(names) > 40
    assert names - known - set(ENGINE) == set()


@pytest.mark.parametrize("name", COMMANDS)
def test_the_command_line_writes_its_options(name: str) -> None:
    command = sapper.get_command(click.Context(sapper), name)
    assert command is not None
    options = {each.name for each in command.params if isinstance(each, click.Option)}
    for text in MESSAGES:
        typed = as_options(text, command)
        assert not options & set(MARKED.findall(typed))
        assert typed.startswith(text.split("`")[0])
        assert typed.count("--") - text.count("--") == text.count("`") / 2 - typed.count("`") / 2
