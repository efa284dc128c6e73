"""The pages, their code, and what a page says it prints."""

import io
import re
from contextlib import redirect_stdout
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])
"""The documents for people. `benchmarks` and `tools` describe themselves."""

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


def page_text(name: str, title: str = "") -> str:
    """The text of a page in `docs`, or of its part below a title, up to the next such title."""
    text = (ROOT / "docs" / name).read_text(encoding="utf-8")
    level = title.partition(" ")[0]
    return text.partition(f"\n{title}\n")[2].partition(f"\n{level} ")[0] if title else text
