"""A rating as people read it: "1480 ± 90, between levels 3 and 4"."""

from collections.abc import Sequence
from typing import NamedTuple

from tabletier.games.kernel.text import Text
from tabletier.server.ratings.model import Rating


class RatingStanding(NamedTuple):
    """What is told of a rating."""

    rating: int
    margin: int
    provisional: bool
    above: int | None
    """The strongest level that is not stronger; None: below all of them."""
    below: int | None
    """The weakest level that is stronger; None: above all of them."""
    even: int
    """The level against which the chances are most even."""


def standing(rating: Rating, levels: Sequence[float]) -> RatingStanding:
    """What is told of a rating where the levels, from the first on, are rated so."""
    numbered = sorted((strength, number) for number, strength in enumerate(levels, 1))
    weaker = [number for strength, number in numbered if strength <= rating.mu]
    stronger = [number for strength, number in numbered if strength > rating.mu]
    even = min(numbered, key=lambda level: (abs(level[0] - rating.mu), level[1]))[1]
    return RatingStanding(
        rating=round(rating.mu),
        margin=rating.margin,
        provisional=rating.provisional,
        above=weaker[-1] if weaker else None,
        below=stronger[0] if stronger else None,
        even=even,
    )


def sentence(found: RatingStanding, level: int | None = None) -> Text:
    """A standing in words; that of a level of the house says which it is, not near which."""
    where = _where(found) if level is None else _level(level)
    unsure = Text(", provisoire", ", provisional") if found.provisional else Text("", "")
    figures = f"{found.rating} ± {found.margin}"
    return Text(f"{figures}, {where.fr}{unsure.fr}", f"{figures}, {where.en}{unsure.en}")


def _level(level: int) -> Text:
    return Text(f"niveau {level} de la maison", f"level {level} of the house")


def _where(found: RatingStanding) -> Text:
    above, below = found.above, found.below
    if above is None:
        return Text(f"sous le niveau {below}", f"below level {below}")
    if below is None:
        return Text(f"au-dessus du niveau {above}", f"above level {above}")
    low, high = sorted((above, below))
    return Text(f"entre les niveaux {low} et {high}", f"between levels {low} and {high}")
