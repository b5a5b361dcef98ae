"""See `tabletier.testing.conformance.fuzz`."""

from tabletier.testing.conformance.fuzz import *  # noqa: F403 - every test of it
