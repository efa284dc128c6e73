"""Many games, on one thread or a cluster: plans, plays, keeps and reports them.

Whoever plays and wherever, the same games come out the same, to the last bit; times are kept apart.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
