"""See `tabletier.testing.conformance.options`."""

from tabletier.testing.conformance.options import *  # noqa: F403 - every test of it
