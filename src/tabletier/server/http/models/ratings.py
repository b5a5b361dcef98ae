"""Ratings as they are told: ladders, somebody's standing, what a match changed."""

from typing import Literal

from tabletier.server.http.models import Shape, TextShown


class StandingShown(Shape):
    """What somebody is rated at a game."""

    rating: int
    """In Elo; play at random is 0."""
    margin: int
    """The true strength is so much higher or lower at most, in 95 of 100 cases."""
    provisional: bool
    """Whether too little is known to compare it with others'."""
    above: int | None
    """The strongest level of the house that is not stronger; none: below all of them."""
    below: int | None
    """The weakest level that is stronger; none: above all of them."""
    even: int
    """The level against which the chances are most even."""
    text: TextShown
    """The same in words: "1480 ± 90, between levels 3 and 4"."""


class MyRating(StandingShown):
    """What you are rated at a game."""

    game: str
    matches: int
    """How many matches counted; none: nothing is known of you yet."""


class MyRatings(Shape):
    """What you are rated at each game."""

    listed: bool
    """Whether you stand on the ladders that others see."""
    games: list[MyRating]


class RungShown(Shape):
    """Somebody on a ladder: a person, or a level of the house."""

    rank: int | None
    """Among the people, from 1; none: a level."""
    name: str
    """Empty for a level."""
    handle: str | None
    """What the person is called by in addresses."""
    profile: bool
    """Whether more is told of that person (`/people/{handle}`)."""
    level: int | None
    rating: int
    margin: int
    provisional: bool
    matches: int
    yours: bool


class LadderShown(Shape):
    """A page of a game's ladder, from the top down; provisional ratings come last."""

    game: str
    rungs: list[RungShown]
    next: str | None
    """What `after` asks for the next page with; none: this is the last."""
    yours: RungShown | None
    """Where you stand, or would stand if you were listed."""


class SeatRating(Shape):
    """What a match did to the rating of a seat's player."""

    seat: int
    counted: bool
    code: str | None
    """Why it did not count, for programs."""
    text: TextShown | None
    """The same as a sentence."""
    before: StandingShown | None
    """None for people who do not want to be listed, but to themselves."""
    after: StandingShown | None
    """None while the match goes on, where it did not count, and for those."""
    change: int | None


class TableRatings(Shape):
    """What a table means for ratings."""

    rated: bool
    status: Literal["open", "playing", "over"]
    seats: list[SeatRating]
