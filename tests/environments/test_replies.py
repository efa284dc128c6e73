"""How replies are read: as models write them, but never more than one action, and none that was not meant."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

import sapper
from sapper.environments import TextGame, grade
from sapper.environments.replies import answer_in

SUBSET = sapper.Position("1??\n1??\n???", 2)  # (2, 0) and (2, 1) are safe by two numbers together

ANSWERS = [
    "First open 1 1?\nNo.\n\n**Open 2, 0.**\n",
    "x" * 10**6 + "\nopen 2 0",
    "open(2, 0)<|im_end|>",
    "**Final answer:** `open row 2, column 0`</s>",
    "### Action: reveal [2, 0]",
    "<think>open 0 1\nor flag 0 1</think>\nopen 2.0 0.0",
    "<answer>open 0 1</answer> no: <answer>\nAction: open 2 0\n</answer> That is certain.",
    "<answer>open 2 0",
    r"The 1s share a mine. $\boxed{\text{open } 2\ 0}$",
    '{"action": "open", "row": 2, "column": 0}',
    'No {"action": "flag", "row": 0, "column": 1}:\n```\n{"action": "Open",\n"row": 2.0, "col": "0"}\n```',
    "{'action': 'click', 'cell': (2, 0)}",
    r'\boxed{{"action": "open", "cell": [2, 0]}}',
    "I'll open (2,0).",
    "My move: open (2, 0)",
    "**Action**: open 2 0",
    "**Action:** `open 2 0`",
    "Action: Open cell (2, 0)",
    "The safest cell is (2, 0), so I open it.\n\nopen 2 0\n\n---",
    "open 2 0\n\n(This is certain.)",
    "open 2 0 - certain",
    '<answer>\n```json\n{"action": "open", "row": 2, "column": 0}\n```\n</answer>',
    '```json\n{\n  "action": "open",\n  "row": 2,\n  "column": 0,\n}\n```',
    '{"reasoning": "a {1} and {2}", "action": "open", "row": 2, "col": 0}',
    '{"action": {"type": "open", "row": 2, "column": 0}}',
    '{"action": "open 2 0"}',
    '{"move": "open", "cell": {"row": 2, "column": 0}}',
    '{"action": "open", "coordinates": [2, 0]}',
    '[{"action": "open", "row": 2, "column": 0}]',
    '["open", 2, 0]',
    "OPEN 2 0",
    "open: 2 0",
    "open: (2, 0)",
    "open(row=2, column=0)",
    "open row=2, col=0",
    "Open row 2 column 0",
    "open r2 c0",
    "Open the cell at row 2, column 0.",
    "open [2][0]",
    "open 2,0;",
    "open 2 0</s></s>",
    "open 2 0<|eot_id|>",
    "open 2 0<\uff5cend\u2581of\u2581sentence\uff5c>",
    "$\\boxed{\\text{open}~2~0}$.",
    "\\boxed{\\texttt{open 2 0}}",
    "\\[\n\\boxed{\\mathrm{open}\\ 2\\ 0}\n\\]",
    "\\boxed{open\\;2\\;0}",
    "\\boxed{open \\, (2, 0)}",
    "Final answer: **open 2 0**",
    "The final answer is: open 2 0",
    "So the answer is open 2 0.",
    "Answer: open 2 0",
    "> open 2 0",
    "1. open 2 0",
    "<action>open 2 0</action>",
    "<answer>open 2 0</answer><|im_end|>\n",
    "<think>\nhm\n</think>\n\n<answer> open 2 0 </answer>",
    "open 2 0 \u2705",
    "\U0001f449 open 2 0",
    "\u201copen 2 0\u201d",
    "open \uff12 \uff10",
    "open\t2\t0",
    "open 2\xa00",
    "open 2\u202f0",
    "Next action:\nopen 2 0\n```\n",
    "reveal (2,0)",
    "uncover 2 0",
    "dig 2 0",
    "click on (2, 0)",
    '{"action":"open","row":"2","column":"0"}<|im_end|>',
    '{"Action": "OPEN", "Row": 2, "Column": 0}',
    "Action: open\nRow: 2\nColumn: 0",
    "action: open, row: 2, column: 0",
    '<tool_call>\n{"name": "open", "arguments": {"row": 2, "column": 0}}\n</tool_call>',
    "[open 2 0]",
    "(open 2 0)",
    "open 2 0\r\n",
    "*open 2 0*",
    "__open 2 0__",
    "open 02 00",
    "open row 2, col. 0",
    "<thinking>x</thinking>open 2 0",
    "\u25c1think\u25b7 open 0 1 \u25c1/think\u25b7 open 2 0",
    "<|channel|>analysis<|message|>open 0 1<|end|><|start|>assistant<|channel|>final<|message|>open 2 0",
    "Open 2 0!",
    "Final move \u2014 open 2 0",
    "Move: **Open** (2, 0)",
    "**Open (2, 0)** ",
    '{"open": [2, 0]}',
]


@pytest.mark.parametrize("reply", ANSWERS)
def test_an_action_is_read_as_models_write_it(reply: str) -> None:
    graded = grade(SUBSET, reply)
    assert (graded.parsed, graded.kind, graded.cell, graded.credit) == (True, "open", (2, 0), 1)


def test_another_form_can_be_taken_out() -> None:
    def extract(reply: str) -> str | None:
        _, found, rest = reply.partition("MOVE=")
        return rest.replace("/", " ") if found else None

    assert grade(SUBSET, "MOVE=open/2/0", extract=extract).cell == (2, 0)
    assert not grade(SUBSET, "open 2 0", extract=extract).parsed
    game = TextGame("beginner", extract=extract)
    game.reset(1)
    assert game.step("MOVE=open/0/0").grade.cell == (0, 0)
    with pytest.raises(sapper.ArgumentError, match="extract must return a string"):
        grade(SUBSET, "open 2 0", extract=len)  # type: ignore[arg-type]  # returns a number


@pytest.mark.parametrize(
    ("reply", "text"),
    [
        ("", "no action"),
        ("open 2 0\nor not", "no action"),
        ("open 2 0 or open 2 1", "no action"),
        ("open -1 0", "no action"),
        ("chord 0 0", "no action"),
        ("{" * 1000, "no action"),
        ('{"action": "open", "row": 2}', "no action"),
        ('{"action": "open", "row": 2.5, "column": 0}', "no action"),
        ('{"action": "open", "row": true, "column": 0}', "no action"),
        ("<think>The safe cell is\nopen 2 0", "no action"),
        ("<answer></answer>\nopen 2 0", "no action"),
        (r"\boxed{}", "no action"),
        ("open 2 3", "no cell in row 2, column 3"),
        ("open 999999999 0", "no cell"),
        ("open 0 0", "already open"),
        ("flag 0 0", "already open"),
        ("'open ROW COLUMN' for a safe cell", "no action"),
        ("Either open 2 0\nor open 2 1", "no action"),
        ("do not open 2 0", "no action"),
        ("I would never open 2 0", "no action"),
        ("If I open 2 0", "no action"),
        ("open 2 0?", "no action"),
        ("open 2 0, no, wait", "no action"),
        ("open 2 0\nWait, that is a mine.", "no action"),
        ("open 2 0 would lose", "no action"),
        ("open 2-0", "no action"),
        ("open 2 -0", "no action"),
        ("open 2.5 0", "no action"),
        ("open\n1. The number in row 0", "no action"),
        ("<answer>open 2 0 open 2 1</answer>", "no action"),
        ("<answer>open 2 0</answer><answer>nothing</answer>", "no action"),
        ("<|channel|>analysis<|message|>open 2 0<|end|>", "no action"),
        ('{"action": "open", "x": 2, "y": 0}', "no action"),  # nobody knows which of them is the row
        ('{"open": [2, 0], "flag": [0, 1]}', "no action"),
        ('{"action": "open 2 0 or open 2 1"}', "no action"),
        ("[THINK]open 2 0", "no action"),
    ],
)
def test_a_reply_without_an_action_earns_nothing_and_is_told(reply: str, text: str) -> None:
    graded = grade(SUBSET, reply)
    assert (graded.legal, graded.credit) == (False, 0)
    assert text in graded.text
    assert graded.parsed == (text != "no action")


WRAPPINGS = [
    "{}", "**{}**", "<answer>{}</answer>", "```\n{}\n```", r"$\boxed{\text{{}}}$", "Action: {}.", "I {}",
    "<think>open 0 0</think>{}<|im_end|>", "So:\n\n- {}\n\n---\n", "{} (certain by row 1)", "{}\nIt is safe.",
]  # fmt: skip
FORMS = ["{0} {1} {2}", "{0} ({1}, {2})", "{0} row {1}, column {2}", "{0}(row={1}, col={2})", "{0} {1}.0 {2}"]


@given(st.sampled_from(["open", "flag"]), st.integers(0, 99), st.integers(0, 99))
def test_every_form_is_read_in_every_wrapping(kind: str, row: int, column: int) -> None:
    for wrapping, form in product(WRAPPINGS, FORMS):
        action = form.format(kind, row, column)
        assert answer_in(wrapping.replace("{}", action)) == (kind, (row, column))
        twice = f"{action}, {form.format('open', column, row)}"
        assert answer_in(wrapping.replace("{}", twice)) is None


PIECES = [*"{}[]()<>|/\\\"'*.,:?- \n01", "open ", "flag ", "<think>", "</think>", "\\boxed{", "row "]


@given(st.lists(st.sampled_from(PIECES), max_size=60).map("".join))
def test_any_text_is_read_without_an_error(reply: str) -> None:
    answer = answer_in(reply)
    assert answer is None or answer.kind in reply.lower()
