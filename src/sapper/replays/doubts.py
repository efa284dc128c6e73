"""What is odd about a recorded game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

DoubtGrade = Literal["note", "doubt", "contradiction"]
"""How grave a doubt is: common in honest games; unlike those of a hand; the file contradicts its events."""


@dataclass(frozen=True, slots=True)
class Doubt:
    """Something odd about a recorded game. In `Replay.doubts`. It says what was seen, and never why.

    Attributes:
        name: A name, such as `"time"`. `docs/review.md` lists all.
        grade: How grave it is.
        text: A sentence.
    """

    name: str
    grade: DoubtGrade
    text: str

    def to_dict(self) -> dict[str, Any]:
        """The doubt as plain values, for JSON."""
        return {"name": self.name, "grade": self.grade, "text": self.text}
