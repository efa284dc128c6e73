# The names of `sapper.formats`. `__init__.py` imports each name on first use.
from .conversion import converted, encoded, read_for
from .detection import Reading, identify
from .files import format_for, parse, read, render, write
from .format import LARGEST_FILE, Contents, Format, Hints, Kind, kind_name
from .registry import FORMATS, format_named

__all__ = [
    "FORMATS",
    "LARGEST_FILE",
    "Contents",
    "Format",
    "Hints",
    "Kind",
    "Reading",
    "converted",
    "encoded",
    "format_for",
    "format_named",
    "identify",
    "kind_name",
    "parse",
    "read",
    "read_for",
    "render",
    "write",
]
