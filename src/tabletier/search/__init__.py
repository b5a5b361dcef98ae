"""Opponents: tree search over any game of the shelf. No game is named here."""
