# The public names of `sapper.simulation`. `__init__.py` imports each when it is first used.
from .configuration import Configuration
from .report import CalibrationRow, GuessesRow, Report
from .running import Run
from .sessions import play_range, read_report, simulate

__all__ = [
    "CalibrationRow",
    "Configuration",
    "GuessesRow",
    "Report",
    "Run",
    "play_range",
    "read_report",
    "simulate",
]
