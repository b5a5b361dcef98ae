"""See `tabletier.testing.conformance.results`."""

from tabletier.testing.conformance.results import *  # noqa: F403 - every test of it
