"""Ratings: how strong people and the house's levels are, worked out of results and nothing else.

Pure: results go in, ratings come out, whoever asks and however often. `db.ratings` keeps them.
"""
