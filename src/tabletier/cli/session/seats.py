"""Who sits where: people at this keyboard, opponents of every level, and chance.

Opponents that think do so in processes of their own.
"""

import difflib
import hashlib
import random
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from tabletier.cli import game_choice, render
from tabletier.cli.errors import BadInput
from tabletier.cli.i18n import say, tell
from tabletier.games.kernel.contract import Game
from tabletier.games.kernel.errors import GameError
from tabletier.games.kernel.registry import find
from tabletier.match.match import Match

if TYPE_CHECKING:
    from tabletier.search.hints import Hint
    from tabletier.search.worker.pool import Thinking, WorkerPool

PATIENCE = 0.3
"""Seconds until a person wonders what is going on."""
POLL = 0.5
"""Seconds between two looks at whether the person has had enough (Ctrl-C)."""
HINT_SECONDS = 1.0

Waiting = Callable[[], None]
"""Called once when an answer takes its time."""


class LocalOpponents:
    """Whoever sits here besides the people at the keyboard. Nothing starts before it is needed."""

    def __init__(self, seats: "Seats") -> None:
        self.seats = seats
        self._service: WorkerPool | None = None

    def prepare(self, match: Match) -> None:
        """Let those that think prepare while the table is being set; returns at once."""
        players = thinking_opponents(self.seats)
        if players:
            self._thinkers().prepare(match.game, match.options, players)

    def move(self, match: Match, waiting: Waiting) -> str:
        """The move of the opponent whose turn it is."""
        from tabletier.search.knowledge import knowledge_of

        assert match.to_move is not None
        who = thinker(match.to_move, self.seats, find(match.game))
        if who == RANDOM:
            return random_move(match)
        asked = self._thinkers().submit(who, knowledge_of(match), _seed(match))
        move: str = _wait_for(asked, waiting).move
        return move

    def hint(self, match: Match, waiting: Waiting) -> "Hint":
        """A good move for the person whose turn it is, from what that person can know."""
        from tabletier.search.knowledge import knowledge_of

        asked = self._thinkers().hint(knowledge_of(match), _seed(match), HINT_SECONDS)
        found: Hint = _wait_for(asked, waiting)
        return found

    def close(self) -> None:
        """Nobody thinks any more."""
        if self._service is not None:
            self._service.close()

    def _thinkers(self) -> "WorkerPool":
        if self._service is None:
            from tabletier.search.worker.pool import WorkerPool

            self._service = WorkerPool(compiles=game_choice.can_opponents_compile())
        return self._service


def _wait_for(asked: "Thinking", waiting: Waiting) -> Any:
    """The answer; a person who has had enough leaves at once."""
    try:
        return asked.result(PATIENCE)
    except TimeoutError:
        waiting()
    while True:
        try:
            return asked.result(POLL)
        except TimeoutError:
            continue


def _seed(match: Match) -> str:
    """The same match gives the same thoughts; the seed of its draws is told to nobody."""
    return hashlib.sha256(f"thought {len(match.log)} {match.seed}".encode()).hexdigest()


ME, RANDOM = "me", "random"
WORDS = {"me": ME, "moi": ME, "random": RANDOM, "hasard": RANDOM}
NOBODY = ("none", "personne", "aucun")
USUAL = "2"
"""The opponent of someone who says nothing: a friendly level."""

Seats = tuple[str, ...]
"""For each seat ME, RANDOM, or the name of an opponent as `find_player` reads it."""


def usual_seats(count: int) -> Seats:
    """One person, at the first seat, and opponents of the usual level."""
    return (ME,) + (USUAL,) * (count - 1)


def assign_seats(
    before: Seats, seats: str | None, opponents: str | None, hot_seat: bool, game: Game
) -> Seats:
    """Who sits at each seat; `before` unless wished otherwise. Raises BadInput or BadPlayer."""
    count = len(before)
    if sum((seats is not None, opponents is not None, hot_seat)) > 1:
        raise BadInput(say("error.seats.clash"))
    if seats is not None:
        return _read_seats(seats, count, game)
    if hot_seat or (opponents is not None and opponents.strip().lower() in NOBODY):
        return (ME,) * count
    return before if opponents is None else _read_opponents(opponents, count, game)


def _read_seats(seats: str, count: int, game: Game) -> Seats:
    """Every seat by name, people included."""
    words = _split(seats)
    if len(words) != count:
        which = "error.seats.one" if len(words) == 1 else "error.seats.count"
        raise BadInput(say(which, count=count, given=len(words)))
    return tuple(_read_seat(word, game) for word in words)


def _read_opponents(opponents: str, count: int, game: Game) -> Seats:
    """One person, and the opponents of all other seats: the same for all, or one for each."""
    words = _split(opponents)
    if len(words) not in (1, count - 1):
        which = "error.opponents.one" if count == 2 else "error.opponents.count"
        raise BadInput(say(which, count=count - 1, given=len(words)))
    found = tuple(_read_opponent(word, game) for word in words)
    return (ME, *(found if len(found) == count - 1 else found * (count - 1)))


