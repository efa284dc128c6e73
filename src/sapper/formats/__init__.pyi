# The names of `sapper.formats`. `__init__.py` imports each name on first use.
from .files import (
    convert as convert,
    encode as encode,
    format_for as format_for,
    parse as parse,
    read as read,
    read_all as read_all,
    read_for as read_for,
    render as render,
    write as write,
)
from .registry import (
    LARGEST_FILE as LARGEST_FILE,
    Contents as Contents,
    Format as Format,
    Hints as Hints,
    Kind as Kind,
    kind_name as kind_name,
)
from .information_loss import losses as losses
from .registry import (
    FORMATS as FORMATS,
    Reading as Reading,
    format_named as format_named,
    identify as identify,
)
