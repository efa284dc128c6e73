"""Sapper: Minesweeper, its exact mine probabilities, and players built on them.

`__init__.pyi` lists the public names and their modules. Each name is imported on first use, so
`import sapper` is quick, and so are commands that need little.
"""

import lazy_loader

_imported, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)


def __getattr__(name: str) -> object:
    """A public name, imported now, or the version. The error about any other name suggests the nearest."""
    if name == "__version__":
        from importlib.metadata import version  # slow to import, and it reads a file

        return version("sapper")
    if name in __all__:
        return _imported(name)
    message = f"module 'sapper' has no attribute {name!r}"
    if not name.startswith("_"):
        import difflib  # slow to import

        nearest = difflib.get_close_matches(name.lower(), __all__, n=1)
        message += f": did you mean {nearest[0]!r}?" if nearest else ""
    raise AttributeError(message, name=name)
