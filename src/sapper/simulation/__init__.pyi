# The public names of `sapper.simulation`. `__init__.py` imports each when it is first used.
from .plan.configuration import Configuration as Configuration
from .report.comparison import Comparison as Comparison
from .report.report import Report as Report
from .results.tally import CalibrationRow as CalibrationRow, GuessesRow as GuessesRow
from .run.reading import (
    read_comparison as read_comparison,
    read_report as read_report,
    read_reports as read_reports,
)
from .run.run import Run as Run
from .simulating import compare as compare, play_range as play_range, simulate as simulate
