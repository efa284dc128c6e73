# The public names of `sapper.datasets`. `__init__.py` imports each when it is first used.
from .writing import DataSet as DataSet, write_dataset as write_dataset
