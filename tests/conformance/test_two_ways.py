"""See `tabletier.testing.conformance.two_ways`."""

from tabletier.testing.conformance.two_ways import *  # noqa: F403 - every test of it
