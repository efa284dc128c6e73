# The public names of `sapper.simulation`. `__init__.py` imports each when it is first used.
from .plan.configuration import Configuration
from .report.comparison import Comparison
from .report.report import CalibrationRow, GuessesRow, Report
from .run.reading import read_comparison, read_report, read_reports
from .run.run import Run
from .simulating import compare, play_range, simulate

__all__ = [
    "CalibrationRow",
    "Comparison",
    "Configuration",
    "GuessesRow",
    "Report",
    "Run",
    "compare",
    "play_range",
    "read_comparison",
    "read_report",
    "read_reports",
    "simulate",
]
