"""A developer: a chat bot that takes a board as text and answers with advice, whatever people type."""

import sapper


def answer(text: str, mines: int | None = None) -> str:
    try:
        hint = sapper.hint(text, mines)
    except sapper.ContradictionError as error:
        return f"That board cannot exist: {error}"
    except sapper.PositionError as error:
        return f"Something is missing: {error}"
    except sapper.FormatError as error:
        return f"I cannot read that: {error}"
    opens = ", ".join(f"({row}, {column})" for row, column in hint.cells)
    return f"{hint.text} Open {opens}." if opens else hint.text


assert answer("?1?\n?2?\n?1?", 2).endswith("Open (1, 0), (1, 2).")
assert answer("1?\n11").endswith("row 0, column 1 is a mine.")
assert "give `mines`" in answer("1?\n?1")
assert answer("3?\n??", 2).startswith("That board cannot exist")
assert answer("hello").startswith("I cannot read that")
print(answer("?1?\n?2?\n?1?", 2))
