"""What others published, and how the same players do here."""

from sapper.literature.comparison import Comparison, compare
from sapper.literature.rows import HUMANS, ROWS, Row

__all__ = ["HUMANS", "ROWS", "Comparison", "Row", "compare"]
