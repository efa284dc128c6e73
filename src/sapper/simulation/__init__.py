"""Plans, plays, keeps and reports runs of many games, on threads, processes or a cluster.

The same games have the same results, bit for bit, on every machine. Times are kept separately.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
