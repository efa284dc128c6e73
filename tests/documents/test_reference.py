"""The API reference has every public name, and an example for each; the examples in docstrings run."""

import doctest
import importlib
import inspect
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from pkgutil import resolve_name
from typing import Any

import numpy as np
import pytest

import sapper

API = Path(__file__).parents[2] / "docs" / "api"
PUBLIC = ["", ".draw", ".environments", ".formats", ".literature", ".reference", ".simulation", ".strategy"]
"""The packages whose `__all__` is for users."""


@cache
def entries() -> dict[str, Path]:
    """The pages of all entries."""
    pages: dict[str, Path] = {}
    for page in API.glob("*.md"):
        for name in re.findall(r"^\.\. auto\w+:: (\S+)$", page.read_text(encoding="utf-8"), re.MULTILINE):
            assert name not in pages, f"{name} has two entries"
            pages[name] = page
    return pages


def public_names() -> Iterator[str]:
    """The public names, each by the shortest way to it."""
    things: list[Any] = []
    for package in PUBLIC:
        module = importlib.import_module(f"sapper{package}")
        for name in module.__all__:
            thing = getattr(module, name)
            if not inspect.ismodule(thing) and not any(thing is other for other in things):
                things.append(thing)
                yield f"sapper{package}.{name}"


def has_example(thing: object) -> bool:
    has_docs = isinstance(thing, type) or inspect.isroutine(thing) or inspect.ismodule(thing)
    return has_docs and ">>>" in (inspect.getdoc(thing) or "")


def test_every_public_name_has_an_entry() -> None:
    names = set(public_names())
    assert len(names) > 100
    assert names - set(entries()) == set()
    assert {f"sapper.types.{name}" for name in sapper.types.__all__} <= set(entries())


def test_every_entry_has_a_public_name() -> None:
    public = [f"sapper{package}" for package in (*PUBLIC, ".types", ".protocol.answers")]
    assert {name for name in entries() if name.rpartition(".")[0] not in public} == set()


def test_every_public_name_has_an_example() -> None:
    """In its docstring, or in the example of its page, to which the site makes a link."""
    public = set(public_names())
    lacking = []
    for name, page in entries().items():
        if not has_example(resolve_name(name)):
            _, title, example = page.read_text(encoding="utf-8").partition("\n## Example\n")
            assert title, f"{page.name} needs an example: {name} has none"
            example = example.partition("\n## ")[0]
            if name in public and not re.search(rf"\b{name.rpartition('.')[2]}\b", example):
                lacking.append(name)
    assert lacking == []


def things_with_docs() -> Iterator[tuple[str, object]]:
    """The packages, the entries, and their methods."""
    for package in PUBLIC:
        yield f"sapper{package}", importlib.import_module(f"sapper{package}")
    for name in entries():
        thing = resolve_name(name)
        yield name, thing
        if isinstance(thing, type):
            yield from ((f"{name}.{k}", each) for k, each in vars(thing).items() if not k.startswith("_"))


@pytest.mark.parametrize("name", [name for name, thing in things_with_docs() if has_example(thing)])
def test_the_example_of_a_docstring_runs(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    text = inspect.getdoc(resolve_name(name)) or ""
    names = {"sapper": sapper, "np": np, "__name__": "__main__"}
    test = doctest.DocTestParser().get_doctest(text, names, name, None, None)
    assert test.examples
    failures, _ = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test)
    assert failures == 0
