"""How replies are read: as models write them, but never more than one action, and none that was not meant."""

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sapper
from sapper.environments import TextGame, grade
from sapper.environments.replies import answer_in

SUBSET = sapper.Position("1??\n1??\n???", 2)  # (2, 0) and (2, 1) are safe by two numbers together

ANSWERS = [
    "First open 1 1?\nNo.\n\n**Open 2, 0.**\n",
    "x" * 10**6 + "\nopen 2 0",
    "### Action: reveal [2, 0]",
    "<think>open 0 1\nor flag 0 1</think>\nopen 2.0 0.0",
    "<answer>open 0 1</answer> no: <answer>\nAction: open 2 0\n</answer> That is certain.",
    "<answer>open 2 0",
    r"The 1s share a mine. $\boxed{\text{open } 2\ 0}$",
    "{'action': 'click', 'cell': (2, 0)}",
    "The safest cell is (2, 0), so I open it.\n\nopen 2 0\n\n---",
    "$\\boxed{\\text{open}~2~0}$.",
    "\\[\n\\boxed{\\mathrm{open}\\ 2\\ 0}\n\\]",
    "\\boxed{open\\;2\\;0}",
    "\\boxed{open \\, (2, 0)}",
    "open \uff12 \uff10",
    "open\t2\t0",
    "open 2\xa00",
    "open 2\u202f0",
    *(f"{verb} (2, 0)" for verb in ("reveal", "uncover", "dig", "click on", "OPEN", "Open cell")),
    "Action: open\nRow: 2\nColumn: 0",
    "action: open, row: 2, column: 0",
    "open 2 0\r\n",
    "open 02 00",
    "\u25c1think\u25b7 open 0 1 \u25c1/think\u25b7 open 2 0",
    "<|channel|>analysis<|message|>open 0 1<|end|><|start|>assistant<|channel|>final<|message|>open 2 0",
]


@pytest.mark.parametrize("reply", ANSWERS)
def test_an_action_is_read_as_models_write_it(reply: str) -> None:
    result = grade(SUBSET, reply)
    assert (result.parsed, result.kind, result.cell, result.credit) == (True, "open", (2, 0), 1)


def test_another_form_can_be_taken_out() -> None:
    def extract(reply: str) -> str | None:
        _, sign, rest = reply.partition("MOVE=")
        return rest.replace("/", " ") if sign else None

    assert grade(SUBSET, "MOVE=open/2/0", extract=extract).cell == (2, 0)
    assert not grade(SUBSET, "open 2 0", extract=extract).parsed
    game = TextGame("beginner", extract=extract)
    game.reset(1)
    assert game.step("MOVE=open/0/0").grade.cell == (0, 0)
    with pytest.raises(sapper.ArgumentError, match="`extract` must return a string"):
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
    result = grade(SUBSET, reply)
    assert (result.legal, result.credit) == (False, 0)
    assert text in result.text
    assert result.parsed == (text != "no action")


WRAPPINGS = [
    "{}", "**{}**", "*{}*", "__{}__", "[{}]", "({})", "`{}`", "\u201c{}\u201d", "> {}", "1. {}", "{};", "{}!",
    "<answer>{}</answer>", "<answer> {} </answer><|im_end|>\n", "<action>{}</action>", "```\n{}\n```",
    r"$\boxed{\text{{}}}$", r"\boxed{\texttt{{}}}", "Action: {}.", "**Action**: {}", "**Action:** `{}`",
    "### Action: {}", "My move: {}", "Answer: {}", "Final answer: **{}**", "**Final answer:** `{}`</s>",
    "The final answer is: {}", "So the answer is {}.", "Final move \u2014 {}", "Next action:\n{}\n```\n",
    "I {}", "I'll {}.", "{}</s></s>", "{}<|eot_id|>", "{}<\uff5cend\u2581of\u2581sentence\uff5c>",
    "{} \u2705", "\U0001f449 {}", "<think>open 0 0</think>{}<|im_end|>", "<think>\nhm\n</think>\n\n{}",
    "<thinking>x</thinking>{}", "So:\n\n- {}\n\n---\n", "{} (certain by row 1)", "{}\n\n(This is certain.)",
    "{} - certain", "{}\nIt is safe.",
]  # fmt: skip
FORMS = [
    "{0} {1} {2}", "{0} ({1}, {2})", "{0}({1}, {2})", "{0} {1},{2}", "{0}: {1} {2}", "{0}: ({1}, {2})",
    "{0} row {1}, column {2}", "{0} row {1} column {2}", "{0} row {1}, col. {2}", "{0} r{1} c{2}",
    "{0}(row={1}, col={2})", "{0} row={1}, column={2}", "{0} {1}.0 {2}", "{0} [{1}][{2}]",
    "{0} the cell at row {1}, column {2}",
]  # fmt: skip
OBJECTS = [
    '{{"action": "{0}", "row": {1}, "column": {2}}}', '{{"Action": "{0}", "Row": {1}.0, "col": "{2}"}}',
    '{{"action": "{0}", "cell": [{1}, {2}]}}', '{{"action": {{"type": "{0}", "row": {1}, "column": {2}}}}}',
    '{{"move": "{0}", "cell": {{"row": {1}, "column": {2}}}}}',
    '{{"action": "{0}", "coordinates": [{1}, {2}]}}', '{{"action": "{0} {1} {2}"}}', '{{"{0}": [{1}, {2}]}}',
    '["{0}", {1}, {2}]', '{{"reasoning": "a {{1}} and {{2}}", "action": "{0}", "row": {1}, "col": {2}}}',
    '[{{"action": "{0}", "row": {1}, "column": {2}}}]',
    '{{\n  "action": "{0}",\n  "row": {1},\n  "column": {2},\n}}',
    '{{"name": "{0}", "arguments": {{"row": {1}, "column": {2}}}}}',
]  # fmt: skip
AROUND_OBJECTS = [
    "{}", "{}<|im_end|>", "```json\n{}\n```", "<answer>\n```json\n{}\n```\n</answer>", r"\boxed{{}}",
    'No {{"action": "flag", "row": 0, "column": 1}}:\n```\n{}\n```', "<tool_call>\n{}\n</tool_call>",
]  # fmt: skip


@settings(max_examples=10)
@given(st.sampled_from(["open", "flag", "Open"]), st.integers(0, 99), st.integers(0, 99))
def test_every_form_is_read_in_every_wrapping(kind: str, row: int, column: int) -> None:
    for wrapping, form in (*product(WRAPPINGS, FORMS), *product(AROUND_OBJECTS, OBJECTS)):
        action = form.format(kind, row, column)
        assert answer_in(wrapping.replace("{}", action)) == (kind.lower(), (row, column))
        if form in FORMS:  # of objects the last one counts
            twice = f"{action}, {form.format('open', column, row)}"
            assert answer_in(wrapping.replace("{}", twice)) is None


PIECES = [*"{}[]()<>|/\\\"'*.,:?- \n01", "open ", "flag ", "<think>", "</think>", "\\boxed{", "row "]


@given(st.lists(st.sampled_from(PIECES), max_size=60).map("".join))
def test_any_text_is_read_without_an_error(reply: str) -> None:
    answer = answer_in(reply)
    assert answer is None or answer.kind in reply.lower()
