"""Tournaments of players: who meets whom, the games, their results, and what those say."""
