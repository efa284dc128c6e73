"""Imports of optional packages."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from sapper.errors import MissingExtraError


@contextmanager
def importing(extra: str, why: str) -> Iterator[None]:
    """The context of imports that need an extra of `pyproject.toml`.

    Args:
        extra: The name of the extra.
        why: What needs which package, as the beginning of a sentence: "plots need matplotlib".

    Raises:
        MissingExtraError: A package is missing; the message says how to install it.
    """
    try:
        yield
    except ImportError as error:
        if (error.name or "").partition(".")[0] == "sapper":
            raise
        raise MissingExtraError(f'{why}: pip install "sapper[{extra}]"', name=error.name) from None
