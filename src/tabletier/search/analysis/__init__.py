"""Looking at a record again: what each move was worth, who made mistakes, and who was lucky."""

from tabletier.search.analysis.analysis import Analysis, Ply, analyse

__all__ = ["Analysis", "Ply", "analyse"]
