"""The code of Markdown pages, and what a page says it prints."""

import io
import re
from contextlib import redirect_stdout
from pathlib import Path
from typing import NamedTuple

_BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$(?:\n+^```text\n(.*?)^```$)?", re.DOTALL | re.MULTILINE)


class Block(NamedTuple):
    """A block of code, and the block of text directly after it: its output, if the page shows one."""

    language: str
    code: str
    output: str | None


def blocks(page: Path, language: str) -> list[Block]:
    """The blocks of a page in one language."""
    matches = _BLOCK.findall(page.read_text(encoding="utf-8"))
    return [Block(name, code, output or None) for name, code, output in matches if name == language]


def run_python(page: Path) -> dict[str, object]:
    """Runs the Python of a page as one program, compares what it prints, and returns its variables.

    Raises:
        AssertionError: A block prints something else than the page shows.
    """
    names: dict[str, object] = {"__name__": "__main__"}
    for block in blocks(page, "python"):
        output = io.StringIO()
        with redirect_stdout(output):
            exec(compile(block.code, page.name, "exec"), names)
        if block.output is not None:
            assert output.getvalue() == block.output, f"{page.name} prints:\n{output.getvalue()}"
    return names
