"""Small helpers that every package uses: texts of messages, time limits, calls of the engine.

Here is also what notebooks show of a value: `drawing`, which the top of the package replaces by a function
that draws. The code that draws imports the values, so no value can import that code. `import sapper` imports
this module, so it imports nothing itself.
"""

from __future__ import annotations


def drawing(_: object) -> str | None:
    """Lets the notebook show the `repr`."""
    return None


def notebook_text(value: object) -> str | None:
    """The SVG or HTML that a notebook shows of a value; None if it should show the `repr`."""
    return drawing(value)
