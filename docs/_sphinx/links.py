"""Links: to the entry of a type in a signature, and of a name or a page that stands in single backticks."""

from __future__ import annotations

import builtins
import collections.abc
import datetime
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
from sphinx.environment import BuildEnvironment
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util import logging
from sphinx.util.nodes import make_refnode

_LOG: Final = logging.getLogger(__name__)
_FOREIGN: Final = (builtins, typing, collections.abc, datetime, os, pathlib, np, np.typing)
"""Where names in signatures come from that are not Sapper's."""
_OF_EXTRAS: Final = ("Client", "Figure", "Text")
"""Likewise, of distributed, matplotlib and rich."""
_UNDOCUMENTED: Final = ("np", "numpy", "pyarrow", "_engine")
"""The packages whose types have no entry here."""
_ENTRIES: Final = ("class", "data", "exception", "type")
"""What a name may be that stands without its path."""
_HISTORY: Final = "changelog"
"""The page that tells of names that are gone."""


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
    foreign = root in sys.stdlib_module_names or root in _UNDOCUMENTED or last in _OF_EXTRAS
    foreign = foreign or any(hasattr(module, target) for module in _FOREIGN)
    return content if foreign else None


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
                title = nodes.Text(self.env.titles[page[1]].astext())
                literal.replace_self(make_refnode(self.app.builder, here, page[1], "", title))
            return
        name = re.sub(r"\(.*\)$", "", text, flags=re.DOTALL).removeprefix(".")
        if not re.fullmatch(r"[A-Za-z_]\w*(\.\w+)*", name) or name in _parameters(around):
            return
        found = _entry(self.env, self._candidates(name, here, around))
        if found is None:
            if name.startswith("sapper.") and here != _HISTORY and not _exists(name):
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
    app.connect("missing-reference", missing_reference)
    app.add_post_transform(Links)