def _split(text: str) -> list[str]:
    return [word.strip().lower() for word in text.split(",")]


def _read_seat(word: str, game: Game) -> str:
    return ME if WORDS.get(word) == ME else _read_opponent(word, game)


def _read_opponent(word: str, game: Game) -> str:
    """The canonical name of an opponent that plays this game. Raises BadInput or a GameError."""
    from tabletier.search.players import BadPlayer, engine_for, find_player

    try:
        player = find_player(WORDS.get(word, word), game)
    except BadPlayer as error:
        if any(sign in word[1:] for sign in ":@-"):
            raise  # someone who knows about budgets, or manners
        raise BadInput(_unknown_opponent_sentence(word, game)) from error
    engine_for(player, game)
    return player.name


def _unknown_opponent_sentence(word: str, game: Game) -> str:
    from tabletier.search.levels import levels_of

    names = [tell(level.name) for level in levels_of(game)]
    plain = {name.lower(): name for name in names} | {word: word for word in ("random", "hasard")}
    near = difflib.get_close_matches(word[:40], plain, n=1)
    if near:
        return say("error.opponent.near", word=word[:40], near=plain[near[0]])
    listed = ", ".join(f"{number} {name}" for number, name in enumerate(names, start=1))
    return say("error.opponent", word=word[:40], levels=listed)


def is_seat(who: object, game: Game) -> bool:
    """Whether this can stand among the seats of a game, as a note of an earlier one has it."""
    from tabletier.search.players import find_player

    try:
        return who == ME or (isinstance(who, str) and find_player(who, game).name == who)
    except GameError:
        return False


def human_seats(seats: Seats) -> tuple[int, ...]:
    """The seats of the people at this keyboard."""
    return tuple(seat for seat, who in enumerate(seats) if who == ME)


def thinking_opponents(seats: Seats) -> tuple[str, ...]:
    """The opponents that think."""
    return tuple(dict.fromkeys(who for who in seats if who not in (ME, RANDOM)))


def _level_of(who: str) -> int | None:
    """The number of a level, with a manner or without; None for any other name."""
    number = who.partition("-")[0]
    return int(number) if number.isdecimal() else None


def _name(seat: int, seats: Seats, game: Game) -> str:
    """What an opponent of a level is called, as nobody else at the table is."""
    from tabletier.search.levels import name_for

    names = list[str]()
    for who in seats[: seat + 1]:
        level = _level_of(who)
        names.append("" if level is None else name_for(game, level, names, who.partition("-")[2]))
    return names[-1]


def thinker(seat: int, seats: Seats, game: Game) -> str:
    """Who thinks at a seat, as `find_player` reads it: somebody of a level in their manner."""
    from tabletier.search.levels import player_named

    level = _level_of(seats[seat])
    if level is None:
        return seats[seat]
    return player_named(game, level, _name(seat, seats, game))


def _name_and_level(seat: int, seats: Seats, game: Game) -> str:
    """The name of an opponent and how strong it is: `Adèle, Journeyman, level 2`."""
    from tabletier.search.levels import level_of

    number = _level_of(seats[seat])
    if number is None:
        return say("opponent.random") if seats[seat] == RANDOM else seats[seat]
    name = tell(level_of(game, number).name)
    return say("opponent.level", who=_name(seat, seats, game), name=name, number=number)


def opponent_name(seat: int, seats: Seats, game: Game) -> str:
    """Who sits there: `Player 2 (Adèle, Journeyman, level 2)`."""
    return say("opponent.seat", player=render.player(seat), name=_name_and_level(seat, seats, game))


def introduced(seat: int, seats: Seats, game: Game) -> str:
    """The same with a manner: `Player 2 (Adèle, Journeyman, level 2: has an appetite)`."""
    from tabletier.search.levels import manner_of

    number, who = _level_of(seats[seat]), _name_and_level(seat, seats, game)
    manner = None if number is None else manner_of(game, number, _name(seat, seats, game))
    if manner is not None and game.has_manners:
        who = say("opponent.manner", who=who, manner=tell(manner.name))
    return say("opponent.seat", player=render.player(seat), name=who)


def move_announcement(match: Match, seats: Seats, seat: int | None) -> str | None:
    """Which move an opponent that thinks has just made, as far as this seat may know it."""
    done = render.actions(match)
    if not done or done[-1].act != "move" or seats[done[-1].by] in (ME, RANDOM):
        return None
    name = opponent_name(done[-1].by, seats, find(match.game))
    if render.is_secret(match, seat):
        return say("opponent.secret", opponent=name)
    return say("opponent.plays", opponent=name, move=done[-1].text)


def random_move(match: Match) -> str:
    """A legal move, all equally likely, from a generator of its own.

    It is seeded with the match's seed and how far the match has come, so that a match with a
    given seed can be played again, and a saved one goes on as if it had never stopped.
    """
    generator = random.Random(f"opponent {len(match.log)} {match.seed}")
    return generator.choice(match.legal_moves())
