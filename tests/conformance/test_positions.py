"""See `tabletier.testing.conformance.positions`."""

from tabletier.testing.conformance.positions import *  # noqa: F403 - every test of it
