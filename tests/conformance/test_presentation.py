"""See `tabletier.testing.conformance.presentation`."""

from tabletier.testing.conformance.presentation import *  # noqa: F403 - every test of it
