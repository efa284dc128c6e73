"""What all tests share."""

from hypothesis import settings

# A busy machine is no failure.
settings.register_profile("sapper", deadline=None)
settings.load_profile("sapper")
