"""See `tabletier.testing.conformance.remarks`."""

from tabletier.testing.conformance.remarks import *  # noqa: F403 - every test of it
