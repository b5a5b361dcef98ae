"""Opponents that think on other machines: questions wait in Redis for whoever has time."""
