"""See `tabletier.testing.conformance.records`."""

from tabletier.testing.conformance.records import *  # noqa: F403 - every test of it
