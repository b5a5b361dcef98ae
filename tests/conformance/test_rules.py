"""See `tabletier.testing.conformance.rules`."""

from tabletier.testing.conformance.rules import *  # noqa: F403 - every test of it
