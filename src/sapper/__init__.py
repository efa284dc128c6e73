r"""Sapper: Minesweeper, its exact mine probabilities, and players built on them.

Start with a position. It may be a text, nested lists, an array, a `Position` or a `Game`. In a text, `?` or
`.` is a hidden cell. Here each corner has a mine in half of the minefields that fit; an open cell is `nan`:

    >>> import sapper
    >>> analysis = sapper.analyse("?1?\n?2?\n?1?", mines=2)
    >>> analysis.safe
    [(1, 0), (1, 2)]
    >>> analysis.mine_probability
    array([[0.5, nan, 0.5],
           [0. , nan, 0. ],
           [0.5, nan, 0.5]])
    >>> sapper.hint(analysis.position).cells  # what to open; its `text` says why
    ((1, 0), (1, 2))

What to call:

    analyse, analyse_many       the mine probability of every cell, and what is certain
    Inference                   the same, as one game goes on
    hint, rank                  what to open next and why; the best moves
    evaluate, evaluate_many     the chance to win
    optimum                     the best chance that any player has, on small boards
    Game, Board, Rules          games to play, on boards of any shape (Topology)
    generate, generate_many     boards that need no guess
    make_puzzle                 numbers with one solution
    count_solutions             how many minefields fit a puzzle
    Strategy, autoplay          players, also your own; a game played by one
    simulate, compare           win rates of players
    measure, is_fair            3BV, ZiNi and more about a board; whether it needs no guess
    read, write, read_picture   files of many formats; screenshots
    review, review_folder       recorded games, judged move by move
    GameBatch, write_dataset        environments and data for learning programs
    draw, formats, simulation   modules: pictures; boards as texts or bytes; files of runs

These hold everywhere:

- Cells are `(row, column)`, counted from 0. They have a number for each dimension; on a graph a cell is one
  number.
- `mines` is the number of mines on the whole board, flagged ones included. In an array, -1 is a hidden cell.
- A board is a level's name (`"expert"`), `(rows, columns, mines)` or a `Board`.
- `rules` is a `Rules`, or the first click alone: `"opening"` (no mine on it or around it), `"safe"` (none on
  it) or `"any"`. The default of new games is `"opening"`.
- The same `seed` gives the same games on every machine, with any number of `threads`.
- Long calls take `cancel`, a `Cancel` that stops them from elsewhere. Most take `time_limit` in seconds, and
  `simulate` takes `seconds`.
- Every error is a `SapperError`, which says what was wrong and what to do.

`help(sapper.analyse)` explains one name. In a terminal, `sapper --help` lists the commands.
"""

import sys

from sapper import _support

# `__init__.pyi` lists the public names and their modules. Each is imported on first use, so `import sapper`
# is quick, and so are commands that need little.


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
    from sapper.draw.svg import drawing

    return drawing(value)


_support.drawing = _drawing

if "gymnasium" in sys.modules:
    from sapper.environments.registration import register

    register()
