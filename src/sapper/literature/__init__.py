"""Published win rates, and the win rates that the same strategies have here."""

from sapper.literature.replication import HUMANS, ROWS, Replication, Row, replicate

__all__ = ["HUMANS", "ROWS", "Replication", "Row", "replicate"]
