"""Sapper: Minesweeper, its exact mine probabilities, and players built on them.

`__init__.pyi` lists the public names and their modules. Each name is imported on first use, so
`import sapper` is quick, and so are commands that need little.
"""

from sapper._support import notebook_hook


def _names() -> list[str]:
    """The public names. The first call also sets `__all__`, and `_imported`, which imports one of them."""
    if "__all__" not in globals():
        import lazy_loader  # it parses the stub, which is slow

        globals()["_imported"], _, globals()["__all__"] = lazy_loader.attach_stub(__name__, __file__)
    names: list[str] = globals()["__all__"]
    return names


def __dir__() -> list[str]:
    return _names().copy()


def __getattr__(name: str) -> object:
    """A public name, imported now, or the version. The error about any other name suggests the nearest."""
    if name == "__version__":
        from importlib.metadata import version  # slow to import, and it reads a file

        return version("sapper")
    if name == "__all__":
        return _names()
    if not name.startswith("_") and name in _names():
        return globals()["_imported"](name)
    message = f"module 'sapper' has no attribute {name!r}"
    if not name.startswith("_"):
        import difflib  # slow to import

        nearest = difflib.get_close_matches(name.lower(), _names(), n=1)
        message += f": did you mean {nearest[0]!r}?" if nearest else ""
    raise AttributeError(message, name=name)


def _drawing(value: object) -> str | None:
    from sapper.draw.notebook import drawing

    return drawing(value)


notebook_hook.drawing = _drawing
