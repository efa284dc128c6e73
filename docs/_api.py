"""The API reference: how Sphinx shows Sapper's signatures and docstrings, and links the names in them."""

from __future__ import annotations

import builtins
import collections.abc
import inspect
import os
import pathlib
import pkgutil
import re
import sys
import typing
from collections.abc import Iterator, Set
from itertools import chain
from typing import Any, Final

import numpy as np
import numpy.typing
from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.domains.python import PyProperty
from sphinx.environment import BuildEnvironment
from sphinx.errors import PycodeError
from sphinx.pycode import ModuleAnalyzer
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util import logging
from sphinx.util.docstrings import prepare_docstring
from sphinx.util.inspect import stringify_signature
from sphinx.util.nodes import make_refnode

_LOG: Final = logging.getLogger(__name__)
_FOREIGN: Final = (builtins, typing, collections.abc, os, pathlib, np, np.typing)
"""Where names in signatures come from that are not Sapper's."""
_ENTRIES: Final = ("class", "exception", "function", "data", "type")
_OF_EXTRAS: Final = ("Client", "Figure", "Text")  # distributed, matplotlib, rich
_KEPT: Final = {"NDArray", *dir(builtins), *dir(collections.abc)}
"""Types whose parameter says something: others are Sapper's, and have cells of any kind."""
_MADE: Final = re.compile(r"\b[Mm]ade by `|For use inside the package")


def signature(
    _app: Sphinx, what: str, _name: str, thing: Any, _options: object, given: str | None, _returns: str | None
) -> tuple[str, str | None] | None:
    """Annotations as they stand in the source, which are short, without what only type checkers need."""
    if given is None or what == "property":
        return None
    if not _is_called(what, thing):
        return "", None
    try:
        _forget_overloads(thing.__module__)
        found = inspect.signature(thing)
    except (TypeError, ValueError):  # of the engine
        return None
    parameters = [each for each in found.parameters.values() if each.name not in ("self", "cls")]
    text = _plain(stringify_signature(found.replace(parameters=parameters), unqualified_typehints=True))
    arguments, _, returns = text.replace("<factory>", "...").rpartition(" -> ")
    return (arguments, None if what == "class" else returns) if arguments else (returns, None)


def _is_called(what: str, thing: Any) -> bool:
    """Whether users call it: others make exceptions, protocols and results."""
    if what == "exception" or getattr(thing, "_is_protocol", False):
        return False
    return what != "class" or not _MADE.search(f"{thing.__doc__} {thing.__init__.__doc__}")


def _plain(annotation: str) -> str:
    """`Topology` for `Topology[CellT]`, and `list[Cell]` for `list[CellT]`."""
    annotation = re.sub(r"~?\b(sapper\.cells\.)?CellT(_co)?\b", "Cell", annotation)
    return re.sub(r"(\w+)\[(Cell|Any)\]", lambda found: found[found[1] not in _KEPT], annotation)


def _forget_overloads(module: str) -> None:
    """Overloads differ only in types that the docstring states in words."""
    try:
        analyzer = ModuleAnalyzer.for_module(module)
        analyzer.analyze()
    except PycodeError:
        return
    analyzer.overloads.clear()


def skip(
    _app: Sphinx, _what: str, _name: str, thing: object, _skipped: bool, _options: object
) -> bool | None:
    """Leaves out the fields of named tuples, which the docstrings of their classes describe."""
    return True if str(thing.__doc__).startswith("Alias for field number") else None


def before_napoleon(
    _app: Sphinx, what: str, name: str, thing: Any, _options: object, lines: list[str]
) -> None:
    """Finds the docstrings of data, and gives entries without an example a link to that of their page."""
    own = prepare_docstring(thing.__doc__ or "")
    constructor = what in ("class", "exception") and lines != own
    if constructor and (not _is_called(what, thing) or "".join(lines).startswith("Create new instance")):
        lines.clear()
    if what in ("data", "type"):
        lines[:] = next(_docstrings(name.rpartition(".")[2], thing), [])
    if what in ("property", "attribute", "data"):
        lines[:0] = ["..", ""]  # otherwise Napoleon takes the words before a colon for a type
    if what in _ENTRIES and not constructor and ">>>" not in "".join(lines):
        lines += ["", "`Example <#example>`__", ""]


def _docstrings(name: str, thing: object) -> Iterator[list[str]]:
    """The text below an assignment, from the modules that have the thing by this name."""
    for module in [module for key, module in sys.modules.items() if key.partition(".")[0] == "sapper"]:
        if vars(module).get(name) is thing:
            analyzer = ModuleAnalyzer.for_module(module.__name__)
            analyzer.analyze()
            if ("", name) in analyzer.attr_docs:
                yield list(analyzer.attr_docs["", name])


def after_napoleon(
    _app: Sphinx, _what: str, _name: str, thing: object, _options: object, lines: list[str]
) -> None:
    """Gives attributes their types."""
    if isinstance(thing, type):
        types = {key: hint for each in reversed(thing.__mro__) for key, hint in _annotations(each)}
        for number, line in reversed(list(enumerate(lines))):
            if (match := re.match(r"\.\. attribute:: (\w+)$", line)) and match[1] in types:
                lines.insert(number + 1, f"   :type: {_plain(types[match[1]])}")


