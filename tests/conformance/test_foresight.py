"""See `tabletier.testing.conformance.foresight`."""

from tabletier.testing.conformance.foresight import *  # noqa: F403 - every test of it
