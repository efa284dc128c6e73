"""A position that takes long."""

from support.lattices import strewn

import sapper


def entangled() -> sapper.Position:
    """Scattered numbers: tenths of a second to analyse, seconds to count the configurations exactly."""
    return strewn(70, 0.2, 0.3, seed=0)[0]
