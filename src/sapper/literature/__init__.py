"""Published win rates, and the win rates that the same strategies have here."""

from sapper.literature.replication import Replication, replicate
from sapper.literature.rows import HUMANS, ROWS, Row

__all__ = ["HUMANS", "ROWS", "Replication", "Row", "replicate"]
