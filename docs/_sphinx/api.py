"""The API reference: how Sphinx shows Sapper's signatures and docstrings."""

from __future__ import annotations

import builtins
import collections.abc
import inspect
import re
import sys
from collections.abc import Iterator
from typing import Any, Final

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.domains.python import PyProperty
from sphinx.errors import PycodeError
from sphinx.pycode import ModuleAnalyzer
from sphinx.util.docstrings import prepare_docstring
from sphinx.util.inspect import stringify_signature

_ENTRIES: Final = ("class", "exception", "function", "data", "type")
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
        _choose_overloads(thing.__module__)
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
    """`Topology` for `Topology[CellT]`, `list[Cell]` for `list[CellT]`, and `Contents` for `ContentsT`."""
    annotation = re.sub(r"~?\b(sapper\.formats\.files\.)?ContentsT\b", "Contents", annotation)
    annotation = re.sub(r"~?\b(sapper\.cells\.)?(CellT(_co)?|GridT)\b", "Cell", annotation)
    return re.sub(r"(\w+)\[(Cell|Any)\]", lambda found: found[found[1] not in _KEPT], annotation)


def _choose_overloads(module: str) -> None:
    """Keeps overloads whose results differ. Others differ only in the types of cells."""
    try:
        analyzer = ModuleAnalyzer.for_module(module)
        analyzer.analyze()
    except PycodeError:
        return
    for name, overloads in list(analyzer.overloads.items()):
        plain = [_plain_signature(each) for each in overloads]
        if len({each.return_annotation for each in plain}) > 1:
            analyzer.overloads[name] = plain
        else:
            del analyzer.overloads[name]


def _plain_signature(overload: inspect.Signature) -> inspect.Signature:
    parameters = [
        each if each.annotation is each.empty else each.replace(annotation=_plain(each.annotation))
        for each in overload.parameters.values()
    ]
    result = re.sub(r"\btuple\[(int, int|Any, \.\.\.)\]", "Cell", overload.return_annotation)
    return overload.replace(parameters=parameters, return_annotation=_plain(result))


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
    """The text below an assignment, from the modules in Python that have the thing by this name."""
    for module in [module for key, module in sys.modules.items() if key.partition(".")[0] == "sapper"]:
        if vars(module).get(name) is thing and str(module.__file__).endswith(".py"):
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
    for name, hint in inspect.get_annotations(each).items():
        text = getattr(hint, "__forward_arg__", hint)
        if isinstance(text, str):
            yield name, text


class Property(PyProperty):
    """A property whose type has no type variables."""

    def run(self) -> list[nodes.Node]:
        """Called by Sphinx."""
        if "type" in self.options:
            self.options["type"] = _plain(self.options["type"])
        return super().run()


def setup(app: Sphinx) -> None:
    """Called by Sphinx."""
    app.connect("autodoc-process-signature", signature)
    app.connect("autodoc-skip-member", skip)
    app.connect("autodoc-process-docstring", before_napoleon, priority=400)
    app.connect("autodoc-process-docstring", after_napoleon, priority=600)
    app.add_directive_to_domain("py", "property", Property, override=True)
