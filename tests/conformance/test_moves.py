"""See `tabletier.testing.conformance.moves`."""

from tabletier.testing.conformance.moves import *  # noqa: F403 - every test of it
