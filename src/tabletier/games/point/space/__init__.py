"""Point in numbers: its moves as actions, and what a seat sees as planes and scalars."""

from tabletier.games.point.space.actions import action_of, mark, step_of, texts
from tabletier.games.point.space.seen import grid, observe, planes, scalars

__all__ = ["HIGH", "action_of", "grid", "mark", "observe", "planes", "scalars", "step_of", "texts"]

HIGH = 1
