"""See `tabletier.testing.conformance.thinking`."""

from tabletier.testing.conformance.thinking import *  # noqa: F403 - every test of it
