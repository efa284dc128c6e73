"""Plans, plays, keeps and reports runs of many games, on one thread or on a cluster.

The same games have the same results, bit for bit, on every machine. Times are kept apart.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
