"""See `tabletier.testing.conformance.views`."""

from tabletier.testing.conformance.views import *  # noqa: F403 - every test of it