def _annotations(each: type) -> Iterator[tuple[str, str]]:
    for name, hint in vars(each).get("__annotations__", {}).items():
        text = getattr(hint, "__forward_arg__", hint)
        if isinstance(text, str):
            yield name, text


def _entry(env: BuildEnvironment, names: Iterator[str]) -> Any:
    """The first of these names that has an entry."""
    objects = env.domains.python_domain.objects
    return next((objects[name] for name in names if name in objects), None)


def _elsewhere(env: BuildEnvironment, last: str) -> Iterator[str]:
    """The entries that end like this, wherever they are."""
    objects = env.domains.python_domain.objects
    return (name for name, each in objects.items() if each.objtype in _ENTRIES and name.endswith(f".{last}"))


def missing_reference(
    app: Sphinx, env: BuildEnvironment, node: addnodes.pending_xref, content: nodes.TextElement
) -> nodes.Element | None:
    """A type in a signature: it has an entry under another path, or is not Sapper's."""
    if node.get("refdomain") != "py":
        return None
    target = str(node["reftarget"])
    last = target.rpartition(".")[2]
    if target == last or target.startswith("sapper."):
        found = _entry(env, chain((target, f"sapper.{last}"), _elsewhere(env, last)))
        if found is not None:
            return make_refnode(app.builder, node["refdoc"], found.docname, found.node_id, content, last)
    root = target.partition(".")[0]
    foreign = root in sys.stdlib_module_names or root in ("np", "numpy", "pyarrow") or last in _OF_EXTRAS
    return content if foreign or any(hasattr(module, target) for module in _FOREIGN) else None


class Property(PyProperty):
    """A property whose type has no type variables."""

    def run(self) -> list[nodes.Node]:
        """Called by Sphinx."""
        if "type" in self.options:
            self.options["type"] = _plain(self.options["type"])
        return super().run()


class Links(SphinxPostTransform):
    """Makes links of code that is the name of an entry, or of a page of the documentation."""

    default_priority = 5  # before references are resolved
    formats = ("html",)

    def run(self, **_: object) -> None:
        """Replaces the nodes."""
        for literal in list(self.document.findall(nodes.literal)):
            outer = list(_ancestors(literal))
            if not any(isinstance(each, nodes.reference | addnodes.pending_xref) for each in outer):
                self._link(literal, [each for each in outer if isinstance(each, addnodes.desc)])

    def _link(self, literal: nodes.literal, around: list[addnodes.desc]) -> None:
        text = literal.astext()
        here = self.env.current_document.docname
        if page := re.fullmatch(r"docs/([\w/-]+)\.(?:md|ipynb)", text):
            if page[1] not in self.env.found_docs:
                _LOG.warning("there is no page %s", text, location=literal)
            else:
                literal.replace_self(make_refnode(self.app.builder, here, page[1], "", literal.deepcopy()))
            return
        name = re.sub(r"\(.*\)$", "", text, flags=re.DOTALL).removeprefix(".")
        if not re.fullmatch(r"[A-Za-z_]\w*(\.\w+)*", name) or name in _parameters(around):
            return
        found = _entry(self.env, self._candidates(name, here, around))
        if found is None:
            if name.startswith("sapper.") and not _exists(name):
                _LOG.warning("there is no %s", name, location=literal)
        elif not any(found.node_id in sign["ids"] for desc in around[:1] for sign in _signs(desc)):
            literal.replace_self(
                make_refnode(self.app.builder, here, found.docname, found.node_id, literal.deepcopy())
            )

    def _candidates(self, name: str, here: str, around: list[addnodes.desc]) -> Iterator[str]:
        for desc in around:
            for sign in _signs(desc):
                path = f"{sign['module']}.{sign['fullname']}".split(".")
                yield from (".".join([*path[:length], name]) for length in range(len(path), 0, -1))
        yield name
        if here.startswith("api/"):
            yield f"sapper.{name}"
            last = name.rpartition(".")[2]
            if last[0].isupper() and (name == last or name.startswith("sapper.")):
                yield from _elsewhere(self.env, last)


def _ancestors(node: nodes.Node) -> Iterator[nodes.Node]:
    while node.parent is not None:
        node = node.parent
        yield node


def _parameters(around: list[addnodes.desc]) -> Set[str]:
    """The parameters of these entries: in their texts such a name is not that of another entry."""
    return {
        name.astext()
        for desc in around
        for sign in _signs(desc)
        for parameter in sign.findall(addnodes.desc_parameter)
        for name in list(parameter.findall(addnodes.desc_sig_name))[:1]
    }


def _signs(desc: addnodes.desc) -> Iterator[addnodes.desc_signature]:
    return (each for each in desc.children if isinstance(each, addnodes.desc_signature))


def _exists(name: str) -> bool:
    """Whether Python finds a module, or something in one, by this name."""
    try:
        pkgutil.resolve_name(name)
    except (ImportError, AttributeError):
        return False
    return True


def setup(app: Sphinx) -> None:
    """Called by Sphinx."""
    app.connect("autodoc-process-signature", signature)
    app.connect("autodoc-skip-member", skip)
    app.connect("autodoc-process-docstring", before_napoleon, priority=400)
    app.connect("autodoc-process-docstring", after_napoleon, priority=600)
    app.connect("missing-reference", missing_reference)
    app.add_directive_to_domain("py", "property", Property, override=True)
    app.add_post_transform(Links)
