"""See `tabletier.testing.conformance.diagrams`."""

from tabletier.testing.conformance.diagrams import *  # noqa: F403 - every test of it
