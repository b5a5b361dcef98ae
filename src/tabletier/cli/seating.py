"""Who sits where: people at this keyboard, opponents of five levels, and chance."""

import difflib
import random

from tabletier.cli import render
from tabletier.cli.errors import BadInput
from tabletier.cli.i18n import say, tell
from tabletier.games.kernel.contract import Game
from tabletier.games.kernel.errors import GameError
from tabletier.match.match import Match

ME, RANDOM = "me", "random"
WORDS = {"me": ME, "moi": ME, "random": RANDOM, "hasard": RANDOM}
NOBODY = ("none", "personne", "aucun")
USUAL = "2"
"""The opponent of someone who says nothing: a friendly level."""

Seating = tuple[str, ...]
"""For each seat ME, RANDOM, or the name of an opponent as `find_player` reads it."""


def usual(count: int) -> Seating:
    """One person, at the first seat, and opponents of the usual level."""
    return (ME,) + (USUAL,) * (count - 1)


def seating(
    before: Seating, seats: str | None, opponents: str | None, hot_seat: bool, game: Game
) -> Seating:
    """Who sits at each seat; `before` unless wished otherwise. Raises BadInput or BadPlayer."""
    count = len(before)
    if sum((seats is not None, opponents is not None, hot_seat)) > 1:
        raise BadInput(say("error.seats.clash"))
    if seats is not None:
        return _listed(seats, count, game)
    if hot_seat or (opponents is not None and opponents.strip().lower() in NOBODY):
        return (ME,) * count
    return before if opponents is None else _against(opponents, count, game)


def _listed(seats: str, count: int, game: Game) -> Seating:
    """Every seat by name, people included."""
    words = _words(seats)
    if len(words) != count:
        which = "error.seats.one" if len(words) == 1 else "error.seats.count"
        raise BadInput(say(which, count=count, given=len(words)))
    return tuple(_seated(word, game) for word in words)


def _against(opponents: str, count: int, game: Game) -> Seating:
    """One person, and the opponents of all other seats: the same for all, or one for each."""
    words = _words(opponents)
    if len(words) not in (1, count - 1):
        which = "error.opponents.one" if count == 2 else "error.opponents.count"
        raise BadInput(say(which, count=count - 1, given=len(words)))
    found = tuple(_opponent(word, game) for word in words)
    return (ME, *(found if len(found) == count - 1 else found * (count - 1)))


def _words(text: str) -> list[str]:
    return [word.strip().lower() for word in text.split(",")]


def _seated(word: str, game: Game) -> str:
    return ME if WORDS.get(word) == ME else _opponent(word, game)


def _opponent(word: str, game: Game) -> str:
    """The canonical name of an opponent that plays this game. Raises BadInput or BadPlayer."""
    from tabletier.search.players import BadPlayer, engine_for, find_player

    try:
        player = find_player(WORDS.get(word, word))
    except BadPlayer as error:
        if ":" in word or "@" in word:
            raise  # someone who knows about budgets
        raise BadInput(_no_such_opponent(word)) from error
    engine_for(player, game)
    return player.name


def _no_such_opponent(word: str) -> str:
    from tabletier.search.levels import LEVELS

    names = [tell(level.name) for level in LEVELS]
    plain = {name.lower(): name for name in names} | {word: word for word in ("random", "hasard")}
    near = difflib.get_close_matches(word[:40], plain, n=1)
    if near:
        return say("error.opponent.near", word=word[:40], near=plain[near[0]])
    listed = ", ".join(f"{number} {name}" for number, name in enumerate(names, start=1))
    return say("error.opponent", word=word[:40], levels=listed)


def is_seat(who: object) -> bool:
    """Whether this can stand in a seating, as a note of an earlier game has it."""
    from tabletier.search.players import find_player

    try:
        return who == ME or (isinstance(who, str) and find_player(who).name == who)
    except GameError:
        return False


def people(seats: Seating) -> tuple[int, ...]:
    """The seats of the people at this keyboard."""
    return tuple(seat for seat, who in enumerate(seats) if who == ME)


def thinking(seats: Seating) -> tuple[str, ...]:
    """The opponents that think."""
    return tuple(dict.fromkeys(who for who in seats if who not in (ME, RANDOM)))


def _name_opponent(seat: int, seats: Seating) -> str:
    """What an opponent is called, as nobody else at the table is: `Adèle, Journeyman, level 2`."""
    from tabletier.search.levels import LEVELS, name_for

    levels, names = {str(level.number): level for level in LEVELS}, list[str]()
    who = seats[seat]
    for other in seats[: seat + 1]:
        names.append(name_for(int(other), names) if other in levels else "")
    if who in levels:
        level = levels[who]
        return say("opponent.level", who=names[-1], name=tell(level.name), number=level.number)
    return say("opponent.random") if who == RANDOM else who


def opponent_name(seat: int, seats: Seating) -> str:
    """Who sits there: `Player 2 (Adèle, Journeyman, level 2)`."""
    return say("opponent.seat", player=render.player(seat), name=_name_opponent(seat, seats))


def announce_move(match: Match, seats: Seating, seat: int | None) -> str | None:
    """Which move an opponent that thinks has just made, as far as this seat may know it."""
    done = render.actions(match)
    if not done or done[-1].act != "move" or seats[done[-1].by] in (ME, RANDOM):
        return None
    if render.is_secret(match, seat):
        return say("opponent.secret", opponent=opponent_name(done[-1].by, seats))
    return say("opponent.plays", opponent=opponent_name(done[-1].by, seats), move=done[-1].text)


def random_move(match: Match) -> str:
    """A legal move, all equally likely, from a generator of its own.

    It is seeded with the match's seed and how far the match has come, so that a match with a
    given seed can be played again, and a saved one goes on as if it had never stopped.
    """
    generator = random.Random(f"opponent {len(match.log)} {match.seed}")
    return generator.choice(match.legal_moves())
