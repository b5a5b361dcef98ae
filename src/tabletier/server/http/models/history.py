"""Matches that are over, as lists tell them, and what is told of people who played them."""

from typing import Literal

from tabletier.server.http.models import Open, Shape

Shows = Literal["nothing", "public", "all"]
"""What others find of a person: nothing, matches at public tables, or all matches."""


class SeatPlayed(Shape):
    """A seat of a match that is over."""

    name: str
    """The person who sat here; empty for the house."""
    handle: str | None
    """Where more is told of that person (`/people/{handle}`), if they let it be seen."""
    house: bool
    opponent: str
    """What the opponent of the house, or the stand-in, is called."""
    level: int | None
    team: int
    outcome: Literal["won", "lost", "drawn"]
    stand_in: bool
    """Whether a stand-in finished the match for the person."""
    left: bool
    """Whether the person was not there in the end."""
    yours: bool
    """Whether it is a seat of whose list this is."""


class Sitter(Shape):
    """A seat of a table, and where more is told of whoever sits there."""

    seat: int
    handle: str | None
    """The person's (`/people/{handle}`), if they let anything be seen there."""


class MatchPlayed(Shape):
    """A match that is over."""

    id: str
    """Its table: `/replay/{id}` shows it, for good."""
    game: str
    players: int
    options: Open
    outcome: Literal["won", "lost", "drawn", "mixed"] | None
    """For whose list this is; `mixed` where they sat on both sides, null where they did not sit."""
    reason: str
    public: bool
    rated: bool
    change: int | None
    """What it changed of your rating; null where it did not count, and in lists of others."""
    moves: int
    started: int
    ended: int
    """Milliseconds since 1970; the next page is that of `before` and `last`, this one and `id`."""
    seats: list[SeatPlayed]


class ResultCount(Shape):
    """How often something was played, and how it ended."""

    matches: int
    won: int
    lost: int
    drawn: int


class GameTally(ResultCount):
    """One game with one number of players."""

    game: str
    players: int
    moves: int
    """In all these matches together."""


class PersonTally(ResultCount):
    """Matches with or against somebody."""

    name: str
    handle: str | None


class LevelTally(ResultCount):
    """Matches for two against a level of the house."""

    game: str
    level: int


class Balance(Shape):
    """Luck apart from play in one game, from matches that were analysed."""

    game: str
    matches: int
    luck: float
    """By how much chance raised the chances of winning, in a match on average."""
    skill: float
    """By how much mistakes lowered them; never above nought."""
    accuracy: float | None
    """1: nothing is known to have been lost; 0: no better than choosing blindly."""


class RatedAt(Shape):
    """What somebody is rated at a game."""

    game: str
    rating: int
    margin: int
    """The true strength is so much higher or lower at most, in 95 of 100 cases."""
    provisional: bool
    matches: int


class HeadToHead(Shape):
    """You and somebody, from your side."""

    against: ResultCount
    together: ResultCount


class Profile(Shape):
    """What is told of a person."""

    handle: str
    name: str
    since: int
    """When they first came (milliseconds since 1970)."""
    yours: bool
    shows: Shows
    """What of this others see."""
    ratings: list[RatedAt]
    """Nothing for others where the person does not want to stand on ladders."""
    games: list[GameTally]
    levels: list[LevelTally]
    partners: list[PersonTally]
    rivals: list[PersonTally]
    balance: list[Balance]
    between: HeadToHead | None
    """Null where you are nobody, or the same."""
