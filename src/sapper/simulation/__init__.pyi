# The public names of `sapper.simulation`. `__init__.py` imports each when it is first used.
from .comparison import Comparison as Comparison
from .configuration import Configuration as Configuration
from .strategy_report import Report as Report
from .run import (
    read_comparison as read_comparison,
    read_report as read_report,
    read_reports as read_reports,
)
from .simulating import compare as compare, simulate as simulate
from .tally import CalibrationRow as CalibrationRow, GuessesRow as GuessesRow
