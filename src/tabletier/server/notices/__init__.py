"""Calling people who do not look: where they want to be called, and how that is done."""
