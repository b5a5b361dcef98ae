"""Sitting at this keyboard: a match, a lesson, or a record that is stepped through."""
