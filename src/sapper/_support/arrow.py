"""Results as tables for Arrow, and so for Polars, pandas and DuckDB."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sapper._support.extras import importing

if TYPE_CHECKING:
    import pyarrow


class Tabular:
    """A result that is a table. Polars, pandas and others read it by the Arrow PyCapsule interface."""

    __slots__ = ()

    def to_arrow(self) -> pyarrow.Table:
        """The result as a table of Arrow. `docs/arrow.md` describes the columns.

        Raises:
            MissingExtraError: pyarrow is missing.
        """
        with importing("parquet", "tables of Arrow need pyarrow"):
            import pyarrow
        return pyarrow.table(self._arrow_columns())

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """The Arrow PyCapsule interface. Raises MissingExtraError if pyarrow is missing."""
        return self.to_arrow().__arrow_c_stream__(requested_schema)

    def _arrow_columns(self) -> dict[str, Any]:
        """The columns by name, as arrays of Arrow."""
        raise NotImplementedError
