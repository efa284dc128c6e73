"""The file formats of positions, minefields and replays: one module each, one registry.

`FORMATS` holds every format by name. `parse` and `read` tell the format by the content unless it is named;
bytes that read as different things in different formats are refused. What each format holds is told in
`docs/formats.md`.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from sapper.formats.files import LARGEST_FILE, format_for, parse, read, render, write

if TYPE_CHECKING:
    from sapper.formats.conversion import converted, encoded, read_for
    from sapper.formats.detection import Reading, identify
    from sapper.formats.format import Contents, Format, Hints, Kind, kind_name
    from sapper.formats.registry import FORMATS, format_named

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

_MODULES = {
    **dict.fromkeys(("converted", "encoded", "read_for"), "conversion"),
    **dict.fromkeys(("Reading", "identify"), "detection"),
    **dict.fromkeys(("Contents", "Format", "Hints", "Kind", "kind_name"), "format"),
    **dict.fromkeys(("FORMATS", "format_named"), "registry"),
}


def __getattr__(name: str) -> Any:
    """Imports the formats when they are asked for: `import sapper` is quick, most programs read no file."""
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)
